import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'

/** One of the servers of a replicated database. */
export type DatabaseServer = { host: string; port: number }

const PROBE_TIMEOUT_MS = 1500
/** How long a new connection waits for the primary, less than a call waits for a connection. */
const FIND_WITHIN_MS = 1500
const FIND_AGAIN_AFTER_MS = 200
const DEFAULT_PORT = 5432
const ADDRESS = /^(postgres(?:ql)?:\/\/(?:[^@/?]*@)?)([^@/?]*)(.*)$/
/** The values of `target_session_attrs` that mean the primary. */
const PRIMARY_ATTRS = ['primary', 'read-write']

/** No server of the database is its primary, or none answers. */
export class NoPrimary extends Error {
  override name = 'NoPrimary'
  readonly code = 'NO_PRIMARY'

  constructor(cause?: unknown) {
    super('No server of the database is its primary', { cause })
  }
}

type Parsed = { first: string; servers: DatabaseServer[] }

/**
 * Reads the address of a database with one or more servers, in the form of libpq:
 * `postgres://user:password@one:5432,two:5432/name?target_session_attrs=read-write`.
 * @returns undefined for the address of one server whose role does not matter
 * @throws Error with what to change
 * @see https://www.postgresql.org/docs/current/libpq-connect.html (multiple hosts)
 */
export function parseServers(address: string): Parsed | undefined {
  const [, start, hosts = '', rest = ''] = ADDRESS.exec(address) ?? []
  const url = new URL(`postgres://host${rest}`)
  const attrs = url.searchParams.get('target_session_attrs')
  const names = hosts.split(',')
  if (attrs === null && names.length === 1) return undefined
  if (attrs !== null && !PRIMARY_ATTRS.includes(attrs))
    throw new Error(`target_session_attrs must be ${PRIMARY_ATTRS.join(' or ')}`)
  const servers = names.map(parseServer)
  if (new Set(servers.map(({ host, port }) => `${host}:${port}`)).size < servers.length)
    throw new Error('must name each server once')
  url.searchParams.delete('target_session_attrs')
  return { first: `${start}${names[0]}${url.pathname}${url.search}`, servers }
}

function parseServer(name: string): DatabaseServer {
  const [, host, port] = /^(\[[0-9a-fA-F:.]+\]|[^:[\]]+)(?::(\d{1,5}))?$/.exec(name) ?? []
  const number = Number(port ?? DEFAULT_PORT)
  if (host === undefined || number < 1 || number > 65_535)
    throw new Error('must name its servers as host:port, separated by commas')
  return { host: decodeURIComponent(host.replace(/^\[|\]$/g, '')), port: number }
}

/**
 * The servers of one database, of which all connections of this process share what they know. Connections go to the
 * primary. When it fails, all servers are asked, and the connections to a server that is no longer the primary end.
 */
export class Servers {
  readonly base: pg.ClientConfig
  readonly #servers: readonly DatabaseServer[]
  readonly #clients = new Map<pg.Client, DatabaseServer>()
  #primary: Promise<DatabaseServer> | undefined

  constructor({ first, servers }: Parsed) {
    this.base = { connectionString: first }
    this.#servers = servers
  }

