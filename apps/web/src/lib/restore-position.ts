import type { Position } from './history-entries.ts'

/** How long a restored screen may take to reach its former height. */
const MOST_GROWTH_MS = 5000

/**
 * Scrolls to the position as soon as the screen is tall enough. Stops when the person touches the screen or presses a
 * key, and when another screen opens.
 */
export function restorePosition({ y, link }: Position): void {
  const { href } = location
  const hands = ['pointerdown', 'wheel', 'keydown'] as const
  const place = () => {
    if (location.href !== href) return end()
    scrollTo(0, y)
    if (scrollY < y - 1) return
    // The height of rows that were never rendered is only estimated, so the stored link may now be at another position;
    // the scroll corrects for that.
    const found =
      link && [...document.querySelectorAll<HTMLAnchorElement>('main a[href]')].find((a) => a.href === link.href)
    if (found) scrollBy(0, found.getBoundingClientRect().top - link.top)
  }
  const growth = new ResizeObserver(place)
  const end = () => {
    growth.disconnect()
    clearTimeout(timer)
    for (const hand of hands) removeEventListener(hand, end)
  }
  const timer = setTimeout(end, MOST_GROWTH_MS)
  for (const hand of hands) addEventListener(hand, end, { passive: true })
  place()
  growth.observe(document.body)
}
