let orderNumber: string | undefined

/** Records that the person has just placed this order. */
export function placedJustNow(number: string): void {
  orderNumber = number
}

/**
 * Returns whether the person has just placed this order. Reading does not delete the record of the placed order,
 * because React may render a screen twice.
 */
export function isJustPlaced(number: string): boolean {
  return orderNumber === number
}

/** Deletes the record of the placed order, so that the order's screen shows the tick for a new order only once. */
export function forgetPlaced(): void {
  orderNumber = undefined
}
