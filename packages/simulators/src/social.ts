import { createHmac, generateKeyPairSync, type KeyObject, randomUUID, sign } from 'node:crypto'
import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

export type SocialPerson = {
  subject: string
  name?: string
  email?: string
  isEmailVerified?: boolean
  /** The client id of the site for which the social provider issued the token. */
  clientId?: string
  expiresAt?: number
  isRevoked?: boolean
}

/** Ways to forge an ID token. A token that is forged in any of these ways was not issued by Google for the site. */
export type Forgery = {
  issuer?: string
  algorithm?: 'RS256' | 'HS256' | 'none'
  /** Whether the token is signed with a key that is not in Google's list. */
  hasOtherKey?: boolean
  /** The claims that a forger replaces after Google has signed the token. */
  changed?: object
}

type SigningKey = { id: string; publicKey: KeyObject; privateKey: KeyObject }

export type SocialTrouble = 'server-error' | 'quota' | 'garbage' | 'wrong-shape' | 'silence' | 'hang-up' | 'redirect'

type Answer = [status: number, body: object]

export const socialKeys = {
  googleAppId: '1044.apps.googleusercontent.com',
  facebookAppId: '8123456789',
  facebookAppSecret: 'a secret of the simulator',
}

/** Simulates Google and Facebook as they are documented, on one port: the sign-in pages, and the checks of tokens. */
export async function startSocialSimulator(port = 0) {
  const tokens = new Map<string, SocialPerson>()
  const state = { trouble: undefined as SocialTrouble | undefined, asked: [] as URL[] }
  /**
   * Google's keys. Google signs with the newest key; older keys stay in Google's list of keys until the tokens signed
   * with them have expired.
   */
  const keys = [newKey()]
  /** The person whom the login pages treat as signed in at the social provider. */
  let visitor: SocialPerson = { subject: 'visitor-1', name: 'Nila Rao' }

  const server = createServer((request, answer) => {
    const url = new URL(request.url!, 'http://simulator')
    state.asked.push(url)
    if (state.trouble) return void misbehave(state.trouble, request.socket, answer)
    if (url.pathname.startsWith('/login/')) return void showLoginPage(url, answer)
    const [status, body] = answerTo(url)
    answer.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body))
  })

  function answerTo(url: URL): Answer {
    const given = Object.fromEntries(url.searchParams)
    if (url.pathname === '/certs') return certificates()
    if (url.pathname === '/tokeninfo') return tokenInfo(given)
    if (url.pathname === '/userinfo') return userInfo(given)
    if (url.pathname === '/graph/debug_token') return debugToken(given)
    if (url.pathname === '/graph/me') return me(given)
    return [404, {}]
  }

  const isDead = ({ isRevoked, expiresAt = inAnHour() }: SocialPerson) => isRevoked || expiresAt < Date.now() / 1000

  function certificates(): Answer {
    const published = keys.map(({ id, publicKey }) => ({
      ...publicKey.export({ format: 'jwk' }),
      kid: id,
      use: 'sig',
      alg: 'RS256',
    }))
    return [200, { keys: published }]
  }

  function tokenInfo({ access_token = '' }: Record<string, string>): Answer {
    const person = tokens.get(access_token)
    if (!person || isDead(person)) return [400, { error: 'invalid_token', error_description: 'Invalid Value' }]
    const { subject, email, isEmailVerified = true, clientId = socialKeys.googleAppId, expiresAt = inAnHour() } = person
    return [
      200,
      {
        azp: clientId,
        aud: clientId,
        sub: subject,
        scope: 'openid email profile',
        exp: String(expiresAt),
        ...(email && { email, email_verified: String(isEmailVerified) }),
      },
    ]
  }

  function userInfo({ access_token = '' }: Record<string, string>): Answer {
    const person = tokens.get(access_token)
    if (!person || isDead(person)) return [401, { error: 'invalid_request' }]
    return [200, { sub: person.subject, name: person.name, email: person.email }]
  }

  function debugToken({ input_token = '', access_token }: Record<string, string>): Answer {
    if (access_token !== `${socialKeys.facebookAppId}|${socialKeys.facebookAppSecret}`)
      return [400, { error: { message: 'Invalid OAuth access token signature.', type: 'OAuthException', code: 190 } }]
    const person = tokens.get(input_token)
    if (!person || isDead(person)) return [200, { data: { is_valid: false, error: { code: 190 }, scopes: [] } }]
    const { subject, clientId = socialKeys.facebookAppId, expiresAt = inAnHour() } = person
    return [
      200,
      { data: { app_id: clientId, type: 'USER', is_valid: true, expires_at: expiresAt, user_id: subject, scopes: [] } },
    ]
  }

  function me({ access_token = '', appsecret_proof }: Record<string, string>): Answer {
    const proof = createHmac('sha256', socialKeys.facebookAppSecret).update(access_token).digest('hex')
    if (appsecret_proof !== proof)
      return [400, { error: { message: 'Invalid appsecret_proof', type: 'GraphMethodException', code: 100 } }]
    const person = tokens.get(access_token)
    if (!person) return [400, { error: { message: 'Error validating access token', code: 190 } }]
    return [200, { id: person.subject, name: person.name, email: person.email }]
  }

  /**
   * Shows the login page of a social provider. The page sends a person who continues back with a token, and a person
   * who refuses with an error.
   */
  function showLoginPage({ searchParams }: URL, answer: ServerResponse): void {
    const {
      client_id = '',
      redirect_uri = '',
      response_type,
      nonce = '',
      state: kept = '',
    } = Object.fromEntries(searchParams)
    const isGoogle = client_id === socialKeys.googleAppId
    const isKnown = isGoogle ? response_type === 'id_token' && nonce !== '' : response_type === 'token'
    if (!isKnown || (!isGoogle && client_id !== socialKeys.facebookAppId))
      return void answer.writeHead(400).end('redirect_uri_mismatch')
    const given: Record<string, string> = isGoogle
      ? { id_token: issueIdToken(visitor) }
      : { access_token: issue(visitor), token_type: 'Bearer', expires_in: '3599' }
    const back = (values: Record<string, string>) =>
      `${redirect_uri}#${new URLSearchParams({ state: kept, ...values })}`
    answer.writeHead(200, { 'content-type': 'text/html' }).end(`<!doctype html><title>Choose an account</title>
      <a href="${back(given)}">Continue as ${visitor.name}</a>
      <a href="${back({ error: 'access_denied' })}">Cancel</a>`)
  }

  function issue(person: SocialPerson): string {
    const token = `token-${randomUUID()}`
    tokens.set(token, person)
    return token
  }

  /** Returns a signed ID token for a person, or a forged one. */
  function issueIdToken(person: SocialPerson, forgery: Forgery = {}): string {
    const { subject, name, email, isEmailVerified = true, clientId = socialKeys.googleAppId } = person
    const { issuer = 'https://accounts.google.com', algorithm = 'RS256', hasOtherKey, changed } = forgery
    const key = keys.at(-1)!
    const claims = {
      iss: issuer,
      azp: clientId,
      aud: clientId,
      sub: subject,
      name,
      ...(email && { email, email_verified: isEmailVerified }),
      iat: inAnHour() - 3600,
      exp: person.expiresAt ?? inAnHour(),
    }
    const signed = `${encoded({ alg: algorithm, kid: key.id, typ: 'JWT' })}.${encoded(claims)}`
    const signature = signatureOf(signed, algorithm, hasOtherKey ? newKey() : key)
    const sent = changed ? `${signed.split('.')[0]}.${encoded({ ...claims, ...changed })}` : signed
    return `${sent}.${signature}`
  }

  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve))
  const base = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const urls = {
    google: {
      login: `${base}/login/google`,
      keys: `${base}/certs`,
      tokenInfo: `${base}/tokeninfo`,
      userInfo: `${base}/userinfo`,
    },
    facebook: { login: `${base}/login/facebook`, graph: `${base}/graph` },
  }
  return {
    urls,
    state,
    /** Returns a token of a social provider for a person. */
    issue,
    issueIdToken,
    /** Makes Google sign with a new key, which it adds to its list. */
    rotateKeys: (): void => {
      keys.push(newKey())
    },
    welcome: (person: SocialPerson): void => {
      visitor = person
    },
    close: (): void => {
      server.closeAllConnections()
      server.close()
    },
  }
}

