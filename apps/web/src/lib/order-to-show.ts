let orderNumber: string | undefined

/** Remembers the order that an alert opens, for tracking, or for the list once the order is over. */
export function showOrder(number: string): void {
  orderNumber = number
}

/** Returns the order that is to be opened, and only the first time. */
export function takeOrderToShow(): string | undefined {
  const number = orderNumber
  orderNumber = undefined
  return number
}
