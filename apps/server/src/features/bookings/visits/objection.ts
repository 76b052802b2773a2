import { type RawBuilder, sql } from 'kysely'
import { usualTerms } from '#features/bookings/salon/terms.ts'

/**
 * Selects the time until which the customer of a missed visit `v` with its order `o` can object; null if nothing was
 * kept, and after the waiting time of the salon's share has ended. If only promotion credit was kept, no share of the
 * salon waits, so the time for objections begins at the no-show.
 * @see docs/decisions/0113-visits.md
 */
export const objectionEndsAt: RawBuilder<Date | null> = sql`(
  case when v.status <> 'no_show' then null
       when exists (select from visit_kept k where k.order_id = o.id)
       then (select k.pays_at from visit_kept k where k.order_id = o.id and k.state = 'waiting')
       when o.kept_promotion_minor > 0
       then v.ended_at + make_interval(hours => coalesce(
              (select t.objection_hours from booking_terms t where t.store_id = v.store_id), ${sql.lit(usualTerms.objection_hours)}::int))
  end)`
