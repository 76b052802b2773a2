import { readConfig } from '../apps/server/src/config.ts'
import { type DatabaseAddress, openDb, openPool } from '../apps/server/src/db/connection.ts'
import { lockDataDir } from '../apps/server/src/db/data-lock.ts'
import { startEmbeddedPostgres } from '../apps/server/src/db/embedded.ts'
import { checkBooks } from '../apps/server/src/features/wallet/check-books.ts'

/**
 * Works out all balances and totals anew, prints what does not agree and ends with 1 if anything does not. What it found is
 * kept: a difference stops payouts, and none lets them go again.
 */
const config = readConfig(process.env, process.argv.slice(2))
const { address, close } = await openDatabase()
const pool = openPool(address, { size: 2, asApplication: false })
const differences = await checkBooks(openDb(pool))
await pool.end()
await close()
for (const { check, subject, expected, found } of differences)
  console.log(`${check}: ${subject} should be ${expected} and is ${found}`)
console.log(differences.length === 0 ? 'The books agree.' : `${differences.length} differences.`)
process.exit(differences.length === 0 ? 0 : 1)

/** The database may be serving a running product; then it is used beside it and left running. */
async function openDatabase(): Promise<{ address: DatabaseAddress; close: () => Promise<void> }> {
  if (config.databaseUrl) return { address: config.databaseUrl, close: async () => {} }
  const unlock = claim()
  const embedded = await startEmbeddedPostgres({ dataDir: config.dataDir })
  const close = async (): Promise<void> => {
    if (!unlock) return
    await embedded.stop()
    unlock()
  }
  return { address: embedded.connection('nukkad'), close }
}

function claim(): (() => void) | undefined {
  try {
    return lockDataDir(config.dataDir)
  } catch {
    return undefined
  }
}
