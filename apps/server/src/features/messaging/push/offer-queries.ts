import { sql } from 'kysely'
import type { Db } from '#db/connection.ts'
import { hasInventedAddress } from '#platform/notifications/invented-address.ts'
import { salonTime } from '#platform/notifications/visit-text.ts'

/** An open offer of a wait list with its recipient; date and time are in the salon's time zone. */
export type VisitOffer = {
  user_id: number
  phone: string | null
  is_phone_proved: boolean
  /** The e-mail address; null if no mail may be sent to it. */
  email: string | null
  language: string | null
  store: string
  image: string | null
  /** The path of the page in the phone app that shows the offer. */
  path: string
  date: string
  time: string
}

/** Finds an open offer; undefined when it was taken or has ended. */
export async function findVisitOffer(db: Db, visitId: number): Promise<VisitOffer | undefined> {
  const { rows } = await sql<VisitOffer>`
    select v.user_id, u.phone, u.phone_proved_at is not null as is_phone_proved, u.language,
           case when not ${hasInventedAddress()} then u.email::text end as email,
           s.name as store, s.image, '/book/' || s.slug || '/' || v.unique_visit_id as path,
           ${salonTime(sql`v.starts_at`)}
      from visits v join users u on u.id = v.user_id join stores s on s.id = v.store_id
     where v.id = ${visitId} and v.status = 'held' and v.order_id is null and v.held_until > now()
       and u.is_active and u.deleted_at is null`.execute(db)
  return rows[0]
}
