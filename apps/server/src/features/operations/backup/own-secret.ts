import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Config } from '#config.ts'

/**
 * The secret that the product made for itself, which nobody else keeps: without it what it has sealed, such as second
 * factors, could not be opened after a restore. One that came by the environment is its owner's to keep, and stays out.
 */
export function readOwnSecret({ dataDir, secret }: Pick<Config, 'dataDir' | 'secret'>): string | undefined {
  const path = join(dataDir, SECRET_FILE)
  if (!existsSync(path)) return undefined
  return readFileSync(path, 'utf8').trim() === secret ? secret : undefined
}

export const SECRET_FILE = 'secret'
