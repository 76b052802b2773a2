import { beforeEach, describe, expect, test as it } from 'vitest'
import { inTransaction } from '#db/connection.ts'
import { slowHash } from '#features/identity/accounts/slow-hash.ts'
import { isTiedTo } from '#features/ledger/referrals/connections.ts'
import { createPeople } from '#test/accounts.ts'
import { codeOf, useTestApp } from '#test/harness.ts'
import { createStaff, deviceCookieOf } from '#test/staff.ts'
import { forgetClients } from './guess-queries.ts'

const test = useTestApp()
const people = createPeople(test)
const { admin, member, ask, signIn } = createStaff(test)
const password = 'a-kettle-of-tea-9'
/** Many people share this IP address. */
const shared = '203.0.113.80'

beforeEach(async () => {
  await test.db.deleteFrom('limit_counters').execute()
  await people.set({ limitCallsPerMinute: '100000', limitPagesPerMinute: '100000' })
})

const login = (email: string, { ip, cookie }: { ip: string; cookie?: string | undefined }) =>
  test.send('/public/api/login', { payload: { email, password }, headers: cookie ? { cookie } : {}, ip })

async function withDevice(ip = '198.51.100.9') {
  const person = await test.build.user({ phone: people.newPhone(), password_hash: await slowHash(password) })
  return { email: person.email!, id: person.id, cookie: deviceCookieOf(await login(person.email!, { ip })) }
}

const flood = async (ip: string, requests: number, headers: Record<string, string> = {}) => {
  const statuses: number[] = []
  for (let index = 0; index < requests; index++)
    statuses.push((await test.send('/public/api/get-all-languages', { payload: {}, ip, headers })).status)
  return statuses
}

it('a correct sign-in on a known device is not refused because others used up the calls of its address or network', async () => {
  const { email, cookie } = await withDevice()
  await people.set({ limitCallsPerMinute: '10' })
  expect((await flood(shared, 12)).slice(-2)).toEqual([429, 429])
  expect((await login(email, { ip: shared })).status).toBe(429)
  expect((await login(email, { ip: shared, cookie })).body).toMatchObject({ success: true })
  for (let host = 1; host <= 21; host++) await flood(`203.0.114.${host}`, 10)
  expect((await login(email, { ip: '203.0.114.99' })).status).toBe(429)
  expect((await login(email, { ip: '203.0.114.99', cookie })).body).toMatchObject({ success: true })
})

it('a page that a known device requests is not refused either', async () => {
  const { cookie } = await withDevice()
  await people.set({ limitPagesPerMinute: '30' })
  const page = (headers: Record<string, string> = {}) =>
    test.send('/version.json', { method: 'GET', ip: '203.0.115.80', headers })
  for (let index = 0; index < 32; index++) await page()
  expect((await page()).status).toBe(429)
  expect((await page({ cookie })).status).not.toBe(429)
})

it('the share of a device is limited, and one account gains nothing from many devices', async () => {
  const { email, cookie } = await withDevice('198.51.101.9')
  const other = deviceCookieOf(await login(email, { ip: '198.51.102.9' }))
  expect(other).not.toBe(cookie)
  await people.set({ limitCallsPerMinute: '1' })
  const statuses = await flood('203.0.116.80', 260, { cookie })
  expect(statuses.filter((status) => status === 200).length).toBeLessThanOrEqual(241)
  expect((await flood('203.0.116.80', 1, { cookie: other }))[0]).toBe(429)
})

it('an invented cookie, or one that no account knows, has no share and costs no query', async () => {
  const asked = await test.call(
    'generate-otp-for-login',
    { phone: (await test.build.customer()).phone },
    { ip: '198.51.103.9' },
  )
  const unknown = deviceCookieOf(asked)
  expect(unknown).not.toBe('')
  const { cookie } = await withDevice('198.51.104.9')
  const changed = `${cookie.slice(0, -4)}${cookie.slice(-4) === 'AAAA' ? 'BBBA' : 'AAAA'}`
  const forged = `${cookie.split('=')[0]}=${'A'.repeat(43)}`
  await people.set({ limitCallsPerMinute: '1' })
  await flood('203.0.117.80', 3)
  for (const each of [unknown, changed, forged])
    expect(await flood('203.0.117.80', 1, { cookie: each }), each).toEqual([429])
})

