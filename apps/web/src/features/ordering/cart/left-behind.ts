let hasOrdered = false

/** Records that the cart was ordered, so that a later Back to the empty cart skips it. */
export function leaveCartBehind(): void {
  hasOrdered = true
}

/** Returns whether the person came to the empty cart by Back. After a reload, the type of the navigation tells. */
export function isLeftBehind(): boolean {
  const [entry] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[]
  return hasOrdered || entry?.type === 'back_forward'
}
