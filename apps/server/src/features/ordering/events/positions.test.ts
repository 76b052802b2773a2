import { appendFileSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { expect, test, vi } from 'vitest'
import { openDb, openPool } from '#db/connection.ts'
import { startEmbeddedPostgres } from '#db/embedded.ts'
import { migrate } from '#db/migrate.ts'
import { createDatabase } from '#db/prepare.ts'

test('[GAP-81] after a failover the server gives events positions of the new timeline', async () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'nukkad-positions-'))
  const before = await startEmbeddedPostgres({ dataDir, durable: false })
  const address = before.connection('nukkad')
  await createDatabase(address)
  await migrate(address)
  await before.stop()
  // Simulates the promotion of a standby, for which PostgreSQL starts a recovery that ends immediately.
  writeFileSync(join(dataDir, 'postgres', 'recovery.signal'), '')
  appendFileSync(join(dataDir, 'postgres', 'postgresql.auto.conf'), "restore_command = 'false'\n")
  const after = await startEmbeddedPostgres({ dataDir, durable: false })
  const pool = openPool(after.connection('nukkad'), { size: 1 })
  try {
    const next = sql<{ position: bigint }>`select next_event_position() as position`
    const db = openDb(pool)
    await vi.waitFor(async () => expect((await next.execute(db)).rows).toEqual([{ position: 1n << 40n }]), {
      timeout: 60_000,
      interval: 50,
    })
  } finally {
    await pool.end()
    await after.stop()
    rmSync(dataDir, { recursive: true, force: true })
  }
}, 120_000)
