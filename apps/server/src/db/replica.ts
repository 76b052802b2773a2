import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import type pg from 'pg'
import { ConfigError } from '#config.ts'
import type { Db } from './connection.ts'

/** Maximum age of a replica's data. */
export const MAX_AGE_MS = 1000
const ASK_EVERY_MS = 200
/** Number of remembered positions: those of the last `MAX_AGE_MS`, and the one before them. */
const KEPT_POSITIONS = MAX_AGE_MS / ASK_EVERY_MS + 1

/** Position of a write in the write-ahead log of the primary (`pg_lsn`, such as `1/6B374D8`), as a number. */
export type Position = bigint

/** Parses a position in PostgreSQL's form; undefined if the string is not a position. */
export function parsePosition(text: string | undefined): Position | undefined {
  const [, high, low] = /^([0-9A-F]{1,8})\/([0-9A-F]{1,8})$/i.exec(text ?? '') ?? []
  return high === undefined ? undefined : (BigInt(`0x${high}`) << 32n) + BigInt(`0x${low}`)
}

/** Reads the current position of the primary's write-ahead log, which is past all committed writes. */
export async function readPosition(primary: Db): Promise<string> {
  const { rows } = await sql<{ position: string }>`select pg_current_wal_lsn()::text as position`.execute(primary)
  return rows[0]!.position
}

type Standby = { cluster: string; isStandby: boolean; replayed: string | null }

/**
 * The standbys of the database, for reads whose facts may be a second old. `Replica` keeps comparing the positions of
 * the primary and a standby, so it knows up to which moment the standby has replayed the primary's writes.
 */
export class Replica {
  readonly db: Db
  readonly #primary: Db
  readonly #pool: pg.Pool
  readonly #onForeign: () => void
  #isForeign = false
  readonly #asked: { at: number; position: Position }[] = []
  #replayed: Position | undefined
  #freshAt = Number.NEGATIVE_INFINITY
  #isStopping = false
  #asking: Promise<void> | undefined

  /**
   * @param onForeign a function that is called when the servers of the address turn out to belong to another database
   */
  constructor({ primary, db, pool, onForeign }: { primary: Db; db: Db; pool: pg.Pool; onForeign: () => void }) {
    this.#primary = primary
    this.db = db
    this.#pool = pool
    this.#onForeign = onForeign
  }

  /**
   * Begins to compare the positions of the primary and the replica. The server starts even if the replica does not
   * answer; calls then read from the primary until the replica answers.
   * @throws ConfigError when the replica belongs to another database
   */
  async start(): Promise<void> {
    await this.#ask().catch((error: unknown) => {
      if (error instanceof ConfigError) throw error
    })
    this.#asking = this.#keepAsking()
  }

  async stop(): Promise<void> {
    this.#isStopping = true
    await this.#asking
    await this.#pool.end()
  }

  /**
   * Returns the replica for reading, if its data is at most a second old and it has replayed the position `written`,
   * that of the reader's last write.
   */
  dbAfter(written: Position | undefined): Db | undefined {
    if (this.ageMs() > MAX_AGE_MS) return undefined
    if (written !== undefined && (this.#replayed === undefined || this.#replayed < written)) return undefined
    return this.db
  }

  /** Returns the current upper limit of the age of the replica's data; infinity while it does not answer. */
  ageMs(): number {
    return performance.now() - this.#freshAt
  }

  async #keepAsking(): Promise<void> {
    while (!this.#isStopping) {
      await sleep(ASK_EVERY_MS)
      await this.#ask().catch((error: unknown) => {
        if (!(error instanceof ConfigError)) return
        if (!this.#isForeign) this.#onForeign()
        this.#isForeign = true
      })
    }
  }

  async #ask(): Promise<void> {
    const at = performance.now()
    const [primary, standby] = await Promise.all([this.#readPrimary(), this.#readStandby()])
    if (primary.cluster !== standby.cluster)
      throw new ConfigError('DATABASE_REPLICA_URL is not usable: it leads to another database than DATABASE_URL.')
    this.#isForeign = false
    const replayed = parsePosition(standby.replayed ?? undefined)
    if (!standby.isStandby || replayed === undefined) return
    this.#asked.unshift({ at, position: parsePosition(primary.position)! })
    this.#asked.length = Math.min(this.#asked.length, KEPT_POSITIONS)
    this.#replayed = replayed
    const passed = this.#asked.find(({ position }) => position <= replayed)
    if (passed) this.#freshAt = passed.at
  }

  async #readPrimary(): Promise<{ cluster: string; position: string }> {
    const { rows } = await sql<{ cluster: string; position: string }>`
      select (select system_identifier::text from pg_control_system()) as cluster, pg_current_wal_lsn()::text as position`.execute(
      this.#primary,
    )
    return rows[0]!
  }

  async #readStandby(): Promise<Standby> {
    const { rows } = await sql<Standby>`
      select (select system_identifier::text from pg_control_system()) as cluster, pg_is_in_recovery() as "isStandby",
             pg_last_wal_replay_lsn()::text as replayed`.execute(this.db)
    return rows[0]!
  }
}
