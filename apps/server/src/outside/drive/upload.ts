import { setTimeout as sleep } from 'node:timers/promises'
import { askDrive, type DriveAnswer, DriveError, refusalOf } from './ask-drive.ts'
import type { Tokens } from './service-account.ts'

/** The size of a chunk of an upload, of which at most one is in memory; Drive requires a multiple of 256 KiB. */
const CHUNK_BYTES = 4 * 1024 * 1024
const MAX_TROUBLES = 5
const PAUSE_MS = 500

type Sending = { tokens: Tokens; chunkBytes?: number; pauseMs?: number; timeoutMs?: number | undefined }
/** A part of the file; only the last one states the total length. */
type Part = { bytes: Buffer; start: number; total: number | undefined }

/**
 * Sends a body of unknown length to an upload session (Drive API v3, "resumable upload"). After a failure, the server
 * queries how much Drive has, and sends only the rest of the chunk again.
 * @returns the file as Drive describes it
 * @throws DriveError
 */
export async function sendInChunks(
  place: string,
  body: AsyncIterable<string | Buffer>,
  sending: Sending,
): Promise<unknown> {
  for await (const part of partsOf(body, sending.chunkBytes ?? CHUNK_BYTES)) {
    const answer = await sendPart(place, part, sending)
    if (answer.ok) return answer.body
  }
  throw new DriveError('away', 'Drive did not end the upload')
}

async function sendPart(place: string, part: Part, sending: Sending): Promise<DriveAnswer> {
  const end = part.start + part.bytes.length
  let at = part.start
  let troubles = 0
  let isSure = true
  for (;;) {
    const answer = await put(place, isSure ? { ...part, at } : { ...part, at: undefined }, sending)
    if (answer?.ok) return answer
    if (answer?.status === 308) {
      const has = receivedIn(answer)
      if (has < part.start || has > end) throw new DriveError('away', 'Drive lost a part of the upload')
      if (has === end && part.total === undefined) return answer
      if (isSure && has === at && ++troubles > MAX_TROUBLES) throw refusalOf(answer)
      at = has
      isSure = true
      continue
    }
    const refusal = answer && refusalOf(answer)
    // The statuses 404 and 410 mean that the upload session is gone, so the upload has to start again.
    if (answer?.status === 404 || answer?.status === 410)
      throw new DriveError('away', 'Drive no longer knows the upload')
    if (refusal && refusal.trouble !== 'away') throw refusal
    if (++troubles > MAX_TROUBLES) throw refusal ?? new DriveError('away', 'Drive did not answer')
    await sleep((sending.pauseMs ?? PAUSE_MS) * 2 ** troubles)
    isSure = false
  }
}

/** Sends the bytes from `at` on, or queries how much Drive has; undefined without an answer. */
async function put(
  place: string,
  { bytes, start, total, at }: Part & { at: number | undefined },
  { tokens, timeoutMs }: Sending,
): Promise<DriveAnswer | undefined> {
  const rest = at === undefined ? Buffer.alloc(0) : bytes.subarray(at - start)
  const range = at === undefined || rest.length === 0 ? '*' : `${at}-${at + rest.length - 1}`
  try {
    return await askDrive(place, {
      tokens,
      method: 'PUT',
      headers: { 'content-range': `bytes ${range}/${total ?? '*'}` },
      body: rest,
      timeoutMs,
    })
  } catch (error) {
    if (error instanceof DriveError && error.trouble === 'away') return undefined
    throw error
  }
}

/**
 * Returns how many bytes Drive has received, from the header `Range`: `bytes=0-1023` means 1,024, and no header means
 * none.
 */
function receivedIn({ headers }: DriveAnswer): number {
  const last = headers.get('range')?.match(/^bytes=0-(\d+)$/)?.[1]
  return last === undefined ? 0 : Number(last) + 1
}

async function* partsOf(body: AsyncIterable<string | Buffer>, size: number): AsyncGenerator<Part> {
  let held: Buffer[] = []
  let length = 0
  let start = 0
  for await (const piece of body) {
    const bytes = typeof piece === 'string' ? Buffer.from(piece) : piece
    held.push(bytes)
    length += bytes.length
    // Passes a part on only when more bytes follow it, because the last part must not be empty.
    while (length > size) {
      const whole = Buffer.concat(held)
      yield { bytes: whole.subarray(0, size), start, total: undefined }
      held = [whole.subarray(size)]
      length -= size
      start += size
    }
  }
  yield { bytes: Buffer.concat(held), start, total: start + length }
}
