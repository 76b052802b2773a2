import { type ChildProcess, spawn } from 'node:child_process'
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { freePort } from '../apps/server/test/free-port.ts'

/** Every start uses the same port, so that it finds the previous server if that server still runs. */
let port: number | undefined

const root = join(import.meta.dirname, '..')
const READY_WITHIN_MS = 90_000
/**
 * Maximum milliseconds until the processes have ended: the server gives requests 10 s to finish, and the rest is for a
 * busy machine.
 */
const GONE_WITHIN_MS = 30_000

/** The processes of one `npm start`. */
type Tree = { npm: ChildProcess; runner: number; server: number; database: number }
type Ending = { name: string; isShort?: boolean; atOnce?: boolean; end: (tree: Tree) => void }

const group = (signal: NodeJS.Signals) => (tree: Tree) => void process.kill(-tree.npm.pid!, signal)

const endings: readonly Ending[] = [
  { name: 'SIGTERM to npm', isShort: true, end: ({ npm }) => void npm.kill('SIGTERM') },
  { name: 'SIGTERM to the runner', end: ({ runner }) => void process.kill(runner, 'SIGTERM') },
  { name: 'SIGTERM to the group', end: group('SIGTERM') },
  { name: 'Ctrl+C', end: group('SIGINT') },
  { name: 'a closed terminal', isShort: true, end: group('SIGHUP') },
  { name: 'SIGQUIT to the group', end: group('SIGQUIT') },
  { name: 'SIGTERM to the server', end: ({ server }) => void process.kill(server, 'SIGTERM') },
  { name: 'kill -9 of npm', end: ({ npm }) => void npm.kill('SIGKILL') },
  { name: 'kill -9 of the server', end: ({ server }) => void process.kill(server, 'SIGKILL') },
  { name: 'kill -9 of the runner', end: ({ runner }) => void process.kill(runner, 'SIGKILL') },
  {
    name: 'kill -9 of the runner, and the next start immediately',
    isShort: true,
    atOnce: true,
    end: ({ runner }) => void process.kill(runner, 'SIGKILL'),
  },
  { name: 'kill -9 of everything but the database, and the next start', atOnce: true, end: group('SIGKILL') },
]

/**
 * Ends `npm start` in every possible way, such as by signals and by killing its processes. After each end, no server
 * and no PostgreSQL may remain, and the next start on the same folder must serve requests.
 */
export async function proveEndings({ short }: { short: boolean }): Promise<string[]> {
  const dataDir = mkdtempSync(join(tmpdir(), 'nukkad-endings-'))
  const problems: string[] = []
  try {
    for (const ending of endings.filter(({ isShort }) => !short || isShort))
      problems.push(...(await endOnce(dataDir, ending).catch((error: Error) => [`${ending.name}: ${error.message}`])))
    problems.push(...(await endWhileStarting(dataDir)))
  } finally {
    for (const pid of [readPid(dataDir, 'server.lock'), readPid(dataDir, 'postgres/postmaster.pid')])
      if (isAlive(pid)) process.kill(pid, 'SIGKILL')
    rmSync(dataDir, { recursive: true, force: true })
  }
  return problems
}

async function endOnce(dataDir: string, { name, end, atOnce }: Ending): Promise<string[]> {
  const tree = await start(dataDir)
  end(tree)
  if (!atOnce) return goneProblems(name, tree, dataDir)
  const next = await start(dataDir)
  const problems = isAlive(tree.server) ? [`${name}: the old server still runs beside the next`] : []
  next.npm.kill('SIGTERM')
  return [...problems, ...(await goneProblems(`${name}, ended`, next, dataDir))]
}

