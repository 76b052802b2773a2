import { z } from 'zod'
import { call } from '../call.ts'
import { ignored } from '../wire.ts'

/** A part of a call: a transaction, a statement, or a request to an outside party. */
const slowPart = z.object({
  name: z.string(),
  /** The text of a statement, with `$1` for its values. */
  statement: z.string().nullable(),
  error: z.string().nullable(),
  /** 1 for a direct part of the call, more for parts inside other parts. */
  depth: z.int(),
  /** Milliseconds after the beginning of the call. */
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
  /** In the order in which they began. */
  spans: z.array(slowPart),
  /** Number of parts that are not in `spans`. */
  left_out: z.int(),
})

/** A process of the shop, as described in its last report. */
const node = z.object({
  id: z.string(),
  role: z.enum(['all', 'web', 'worker']),
  host: z.string(),
  process_id: z.int(),
  /** The first digits of the digest of the running program; `sources` if it runs from the sources. */
  release: z.string(),
  started_at: z.string(),
  /** Seconds since its last report. */
  seen_seconds: z.int(),
  /** Whether its last report is so old that it has probably died. */
  is_silent: z.boolean(),
  /** Whether it is stopping: it finishes its calls and gets no new ones. */
  is_draining: z.boolean(),
  /** The share of the last seconds in which its event loop was busy. */
  busy_percent: z.int(),
  memory_bytes: z.int(),
  /** Open event streams. */
  streams: z.int(),
  /** Address and port of the PostgreSQL to which it writes. */
  database_server: z.string(),
  /** Whether it reads from a standby; null if none is set up. */
  standby: z.enum(['used', 'behind']).nullable(),
  /** Its connection to NATS; null if NATS is not set up. */
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
    /** Free space on the disk of the data folder; null when the folder does not exist. */
    disk_free_bytes: z.int().nullable(),
    database_bytes: z.int(),
    /** Jobs that are ready to run, and the age of the oldest; null when there are none. */
    jobs: z.object({ waiting: z.int(), oldest_seconds: z.int().nullable() }),
    migration: z.string(),
    /** The processes that reported in the last ten minutes, except those that were stopped normally. */
    nodes: z.array(node),
    /** The slowest traced calls of this process in the last ten minutes; null while no call is traced. */
    slow_calls: z.array(slowCall).nullable(),
  }),
  errors: [],
})
