import { randomBytes } from 'node:crypto'
import { chmodSync, existsSync, mkdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { dirname, join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import {
  etcdCommands,
  haproxyCommand,
  natsCommand,
  type Place,
  portsFrom,
  postgresCommands,
  type Server,
  serverCommands,
  storeCommand,
} from './engines.ts'
import { Part } from './part.ts'

const PRIMARY_WITHIN_MS = 180_000
const ASK_EVERY_MS = 100

export type Cluster = {
  /** The URL of the shop. */
  url: string
  place: Place
  parts: Record<'etcd' | 'postgres' | 'apps', Part[]> & Record<'nats' | 'swift' | 'worker' | 'haproxy', Part>
  /** The roles of both PostgreSQL servers, as Patroni reports them. */
  roles: () => Promise<Roles>
  /** Returns a connection to the primary as the owner of the shop's database. */
  connect: () => Promise<pg.Client>
  stop: () => Promise<void>
}

/** The indexes in `parts.postgres` of the primary and of the standby for which the primary's commits wait. */
export type Roles = { primary: number | undefined; standby: number | undefined }

export type ClusterOptions = {
  /** The folder for all data of the cluster. */
  folder: string
  firstPort: number
  isArchived?: boolean
  /** Returns the server's bundle, and the environment variables that are different for each server process. */
  server: (name: string) => Server
  say?: (line: string) => void
  /** The function that the cluster calls before its first part starts; `stop` stops all parts. */
  onParts?: (stop: () => Promise<void>) => void
}

/**
 * Starts three web servers, a worker, three etcd, two PostgreSQL under Patroni, HAProxy, NATS and Swift on this
 * machine, with all their data in one folder.
 * @throws Error in one line when the folder or a port cannot be used, or a part does not start
 */
export async function startCluster(options: ClusterOptions): Promise<Cluster> {
  const { folder, firstPort, isArchived = false, server, say = () => {}, onParts } = options
  prepareFolder(folder)
  const place: Place = { folder, ports: portsFrom(firstPort), secrets: keepSecrets(folder), isArchived }
  await requirePorts(Object.values(place.ports).flat())
  const make = (commands: ReturnType<typeof etcdCommands>) => commands.map((command) => new Part(command))
  const [etcd, postgres] = [make(etcdCommands(place)), make(postgresCommands(place))]
  const [nats, swift] = make([natsCommand(place), storeCommand(place)]) as [Part, Part]
  const servers = make(serverCommands(place, server))
  const [apps, worker] = [servers.slice(0, -1), servers.at(-1)!]
  const haproxy = new Part(haproxyCommand(place))
  const stages = [[...etcd, nats, swift], postgres, servers, [haproxy]]
  const stop = async (): Promise<void> => {
    for (const stage of stages.toReversed()) await Promise.all(stage.map((part) => part.stop()))
  }
  onParts?.(stop)
  const roles = () => readRoles(place)
  try {
    for (const stage of stages) {
      say(`Starting ${stage.map(({ name }) => name).join(', ')} …`)
      if (stage === servers) await makeDatabase(place, await whenReplicated(roles))
      await Promise.all(stage.map((part) => part.start()))
    }
  } catch (error) {
    await stop()
    throw error
  }
  return {
    url: `http://localhost:${place.ports.shop}`,
    place,
    parts: { etcd, postgres, apps, nats, swift, worker, haproxy },
    roles,
    connect: async () => connectTo(place, (await roles()).primary ?? 0),
    stop,
  }
}

function prepareFolder(folder: string): void {
  mkdirSync(folder, { recursive: true })
  if (process.getuid?.() !== 0) return
  chmodSync(folder, 0o755)
  for (let path = dirname(folder); path !== dirname(path); path = dirname(path))
    if ((statSync(path).mode & 1) === 0)
      throw new Error(
        `${path} is closed to other accounts, and PostgreSQL does not run as root: set DATA_DIR to a folder that the account postgres can reach.`,
      )
}

function keepSecrets(folder: string): Place['secrets'] {
  const path = join(folder, 'secrets.json')
  if (!existsSync(path)) {
    const secrets = ['app', 'superuser', 'replication', 'shop', 'nats'].map((name) => [
      name,
      randomBytes(24).toString('hex'),
    ])
    writeFileSync(path, JSON.stringify(Object.fromEntries(secrets)), { mode: 0o600 })
  }
  return JSON.parse(readFileSync(path, 'utf8')) as Place['secrets']
}

async function requirePorts(ports: readonly number[]): Promise<void> {
  for (const port of ports) {
    const server = createServer()
    await new Promise<void>((resolve, reject) => {
      server.once('error', () => reject(new Error(`Port ${port} is in use: set PORT to the first of 45 free ports.`)))
      server.listen(port, '127.0.0.1', resolve)
    })
    await new Promise((resolve) => server.close(resolve))
  }
}

async function readRoles({ ports }: Place): Promise<Roles> {
  const states = await Promise.all(
    ports.patroni
      .map(async (port) => {
        const answer = await fetch(`http://127.0.0.1:${port}/patroni`, { signal: AbortSignal.timeout(1000) })
        return (await answer.json()) as { role: string; state: string; sync_standby?: boolean }
      })
      .map((asked) => asked.catch(() => undefined)),
  )
  const find = (isIt: (state: NonNullable<(typeof states)[number]>) => boolean): number | undefined => {
    const index = states.findIndex((state) => state?.state === 'running' && isIt(state))
    return index < 0 ? undefined : index
  }
  return {
    primary: find(({ role }) => role === 'master' || role === 'primary'),
    standby: find(({ sync_standby }) => sync_standby === true),
  }
}

/** Waits until the cluster has a primary whose commits wait for a standby, and returns the index of the primary. */
export async function whenReplicated(roles: () => Promise<Roles>): Promise<number> {
  for (const until = performance.now() + PRIMARY_WITHIN_MS; performance.now() < until; await sleep(ASK_EVERY_MS)) {
    const { primary, standby } = await roles()
    if (primary !== undefined && standby !== undefined) return primary
  }
  throw new Error('PostgreSQL has no primary with a standby; see the logs of both')
}

async function makeDatabase({ ports, secrets }: Place, primary: number): Promise<void> {
  const address = { host: '127.0.0.1', port: ports.postgres[primary]!, user: 'postgres', password: secrets.superuser }
  await withClient({ ...address, database: 'postgres' }, async (client) => {
    const { rowCount } = await client.query("select from pg_database where datname = 'nukkad'")
    if (rowCount !== 0) return
    await client.query(`create role nukkad login createrole password ${pg.escapeLiteral(secrets.shop)}`)
    await client.query('create database nukkad owner nukkad')
  })
  await withClient({ ...address, database: 'nukkad' }, addEarthdistance)
}

/**
 * Adds the extension `earthdistance`, because only a superuser may add it. The shop changes one of the extension's
 * functions. The server adds the other extensions itself.
 */
export async function addEarthdistance(client: pg.Client): Promise<void> {
  await client.query('create extension if not exists earthdistance cascade')
  await client.query('alter function earth() owner to nukkad')
}

export async function withClient(
  config: pg.ClientConfig,
  body: (client: pg.Client) => Promise<unknown>,
): Promise<void> {
  const client = new pg.Client(config)
  await client.connect()
  try {
    await body(client)
  } finally {
    await client.end()
  }
}

/** Connects to one of the two PostgreSQL servers as the owner of the shop's database. */
export async function connectTo({ ports, secrets }: Place, index: number): Promise<pg.Client> {
  const address = { host: '127.0.0.1', port: ports.postgres[index]!, user: 'nukkad', password: secrets.shop }
  const client = new pg.Client({ ...address, database: 'nukkad' })
  client.on('error', () => {})
  await client.connect()
  return client
}
