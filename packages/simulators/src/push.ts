import { createDecipheriv, createECDH, createHmac, createPublicKey, randomBytes, randomUUID, verify } from 'node:crypto'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

export type PushMood = number | { status: number; retryAfter: string } | 'silence' | 'hang-up' | 'redirect'

/** A push message that reached one browser, after decryption. */
export type Arrived = {
  browser: string
  payload: Record<string, unknown>
  ttl: number
  urgency: string | undefined
  topic: string | undefined
  bytes: number
}

type Browser = { applicationKey: string; ecdh: ReturnType<typeof createECDH>; auth: Buffer }

const MAX_BYTES = 4096
const DAY_SECONDS = 24 * 3600

/**
 * Simulates a push service with its browsers on one port. The push service implements the receiving side of the
 * standards: it checks the TTL (RFC 8030) and the signature (RFC 8292), and decrypts the message with the browser's key
 * (RFC 8188, 8291).
 */
export async function startPushService(port = 0) {
  const browsers = new Map<string, Browser>()
  const arrived: Arrived[] = []
  const asked: string[] = []
  /** The reactions of the push service to the next requests, one for each; after them every request succeeds. */
  const moods: PushMood[] = []
  let origin = ''

  const server = createServer((request, answer) => {
    void readBody(request).then((body) => receive(request, body, answer))
  })

  function receive(request: IncomingMessage, body: Buffer, answer: ServerResponse): void {
    const id = request.url!.slice('/push/'.length)
    asked.push(id)
    const mood = moods.shift()
    if (mood === 'silence') return
    if (mood === 'hang-up') return void request.socket.destroy()
    if (mood === 'redirect') return void answer.writeHead(307, { location: `${origin}/push/${id}` }).end()
    if (typeof mood === 'object') return void answer.writeHead(mood.status, { 'retry-after': mood.retryAfter }).end()
    answer.writeHead(mood ?? take(id, request, body)).end()
  }

  function take(id: string, { headers, method }: IncomingMessage, body: Buffer): number {
    const browser = browsers.get(id)
    if (!browser) return 410
    if (body.length > MAX_BYTES) return 413
    const isFormed = method === 'POST' && headers['content-encoding'] === 'aes128gcm' && /^\d+$/.test(`${headers.ttl}`)
    if (!isFormed) return 400
    if (!isSignedBy(browser.applicationKey, headers.authorization ?? '', origin)) return 403
    arrived.push({
      browser: id,
      payload: JSON.parse(open(body, browser)) as Record<string, unknown>,
      ttl: Number(headers.ttl),
      urgency: headers.urgency as string | undefined,
      topic: headers.topic as string | undefined,
      bytes: body.length,
    })
    return 201
  }

  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve))
  const host = `127.0.0.1:${(server.address() as AddressInfo).port}`
  origin = `http://${host}`

  return {
    host,
    arrived,
    asked,
    moods,
    /**
     * Creates a browser that subscribes with the site's key. Returns its id, and the string that it sends to the site.
     */
    subscribe: (applicationKey: string): { id: string; pushToken: string } => {
      const id = randomUUID()
      const ecdh = createECDH('prime256v1')
      const p256dh = ecdh.generateKeys('base64url')
      const auth = randomBytes(16)
      browsers.set(id, { applicationKey, ecdh, auth })
      const keys = { p256dh, auth: auth.toString('base64url') }
      return { id, pushToken: JSON.stringify({ endpoint: `${origin}/push/${id}`, expirationTime: null, keys }) }
    },
    /** Simulates that the person has withdrawn the browser's permission for push messages. */
    unsubscribe: (id: string): void => void browsers.delete(id),
    forget: (): void => {
      for (const list of [arrived, asked, moods]) list.length = 0
    },
    close: (): void => {
      server.closeAllConnections()
      server.close()
    },
  }
}

/**
 * Checks the header `vapid t=…, k=…` of a push message. The token in the header must be for this service, be valid for
 * at most a day, and be signed with the key with which the browser subscribed.
 */
function isSignedBy(applicationKey: string, authorization: string, origin: string): boolean {
  const [, token, key] = /^vapid t=([\w.-]+), ?k=([\w-]+)$/.exec(authorization) ?? []
  if (!token || key !== applicationKey) return false
  const [header, claims, signature] = token.split('.') as [string, string, string]
  const { alg } = readPart(header)
  const { aud, exp, sub } = readPart(claims)
  const lifeSeconds = Number(exp) - Date.now() / 1000
  if (alg !== 'ES256' || aud !== origin || !(lifeSeconds > 0 && lifeSeconds <= DAY_SECONDS)) return false
  if (!/^(mailto|https):/.test(String(sub))) return false
  const point = Buffer.from(key, 'base64url')
  const jwk = { kty: 'EC', crv: 'P-256', x: point.toString('base64url', 1, 33), y: point.toString('base64url', 33, 65) }
  const publicKey = { key: createPublicKey({ key: jwk, format: 'jwk' }), dsaEncoding: 'ieee-p1363' } as const
  return verify('sha256', Buffer.from(`${header}.${claims}`), publicKey, Buffer.from(signature, 'base64url'))
}

function readPart(part: string): Record<string, unknown> {
  return JSON.parse(Buffer.from(part, 'base64url').toString()) as Record<string, unknown>
}

/**
 * Decrypts one record of the encoding aes128gcm: salt, record size, the sender's public key, and the encrypted text
 * with its padding.
 */
function open(body: Buffer, { ecdh, auth }: Browser): string {
  const salt = body.subarray(0, 16)
  const keyLength = body[20]!
  const senderKey = body.subarray(21, 21 + keyLength)
  const sealed = body.subarray(21 + keyLength)
  const info = Buffer.concat([Buffer.from('WebPush: info\0'), ecdh.getPublicKey(), senderKey])
  const input = expand(hmac(auth, ecdh.computeSecret(senderKey)), info)
  const secret = hmac(salt, input)
  const key = expand(secret, Buffer.from('Content-Encoding: aes128gcm\0')).subarray(0, 16)
  const nonce = expand(secret, Buffer.from('Content-Encoding: nonce\0')).subarray(0, 12)
  const decipher = createDecipheriv('aes-128-gcm', key, nonce)
  decipher.setAuthTag(sealed.subarray(-16))
  const padded = Buffer.concat([decipher.update(sealed.subarray(0, -16)), decipher.final()])
  const end = padded.lastIndexOf(2)
  if (end < 0 || padded.subarray(end + 1).some((byte) => byte !== 0)) throw new Error('not the last record')
  return padded.subarray(0, end).toString()
}

function hmac(key: Buffer, data: Buffer): Buffer {
  return createHmac('sha256', key).update(data).digest()
}

function expand(key: Buffer, info: Buffer): Buffer {
  return hmac(key, Buffer.concat([info, Buffer.from([1])]))
}

async function readBody(request: IncomingMessage): Promise<Buffer> {
  const parts: Buffer[] = []
  for await (const part of request) parts.push(part as Buffer)
  return Buffer.concat(parts)
}
