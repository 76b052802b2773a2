import { beforeEach, describe, expect, test as it } from 'vitest'
import { createPeople, otherThan } from '#test/accounts.ts'
import { codeOf, useTestApp } from '#test/harness.ts'

const test = useTestApp()
const people = createPeople(test)

beforeEach(async () => {
  for (const table of ['code_budgets', 'code_prefixes', 'limit_counters', 'alarms'] as const)
    await test.db.deleteFrom(table).execute()
  await people.set({
    limitCodesToCustomersPerDay: '1000',
    limitCodesToNewcomersPerDay: '1000',
    limitCodeMailsPerDay: '1000',
    codeCountries: '',
  })
})

const toNewcomer = (phone = people.newPhone()) => test.call('send-otp', { phone, email: people.newEmail() })
const toCustomer = async (ip?: string) =>
  test.call('generate-otp-for-login', { phone: (await test.build.customer()).phone }, ip ? { ip } : {})
const spent = async () => test.db.selectFrom('code_budgets').select('budget').orderBy('budget').execute()
const openAlarms = () =>
  test.db.selectFrom('alarms').select(['code', 'subject']).where('closed_at', 'is', null).execute()

describe('numbers that get codes', () => {
  it.each([
    ['abroad', '+37120000000'],
    ['by satellite', '+8821612345678'],
    ['premium', '+19005551234'],
    ['on an island that shares a code', '+18765551234'],
    ['personal', '+447012345678'],
    ['fixed', '+918041234567'],
  ])('codes are not sent to numbers %s: %s', async (_what, phone) => {
    const answers = [
      await toNewcomer(phone),
      await test.call('generate-otp-for-login', { phone, email: people.newEmail() }),
    ]
    for (const answer of answers) {
      expect(codeOf(answer)).toBe('REGISTRATION_INVALID')
      expect(answer.body).toMatchObject({ message: expect.stringContaining('mobile numbers') })
    }
    expect(await test.db.selectFrom('local_outbox').select('id').where('recipient', '=', phone).execute()).toEqual([])
    expect(await spent()).toEqual([])
  })

  it('include the countries that the operator names, and customers who proved their phone before', async () => {
    await people.set({ codeCountries: 'LV, NP' })
    expect((await toNewcomer('+37120000001')).body).toMatchObject({ otp: true })
    expect(codeOf(await toNewcomer())).toBe('REGISTRATION_INVALID')
    expect((await toCustomer()).body).toMatchObject({ otp: true })
  })
})

describe('budgets for codes', () => {
  it('budgets are separate for newcomers, customers and mail, also when strangers empty one in parallel', async () => {
    await people.set({ limitCodesToNewcomersPerDay: '5' })
    const answers = await Promise.all(Array.from({ length: 20 }, () => toNewcomer()))
    expect(answers.filter(({ body }) => (body as { otp?: boolean }).otp)).toHaveLength(5)
    const refused = await toNewcomer()
    expect({ status: refused.status, code: codeOf(refused) }).toEqual({ status: 429, code: 'OTP_LIMIT' })
    // The budget of five messages refills evenly, one message every fifth of a day, and not as a whole at midnight.
    const wait = Number(refused.headers['retry-after'])
    expect(wait).toBeLessThanOrEqual((24 * 3600) / 5)
    expect(wait).toBeGreaterThan(4 * 3600)
    expect((await toCustomer()).body).toMatchObject({ otp: true })
    const { email } = await test.build.customer()
    expect((await test.call('send-password-reset-mail', { email: email! })).body).toMatchObject({ success: true })
  })

  it('budgets are not used by requests that send nothing', async () => {
    for (let asked = 0; asked < 5; asked++) await test.call('send-password-reset-mail', { email: people.newEmail() })
    expect(codeOf(await toNewcomer((await test.build.customer()).phone!))).toBe('EMAIL_PHONE_ALREADY_USED')
    expect(await spent()).toEqual([])
  })

  it('refuse password resets of known and unknown addresses in the same way', async () => {
    await people.set({ limitCodeMailsPerDay: '1' })
    const { email } = await test.build.customer()
    await test.call('send-password-reset-mail', { email: email! })
    const next = (await test.build.customer()).email!
    const codes = [
      codeOf(await test.call('send-password-reset-mail', { email: next })),
      codeOf(await test.call('send-password-reset-mail', { email: people.newEmail() })),
    ]
    expect(codes).toEqual(['OTP_LIMIT', 'OTP_LIMIT'])
  })

  it('budgets never stop a customer on a client that the account knows', async () => {
    await people.set({ limitCodesToCustomersPerDay: '1' })
    const home = '198.51.100.60'
    const customer = await test.build.customer()
    const { phone } = customer
    await test.call('generate-otp-for-login', { phone }, { ip: home })
    const otp = await people.lastCodeTo(phone!)
    await test.call('login-with-otp', { phone, otp }, { ip: home })
    expect(codeOf(await toCustomer())).toBe('OTP_LIMIT')
    expect((await test.call('generate-otp-for-login', { phone }, { ip: home })).body).toMatchObject({ otp: true })
  })

  it('raise an alarm when half is used', async () => {
    await people.set({ limitCodesToNewcomersPerDay: '4' })
    await toNewcomer()
    expect(await openAlarms()).toEqual([])
    await toNewcomer()
    expect(await openAlarms()).toEqual([{ code: 'code_budget_half_spent', subject: 'newcomers' }])
  })
})

describe('stopped prefixes', () => {
  const inRange = (index: number) => `+917777${String(100_000 + index)}`

  it('strangers get no codes to a prefix whose codes are never entered; other prefixes and customers do', async () => {
    for (let index = 0; index < 20; index++) expect((await toNewcomer(inRange(index))).status).toBe(200)
    expect(codeOf(await toNewcomer(inRange(20)))).toBe('OTP_LIMIT')
    expect(await openAlarms()).toContainEqual({ code: 'code_prefix_stopped', subject: '+917777' })
    expect((await toNewcomer()).body).toMatchObject({ otp: true })
    const customer = await test.build.customer({ phone: inRange(99) })
    expect((await test.call('generate-otp-for-login', { phone: customer.phone })).body).toMatchObject({ otp: true })
  })

  it('one network cannot stop a prefix for others: it stops only itself', async () => {
    const from = (index: number) =>
      test.call(
        'send-otp',
        { phone: inRange(200 + index), email: people.newEmail() },
        { ip: `198.51.100.${index + 1}` },
      )
    const statuses: number[] = []
    for (let index = 0; index < 25; index++) statuses.push((await from(index)).status)
    expect(statuses.filter((status) => status === 200)).toHaveLength(10)
    expect(await openAlarms()).toEqual([])
    expect((await toNewcomer(inRange(300))).body).toMatchObject({ otp: true })
  })

  it('a prefix whose codes people enter is not stopped', async () => {
    for (let index = 30; index < 55; index++) {
      const phone = inRange(index)
      expect((await toNewcomer(phone)).status).toBe(200)
      const otp = await people.lastCodeTo(phone)
      const typed = index % 5 === 0 ? otp : otherThan(otp)
      await test.call('verify-otp', { phone, otp: typed })
    }
    expect((await toNewcomer(inRange(60))).body).toMatchObject({ otp: true })
  })
})
