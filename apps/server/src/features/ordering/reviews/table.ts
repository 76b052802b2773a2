import { sql } from 'kysely'
import { holds, inDates, isFlag, isId, isOneOf } from '#platform/tables/filters.ts'
import { tableSource } from '#platform/tables/source.ts'
import { ofStores, publicNameSql } from './admin-queries.ts'

/** The dashboard table of store reviews, hidden reviews included. */
export const reviewsTable = tableSource('reviews', {
  from: sql`reviews r join stores s on s.id = r.store_id join users u on u.id = r.user_id join orders o on o.id = r.order_id
            left join users rider on rider.id = r.rider_id`,
  columns: {
    id: sql`r.id`,
    at: sql`r.created_at`,
    store: sql`s.name`,
    customer: publicNameSql(sql`u.name`),
    stars: sql`r.rating_store`,
    review: sql`r.review_store`,
    rider: sql`rider.name`,
    delivery_stars: sql`r.rating_delivery`,
    delivery_review: sql`r.review_delivery`,
    photos: sql`(select count(*)::int from review_photos p where p.review_id = r.id)`,
    dishes: sql`(select string_agg(i.name || ' ' || ri.stars, ', ' order by ri.stars desc, i.name)
                   from review_items ri join items i on i.id = ri.item_id where ri.review_id = r.id)`,
    reply: sql`r.reply`,
    is_shown: sql`r.is_shown`,
    order: sql`o.unique_order_id`,
  },
  filters: {
    stars: isOneOf(sql`r.rating_store`, { 1: 1, 2: 2, 3: 3, 4: 4, 5: 5 }),
    store: isId(sql`r.store_id`),
    is_shown: isFlag(sql`r.is_shown`),
    has_photos: isFlag(sql`exists (select from review_photos p where p.review_id = r.id)`),
    is_answered: isFlag(sql`(r.reply is not null)`),
    rider: isId(sql`r.rider_id`),
    at: inDates(sql`r.created_at`),
  },
  search: holds(sql`r.review_store`, sql`s.name`),
  key: sql`r.id`,
  ofStores,
})
