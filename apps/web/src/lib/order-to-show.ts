let orderNumber: string | undefined

/** Stores the order that an alert opens, so that the list of orders opens it if it has ended. Undefined deletes it. */
export function showOrder(number: string | undefined): void {
  orderNumber = number
}

export function orderToShow(): string | undefined {
  return orderNumber
}
