import { createHash } from 'node:crypto'
import { Readable } from 'node:stream'
import type { FastifyBaseLogger } from 'fastify'
import { logEvent } from '#log-events.ts'
import { StorageError, storageErrors } from './errors.ts'
import { type Begun, createS3Client, type Patience, readAll, type S3Client, type S3Settings } from './s3-client.ts'
import { CHECKSUM, checksumOf, putObject, textIn } from './s3-objects.ts'
import { writeStream } from './s3-upload.ts'
import { type Files, isStoredName, requireName, type Storage, type StoredFile } from './storage.ts'

/**
 * Maximum size of an object, such as a picture, that is read completely and checked before its first byte is passed on.
 */
const SMALL_BYTES = 1024 * 1024
const mediaTypes: Record<string, string> = {
  webp: 'image/webp',
  avif: 'image/avif',
  png: 'image/png',
  csv: 'text/csv; charset=utf-8',
  xml: 'application/xml',
  gz: 'application/gzip',
}

type Options = {
  settings: S3Settings
  log: FastifyBaseLogger
  patience?: Patience
  /** Number of names in one answer of the store; stores give at most 1000. */
  pageSize?: number
}

/** Stores the files of the shop in a bucket: pictures below `public/`, all others below `private/`. */
export function createS3Files({ settings, log, patience, pageSize = 1000 }: Options): Files {
  const client = createS3Client(settings, patience)
  const kind = (folder: string) => createS3Storage(client, { folder: `${settings.prefix}${folder}/`, log, pageSize })
  return { storage: kind('public'), exports: kind('private/exports'), backups: kind('private/backups') }
}

type Place = { folder: string; log: FastifyBaseLogger; pageSize: number }

function createS3Storage(client: S3Client, { folder, log, pageSize }: Place): Storage {
  const keyOf = (name: string): string => folder + requireName(name)
  /** Logs and counts a failed operation of the store. */
  const failed = (operation: string, error: unknown): unknown => {
    if (!(error instanceof StorageError)) return error
    storageErrors.counter.inc({ operation, fault: error.fault })
    logEvent(log, 'storage.failed', { operation, fault: error.fault, folder, cause: error.message })
    return error
  }
  const noted = async <Result>(operation: string, run: () => Promise<Result>): Promise<Result> => {
    try {
      return await run()
    } catch (error) {
      throw failed(operation, error)
    }
  }
  const find = async (name: string): Promise<StoredFile | undefined> => {
    const found = await client.ask({ method: 'HEAD', key: keyOf(name) })
    return found && { name, bytes: sizeOf(found.headers) }
  }
  return {
    write: (name, bytes) =>
      noted('write', () => writeObject(client, { key: keyOf(name), type: mediaTypeOf(name), bytes })),
    open: (name) =>
      noted('open', async () => {
        const opened = await openObject(client, keyOf(name))
        opened?.stream.on('error', (error) => failed('read', error))
        return opened
      }),
    find: (name) => noted('find', () => find(name)),
    remove: (name) => noted('remove', () => removeObject(client, keyOf(name))),
    list: () =>
      listObjects(
        (query) =>
          noted('list', () =>
            client.ask({ method: 'GET', key: '', query: { ...query, prefix: folder, 'max-keys': String(pageSize) } }),
          ),
        folder,
      ),
    checksum: (name) =>
      noted('find', async () => {
        const found = await client.ask({ method: 'HEAD', key: keyOf(name) })
        return found && checksumOf(client, keyOf(name), found.headers)
      }),
    forgetParts: (olderThanMs) => noted('forget', () => forgetParts(client, folder, olderThanMs)),
    room: async () => undefined,
    link: (name, as) =>
      noted('find', async () => {
        const address = await client.link(keyOf(name), as)
        return address && (await find(name)) ? address : undefined
      }),
  }
}

type ToWrite = { key: string; type: string; bytes: Parameters<Storage['write']>[1] }

