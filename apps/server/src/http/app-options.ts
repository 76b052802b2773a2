import type { FastifyBaseLogger } from 'fastify'
import type pg from 'pg'
import type { Services } from './calls.ts'
import type { FrontDoor } from './front-door.ts'

/** All parts of the server: the services of every call, and the parts that only the request pipeline needs. */
export type AppOptions = Services & {
  pool: pg.Pool
  isStopping: () => boolean
  logger: FastifyBaseLogger
  /** The port, which is already open; without this field, the code that builds the app starts to listen. */
  door?: FrontDoor
  /** Delay of the event loop, in milliseconds, above which calls are refused. */
  mostLagMs?: number
}
