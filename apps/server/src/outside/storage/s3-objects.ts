import { createHash } from 'node:crypto'
import { StorageError } from './errors.ts'
import type { S3Client } from './s3-client.ts'

/**
 * The metadata field with the SHA-256 of an object; the checksum of a large object is in a separate object, because it
 * is known only at the end of the upload.
 */
const SHA256 = 'x-amz-meta-sha256'
export const CHECKSUM = '.sha256'

export async function putObject(
  client: S3Client,
  { key, type, body }: { key: string; type: string; body: Buffer },
): Promise<void> {
  const headers = { 'content-type': type, [SHA256]: createHash('sha256').update(body).digest('hex') }
  await client.ask({ method: 'PUT', key, headers, body })
}

/**
 * Reads the checksum of an object. @throws StorageError `changed` for an object without a checksum, which another
 * program must have written
 */
export async function checksumOf(client: S3Client, key: string, headers: Headers): Promise<string> {
  const stored = headers.get(SHA256) ?? (await client.ask({ method: 'GET', key: key + CHECKSUM }))?.text.trim()
  if (!stored) throw new StorageError('changed', 'An object has no checksum: another program wrote it.')
  return stored
}

/**
 * Reads an element of an XML answer. Names and numbers need no unescaping, because ours have no characters that XML
 * escapes.
 */
export function textIn(xml: string, element: string): string {
  return new RegExp(`<${element}>([^<]*)</${element}>`).exec(xml)?.[1] ?? ''
}
