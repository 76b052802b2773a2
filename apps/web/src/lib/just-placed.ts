let orderNumber: string | undefined

/** Remembers that the person has placed this order a moment ago. */
export function placedJustNow(number: string): void {
  orderNumber = number
}

/** Returns whether the order was placed a moment ago, and only the first time. */
export function takeJustPlaced(number: string): boolean {
  const isIt = orderNumber === number
  orderNumber = undefined
  return isIt
}
