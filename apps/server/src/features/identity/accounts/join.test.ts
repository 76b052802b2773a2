import { beforeEach, expect, test as it } from 'vitest'
import { createPeople, otherThan } from '#test/accounts.ts'
import { codeOf, useTestApp } from '#test/harness.ts'
import { deviceCookieOf } from '#test/staff.ts'

const test = useTestApp()
const people = createPeople(test)

beforeEach(async () => {
  await test.db.deleteFrom('limit_counters').execute()
  await people.set({ enableReferAndEarn: 'true', referralBonusType: 'registration' })
})

async function joinCode(phone: string): Promise<string> {
  expect((await test.call('send-join-code', { phone })).body).toEqual({ otp: true })
  return people.lastCodeTo(phone)
}

it('[P-27] a new phone becomes a customer without name and e-mail address, and its referrer is rewarded', async () => {
  const phone = people.newPhone()
  const { data: referrer } = await people.joinByCode()
  const otp = await joinCode(phone)
  const { body } = await test.call('join', { phone, otp, refid: referrer.user_coupon })
  const name = `•••• ${phone.slice(-4)}`
  expect(body).toMatchObject({ success: true, is_new: true, data: { phone, name, email: null, wallet_balance: 200 } })
  const { data } = body as { data: { id: number } }
  const user = await test.db
    .selectFrom('users')
    .select(['referred_by', 'phone_proved_at'])
    .where('id', '=', data.id)
    .executeTakeFirstOrThrow()
  expect(user).toEqual({ referred_by: referrer.id, phone_proved_at: expect.any(Date) })
})

it('a known phone signs in, and requests for a code do not reveal whether a phone is known', async () => {
  const customer = await test.build.customer()
  const otp = await joinCode(customer.phone!)
  const { body } = await test.call('join', { phone: customer.phone, otp })
  expect(body).toMatchObject({ success: true, is_new: false, data: { id: customer.id, name: customer.name } })
})

it('an invalid phone, and the phone of a person who works here, get no code', async () => {
  for (const phone of ['', '12', '+91', null]) {
    const answer = await test.call('send-join-code', { phone })
    expect(answer.body).toMatchObject({ success: false, error: { code: 'REGISTRATION_INVALID' } })
  }
  const rider = await test.build.user({ phone: people.newPhone() }, 'rider')
  expect((await test.call('send-join-code', { phone: rider.phone })).body).toMatchObject({
    email_phone_already_used: true,
  })
  expect(await people.lastCodeTo(rider.phone!)).toBe('none')
})

it('[GAP-23] codes of join have the limits of other codes: one in 30 s, five guesses, one use', async () => {
  const phone = people.newPhone()
  const otp = await joinCode(phone)
  expect((await test.call('send-join-code', { phone })).body).toMatchObject({
    otp: false,
    error: { code: 'OTP_TOO_SOON' },
  })
  expect((await test.call('join', { phone, otp: otherThan(otp) })).body).toMatchObject({ data: 'DONOTMATCH' })
  expect((await test.call('join', { phone, otp: null })).body).toMatchObject({ data: 'DONOTMATCH' })
  expect((await test.call('join', { phone: 'x', otp })).body).toMatchObject({ data: 'DONOTMATCH' })
  expect((await test.call('join', { phone, otp })).body).toMatchObject({ success: true, is_new: true })
  expect((await test.call('join', { phone, otp })).body).toMatchObject({ data: 'DONOTMATCH' })

  const other = people.newPhone()
  const right = await joinCode(other)
  const before = await test.build.counts()
  for (let tries = 0; tries < 5; tries++) await test.call('join', { phone: other, otp: otherThan(right) })
  expect((await test.call('join', { phone: other, otp: right })).body).toMatchObject({ data: 'DONOTMATCH' })
  expect((await test.build.counts()).users).toBe(before.users)
})

it('a banned customer cannot sign in, and the registrations of one IP address are limited', async () => {
  const banned = await test.build.customer({ is_active: false })
  const otp = await joinCode(banned.phone!)
  expect(codeOf(await test.call('join', { phone: banned.phone, otp }))).toBe('ACCOUNT_BANNED')
  await people.set({ limitRegistrationsPerAddress: '1' })
  const phones = [people.newPhone(), people.newPhone()]
  const answers = []
  for (const phone of phones)
    answers.push(await test.call('join', { phone, otp: await joinCode(phone) }, { ip: '203.0.113.7' }))
  await people.set({ limitRegistrationsPerAddress: '10' })
  expect(answers.map(({ status }) => status)).toEqual([200, 429])
})

