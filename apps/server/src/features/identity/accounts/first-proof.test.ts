import { beforeEach, expect, test as it } from 'vitest'
import { createPeople } from '#test/accounts.ts'
import { useTestApp } from '#test/harness.ts'
import { createStaff, deviceCookieOf } from '#test/staff.ts'

const test = useTestApp()
const people = createPeople(test)
const { ask, cookieWith } = createStaff(test)

beforeEach(async () => {
  await test.db.deleteFrom('limit_counters').execute()
  await people.set({ enSOV: 'false', enableReferAndEarn: 'true', referralBonusType: 'registration' })
})

const place = { lat: '12.93', lng: '77.62', address: '7 Hill Road', house: '4', tag: 'Home' }

/** Registers a customer without a code, with a referral code and an address. */
async function prepared() {
  const referrer = await test.build.customer()
  const { referral_code: refid } = await test.db
    .selectFrom('users')
    .select('referral_code')
    .where('id', '=', referrer.id)
    .executeTakeFirstOrThrow()
  const phone = people.newPhone()
  const person = { name: 'Mallory', email: people.newEmail(), phone, password: 'marigold-street-9', refid }
  const answer = await test.send('/public/api/register', { payload: { ...person, address: place } })
  const { data } = answer.body as { data: { id: number; auth_token: string } }
  expect(await kept(data.id)).toEqual({ referredBy: referrer.id, addresses: 1, hasDefault: true })
  return { id: data.id, phone, referrer, browser: deviceCookieOf(answer) }
}

async function prove(phone: string, cookie?: string) {
  const headers: Record<string, string> = cookie ? { cookie } : {}
  await test.send('/public/api/generate-otp-for-login', { payload: { phone, email: null }, headers })
  const payload = { phone, otp: await people.lastCodeTo(phone) }
  const { body } = await test.send('/public/api/login-with-otp', { payload, headers })
  expect(body).toMatchObject({ success: true })
}

async function kept(id: number) {
  const user = await test.db
    .selectFrom('users')
    .select(['referred_by', 'default_address_id'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  const addresses = await test.db
    .selectFrom('addresses')
    .select('id')
    .where('user_id', '=', id)
    .where('deleted_at', 'is', null)
    .execute()
  return { referredBy: user.referred_by, addresses: addresses.length, hasDefault: user.default_address_id !== null }
}

it('[GAP-82] a stranger who registers another person’s phone earns nothing, and leaves no address in the account', async () => {
  const { id, phone, referrer } = await prepared()
  await prove(phone)
  expect(await kept(id)).toEqual({ referredBy: null, addresses: 0, hasDefault: false })
  expect(await people.walletOf(referrer.id)).toEqual([])
  expect((await people.walletOf(id)).map(({ key }) => key)).toEqual(['walletTransactionSignup'])
})

it('[GAP-82] the person who registered proves the phone in the same browser: referrer and address stay', async () => {
  const { id, phone, referrer, browser } = await prepared()
  await prove(phone, browser)
  expect(await kept(id)).toEqual({ referredBy: referrer.id, addresses: 1, hasDefault: true })
  expect(await people.walletOf(referrer.id)).toHaveLength(1)
})

it('[GAP-74] an address that staff saved for a caller stays', async () => {
  const phone = people.newPhone()
  const cookie = await cookieWith('login_as_customer')
  const { body } = await ask('register-guest-user', { name: 'Guest Rao', phone }, { cookie })
  if (!('data' in body)) throw new Error('no account')
  const { id, auth_token: token } = body.data
  await test.call('save-address', { latitude: '12.93', longitude: '77.62', address: '7 Hill Road' }, { token })
  await prove(phone)
  expect(await kept(id)).toEqual({ referredBy: null, addresses: 1, hasDefault: true })
})

it('[GAP-82] a customer whose proved phone was changed by staff keeps referrer and address, also on a new device', async () => {
  const { id, phone, referrer, browser } = await prepared()
  await prove(phone, browser)
  const cookie = await cookieWith('all_users_view', 'all_users_edit', 'all_users_wallet')
  const changed = people.newPhone()
  const person = { id, name: 'Mallory', email: people.newEmail(), phone: changed }
  expect((await ask('dashboard/people/update', person, { cookie })).status).toBe(200)
  await prove(changed)
  expect(await kept(id)).toEqual({ referredBy: referrer.id, addresses: 1, hasDefault: true })
})

it('an account whose phone is proved keeps everything at later sign-ins', async () => {
  const { id, phone } = await prepared()
  await prove(phone)
  const row = { user_id: id, address: '9 Lake Road', latitude: 12.9, longitude: 77.6 }
  await test.db.insertInto('addresses').values(row).execute()
  await people.letCodesRest(31, phone)
  await prove(phone)
  expect((await kept(id)).addresses).toBe(1)
})
