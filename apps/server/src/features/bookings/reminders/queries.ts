import { sql } from 'kysely'
import type { Db, Tx } from '#db/connection.ts'
import { usualTerms } from '#features/bookings/salon/terms.ts'
import { accepts } from '#platform/notifications/choices.ts'
import { hasInventedAddress } from '#platform/notifications/invented-address.ts'
import { salonTime } from '#platform/notifications/visit-text.ts'

/**
 * Identifies a reminder: the visit, its sequence when the reminder was due, and how many hours before the start it was
 * due.
 */
export type ReminderKey = { visitId: number; sequence: number; hours: number }

export type DueReminder = {
  id: number
  sequence: number
  hours: number
  user_id: number
  store_id: number
  starts_at: Date
  unique_visit_id: string
}

/** Maximum number of visits that one transaction locks. */
const MAX_VISITS = 50

/**
 * Records the due reminders of up to 50 visits and returns the latest one of each visit, which is the one to send. A
 * reminder is left out if it was due before the visit was booked or moved, or before the salon set its reminder hours.
 * Visits that another transaction has locked wait for the next run.
 */
export async function insertDueReminders(tx: Tx, now: Date): Promise<DueReminder[]> {
  const usual = usualTerms.reminder_hours
  const { rows } = await sql<DueReminder>`
    with longest as (
      select greatest(${Math.max(...usual)}::int, coalesce(max(h.hours), 0)) as hours
        from booking_terms t cross join unnest(t.reminder_hours) as h (hours)
    ), due as (
      select v.id, v.sequence, v.user_id, v.store_id, v.starts_at, v.unique_visit_id, at_times.hours
        from longest
        join visits v on v.starts_at > ${now} and v.starts_at <= ${now}::timestamptz + make_interval(hours => longest.hours)
        left join booking_terms t on t.store_id = v.store_id
        cross join lateral (
          select array_agg(h.hours order by h.hours) as hours
            from unnest(coalesce(t.reminder_hours, ${usual}::smallint[])) as h (hours)
            cross join lateral (select v.starts_at - make_interval(hours => h.hours) as at) as due
           where due.at <= ${now} and (t.reminders_since is null or due.at >= t.reminders_since)
             and due.at >= (select max(e.at) from visit_events e
                             where e.visit_id = v.id and e.kind in ('visit_booked', 'visit_moved'))
             and not exists (select from visit_reminders r
                              where r.visit_id = v.id and r.sequence = v.sequence and r.hours = h.hours)) as at_times
       where v.status = 'booked' and v.user_id is not null and at_times.hours is not null
       order by v.id limit ${MAX_VISITS}
         for no key update of v skip locked
    ), added as (
      insert into visit_reminders (visit_id, sequence, hours)
      select due.id, due.sequence, h.hours from due cross join unnest(due.hours) as h (hours)
      on conflict on constraint visit_reminders__visit_sequence_hours do nothing
      returning visit_id, hours
    )
    select due.id, due.sequence, min(added.hours)::int as hours, due.user_id, due.store_id, due.starts_at, due.unique_visit_id
      from due join added on added.visit_id = due.id
     group by due.id, due.sequence, due.user_id, due.store_id, due.starts_at, due.unique_visit_id
     order by due.id`.execute(tx)
  return rows
}

export type ReminderToSend = {
  user_id: number
  /** The date and time of the visit, in the salon's time zone. */
  date: string
  time: string
  store: string
  unique_visit_id: string
  language: string | null
  /**
   * The phone for the text message; null if the phone is not proved, the customer switched text messages off, or the
   * message was sent already.
   */
  phone: string | null
  /** The address for the e-mail; null if the customer gets no e-mail. */
  email: string | null
}

/**
 * Finds a reminder that is still valid: the visit is booked, was not moved since, and is in the future. A text message
 * goes only to a phone that its owner has proved, because premium-rate numbers pay their owner for each message. The
 * invented e-mail address of a guest account gets no e-mail.
 */
export async function findReminder(
  db: Db,
  { visitId, sequence, hours }: ReminderKey,
): Promise<ReminderToSend | undefined> {
  const { rows } = await sql<ReminderToSend>`
    select u.id as user_id, ${salonTime(sql`v.starts_at`)}, s.name as store, v.unique_visit_id, u.language,
           case when r.texted_at is null and u.phone_proved_at is not null and ${accepts(sql`u.id`, 'reminder', 'sms')}
                then u.phone end as phone,
           case when r.mailed_at is null and ${accepts(sql`u.id`, 'reminder', 'mail')}
                 and not ${hasInventedAddress()}
                then u.email::text end as email
      from visit_reminders r
      join visits v on v.id = r.visit_id
      join stores s on s.id = v.store_id
      join users u on u.id = v.user_id
     where r.visit_id = ${visitId} and r.sequence = ${sequence} and r.hours = ${hours}
       and v.status = 'booked' and v.sequence = r.sequence and v.starts_at > now()
       and u.is_active and u.deleted_at is null`.execute(db)
  return rows[0]
}

/** Records that the text message was sent, so that a repeated job does not send it a second time. */
export async function markTexted(db: Db, { visitId, sequence, hours }: ReminderKey): Promise<void> {
  await sql`
    update visit_reminders set texted_at = now()
     where visit_id = ${visitId} and sequence = ${sequence} and hours = ${hours}`.execute(db)
}

/** Records that the e-mail was sent, so that a repeated job does not send it a second time. */
export async function markMailed(db: Db, { visitId, sequence, hours }: ReminderKey): Promise<void> {
  await sql`
    update visit_reminders set mailed_at = now()
     where visit_id = ${visitId} and sequence = ${sequence} and hours = ${hours}`.execute(db)
}
