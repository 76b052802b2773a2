import type { CallName, Contract, Input, Output } from '@nukkad/contract/contract.ts'
import type { FastifyBaseLogger } from 'fastify'
import type { Config } from '#config.ts'
import type { DatabaseAddress, Db, Tx } from '#db/connection.ts'
import type { Outside } from '#outside/outside.ts'
import type { Settings } from '#platform/settings/settings.ts'
import type { TableSources } from '#platform/tables/source.ts'
import type { Bus } from './bus.ts'
import type { Client } from './client.ts'
import type { Device } from './device.ts'
import type { PreparedCache, PreparedJson } from './prepared.ts'
import type { Session } from './session.ts'

type AccountStep = (tx: Tx, userId: number) => Promise<void>

/** What other domains do in the transaction that opens or deletes an account: `account-steps.ts` lists it. */
export type AccountSteps = {
  /** Adds the record with which the account can work as a rider. */
  addRider: AccountStep
  /** Each erases what one domain holds of a customer who leaves, in the order of their locks. */
  forgetCustomer: readonly AccountStep[]
}

/** What every handler, job and use-case is built on; made once at start. */
export type Services = {
  config: Config
  db: Db
  /** The database as its owner reaches it, for what goes beside the pool: a backup reads with a connection of its own. */
  address: DatabaseAddress
  settings: Settings
  bus: Bus
  /** Prepared store lists and slides; emptied when the catalogue changes. */
  catalogueCache: PreparedCache
  outside: Outside
  tables: TableSources
  accountSteps: AccountSteps
  log: FastifyBaseLogger
}

type RequestFacts = {
  id: string
  /** The key that a program came in with; what it does is written down under its name. */
  apiKeyId: number | null
  /** The member of staff who acts in the session of this store owner; the log names him. */
  ownersStaffId: number | null
  client: Client
  device: Device
  /** What the browser says of itself. */
  userAgent: string | undefined
  /** Language code from `Accept-Language`, such as `hi`. */
  language: string | undefined
  /** From header `Idempotency-Key` or body field `idempotency_key`. */
  idempotencyKey: string | undefined
  /** The body as it was sent, for fingerprints. */
  body: Record<string, unknown>
  /** The picture, or table, of a form, for calls that take one. */
  picture: Buffer | undefined
  /** The site's address as this request sees it, for links in answers. */
  origin: string
  /** Whether it comes from a page of this site, or from no page at all. */
  isFromOwnPage: boolean
  setHeader: (name: string, value: string) => void
}

type SessionOf<Auth> = Auth extends 'public' ? undefined : Auth extends 'optional' ? Session | undefined : Session

export type CallContext<Name extends CallName> = Services & {
  input: Input<Name>
  session: SessionOf<Contract[Name]['auth']>
  request: RequestFacts
}

export type Handler<Name extends CallName> = (context: CallContext<Name>) => Promise<Output<Name> | PreparedJson>
export type Handlers<Name extends CallName> = { [N in Name]: Handler<N> }

/** The handlers of one feature, checked against the contract. */
export function routes<Name extends CallName>(handlers: Handlers<Name>): Handlers<Name> {
  return handlers
}
