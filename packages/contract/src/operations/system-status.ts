import { z } from 'zod'
import { call } from '../call.ts'
import { ignored } from '../wire.ts'

/** A traced part of a call: a transaction, a statement, or a request to an outside party. */
const slowPart = z.object({
  name: z.string(),
  /** The text of a statement with `$1` for its first value; null for other parts of a call. */
  statement: z.string().nullable(),
  error: z.string().nullable(),
  /** The depth of the part in the tree of parts: 1 for a direct part of the call, more for parts inside other parts. */
  depth: z.int(),
  /** The milliseconds from the beginning of the call to the beginning of this part. */
  from_ms: z.number(),
  ms: z.number(),
})

const slowCall = z.object({
  name: z.string(),
  trace_id: z.string(),
  began_at: z.string(),
  ms: z.number(),
  status: z.int().nullable(),
  error: z.string().nullable(),
  /** The parts of the call, in the order in which they began. */
  spans: z.array(slowPart),
  /** The number of parts of the call that the list `spans` leaves out. */
  left_out: z.int(),
})

/** A process of the shop, as described in its last report. */
const node = z.object({
  id: z.string(),
  role: z.enum(['all', 'web', 'worker']),
  host: z.string(),
  process_id: z.int(),
  /** The first digits of the digest of the running program; `sources` if the process runs from the sources. */
  release: z.string(),
  started_at: z.string(),
  /** Seconds since the last report of the process. */
  seen_seconds: z.int(),
  /** Whether the last report of the process is so old that the process has probably died. */
  is_silent: z.boolean(),
  /** Whether the process is stopping, so that it finishes its calls and gets no new ones. */
  is_draining: z.boolean(),
  /** The percentage of the last seconds in which the event loop of the process was busy. */
  busy_percent: z.int(),
  memory_bytes: z.int(),
  /** The number of open event streams of the process. */
  streams: z.int(),
  /** The address and port of the PostgreSQL to which the process writes. */
  database_server: z.string(),
  /** Whether the process reads from a standby; null if no standby is set up. */
  standby: z.enum(['used', 'behind']).nullable(),
  /** The connection of the process to NATS; null if NATS is not set up. */
  bus: z.enum(['connected', 'lost']).nullable(),
})

export const serverFacts = call('dashboard/server', {
  summary: 'System status: versions, uptime, memory, disk, database, jobs, the processes of the shop and slow calls.',
  auth: 'staff',
  permission: 'settings_manage',
  input: z.object(ignored),
  output: z.object({
    success: z.literal(true),
    node: z.string(),
    postgres: z.string(),
    mode: z.enum(['development', 'test', 'production']),
    time_zone: z.string(),
    started_at: z.string(),
    memory_bytes: z.int(),
    /** The free bytes on the disk of the data folder; null when the folder does not exist. */
    disk_free_bytes: z.int().nullable(),
    database_bytes: z.int(),
    /** The number of jobs that are ready to run, and the age of the oldest one; null when there are none. */
    jobs: z.object({ waiting: z.int(), oldest_seconds: z.int().nullable() }),
    migration: z.string(),
    /** The processes that reported in the last ten minutes, except those that were stopped normally. */
    nodes: z.array(node),
    /** The slowest traced calls of this process in the last ten minutes; null while no call is traced. */
    slow_calls: z.array(slowCall).nullable(),
  }),
  errors: [],
})
