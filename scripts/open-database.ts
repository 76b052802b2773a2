import type { Config } from '../apps/server/src/config.ts'
import type { DatabaseAddress } from '../apps/server/src/db/connection.ts'
import { lockDataDir } from '../apps/server/src/db/data-lock.ts'
import { startEmbeddedPostgres } from '../apps/server/src/db/embedded.ts'

type Opened = { address: DatabaseAddress; close: () => Promise<void> }

/**
 * Opens the shop's database for a command. When a running product uses the database, the command shares it and leaves
 * it running, unless the command needs the database `alone`.
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
