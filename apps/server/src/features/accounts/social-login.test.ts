import { beforeAll, describe, expect, it } from 'vitest'
import type { SocialIdentity } from '#outside/outside.ts'
import { codeOf, useTestApp } from '#test/harness.ts'
import { createPeople } from './testing.ts'

const test = useTestApp()
let people: ReturnType<typeof createPeople>
/** The provider's side: what each token says. */
const tokens = new Map<string, Omit<SocialIdentity, 'provider'>>()
let issued = 0

beforeAll(() => {
  people = createPeople(test)
  test.services.outside.social.google = {
    identify: async (accessToken) => {
      const person = tokens.get(accessToken)
      return person && { provider: 'google', ...person }
    },
  }
})

function somebody(more: Partial<Omit<SocialIdentity, 'provider'>> = {}) {
  const accessToken = `token-${++issued}`
  const person = { subject: `subject-${issued}`, email: people.newEmail(), name: 'Nila Rao', ...more }
  tokens.set(accessToken, person)
  return { ...person, provider: 'google' as const, accessToken }
}

const asSent = ({ email, accessToken, provider }: ReturnType<typeof somebody>) => ({
  email: email ?? null,
  accessToken,
  provider,
})

describe('signing in with a social provider', () => {
  it('[P-22] [P-24] [H-07] [GAP-23] a new person gives a phone, proves it, and is let in by the provider from then on', async () => {
    const person = somebody()
    const phone = people.newPhone()
    expect((await test.call('send-otp', asSent(person))).body).toEqual({ enter_phone_after_social_login: true })
    expect((await test.call('login', asSent(person))).body).toEqual({ enter_phone_after_social_login: true })
    expect((await test.call('send-otp', { ...asSent(person), phone })).body).toEqual({ otp: true })
    expect(codeOf(await test.call('login', { ...asSent(person), phone }))).toBe('OTP_WRONG')
    const joined = await test.call('login', { ...asSent(person), phone, otp: await people.lastCodeTo(phone) })
    expect(joined.body).toMatchObject({
      success: true,
      data: { name: 'Nila Rao', email: person.email, phone, wallet_balance: 200 },
    })
    const { id } = (joined.body as { data: { id: number } }).data
    expect((await test.call('send-otp', asSent(person))).body).toEqual({ proceed_login: true })
    expect((await test.call('login', asSent(person))).body).toMatchObject({ success: true, data: { id } })
  })

  it('[P-22] a token that the provider does not know is not valid', async () => {
    const forged = { email: people.newEmail(), accessToken: 'forged', provider: 'google' as const }
    expect((await test.call('login', forged)).body).toBe(false)
    expect((await test.call('send-otp', forged)).body).toBe(false)
    expect((await test.call('login', { ...asSent(somebody()), provider: 'facebook' })).body).toBe(false)
  })

  it('the e-mail address alone opens nobody’s account, not even when the provider vouches for it', async () => {
    const customer = await test.build.customer()
    const person = somebody({ email: customer.email! })
    expect((await test.call('send-otp', asSent(person))).body).toEqual({ proceed_login: true })
    const before = await test.build.counts()
    expect((await test.call('login', asSent(person))).body).toMatchObject({ email_phone_already_used: true })
    expect(await test.build.counts()).toEqual(before)
  })

  it('[P-22] a phone that belongs to somebody else is said to be taken', async () => {
    const customer = await test.build.customer()
    const answer = await test.call('login', { ...asSent(somebody()), phone: customer.phone })
    expect(answer.body).toMatchObject({ email_phone_already_used: true })
    expect(codeOf(await test.call('login', { ...asSent(somebody()), phone: '12345' }))).toBe('REGISTRATION_INVALID')
  })

  it('one person joining three times at once gets one account', async () => {
    await people.set({ enSOV: 'false' })
    const person = somebody({ email: undefined })
    const answers = await Promise.all(
      [1, 2, 3].map(() => test.call('login', { ...asSent(person), phone: people.newPhone() })),
    )
    await people.set({ enSOV: 'true' })
    // One that comes when the account is there already is let into it; one that comes too early is refused.
    const entered = answers.filter(({ body }) => body !== false && 'success' in body && body.success)
    expect(entered.length).toBeGreaterThan(0)
    expect(new Set(entered.map(({ body }) => (body as { data: { id: number } }).data.id)).size).toBe(1)
    const refused = answers.filter((answer) => !entered.includes(answer)).map(codeOf)
    expect(refused).toEqual(refused.map(() => 'EMAIL_PHONE_ALREADY_USED'))
    const rows = await test.db
      .selectFrom('social_identities')
      .select('user_id')
      .where('subject', '=', person.subject)
      .execute()
    expect(rows).toHaveLength(1)
  })
})
