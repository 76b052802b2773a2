import { askParty } from '#trace/ask-party.ts'
import type { Tokens } from './service-account.ts'

const TIMEOUT_MS = 30_000
const MAX_BYTES = 100_000

/**
 * Why Drive refused. The operator has to correct wrong `credentials`, a wrong `folder` or a `full` drive. While Drive
 * is `away`, the request is tried again.
 */
export type DriveTrouble = 'credentials' | 'folder' | 'full' | 'away'

/** A refusal by Drive, whose message is our own text and contains no key. */
export class DriveError extends Error {
  override name = 'DriveError'
  readonly trouble: DriveTrouble

  constructor(trouble: DriveTrouble, message: string, options?: ErrorOptions) {
    super(message, options)
    this.trouble = trouble
  }
}

export type DriveAnswer = { status: number; ok: boolean; headers: Headers; body: unknown }

type Request = {
  tokens: Tokens
  method?: 'GET' | 'POST' | 'PUT'
  headers?: Record<string, string>
  body?: string | Buffer
  timeoutMs?: number | undefined
}

/**
 * Sends a request to Drive with a token; fetches a new token once if Drive refuses the first.
 * @throws DriveError without an answer
 */
export async function askDrive(url: string, request: Request): Promise<DriveAnswer> {
  const answer = await send(url, request)
  if (answer.status !== 401) return answer
  request.tokens.forget()
  return send(url, request)
}

async function send(
  url: string,
  { tokens, method = 'GET', headers, body, timeoutMs = TIMEOUT_MS }: Request,
): Promise<DriveAnswer> {
  const token = await tokens.get()
  try {
    const answer = await askParty('drive', url, {
      method,
      headers: { accept: 'application/json', authorization: `Bearer ${token}`, ...headers },
      // The status 308 during an upload means "continue", not a redirect, and no redirect is followed, because a
      // redirect would send the token to another host.
      redirect: 'manual',
      signal: AbortSignal.timeout(timeoutMs),
      ...(body !== undefined && { body: typeof body === 'string' ? body : new Uint8Array(body) }),
    })
    const text = (await answer.text()).slice(0, MAX_BYTES)
    return { status: answer.status, ok: answer.ok, headers: answer.headers, body: parsed(text) }
  } catch (cause) {
    throw new DriveError('away', 'Drive did not answer', { cause })
  }
}

/** Translates an answer with which Drive refused a request (Drive API v3, "Resolve errors"). */
export function refusalOf({ status, body }: DriveAnswer): DriveError {
  const reason = reasonIn(body)
  if (status === 401) return new DriveError('credentials', 'Drive does not know the service account')
  if (status === 404) return new DriveError('folder', 'Drive does not show the folder to the service account')
  if (status === 403 && /storageQuotaExceeded|teamDriveFileLimitExceeded/.test(reason))
    return new DriveError('full', 'the drive has no room left')
  if (status === 403 && !/rateLimitExceeded/i.test(reason))
    return new DriveError('folder', 'the service account may not write into the folder')
  return new DriveError('away', `Drive is in trouble: ${status}`)
}

function reasonIn(body: unknown): string {
  const errors = (body as { error?: { errors?: { reason?: unknown }[] } } | undefined)?.error?.errors
  const reason = Array.isArray(errors) ? errors[0]?.reason : undefined
  return typeof reason === 'string' ? reason : ''
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text) as unknown
  } catch {
    return undefined
  }
}
