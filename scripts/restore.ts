import { resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { readConfig } from '../apps/server/src/config.ts'
import { openDb, openPool } from '../apps/server/src/db/connection.ts'
import { createDatabase } from '../apps/server/src/db/prepare.ts'
import { runLedgerCheck } from '../apps/server/src/features/ledger/wallet/run-ledger-check.ts'
import { restoreBackup } from '../apps/server/src/features/operations/backup/restore-backup.ts'
import { openDatabase } from './open-database.ts'

/** Restores a backup into an empty database, or with --replace over the existing one, and runs the ledger check. */
const { values: flags, positionals } = parseArgs({
  allowPositionals: true,
  options: { replace: { type: 'boolean' }, 'other-secret': { type: 'boolean' } },
})
if (positionals.length !== 1) {
  console.error('Say which backup: npm run restore -- <file> [--replace] [--other-secret]')
  process.exit(1)
}

try {
  await restore(resolve(positionals[0]!))
} catch (error) {
  console.error(`Nothing was restored: ${(error as Error).message}.`.replace(/\.\.$/, '.'))
  process.exitCode = 1
}

async function restore(path: string): Promise<void> {
  const config = readConfig(process.env, [])
  const { address, close } = await openDatabase(config, { alone: true })
  try {
    if (typeof address !== 'string') await createDatabase(address)
    const { head, rows, files } = await restoreBackup({
      address,
      config,
      path,
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
