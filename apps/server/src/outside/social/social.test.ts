import { type SocialPerson, type SocialTrouble, socialKeys, startSocialSimulator } from '@nukkad/simulators/social.ts'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { createFacebook } from './facebook.ts'
import { createGoogle } from './google.ts'

let simulator: Awaited<ReturnType<typeof startSocialSimulator>>
beforeAll(async () => {
  simulator = await startSocialSimulator()
})
afterEach(() => {
  simulator.state.trouble = undefined
  simulator.state.asked = []
})
afterAll(() => simulator.close())

const timeoutMs = 200
const google = (clientId = socialKeys.googleAppId) => createGoogle({ urls: simulator.urls.google, clientId, timeoutMs })
const facebook = (secret = socialKeys.facebookAppSecret) =>
  createFacebook({ urls: simulator.urls.facebook, appId: socialKeys.facebookAppId, secret, timeoutMs })
const nila: SocialPerson = { subject: '110169484474386276334', name: 'Nila Rao', email: 'nila@example.test' }
const anHourAgo = Math.floor(Date.now() / 1000) - 3600

describe('Google', () => {
  it('[P-22] [GAP-23] returns the owner of an access token, and the same for an ID token', async () => {
    const told = { provider: 'google', subject: nila.subject, email: nila.email, name: nila.name }
    expect(await google().identify(simulator.issue(nila))).toEqual(told)
    expect(await google().identify(simulator.issueIdToken(nila))).toEqual(told)
  })

  it('[P-22] does not pass on an e-mail address that Google has not verified', async () => {
    const identity = await google().identify(simulator.issue({ ...nila, isEmailVerified: false }))
    expect(identity).toMatchObject({ subject: nila.subject, email: undefined })
  })

  it.each<[string, Partial<SocialPerson>]>([
    ['issued for another site', { clientId: 'another-site.apps.googleusercontent.com' }],
    ['expired', { expiresAt: anHourAgo }],
    ['revoked', { isRevoked: true }],
  ])('[P-22] a token %s is not valid', async (_what, more) => {
    expect(await google().identify(simulator.issue({ ...nila, ...more }))).toBeUndefined()
  })

  it('[P-22] a token that Google did not issue is not valid, even if its content looks right', async () => {
    for (const token of ['forged', 'a&aud=b', '../tokeninfo', 'eyJhbGciOiJub25lIn0.e30.'])
      expect(await google().identify(token), token).toBeUndefined()
  })
})

describe('Facebook', () => {
  it('[P-22] [GAP-23] returns the owner of a token, with the proof of our secret', async () => {
    const identity = await facebook().identify(simulator.issue(nila))
    expect(identity).toEqual({ provider: 'facebook', subject: nila.subject, email: nila.email, name: nila.name })
    expect(simulator.state.asked.map(({ pathname }) => pathname)).toEqual(['/graph/debug_token', '/graph/me'])
    expect(simulator.state.asked[1]!.searchParams.get('appsecret_proof')).toMatch(/^[\da-f]{64}$/)
  })

  it('a person without an e-mail address has none', async () => {
    const identity = await facebook().identify(simulator.issue({ subject: '42', name: 'Dev' }))
    expect(identity).toMatchObject({ subject: '42', email: undefined })
  })

  it.each<[string, Partial<SocialPerson>]>([
    ['issued for another app', { clientId: '999' }],
    ['expired', { expiresAt: anHourAgo }],
    ['revoked', { isRevoked: true }],
  ])('[P-22] a token %s is not valid, and its owner is not queried', async (_what, more) => {
    expect(await facebook().identify(simulator.issue({ ...nila, ...more }))).toBeUndefined()
    expect(simulator.state.asked.map(({ pathname }) => pathname)).toEqual(['/graph/debug_token'])
  })

  it('a token that never expires is valid', async () => {
    // Facebook writes 0 for it; the simulator accepts any future time.
    const token = simulator.issue({ ...nila, expiresAt: Number.MAX_SAFE_INTEGER })
    expect(await facebook().identify(token)).toMatchObject({ subject: nila.subject })
  })

  it('a wrong secret of ours is an error, not an invalid token', async () => {
    await expect(facebook('wrong').identify(simulator.issue(nila))).rejects.toThrow('Facebook answered 400')
  })
})

describe.each(['google', 'facebook'] as const)('failing %s', (name) => {
  const provider = () => (name === 'google' ? google() : facebook())

  it.each<[SocialTrouble, RegExp]>([
    ['server-error', /answered 503/],
    ['quota', /answered 403/],
    ['garbage', /cannot be read/],
    ['wrong-shape', /cannot be read/],
    ['silence', /no answer: TimeoutError/],
    ['hang-up', /no answer/],
    ['redirect', /no answer/],
  ])('[P-22] %s signs no one in, and reveals neither token nor key', async (trouble, text) => {
    const token = simulator.issue(nila)
    simulator.state.trouble = trouble
    const failure = await provider()
      .identify(token)
      .then(
        () => undefined,
        (error: Error) => error,
      )
    expect(failure?.name).toBe('SocialProviderError')
    expect(failure?.message).toMatch(text)
    expect(failure?.message).not.toMatch(/token-|secret/)
  })
})
