import { describe, expect, test as it } from 'vitest'
import { slowHash } from '#features/identity/accounts/slow-hash.ts'
import { createPeople } from '#test/accounts.ts'
import { useTestApp } from '#test/harness.ts'
import { createStaff } from '#test/staff.ts'
import { deviceName } from './device.ts'

const test = useTestApp()
const { member, admin, signIn, ask, cookieWith } = createStaff(test)
const password = 'a-kettle-of-tea-9'
const phoneAgent =
  'Mozilla/5.0 (Linux; Android 15; Pixel 8) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0.0.0 Mobile Safari/537.36'

/** Lists the outcomes of a person's sign-ins, oldest first, as the dashboard shows them. */
async function historyOf(id: number) {
  const cookie = await cookieWith('all_users_view')
  const query = { table: 'sign_ins', sort: 'at', filters: { person: String(id) } }
  return (await ask('dashboard/table', query, { cookie })).body.rows
}
const ways = async (id: number) => (await historyOf(id)).map(({ audience, way, outcome }) => [audience, way, outcome])

describe('the history of sign-ins', () => {
  it('[U-20] [GAP-75] contains a customer’s sign-ins by password and by code, also refused and banned ones', async () => {
    const phone = createPeople(test).newPhone()
    const person = await test.build.user({ phone, password_hash: await slowHash(password) })
    const login = (given: string) => test.call('login', { email: person.email!, password: given })
    await login('not-it-at-all')
    await login(password)
    const people = createPeople(test)
    const otp = await people.loginCode(phone)
    await test.call('login-with-otp', { phone, otp: otp === '222222' ? '333333' : '222222', address: null })
    await test.call('login-with-otp', { phone, otp, address: null })
    await test.db.updateTable('users').set({ is_active: false }).where('id', '=', person.id).execute()
    await login(password)
    expect(await ways(person.id)).toEqual([
      ['customer', 'password', 'wrong'],
      ['customer', 'password', 'in'],
      ['customer', 'code', 'wrong'],
      ['customer', 'code', 'in'],
      ['customer', 'password', 'banned'],
    ])
  })

  it('[U-18] contains those of riders and owners, and refused ones at the app of another audience', async () => {
    const password_hash = await slowHash(password)
    const rider = (await test.build.rider({ user: { password_hash } })) as { id: number; email: string | null }
    await test.call('delivery/login', { email: rider.email, password })
    await test.call('store-owner/login', { email: rider.email, password })
    await test.call('login', { email: rider.email!, password })
    await signIn({ email: rider.email!, password })
    expect(await ways(rider.id)).toEqual([
      ['delivery', 'password', 'in'],
      ['store-owner', 'password', 'not-allowed'],
      ['customer', 'password', 'not-allowed'],
      ['staff', 'password', 'not-allowed'],
    ])
    const owner = await test.build.user({ password_hash }, 'store_owner')
    await test.call('store-owner/login', { email: owner.email, password })
    await signIn({ email: owner.email!, password })
    expect(await ways(owner.id)).toEqual([
      ['store-owner', 'password', 'in'],
      ['store-owner', 'password', 'in'],
    ])
  })

  it('[U-21] names the member of staff who acted as someone else', async () => {
    const customer = await test.build.customer()
    const owner = await test.build.user({}, 'store_owner')
    const staff = await member('login_as_customer', 'login_as_store_owner')
    const { cookie } = await signIn(staff)
    await ask('login-as-customer', { user_id: customer.id }, { cookie })
    await ask('dashboard/owners/act', { id: owner.id, reason: 'Asked for help' }, { cookie })
    for (const [id, audience] of [
      [customer.id, 'customer'],
      [owner.id, 'store-owner'],
    ] as const)
      expect(await historyOf(id)).toMatchObject([{ audience, way: 'staff', outcome: 'in', acting_staff: 'Farah Khan' }])
    expect(await ways(staff.id)).toEqual([['staff', 'password', 'in']])
  })

  it('[GAP-76] contains the network of the IP address and the description of the device, but never the typed values', async () => {
    const staff = await admin()
    const from = { ip: '203.0.113.77', headers: { 'user-agent': phoneAgent } }
    await ask('dashboard/login', { email: staff.email, password: staff.password }, from)
    await ask('dashboard/login', { email: staff.email, password: 'wrong-here' }, { ip: '2001:db8:12:34::9' })
    expect(await historyOf(staff.id)).toMatchObject([
      { network: '203.0.113.0/24', device: 'Chrome on Android' },
      { network: '2001:db8:12::/48', outcome: 'wrong' },
    ])
    const before = await countOf()
    await ask('dashboard/login', { email: 'my-secret-password@example.test', password }, from)
    const kept = await test.db.selectFrom('sign_ins').selectAll().orderBy('id', 'desc').executeTakeFirstOrThrow()
    expect(await countOf()).toBe(before + 1)
    expect(kept).toMatchObject({ user_id: null, refusal: 'wrong', way: 'password' })
    expect(JSON.stringify({ ...kept, id: 0 })).not.toContain('secret')
  })

  it('[GAP-76] contains no tries that were refused during the waiting time', async () => {
    const staff = await member()
    const ip = '203.0.113.99'
    for (let tried = 0; tried < 7; tried++) await signIn({ ...staff, password: 'not-it-at-all' }, ip)
    expect(await historyOf(staff.id)).toHaveLength(5)
  })

  it('contains only a few rows of tries at unknown accounts, however many addresses of a /64 they come from', async () => {
    const before = await countOf()
    for (let tried = 0; tried < 30; tried++) {
      const ip = `2001:db8:77:1::${(tried + 1).toString(16)}`
      await ask('dashboard/login', { email: `nobody-${tried}@example.test`, password: 'not-it-at-all' }, { ip })
      // The test deletes the counters of wrong guesses, because the limit on wrong guesses would end the test too
      // early.
      await test.db.deleteFrom('limit_counters').where('key', 'like', 'wrong-guess%').execute()
    }
    expect((await countOf()) - before).toBe(20)
  })

  it('[GAP-75] is not visible to staff who may not see accounts', async () => {
    const cookie = await cookieWith('order_view')
    expect((await ask('dashboard/table', { table: 'sign_ins' }, { cookie })).status).toBe(403)
  })
})

async function countOf(): Promise<number> {
  return (await test.db.selectFrom('sign_ins').select('id').execute()).length
}

it.each([
  [phoneAgent, 'Chrome on Android'],
  [
    'Mozilla/5.0 (iPhone; CPU iPhone OS 18_1 like Mac OS X) AppleWebKit/605.1 Version/18.1 Mobile/15E148 Safari/604.1',
    'Safari on iPhone',
  ],
  [
    'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 Chrome/142.0 Safari/537.36 Edg/142.0',
    'Edge on Windows',
  ],
  ['Mozilla/5.0 (X11; Linux x86_64; rv:145.0) Gecko/20100101 Firefox/145.0', 'Firefox on Linux'],
  ['curl/8.5.0', 'Another program'],
  [undefined, 'Another program'],
])('[U-20] a device is shown by browser and system: %s', (agent, text) => {
  expect(deviceName(agent)).toBe(text)
})
