import { readConfig } from '../apps/server/src/config.ts'
import { openDb, openPool } from '../apps/server/src/db/connection.ts'
import { runLedgerCheck } from '../apps/server/src/features/ledger/wallet/run-ledger-check.ts'
import { openDatabase } from './open-database.ts'

/**
 * Recomputes all balances and totals, prints the differences, and exits with 1 if there are any. Stores the result of
 * the check: a difference stops payouts, and a later check without differences allows them again.
 */
const config = readConfig(process.env, process.argv.slice(2))
const { address, close } = await openDatabase(config)
const pool = openPool(address, { size: 2, asApplication: false })
const differences = await runLedgerCheck(openDb(pool))
await pool.end()
await close()
for (const { check, subject, expected, found } of differences)
  console.log(`${check}: ${subject} should be ${expected} and is ${found}`)
console.log(differences.length === 0 ? 'The ledger agrees.' : `${differences.length} differences.`)
process.exit(differences.length === 0 ? 0 : 1)
