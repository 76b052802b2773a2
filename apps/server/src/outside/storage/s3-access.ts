import { randomBytes } from 'node:crypto'
import type { FastifyBaseLogger } from 'fastify'
import { ConfigError } from '#config.ts'
import { logEvent } from '#log-events.ts'
import { StorageError } from './errors.ts'
import { createS3Client, type Patience, readAll, type S3Settings, usualPatience } from './s3-client.ts'

/**
 * The number of tries and the time limits of the requests at the start, which have fewer tries than later requests,
 * because the operator waits at the terminal.
 */
const patience: Patience = { ...usualPatience, tries: 2 }

/** Error codes with which stores refuse a wrong region. */
const wrongRegion = /AuthorizationHeaderMalformed|PermanentRedirect|IllegalLocationConstraint|InvalidRegion/

/**
 * Writes, reads and deletes a small object and lists the bucket, so that wrong settings end the start. If the store is
 * away or full, the server still starts, because orders need no files. While the store is away or full, the server logs
 * the problem, and answers 503 for pictures.
 * @throws ConfigError with one line that names the setting
 */
export async function proveAccess(settings: S3Settings, log: FastifyBaseLogger): Promise<void> {
  const client = createS3Client(settings, patience)
  const key = `${settings.prefix}private/probe-${randomBytes(8).toString('hex')}`
  const body = Buffer.from('Nukkad can write here.\n')
  try {
    await client.ask({ method: 'PUT', key, headers: { 'content-type': 'text/plain' }, body })
    const begun = await client.begin({ method: 'GET', key })
    if (!begun || !body.equals(await readAll(begun, body.length)))
      throw new ConfigError('S3_ENDPOINT is not usable: the store did not return what it was given.')
    await client.ask({ method: 'DELETE', key })
    await client.ask({ method: 'GET', key: '', query: { 'list-type': '2', 'max-keys': '1', prefix: settings.prefix } })
  } catch (error) {
    if (!(error instanceof StorageError)) throw error
    if (error.fault === 'away' || error.fault === 'full')
      return logEvent(log, 'storage.unavailable', { fault: error.fault, cause: error.message })
    throw new ConfigError(refusalOf(error, settings), { cause: error })
  }
}

function refusalOf({ answer, message }: StorageError, { bucket, region }: S3Settings): string {
  if (answer === 'NoSuchBucket') return `S3_BUCKET is not usable: the store has no bucket "${bucket}".`
  if (answer && wrongRegion.test(answer)) return `S3_REGION is not usable: the bucket is not in "${region}".`
  if (answer === 'InvalidAccessKeyId') return 'S3_ACCESS_KEY_ID is not usable: the store does not know it.'
  if (answer === 'SignatureDoesNotMatch')
    return 'S3_SECRET_ACCESS_KEY is not usable: it does not belong to S3_ACCESS_KEY_ID, or the store does not know that.'
  if (answer === 'AccessDenied')
    return `S3_ACCESS_KEY_ID is not usable: it may not list, read, write and delete in the bucket "${bucket}".`
  if (answer === 'RequestTimeTooSkewed') return 'S3_ENDPOINT is not usable: the clock of this machine is wrong.'
  return `S3_ENDPOINT is not usable: is it the address of an object store? ${message}`
}
