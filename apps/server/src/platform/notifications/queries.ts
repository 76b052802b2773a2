import { type RawBuilder, sql } from 'kysely'
import type { Db, Tx } from '#db/connection.ts'
import { accepts, type NewsKind } from './choices.ts'

const SHOWN_DAYS = 7
const MAX_SHOWN = 20

export type NotificationRow = {
  id: number
  user_id: number
  is_read: boolean
  data: string
  created_at: Date
  updated_at: Date
}

/**
 * Lists a customer's notifications of the last seven days, newest first (P-41). `data` is a JSON string, as on the
 * wire.
 */
export async function listNotifications(db: Db, userId: number): Promise<NotificationRow[]> {
  const { rows } = await sql<NotificationRow>`
    select id, user_id, is_read, data::text as data, created_at, updated_at
      from notifications
     where user_id = ${userId} and created_at > now() - make_interval(days => ${SHOWN_DAYS}::int)
     order by id desc
     limit ${MAX_SHOWN}`.execute(db)
  return rows
}

/** Marks a person's own notifications as read: the given notification, or all of them. */
export async function markRead(tx: Tx, userId: number, notificationId?: number): Promise<void> {
  await tx
    .updateTable('notifications')
    .set({ is_read: true, updated_at: sql`now()` })
    .where('user_id', '=', userId)
    .where('is_read', '=', false)
    .$if(notificationId !== undefined, (query) => query.where('id', '=', notificationId!))
    .execute()
}

/** Returns SQL that inserts these rows (recipient, content as JSON), for use inside a larger statement. */
export function notificationsInsert(rows: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`insert into notifications (user_id, data) ${rows}`
}

/**
 * Adds one notification for each of these people who has not switched off this kind; `data` is a JSON string. Returns
 * the people who got a notification.
 */
export async function insertNotifications(
  tx: Tx,
  userIds: readonly number[],
  { kind, data }: { kind: NewsKind; data: string },
): Promise<number[]> {
  const rows = sql`
    select given.id, ${data}::jsonb from unnest(${userIds}::int[]) as given (id)
     where ${accepts(sql`given.id`, kind, 'list')} returning user_id`
  const added = await sql<{ user_id: number }>`${notificationsInsert(rows)}`.execute(tx)
  return added.rows.map(({ user_id }) => user_id)
}

/** Deletes the notifications and choices of a customer whose account is deleted. */
export async function forgetNotifications(tx: Tx, userId: number): Promise<void> {
  await tx.deleteFrom('notification_refusals').where('user_id', '=', userId).execute()
  await tx.deleteFrom('notifications').where('user_id', '=', userId).execute()
}