function misbehave(kind: SocialTrouble, socket: { destroy: () => void }, answer: ServerResponse): void {
  if (kind === 'server-error') answer.writeHead(503).end('{}')
  else if (kind === 'quota')
    answer.writeHead(403, { 'content-type': 'application/json' }).end('{"error":{"message":"limit","code":4}}')
  else if (kind === 'garbage') answer.writeHead(200).end('<html>busy</html>')
  else if (kind === 'wrong-shape') answer.writeHead(200).end('{"data":{"is_valid":"perhaps"},"aud":7}')
  else if (kind === 'redirect') answer.writeHead(302, { location: '/elsewhere' }).end()
  else if (kind === 'hang-up') socket.destroy()
}

const inAnHour = () => Math.floor(Date.now() / 1000) + 3600

function newKey(): SigningKey {
  return { id: randomUUID(), ...generateKeyPairSync('rsa', { modulusLength: 2048 }) }
}

const encoded = (part: object) => Buffer.from(JSON.stringify(part)).toString('base64url')

/**
 * The signature algorithms of forged tokens: no signature at all, or a symmetric one with the public key as its secret.
 */
function signatureOf(text: string, algorithm: Required<Forgery>['algorithm'], key: SigningKey): string {
  if (algorithm === 'none') return 'bm9uZQ'
  if (algorithm === 'HS256')
    return createHmac('sha256', key.publicKey.export({ type: 'spki', format: 'pem' }))
      .update(text)
      .digest('base64url')
  return sign('sha256', Buffer.from(text), key.privateKey).toString('base64url')
}
