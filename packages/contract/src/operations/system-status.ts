import { z } from 'zod'
import { call } from '../call.ts'
import { ignored } from '../wire.ts'

export const serverFacts = call('dashboard/server', {
  summary: 'What the shop runs on and how it does: versions, time since the start, memory, disk, database and jobs.',
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
    /** What the disk of the data folder has left; null while there is no such folder. */
    disk_free_bytes: z.int().nullable(),
    database_bytes: z.int(),
    /** Jobs that could run now, and for how long the oldest has waited; null without one. */
    jobs: z.object({ waiting: z.int(), oldest_seconds: z.int().nullable() }),
    migration: z.string(),
  }),
  errors: [],
})
