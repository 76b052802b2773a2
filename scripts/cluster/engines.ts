import { execFileSync } from 'node:child_process'
import { chownSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { createConnection } from 'node:net'
import { join } from 'node:path'
import { bucketSettings, objectStoreCommand, openBucket } from '../object-store.ts'
import type { Command } from './part.ts'

/** The ports of the parts of the cluster, counted from the port of the shop. */
export const portsFrom = (first: number) => ({
  shop: first,
  apps: [first + 1, first + 2, first + 3],
  etcd: [first + 11, first + 12, first + 13],
  etcdPeers: [first + 14, first + 15, first + 16],
  postgres: [first + 21, first + 22],
  patroni: [first + 23, first + 24],
  nats: first + 31,
  swift: [first + 41, first + 42, first + 43, first + 44],
})

export type Place = {
  folder: string
  ports: ReturnType<typeof portsFrom>
  secrets: { app: string; superuser: string; replication: string; shop: string; nats: string }
  /** Whether PostgreSQL archives its write-ahead log, for a recovery to a point in time. */
  isArchived: boolean
}

const HOST = '127.0.0.1'
/** The system account that Debian's packages of PostgreSQL create. PostgreSQL and Patroni never run as root. */
const POSTGRES_USER = 'postgres'
/**
 * Group id of the first PostgreSQL server; the second server has the next id. By the group, a firewall can cut off one
 * of the two PostgreSQL servers.
 */
export const FIRST_GROUP = 46_001
const POSTGRES_PROGRAMS = '/usr/lib/postgresql/15/bin'
/**
 * The times of Patroni in seconds. Patroni replaces a lost primary when the primary's lease (`ttl`) has ended. From
 * version 3.2 on, Patroni requires a `ttl` of at least 20.
 */
const PATRONI = { ttl: 8, loop_wait: 2, retry_timeout: 3 }

export function etcdCommands(place: Place): Command[] {
  const { ports } = place
  const names = ports.etcd.map((_port, index) => `etcd-${index + 1}`)
  const peers = names.map((name, index) => `${name}=http://${HOST}:${ports.etcdPeers[index]}`)
  return names.map((name, index) => {
    const client = `http://${HOST}:${ports.etcd[index]}`
    const peer = `http://${HOST}:${ports.etcdPeers[index]}`
    const settings = {
      name,
      'data-dir': join(place.folder, name),
      'listen-client-urls': client,
      'advertise-client-urls': client,
      'listen-peer-urls': peer,
      'initial-advertise-peer-urls': peer,
      'initial-cluster': peers.join(','),
      'initial-cluster-token': 'nukkad',
      'auto-compaction-retention': '1',
      'log-level': 'warn',
    }
    return {
      name,
      program: '/usr/bin/etcd',
      args: Object.entries(settings).map(([key, value]) => `--${key}=${value}`),
      log: logOf(place, name),
      isReady: async () => (await fetch(`${client}/health`)).ok,
    }
  })
}

/**
 * Returns the commands of two PostgreSQL servers, each run by Patroni, which decides which is the primary. A commit of
 * the primary waits for the standby.
 */
export function postgresCommands(place: Place): Command[] {
  return place.ports.postgres.map((_port, index) => {
    const name = `postgres-${index + 1}`
    const home = ownedFolder(place, name)
    if (place.isArchived) ownedFolder(place, 'archive')
    const config = join(home, 'patroni.json')
    writeFileSync(config, JSON.stringify(patroniConfig(place, index), undefined, 2))
    giveToPostgres(config)
    const data = join(home, 'data')
    return {
      name,
      program: '/usr/bin/patroni',
      // The configuration of Patroni is written as JSON, which is also valid YAML.
      args: [config],
      user: { name: POSTGRES_USER, group: FIRST_GROUP + index },
      log: logOf(place, name),
      isReady: async () => (await fetch(`http://${HOST}:${place.ports.patroni[index]}/health`)).ok,
      readyWithinMs: 180_000,
      stopWithinMs: 60_000,
      killRest: () => killPostmaster(data),
    }
  })
}

function patroniConfig({ folder, ports, secrets, isArchived }: Place, index: number) {
  const postgres = `${HOST}:${ports.postgres[index]}`
  const rest = `${HOST}:${ports.patroni[index]}`
  const home = join(folder, `postgres-${index + 1}`)
  const archive = join(folder, 'archive')
  const access = [['local', 'all', 'all', 'trust'], ...['all', 'replication'].map((what) => hostAccess(what))]
  return {
    scope: 'nukkad',
    name: `postgres-${index + 1}`,
    restapi: { listen: rest, connect_address: rest },
    etcd3: { hosts: ports.etcd.map((port) => `${HOST}:${port}`) },
    bootstrap: {
      dcs: {
        ...PATRONI,
        // With the value 0, the standby replaces a failed primary immediately, instead of Patroni restarting the
        // primary first.
        master_start_timeout: 0,
        synchronous_mode: true,
        postgresql: {
          use_pg_rewind: true,
          parameters: {
            max_connections: 200,
            shared_buffers: '128MB',
            wal_sender_timeout: '5s',
            wal_receiver_timeout: '5s',
            max_wal_size: '512MB',
            wal_keep_size: '128MB',
            ...(isArchived && {
              archive_mode: 'on',
              archive_command: `test -f "${archive}/%f" || (cp "%p" "${archive}/%f.part" && mv "${archive}/%f.part" "${archive}/%f")`,
            }),
          },
        },
      },
      initdb: [{ encoding: 'UTF8' }, { locale: 'C.UTF-8' }, 'data-checksums'],
    },
    postgresql: {
      listen: postgres,
      connect_address: postgres,
      data_dir: join(home, 'data'),
      bin_dir: POSTGRES_PROGRAMS,
      pgpass: join(home, 'pgpass'),
      use_unix_socket: true,
      authentication: {
        superuser: { username: 'postgres', password: secrets.superuser },
        replication: { username: 'replicator', password: secrets.replication },
      },
      parameters: { unix_socket_directories: home },
      pg_hba: access.map((line) => line.join(' ')),
    },
  }
}

function hostAccess(database: string): string[] {
  return ['host', database, 'all', `${HOST}/32`, 'scram-sha-256']
}

export function natsCommand(place: Place): Command {
  const { ports, secrets } = place
  const config = join(place.folder, 'nats.conf')
  const user = JSON.stringify({ user: 'nukkad', password: secrets.nats })
  writeFileSync(config, `listen: ${HOST}:${ports.nats}\nauthorization: ${user}\n`, { mode: 0o600 })
  return {
    name: 'nats',
    program: '/usr/sbin/nats-server',
    args: ['--config', config],
    log: logOf(place, 'nats'),
    isReady: () => accepts(ports.nats),
  }
}

export function storeCommand(place: Place): Command {
  const folder = join(place.folder, 'swift')
  mkdirSync(folder, { recursive: true })
  return {
    name: 'swift',
    ...objectStoreCommand(folder, place.ports.swift),
    log: logOf(place, 'swift'),
    isReady: async () => Boolean(await openBucket(place.ports.swift[3]!)),
  }
}

export function haproxyCommand(place: Place): Command {
  const { ports } = place
  const template = readFileSync(join(import.meta.dirname, '../../deploy/haproxy.cfg'), 'utf8')
  const servers = ports.apps.map((port, index) => `    server app-${index + 1} ${HOST}:${port}`)
  const config = join(place.folder, 'haproxy.cfg')
  const text = template
    .replace(/bind .*/, `bind ${HOST}:${ports.shop}`)
    .replace(/stats socket \S+/, `stats socket ${join(place.folder, 'haproxy.sock')}`)
    .replace(/(^ {4}server .*\n)+/m, `${servers.join('\n')}\n`)
  writeFileSync(config, text)
  return {
    name: 'haproxy',
    program: '/usr/sbin/haproxy',
    args: ['-db', '-f', config],
    log: logOf(place, 'haproxy'),
    isReady: async () => (await fetch(`http://${HOST}:${ports.shop}/readyz`)).ok,
    readyWithinMs: 180_000,
  }
}

export type Server = { entry: string; env: Record<string, string>; nodeArgs?: readonly string[] }

/** Returns the commands of three web servers and a worker of the shop, all with the same settings. */
export function serverCommands(place: Place, server: (name: string) => Server): Command[] {
  const web = place.ports.apps.map((port, index) =>
    serverCommand(place, `app-${index + 1}`, { port, ...server(`app-${index + 1}`) }),
  )
  return [...web, serverCommand(place, 'worker', { port: undefined, ...server('worker') })]
}

function serverCommand(
  place: Place,
  name: string,
  { entry, env, nodeArgs = [], port }: Server & { port: number | undefined },
): Command {
  return {
    name,
    program: process.execPath,
    args: ['--max-semi-space-size=16', ...nodeArgs, entry, `--role=${port ? 'web' : 'worker'}`],
    env: { ...settingsOf(place, name), ...(port && { PORT: String(port) }), ...env },
    log: logOf(place, name),
    isReady: async () => !port || (await fetch(`http://${HOST}:${port}/readyz`)).ok,
    readyWithinMs: 180_000,
    stopWithinMs: 25_000,
  }
}

function settingsOf(place: Place, name: string): Record<string, string> {
  const bucket = bucketSettings(place.ports.swift[3]!)
  return {
    NODE_ENV: 'development',
    DEMO: 'on',
    HOST,
    DATA_DIR: join(place.folder, name),
    APP_SECRET: place.secrets.app,
    PUBLIC_URL: `http://localhost:${place.ports.shop}`,
    TRUSTED_PROXY: HOST,
    DATABASE_URL: databaseUrl(place),
    NATS_URL: `nats://nukkad:${place.secrets.nats}@${HOST}:${place.ports.nats}`,
    DRAIN_SECONDS: '3',
    S3_ENDPOINT: bucket.endpoint,
    S3_BUCKET: bucket.bucket,
    S3_ACCESS_KEY_ID: bucket.accessKeyId,
    S3_SECRET_ACCESS_KEY: bucket.secretAccessKey,
  }
}

/**
 * Returns the address of the shop's database. The address names both PostgreSQL servers, and the product finds the
 * primary.
 */
export function databaseUrl({ ports, secrets }: Place): string {
  const servers = ports.postgres.map((port) => `${HOST}:${port}`)
  return `postgres://nukkad:${secrets.shop}@${servers.join(',')}/nukkad`
}

function logOf({ folder }: Place, name: string): string {
  return join(folder, 'logs', `${name}.log`)
}

/** Creates a folder that belongs to PostgreSQL's account. */
function ownedFolder({ folder }: Place, name: string): string {
  const path = join(folder, name)
  mkdirSync(path, { recursive: true, mode: 0o700 })
  giveToPostgres(path)
  return path
}

function giveToPostgres(path: string): void {
  if (process.getuid?.() !== 0) return
  const [uid, gid] = ['-u', '-g'].map((option) =>
    Number(execFileSync('id', [option, POSTGRES_USER], { encoding: 'utf8' })),
  )
  chownSync(path, uid!, gid!)
}

/** Kills the PostgreSQL server that is left when its Patroni was killed. */
function killPostmaster(data: string): void {
  const path = join(data, 'postmaster.pid')
  if (!existsSync(path)) return
  const pid = Number.parseInt(readFileSync(path, 'utf8'), 10)
  try {
    if (readFileSync(`/proc/${pid}/comm`, 'utf8').startsWith('postgres')) process.kill(pid, 'SIGKILL')
  } catch {
    // An error is ignored here: the process has ended in the meantime, so nothing has to be killed.
  }
}

function accepts(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = createConnection({ port, host: HOST })
    socket.once('connect', () => resolve(true)).once('error', () => resolve(false))
    socket.once('connect', () => socket.destroy())
  })
}
