import type { AuditAction } from '@nukkad/contract/audit-actions.ts'
import type { CallName, Contract, Input, Output } from '@nukkad/contract/contract.ts'
import type { FastifyBaseLogger } from 'fastify'
import type { Config } from '#config.ts'
import type { DatabaseAddress, Db, Tx } from '#db/connection.ts'
import type { Replica } from '#db/replica.ts'
import type { Outside } from '#outside/outside.ts'
import type { AuditEntry } from '#platform/audit/write-audit.ts'
import type { Settings } from '#platform/settings/settings.ts'
import type { TableSources } from '#platform/tables/source.ts'
import type { Bus } from './bus.ts'
import type { Client } from './client.ts'
import type { Device } from './device.ts'
import type { Limit } from './limits.ts'
import type { Memory } from './memory.ts'
import type { PreparedCache, PreparedJson } from './prepared.ts'
import type { Session } from './session.ts'

type AccountStep = (tx: Tx, userId: number) => Promise<void>

/**
 * The functions that other domains run for accounts, as `account-steps.ts` lists them: in the transaction that opens or
 * deletes an account, and for the answer of a sign-in.
 */
export type AccountSteps = {
  /** Adds the record with which the account can work as a rider. */
  addRider: (tx: Tx, settings: Settings, userId: number) => Promise<void>
  /**
   * The functions that erase what each domain holds of a customer whose account is deleted, in the order of their
   * locks.
   */
  forgetCustomer: readonly AccountStep[]
  /** Reads orders as their customer sees them. */
  readOrders: (db: Db, ids: readonly number[], place: { timeZone: string }) => Promise<Output<'get-orders'>['data']>
}

/** The services that every handler, job and use case can use, created once, at the start. */
export type Services = {
  config: Config
  /**
   * The database for reading and writing: for a call whose data may be old (`mayBeOld`), the replica if there is one;
   * otherwise the primary.
   */
  db: Db
  /** The standbys for reading; undefined without `DATABASE_REPLICA_URL`. */
  replica?: Replica
  /** The database's address with its owner as user, for connections outside the pool, such as that of a backup. */
  address: DatabaseAddress
  settings: Settings
  bus: Bus
  /** Prepared store lists and slides; emptied when the catalogue changes. */
  catalogueCache: PreparedCache
  /** Cache of searches and single items; entries are dropped when their sources change (docs/decisions/0083). */
  memory: Memory
  outside: Outside
  tables: TableSources
  accountSteps: AccountSteps
  log: FastifyBaseLogger
}

type RequestFacts = {
  id: string
  /** The API key of a program; its actions are recorded under the key's name. */
  apiKeyId: number | null
  /** The member of staff who acts in the session of this store owner; the log names them. */
  ownersStaffId: number | null
  client: Client
  device: Device
  /** The `User-Agent` of the browser. */
  userAgent: string | undefined
  /** Language code from `Accept-Language`, such as `hi`. */
  language: string | undefined
  /** The idempotency key, from the header `Idempotency-Key` or the body field `idempotency_key`. */
  idempotencyKey: string | undefined
  /** The body as it was sent, for fingerprints. */
  body: Record<string, unknown>
  /** The picture or table file of a form, for calls that accept one. */
  picture: Buffer | undefined
  /** The site's origin in this request, for links in answers. */
  origin: string
  /** Whether the request comes from a page of this site, or was not made by a page. */
  isFromOwnPage: boolean
  setHeader: (name: string, value: string) => void
}

type SessionOf<Auth> = Auth extends 'public' ? undefined : Auth extends 'optional' ? Session | undefined : Session

/** Everything that a handler may use: the call, and the services as separate fields. */
export type CallContext<Name extends CallName> = Services & {
  /** The services of this call in one object, so that a handler can pass them on. */
  services: Services
  input: Input<Name>
  session: SessionOf<Contract[Name]['auth']>
  request: RequestFacts
}

/** The transaction and the audit log, which the handler of a writing call gets in place of `db`. */
export type Writing = { tx: Tx; audit: Audit }

/** The context inside the transaction of a writer. */
export type WriteContext<Name extends CallName> = Omit<CallContext<Name>, 'db'> & Writing

/** Records an action of the session's person in the transaction of the call. */
export type Audit = (action: AuditAction, entry?: Omit<AuditEntry, 'action' | 'actorId' | 'request'>) => Promise<void>

export type Handler<Name extends CallName> = (context: CallContext<Name>) => Promise<Output<Name> | PreparedJson>

/**
 * A call that writes in one transaction (docs/decisions/0088). If the contract declares it `idempotent`, `write` runs
 * once per idempotency key. `write` runs again after a serialisation failure or a request with the same key, so it
 * changes nothing but the database, and it waits for no network, hash or file.
 */
export type Writer<Name extends CallName> = {
  /** Refuses the call before its transaction, even if the server would repeat a stored answer. */
  check?: (context: CallContext<Name>) => void | Promise<void>
  write: (context: WriteContext<Name>) => Promise<Output<Name>>
  /** Wraps `run`, which runs the transaction with all its tries, for example to add facts to a refusal. */
  around?: (context: CallContext<Name>, run: () => Promise<Output<Name>>) => Promise<Output<Name>>
  /** Runs after the transaction has committed. */
  afterwards?: (context: CallContext<Name>, answer: Output<Name>) => Promise<unknown>
} & (Contract[Name] extends { idempotent: true } ? Repeats<Name> : unknown)

type Repeats<Name extends CallName> = {
  /** Counts the runs of `write`, including refused ones; a stored answer does not count. */
  limit?: (context: CallContext<Name>) => Limit
  /**
   * Returns a stored answer in its current form for a client that sent no key, or undefined if the call should run
   * again.
   */
  present?: (context: WriteContext<Name>, answer: Output<Name>) => Promise<Output<Name> | undefined>
}

export type Handlers<Name extends CallName> = { [N in Name]: Handler<N> | Writer<N> }

/** Checks the handlers of one feature against the contract. */
export function routes<Name extends CallName>(handlers: Handlers<Name>): Handlers<Name> {
  return handlers
}
