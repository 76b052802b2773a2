import type { Config } from '../apps/server/src/config.ts'
import type { DatabaseAddress } from '../apps/server/src/db/connection.ts'
import { lockDataDir } from '../apps/server/src/db/data-lock.ts'
import { startEmbeddedPostgres } from '../apps/server/src/db/embedded.ts'

type Opened = { address: DatabaseAddress; close: () => Promise<void> }

/**
 * The shop's database for a command. It may be serving a running product; then it is used beside it and left running,
 * unless the command wants it `alone`.
 */
export async function openDatabase(config: Config, { alone = false } = {}): Promise<Opened> {
  if (config.databaseUrl) return { address: config.databaseUrl, close: async () => {} }
  const unlock = alone ? await lockDataDir(config.dataDir) : await claim(config.dataDir)
  const embedded = await startEmbeddedPostgres({ dataDir: config.dataDir, endsWithProcess: unlock !== undefined })
  const close = async (): Promise<void> => {
    if (!unlock) return
    await embedded.stop()
    unlock()
  }
  return { address: embedded.connection('nukkad'), close }
}

async function claim(dataDir: string): Promise<(() => void) | undefined> {
  return lockDataDir(dataDir).catch(() => undefined)
}
