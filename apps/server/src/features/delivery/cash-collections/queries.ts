import { sql } from 'kysely'
import type { Db, Tx } from '#db/connection.ts'

type Page = { page: number; perPage: number }

/**
 * Locks a rider's cash in hand in one currency until the transaction ends, and returns it in minor units; undefined for
 * a person who is not a rider.
 */
export async function lockCashOfRider(
  tx: Tx,
  { riderId, currency }: { riderId: number; currency: string },
): Promise<bigint | undefined> {
  const rider = await tx.selectFrom('riders').select('user_id').where('user_id', '=', riderId).executeTakeFirst()
  if (!rider) return undefined
  const account = await tx
    .selectFrom('ledger_accounts')
    .select('balance_minor')
    .where('kind', '=', 'rider_cash')
    .where('user_id', '=', riderId)
    .where('currency', '=', currency)
    .forNoKeyUpdate()
    .executeTakeFirst()
  return -(account?.balance_minor ?? 0n)
}

type NewCollection = { riderId: number; currency: string; amountMinor: bigint; note: string | null; staffId: number }

/** Records cash that a rider handed in, in minor units. The caller must book the same amount in the ledger. */
export async function insertCollection(tx: Tx, collection: NewCollection): Promise<number> {
  const { id } = await tx
    .insertInto('cash_collections')
    .values({
      rider_id: collection.riderId,
      currency: collection.currency,
      amount_minor: collection.amountMinor,
      note: collection.note,
      collected_by: collection.staffId,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

export type CashHeld = { rider_id: number; rider_name: string; currency: string; held_minor: bigint }

/** Lists riders who hold cash, the largest amounts first. */
export async function listCashHeld(db: Db, { page, perPage }: Page): Promise<{ rows: CashHeld[]; total: number }> {
  const { rows } = await sql<CashHeld & { total: number }>`
    select u.id as rider_id, u.name as rider_name, a.currency, -a.balance_minor as held_minor, count(*) over ()::int as total
      from ledger_accounts a join users u on u.id = a.user_id
     where a.kind = 'rider_cash' and a.balance_minor < 0
     order by a.balance_minor, a.id
     limit ${perPage} offset ${(page - 1) * perPage}`.execute(db)
  return { rows, total: rows[0]?.total ?? 0 }
}

export type CollectionRow = {
  id: number
  rider_id: number
  rider_name: string
  currency: string
  amount_minor: bigint
  note: string | null
  collected_by: number
  collector_name: string
  created_at: Date
}

/** Lists cash collections, newest first. */
export async function listCollections(
  db: Db,
  { riderId, page, perPage }: Page & { riderId: number | undefined },
): Promise<{ rows: CollectionRow[]; total: number }> {
  const counted = await db
    .selectFrom('cash_collections')
    .select((eb) => eb.fn.countAll<bigint>().as('total'))
    .$if(riderId !== undefined, (query) => query.where('rider_id', '=', riderId!))
    .executeTakeFirstOrThrow()
  const rows = await collections(db)
    .$if(riderId !== undefined, (query) => query.where('c.rider_id', '=', riderId!))
    .orderBy('c.id', 'desc')
    .limit(perPage)
    .offset((page - 1) * perPage)
    .execute()
  return { rows, total: Number(counted.total) }
}

function collections(db: Db) {
  return db
    .selectFrom('cash_collections as c')
    .innerJoin('users as rider', 'rider.id', 'c.rider_id')
    .innerJoin('users as collector', 'collector.id', 'c.collected_by')
    .select(['c.id', 'c.rider_id', 'c.currency', 'c.amount_minor', 'c.note', 'c.collected_by', 'c.created_at'])
    .select(['rider.name as rider_name', 'collector.name as collector_name'])
}
