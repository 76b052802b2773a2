import { STORE_LINK_MS } from '@nukkad/rules/constants.ts'
import { standsOnLayerEntry } from '@nukkad/ui/history-layers.ts'
import { navigate } from 'wouter/use-browser-location'

/** Goes to a screen of the app. From an open drawer or dialog the screen takes the place of its history entry. */
export function go(to: string, options: { replace?: boolean } = {}): void {
  const isOnLayer = standsOnLayerEntry()
  const depth = options.replace ? currentDepth() : currentDepth() + 1
  navigate(to, { replace: options.replace || isOnLayer, state: { depth } })
}

/**
 * One step back, or to the parent when the app was entered here by a deep link
 * (docs/reference/interface.md#screens-and-routes).
 */
export function goBack(parent: string): void {
  if (currentDepth() > 0) history.back()
  else go(parent, { replace: true })
}

/** How many screens of this visit lie below the present one; kept with each history entry. */
function currentDepth(): number {
  const state: unknown = history.state
  return typeof state === 'object' && state !== null && 'depth' in state ? Number(state.depth) : 0
}

/**
 * Plain links of the app navigate without a page load. A link marked `data-store-link` waits a moment, so that the
 * press is felt (C-30). A picture marked `data-morph` grows into the one that its value selects on the next screen.
 */
export function interceptLinks(): void {
  document.addEventListener('click', (event) => {
    const link = event.target instanceof Element ? event.target.closest('a') : null
    if (!link || !isOurs(event, link)) return
    event.preventDefault()
    const delay = link.dataset.storeLink === undefined ? 0 : STORE_LINK_MS
    const to = pathOf(link)
    const place = placeHere(link)
    if (place) {
      place.focus()
      return
    }
    const leave = morphing(link, () => go(to))
    if (to === currentPath()) scrollTo({ top: 0, behavior: 'smooth' })
    else if (delay > 0) setTimeout(leave, delay)
    else leave()
  })
}

/** What a link leads to that stays on the screen, as the way past its head does. */
function placeHere({ hash, pathname, search }: HTMLAnchorElement): HTMLElement | null {
  return hash && pathname + search === location.pathname + location.search
    ? document.getElementById(hash.slice(1))
    : null
}

/** Takes the link's picture along, if that is known to be possible by the time one leaves. */
function morphing(link: Element, change: () => void): () => void {
  let leave = change
  const picture = link.querySelector<HTMLElement>('[data-morph]')
  if (picture) {
    import('./morph.ts').then(
      ({ morph }) => {
        leave = () => morph(picture, picture.dataset.morph ?? '', change)
      },
      (cause: unknown) => console.warn('no transition', cause),
    )
  }
  return () => leave()
}

function isOurs(event: MouseEvent, link: HTMLAnchorElement): boolean {
  if (
    event.defaultPrevented ||
    event.button !== 0 ||
    event.metaKey ||
    event.ctrlKey ||
    event.shiftKey ||
    event.altKey
  ) {
    return false
  }
  const isHere = link.target === '' || link.target === '_self'
  return isHere && link.origin === location.origin && !link.hasAttribute('download') && !isServerPage(link.pathname)
}

/** Documents that the server draws and files: they are loaded, not routed. */
function isServerPage(path: string): boolean {
  return /^\/(dashboard|docs|outbox|pay|public|api|assets)(\/|$)/.test(path) || /\.[a-z0-9]+$/i.test(path)
}

function pathOf({ pathname, search, hash }: HTMLAnchorElement): string {
  return pathname + search + hash
}

function currentPath(): string {
  return location.pathname + location.search + location.hash
}

/**
 * A path of this app from an address bar parameter; anything else is refused
 * (docs/reference/security.md#html-links-and-stored-settings).
 */
export function ownPath(value: string | null | undefined): string | undefined {
  return value && /^\/(?![/\\])/.test(value) ? value : undefined
}

/** Where guests go, and from where they come back after login (GAP-64). */
export function loginPath(): string {
  return `/login?next=${encodeURIComponent(currentPath())}`
}
