import type { FastifyBaseLogger } from 'fastify'
import type { Config } from '#config.ts'
import { createLocalFiles } from './local.ts'
import type { Files } from './storage.ts'

/**
 * Opens the files of the shop: in the object store if there is one, or else in the data folder; loads the code for an
 * object store only if it is used.
 */
export async function openFiles(
  { dataDir, s3 }: Pick<Config, 'dataDir' | 's3'>,
  log: FastifyBaseLogger,
): Promise<Files> {
  if (!s3) return createLocalFiles(dataDir)
  const { createS3Files } = await import('./s3.ts')
  return createS3Files({ settings: s3, log })
}
