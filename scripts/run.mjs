// Installs missing packages and runs a command with the pinned Node 24. This file is plain JavaScript, so that any
// Node from 18 can run it; Node 24 runs the other programs as TypeScript.
import { spawn, spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { delimiter, dirname, join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'

const root = join(dirname(fileURLToPath(import.meta.url)), '..')
const [command = 'start', ...args] = process.argv.slice(2)
/** The packages to install: the commands in this list run in production and need no test tools, all others do. */
const wants = ['start', 'backup', 'restore', 'files', 'enrolment-secret'].includes(command) ? 'start' : 'full'
const stamp = join(root, 'node_modules', '.nukkad-install')
const PARENT_CHECK_MS = 500
const DATABASE_STOP_MS = 10_000

install()
const node = findNode()
const flags = [
  '--disable-warning=ExperimentalWarning',
  // The size of V8's semi-space in MiB. The space in which V8 puts new objects is two to three times as large as a
  // semi-space. With V8's default of 64, a server uses 80 MiB more under load.
  '--max-semi-space-size=16',
]
const child = spawn(node, [...flags, join(root, 'scripts', `${command}.ts`), ...args], {
  cwd: root,
  // The fourth stream of the child process is a pipe without data. The pipe closes when this process ends for any
  // reason, and the child then stops.
  stdio: ['inherit', 'inherit', 'inherit', 'pipe'],
  env: {
    // Stores compiled code in the same folder as apps/server/src/main.ts, for the files that run before main.ts.
    ...(command === 'start' && { NODE_COMPILE_CACHE: resolve(root, process.env.DATA_DIR || '.data', 'compile-cache') }),
    ...process.env,
    NUKKAD_RUNNER: String(process.pid),
    PATH: [dirname(node), join(root, 'node_modules', '.bin'), process.env.PATH].join(delimiter),
  },
})
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP', 'SIGQUIT']) process.on(signal, () => child.kill(signal))
stopWithNpm()
child.on('exit', async (code, signal) => {
  if (command === 'start') await endDatabase()
  process.exit(code ?? (signal === 'SIGINT' ? 130 : 1))
})

/** Stops this process when npm or its shell has ended, because npm does not pass on every signal. */
function stopWithNpm() {
  if (!process.env.npm_lifecycle_event || process.platform === 'win32') return
  const parent = process.ppid
  const { name, parent: grandparent } = readStat(parent)
  // If a person's shell started npm, that shell may end while the shop continues.
  const isShell = /^(ba|da|k|z)?sh$/.test(name)
  const watch = setInterval(() => {
    if (process.ppid === parent && !(isShell && readStat(parent).parent !== grandparent)) return
    clearInterval(watch)
    child.kill('SIGTERM')
  }, PARENT_CHECK_MS)
  watch.unref()
}

/** Reads the state of a process from /proc, on systems that have /proc. */
function readStat(pid) {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
    const [state, parent] = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
    return { name: stat.slice(stat.indexOf('(') + 1, stat.lastIndexOf(')')), state, parent }
  } catch {
    return { name: '', state: '', parent: '' }
  }
}

/**
 * Stops the PostgreSQL of a server that was killed, because the killed server could not stop it. A PostgreSQL that
 * another server uses is left running.
 */
async function endDatabase() {
  const dataDir = resolve(root, process.env.DATA_DIR || '.data')
  const server = readPid(join(dataDir, 'server.lock'))
  if (server !== child.pid && isAlive(server)) return
  const database = readPid(join(dataDir, 'postgres', 'postmaster.pid'))
  if (!isPostgres(database)) return
  process.kill(database, 'SIGINT')
  for (let waited = 0; waited < DATABASE_STOP_MS && isPostgres(database); waited += 50)
    await new Promise((done) => setTimeout(done, 50))
}

function readPid(path) {
  try {
    return Number.parseInt(readFileSync(path, 'utf8'), 10) || 0
  } catch {
    return 0
  }
}

function isAlive(pid) {
  try {
    return pid > 0 && process.kill(pid, 0)
  } catch (error) {
    return error.code === 'EPERM'
  }
}

/**
 * Returns whether a process id belongs to a PostgreSQL, because another program may have got the id in the meantime.
 */
function isPostgres(pid) {
  if (!isAlive(pid)) return false
  if (process.platform !== 'linux') return true
  const { name, state } = readStat(pid)
  return name.startsWith('postgres') && state !== 'Z'
}

function install() {
  const lock = createHash('sha256')
    .update(readFileSync(join(root, 'package-lock.json')))
    .digest('hex')
  const [have, of] = existsSync(stamp) ? readFileSync(stamp, 'utf8').split(' ') : []
  if (of === lock && (have === 'full' || have === wants)) return
  console.log(
    `  Installing packages (${wants === 'start' ? 'first start only' : 'with the test tools'}; about a minute) …`,
  )
  const quiet = ['--loglevel=error', '--no-audit', '--no-fund', ...(wants === 'start' ? ['--omit=dev'] : [])]
  if (npm(['ci', ...quiet]) !== 0) {
    // The locked install has failed, so a plain install follows. A mirror of the registry may lack packages that the
    // lock file lists for other platforms; the plain install needs only those of this machine.
    console.log('  The locked install did not go through; trying a plain one …')
    if (npm(['install', '--no-save', ...quiet]) !== 0)
      fail('The packages could not be installed. Is the npm registry reachable?')
  }
  writeFileSync(stamp, `${wants} ${lock}`)
}

function npm(npmArgs) {
  const cli = process.env.npm_execpath
  const [program, first] = cli ? [process.execPath, [cli]] : [process.platform === 'win32' ? 'npm.cmd' : 'npm', []]
  return spawnSync(program, [...first, ...npmArgs], {
    cwd: root,
    stdio: 'inherit',
    shell: !cli && process.platform === 'win32',
  }).status
}

/**
 * Returns the pinned Node for this platform. If that Node is missing, returns the machine's Node if it is new enough.
 */
function findNode() {
  const platform = process.platform === 'win32' ? 'win' : process.platform
  const folder = join(root, 'node_modules', `node-${platform}-${process.arch}`, 'bin')
  const packaged = existsSync(folder) ? readdirSync(folder).find((name) => /^node(\.exe)?$/.test(name)) : undefined
  if (packaged) return join(folder, packaged)
  if (Number(process.versions.node.split('.')[0]) >= 24) return process.execPath
  return fail(
    `No Node 24 is packaged for ${process.platform}-${process.arch}. Install Node 24 or newer and start again.`,
  )
}

function fail(line) {
  console.error(line)
  process.exit(1)
}
