import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/**
 * Starts a PostgreSQL for a run of tests and deletes it at the end; Vitest calls this function once around all files.
 * With TEST_KEEP_SERVER, the PostgreSQL keeps running, and later runs use it again.
 */
export default async function setup(): Promise<(() => Promise<void>) | undefined> {
  if (process.env.TEST_KEEP_SERVER) {
    const { prepareTemplate } = await import('./database.ts')
    await prepareTemplate()
    return undefined
  }
  // The path of the folder is passed on in an environment variable, because the processes of the test files inherit it.
  const folder = mkdtempSync(join(tmpdir(), 'nukkad-test-'))
  process.env.TEST_DATA_DIR = folder
  const { prepareTemplate, stopServer } = await import('./database.ts')
  await prepareTemplate()
  return async () => {
    await stopServer()
    rmSync(folder, { recursive: true, force: true })
  }
}
