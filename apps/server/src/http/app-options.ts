import type { FastifyBaseLogger } from 'fastify'
import type pg from 'pg'
import type { Services } from './calls.ts'
import type { FrontDoor } from './front-door.ts'

/** What the server as a whole is built from: the services of every call, and what only the pipeline needs. */
export type AppOptions = Services & {
  pool: pg.Pool
  isStopping: () => boolean
  logger: FastifyBaseLogger
  /** The port that is open already; without one the caller listens. */
  door?: FrontDoor
  /** How late the event loop may be before calls are turned away. */
  mostLagMs?: number
}
