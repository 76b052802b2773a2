import { PUSH_VIBRATION_MS } from '@nukkad/rules/constants.ts'
import { isRecord } from '#lib/storage.ts'
import { type Message, readMessage } from './message.ts'

/** A push message: its content, and how the device shows it. */
export type PushMessage = Message & {
  icon: string | undefined
  badge: string | undefined
  /** A device shows only the newest message with a tag; all messages about one order have one tag. */
  tag: string | undefined
  /**
   * Whether the message only says that an offer is no longer available, so that it replaces the alert of the offer
   * without a sound.
   */
  isQuiet: boolean
}

export function readPush(text: string, ownOrigins: readonly string[]): PushMessage {
  const value = parse(text)
  return {
    ...readMessage(text, ownOrigins),
    icon: ownPicture(value.icon),
    badge: ownPicture(value.badge),
    tag: typeof value.unique_order_id === 'string' ? value.unique_order_id : undefined,
    isQuiet: value.stop_playing === 'yes',
  }
}

/** Returns the options for the device's notification (GAP-50). */
export function notificationOf({ message, image, icon, badge, tag, isQuiet, link }: PushMessage): NotificationOptions {
  return {
    body: message,
    icon,
    badge,
    tag,
    silent: isQuiet,
    data: link,
    // A browser that does not know one of these options ignores it.
    ...(ownPicture(image) && { image }),
    ...(tag && { renotify: !isQuiet }),
    ...(!isQuiet && { vibrate: [...PUSH_VIBRATION_MS] }),
  }
}

function ownPicture(path: unknown): string | undefined {
  return typeof path === 'string' && /^\/(?![/\\])/.test(path) ? path : undefined
}

function parse(text: string): Record<string, unknown> {
  try {
    const value: unknown = JSON.parse(text)
    return isRecord(value) ? value : {}
  } catch {
    return {}
  }
}