it('an IP address that requests too many codes waits, and a message that cannot be sent is reported', async () => {
  await people.set({ limitCodesPerAddress: '1' })
  const ask = () => test.call('send-join-code', { phone: people.newPhone() }, { ip: '203.0.113.8' })
  expect((await ask()).body).toEqual({ otp: true })
  const answer = await ask()
  await people.set({ limitCodesPerAddress: '200' })
  expect([answer.status, codeOf(answer)]).toEqual([429, 'OTP_LIMIT'])

  const { sms } = test.services.outside
  const away = async () => Promise.reject(new Error('the provider is away'))
  test.services.outside.sms = { send: away, check: away }
  const lost = await test.call('send-join-code', { phone: people.newPhone() })
  test.services.outside.sms = sms
  expect(lost).toMatchObject({ status: 200, body: { otp: false, error: { code: 'GATEWAY_FAILED' } } })
})

it('an account with a second factor must enter it after the code', async () => {
  const { id, phone } = await test.build.customer()
  await test.db
    .insertInto('second_factors')
    .values({ user_id: id, secret: 'sealed', confirmed_at: new Date() })
    .execute()
  const answer = await test.call('join', { phone, otp: await joinCode(phone!) })
  expect(codeOf(answer)).toBe('SECOND_FACTOR_ASKED')
  expect(answer.body).toMatchObject({ success: false, second_factor: { ticket: expect.any(String) } })
  expect(JSON.stringify(answer.body)).not.toContain('auth_token')
})

it('of many parallel sign-ups with one code, one succeeds', async () => {
  const phone = people.newPhone()
  const otp = await joinCode(phone)
  const answers = await Promise.all(Array.from({ length: 5 }, () => test.call('join', { phone, otp })))
  expect(answers.filter(({ body }) => 'is_new' in body)).toHaveLength(1)
  expect(answers.filter(({ body }) => 'data' in body && body.data === 'DONOTMATCH')).toHaveLength(4)
})

it('of two sign-ups of one phone with separate codes, one creates the account and both sign in', async () => {
  const phone = people.newPhone()
  const codes: { otp: string; headers: Record<string, string> }[] = []
  for (const _ of [1, 2]) {
    await people.letCodesRest(31, phone)
    const asked = await test.send('/public/api/send-join-code', { payload: { phone } })
    codes.push({ otp: await people.lastCodeTo(phone), headers: { cookie: deviceCookieOf(asked) } })
  }
  const answers = await Promise.all(
    codes.map(({ otp, headers }) => test.send('/public/api/join', { payload: { phone, otp }, headers })),
  )
  const bodies = answers.map(({ body }) => body as { is_new: boolean; data: { id: number } })
  expect(bodies.map(({ is_new: isNew }) => isNew).toSorted()).toEqual([false, true])
  expect(bodies[0]!.data.id).toBe(bodies[1]!.data.id)
})

it('an account without an e-mail address has its data, its public name, and the invoices of its orders', async () => {
  const phone = people.newPhone()
  const { body } = await test.call('join', { phone, otp: await joinCode(phone) })
  const { data } = body as { data: { id: number; auth_token: string } }
  const token = data.auth_token
  const exported = await test.call('export-my-data', {}, { token })
  expect(exported.body).toMatchObject({ success: true, data: { profile: { email: null } } })
  const store = await test.build.store()
  const order = await test.build.order({ user_id: data.id, store_id: store.id, status: 5, delivery_type: 2 })
  const rated = await test.call(
    'rate-order',
    { order_id: order.id, rating_store: 5, review_store: 'Crisp', rating_delivery: null, review_delivery: '' },
    { token },
  )
  expect(rated.body).toEqual({ success: true })
  const { reviews } = (await test.call('get-store-reviews', {}, { path: `/${store.slug}` })).body
  expect(reviews).toMatchObject([{ username: '••••', review_store: 'Crisp' }])
  expect((await test.call('get-invoice', { order_id: order.id } as never, { token })).status).toBe(200)
})
