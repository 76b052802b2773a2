type Small = { name: string; width: number; height: number }

/**
 * What can be pressed and is smaller than a finger needs, by trying the points around its middle: what one can hit
 * counts, not what is painted. Links inside sentences are as tall as their line (WCAG 2.5.8). Runs in the page, on its
 * open layer if there is one.
 */
export function smallTargets({ least, floor }: { least: number; floor: number }): Small[] {
  const selector = 'a[href], button, input, select, textarea, summary, [role="button"], [role="slider"]'
  const isSeen = (element: Element): boolean =>
    element.checkVisibility({ opacityProperty: true, visibilityProperty: true }) &&
    element.closest('[inert], [aria-hidden="true"], .sr-only a') === null &&
    !element.matches(':disabled')
  const isInSentence = (element: Element): boolean =>
    element.matches('a') && getComputedStyle(element).display === 'inline' && element.closest('p, li, .prose') !== null
  // The name of an item opens what its picture beside it opens as well.
  const hasLargerTwin = (element: Element): boolean =>
    element.closest('h3') !== null && element.closest('article')?.querySelector('button[aria-hidden="true"]') != null
  const found: Small[] = []
  const screen = [...document.querySelectorAll('dialog[open]')].at(-1) ?? document
  for (const control of screen.querySelectorAll<HTMLElement>(selector)) {
    // A hidden box belongs to the words beside it.
    const target = control.matches('input') ? (control.closest('label') ?? control) : control
    if (!isSeen(target) || isInSentence(control) || hasLargerTwin(control)) continue
    target.scrollIntoView({ block: 'center', inline: 'center', behavior: 'instant' })
    const { left, top, width, height } = target.getBoundingClientRect()
    if (width < 2 || height < 2) continue // for screen readers alone until it has the focus
    const [x, y] = [left + width / 2, top + height / 2]
    const isHit = (dx: number, dy: number): boolean => {
      const hit = document.elementFromPoint(x + dx, y + dy)
      return hit !== null && (target.contains(hit) || hit === control || hit.closest('label')?.control === control)
    }
    // Something else stands before it, as a dock does before the foot of a list.
    if (!isHit(0, 0)) continue
    const reach = (ax: number, ay: number): number => {
      let steps = 0
      while (steps < least / 2 && isHit(ax * (steps + 1), ay * (steps + 1))) steps++
      return steps
    }
    const hitWidth = reach(-1, 0) + reach(1, 0) + 1
    const hitHeight = reach(0, -1) + reach(0, 1) + 1
    const isLarge = Math.min(width, height) >= least || Math.min(hitWidth, hitHeight) >= least
    // Dots of a row of slides stand close together, and fingers swipe the slides themselves.
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
