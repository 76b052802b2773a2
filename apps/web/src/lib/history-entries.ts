import { useState } from 'react'

/**
 * Keeps how the person left each screen of this visit, so that Back shows it as it was: where it was scrolled, and the
 * values of `useKept`. Navigating forward forgets the screens that it replaces.
 */
type Entry = { position?: Position; values: Map<string, unknown> }

/** `link` is the first link in sight and `top` its distance from the top of the screen, in px. */
type Position = { y: number; link?: { href: string; top: number } }

const entries = new Map<number, Entry>()
let depth = 0
let isReturning = false

/** How long a restored screen may take to reach its former height. */
const MOST_GROWTH_MS = 5000

/** Starts to follow the browser's history. Must run before anything else listens to it. */
export function followHistory(): void {
  history.scrollRestoration = 'manual'
  depth = currentDepth()
  addEventListener(
    'popstate',
    () => {
      leave()
      depth = currentDepth()
      isReturning = true
    },
    { capture: true },
  )
}

/** Returns how many screens of this visit precede the current one. Each history entry stores this number. */
export function currentDepth(): number {
  const state: unknown = history.state
  return typeof state === 'object' && state !== null && 'depth' in state ? Number(state.depth) : 0
}

/** Notes that the app opens a screen at this depth, which starts at its top. */
export function enter(newDepth: number): void {
  leave()
  depth = newDepth
  for (const old of [...entries.keys()]) if (old >= depth) entries.delete(old)
  isReturning = false
}

/** Scrolls a screen that has just rendered: to the top, or to where the person left it when they come back. */
export function placeScreen(): () => void {
  const position = isReturning ? entries.get(depth)?.position : undefined
  isReturning = false
  if (position) return restore(position)
  scrollTo(0, 0)
  return () => {}
}

/** Like `useState`, for a value that Back restores. `name` is unique on its screen. */
export function useKept<T>(name: string, initial: T): [T, (next: T | ((last: T) => T)) => void] {
  const [values] = useState(() => entryAt(depth).values)
  const [value, setValue] = useState(() => (values.has(name) ? (values.get(name) as T) : initial))
  const keep = (next: T | ((last: T) => T)) =>
    setValue((last) => {
      const chosen = next instanceof Function ? next(last) : next
      values.set(name, chosen)
      return chosen
    })
  return [value, keep]
}

function entryAt(at: number): Entry {
  const entry = entries.get(at) ?? { values: new Map() }
  entries.set(at, entry)
  return entry
}

function leave(): void {
  const link = [...document.querySelectorAll<HTMLAnchorElement>('main a[href]')].find(
    (candidate) => candidate.getBoundingClientRect().top >= 0,
  )
  entryAt(depth).position = {
    y: scrollY,
    ...(link && { link: { href: link.href, top: link.getBoundingClientRect().top } }),
  }
}

/** Scrolls to the position as soon as the screen is tall enough. Any touch or key of the person ends this. */
function restore({ y, link }: Position): () => void {
  const hands = ['pointerdown', 'wheel', 'keydown'] as const
  const place = () => {
    scrollTo(0, y)
    if (scrollY < y - 1) return
    // Rows that were never drawn have an estimated height, so the same link may now be at another place.
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
  return end
}
