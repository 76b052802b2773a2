import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'

/** One of the servers of a replicated database. */
export type DatabaseServer = { host: string; port: number }

const PROBE_TIMEOUT_MS = 1500
/** Milliseconds for which a new connection searches for the primary; a call waits longer than this for a connection. */
const FIND_WITHIN_MS = 1500
const FIND_AGAIN_AFTER_MS = 200
const DEFAULT_PORT = 5432
const ADDRESS = /^(postgres(?:ql)?:\/\/(?:[^@/?]*@)?)([^@/?]*)(.*)$/
/** The values of `target_session_attrs` that mean each role. */
const attrsOf = { primary: ['primary', 'read-write'], standby: ['standby', 'read-only'] }

export type ServerRole = keyof typeof attrsOf

/** No server of the database has the role that is needed, or none answers. */
export class NoServer extends Error {
  override name = 'NoServer'
  readonly code = 'NO_SERVER'

  constructor(role: ServerRole, cause?: unknown) {
    super(`No server of the database is its ${role}`, { cause })
  }
}

type Parsed = { first: string; servers: DatabaseServer[]; role: ServerRole }

/**
 * Reads the address of a database with one or more servers, in the form of libpq:
 * `postgres://user:password@one:5432,two:5432/name?target_session_attrs=read-write`.
 * @param role the role of the server that is needed
 * @returns undefined if the address names one server and no role; a standby is always checked for its role
 * @throws Error with what to change
 * @see https://www.postgresql.org/docs/current/libpq-connect.html (multiple hosts)
 */
export function parseServers(address: string, role: ServerRole = 'primary'): Parsed | undefined {
  const [, start, hosts = '', rest = ''] = ADDRESS.exec(address) ?? []
  const url = new URL(`postgres://host${rest}`)
  const attrs = url.searchParams.get('target_session_attrs')
  const names = hosts.split(',')
  if (attrs === null && names.length === 1 && role === 'primary') return undefined
  if (attrs !== null && !attrsOf[role].includes(attrs))
    throw new Error(`target_session_attrs must be ${attrsOf[role].join(' or ')}`)
  const servers = names.map(parseServer)
  if (new Set(servers.map(({ host, port }) => `${host}:${port}`)).size < servers.length)
    throw new Error('must name each server once')
  url.searchParams.delete('target_session_attrs')
  return { first: `${start}${names[0]}${url.pathname}${url.search}`, servers, role }
}

function parseServer(name: string): DatabaseServer {
  const [, host, port] = /^(\[[0-9a-fA-F:.]+\]|[^:[\]]+)(?::(\d{1,5}))?$/.exec(name) ?? []
  const number = Number(port ?? DEFAULT_PORT)
  if (host === undefined || number < 1 || number > 65_535)
    throw new Error('must name its servers as host:port, separated by commas')
  return { host: decodeURIComponent(host.replace(/^\[|\]$/g, '')), port: number }
}

/**
 * The servers of one database, whose state all connections of this process share. Connections go to one server that has
 * the needed role. When the server in use fails, the process asks all servers for their role, and ends connections to
 * servers without the needed role.
 */
export class Servers {
  readonly base: pg.ClientConfig
  readonly role: ServerRole
  readonly #servers: readonly DatabaseServer[]
  readonly #clients = new Map<pg.Client, DatabaseServer>()
  #chosen: Promise<DatabaseServer> | undefined

  constructor({ first, servers, role }: Parsed) {
    this.base = { connectionString: first }
    this.role = role
    this.#servers = servers
  }

