import { spawnSync } from 'node:child_process'
import { copyFileSync, existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { delimiter, join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { root } from './steps.ts'

/**
 * Builds the image with buildah, as root on Debian: `node scripts/image.ts`. The variable `BASE` is the base image;
 * without it the script makes one from Debian packages with mmdebstrap. `--try` starts the image, even without building
 * it, and checks it with the empty database in `DATABASE_URL`, on the port in `PORT`.
 */
const IMAGE = 'localhost/nukkad'
const BASE = 'localhost/nukkad-base:24'
const NPM = 'npm@11.19.1'
const CERTIFICATES = '/etc/ssl/certs/ca-certificates.crt'
const READY_WITHIN_MS = 120_000
const ASK_EVERY_MS = 50
const UNPRIVILEGED = '10001'

if (process.argv.includes('--try')) await tryImage()
else {
  const base = process.env.BASE || buildBase()
  build(IMAGE, join(root, 'deploy/Dockerfile'), root, ['--build-arg', `BASE=${base}`])
  console.log(`${IMAGE}: ${sizeOf(IMAGE)} MB, of them ${sizeOf(base)} MB ${base}`)
}

function buildBase(): string {
  const work = mkdtempSync(join(tmpdir(), 'nukkad-base-'))
  try {
    const packages = '--include=ca-certificates,libstdc++6'
    const without = ['doc', 'man', 'locale'].map((name) => `--dpkgopt=path-exclude=/usr/share/${name}/*`)
    run('mmdebstrap', ['--variant=essential', packages, ...without, 'bookworm', join(work, 'debian.tar')])
    copyFileSync(process.execPath, join(work, 'node'))
    run('npm', ['pack', NPM, '--silent', '--pack-destination', work])
    run('mv', [join(work, `${NPM.replace('@', '-')}.tgz`), join(work, 'npm.tgz')])
    build(BASE, join(root, 'deploy/Dockerfile.base'), work, [])
    return BASE
  } finally {
    rmSync(work, { recursive: true, force: true })
  }
}

function build(tag: string, file: string, context: string, args: string[]): void {
  // The build can use the certificates that this machine trusts, such as those of its proxy, but they do not become
  // part of the image.
  const certificates = existsSync(CERTIFICATES) ? ['--volume', `${CERTIFICATES}:${CERTIFICATES}:ro`] : []
  // The format of the image is `docker`, because only this older format can contain the health check. The build is
  // isolated by chroot, because that needs no namespaces, which some machines forbid.
  const how = ['--format', 'docker', '--isolation', 'chroot']
  run('buildah', ['bud', ...how, ...certificates, ...args, '--tag', tag, '--file', file, context])
}

function sizeOf(image: string): string {
  const bytes = Number(read('podman', ['image', 'inspect', '--format', '{{.Size}}', image]))
  return (bytes / 1e6).toFixed(0)
}

/** Starts the image with a read-only root and without capabilities, and checks everything on which operators rely. */
async function tryImage(): Promise<void> {
  const { DATABASE_URL, PORT = '4492' } = process.env
  if (!DATABASE_URL) throw new Error('DATABASE_URL is missing: the image needs an empty PostgreSQL.')
  const env = {
    DATABASE_URL,
    PORT,
    HOST: '127.0.0.1',
    PUBLIC_URL: `http://127.0.0.1:${PORT}`,
    TRUSTED_PROXY: 'none',
    APP_SECRET: crypto.randomUUID() + crypto.randomUUID(),
  }
  const name = `nukkad-try-${process.pid}`
  try {
    const first = await start(['run', '--detach', '--name', name, ...confined(env), IMAGE], PORT)
    verify('the server answers /readyz after migrating an empty database', true, `${first} ms`)
    checkRights(name)
    checkCommands(name)
    run('podman', ['stop', '--time', '20', name])
    const code = read('podman', ['inspect', '--format', '{{.State.ExitCode}}', name])
    verify('SIGTERM ends it in order', code === '0', `exit code ${code}`)
    verify('a second start', true, `${await start(['start', name], PORT)} ms`)
  } finally {
    spawnSync('podman', ['rm', '--force', '--volumes', '--time', '20', name], { stdio: 'ignore' })
  }
  const alone = podman(['run', '--rm', ...confined({ ...env, DATABASE_URL: '' }), IMAGE])
  verify('a start without a database is refused', alone.includes('Set DATABASE_URL'), alone.trim().split('\n').at(-1)!)
}

/** Returns the options of Podman for a container as in deploy/compose.yaml, but with the network of this machine. */
function confined(env: Record<string, string>): string[] {
  return [
    '--read-only',
    '--tmpfs=/tmp',
    '--cap-drop=ALL',
    '--security-opt=no-new-privileges',
    '--network=host',
    // The limits of processes and files are set because Podman's defaults are higher than some machines allow.
    '--ulimit=nofile=16384',
    '--ulimit=nproc=4096',
    // Podman does not run the health check, because it would need a systemd timer. This script runs the health check
    // itself.
    '--no-healthcheck',
    ...Object.entries(env).map(([key, value]) => `--env=${key}=${value}`),
  ]
}

function checkRights(name: string): void {
  const status = podman(['exec', name, 'cat', '/proc/1/status'])
  const field = (label: string) => new RegExp(`^${label}:\\s+(\\S+)`, 'm').exec(status)?.[1] ?? 'unknown'
  verify('it runs without an account of the system', field('Uid') === UNPRIVILEGED, `user ${field('Uid')}`)
  verify('it has no capability', /^0+$/.test(field('CapEff')), field('CapEff'))
  for (const path of ['/app/x', '/etc/x', '/x', '/usr/local/bin/x'])
    verify(`${path} cannot be written`, podman(['exec', name, 'touch', path]).includes('Read-only'), '')
  for (const path of ['/data/x', '/tmp/x'])
    verify(`${path} can be written`, podman(['exec', name, 'touch', path]) === '', '')
}

function checkCommands(name: string): void {
  const [, ...test] = JSON.parse(read('podman', ['image', 'inspect', '--format', '{{json .HealthCheck.Test}}', IMAGE]))
  const health = spawnSync('podman', ['exec', name, ...test])
  verify('its health check passes', health.status === 0, '')
  const node = (...args: string[]) => podman(['exec', name, 'node', ...args])
  verify('it makes a backup', node('scripts/backup.ts', '/tmp/backup.tar.gz').includes('/tmp/backup.tar.gz'), '')
  verify('it checks the ledger', node('scripts/check-ledger.ts').includes('The ledger agrees'), '')
  const refused = node('scripts/restore.ts', '/tmp/backup.tar.gz')
  verify('it refuses a restore over a running shop', refused.startsWith('Nothing was restored'), refused.trim())
}

async function start(args: string[], port: string): Promise<number> {
  const startedAt = performance.now()
  run('podman', [...runtime(), ...args])
  while (performance.now() - startedAt < READY_WITHIN_MS) {
    const answer = await fetch(`http://127.0.0.1:${port}/readyz`).catch(() => undefined)
    if (answer?.ok) return Math.round(performance.now() - startedAt)
    await sleep(ASK_EVERY_MS)
  }
  throw new Error(`The server did not answer /readyz within ${READY_WITHIN_MS / 1000} s.`)
}

/**
 * Returns Podman's option that chooses runc if it is installed, because crun refuses machines with both versions of
 * cgroups.
 */
function runtime(): string[] {
  const folders = (process.env.PATH ?? '').split(delimiter)
  return folders.some((folder) => existsSync(join(folder, 'runc'))) ? ['--runtime', 'runc'] : []
}

/** Returns all output of a command of Podman, whether it succeeds or not. */
function podman(args: string[]): string {
  const { stdout, stderr } = spawnSync('podman', [...runtime(), ...args], { encoding: 'utf8' })
  return stdout + stderr
}

function verify(what: string, holds: boolean, shown: string): void {
  console.log(`${holds ? '✓' : '✗'} ${what}${shown && `: ${shown}`}`)
  if (!holds) process.exitCode = 1
}

function read(command: string, args: string[]): string {
  return spawnSync(command, args, { encoding: 'utf8' }).stdout.trim()
}

function run(command: string, args: string[]): void {
  const { error, status } = spawnSync(command, args, { stdio: ['ignore', 'inherit', 'inherit'] })
  if (error || status !== 0) throw new Error(`${command} ended with ${error?.message ?? status}.`)
}
