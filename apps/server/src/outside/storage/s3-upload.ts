import { createHash } from 'node:crypto'
import { StorageError } from './errors.ts'
import type { S3Client } from './s3-client.ts'
import { CHECKSUM, putObject, textIn } from './s3-objects.ts'

/** Size of a part, 8 MiB; stores accept parts of at least 5 MiB, except for the last one. */
const PART_BYTES = 8 * 1024 * 1024
/** Maximum number of parts of one object. */
const MAX_PARTS = 10_000

type Upload = { key: string; type: string; chunks: AsyncIterable<Buffer | string> }

/**
 * Writes a stream whose size is unknown: in one request if it fits into a part, otherwise part by part. Only one part
 * of the stream is in memory. A failed upload leaves no object and no parts.
 * @throws StorageError; the error of `chunks`
 */
export async function writeStream(client: S3Client, { key, type, chunks }: Upload): Promise<void> {
  const parts = partsOf(chunks)
  const first = (await parts.next()).value ?? Buffer.alloc(0)
  if (first.length < PART_BYTES) return putObject(client, { key, type, body: first })
  const begun = await client.askOnce({ method: 'POST', key, query: { uploads: '' }, headers: { 'content-type': type } })
  const uploadId = textIn(begun?.text ?? '', 'UploadId')
  if (!uploadId) throw new StorageError('refused', 'The object store began no upload in parts.')
  try {
    const { tags, sha256 } = await sendParts(client, { key, uploadId, first, parts })
    // The checksum is written before the object, so that no object exists without a checksum.
    await putObject(client, { key: key + CHECKSUM, type: 'text/plain', body: Buffer.from(`${sha256}\n`) })
    await complete(client, { key, uploadId, tags })
  } catch (error) {
    // Ignores an error of the abort, because the error of the upload is more useful, and `forgetParts` removes
    // remaining parts later.
    await client.ask({ method: 'DELETE', key, query: { uploadId } }).catch(() => undefined)
    await parts.return(undefined).catch(() => undefined)
    throw error
  }
}

type Parts = { key: string; uploadId: string; first: Buffer; parts: AsyncGenerator<Buffer, void, undefined> }

async function sendParts(client: S3Client, { key, uploadId, first, parts }: Parts) {
  const hash = createHash('sha256')
  const tags: string[] = []
  for (let part: Buffer | undefined = first; part; part = (await parts.next()).value ?? undefined) {
    if (tags.length >= MAX_PARTS) throw new StorageError('full', 'A file is larger than an object may be.')
    hash.update(part)
    const query = { partNumber: String(tags.length + 1), uploadId }
    const sent = await client.ask({ method: 'PUT', key, query, body: part })
    const tag = sent?.headers.get('etag')
    if (!tag) throw new StorageError('away', 'The object store has lost an upload in parts.')
    tags.push(tag)
  }
  return { tags, sha256: hash.digest('hex') }
}

async function complete(client: S3Client, { key, uploadId, tags }: { key: string; uploadId: string; tags: string[] }) {
  const parts = tags.map((tag, index) => `<Part><PartNumber>${index + 1}</PartNumber><ETag>${tag}</ETag></Part>`)
  const body = Buffer.from(`<CompleteMultipartUpload>${parts.join('')}</CompleteMultipartUpload>`)
  const done = await client.askOnce({ method: 'POST', key, query: { uploadId }, body })
  // The body is checked too, because the store sends the status 200 before it joins the parts, so an error may follow
  // in the body.
  if (!done?.text.includes('CompleteMultipartUploadResult'))
    throw new StorageError('away', `The object store did not complete an upload: ${textIn(done?.text ?? '', 'Code')}.`)
}

/** Splits a stream into pieces of the size of a part; the last piece may be smaller. */
async function* partsOf(chunks: AsyncIterable<Buffer | string>): AsyncGenerator<Buffer, void, undefined> {
  let held: Buffer[] = []
  let bytes = 0
  for await (const chunk of chunks) {
    let rest = typeof chunk === 'string' ? Buffer.from(chunk) : chunk
    while (bytes + rest.length >= PART_BYTES) {
      const end = PART_BYTES - bytes
      yield Buffer.concat([...held, rest.subarray(0, end)])
      rest = rest.subarray(end)
      held = []
      bytes = 0
    }
    if (rest.length > 0) held.push(rest)
    bytes += rest.length
  }
  if (bytes > 0) yield Buffer.concat(held)
}
