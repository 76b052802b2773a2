import { readdirSync, readFileSync } from 'node:fs'
import type pg from 'pg'

/**
 * The cost of one call: processor time in milliseconds, rows that PostgreSQL reads, and bytes of the write-ahead log.
 */
export type Cost = { serverMs: number; databaseMs: number; rowsRead: number; walBytes: number }

const TICKS_PER_SECOND = 100

/**
 * Measures the cost of a load for the server process and PostgreSQL, from the statistics of the operating system
 * (Linux) and of PostgreSQL. The function that makes the load returns its number of calls.
 */
export async function costOf(
  { client, serverPid }: { client: pg.Client; serverPid: number },
  load: () => Promise<number>,
): Promise<Cost> {
  const before = await readFigures(client, serverPid)
  const calls = await load()
  const after = await readFigures(client, serverPid)
  const perCall = (figure: keyof Cost): number => (after[figure] - before[figure]) / calls
  return {
    serverMs: perCall('serverMs'),
    databaseMs: perCall('databaseMs'),
    rowsRead: perCall('rowsRead'),
    walBytes: perCall('walBytes'),
  }
}

/** Returns the cost of a call as a text such as "CPU 1.10 + 1.45 ms, 120 rows read, 6.1 kB of WAL". */
export function sayCost({ serverMs, databaseMs, rowsRead, walBytes }: Cost): string {
  return `CPU ${serverMs.toFixed(2)} + ${databaseMs.toFixed(2)} ms, ${Math.round(rowsRead)} rows read, ${(walBytes / 1000).toFixed(1)} kB of WAL`
}

async function readFigures(client: pg.Client, serverPid: number): Promise<Cost> {
  const { rows } = await client.query<{ rows: string; wal: string; pid: number }>(
    `select pg_stat_force_next_flush(), (select tup_returned + tup_fetched from pg_stat_database where datname = current_database()) as rows,
            pg_current_wal_insert_lsn() - '0/0'::pg_lsn as wal, pg_backend_pid() as pid`,
  )
  const { rows: figures, wal, pid } = rows[0]!
  const postmaster = parentOf(pid)
  return {
    serverMs: cpuMs(serverPid),
    databaseMs: cpuMs(postmaster) + childrenOf(postmaster).reduce((total, child) => total + cpuMs(child), 0),
    rowsRead: Number(figures),
    walBytes: Number(wal),
  }
}

/** Returns the fields of `/proc/<pid>/stat` after the name of the program; empty for a process that has ended. */
function statOf(pid: number | string): string[] | undefined {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
    return stat.slice(stat.lastIndexOf(')') + 2).split(' ')
  } catch {
    return undefined
  }
}

const parentOf = (pid: number | string): number => Number(statOf(pid)?.[1])

/** Returns the user and system time of a process and its ended children, in milliseconds. */
export function cpuMs(pid: number): number {
  const ticks = statOf(pid)?.slice(11, 15).map(Number) ?? []
  return (ticks.reduce((total, part) => total + part, 0) * 1000) / TICKS_PER_SECOND
}

function childrenOf(pid: number): number[] {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name) && parentOf(name) === pid)
    .map(Number)
}
