import {
  type Forgery,
  type SocialPerson,
  type SocialTrouble,
  socialKeys,
  startSocialSimulator,
} from '@nukkad/simulators/social.ts'
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import { createFacebook } from './facebook.ts'
import { createGoogle } from './google.ts'

let simulator: Awaited<ReturnType<typeof startSocialSimulator>>
beforeAll(async () => {
  simulator = await startSocialSimulator()
})
afterEach(() => {
  simulator.state.trouble = undefined
  simulator.state.asked = []
  vi.useRealTimers()
})
afterAll(() => simulator.close())

/**
 * A timeout that is long enough for an answer on a busy machine, and short enough for tests of providers that do not
 * answer.
 */
const timeoutMs = 1000
const google = (clientId = socialKeys.googleAppId) => createGoogle({ urls: simulator.urls.google, clientId, timeoutMs })
const facebook = (secret = socialKeys.facebookAppSecret) =>
  createFacebook({ urls: simulator.urls.facebook, appId: socialKeys.facebookAppId, secret, timeoutMs })
const nila: SocialPerson = { subject: '110169484474386276334', name: 'Nila Rao', email: 'nila@example.test' }
const anHourAgo = Math.floor(Date.now() / 1000) - 3600

describe('Google', () => {
  it('[P-22] [GAP-23] returns the owner of an access token, and the same for an ID token', async () => {
    const stated = { provider: 'google', subject: nila.subject, email: nila.email, name: nila.name }
    expect(await google().identify(simulator.issue(nila))).toEqual(stated)
    expect(await google().identify(simulator.issueIdToken(nila))).toEqual(stated)
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

describe('ID tokens of Google', () => {
  /** A provider whose keys have not been fetched yet. */
  const fresh = () => {
    const keys = `${simulator.urls.google.keys}?${crypto.randomUUID()}`
    const urls = { ...simulator.urls.google, keys }
    return createGoogle({ urls, clientId: socialKeys.googleAppId, timeoutMs })
  }
  const asked = () => simulator.state.asked.map(({ pathname }) => pathname)

  it('[P-22] tokens are checked with keys that are fetched once, also when many arrive together', async () => {
    const provider = fresh()
    const people = Array.from({ length: 5 }, (_, at) => ({ ...nila, subject: `subject-${at}` }))
    const found = await Promise.all(people.map((person) => provider.identify(simulator.issueIdToken(person))))
    expect(found.map((identity) => identity?.subject)).toEqual(people.map(({ subject }) => subject))
    simulator.state.trouble = 'server-error'
    expect(await provider.identify(simulator.issueIdToken(nila))).toMatchObject({ subject: nila.subject })
    expect(asked()).toEqual(['/certs'])
  })

  it.each<[string, Partial<SocialPerson>, Forgery]>([
    ['of another issuer', {}, { issuer: 'https://accounts.example' }],
    ['for another site', { clientId: 'another-site.apps.googleusercontent.com' }, {}],
    ['that has expired', { expiresAt: anHourAgo }, {}],
    ['without a signature', {}, { algorithm: 'none' }],
    ['signed with the public key as a secret', {}, { algorithm: 'HS256' }],
    ['signed by another key of the same id', {}, { hasOtherKey: true }],
    ['whose claims were changed', {}, { changed: { sub: '1' } }],
    ['without a subject', { subject: '' }, {}],
  ])('[P-22] %s are not valid', async (_what, more, forgery) => {
    expect(await fresh().identify(simulator.issueIdToken({ ...nila, ...more }, forgery))).toBeUndefined()
  })

  it('[P-22] an address that Google has not verified is not passed on', async () => {
    const identity = await fresh().identify(simulator.issueIdToken({ ...nila, isEmailVerified: false }))
    expect(identity).toMatchObject({ subject: nila.subject, email: undefined })
  })

  it('a new key of Google is fetched when its first token comes, but not for every unknown key', async () => {
    const provider = fresh()
    const before = simulator.issueIdToken(nila)
    expect(await provider.identify(before)).toMatchObject({ subject: nila.subject })
    simulator.rotateKeys()
    const after = simulator.issueIdToken(nila)
    // Within 30 seconds after the last fetch of the keys, a token with an unknown key causes no second fetch.
    expect(await provider.identify(after)).toBeUndefined()
    expect(asked()).toEqual(['/certs'])
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 31_000 })
    expect(await provider.identify(after)).toMatchObject({ subject: nila.subject })
    expect(await provider.identify(before)).toMatchObject({ subject: nila.subject })
    expect(asked()).toEqual(['/certs', '/certs'])
  })

  it.each<SocialTrouble>(['server-error', 'quota', 'garbage', 'wrong-shape', 'silence', 'hang-up', 'redirect'])(
    '[P-22] tokens are not decided while the keys answer with %s; the next one is',
    async (trouble) => {
      const provider = fresh()
      const token = simulator.issueIdToken(nila)
      simulator.state.trouble = trouble
      const failure = await provider.identify(token).catch((error: Error) => error)
      expect(failure).toMatchObject({ name: 'SocialProviderError', message: expect.stringMatching(/^Google’s keys/) })
      expect((failure as Error).message).not.toContain(token)
      simulator.state.trouble = undefined
      expect(await provider.identify(token)).toMatchObject({ subject: nila.subject })
    },
  )
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
    // Facebook writes 0 for a token that never expires; the simulator accepts any future time.
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
