import { z } from 'zod'
import { call } from '../call.ts'
import { ignored } from '../wire.ts'

export const serverFacts = call('dashboard/server', {
  summary: 'System status: versions, uptime, memory, disk, database and jobs.',
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
  }),
  errors: [],
})