it('a session from before the upgrade makes its client known at its next use, once', async () => {
  const { id, email, cookie } = await withDevice('198.51.105.9')
  const { data } = (await login(email, { ip: '198.51.105.9', cookie })).body as { data: { auth_token: string } }
  await test.db.deleteFrom('known_clients').where('user_id', '=', id).execute()
  await test.db.updateTable('sessions').set({ is_client_known: false }).where('user_id', '=', id).execute()
  const use = (headers: Record<string, string> = {}) =>
    test.send('/public/api/update-user-info', {
      payload: {},
      headers: { authorization: `Bearer ${data.auth_token}`, ...headers },
      ip: '198.51.105.10',
    })
  const known = () =>
    test.db.selectFrom('known_clients').select('client').where('user_id', '=', id).orderBy('client').execute()
  const answers = await Promise.all([use({ cookie }), use({ cookie }), use({ cookie })])
  expect(answers.map(({ status }) => status)).toEqual([200, 200, 200])
  expect((await known()).map(({ client }) => client.split(':')[0])).toEqual(['address', 'device'])
  // A browser without the device cookie receives one.
  await test.db.deleteFrom('known_clients').where('user_id', '=', id).execute()
  await use()
  expect(await known()).toEqual([])
  await test.db.updateTable('sessions').set({ is_client_known: false }).where('user_id', '=', id).execute()
  expect(deviceCookieOf(await use())).not.toBe('')
  expect(await known()).toHaveLength(2)
})

it('the client of staff who act for a customer does not become known to the customer', async () => {
  const customer = await test.build.customer()
  const { cookie } = await signIn(await member('login_as_customer'))
  const opened = await test.send('/public/callandorder/login-as-customer', {
    payload: { user_id: customer.id },
    headers: { cookie, 'sec-fetch-site': 'same-origin' },
  })
  expect(codeOf(opened)).toBeUndefined()
  await test.db.updateTable('sessions').set({ is_client_known: false }).where('user_id', '=', customer.id).execute()
  const { data } = opened.body as { data: { auth_token: string } }
  const used = await test.call('update-user-info', {}, { token: data.auth_token })
  expect(used.status).toBe(200)
  expect(
    await test.db.selectFrom('known_clients').select('client').where('user_id', '=', customer.id).execute(),
  ).toEqual([])
})

describe('after a new password, earlier clients are strangers', () => {
  const clientsOf = async (id: number) =>
    (await test.db.selectFrom('known_clients').select('client').where('user_id', '=', id).execute()).map(
      ({ client }) => client,
    )

  it('if an administrator sets it', async () => {
    const staff = await member('order_view')
    await signIn(staff, '198.51.100.70')
    expect(await clientsOf(staff.id)).toContain('address:198.51.100.70')
    const { cookie } = await signIn(await admin())
    const set = await ask('dashboard/people/set-password', { id: staff.id, password: 'monsoon-lantern-42' }, { cookie })
    expect(set.status).toBe(200)
    expect(await clientsOf(staff.id)).toEqual([])
  })

  it('if the customer sets it, except for the client where they do', async () => {
    const staff = await member('order_view')
    await signIn(staff, '198.51.100.71')
    const { cookie } = await signIn(staff, '198.51.100.72')
    const input = { current_password: staff.password, password: 'monsoon-lantern-42' }
    expect((await ask('dashboard/change-password', input, { cookie, ip: '198.51.100.72' })).status).toBe(200)
    const known = await clientsOf(staff.id)
    expect(known).toContain('address:198.51.100.72')
    expect(known).not.toContain('address:198.51.100.71')
  })
})

it('[GAP-82] two accounts that sign in on one browser are linked, also after their clients are deleted', async () => {
  const first = await withDevice()
  const second = await withDevice('198.51.103.9')
  const tied = () => isTiedTo(test.db, { staffId: first.id, userId: second.id })
  expect(await tied()).toBe(false)
  // A known IP address alone does not connect two accounts, because anyone in the same network may send a request from
  // it.
  expect((await login(second.email, { ip: '198.51.100.9' })).body).toMatchObject({ success: true })
  expect(await tied()).toBe(false)
  expect((await login(second.email, { ip: '198.51.104.9', cookie: first.cookie })).body).toMatchObject({
    success: true,
  })
  expect(await tied()).toBe(true)
  for (const { id } of [first, second]) await inTransaction(test.db, (tx) => forgetClients(tx, id))
  expect(await tied()).toBe(true)
})
