import type { Settings } from '#platform/settings/settings.ts'

/** Content of a push message (docs/reference/wire.md#push-payload, L-10). */
export type PushPayload = {
  title: string
  message: string
  badge: string
  icon: string
  /** An absolute URL if the site's URL is known, otherwise a path of the app. */
  click_action: string | null
  unique_order_id: string | null
  image?: string
  /** For riders: the offer has ended, so its sound must stop. */
  stop_playing?: 'yes'
}

export type PushContent = Pick<PushPayload, 'title' | 'message' | 'click_action' | 'image' | 'stop_playing'> & {
  unique_order_id?: string | null
  /** The store's picture; if it is missing, the app icon is shown. */
  icon?: string | null
}

/**
 * Maximum size of a payload in bytes. Push services accept messages of at least 4,096 bytes, and encryption and padding
 * take some of them.
 */
export const MAX_PAYLOAD_BYTES = 3000
const ICON = '/assets/img/favicons/favicon-192x192.png'
const BADGE = '/assets/img/favicons/favicon-96x96.png'

/** Builds the payload of a push message. Shortens the message's text if the payload would be too long. */
export function toPayload(content: PushContent, siteUrl: string): PushPayload {
  const { title, message, click_action, unique_order_id = null, icon, image, stop_playing } = content
  const payload: PushPayload = {
    title,
    message,
    badge: BADGE,
    icon: icon || ICON,
    click_action: click_action?.startsWith('/') ? siteUrl + click_action : click_action,
    unique_order_id,
    ...(image && { image }),
    ...(stop_playing && { stop_playing }),
  }
  return bytesOf(payload) <= MAX_PAYLOAD_BYTES ? payload : { ...payload, message: cut(payload) }
}

function cut(payload: PushPayload): string {
  const letters = [...payload.message]
  while (letters.length > 0 && bytesOf({ ...payload, message: `${letters.join('')}…` }) > MAX_PAYLOAD_BYTES) {
    letters.length = Math.floor(letters.length * 0.9)
  }
  return `${letters.join('')}…`
}

function bytesOf(payload: PushPayload): number {
  return Buffer.byteLength(JSON.stringify(payload))
}

/** Returns whether the shop sends pushes: they are switched on, and both keys are set (L-06). */
export function isPushOn(settings: Pick<Settings, 'get' | 'isOn'>): boolean {
  return (
    settings.isOn('enablePushNotification') &&
    settings.get('firebasePublic') !== '' &&
    settings.get('firebaseSecret') !== ''
  )
}
