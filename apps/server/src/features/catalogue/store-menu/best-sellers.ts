import { sql } from 'kysely'
import { orderStatus } from '#db/codes.ts'
import type { Db } from '#db/connection.ts'
import type { FeatureJobs } from '#worker/worker.ts'

const SALES_DAYS = 30
const MAX_PER_STORE = 3
/** Minimum number of sold units of an item that is marked as a best seller. */
const MIN_UNITS = 5

/**
 * Marks at most three items of each store as best sellers: those with the most units in delivered orders of the last 30
 * days. Of items with equal sales, the older one is marked. Only items whose mark changes are updated, so that prepared
 * menus of other stores stay valid.
 */
export async function markBestSellers(db: Db): Promise<void> {
  await sql`
    with sold as (
      select l.item_id, sum(l.quantity) as units
        from orders o join order_lines l on l.order_id = o.id
       where o.status = ${orderStatus.delivered} and o.placed_at > now() - make_interval(days => ${SALES_DAYS}::int)
       group by l.item_id
      having sum(l.quantity) >= ${MIN_UNITS}
    ), placed as (
      select i.id, row_number() over (partition by i.store_id order by sold.units desc, i.id) as place
        from sold join items i on i.id = sold.item_id
       where i.deleted_at is null
    ), best as (
      select id from placed where place <= ${MAX_PER_STORE}
    ), changed as (
      select i.id from items i
       where i.is_best_seller <> (i.id in (select id from best))
       order by i.id for no key update of i
    )
    update items set is_best_seller = not is_best_seller
      from changed where items.id = changed.id`.execute(db)
}

export const jobs: FeatureJobs = {
  tasks: { 'mark-best-sellers': async (_payload, { db }) => markBestSellers(db) },
  crontab: ['23 3 * * * mark-best-sellers'],
}
