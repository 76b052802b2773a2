import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Config } from '#config.ts'

/**
 * Returns the secret that the product created. A backup contains this secret, because no one else stores it, and a
 * restore needs it to decrypt data such as second factors. A secret from the environment is not returned; the operator
 * stores it.
 */
export function readOwnSecret({ dataDir, secret }: Pick<Config, 'dataDir' | 'secret'>): string | undefined {
  const path = join(dataDir, SECRET_FILE)
  if (!existsSync(path)) return undefined
  return readFileSync(path, 'utf8').trim() === secret ? secret : undefined
}

export const SECRET_FILE = 'secret'
