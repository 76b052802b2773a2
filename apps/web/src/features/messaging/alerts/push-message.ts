import { PUSH_VIBRATION_MS } from '@nukkad/rules/constants.ts'
import { isRecord } from '#lib/storage.ts'
import { type Message, readMessage } from './message.ts'

/** A push message: its content, and how the device shows it. */
export type PushMessage = Message & {
  icon: string | undefined
  badge: string | undefined
  /** Messages with the same tag replace each other. Messages of one order share a tag. */
  tag: string | undefined
  /**
   * Whether the message only says that an offer is gone. Such a message replaces the alert of the offer without a
   * sound.
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
    // Not every browser knows these options; one that does not ignores them.
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
