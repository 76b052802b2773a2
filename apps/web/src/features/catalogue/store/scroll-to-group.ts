/** Moves the focus and the page to a group of a menu. This module loads only when a person chooses a group. */
export function scrollToGroup(sectionId: string): void {
  const section = document.getElementById(sectionId)
  if (!section) return
  section.querySelector('button')?.focus({ preventScroll: true })
  approach(section)
}

const settleMs = 400
const mostApproaches = 15
const ownMoves = ['wheel', 'touchstart', 'pointerdown', 'keydown'] as const

/**
 * Scrolls to a group again until it is reached and stays, or the person scrolls. One scroll is not enough: groups that
 * open and the list that closes move the target or stop the scroll, and a slow phone begins to scroll late.
 */
function approach(section: Element, times = 1): void {
  const from = scrollY
  section.scrollIntoView({ block: 'start', behavior: 'smooth' })
  const stop = () => {
    clearTimeout(timer)
    for (const move of ownMoves) removeEventListener(move, stop)
  }
  const timer = setTimeout(() => {
    stop()
    if (times < mostApproaches && (scrollY !== from || !isReached(section))) approach(section, times + 1)
  }, settleMs)
  for (const move of ownMoves) addEventListener(move, stop, { passive: true })
}

/** Returns whether the group is at the top, or as near to it as the end of the page allows. */
function isReached(section: Element): boolean {
  const { scrollHeight, clientHeight } = document.documentElement
  const clear =
    Number.parseFloat(getComputedStyle(section).scrollMarginTop) +
    Number.parseFloat(getComputedStyle(document.documentElement).scrollPaddingTop)
  const away = section.getBoundingClientRect().top - clear
  return Math.abs(away) < 2 || (away > 0 && scrollY + clientHeight >= scrollHeight - 1)
}
