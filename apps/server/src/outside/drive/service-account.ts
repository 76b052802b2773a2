import { createSign } from 'node:crypto'
import { z } from 'zod'
import type { ProviderSettings } from '#outside/message-provider.ts'
import { askParty } from '#trace/ask-party.ts'
import { DriveError } from './ask-drive.ts'

const SCOPE = 'https://www.googleapis.com/auth/drive.file'
const LIFE_SECONDS = 3600
const TIMEOUT_MS = 10_000
/** A token is replaced a minute before it expires, so that no token expires during a request. */
const EARLY_MS = 60_000

const accountForm = z.object({ client_email: z.string().min(3), private_key: z.string().includes('PRIVATE KEY') })
const tokenForm = z.object({ access_token: z.string().min(1), expires_in: z.number().positive() })

export type Tokens = {
  /** Returns a valid token. @throws DriveError `credentials` when the account is refused, `away` without an answer */
  get: () => Promise<string>
  forget: () => void
}

/**
 * Creates a source of tokens for the service account in the settings (RFC 7523: a signed assertion for a bearer token);
 * each token is cached while it is valid.
 */
export function createTokens(settings: ProviderSettings, tokenUrl: string): Tokens {
  let kept: { token: string; of: string; until: number } | undefined
  return {
    get: async () => {
      const json = settings.get('driveServiceAccountJson')
      if (kept && kept.of === json && Date.now() < kept.until) return kept.token
      const { access_token: token, expires_in: seconds } = await fetchToken(tokenUrl, assertion(json, tokenUrl))
      kept = { token, of: json, until: Date.now() + seconds * 1000 - EARLY_MS }
      return token
    },
    forget: () => {
      kept = undefined
    },
  }
}

function assertion(json: string, audience: string): string {
  const account = readAccount(json)
  const now = Math.floor(Date.now() / 1000)
  const claims = { iss: account.client_email, scope: SCOPE, aud: audience, iat: now, exp: now + LIFE_SECONDS }
  const signed = [{ alg: 'RS256', typ: 'JWT' }, claims]
    .map((part) => Buffer.from(JSON.stringify(part)).toString('base64url'))
    .join('.')
  try {
    return `${signed}.${createSign('RSA-SHA256').update(signed).sign(account.private_key, 'base64url')}`
  } catch {
    // The library's own message is not used, because it might quote the key.
    throw new DriveError('credentials', 'the private key of the service account cannot be read')
  }
}

function readAccount(json: string): z.output<typeof accountForm> {
  try {
    return accountForm.parse(JSON.parse(json))
  } catch {
    throw new DriveError('credentials', 'driveServiceAccountJson holds no key of a service account')
  }
}

async function fetchToken(url: string, jwt: string): Promise<z.output<typeof tokenForm>> {
  let answer: { status: number; body: unknown }
  try {
    const response = await askParty('drive', url, {
      method: 'POST',
      redirect: 'manual',
      signal: AbortSignal.timeout(TIMEOUT_MS),
      body: new URLSearchParams({ grant_type: 'urn:ietf:params:oauth:grant-type:jwt-bearer', assertion: jwt }),
    })
    answer = { status: response.status, body: await response.json().catch(() => undefined) }
  } catch (cause) {
    throw new DriveError('away', 'the token of the service account could not be fetched', { cause })
  }
  if (answer.status === 400 || answer.status === 401)
    throw new DriveError('credentials', 'Google does not take the service account')
  const token = tokenForm.safeParse(answer.body)
  if (answer.status !== 200 || !token.success) throw new DriveError('away', 'Google gave no token')
  return token.data
}
