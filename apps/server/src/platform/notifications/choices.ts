import { type RawBuilder, type SqlBool, sql } from 'kysely'
import type { Db, Tx } from '#db/connection.ts'

/** The subject of a notification; `account` stands for all subjects except the other four. */
export type NewsKind = 'order' | 'reminder' | 'offer' | 'wallet' | 'account'

/**
 * The kinds and channels that a person can switch off. Notifications about orders and reminders of visits always appear
 * in the person's list of notifications. Only reminders are also sent by text message and mail.
 */
export const choices = [
  { kind: 'order', channel: 'push' },
  { kind: 'reminder', channel: 'push' },
  { kind: 'reminder', channel: 'sms' },
  { kind: 'reminder', channel: 'mail' },
  { kind: 'offer', channel: 'push' },
  { kind: 'offer', channel: 'list' },
  { kind: 'wallet', channel: 'list' },
] as const

export type Choice = (typeof choices)[number]
type Channel = Choice['channel']

/**
 * Matches people who have not switched off this kind on this channel. Every function that notifies people uses this
 * condition.
 * @param kind null for messages without a choice
 */
export function accepts(
  userId: RawBuilder<unknown>,
  kind: RawBuilder<unknown> | NewsKind | null,
  channel: Channel,
): RawBuilder<SqlBool> {
  return sql<SqlBool>`not exists (select from notification_refusals refused
    where refused.user_id = ${userId} and refused.kind = ${kind}::text and refused.channel = ${channel}::text)`
}

/** Lists the choices that the person has switched off. */
export async function listRefusals(db: Db, userId: number): Promise<{ kind: string; channel: string }[]> {
  return db.selectFrom('notification_refusals').select(['kind', 'channel']).where('user_id', '=', userId).execute()
}

/**
 * Switches one choice of a person on or off; a repeated call changes nothing, nor does a call after the deletion of the
 * account.
 */
export async function setChoice(
  tx: Tx,
  { userId, kind, channel, isOn }: Choice & { userId: number; isOn: boolean },
): Promise<void> {
  await (isOn
    ? sql`delete from notification_refusals where user_id = ${userId} and kind = ${kind} and channel = ${channel}`
    : sql`insert into notification_refusals (user_id, kind, channel)
          select u.id, ${kind}::text, ${channel}::text
            from (select id from users where id = ${userId} and deleted_at is null for key share) u
          on conflict on constraint notification_refusals__id do nothing`
  ).execute(tx)
}
