import { resolve } from 'node:path'
import { readConfig } from '../apps/server/src/config.ts'
import { keptPath, newName } from '../apps/server/src/features/operations/backup/kept.ts'
import { takeBackup } from '../apps/server/src/features/operations/backup/take-backup.ts'
import { openFiles } from '../apps/server/src/outside/storage/files.ts'
import { openDatabase } from './open-database.ts'
import { terminalLog } from './terminal-log.ts'

/**
 * Writes a backup of the shop to the given file or into the folder that the dashboard lists; the shop may be running.
 */
const [file] = process.argv.slice(2)
const config = readConfig(process.env, [])
const name = newName('made')
const { address, close } = await openDatabase(config)
try {
  const files = await openFiles(config, terminalLog)
  const isInBucket = !file && config.s3 !== undefined
  const path = file ? resolve(file) : keptPath(config, name)
  const { bytes } = await takeBackup(
    { address, config, files },
    isInBucket ? (packed) => files.backups.write(name, packed) : path,
  )
  const place = isInBucket ? `${name} in the bucket` : path
  console.log(
    `${place} (${(bytes / 1024 / 1024).toFixed(1)} MB). Whoever has this file has the whole shop: keep it safe.`,
  )
} catch (error) {
  console.error(`No backup was made: ${(error as Error).message}`)
  process.exitCode = 1
} finally {
  await close()
}
