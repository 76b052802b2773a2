import { en } from '@nukkad/contract/texts/en.ts'
import { type SocialPerson, socialKeys, startSocialSimulator } from '@nukkad/simulators/social.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createPeople } from '#test/accounts.ts'
import { codeOf, useTestApp } from '#test/harness.ts'

const test = useTestApp()
let people: ReturnType<typeof createPeople>
let simulator: Awaited<ReturnType<typeof startSocialSimulator>>
let issued = 0
const switchedOn = { enableGoogleLogin: 'true', enableFacebookLogin: 'true', ...socialKeys }

beforeAll(async () => {
  people = createPeople(test)
  simulator = await startSocialSimulator()
  test.services.config.socialUrls = simulator.urls
  await people.set(switchedOn)
})
afterAll(() => simulator.close())

function somebody(more: Partial<SocialPerson> = {}) {
  const person = { subject: `subject-${++issued}`, email: people.newEmail(), name: 'Nila Rao', ...more }
  return { ...person, provider: 'google' as const, accessToken: simulator.issue(person) }
}

const state = 'a-state-of-enough-letters'

/** Returns the URL to which `/public/login-with/…` redirects the browser. */
async function leadOn(provider: string, given = state): Promise<string> {
  const { status, headers } = await test.send(`/public/login-with/${provider}?state=${given}`, { method: 'GET' })
  expect(status).toBe(302)
  return String(headers.location)
}

const asSent = ({ email, accessToken, provider }: ReturnType<typeof somebody>) => ({
  email: email ?? null,
  accessToken,
  provider,
})

