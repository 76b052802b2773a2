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

/** The steps of other domains in the transaction that opens or deletes an account; `account-steps.ts` lists them. */
export type AccountSteps = {
  /** Adds the record with which the account can work as a rider. */
  addRider: (tx: Tx, settings: Settings, userId: number) => Promise<void>
  /** Each erases what one domain holds of a customer who leaves, in the order of their locks. */
  forgetCustomer: readonly AccountStep[]
}

/** The services of every handler, job and use case, created once at the start. */
export type Services = {
  config: Config
  db: Db
  /** The database's address for its owner, for work outside the pool: a backup reads on a separate connection. */
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
  /** From header `Idempotency-Key` or body field `idempotency_key`. */
  idempotencyKey: string | undefined
  /** The body as it was sent, for fingerprints. */
  body: Record<string, unknown>
  /** The picture or table file of a form, for calls that accept one. */
  picture: Buffer | undefined
  /** The site's address in this request, for links in answers. */
  origin: string
  /** Whether the request comes from a page of this site, or from no page. */
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

/** Checks the handlers of one feature against the contract. */
export function routes<Name extends CallName>(handlers: Handlers<Name>): Handlers<Name> {
  return handlers
}
