import { readConfig } from '../apps/server/src/config.ts'
import { openDb, openPool } from '../apps/server/src/db/connection.ts'
import { prepareEnrolment } from '../apps/server/src/features/identity/staff/first-admin.ts'
import { openDatabase } from './open-database.ts'

/**
 * Prints a secret with which an administrator sets up their first second factor in production. The printed secret works
 * once.
 */
const { address, close } = await openDatabase(readConfig(process.env, []))
const pool = openPool(address, { size: 1 })
try {
  const secret = await prepareEnrolment(openDb(pool))
  console.log(secret ?? 'Every administrator has a second factor already.')
} finally {
  await pool.end()
  await close()
}
