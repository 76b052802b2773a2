import { execFile } from 'node:child_process'
import { appendFileSync, existsSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { promisify } from 'node:util'
import pg from 'pg'
import { addEarthdistance, type Cluster, withClient } from '../../scripts/cluster/cluster.ts'
import { root } from '../../scripts/steps.ts'

const PROGRAMS = '/usr/lib/postgresql/15/bin'
const HOST = '127.0.0.1'
const ARCHIVED_WITHIN_MS = 60_000
const A_SECOND_MS = 1000
const MAX_OUTPUT = 2 ** 24

/** The result of a recovery. The times are in milliseconds, the sizes in bytes. */
export type Recovery = { backupMs: number; restoreMs: number; bytes: number; problems: string[] }

/**
 * Copies the standby's database, and after that deletes all opening hours as if by mistake. Restores the copy and the
 * archived log in another PostgreSQL, to the moment a second before the deletion.
 */
export async function recoverBeforeDelete(cluster: Cluster, client: pg.Client): Promise<Recovery> {
  const { place, roles } = cluster
  const { standby } = await roles()
  const folder = join(place.folder, 'postgres-1', 'recovered')
  const from = ['-h', HOST, '-p', String(place.ports.postgres[standby!]), '-U', 'replicator']
  const startedAt = performance.now()
  // `-X none` leaves the write-ahead log out of the copy. With the log in the copy, the recovery would not read the
  // archive, and so not test it.
  await asPostgres(`${PROGRAMS}/pg_basebackup`, [...from, '-D', folder, '-X', 'none'], {
    PGPASSWORD: place.secrets.replication,
  })
  const backupMs = performance.now() - startedAt
  const bytes = Number((await asPostgres('du', ['-sb', folder])).split('\t')[0])

  const before = await countHours(client)
  await sleep(A_SECOND_MS)
  const { rows } = await client.query<{ now: string }>('select clock_timestamp()::text as now')
  await sleep(A_SECOND_MS)
  await client.query('delete from store_hours')
  await whenArchived(cluster)

  const restoredAt = performance.now()
  const port = place.ports.shop + 35
  writeRecovery(folder, { port, until: rows[0]!.now, archive: join(place.folder, 'archive') })
  await asPostgres(`${PROGRAMS}/pg_ctl`, ['-D', folder, '-w', '-t', '120', '-l', join(folder, 'log'), 'start'])
  const restored = new pg.Client({ host: HOST, port, user: 'nukkad', password: place.secrets.shop, database: 'nukkad' })
  try {
    await restored.connect()
    await whenPromoted(restored)
    const restoreMs = performance.now() - restoredAt
    const [after, wrong] = [await countHours(restored), await countHours(client)]
    const problems = [
      ...(before > 0 && wrong === 0 ? [] : ['nothing was deleted, so nothing was recovered']),
      ...(after === before ? [] : [`${after} of ${before} opening hours are back`]),
    ]
    return { backupMs, restoreMs, bytes, problems }
  } finally {
    await restored.end().catch(() => {})
    await asPostgres(`${PROGRAMS}/pg_ctl`, ['-D', folder, '-m', 'immediate', 'stop'])
    rmSync(folder, { recursive: true, force: true })
  }
}

function writeRecovery(
  folder: string,
  { port, until, archive }: { port: number; until: string; archive: string },
): void {
  const settings = {
    restore_command: `cp "${archive}/%f" "%p"`,
    recovery_target_time: until,
    recovery_target_action: 'promote',
    port: String(port),
    archive_mode: 'off',
    synchronous_standby_names: '',
    unix_socket_directories: folder,
  }
  const lines = Object.entries(settings).map(([name, value]) => `${name} = '${value}'`)
  appendFileSync(join(folder, 'postgresql.conf'), `\n${lines.join('\n')}\n`)
  rmSync(join(folder, 'standby.signal'), { force: true })
  writeFileSync(join(folder, 'recovery.signal'), '')
}

/** Waits until the archive contains the write-ahead log up to now. */
async function whenArchived({ place, roles }: Cluster): Promise<void> {
  const { primary } = await roles()
  const { secrets, ports, folder } = place
  const address = { host: HOST, port: ports.postgres[primary!]!, user: 'postgres', password: secrets.superuser }
  const client = new pg.Client({ ...address, database: 'postgres' })
  await client.connect()
  const { rows } = await client.query<{ file: string }>('select pg_walfile_name(pg_switch_wal()) as file')
  await client.end()
  const path = join(folder, 'archive', rows[0]!.file)
  for (const until = performance.now() + ARCHIVED_WITHIN_MS; !existsSync(path); await sleep(100))
    if (performance.now() > until) throw new Error('the log was not archived in time')
}

async function whenPromoted(client: pg.Client): Promise<void> {
  for (;;) {
    const { rows } = await client.query<{ is: boolean }>('select pg_is_in_recovery() as is')
    if (!rows[0]!.is) return
    await sleep(100)
  }
}

async function countHours(client: pg.Client): Promise<number> {
  const { rows } = await client.query<{ count: number }>('select count(*)::int as count from store_hours')
  return rows[0]!.count
}

/** Makes the shop's own backup from the standby while the shop runs, and restores it into an empty database. */
export async function backUpFromStandby(cluster: Cluster, client: pg.Client): Promise<Recovery> {
  const { place, roles } = cluster
  const { primary, standby } = await roles()
  const file = join(place.folder, 'shop.tar.gz')
  const address = (index: number, database: string) =>
    `postgres://nukkad:${place.secrets.shop}@${HOST}:${place.ports.postgres[index]}/${database}`
  const env = { ...process.env, DEMO: 'on', APP_SECRET: place.secrets.app, DATA_DIR: join(place.folder, 'commands') }
  const command = (name: string, args: string[], url: string) =>
    promisify(execFile)(process.execPath, [join(root, `scripts/${name}.ts`), ...args], {
      env: { ...env, DATABASE_URL: url },
      maxBuffer: MAX_OUTPUT,
    })
  const startedAt = performance.now()
  await command('backup', [file], address(standby!, 'nukkad'))
  const backupMs = performance.now() - startedAt
  await emptyDatabase(cluster, primary!)
  const restoredAt = performance.now()
  await command('restore', [file], address(primary!, 'restored'))
  const restoreMs = performance.now() - restoredAt
  const restored = new pg.Client(address(primary!, 'restored'))
  await restored.connect()
  const [before, after] = [await countHours(client), await countHours(restored)]
  await restored.end()
  const problems = before === after && after > 0 ? [] : [`the restored shop has ${after} of ${before} opening hours`]
  return { backupMs, restoreMs, bytes: statSync(file).size, problems }
}

async function emptyDatabase({ place }: Cluster, primary: number): Promise<void> {
  const address = {
    host: HOST,
    port: place.ports.postgres[primary]!,
    user: 'postgres',
    password: place.secrets.superuser,
  }
  await withClient({ ...address, database: 'postgres' }, (client) =>
    client.query('create database restored owner nukkad'),
  )
  await withClient({ ...address, database: 'restored' }, addEarthdistance)
}

async function asPostgres(program: string, args: readonly string[], env: Record<string, string> = {}): Promise<string> {
  const how = process.getuid?.() === 0 ? ['--reuid=postgres', '--regid=postgres', '--init-groups'] : []
  const { stdout } = await promisify(execFile)('setpriv', [...how, '--', program, ...args], {
    cwd: '/',
    env: { ...process.env, ...env },
  })
  return stdout
}
