import pg from 'pg'
import { afterAll, expect, it } from 'vitest'
import { openDb, openPool } from '#db/connection.ts'
import { createRegister, listMigrations, migrate, runMigration } from '#db/migrate.ts'
import { checkLedger } from '#features/ledger/wallet/checker.ts'
import { emptyDatabase } from '#test/database.ts'

const { address, drop } = await emptyDatabase()
afterAll(drop)

/** Inserts a store's account as older versions stored it: with the full amount due to it, before commission. */
async function keepGross(client: pg.Client, store: { id: number; points: number; grossMinor: bigint }): Promise<void> {
  await client.query(
    `insert into stores (id, slug, name, latitude, longitude, commission_basis_points)
     values ($1::int, 'store-' || $1::int, 'Store', 12.9, 77.6, $2)`,
    [store.id, store.points],
  )
  await client.query(
    `with payable as (insert into ledger_accounts (kind, store_id) values ('store_payable', $1::int) returning id),
          clearing as (insert into ledger_accounts (kind, store_id) values ('order_clearing', $1::int) returning id),
          t as (insert into transfers (kind, source_type, source_id, currency, description_key)
                values ('order_settlement', 'past', ($1::int)::text, 'INR', 'deliveryCommissionMessage') returning id)
     insert into postings (transfer_id, account_id, amount_minor)
     select t.id, payable.id, $2::bigint from t, payable union all select t.id, clearing.id, -$2::bigint from t, clearing`,
    [store.id, store.grossMinor],
  )
}

it('the migration reduces the balances of stores by their commission, exactly once', async () => {
  const known = listMigrations()
  const before = known.filter(({ name }) => name < '0039')
  const client = new pg.Client(address)
  await client.connect()
  await createRegister(client)
  for (const migration of before) await runMigration(client, migration)
  await keepGross(client, { id: 1, points: 1250, grossMinor: 100_001n })
  await keepGross(client, { id: 2, points: 0, grossMinor: 50_000n })
  await keepGross(client, { id: 3, points: 2000, grossMinor: 4n })
  await client.end()

  await migrate(address)
  expect((await migrate(address)).applied).toEqual([])

  const pool = openPool(address, { size: 1 })
  const db = openDb(pool)
  const balances = await db
    .selectFrom('ledger_accounts as a')
    .innerJoin('postings as p', 'p.account_id', 'a.id')
    .select((eb) => ['a.store_id', 'a.kind', eb.fn.sum<bigint>('p.amount_minor').as('total')])
    .where('a.kind', '<>', 'order_clearing')
    .groupBy(['a.store_id', 'a.kind'])
    .orderBy('a.store_id')
    .orderBy('a.kind')
    .execute()
  expect(balances.map(({ store_id, kind, total }) => [store_id, kind, BigInt(total)])).toEqual([
    [1, 'delivery_margin', 12_500n],
    [1, 'store_payable', 87_501n],
    [2, 'store_payable', 50_000n],
    // The commission, 20 % of 0.04, rounds down to 0.
    [3, 'store_payable', 4n],
  ])
  const problems = await checkLedger(db)
  expect(problems.filter(({ check }) => check !== 'clearing')).toEqual([])
  await pool.end()
}, 60_000)
