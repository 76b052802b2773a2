let orderNumber: string | undefined

/** Remembers that the person has placed this order a moment ago. */
export function placedJustNow(number: string): void {
  orderNumber = number
}

/** Returns whether the order was placed a moment ago. It changes nothing, because React may render a screen twice. */
export function isJustPlaced(number: string): boolean {
  return orderNumber === number
}

/** Forgets the order, so that its screen celebrates only once. */
export function forgetPlaced(): void {
  orderNumber = undefined
}