  /**
   * Returns the server that is the primary. The parallel connections of a failover share one search.
   * @throws NoPrimary
   */
  primary(): Promise<DatabaseServer> {
    if (this.#primary) return this.#primary
    const found = this.#find()
    this.#primary = found
    found.then(
      (server) => this.#endOthers(server),
      () => this.#forget(found),
    )
    return found
  }

  /** Notes an open connection, until it ends. */
  hold(client: pg.Client, server: DatabaseServer): void {
    this.#clients.set(client, server)
    client.once('end', () => this.#clients.delete(client))
  }

  /** A connection to this server failed, so the next connection looks for the primary again. */
  suspect(server: DatabaseServer): void {
    const known = this.#primary
    known?.then(
      (primary) => {
        if (primary === server) this.#forget(known)
      },
      () => {},
    )
  }

  #forget(known: Promise<DatabaseServer>): void {
    if (this.#primary === known) this.#primary = undefined
  }

  #endOthers(primary: DatabaseServer): void {
    for (const [client, server] of this.#clients) if (server !== primary) dropConnection(client, new NoPrimary())
  }

  async #find(): Promise<DatabaseServer> {
    const until = performance.now() + FIND_WITHIN_MS
    for (;;) {
      try {
        return await Promise.any(this.#servers.map((server) => this.#probe(server)))
      } catch (error) {
        if (performance.now() > until) throw new NoPrimary((error as AggregateError).errors[0])
        await sleep(FIND_AGAIN_AFTER_MS)
      }
    }
  }

  /** Returns the server if it is the primary, and throws otherwise. */
  async #probe(server: DatabaseServer): Promise<DatabaseServer> {
    const client = new pg.Client({ ...this.base, connectionTimeoutMillis: PROBE_TIMEOUT_MS })
    client.on('error', () => {})
    const isStandby = leadTo(client, server)
    try {
      await client.connect()
      if (isStandby()) throw new NoPrimary()
      return server
    } finally {
      dropConnection(client, new NoPrimary())
    }
  }
}

/**
 * Makes a new client connect to this server. Returns a function that, once it is connected, tells whether the server is
 * a standby or refuses writes; PostgreSQL reports both, so it costs no statement.
 */
function leadTo(client: pg.Client, { host, port }: DatabaseServer): () => boolean {
  Object.assign(client, { host, port })
  const reported = new Map<string, string>()
  const { connection } = client as pg.Client & { connection: pg.Connection }
  connection.on('parameterStatus', ({ parameterName, parameterValue }: Record<string, string>) =>
    reported.set(parameterName!, parameterValue!),
  )
  return () => reported.get('in_hot_standby') === 'on' || reported.get('default_transaction_read_only') === 'on'
}

/** Closes a connection without notifying the other side, which may not answer. Pending queries fail with `cause`. */
export function dropConnection(client: pg.Client, cause: Error): void {
  const { connection } = client as pg.Client & { connection: pg.Connection }
  // The driver handles errors only of a connection that it has begun to open; otherwise this one would end the process.
  connection.stream.once('error', () => {})
  connection.stream.destroy(cause)
}

type Callback = (error?: Error) => void

/** A connection to the primary of the `servers` in its configuration; without them an ordinary one. */
export class PrimaryClient extends pg.Client {
  readonly #servers: Servers | undefined
  #server: DatabaseServer | undefined

  constructor(config?: string | (pg.ClientConfig & { servers?: Servers })) {
    super(config)
    this.#servers = typeof config === 'object' ? config.servers : undefined
  }

  override connect(): Promise<pg.Client>
  override connect(callback: Callback): void
  override connect(callback?: Callback): Promise<pg.Client> | undefined {
    const connect = (): Promise<pg.Client> => super.connect() as unknown as Promise<pg.Client>
    if (!callback) return this.#servers ? this.#connectToPrimary(this.#servers, connect) : connect()
    if (this.#servers) this.#connectToPrimary(this.#servers, connect).then(() => callback(), callback)
    else super.connect(callback as (error: Error) => void)
  }

  /** Tells that the server does not answer, or answers like a standby. */
  suspectServer(): void {
    if (this.#server) this.#servers?.suspect(this.#server)
  }

  async #connectToPrimary(servers: Servers, connect: () => Promise<pg.Client>): Promise<pg.Client> {
    const server = await servers.primary()
    this.#server = server
    const isStandby = leadTo(this, server)
    try {
      await connect()
      if (isStandby()) throw new NoPrimary()
    } catch (error) {
      servers.suspect(server)
      dropConnection(this, error as Error)
      throw error
    }
    servers.hold(this, server)
    this.on('error', () => servers.suspect(server))
    return this
  }
}
