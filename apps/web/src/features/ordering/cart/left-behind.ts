let hasOrdered = false

/** The cart is done with; where it stands below the order in the history, there is nothing to come back to. */
export function leaveCartBehind(): void {
  hasOrdered = true
}

/** Whether an empty cart was come back to, rather than asked for; a reload since then is seen by how the page came. */
export function isLeftBehind(): boolean {
  const [entry] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[]
  return hasOrdered || entry?.type === 'back_forward'
}
