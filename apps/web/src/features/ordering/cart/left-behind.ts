let hasOrdered = false

/** Records that the cart was ordered, so that Back skips the empty cart later. */
export function leaveCartBehind(): void {
  hasOrdered = true
}

/**
 * Returns whether the person reached the empty cart through Back. After a reload, the browser's navigation type shows
 * it.
 */
export function isLeftBehind(): boolean {
  const [entry] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[]
  return hasOrdered || entry?.type === 'back_forward'
}
