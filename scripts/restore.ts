import { existsSync } from 'node:fs'
import { mkdir, rm } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { type Config, readConfig } from '../apps/server/src/config.ts'
import { openDb, openPool } from '../apps/server/src/db/connection.ts'
import { createDatabase } from '../apps/server/src/db/prepare.ts'
import { runLedgerCheck } from '../apps/server/src/features/ledger/wallet/run-ledger-check.ts'
import { restoreBackup } from '../apps/server/src/features/operations/backup/restore-backup.ts'
import { openFiles } from '../apps/server/src/outside/storage/files.ts'
import { isStoredName } from '../apps/server/src/outside/storage/storage.ts'
import { writeWhole } from '../apps/server/src/outside/storage/whole-file.ts'
import { openDatabase } from './open-database.ts'
import { terminalLog } from './terminal-log.ts'

/**
 * Restores a backup into an empty database, or with --replace over the existing one, and runs the ledger check. If the
 * shop has an object store, the argument can be the name of a backup in it.
 */
const { values: flags, positionals } = parseArgs({
  allowPositionals: true,
  options: { replace: { type: 'boolean' }, 'other-secret': { type: 'boolean' } },
})
if (positionals.length !== 1) {
  console.error('Say which backup: npm run restore -- <file> [--replace] [--other-secret]')
  process.exit(1)
}

try {
  const config = readConfig(process.env, [])
  const { path, forget } = await fetchBackup(config, positionals[0]!)
  await restore(config, path).finally(forget)
} catch (error) {
  console.error(`Nothing was restored: ${(error as Error).message}.`.replace(/\.\.$/, '.'))
  process.exitCode = 1
}

/**
 * Returns the path of a backup's file. A backup in the object store is first copied into the data folder; `forget`
 * deletes the copy.
 */
async function fetchBackup(config: Config, given: string): Promise<{ path: string; forget: () => Promise<void> }> {
  const isHere = existsSync(resolve(given)) || !config.s3 || !isStoredName(given)
  if (isHere) return { path: resolve(given), forget: async () => {} }
  const file = await (await openFiles(config, terminalLog)).backups.open(given)
  if (!file) throw new Error(`There is no ${given}, neither here nor in the bucket`)
  await mkdir(config.dataDir, { recursive: true })
  const path = join(config.dataDir, 'restoring.tar.gz')
  await writeWhole(path, file.stream)
  return { path, forget: () => rm(path, { force: true }) }
}

async function restore(config: Config, path: string): Promise<void> {
  const { address, close } = await openDatabase(config, { alone: true })
  try {
    if (typeof address !== 'string') await createDatabase(address)
    const { head, rows, files } = await restoreBackup({
      address,
      config,
      path,
      pictures: config.s3 && (await openFiles(config, terminalLog)).storage,
      replaces: flags.replace ?? false,
      acceptsOtherSecret: flags['other-secret'] ?? false,
    })
    console.log(`Restored the shop of ${head.made_at}: ${rows} rows, ${files} files.`)
    const pool = openPool(address, { size: 2, asApplication: false })
    const differences = await runLedgerCheck(openDb(pool))
    await pool.end()
    const ledger = differences.length === 0 ? 'The ledger agrees.' : `${differences.length} differences in the ledger.`
    console.log(`${ledger} Start the server now.`)
  } finally {
    await close()
  }
}
