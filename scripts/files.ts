import { ConfigError, readConfig } from '../apps/server/src/config.ts'
import { copyFiles, verifyFiles } from '../apps/server/src/outside/storage/copy-files.ts'
import { createLocalFiles } from '../apps/server/src/outside/storage/local.ts'
import { createS3Files } from '../apps/server/src/outside/storage/s3.ts'
import { proveAccess } from '../apps/server/src/outside/storage/s3-access.ts'
import { terminalLog } from './terminal-log.ts'

const USAGE = 'Say what to do: npm run files -- copy local s3 | copy s3 local | verify'

/**
 * Copies the files of the shop between the data folder and the object store, or reads and compares all of them. The
 * command deletes nothing. After an interruption, the next run continues where the interrupted copy ended.
 */
try {
  process.exitCode = await run(process.argv.slice(2).join(' '))
} catch (error) {
  const isCut = !(error instanceof ConfigError)
  console.error((error as Error).message)
  if (isCut) console.error('What was copied stays. The same command goes on from there.')
  process.exitCode = 1
}

async function run(wish: string): Promise<number> {
  if (!['copy local s3', 'copy s3 local', 'verify'].includes(wish)) return fail(USAGE)
  const config = readConfig(process.env, [])
  if (!config.s3) return fail('S3_ENDPOINT is missing: the environment names no object store.')
  await proveAccess(config.s3, terminalLog)
  const local = createLocalFiles(config.dataDir)
  const s3 = createS3Files({ settings: config.s3, log: terminalLog })
  const show = (line: string) => console.log(line)
  if (wish === 'verify') return verifyFiles({ local, s3 }, show)
  return wish === 'copy local s3' ? copyFiles(local, s3, show) : copyFiles(s3, local, show)
}

function fail(line: string): number {
  console.error(line)
  return 1
}
