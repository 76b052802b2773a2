import type { createRemoteJWKSet } from 'jose'
import { z } from 'zod'
import type { Config } from '#config.ts'
import { libraries } from '#libraries.ts'
import { askAbout, type SocialIdentity, type SocialProvider, SocialProviderError } from './identity.ts'

type Google = { urls: Config['socialUrls']['google']; clientId: string; timeoutMs?: number }

const KEYS_TIMEOUT_MS = 5000
/**
 * Age in milliseconds up to which a fetched list of keys is used; Google lists a new key for days before it signs with
 * that key, and states hours of validity.
 */
const KEYS_FRESH_MS = 60 * 60_000
/** Minimum time between two fetches of the list of keys, in milliseconds. */
const KEYS_PAUSE_MS = 30_000
/** Maximum number of seconds by which our clock may be behind Google's. */
const CLOCK_TOLERANCE_S = 30
const ISSUERS = ['https://accounts.google.com', 'accounts.google.com']

const isVerified = z.union([z.boolean(), z.string()]).optional()
const subject = z.string().min(1).max(255)
const idToken = z.object({
  sub: subject,
  email: z.string().optional(),
  email_verified: isVerified,
  name: z.string().optional(),
})
/** In the answer about a token, Google writes numbers and booleans as strings. */
const tokenInfo = z.object({
  aud: z.string(),
  sub: subject,
  exp: z.coerce.number(),
  email: z.string().optional(),
  email_verified: isVerified,
})
const userInfo = z.object({ sub: z.string(), name: z.string().optional() })

/**
 * Recognises an ID token by its form (three parts, the first of which begins with an encoded `{"`), because the form of
 * an access token is not specified.
 */
const ID_TOKEN = /^eyJ[\w-]+\.[\w-]+\.[\w-]+$/

const isInvalidToken = (status: number) => status === 400 || status === 401

/**
 * Checks tokens of Google (docs/reference/providers.md#google-sign-in): the audience must be our client id, or any other
 * site's token would open an account here. The signature of an ID token is checked with Google's keys. Other apps may
 * send an access token, which only Google itself can check.
 */
export function createGoogle({ urls, clientId, timeoutMs }: Google): SocialProvider {
  const ask = { provider: 'Google', isInvalidToken, timeoutMs }
  const byToken = async (accessToken: string) => {
    const query = { access_token: accessToken }
    const token = await askAbout({ ...ask, url: urls.tokenInfo, query, answer: tokenInfo })
    if (!token || token.aud !== clientId || token.exp * 1000 <= Date.now()) return undefined
    const person = await askAbout({ ...ask, url: urls.userInfo, query, answer: userInfo })
    return person?.sub === token.sub ? identityOf({ ...token, name: person.name }) : undefined
  }
  return {
    identify: (token) =>
      ID_TOKEN.test(token) ? readIdToken(token, { keysUrl: urls.keys, clientId, timeoutMs }) : byToken(token),
    loginUrl: ({ returnUrl, state }) =>
      `${urls.login}?${new URLSearchParams({
        client_id: clientId,
        redirect_uri: returnUrl,
        response_type: 'id_token',
        scope: 'openid email profile',
        prompt: 'select_account',
        nonce: state,
        state,
      })}`,
  }
}

type Expected = { keysUrl: string; clientId: string; timeoutMs: number | undefined }

/**
 * Returns the person of an ID token; undefined if Google did not sign the token for this site.
 * @throws SocialProviderError when Google's keys cannot be read
 */
async function readIdToken(
  token: string,
  { keysUrl, clientId, timeoutMs }: Expected,
): Promise<SocialIdentity | undefined> {
  const { errors, jwtVerify } = libraries.jose
  try {
    const { payload } = await jwtVerify(token, keysAt(keysUrl, timeoutMs), {
      algorithms: ['RS256'],
      issuer: ISSUERS,
      audience: clientId,
      requiredClaims: ['exp', 'sub'],
      clockTolerance: CLOCK_TOLERANCE_S,
    })
    const claims = idToken.safeParse(payload)
    return claims.success ? identityOf(claims.data) : undefined
  } catch (error) {
    // Error codes of the library that concern the list of keys; all its other codes concern the token.
    const ofKeys = [errors.JOSEError.code, errors.JWKSTimeout.code, errors.JWKSInvalid.code]
    if (error instanceof errors.JOSEError && !ofKeys.includes(error.code)) return undefined
    const why = error instanceof errors.JOSEError ? error.code : 'no answer'
    throw new SocialProviderError(`Google’s keys could not be read: ${why}`)
  }
}

type Keys = ReturnType<typeof createRemoteJWKSet>
/** One cached list of keys for each URL, so that keys are fetched once an hour instead of at each sign-in. */
const keysByAddress = new Map<string, Keys>()

function keysAt(url: string, timeoutMs: number | undefined): Keys {
  const known = keysByAddress.get(url)
  if (known) return known
  const keys = libraries.jose.createRemoteJWKSet(new URL(url), {
    timeoutDuration: timeoutMs ?? KEYS_TIMEOUT_MS,
    cooldownDuration: KEYS_PAUSE_MS,
    cacheMaxAge: KEYS_FRESH_MS,
  })
  keysByAddress.set(url, keys)
  return keys
}

function identityOf({ sub, email, email_verified, name }: z.output<typeof idToken>): SocialIdentity {
  return { provider: 'google', subject: sub, email: String(email_verified) === 'true' ? email : undefined, name }
}
