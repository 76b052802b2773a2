import type { TextKey } from '@nukkad/contract/texts/en.ts'
import type { Tx } from '#db/connection.ts'
import type { NewsKind } from './choices.ts'
import { insertNotifications } from './queries.ts'

/** A notification with its own text, in the form of the wire (GAP-46). */
export type NotificationData = {
  title: string
  message: string
  badge: string | null
  icon: string | null
  click_action: string | null
  unique_order_id: string | null
  image: string | null
  kind: NewsKind
}

type News = {
  userId: number
  kind?: NewsKind
  title: TextKey
  message: TextKey
  params?: Record<string, string | number>
  /** The path of the page in the phone app that the notification opens. */
  link?: string
}

/** Notifies one person; the text is translated into their language when they read it. */
export async function notify(
  tx: Tx,
  { userId, kind = 'account', title, message, params = {}, link }: News,
): Promise<void> {
  const data = JSON.stringify({ kind, title_key: title, message_key: message, params, click_action: link })
  await insertNotifications(tx, [userId], { kind, data })
}

/**
 * Adds the same text to the notifications of these customers, except those who have switched its kind off; returns the
 * customers who got the notification.
 */
export async function storeNotifications(
  tx: Tx,
  userIds: readonly number[],
  data: NotificationData,
): Promise<number[]> {
  if (userIds.length === 0) return []
  return insertNotifications(tx, userIds, { kind: data.kind, data: JSON.stringify(data) })
}
