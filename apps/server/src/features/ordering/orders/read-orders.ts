import type { Db } from '#db/connection.ts'
import { type OrderOnWire, presentOrder } from './present.ts'
import { listOrdersToPresent } from './queries.ts'

/** Returns the orders with these ids, in the order of the ids, by one query; ids that do not exist are left out. */
export async function readOrders(
  db: Db,
  ids: readonly number[],
  { timeZone }: { timeZone: string },
): Promise<OrderOnWire[]> {
  if (ids.length === 0) return []
  const rows = new Map((await listOrdersToPresent(db, ids)).map((row) => [row.id, row]))
  return ids.flatMap((id) => {
    const row = rows.get(id)
    return row ? [presentOrder(row, timeZone)] : []
  })
}
