import { readConfig } from '../apps/server/src/config.ts'
import { openDb, openPool } from '../apps/server/src/db/connection.ts'
import { checkBooks } from '../apps/server/src/features/ledger/wallet/check-books.ts'
import { openDatabase } from './open-database.ts'

/**
 * Works out all balances and totals anew, prints what does not agree and ends with 1 if anything does not. What it found is
 * kept: a difference stops payouts, and none lets them go again.
 */
const config = readConfig(process.env, process.argv.slice(2))
const { address, close } = await openDatabase(config)
const pool = openPool(address, { size: 2, asApplication: false })
const differences = await checkBooks(openDb(pool))
await pool.end()
await close()
for (const { check, subject, expected, found } of differences)
  console.log(`${check}: ${subject} should be ${expected} and is ${found}`)
console.log(differences.length === 0 ? 'The books agree.' : `${differences.length} differences.`)
process.exit(differences.length === 0 ? 0 : 1)
