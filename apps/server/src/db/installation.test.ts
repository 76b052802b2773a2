import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { demoEmails } from '@nukkad/demo/logins.ts'
import pg from 'pg'
import { pino } from 'pino'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Config, ConfigError } from '#config.ts'
import { restoreBackup } from '#features/operations/backup/restore-backup.ts'
import { takeBackup } from '#features/operations/backup/take-backup.ts'
import { cloneDatabase } from '#test/database.ts'
import { openPool } from './connection.ts'
import { prepareDatabase } from './prepare.ts'

type Address = Awaited<ReturnType<typeof cloneDatabase>>['address']

const log = pino({ level: 'silent' })
const secret = 'the secret of a shop, 32 letters or more'
const other = 'the secret of another shop, also that long'
const drops: (() => Promise<void>)[] = []
let dataDir: string

beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'nukkad-installation-'))
})
afterAll(async () => {
  for (const drop of drops) await drop()
  await rm(dataDir, { recursive: true, force: true })
})

async function fresh(): Promise<Address> {
  const { address, drop } = await cloneDatabase()
  drops.push(drop)
  return address
}

const start = (address: Address, config: Partial<Config> = {}) =>
  prepareDatabase(address, { secret, dataDir, demo: false, databaseUrl: 'postgres://one', ...config } as Config, log)

async function run(address: Address, sql: string, values: unknown[] = []): Promise<Record<string, unknown>[]> {
  const client = new pg.Client(address)
  await client.connect()
  try {
    return (await client.query(sql, values)).rows
  } finally {
    await client.end()
  }
}

const refusal = (start: Promise<void>) =>
  start.then(
    () => 'started',
    (error: Error) => {
      expect(error).toBeInstanceOf(ConfigError)
      // The error message must be exactly one sentence, so it has only one full stop.
      expect(error.message.match(/\.(\s|$)/g)).toHaveLength(1)
      return error.message
    },
  )

describe('an empty database', () => {
  it('is initialised once by servers that start together', async () => {
    const address = await fresh()
    await Promise.all(Array.from({ length: 8 }, () => start(address)))
    expect(await run(address, 'select code from languages')).toEqual([{ code: 'en' }])
  }, 60_000)
})

describe('a database that the demo city was loaded into', () => {
  let city: Address
  beforeAll(async () => {
    city = await fresh()
    await start(city, { demo: true })
  }, 60_000)

  it('serves the demo again with its own secret; another secret, and serving a real shop, are refused', async () => {
    await start(city, { demo: true })
    expect(await refusal(start(city))).toMatch(/demo city.*DATA_DIR/)
    expect(await refusal(start(city, { demo: true, secret: other }))).toMatch(/APP_SECRET/)
    expect(await run(city, 'select is_demo from installation')).toEqual([{ is_demo: true }])
  })

  it('cannot be restored from a backup as a real shop', async () => {
    const path = join(dataDir, 'city.tar.gz')
    await takeBackup({ address: city, config: { dataDir, secret } }, path)
    const to = await fresh()
    const restore = (demo: boolean) =>
      restoreBackup({ address: to, config: { dataDir, secret, demo }, path, replaces: true })
    await expect(restore(false)).rejects.toThrow(/demo city/)
    expect(await run(to, 'select count(*)::int as count from users')).toEqual([{ count: 0 }])
    await restore(true)
    expect(await refusal(start(to))).toMatch(/demo city/)
  }, 60_000)

  it('is recognised as a demo even if an older release left no mark and the data changed later', async () => {
    // Restores the state right after an upgrade: the migration cannot know that the demo city was loaded before.
    await run(city, 'update installation set is_demo = false, secret_mark = null')
    await run(city, "update users set email = null where email <> 'operator@nukkad.example'")
    expect(await refusal(start(city))).toMatch(/demo city/)
    await run(city, 'update installation set is_demo = false')
    await run(city, 'update users set email = null, password_hash = null, phone = null')
    expect(await refusal(start(city))).toMatch(/demo city/)
    await run(city, 'delete from installation')
    expect(await refusal(start(city))).toMatch(/demo city/)
    // The previous check marked the database as a demo, so the database is recognised even without the demo's codes.
    await run(city, "update users set referral_code = 'C' || id")
    expect(await refusal(start(city))).toMatch(/demo city/)
  }, 60_000)

  it("is not confused with a real shop: the shop starts, even with people whose addresses look like the demo's", async () => {
    const shop = await fresh()
    await start(shop)
    await run(
      shop,
      "insert into users (name, email, referral_code) values ('A', 'asha@nukkad.example.com', 'OWNER1'), ('B', 'rider@shop.test', 'STAFF1')",
    )
    await start(shop)
    // Anyone can register with an address that the demo has published, so a customer who has one does not make the shop
    // a demo.
    for (const [index, email] of demoEmails.entries()) {
      const [row] = await run(
        shop,
        `insert into users (name, email, referral_code) values ('C', '${email}', 'CUST${index}') returning id`,
      )
      await run(shop, `insert into user_roles (user_id, role) values (${row!.id}, 'customer')`)
    }
    await start(shop)
    // Staff can give an address that the demo has published to a rider, a store owner or another member of staff.
    await run(shop, "update user_roles set role = 'rider' where user_id in (select id from users where name = 'C')")
    await start(shop)
    expect(demoEmails.length).toBeGreaterThan(4)
    expect(await run(shop, 'select is_demo from installation')).toEqual([{ is_demo: false }])
  })

  it('cannot lose its demo mark through a write of the running server', async () => {
    const shop = await fresh()
    const pool = openPool(shop, { size: 1 })
    for (const statement of [
      'update installation set is_demo = false',
      'delete from installation',
      'insert into installation (id, is_demo) values (true, false) on conflict (id) do update set is_demo = false',
    ])
      await expect(pool.query(statement)).rejects.toThrow(/permission denied/)
    await pool.end()
  })
})

