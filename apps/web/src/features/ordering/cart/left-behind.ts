let hasOrdered = false

/** Records that the person placed an order, so that Back skips the empty cart later. */
export function leaveCartBehind(): void {
  hasOrdered = true
}

/**
 * Returns whether the person reached the empty cart through Back. After the page has loaded again, the browser's
 * navigation type says whether the person used Back.
 */
export function isLeftBehind(): boolean {
  const [entry] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[]
  return hasOrdered || entry?.type === 'back_forward'
}
