import type { Output } from '@nukkad/contract/contract.ts'
import { en, type TextKey } from '@nukkad/contract/texts/en.ts'
import { wireTime } from '#http/wire-time.ts'
import type { NotificationRow } from '#platform/notifications/queries.ts'
import { visitText } from '#platform/notifications/visit-text.ts'
import type { Settings } from '#platform/settings/settings.ts'

type NotificationOnWire = Output<'get-user-notifications'>[number]
type NewsData = { params?: Record<string, string | null> } & Record<string, unknown>
type Reader = { settings: Settings; language: string | undefined; timeZone: string }

/** Presents a notification on the wire, where `data` is a JSON string (docs/reference/wire.md#account, GAP-46). */
export function presentNotification(row: NotificationRow, reader: Reader): NotificationOnWire {
  return {
    ...row,
    is_read: row.is_read ? 1 : 0,
    data: presentData(row.data, reader),
    created_at: wireTime(row.created_at, reader.timeZone),
    updated_at: wireTime(row.updated_at, reader.timeZone),
  }
}

/**
 * Translates notifications about orders and visits, which are stored as text keys, into the reader's language.
 * Notifications about anything but orders and visits are stored with their whole text.
 */
function presentData(data: string, { settings, language }: Reader): string {
  const { title_key, message_key, params: given = {}, ...rest } = JSON.parse(data) as NewsData
  const params = Object.fromEntries(Object.entries(given).map(([name, value]) => [name, value ?? '']))
  if (!isTextKey(title_key) || !isTextKey(message_key)) return data
  return JSON.stringify({
    title: settings.text(title_key, params, language),
    message: visitText(settings, { key: message_key, params }, language),
    badge: null,
    icon: null,
    click_action: rest.click_action ?? null,
    unique_order_id: rest.unique_order_id ?? null,
    image: rest.image ?? null,
    kind: rest.kind,
  })
}

function isTextKey(key: unknown): key is TextKey {
  return typeof key === 'string' && key in en
}
