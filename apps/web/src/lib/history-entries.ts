/**
 * The state in which the person left a screen of this visit, for Back to restore: the scroll position, and the values
 * of `useKept`. Opening a new screen deletes the states of the screens after it in the history.
 */
type Entry = { position?: Position; values: Map<string, unknown> }

/**
 * The scroll position of a screen: `link` is its first visible link, and `top` the link's distance from the top of the
 * window, in px.
 */
export type Position = { y: number; link?: { href: string; top: number } }

const entries = new Map<number, Entry>()
let depth = 0
let isReturning = false

/** Starts to follow the browser's history; must run before other code listens to the history. */
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

/** Returns how many screens of this visit precede the current screen, a number that each history entry stores. */
export function currentDepth(): number {
  const state: unknown = history.state
  return typeof state === 'object' && state !== null && 'depth' in state ? Number(state.depth) : 0
}

/** Records that the app opens a screen at this depth of the history, so that the screen starts at its top. */
export function enter(newDepth: number): void {
  leave()
  depth = newDepth
  for (const old of entries.keys()) if (old >= depth) entries.delete(old)
  isReturning = false
}

/** Scrolls a screen that has just rendered: to the top, or to where the person left it when they come back. */
export function placeScreen(): void {
  const position = isReturning ? entries.get(depth)?.position : undefined
  isReturning = false
  if (position) void import('./after-start.ts').then(({ restorePosition }) => restorePosition(position))
  else scrollTo(0, 0)
}

/** Returns the stored state of the current screen. */
export function presentEntry(): Entry {
  const entry = entries.get(depth) ?? { values: new Map() }
  entries.set(depth, entry)
  return entry
}

function leave(): void {
  const link = [...document.querySelectorAll<HTMLAnchorElement>('main a[href]')].find(
    (candidate) => candidate.getBoundingClientRect().top >= 0,
  )
  presentEntry().position = {
    y: scrollY,
    ...(link && { link: { href: link.href, top: link.getBoundingClientRect().top } }),
  }
}
