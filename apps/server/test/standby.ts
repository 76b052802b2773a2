import { execFileSync } from 'node:child_process'
import { appendFileSync, chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { type EmbeddedPostgres, startEmbeddedPostgres } from '#db/embedded.ts'
import { migrate } from '#db/migrate.ts'

/** User id of the account that owns the files of an embedded PostgreSQL that root has started. */
const NOBODY = '65534:65534'

export type Replicated = {
  primary: EmbeddedPostgres
  standby: EmbeddedPostgres
  stopStandby: () => Promise<void>
  startStandby: () => Promise<void>
  /** Runs a statement on the standby, for example one that pauses its replay. */
  onStandby: (statement: string) => Promise<void>
  close: () => Promise<void>
}

/** Starts a migrated PostgreSQL and a standby, which follows it by streaming replication. */
export async function startReplicated(): Promise<Replicated> {
  const folder = mkdtempSync(join(tmpdir(), 'nukkad-replicated-'))
  chmodSync(folder, 0o755)
  const [first, second] = [join(folder, 'first'), join(folder, 'second')]
  const empty = await startEmbeddedPostgres({ dataDir: first })
  await migrate(empty.connection('postgres'))
  await empty.stop()
  execFileSync('cp', ['-a', first, second])
  const primary = await startEmbeddedPostgres({ dataDir: first })
  const { host, port, user, password } = primary.connection('postgres')
  writeFileSync(join(second, 'postgres/standby.signal'), '')
  appendFileSync(
    join(second, 'postgres/postgresql.auto.conf'),
    `primary_conninfo = 'host=${host} port=${port} user=${user} password=${password}'\n`,
  )
  if (process.getuid?.() === 0) execFileSync('chown', ['-R', NOBODY, join(second, 'postgres')])
  let standby = await startEmbeddedPostgres({ dataDir: second })
  return {
    primary,
    standby,
    stopStandby: () => standby.stop(),
    startStandby: async () => {
      standby = await startEmbeddedPostgres({ dataDir: second })
    },
    onStandby: async (statement) => {
      const client = new pg.Client(standby.connection('postgres'))
      client.on('error', () => {})
      await client.connect()
      await client.query(statement).finally(() => client.end())
    },
    close: async () => {
      await standby.stop()
      await primary.stop()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}
