import { PUSH_VIBRATION_MS } from '@nukkad/rules/constants.ts'
import { isRecord } from '#lib/storage.ts'
import { type Message, readMessage } from './message.ts'

/** A push as it arrives: what it says, and how a device shows it. */
export type PushMessage = Message & {
  icon: string | undefined
  badge: string | undefined
  /** Messages of one order take each other's place. */
  tag: string | undefined
  /** An offer that is gone takes the place of its alert without a sound. */
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

/** How the notification of a device looks and feels (GAP-50). */
export function notificationOf({ message, image, icon, badge, tag, isQuiet, link }: PushMessage): NotificationOptions {
  return {
    body: message,
    icon,
    badge,
    tag,
    silent: isQuiet,
    data: link,
    // Not every browser knows these; who does not know one leaves it out.
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