/** Checks that no process remains when `npm start` is stopped before the server is ready. */
async function endWhileStarting(dataDir: string): Promise<string[]> {
  rmSync(join(dataDir, 'postgres'), { recursive: true, force: true })
  const { npm } = launch(dataDir, 0)
  await until(() => isAlive(readPid(dataDir, 'postgres/postmaster.pid')), READY_WITHIN_MS)
  const server = readPid(dataDir, 'server.lock')
  const database = readPid(dataDir, 'postgres/postmaster.pid')
  npm.kill('SIGTERM')
  return goneProblems('SIGTERM while it starts', { npm, runner: parentOf(server), server, database }, dataDir)
}

async function goneProblems(name: string, tree: Tree, dataDir: string): Promise<string[]> {
  const left = () =>
    (['runner', 'server', 'database'] as const)
      .filter((each) => isAlive(tree[each]))
      .concat(isAlive(readPid(dataDir, 'postgres/postmaster.pid')) ? ['database'] : [])
  const isGone = await until(() => left().length === 0, GONE_WITHIN_MS)
  const problems = isGone ? [] : [`${name}: still there: ${[...new Set(left())].join(', ')}`]
  for (const pid of [tree.runner, tree.server, tree.database]) if (isAlive(pid)) process.kill(pid, 'SIGKILL')
  return problems
}

async function start(dataDir: string): Promise<Tree> {
  port ??= await freePort()
  const at = port
  const { npm, output } = launch(dataDir, at)
  // The answer must come from the server that this start has started, because a previous server that is still ending
  // may answer on the same port.
  const isOurs = () => isBelow(readPid(dataDir, 'server.lock'), npm.pid!)
  const isReady = await until(
    async () => isOurs() && (await answers(at)),
    READY_WITHIN_MS,
    () => npm.exitCode === null,
  )
  if (!isReady) throw new Error(`npm start does not serve:\n${output()}`)
  const server = readPid(dataDir, 'server.lock')
  return { npm, server, runner: parentOf(server), database: readPid(dataDir, 'postgres/postmaster.pid') }
}

/** Returns whether a process is `ancestor` or one of its descendants. */
function isBelow(pid: number, ancestor: number): boolean {
  for (let at = pid; at > 1; at = parentOf(at)) if (at === ancestor) return true
  return false
}

function launch(dataDir: string, port: number): { npm: ChildProcess; output: () => string } {
  const env = { ...process.env, NODE_ENV: '', DEMO: 'off', DATA_DIR: dataDir, PORT: String(port), LOG_LEVEL: 'warn' }
  // The test starts npm in its own process group, as a terminal starts each command.
  const npm = spawn('npm', ['start'], { cwd: root, env, detached: true, stdio: ['ignore', 'pipe', 'pipe'] })
  let output = ''
  for (const stream of [npm.stdout, npm.stderr]) stream?.on('data', (chunk: Buffer) => (output += chunk))
  return { npm, output: () => output }
}

async function answers(port: number): Promise<boolean> {
  return fetch(`http://127.0.0.1:${port}/readyz`).then(
    ({ ok }) => ok,
    () => false,
  )
}

async function until(
  isSo: () => boolean | Promise<boolean>,
  withinMs: number,
  mayGoOn: () => boolean = () => true,
): Promise<boolean> {
  for (const deadline = Date.now() + withinMs; Date.now() < deadline && mayGoOn(); await sleep(50))
    if (await isSo()) return true
  return isSo()
}

/** Returns the process id at the beginning of a file, or 0 if the file has none. */
function readPid(dataDir: string, file: string): number {
  const path = join(dataDir, file)
  return existsSync(path) ? Number.parseInt(readFileSync(path, 'utf8'), 10) || 0 : 0
}

function parentOf(pid: number): number {
  if (!existsSync(`/proc/${pid}/stat`)) return 0
  const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
  return Number(stat.slice(stat.lastIndexOf(')')).split(' ')[2])
}

/** Returns whether a process runs. A process that has ended but was not collected yet (a zombie) does not run. */
function isAlive(pid: number): boolean {
  if (pid === 0) return false
  try {
    process.kill(pid, 0)
    return !readFileSync(`/proc/${pid}/stat`, 'utf8').includes(') Z ')
  } catch {
    return false
  }
}
