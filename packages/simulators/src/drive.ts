import { createVerify, generateKeyPairSync } from 'node:crypto'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

const { privateKey, publicKey } = generateKeyPairSync('rsa', {
  modulusLength: 2048,
  publicKeyEncoding: { type: 'spki', format: 'pem' },
  privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
})
const account = 'exports@nukkad-demo.iam.gserviceaccount.com'
export const driveFolder = 'folder-of-the-shop'
/** The key file of the service account for Google Drive, which the operator pastes into the setting. */
export const driveAccountJson = JSON.stringify({
  type: 'service_account',
  client_email: account,
  private_key: privateKey,
})

type Trouble =
  | 'none'
  | 'expired-token'
  | 'no-folder'
  | 'full'
  | 'forbidden'
  | 'busy'
  | 'hang-up'
  | 'half-a-chunk'
  | 'lost-answer'
  | 'elsewhere'
type Stored = { name: string; mimeType: string; parents: string[]; bytes: Buffer; isWhole: boolean }

/**
 * Simulates the parts of Google Drive that the server uses, over HTTP: tokens for signed assertions, ids, resumable
 * uploads in chunks of 256 KiB, links. `fail` makes the simulator fail as Drive does, once or permanently.
 */
export async function startDrive(port = 0) {
  const files = new Map<string, Stored>()
  const tokens = new Set<string>()
  const asked: string[] = []
  let trouble: Trouble = 'none'
  let troubles = 0
  const fails = (...kinds: Trouble[]): boolean => {
    if (!kinds.includes(trouble) || troubles <= 0) return false
    troubles -= 1
    return true
  }

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const body = await bodyOf(request)
    const url = new URL(request.url!, 'http://drive')
    asked.push(`${request.method} ${url.pathname} ${request.headers['content-range'] ?? ''}`.trim())
    if (url.pathname === '/token') return void token(new URLSearchParams(body.toString()), response)
    const held = request.headers.authorization?.replace('Bearer ', '') ?? ''
    if (fails('expired-token')) tokens.delete(held)
    if (!tokens.has(held)) return void refuse(response, 401, 'authError')
    if (url.pathname === '/drive/v3/files/generateIds')
      return void json(response, 200, { ids: [`file-${crypto.randomUUID()}`] })
    const known = url.pathname.match(/^\/drive\/v3\/files\/([\w-]+)$/)?.[1]
    if (known) return void described(response, known)
    if (url.pathname === '/upload/drive/v3/files')
      return void begin(JSON.parse(body.toString()) as never, request, response)
    if (url.pathname.startsWith('/place/') && fails('busy')) return void refuse(response, 503, 'backendError')
    const place = url.pathname.match(/^\/place\/([\w-]+)$/)?.[1]
    if (place && files.has(place)) return void take(place, files.get(place)!, body, request, response)
    refuse(response, 404, 'notFound')
  }

  function token(form: URLSearchParams, response: ServerResponse): void {
    const [head, claims, signature] = (form.get('assertion') ?? '').split('.') as [string, string, string]
    const isSigned = createVerify('RSA-SHA256').update(`${head}.${claims}`).verify(publicKey, signature, 'base64url')
    const said = JSON.parse(Buffer.from(claims, 'base64url').toString()) as Record<string, unknown>
    const isRight =
      form.get('grant_type') === 'urn:ietf:params:oauth:grant-type:jwt-bearer' &&
      said.iss === account &&
      said.aud === `${address()}/token` &&
      said.scope === 'https://www.googleapis.com/auth/drive.file' &&
      Number(said.exp) - Number(said.iat) <= 3600
    if (!isSigned || !isRight) return void json(response, 400, { error: 'invalid_grant' })
    const made = `ya29.${crypto.randomUUID()}`
    tokens.add(made)
    json(response, 200, { access_token: made, expires_in: 3600, token_type: 'Bearer' })
  }

  function begin(
    meta: { id: string; name: string; mimeType: string; parents: string[] },
    { headers }: IncomingMessage,
    response: ServerResponse,
  ): void {
    if (fails('no-folder') || meta.parents[0] !== driveFolder) return void refuse(response, 404, 'notFound')
    if (fails('forbidden')) return void refuse(response, 403, 'insufficientFilePermissions')
    if (files.get(meta.id)?.isWhole) return void refuse(response, 409, 'fileIdInUse')
    if (headers['x-upload-content-type'] !== meta.mimeType) return void refuse(response, 400, 'badRequest')
    files.set(meta.id, { ...meta, bytes: Buffer.alloc(0), isWhole: false })
    const place = fails('elsewhere') ? 'http://127.0.0.1:9' : address()
    response.writeHead(200, { location: `${place}/place/${meta.id}` }).end()
  }

  function take(
    id: string,
    file: Stored,
    body: Buffer,
    { headers, socket }: IncomingMessage,
    response: ServerResponse,
  ) {
    const [, from, total] = headers['content-range']?.match(/^bytes (?:\*|(\d+)-\d+)\/(\*|\d+)$/) ?? []
    if (fails('full')) return void refuse(response, 403, 'storageQuotaExceeded')
    if (body.length > 0 && fails('hang-up')) return void socket.destroy()
    if (from !== undefined && Number(from) !== file.bytes.length)
      return void refuse(response, 400, 'invalidContentRange')
    const isLast = total !== undefined && total !== '*'
    if (!isLast && body.length % 262_144 !== 0) return void refuse(response, 400, 'badChunk')
    const isHalf = body.length > 262_144 && fails('half-a-chunk')
    file.bytes = Buffer.concat([file.bytes, isHalf ? body.subarray(0, 262_144) : body])
    if (isLast && file.bytes.length === Number(total)) file.isWhole = true
    if (body.length > 0 && fails('lost-answer')) return void socket.destroy()
    if (file.isWhole) return void described(response, id)
    const range = file.bytes.length > 0 ? { range: `bytes=0-${file.bytes.length - 1}` } : {}
    response.writeHead(308, range).end()
  }

  function described(response: ServerResponse, id: string): void {
    if (!files.get(id)?.isWhole) return void refuse(response, 404, 'notFound')
    json(response, 200, { id, webViewLink: `https://drive.google.com/file/d/${id}/view` })
  }

  const server = createServer((request, response) => void answer(request, response))
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve))
  const address = () => `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  return {
    urls: { api: address(), token: `${address()}/token` },
    /** Makes the next `times` requests fail in the way `how`; without `times`, all further requests. */
    fail: (how: Trouble, times = Number.POSITIVE_INFINITY) => {
      trouble = how
      troubles = times
    },
    /** Returns the files that were uploaded completely, oldest first. */
    stored: () => [...files.values()].filter(({ isWhole }) => isWhole),
    asked,
    close: () =>
      new Promise<void>((resolve) => {
        server.closeAllConnections()
        server.close(() => resolve())
      }),
  }
}

async function bodyOf(request: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = []
  for await (const chunk of request) chunks.push(chunk as Buffer)
  return Buffer.concat(chunks)
}

function json(response: ServerResponse, status: number, body: object): void {
  response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body))
}

function refuse(response: ServerResponse, status: number, reason: string): void {
  json(response, status, { error: { code: status, message: reason, errors: [{ reason }] } })
}
