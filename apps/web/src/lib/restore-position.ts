import type { Position } from './history-entries.ts'

/** The maximum time in ms in which a restored screen can reach its former height. */
const MOST_GROWTH_MS = 5000

/**
 * Scrolls to the position that the person left, as soon as the screen is tall enough. Stops when the person touches the
 * screen or presses a key, and when another screen opens.
 */
export function restorePosition({ y, link }: Position): void {
  const { href } = location
  const hands = ['pointerdown', 'wheel', 'keydown'] as const
  const place = () => {
    if (location.href !== href) return end()
    scrollTo(0, y)
    if (scrollY < y - 1) return
    // The browser only estimates the height of rows that it has not rendered, so the stored link may be at another
    // position, which a second scroll corrects.
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