it('a real shop is never shown as a demo', async () => {
  const shop = await fresh()
  await start(shop)
  expect(await refusal(start(shop, { demo: true }))).toMatch(/DEMO=off/)
})

describe('the secret of a database', () => {
  it('is the secret of the first start; another secret is refused', async () => {
    const address = await fresh()
    await start(address)
    await start(address)
    expect(await refusal(start(address, { secret: other }))).toMatch(/APP_SECRET/)
    const [row] = await run(address, 'select secret_mark from installation')
    expect(String(row!.secret_mark)).not.toContain(secret)
  })

  it('stays the same when two servers start for the first time in parallel', async () => {
    for (let round = 0; round < 8; round++) {
      const address = await fresh()
      await run(address, "insert into languages (code, language_name, is_default) values ('en', 'English', true)")
      const answers = await Promise.all([secret, other].map((each) => refusal(start(address, { secret: each }))))
      expect(answers.filter((answer) => answer === 'started')).toHaveLength(1)
    }
  })

  it('is the one that an older release stored in its folder', async () => {
    const address = await fresh()
    const folder = join(dataDir, 'older')
    await mkdir(folder)
    await writeFile(join(folder, 'secret'), `${secret}\n`)
    const at = { dataDir: folder, databaseUrl: undefined }
    expect(await refusal(start(address, { ...at, secret: other }))).toContain(join(folder, 'secret'))
    await start(address, at)
    await start(address, at)
  })

  it('is checked by a backup, so that no backup is made under a wrong secret, and moves to another machine with it', async () => {
    const address = await fresh()
    await start(address)
    const path = join(dataDir, 'shop.tar.gz')
    await expect(takeBackup({ address, config: { dataDir, secret: other } }, path)).rejects.toThrow(ConfigError)
    await takeBackup({ address, config: { dataDir, secret } }, path)
    const to = await fresh()
    const machine = (under: string) => ({ dataDir: join(dataDir, 'machine'), secret: under, demo: false })
    const restore = (under: string, acceptsOtherSecret = false) =>
      restoreBackup({ address: to, config: machine(under), path, replaces: true, acceptsOtherSecret })
    await expect(restore(other)).rejects.toThrow(/APP_SECRET/)
    await restore(secret)
    expect(await refusal(start(to, { secret: other }))).toMatch(/APP_SECRET/)
    await start(to)
    await restore(other, true)
    await start(to, { secret: other })
    expect(await refusal(start(to))).toMatch(/APP_SECRET/)
  })
})
