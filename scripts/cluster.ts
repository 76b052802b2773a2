import { resolve } from 'node:path'
import { build } from './build.ts'
import { startCluster } from './cluster/cluster.ts'
import { forCluster, installPrograms } from './debian.ts'
import { endWithRunner } from './end-with-runner.ts'

/**
 * Starts the shop as several servers on this machine, fills the demo city, and runs until Ctrl+C. The variable `PORT`
 * is the port of the shop and the first of 45 ports; `DATA_DIR` has the folder `cluster`, with the data and the logs.
 */
const FIRST_PORT = 3000
const { PORT, DATA_DIR } = process.env
let isEnding = false
let stop = async (): Promise<void> => {}

for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP', 'SIGQUIT'] as const) process.on(signal, () => void end(0))
endWithRunner()
try {
  const missing = await installPrograms(forCluster)
  if (missing.length > 0) throw new Error(`Install these packages of Debian first: ${missing.join(' ')}.`)
  const entry = await build()
  const folder = resolve(DATA_DIR || '.data', 'cluster')
  const cluster = await startCluster({
    folder,
    firstPort: Number(PORT || FIRST_PORT),
    server: () => ({ entry, env: { LOG_LEVEL: 'info' } }),
    say: (line) => console.log(`  ${line}`),
    onParts: (stopAll) => {
      stop = stopAll
    },
  })
  console.log(`\n  Nukkad is open: ${cluster.url}\n  logs and data   ${folder}\n  Ctrl+C ends all parts.\n`)
} catch (error) {
  if (!isEnding) console.error((error as Error).message)
  await end(1)
}

async function end(code: number): Promise<void> {
  if (isEnding) return
  isEnding = true
  await stop()
  process.exit(code)
}
