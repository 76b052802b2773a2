import { createHash } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { libraries } from '#libraries.ts'
import { askParty } from '#trace/ask-party.ts'
import { StorageError, type StorageProblem } from './errors.ts'
import type { DownloadAs } from './storage.ts'

/** The operator's object store, as configured by the environment. */
export type S3Settings = {
  /** The URL of the object store; the bucket becomes the first part of its path, or replaces `{bucket}`. */
  endpoint: string
  /** The URL that browsers use for the object store; undefined if they cannot reach the store. */
  publicEndpoint: string | undefined
  bucket: string
  region: string
  accessKeyId: string
  secretAccessKey: string
  /** The prefix of all object names: empty, or a string that ends with a slash. */
  prefix: string
}

/** The time limits and the number of tries of a request. */
export type Patience = {
  /** Milliseconds until an answer must begin; requests with large bodies get more. */
  answerMs: number
  /** Maximum milliseconds between two chunks of an answer. */
  idleMs: number
  /** Number of tries of a request that may be repeated. */
  tries: number
}

export const usualPatience: Patience = { answerMs: 5000, idleMs: 10_000, tries: 3 }
/** The slowest upload that stays within the time limit, in bytes per millisecond (2 Mbit/s). */
const BODY_BYTES_EACH_MS = 250
const FIRST_PAUSE_MS = 100
/** Time in milliseconds after the first try of a request, after which no further try begins. */
const MAX_TRYING_MS = 10_000
/**
 * Maximum number of parallel requests; further requests fail immediately, so that a slow store does not fill the
 * memory.
 */
const MAX_REQUESTS = 200
const MAX_TEXT_BYTES = 4 * 1024 * 1024
const LINK_SECONDS = 300

/** Error codes by which an object store says that it is full; the statuses 413 and 507 mean the same. */
const full = /Quota|StorageFull|EntityTooLarge|InsufficientStorage|NoSpace/
const passing = new Set([429, 500, 502, 503, 504])

export type Ask = {
  method: 'GET' | 'HEAD' | 'PUT' | 'POST' | 'DELETE'
  /** The full name of the object; empty for a request about the bucket itself. */
  key: string
  query?: Record<string, string>
  headers?: Record<string, string>
  body?: Buffer
}

/** An answer whose body has not been read yet. `end` releases its connection, and so does reading to the end. */
export type Begun = {
  headers: Headers
  chunks: () => AsyncGenerator<Buffer, void, undefined>
  end: () => void
}
/**
 * An answer that was read completely; the answers with the content of an object, the only long ones, are read in chunks
 * instead.
 */
type Answer = { headers: Headers; text: string }

export type S3Client = ReturnType<typeof createS3Client>

/** Signs and sends the requests of one bucket, with limits on their time, number and repetitions. */
export function createS3Client(settings: S3Settings, patience: Patience = usualPatience) {
  const { region, accessKeyId, secretAccessKey } = settings
  const signer = new libraries.aws4fetch.AwsClient({ service: 's3', region, accessKeyId, secretAccessKey, retries: 0 })
  let running = 0

  /**
   * Sends a request once; returns undefined if the bucket has no such object.
   * @throws StorageError
   */
  async function begin(ask: Ask): Promise<Begun | undefined> {
    if (running >= MAX_REQUESTS) throw new StorageError('away', 'Too many requests wait for the object store.')
    running += 1
    const stop = new AbortController()
    const end = (): void => {
      if (!stop.signal.aborted) running -= 1
      stop.abort()
    }
    try {
      const request = await signed(ask)
      const waitMs = patience.answerMs + (ask.body?.length ?? 0) / BODY_BYTES_EACH_MS
      const response = await within(waitMs, stop, () =>
        askParty('s3', request, { redirect: 'manual', signal: stop.signal }),
      )
      const begun = { headers: response.headers, chunks: () => read(response, stop, patience.idleMs, end), end }
      if (response.ok) return begun
      const code = /<Code>([^<]{1,100})<\/Code>/.exec(await textOf(begun))?.[1]
      if (response.status === 404 && code !== 'NoSuchBucket' && ask.key !== '') return undefined
      throw errorOf(response.status, code)
    } catch (error) {
      end()
      throw asStorageError(error)
    }
  }

  async function signed({ method, key, query, headers, body }: Ask): Promise<Request> {
    const request = await signer.sign(urlOf(settings, settings.endpoint, { key, query }), {
      method,
      headers: { ...headers, ...(body && checksumsOf(body)) },
      ...(body && { body: new Uint8Array(body) }),
    })
    // This header is set after the request is signed, because proxies change it.
    request.headers.set('accept-encoding', 'identity')
    return request
  }

  async function askOnce(ask: Ask): Promise<Answer | undefined> {
    const begun = await begin(ask)
    return begun && { headers: begun.headers, text: await textOf(begun) }
  }

  return {
    begin,
    /**
     * Sends a request that must not be repeated.
     * @throws StorageError
     */
    askOnce,
    /**
     * Sends a request that may be repeated, and repeats it while the store is away; returns undefined if the bucket has
     * no such object.
     * @throws StorageError
     */
    ask: (ask: Ask) => retry(patience.tries, () => askOnce(ask)),
    /** Repeats `run` while it throws the error that the store is away. */
    retry: <Result>(run: () => Promise<Result>) => retry(patience.tries, run),
    /**
     * Returns a URL that opens an object for five minutes without a key; undefined if browsers cannot reach the store.
     */
    async link(key: string, { fileName, mediaType }: DownloadAs): Promise<string | undefined> {
      if (!settings.publicEndpoint) return undefined
      const query = {
        'X-Amz-Expires': String(LINK_SECONDS),
        'response-content-disposition': `attachment; filename="${fileName}"`,
        'response-content-type': mediaType,
        'response-cache-control': 'no-store',
      }
      const url = urlOf(settings, settings.publicEndpoint, { key, query })
      // Encodes spaces as `%20`, because some stores read a `+` in a URL as a plus, not as a space.
      return (await signer.sign(url, { aws: { signQuery: true } })).url.replaceAll('+', '%20')
    },
  }
}

