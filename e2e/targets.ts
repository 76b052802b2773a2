type Small = { name: string; width: number; height: number }

/**
 * Returns the press targets that are smaller than a finger needs. Tests points around the middle of each target,
 * because the area that reacts counts and not the painted one. Links inside sentences may be as tall as their line
 * (WCAG 2.5.8). The function runs in the page, on its open layer (drawer, sheet or dialog) if there is one.
 */
export function smallTargets({ least, floor }: { least: number; floor: number }): Small[] {
  const selector = 'a[href], button, input, select, textarea, summary, [role="button"], [role="slider"]'
  const isSeen = (element: Element): boolean =>
    element.checkVisibility({ opacityProperty: true, visibilityProperty: true }) &&
    element.closest('[inert], [aria-hidden="true"], .sr-only a') === null &&
    !element.matches(':disabled')
  const isInSentence = (element: Element): boolean =>
    element.matches('a') && getComputedStyle(element).display === 'inline' && element.closest('p, li, .prose') !== null
  // The name of an item opens the same drawer as the larger picture next to it.
  const hasLargerTwin = (element: Element): boolean =>
    element.closest('h3') !== null && element.closest('article')?.querySelector('button[aria-hidden="true"]') != null
  const found: Small[] = []
  const screen = [...document.querySelectorAll('dialog[open]')].at(-1) ?? document
  for (const control of screen.querySelectorAll<HTMLElement>(selector)) {
    // The label of a hidden checkbox is its target.
    const target = control.matches('input') ? (control.closest('label') ?? control) : control
    if (!isSeen(target) || isInSentence(control) || hasLargerTwin(control)) continue
    target.scrollIntoView({ block: 'center', inline: 'center', behavior: 'instant' })
    const { left, top, width, height } = target.getBoundingClientRect()
    if (width < 2 || height < 2) continue // such an element is visible only to screen readers until it has the focus
    const [x, y] = [left + width / 2, top + height / 2]
    const isHit = (dx: number, dy: number): boolean => {
      const hit = document.elementFromPoint(x + dx, y + dy)
      return hit !== null && (target.contains(hit) || hit === control || hit.closest('label')?.control === control)
    }
    // Skips a target that another element covers, as a dock covers the end of a list.
    if (!isHit(0, 0)) continue
    const reach = (ax: number, ay: number): number => {
      let steps = 0
      while (steps < least / 2 && isHit(ax * (steps + 1), ay * (steps + 1))) steps++
      return steps
    }
    const hitWidth = reach(-1, 0) + reach(1, 0) + 1
    const hitHeight = reach(0, -1) + reach(0, 1) + 1
    const isLarge = Math.min(width, height) >= least || Math.min(hitWidth, hitHeight) >= least
    // The dots of a slider are close together, but people swipe the slides themselves.
    const siblings = [...(control.parentElement?.children ?? [])]
    const isDot =
      siblings.length > 1 &&
      siblings.every((each) => each.matches('button') && !each.textContent && !each.querySelector('svg'))
    if (!isLarge && !(isDot && Math.min(hitWidth, hitHeight) >= floor)) {
      const name = control.getAttribute('aria-label') ?? control.textContent?.trim().slice(0, 40) ?? control.tagName
      found.push({ name: `${control.tagName} ${name}`, width: hitWidth, height: hitHeight })
    }
  }
  return found
}
