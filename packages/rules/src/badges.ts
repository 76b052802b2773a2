/** Text of the unread badge: none at 0, "99+" above 99 (GAP-65, A-06). */
export function unreadBadge(unread: number): string | undefined {
  if (unread <= 0) return undefined
  return unread > 99 ? '99+' : String(unread)
}

/** Unread notifications: those whose `is_read` is 0. */
export function countUnread(notifications: readonly { is_read: number }[]): number {
  return notifications.filter(({ is_read }) => is_read === 0).length
}

/** The row marked as default: language, popular location. */
export function defaultRow<Row extends { is_default: number }>(rows: readonly Row[]): Row | undefined {
  return rows.find(({ is_default }) => is_default === 1)
}

/** Badge of an item in a drawer: units in the cart, or a tick for an item with add-ons; none when it is not there. */
export function itemBadge(quantityInCart: number, hasAddons: boolean): string | 'tick' | undefined {
  if (quantityInCart <= 0) return undefined
  return hasAddons ? 'tick' : String(quantityInCart)
}