  /**
   * Returns the server that has the needed role; the parallel connections of a failover share one search.
   * @throws NoServer
   */
  choose(): Promise<DatabaseServer> {
    if (this.#chosen) return this.#chosen
    const found = this.#find()
    this.#chosen = found
    found.then(
      (server) => this.#endOthers(server),
      () => this.#forget(found),
    )
    return found
  }

  /** Registers an open connection until it ends. */
  hold(client: pg.Client, server: DatabaseServer): void {
    this.#clients.set(client, server)
    client.once('end', () => this.#clients.delete(client))
  }

  /** Notes that a connection to this server failed, so that the next connection searches for the right server again. */
  suspect(server: DatabaseServer): void {
    const known = this.#chosen
    known?.then(
      (chosen) => {
        if (chosen === server) this.#forget(known)
      },
      () => {},
    )
  }

  #forget(known: Promise<DatabaseServer>): void {
    if (this.#chosen === known) this.#chosen = undefined
  }

  #endOthers(chosen: DatabaseServer): void {
    for (const [client, server] of this.#clients) if (server !== chosen) dropConnection(client, new NoServer(this.role))
  }

  async #find(): Promise<DatabaseServer> {
    const until = performance.now() + FIND_WITHIN_MS
    for (;;) {
      try {
        return await Promise.any(this.#servers.map((server) => this.#probe(server)))
      } catch (error) {
        if (performance.now() > until) throw new NoServer(this.role, (error as AggregateError).errors[0])
        await sleep(FIND_AGAIN_AFTER_MS)
      }
    }
  }

  /** Returns the server if it has the role that is needed, and throws otherwise. */
  async #probe(server: DatabaseServer): Promise<DatabaseServer> {
    const client = new pg.Client({ ...this.base, connectionTimeoutMillis: PROBE_TIMEOUT_MS })
    client.on('error', () => {})
    const roleOf = leadTo(client, server)
    try {
      await client.connect()
      if (roleOf() !== this.role) throw new NoServer(this.role)
      return server
    } finally {
      dropConnection(client, new NoServer(this.role))
    }
  }
}

/**
 * Makes a new client connect to this server. Returns a function that returns the server's role once the client is
 * connected. A server that refuses writes counts as a standby. PostgreSQL reports when connecting whether it refuses
 * writes, so no statement is needed.
 */
function leadTo(client: pg.Client, { host, port }: DatabaseServer): () => ServerRole {
  Object.assign(client, { host, port })
  const reported = new Map<string, string>()
  const { connection } = client as pg.Client & { connection: pg.Connection }
  connection.on('parameterStatus', ({ parameterName, parameterValue }: Record<string, string>) =>
    reported.set(parameterName!, parameterValue!),
  )
  return () =>
    reported.get('in_hot_standby') === 'on' || reported.get('default_transaction_read_only') === 'on'
      ? 'standby'
      : 'primary'
}

/** Closes a connection without notifying the other side, which may not answer. Pending queries fail with `cause`. */
export function dropConnection(client: pg.Client, cause: Error): void {
  const { connection } = client as pg.Client & { connection: pg.Connection }
  // Ignores an error of the stream, because the driver handles errors only after it has begun to connect, and an
  // unhandled error would end the process.
  connection.stream.once('error', () => {})
  connection.stream.destroy(cause)
}

type Callback = (error?: Error) => void

/**
 * A connection to the server with the right role, if the configuration names several `servers`; otherwise an ordinary
 * connection.
 */
export class RoleClient extends pg.Client {
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
    if (!callback) return this.#servers ? this.#connectByRole(this.#servers, connect) : connect()
    if (this.#servers) this.#connectByRole(this.#servers, connect).then(() => callback(), callback)
    else super.connect(callback as (error: Error) => void)
  }

  /** Reports that the server does not answer, or that it seems to have another role. */
  suspectServer(): void {
    if (this.#server) this.#servers?.suspect(this.#server)
  }

  async #connectByRole(servers: Servers, connect: () => Promise<pg.Client>): Promise<pg.Client> {
    const server = await servers.choose()
    this.#server = server
    const roleOf = leadTo(this, server)
    // The server can die before the calling code has the connection and handles its errors.
    this.on('error', () => servers.suspect(server))
    try {
      await connect()
      if (roleOf() !== servers.role) throw new NoServer(servers.role)
    } catch (error) {
      servers.suspect(server)
      dropConnection(this, error as Error)
      throw error
    }
    servers.hold(this, server)
    return this
  }
}
