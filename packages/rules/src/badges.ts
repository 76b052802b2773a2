/** Returns the text of the badge for unread notifications: none at 0, "99+" above 99 (GAP-65, A-06). */
export function unreadBadge(unread: number): string | undefined {
  if (unread <= 0) return undefined
  return unread > 99 ? '99+' : String(unread)
}

/** Counts the notifications whose `is_read` is 0. */
export function countUnread(notifications: readonly { is_read: number }[]): number {
  return notifications.filter(({ is_read }) => is_read === 0).length
}

/** Returns the default row of a list of languages or popular locations. */
export function defaultRow<Row extends { is_default: number }>(rows: readonly Row[]): Row | undefined {
  return rows.find(({ is_default }) => is_default === 1)
}

/**
 * Returns the badge of an item in the drawer of items: the units in the cart, `tick` for an item with add-ons, or
 * undefined when the item is not in the cart.
 */
export function itemBadge(quantityInCart: number, hasAddons: boolean): string | 'tick' | undefined {
  if (quantityInCart <= 0) return undefined
  return hasAddons ? 'tick' : String(quantityInCart)
}