async function writeObject(client: S3Client, { key, type, bytes }: ToWrite): Promise<void> {
  if (Buffer.isBuffer(bytes)) await putObject(client, { key, type, body: bytes })
  else await writeStream(client, { key, type, chunks: bytes })
}

async function openObject(client: S3Client, key: string): ReturnType<Storage['open']> {
  return client.retry(async () => {
    const begun = await client.begin({ method: 'GET', key })
    if (!begun) return undefined
    const bytes = sizeOf(begun.headers)
    try {
      const sha256 = await checksumOf(client, key, begun.headers)
      const checked = verified(begun, { bytes, sha256 })
      if (bytes > SMALL_BYTES) {
        const stream = Readable.from(checked, { objectMode: false })
        // Closes the connection to the store if the reader leaves before the first chunk.
        stream.once('close', begun.end)
        return { bytes, stream }
      }
      const whole = await readAll({ ...begun, chunks: () => checked }, SMALL_BYTES)
      return { bytes, stream: Readable.from([whole], { objectMode: false }) }
    } catch (error) {
      begun.end()
      throw error
    }
  })
}

/**
 * Passes the body of an object on, and compares its checksum with that of the content that was written. The last chunk
 * of an object is passed on only if the two checksums are equal.
 */
async function* verified(
  { chunks }: Begun,
  { bytes, sha256 }: { bytes: number; sha256: string | undefined },
): AsyncGenerator<Buffer, void, undefined> {
  const hash = createHash('sha256')
  let read = 0
  let last: Buffer | undefined
  for await (const chunk of chunks()) {
    if (last) yield last
    last = chunk
    read += chunk.length
    hash.update(chunk)
  }
  if (read < bytes) throw new StorageError('away', 'The object store ended an object too early.')
  if (hash.digest('hex') !== sha256) throw new StorageError('changed', 'An object is not the one that was written.')
  if (last) yield last
}

async function removeObject(client: S3Client, key: string): Promise<void> {
  await client.ask({ method: 'DELETE', key })
  // Deletes the separate checksum of an object; pictures have no separate checksum, because they are small.
  if (!mediaTypeOf(key).startsWith('image/')) await client.ask({ method: 'DELETE', key: key + CHECKSUM })
}

async function* listObjects(
  ask: (query: Record<string, string>) => Promise<{ text: string } | undefined>,
  folder: string,
): AsyncGenerator<StoredFile, void, undefined> {
  for (let after = folder, isMore = true; isMore; ) {
    const text = (await ask({ 'list-type': '2', 'start-after': after }))?.text ?? ''
    const found = [...text.matchAll(/<Contents>(.*?)<\/Contents>/gs)].map(([, one = '']) => one)
    for (const one of found) {
      const name = textIn(one, 'Key').slice(folder.length)
      if (isStoredName(name)) yield { name, bytes: Number(textIn(one, 'Size')) }
    }
    isMore = textIn(text, 'IsTruncated') === 'true' && found.length > 0
    after = textIn(found.at(-1) ?? '', 'Key')
  }
}

/** Aborts multipart uploads whose process was killed. */
async function forgetParts(client: S3Client, folder: string, olderThanMs: number): Promise<void> {
  const listed = await client.ask({ method: 'GET', key: '', query: { uploads: '', prefix: folder } })
  for (const [, upload = ''] of (listed?.text ?? '').matchAll(/<Upload>(.*?)<\/Upload>/gs)) {
    // With an age of 0, aborts all uploads without comparing times, because stores give times in whole seconds and some
    // round up.
    if (olderThanMs > 0 && Date.parse(textIn(upload, 'Initiated')) > Date.now() - olderThanMs) continue
    const query = { uploadId: textIn(upload, 'UploadId') }
    await client.ask({ method: 'DELETE', key: textIn(upload, 'Key'), query })
  }
}

function sizeOf(headers: Headers): number {
  const bytes = headers.get('content-length')
  if (bytes === null) throw new StorageError('away', 'The object store named no size.')
  return Number(bytes)
}

function mediaTypeOf(name: string): string {
  return mediaTypes[name.split('.').at(-1)!] ?? 'application/octet-stream'
}
