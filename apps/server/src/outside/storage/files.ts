import type { FastifyBaseLogger } from 'fastify'
import type { Config } from '#config.ts'
import { createLocalFiles } from './local.ts'
import type { Files } from './storage.ts'

/** Opens the files of the shop: in the object store if there is one, whose code loads only then, or in the data folder. */
export async function openFiles(
  { dataDir, s3 }: Pick<Config, 'dataDir' | 's3'>,
  log: FastifyBaseLogger,
): Promise<Files> {
  if (!s3) return createLocalFiles(dataDir)
  const { createS3Files } = await import('./s3.ts')
  return createS3Files({ settings: s3, log })
}
