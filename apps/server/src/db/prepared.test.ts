import { type RawBuilder, sql } from 'kysely'
import type pg from 'pg'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { emptyDatabase } from '#test/database.ts'
import {
  commitWith,
  type Db,
  inTransaction,
  openDb,
  openPool,
  sendWithNext,
  type Tx,
  withSharedPlan,
} from './connection.ts'
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

  /** Builds a statement that returns a number and the statement's parameter, and whose text differs for each number. */
  const statement = (number: number, sent: number): RawBuilder<{ number: number; sent: number }> =>
    sql<{ number: number; sent: number }>`select ${sql.lit(number)}::int as number, ${sent}::int as sent`
  const ask = async (on: Db, number: number, sent = number * 7): Promise<void> => {
    const { rows } = await statement(number, sent).execute(on)
    expect(rows).toEqual([{ number, sent }])
  }
  /** Returns the numbers of the statements that this connection has prepared. */
  const held = async (on: Db): Promise<number[]> => {
    const { rows } = await sql<{ statement: string }>`
      select statement from pg_prepared_statements where name not like ${'nukkad%'}`.execute(on)
    return rows.map((row) => Number(/^select (\d+)::int/.exec(row.statement)?.[1]))
  }

  /**
   * Returns how often this connection ran these statements with a plan for the values of one call, and how often with a
   * shared plan.
   */
  const plansOf = async (on: Db, like: string): Promise<{ own: number; shared: number }[]> => {
    const { rows } = await sql<{ own: number; shared: number }>`
      select custom_plans::int as own, generic_plans::int as shared from pg_prepared_statements
       where statement like ${like} and name not like ${'nukkad%'}`.execute(on)
    return rows
  }
  const planMode = async (on: Db): Promise<string> => {
    const { rows } = await sql<{ mode: string }>`select current_setting('plan_cache_mode') as mode`.execute(on)
    return rows[0]!.mode
  }

  it('belong to the most recently used statements: a frequent one keeps its name, an unused one loses it', async () => {
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
      // This connection has dropped statement 2, and prepares it again under the same name.
      await ask(connection, 2, 42)
      await ask(connection, 2, 43)
      expect(await held(connection)).toContain(2)
      expect(await held(connection)).toHaveLength(MAX_PREPARED)
    })
  })

  it('choose one plan for all values where a statement asks for it, also after a plan from a table that had just grown', async () => {
    await db.connection().execute(async (connection) => {
      await sql`create temp table grown (number int)`.execute(connection)
      const count = async (above: number) => {
        const { rows } = await withSharedPlan(
          sql<{ count: bigint }>`select count(*) as count from grown where number > ${above}`,
        ).execute(connection)
        return Number(rows[0]!.count)
      }
      for (let above = 0; above < 8; above++) expect(await count(above)).toBe(0)
      await sql`insert into grown select n from generate_series(1, 50000) n`.execute(connection)
      await sql`create index on grown (number)`.execute(connection)
      for (let above = 0; above < 8; above++) expect(await count(49_999 - above)).toBe(above + 1)
      expect(await plansOf(connection, 'select count(*) as count from grown%')).toEqual([{ own: 0, shared: 16 }])
      expect(await planMode(connection)).toBe('auto')
    })
  })

  it('choose again after such a statement failed, alone or in a transaction', async () => {
    await db.connection().execute(async (connection) => {
      const divide = (on: Db) => withSharedPlan(sql`select 1 / ${0}::int`).execute(on)
      await expect(divide(connection)).rejects.toThrow('division by zero')
      expect(await planMode(connection)).toBe('auto')
      await expect(connection.transaction().execute(divide)).rejects.toThrow('division by zero')
      expect(await planMode(connection)).toBe('auto')
    })
  })

  it('begin a transaction together with such a statement, and a rollback undoes its work', async () => {
    await sql`create table begun (number int)`.execute(db)
    const run = inTransaction(db, async (tx) => {
      await withSharedPlan(sql`insert into begun values (${7})`).execute(tx)
      expect(await planMode(tx)).toBe('auto')
      throw new Error('rolled back')
    })
    await expect(run).rejects.toThrow('rolled back')
    const { rows } = await sql<{ number: number }>`select number from begun`.execute(db)
    expect(rows).toEqual([])
  })

  it('names stay correct when more statements than names race over the connections', async () => {
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

  it('names are released after a statement fails, also in a failed transaction', async () => {
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

  it('names stay correct when statements queue on one connection', async () => {
    await db.connection().execute(async (connection) => {
      const numbers = Array.from({ length: MAX_PREPARED + 50 }, (_, at) => 30_000 + at)
      await Promise.all([...numbers, ...numbers].map((number) => ask(connection, number)))
      await Promise.all(numbers.toReversed().map((number) => ask(connection, number)))
      expect((await held(connection)).length).toBeLessThanOrEqual(MAX_PREPARED)
    })
  })
})

describe('a transaction', () => {
  let pool: pg.Pool
  let db: Db
  let drop: () => Promise<void>
  /** The number of round trips to PostgreSQL so far. */
  let roundTrips = 0

  beforeAll(async () => {
    const database = await emptyDatabase()
    drop = database.drop
    pool = openPool(database.address, { size: 1, asApplication: false })
    pool.on('connect', (client) => {
      const { connection } = client as pg.PoolClient
      connection.on('readyForQuery', () => roundTrips++)
    })
    db = openDb(pool)
    await sql`create table notes (id int primary key, text text not null)`.execute(db)
    await sql`create table pairs (id int references notes (id) deferrable initially deferred)`.execute(db)
  })
  beforeEach(async () => {
    await sql`delete from pairs`.execute(db)
    await sql`delete from notes`.execute(db)
    roundTrips = 0
  })
  afterAll(async () => {
    await pool.end()
    await drop()
  })

  const write = (id: number, text: string | null = 'here') =>
    sql<{ id: number }>`insert into notes values (${id}, ${text}) returning id`
  const savepoint = (tx: Tx) => sql`savepoint before_try`.execute(tx)
  const notes = async () =>
    (await sql<{ id: number }>`select id from notes order by id`.execute(db)).rows.map(({ id }) => id)

  it('waits only for its statements and its commit, and one wait less if the last statement also commits', async () => {
    await inTransaction(db, async (tx) => {
      await savepoint(tx)
      await write(1).execute(tx)
      await write(2).execute(tx)
    })
    expect(roundTrips).toBe(3)
    roundTrips = 0
    const { rows } = await inTransaction(db, async (tx) => {
      await write(3).execute(tx)
      return commitWith(tx, write(4))
    })
    expect(roundTrips).toBe(2)
    expect(rows).toEqual([{ id: 4 }])
    expect(await notes()).toEqual([1, 2, 3, 4])
  })

  it('sends nothing to the database if it has no statement, and is still one transaction if it only reads', async () => {
    await inTransaction(db, async () => {})
    expect(roundTrips).toBe(0)
    const times = await inTransaction(db, async (tx) => {
      const now = () => sql<{ now: Date }>`select now() as now`.execute(tx)
      return [(await now()).rows[0]!.now, (await now()).rows[0]!.now]
    })
    expect(times[0]).toEqual(times[1])
  })

  it('leaves nothing behind when its first, a middle or its last statement fails', async () => {
    const tries: ((tx: Tx) => Promise<unknown>)[] = [
      (tx) => write(1, null).execute(tx),
      async (tx) => {
        await write(1).execute(tx)
        await write(1).execute(tx)
      },
      async (tx) => {
        await write(1).execute(tx)
        await commitWith(tx, write(2, null))
      },
      (tx) => commitWith(tx, write(1, null)),
      // The commit checks this foreign key, so the insert succeeds and the commit fails.
      (tx) => commitWith(tx, sql`insert into pairs values (${7})`),
    ]
    for (const body of tries) {
      await expect(inTransaction(db, body)).rejects.toThrow(/constraint/)
      expect(await notes()).toEqual([])
    }
    // The connection stays usable: a statement outside a transaction still commits on its own.
    await write(9).execute(db)
    expect(await notes()).toEqual([9])
  })

  it('rolls back to its savepoint and keeps earlier writes', async () => {
    await inTransaction(db, async (tx) => {
      await write(1).execute(tx)
      await savepoint(tx)
      await write(2).execute(tx)
      await expect(write(2).execute(tx)).rejects.toThrow(/constraint/)
      await sql`rollback to savepoint before_try`.execute(tx)
      await write(3).execute(tx)
    })
    await inTransaction(db, async (tx) => {
      await write(4).execute(tx)
      await savepoint(tx)
      // The savepoint is rolled back although nothing was written since it was set.
      await sql`rollback to savepoint before_try`.execute(tx)
    })
    expect(await notes()).toEqual([1, 3, 4])
  })

  it('sends a statement together with the next one, which runs second, and only if the first succeeds', async () => {
    const count = (at: number) => sql<{ count: number }>`
      select ${at}::int as at, count(*)::int as count from notes where text = ${'first'}`
    const both = (id: number) =>
      inTransaction(db, async (tx) => {
        await sendWithNext(tx, sql`insert into notes values (${id}, ${'first'})`)
        const { rows } = await count(id).execute(tx)
        return rows
      })
    await write(1).execute(db)
    // On a new connection, neither of the two statements is prepared yet; the first one fails, so the second must not
    // run.
    await expect(both(1)).rejects.toThrow(/constraint/)
    expect(await notes()).toEqual([1])
    roundTrips = 0
    expect(await both(2)).toEqual([{ at: 2, count: 1 }])
    expect(roundTrips).toBe(2)
    expect(await both(3)).toEqual([{ at: 3, count: 2 }])
    await expect(both(3)).rejects.toThrow(/constraint/)
    // A statement without parameters can follow the statement that is sent with the next one.
    await inTransaction(db, async (tx) => {
      await sendWithNext(tx, sql`insert into notes values (${4}, ${'first'})`)
      await sql`delete from pairs`.execute(tx)
    })
    expect(await notes()).toEqual([1, 2, 3, 4])
  })

  it('refuses a statement after the one that committed it', async () => {
    const late = inTransaction(db, async (tx) => {
      await commitWith(tx, write(1))
      await write(2).execute(tx)
    })
    await expect(late).rejects.toThrow('committed with its last statement')
    expect(await notes()).toEqual([1])
    await inTransaction(db, (tx) => write(3).execute(tx))
    expect(await notes()).toEqual([1, 3])
  })
})
