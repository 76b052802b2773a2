import { type RawBuilder, sql } from 'kysely'
import type pg from 'pg'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { emptyDatabase } from '#test/database.ts'
import { type Db, openDb, openPool } from './connection.ts'
import { MAX_PREPARED } from './prepared.ts'

const CONNECTIONS = 3

describe('names of prepared statements', () => {
  let pool: pg.Pool
  let db: Db
  let drop: () => Promise<void>

  beforeAll(async () => {
    const database = await emptyDatabase()
    drop = database.drop
    pool = openPool(database.address, { size: CONNECTIONS, asApplication: false })
    db = openDb(pool)
  })
  afterAll(async () => {
    await pool.end()
    await drop()
  })

  /** A text of its own for each number, which answers the number and what it is sent. */
  const statement = (number: number, sent: number): RawBuilder<{ number: number; sent: number }> =>
    sql<{ number: number; sent: number }>`select ${sql.lit(number)}::int as number, ${sent}::int as sent`
  const ask = async (on: Db, number: number, sent = number * 7): Promise<void> => {
    const { rows } = await statement(number, sent).execute(on)
    expect(rows).toEqual([{ number, sent }])
  }
  /** The numbers of the statements that this connection holds. */
  const held = async (on: Db): Promise<number[]> => {
    const { rows } = await sql<{ statement: string }>`select statement from pg_prepared_statements`.execute(on)
    return rows.map((row) => Number(/^select (\d+)::int/.exec(row.statement)?.[1]))
  }

  it('go to the texts used last: what is used all the time keeps its name, and what is not used gives it back', async () => {
    await db.connection().execute(async (connection) => {
      const last = MAX_PREPARED * 2
      for (let number = 1; number <= last; number++) {
        await ask(connection, number)
        if (number % 100 === 0) await ask(connection, 1)
      }
      const numbers = await held(connection)
      expect(numbers).toHaveLength(MAX_PREPARED)
      expect(numbers).toContain(1)
      expect(numbers).toContain(last)
      expect(numbers).not.toContain(2)
      // A text that fell out comes back under its name.
      await ask(connection, 2, 42)
      await ask(connection, 2, 43)
      expect(await held(connection)).toContain(2)
      expect(await held(connection)).toHaveLength(MAX_PREPARED)
    })
  })

  it('stay right when more texts than names race over the connections', async () => {
    const texts = Math.round(MAX_PREPARED * 1.5)
    const next = (at: number, step: number): number => 10_000 + ((at * step) % texts)
    await Promise.all(
      [7, 11, 13, 17, 19, 23].map(async (step) => {
        for (let at = 0; at < texts; at++) await ask(db, next(at, step), at)
      }),
    )
    await Promise.all(
      Array.from({ length: CONNECTIONS }, () =>
        db.connection().execute(async (connection) => {
          expect((await held(connection)).length).toBeLessThanOrEqual(MAX_PREPARED)
        }),
      ),
    )
  })

  it('are given back by a statement that fails, and in a transaction that has failed', async () => {
    await db.connection().execute(async (connection) => {
      for (let number = 20_000; number < 20_000 + MAX_PREPARED; number++) await ask(connection, number)
      await connection
        .transaction()
        .execute(async (tx) => {
          const wrong = (at: number) => sql`select ${sql.lit(at)} / ${0}::int`.execute(tx)
          await expect(wrong(1)).rejects.toThrow('division by zero')
          await expect(wrong(2)).rejects.toThrow('current transaction is aborted')
          await expect(sql`select ${1} from nowhere`.execute(tx)).rejects.toThrow('current transaction is aborted')
          throw new Error('rolled back')
        })
        .catch((error: Error) => expect(error.message).toBe('rolled back'))
      await expect(sql`select ${1} from nowhere`.execute(connection)).rejects.toThrow('does not exist')
      for (let number = 20_000; number < 20_000 + MAX_PREPARED; number++) await ask(connection, number, 1)
      expect((await held(connection)).length).toBeLessThanOrEqual(MAX_PREPARED)
    })
  })

  it('hold when statements queue up on one connection', async () => {
    await db.connection().execute(async (connection) => {
      const numbers = Array.from({ length: MAX_PREPARED + 50 }, (_, at) => 30_000 + at)
      await Promise.all([...numbers, ...numbers].map((number) => ask(connection, number)))
      await Promise.all(numbers.toReversed().map((number) => ask(connection, number)))
      expect((await held(connection)).length).toBeLessThanOrEqual(MAX_PREPARED)
    })
  })
})