async function retry<Result>(tries: number, run: () => Promise<Result>): Promise<Result> {
  const lastStart = performance.now() + MAX_TRYING_MS
  for (let tried = 1; ; tried += 1) {
    try {
      return await run()
    } catch (error) {
      const isAway = error instanceof StorageError && error.fault === 'away'
      // The pause is random, so that many servers do not retry at the same moment.
      const pauseMs = FIRST_PAUSE_MS * 2 ** tried * Math.random()
      if (!isAway || tried >= tries || performance.now() + pauseMs > lastStart) throw error
      await sleep(pauseMs)
    }
  }
}

/** Runs a step of a request, and aborts the request when the step takes too long. */
async function within<Result>(ms: number, stop: AbortController, run: () => Promise<Result>): Promise<Result> {
  const slow = setTimeout(() => stop.abort(new StorageError('away', 'The object store did not answer in time.')), ms)
  try {
    return await run()
  } finally {
    clearTimeout(slow)
  }
}

/** Reads a body with a time limit that does not count the time in which the reader does not ask for the next chunk. */
async function* read(
  response: Response,
  stop: AbortController,
  idleMs: number,
  end: () => void,
): AsyncGenerator<Buffer, void, undefined> {
  try {
    const reader = response.body?.getReader()
    while (reader) {
      const { value, done } = await within(idleMs, stop, () => reader.read())
      if (done) return
      yield Buffer.from(value.buffer, value.byteOffset, value.byteLength)
    }
  } catch (error) {
    throw asStorageError(error)
  } finally {
    end()
  }
}

async function textOf(begun: Begun): Promise<string> {
  return (await readAll(begun, MAX_TEXT_BYTES)).toString('utf8')
}

/** Reads a whole body. @throws StorageError also for a body of more than `most` bytes */
export async function readAll({ chunks }: Begun, most: number): Promise<Buffer> {
  const read: Buffer[] = []
  let bytes = 0
  for await (const chunk of chunks()) {
    read.push(chunk)
    bytes += chunk.length
    if (bytes > most) throw new StorageError('refused', 'The object store answered more than it may.')
  }
  return Buffer.concat(read)
}

function urlOf({ bucket }: S3Settings, endpoint: string, { key, query = {} }: Pick<Ask, 'key' | 'query'>): string {
  const url = new URL(endpoint.includes('{bucket}') ? endpoint.replace('{bucket}', bucket) : `${endpoint}/${bucket}`)
  if (key) url.pathname = `${url.pathname.replace(/\/$/, '')}/${key}`
  for (const [name, value] of Object.entries(query)) url.searchParams.set(name, value)
  return url.href
}

/**
 * Returns checksums of the body that the store compares with the body it receives, so that it refuses a body that
 * changed on the way.
 */
function checksumsOf(body: Buffer): Record<string, string> {
  return {
    'content-md5': createHash('md5').update(body).digest('base64'),
    'x-amz-content-sha256': createHash('sha256').update(body).digest('hex'),
  }
}

function errorOf(status: number, code: string | undefined): StorageError {
  const isFull = status === 507 || status === 413 || full.test(code ?? '')
  const fault: StorageProblem = isFull ? 'full' : passing.has(status) || code === 'BadDigest' ? 'away' : 'refused'
  return new StorageError(fault, `The object store answered ${status}${code ? ` ${code}` : ''}.`, { answer: code })
}

function asStorageError(error: unknown): StorageError {
  if (error instanceof StorageError) return error
  const { cause } = error as { cause?: { code?: string; message?: string } }
  const why = cause?.code ?? cause?.message ?? (error as Error).message
  return new StorageError('away', `The object store is not there: ${why}.`, { cause: error })
}
