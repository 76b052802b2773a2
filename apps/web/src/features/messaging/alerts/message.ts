import { isRecord } from '#lib/storage.ts'

/** The content of a notification or a push message (GAP-46, L-10). */
export type Message = {
  title: string
  message: string
  image: string | null
  /**
   * The link of the message: a path of this app or an https URL of another site. A link of another form is replaced by
   * null (GAP-51).
   */
  link: string | null
  orderNumber: string | null
  kind: 'order' | 'visit' | 'offer' | 'wallet' | 'news'
}

/** Parses the JSON of a notification. If the JSON cannot be read, the message is empty. */
export function readMessage(data: string, ownOrigins: readonly string[]): Message {
  const value = parse(data)
  const order = textOf(value.unique_order_id)
  const link = linkOf(textOf(value.click_action), ownOrigins) ?? (order ? `/running-order/${order}` : null)
  return {
    title: textOf(value.title) ?? '',
    message: textOf(value.message) ?? '',
    image: textOf(value.custom_image) ?? textOf(value.image),
    link,
    orderNumber: order,
    kind: kindOf(value.is_wallet_alert === true ? 'wallet' : value.kind, order, link),
  }
}

/**
 * Returns the kind of a notification. Older notifications have no kind: a link to a visit makes the kind `visit`, an
 * order number makes it `order`, and without both it is `news`.
 */
function kindOf(kind: unknown, order: string | null, link: string | null): Message['kind'] {
  if (kind === 'wallet' || kind === 'offer') return kind
  if (link?.startsWith('/visit/')) return 'visit'
  return order ? 'order' : 'news'
}

function linkOf(address: string | null, ownOrigins: readonly string[]): string | null {
  const [own] = ownOrigins
  if (!address || !URL.canParse(address, own)) return null
  const url = new URL(address, own)
  // A path must not start with two slashes, because the browser would read the text after them as a host name.
  if (ownOrigins.includes(url.origin))
    return url.pathname.startsWith('//') ? null : url.pathname + url.search + url.hash
  return url.protocol === 'https:' ? url.href : null
}

function parse(data: string): Record<string, unknown> {
  try {
    const value: unknown = JSON.parse(data)
    return isRecord(value) ? value : {}
  } catch {
    return {}
  }
}

function textOf(value: unknown): string | null {
  return typeof value === 'string' && value !== '' && value !== 'null' ? value : null
}
