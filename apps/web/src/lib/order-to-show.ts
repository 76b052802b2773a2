let orderNumber: string | undefined

/** Remembers the order that an alert opens, so that the list opens it if it is over. Undefined forgets it. */
export function showOrder(number: string | undefined): void {
  orderNumber = number
}

export function orderToShow(): string | undefined {
  return orderNumber
}