describe('signing in with a social provider', () => {
  it('[P-22] [P-24] [H-07] [GAP-23] a new person gives and proves a phone, and can then sign in with the provider', async () => {
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

  it('[P-22] a token that the provider does not know is invalid', async () => {
    const forged = { email: people.newEmail(), accessToken: 'forged', provider: 'google' as const }
    expect((await test.call('login', forged)).body).toBe(false)
    expect((await test.call('send-otp', forged)).body).toBe(false)
    const unsigned = { ...forged, accessToken: simulator.issueIdToken({ subject: 's' }, { hasOtherKey: true }) }
    expect((await test.call('login', unsigned)).body).toBe(false)
    const foreign = somebody({ clientId: 'another-site.apps.googleusercontent.com' })
    expect((await test.call('login', asSent(foreign))).body).toBe(false)
    expect((await test.call('login', asSent(somebody({ expiresAt: 1_700_000_000 })))).body).toBe(false)
  })

  it('[P-22] [H-07] an ID token from our own page signs its person in, and is refused if its keys cannot be read', async () => {
    const person = { subject: 'by-id-token', email: people.newEmail(), name: 'Nila Rao' }
    const sent = { email: null, accessToken: simulator.issueIdToken(person), provider: 'google' as const }
    const { keys } = simulator.urls.google
    simulator.urls.google.keys = `${keys}?not-read-yet`
    simulator.state.trouble = 'server-error'
    for (const name of ['login', 'send-otp'] as const) {
      const answer = await test.call(name, sent)
      expect([answer.status, codeOf(answer)]).toEqual([200, 'SOCIAL_PROVIDER_AWAY'])
    }
    simulator.state.trouble = undefined
    expect((await test.call('send-otp', sent)).body).toEqual({ enter_phone_after_social_login: true })
    const phone = people.newPhone()
    expect((await test.call('send-otp', { ...sent, phone })).body).toEqual({ otp: true })
    const joined = await test.call('login', { ...sent, phone, otp: await people.lastCodeTo(phone) })
    expect(joined.body).toMatchObject({ success: true, data: { name: 'Nila Rao', email: person.email, phone } })
    expect((await test.call('send-otp', sent)).body).toEqual({ proceed_login: true })
    simulator.urls.google.keys = keys
  })

  it('[P-22] a token for another e-mail address than the named one is invalid', async () => {
    const person = somebody()
    expect((await test.call('login', { ...asSent(person), email: people.newEmail() })).body).toBe(false)
    const named = await test.call('login', { ...asSent(person), email: person.email.toUpperCase() })
    expect(named.body).toEqual({ enter_phone_after_social_login: true })
  })

  it('[P-22] [H-07] Facebook signs a person in the same way', async () => {
    await people.set({ enSOV: 'false' })
    const person = { ...asSent(somebody()), provider: 'facebook' as const }
    const joined = await test.call('login', { ...person, phone: people.newPhone() })
    await people.set({ enSOV: 'true' })
    expect(joined.body).toMatchObject({ success: true, data: { name: 'Nila Rao' } })
    expect((await test.call('send-otp', person)).body).toEqual({ proceed_login: true })
    // The token belongs to a subject of one provider, so it is refused under the name of the other provider.
    expect((await test.call('login', { ...person, provider: 'google' })).body).toMatchObject({
      email_phone_already_used: true,
    })
  })

  it.each<Record<string, string>>([{ enableGoogleLogin: 'false' }, { googleAppId: '' }])(
    '[P-22] with %o Google signs no one in, and nothing redirects to its page',
    async (off) => {
      await people.set(off)
      expect((await test.call('login', asSent(somebody()))).body).toBe(false)
      expect(await leadOn('google')).toBe('/login')
      await people.set(switchedOn)
      expect((await test.call('login', asSent(somebody()))).body).toEqual({ enter_phone_after_social_login: true })
    },
  )

  it.each(['server-error', 'garbage', 'hang-up'] as const)(
    '[P-22] [P-24] if the provider answers with %s, the call is refused with a text and no one is signed in',
    async (trouble) => {
      const person = somebody()
      const before = await test.build.counts()
      simulator.state.trouble = trouble
      for (const provider of ['google', 'facebook'] as const) {
        for (const name of ['login', 'send-otp'] as const) {
          const answer = await test.call(name, { ...asSent(person), provider })
          expect([answer.status, codeOf(answer)]).toEqual([200, 'SOCIAL_PROVIDER_AWAY'])
          expect(answer.body).toMatchObject({ success: false, data: en.error_SOCIAL_PROVIDER_AWAY })
        }
      }
      simulator.state.trouble = undefined
      expect(await test.build.counts()).toEqual(before)
    },
  )

  it('[H-07] redirects to the page of the provider with our id, our return address and the state', async () => {
    const google = new URL(await leadOn('google'))
    expect(google.href).toContain(simulator.urls.google.login)
    expect(Object.fromEntries(google.searchParams)).toEqual({
      client_id: socialKeys.googleAppId,
      redirect_uri: 'https://shop.test/login/return',
      response_type: 'id_token',
      scope: 'openid email profile',
      prompt: 'select_account',
      nonce: state,
      state,
    })
    const facebook = new URL(await leadOn('facebook'))
    expect(facebook.searchParams.get('client_id')).toBe(socialKeys.facebookAppId)
    expect(facebook.href).not.toContain('secret')
    for (const name of ['twitter', 'constructor', '__proto__']) expect(await leadOn(name)).toBe('/login')
    for (const odd of ['', 'short', 'x'.repeat(65), `${state}%0d%0aset-cookie:a=b`])
      expect(await leadOn('google', odd)).toBe('/login')
  })

  it('the e-mail address alone signs no one in, even if the provider confirms it', async () => {
    const customer = await test.build.customer()
    const person = somebody({ email: customer.email! })
    expect((await test.call('send-otp', asSent(person))).body).toEqual({ proceed_login: true })
    const before = await test.build.counts()
    expect((await test.call('login', asSent(person))).body).toMatchObject({ email_phone_already_used: true })
    expect(await test.build.counts()).toEqual(before)
  })

  it('[P-22] a phone that belongs to someone else is reported as taken', async () => {
    const customer = await test.build.customer()
    const answer = await test.call('login', { ...asSent(somebody()), phone: customer.phone })
    expect(answer.body).toMatchObject({ email_phone_already_used: true })
    expect(codeOf(await test.call('login', { ...asSent(somebody()), phone: '12345' }))).toBe('REGISTRATION_INVALID')
  })

  it('three parallel sign-ups of one person create one account', async () => {
    await people.set({ enSOV: 'false' })
    const person = somebody({ email: undefined })
    const answers = await Promise.all(
      [1, 2, 3].map(() => test.call('login', { ...asSent(person), phone: people.newPhone() })),
    )
    await people.set({ enSOV: 'true' })
    // A sign-in that arrives after the account was created is accepted; one that arrives earlier is refused.
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
