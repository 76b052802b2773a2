import { beforeEach, describe, expect, test as it } from 'vitest'
import { createPeople } from '#test/accounts.ts'
import { codeOf, type TestAnswer, useTestApp } from '#test/harness.ts'
import { deviceCookieOf } from '#test/staff.ts'

const test = useTestApp()
const people = createPeople(test)
/**
 * The IP address from which the phone's owner uses a new device. No one has requested codes from this network before.
 */
const owner = '192.0.2.77'

beforeEach(async () => {
  for (const table of ['code_turns', 'limit_counters', 'code_budgets', 'code_prefixes'] as const)
    await test.db.deleteFrom(table).execute()
})

const askCode = (phone: string, ip: string) => test.call('generate-otp-for-login', { phone }, { ip })
const askReset = (email: string, ip: string) => test.call('send-password-reset-mail', { email }, { ip })
const sentTo = async (recipient: string) =>
  (await test.db.selectFrom('local_outbox').select('id').where('recipient', '=', recipient).execute()).length

const floods: Record<string, { requests: number; ipOf: (index: number) => string; most: number }> = {
  'one address': { requests: 100, ipOf: () => '203.0.113.7', most: 8 },
  'one /24, address by address': { requests: 100, ipOf: (index) => `203.0.113.${index + 1}`, most: 8 },
  'one /64': { requests: 100, ipOf: (index) => `2001:db8:1:2::${index.toString(16)}`, most: 8 },
  'twenty /64s of one /48': { requests: 100, ipOf: (index) => `2001:db8:1:${index % 20}::1`, most: 8 },
  'twenty IPv4 networks': { requests: 100, ipOf: (index) => `198.18.${index % 20}.5`, most: 28 },
  'twenty IPv6 networks': { requests: 100, ipOf: (index) => `2001:db8:${index % 20}::1`, most: 28 },
}

describe.each(Object.entries(floods))('codes requested from %s', (_what, { requests, ipOf, most }) => {
  /** Requests codes for two hours, each as soon as another code may be sent. */
  async function flood(ask: (ip: string) => Promise<TestAnswer>, target: string): Promise<void> {
    for (let index = 0; index < requests; index++) {
      await ask(ipOf(index))
      await people.letCodesRest(72, target)
    }
  }

  it('requested codes do not prevent a person on a new device from getting and using a code within two minutes', async () => {
    const { phone } = await test.build.customer()
    await flood((ip) => askCode(phone!, ip), phone!)
    expect(await sentTo(phone!)).toBeLessThanOrEqual(most)
    await people.letCodesRest(120, phone!)
    expect((await askCode(phone!, owner)).body).toMatchObject({ otp: true })
    const otp = await people.lastCodeTo(phone!)
    // Strangers who keep requesting codes neither invalidate the owner's code nor delay the owner.
    for (let index = 0; index < 3; index++) {
      await people.letCodesRest(120, phone!)
      await askCode(phone!, `198.19.${index}.5`)
    }
    const entered = await test.call('login-with-otp', { phone: phone!, otp }, { ip: owner })
    expect(entered.body).toMatchObject({ success: true })
  })

  it('requested codes do not prevent a mail with a password reset either', async () => {
    const { email } = await test.build.customer()
    await flood((ip) => askReset(email!, ip), email!)
    await people.letCodesRest(120, email!)
    expect((await askReset(email!, owner)).body).toMatchObject({ success: true })
  })
})

it('of parallel requests for one phone, from one network or from many, one gets a code', async () => {
  const { phone } = await test.build.customer()
  const answers = await Promise.all(Array.from({ length: 12 }, (_, index) => askCode(phone!, `198.18.${index % 6}.5`)))
  expect(answers.filter(({ body }) => (body as { otp: boolean }).otp)).toHaveLength(1)
  expect(answers.map(codeOf).filter((code) => code === 'OTP_TOO_SOON')).toHaveLength(11)
})

it('a turn is returned when an empty budget prevents the code from being sent', async () => {
  await people.set({ limitCodesToCustomersPerDay: '1' })
  await askCode((await test.build.customer()).phone!, '198.18.1.5')
  const { phone } = await test.build.customer()
  expect(codeOf(await askCode(phone!, owner))).toBe('OTP_LIMIT')
  await people.set({ limitCodesToCustomersPerDay: '1000' })
  await test.db.deleteFrom('code_budgets').execute()
  expect((await askCode(phone!, owner)).body).toMatchObject({ otp: true })
})

it('a known client needs no budget of mails that strangers use up', async () => {
  const { phone, email } = await test.build.customer()
  await askCode(phone!, owner)
  await test.call('login-with-otp', { phone: phone!, otp: await people.lastCodeTo(phone!) }, { ip: owner })
  await people.set({ limitCodeMailsPerDay: '1' })
  await askReset((await test.build.customer()).email!, '198.18.1.5')
  const next = (await test.build.customer()).email!
  expect(codeOf(await askReset(next, '198.18.2.5'))).toBe('OTP_LIMIT')
  expect((await askReset(email!, owner)).body).toMatchObject({ success: true })
  await expect.poll(() => sentTo(email!)).toBe(1)
  await people.set({ limitCodeMailsPerDay: '1000' })
})

describe('two browsers at one IP address', () => {
  const shared = '203.0.113.60'
  const send = (call: string, payload: object, cookie?: string) =>
    test.send(`/public/api/${call}`, { payload, headers: cookie ? { cookie } : {}, ip: shared })

  it('another browser neither ends a code, nor goes before it, nor uses its guesses', async () => {
    const { phone } = await test.build.customer()
    const cookie = deviceCookieOf(await send('generate-otp-for-login', { phone }))
    const otp = await people.lastCodeTo(phone!)
    await people.letCodesRest(31, phone!)
    const stranger = deviceCookieOf(await send('generate-otp-for-login', { phone }))
    for (let guess = 0; guess < 12; guess++)
      await send('login-with-otp', { phone, otp: '111111' }, guess % 2 ? stranger : undefined)
    expect((await send('login-with-otp', { phone, otp }, cookie)).body).toMatchObject({ success: true })
  })
})

it('a code that is checked and then used counts once for its prefix', async () => {
  const phone = people.newPhone()
  const email = people.newEmail()
  const from = { ip: owner }
  await test.call('send-otp', { phone, email }, from)
  const otp = await people.lastCodeTo(phone)
  for (let times = 0; times < 2; times++)
    expect((await test.call('verify-otp', { phone, otp }, from)).body).toEqual({ valid_otp: true })
  const person = { name: 'Nila Rao', email, phone, password: 'a wall of lemon trees', otp }
  expect((await test.call('register', person, from)).body).toMatchObject({ success: true })
  const rows = await test.db.selectFrom('code_prefixes').select(['sent', 'entered']).execute()
  // The table has two rows for a code: one counts for the prefix of the phone, the other for the network.
  expect(rows).toEqual([
    { sent: 1, entered: 1 },
    { sent: 1, entered: 1 },
  ])
})
