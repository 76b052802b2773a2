import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { openDb, openPool } from '#db/connection.ts'
import { parsePosition, Replica } from '#db/replica.ts'
import { emptyDatabase } from '#test/database.ts'
import { useTestApp } from '#test/harness.ts'
import { type Replicated, startReplicated } from '#test/standby.ts'

const WITHIN_MS = 60_000
let servers: Replicated

beforeAll(async () => {
  servers = await startReplicated()
})
afterAll(() => servers.close())

const harness = useTestApp({
  isNoted: false,
  hasBystanders: false,
  lineTo: async () => servers.primary.connection('postgres'),
  replicaOf: async (primary) => {
    const replica = replicaFor(primary, servers.standby.connection('postgres'))
    await replica.start()
    return replica
  },
})

function replicaFor(primary: Replica['db'], address: Parameters<typeof openPool>[0]): Replica {
  const pool = openPool(address, { size: 4 })
  return new Replica({ primary, db: openDb(pool), pool, onForeign: () => {} })
}

const pause = () => servers.onStandby('select pg_wal_replay_pause()')
const resume = () => servers.onStandby('select pg_wal_replay_resume()')

describe('a public call with a standby', () => {
  let store: { id: number; slug: string }
  let token: string

  beforeAll(async () => {
    store = await harness.build.store()
    token = (await harness.build.owner({ stores: [store] })).token
  })
  beforeEach(resume)

  async function isOpen(cookie?: string): Promise<unknown> {
    const { body } = await harness.send(`/public/api/get-restaurant-info-by-id/${store.id}`, {
      payload: {},
      ...(cookie && { headers: { cookie } }),
    })
    return (body as { is_active: number }).is_active
  }

  async function toggle(): Promise<{ is: number; cookie: string }> {
    const answer = await harness.call('store-owner/toggle-store-status', { store_id: store.id }, { token })
    const { is_active } = await harness.db
      .selectFrom('stores')
      .select('is_active')
      .where('id', '=', store.id)
      .executeTakeFirstOrThrow()
    return { is: is_active ? 1 : 0, cookie: String(answer.headers['set-cookie']).split(';')[0]! }
  }

  test('reads from the standby, which can lack recent facts', { timeout: WITHIN_MS }, async () => {
    await vi.waitFor(
      async () => {
        await resume()
        await vi.waitFor(() => expect(harness.services.replica!.ageMs()).toBeLessThan(500), { timeout: WITHIN_MS })
        await pause()
        const { is } = await toggle()
        expect(await isOpen()).toBe(1 - is)
      },
      { timeout: WITHIN_MS, interval: 10 },
    )
  })

  test('shows writers their own changes, however far the standby is behind', async () => {
    await pause()
    for (let times = 0; times < 10; times++) {
      const { is, cookie } = await toggle()
      expect(await isOpen(cookie)).toBe(is)
    }
    await resume()
  })

  test('shows everyone the current facts while the standby is more than a second behind', async () => {
    await pause()
    const { is } = await toggle()
    await expect.poll(() => isOpen(), { timeout: WITHIN_MS }).toBe(is)
    expect(harness.services.replica!.ageMs()).toBeGreaterThan(1000)
    await resume()
  })

  test('ignores an invalid position, and reads from the primary after a position that does not exist yet', async () => {
    const { is } = await toggle()
    expect(await isOpen('__Host-nukkad-written=FFFFFFFF/FFFFFFFF')).toBe(is)
    await expect.poll(() => isOpen('__Host-nukkad-written=1/1;drop'), { timeout: WITHIN_MS }).toBe(is)
  })

  test('is answered while the standby is away, and uses it again later', { timeout: WITHIN_MS }, async () => {
    const { is } = await toggle()
    await expect.poll(() => isOpen(), { timeout: WITHIN_MS }).toBe(is)
    await servers.stopStandby()
    for (let times = 0; times < 10; times++) expect(await isOpen()).toBe(is)
    await servers.startStandby()
    await expect.poll(() => harness.services.replica!.ageMs(), { timeout: WITHIN_MS }).toBeLessThan(1000)
  })
})

test('a call that only reads leaves no position', async () => {
  const { headers } = await harness.call('get-all-languages')
  expect(headers['set-cookie']).toBeUndefined()
})

test('another database is refused as a standby', async () => {
  const { address, drop } = await emptyDatabase()
  const foreign = replicaFor(harness.db, address)
  await expect(foreign.start()).rejects.toThrow(
    'DATABASE_REPLICA_URL is not usable: it leads to another database than DATABASE_URL.',
  )
  await foreign.stop()
  await drop()
})

test.each([
  ['0/0', 0n],
  ['1/6B374D8', (1n << 32n) + 0x6b374d8n],
  ['FFFFFFFF/FFFFFFFF', (1n << 64n) - 1n],
  ['1', undefined],
  ['G/1', undefined],
  ['123456789/1', undefined],
  [undefined, undefined],
])('the position %s is read as %s', (text, position) => {
  expect(parsePosition(text)).toBe(position)
})
