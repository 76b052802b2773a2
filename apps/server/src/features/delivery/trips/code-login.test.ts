import { beforeEach, expect, test as it } from 'vitest'
import { createPeople, otherThan } from '#test/accounts.ts'
import { codeOf, useTestApp } from '#test/harness.ts'

const test = useTestApp()
const people = createPeople(test)

beforeEach(async () => {
  await test.db.deleteFrom('limit_counters').execute()
})

async function newRider(): Promise<{ id: number; phone: string }> {
  const phone = people.newPhone()
  const { id } = await test.build.rider({ user: { phone } })
  return { id, phone }
}

async function ask(phone: string): Promise<void> {
  expect((await test.call('delivery/login/send-code', { phone })).body).toEqual({ otp: true })
}

it('[GAP-40] a rider signs in with phone and code, once', async () => {
  const { id, phone } = await newRider()
  await ask(phone)
  await expect.poll(() => people.lastCodeTo(phone)).not.toBe('none')
  const otp = await people.lastCodeTo(phone)
  const wrong = await test.call('delivery/login/with-code', { phone, otp: otherThan(otp) })
  expect(wrong.body).toMatchObject({ success: false, data: 'DONOTMATCH' })
  const right = await test.call('delivery/login/with-code', { phone, otp })
  expect(right.body).toMatchObject({ success: true, data: { id, auth_token: expect.any(String) } })
  const again = await test.call('delivery/login/with-code', { phone, otp })
  expect(again.body).toMatchObject({ success: false, data: 'DONOTMATCH' })
})

it('a customer and a stranger get the same answer and no code, and their codes do not sign in here', async () => {
  const customer = await test.build.customer()
  for (const phone of [customer.phone!, people.newPhone()]) {
    await ask(phone)
    expect(await people.lastCodeTo(phone)).toBe('none')
  }
  await people.letCodesRest(31, customer.phone!)
  const otp = await people.loginCode(customer.phone!)
  const entered = await test.call('delivery/login/with-code', { phone: customer.phone, otp })
  expect(entered.body).toMatchObject({ success: false, data: 'DONOTMATCH' })
})

it('an invalid phone, and a second code within 30 s, are refused; a call without input answers that nothing matches', async () => {
  const { phone } = await newRider()
  for (const bad of ['', '12', null]) {
    const answer = await test.call('delivery/login/send-code', { phone: bad })
    expect([answer.status, codeOf(answer)]).toEqual([400, 'INVALID_INPUT'])
  }
  await ask(phone)
  expect((await test.call('delivery/login/send-code', { phone })).body).toMatchObject({
    otp: false,
    error: { code: 'OTP_TOO_SOON' },
  })
  for (const input of [{}, { phone }, { phone: 'x', otp: '123456' }])
    expect((await test.call('delivery/login/with-code', input)).body).toMatchObject({ data: 'DONOTMATCH' })
})

it('an IP address that requests too many codes has to wait', async () => {
  await people.set({ limitCodesPerAddress: '1' })
  const from = { ip: '203.0.113.8' }
  await test.call('delivery/login/send-code', { phone: people.newPhone() }, from)
  const answer = await test.call('delivery/login/send-code', { phone: people.newPhone() }, from)
  await people.set({ limitCodesPerAddress: '200' })
  expect([answer.status, codeOf(answer)]).toEqual([429, 'OTP_LIMIT'])
})

it('a rider with a second factor must enter it after the code', async () => {
  const { id, phone } = await newRider()
  await test.db
    .insertInto('second_factors')
    .values({ user_id: id, secret: 'sealed', confirmed_at: new Date() })
    .execute()
  await ask(phone)
  await expect.poll(() => people.lastCodeTo(phone)).not.toBe('none')
  const answer = await test.call('delivery/login/with-code', { phone, otp: await people.lastCodeTo(phone) })
  expect(codeOf(answer)).toBe('SECOND_FACTOR_ASKED')
  expect(answer.body).toMatchObject({ success: false, second_factor: { ticket: expect.any(String) } })
  expect(JSON.stringify(answer.body)).not.toContain('auth_token')
})

it('after five wrong codes, the next try has to wait', async () => {
  const { phone } = await newRider()
  await ask(phone)
  await expect.poll(() => people.lastCodeTo(phone)).not.toBe('none')
  const wrong = { phone, otp: otherThan(await people.lastCodeTo(phone)) }
  for (let tries = 0; tries < 5; tries++) await test.call('delivery/login/with-code', wrong)
  await people.letCodesRest(31, phone)
  await ask(phone)
  const answer = await test.call('delivery/login/with-code', wrong)
  expect([answer.status, codeOf(answer)]).toEqual([429, 'TOO_MANY_REQUESTS'])
})

it('of many parallel sign-ins with one code, one succeeds', async () => {
  const { phone } = await newRider()
  await ask(phone)
  await expect.poll(() => people.lastCodeTo(phone)).not.toBe('none')
  const otp = await people.lastCodeTo(phone)
  const answers = await Promise.all(
    Array.from({ length: 5 }, () => test.call('delivery/login/with-code', { phone, otp })),
  )
  expect(answers.filter(({ body }) => body.success)).toHaveLength(1)
})
