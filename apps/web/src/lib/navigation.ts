import { STORE_LINK_MS } from '@nukkad/rules/constants.ts'
import { entryIsGivenBack, isGoingBack, standsOnLayerEntry } from '@nukkad/ui/history-layers.ts'
import { navigate } from 'wouter/use-browser-location'
import { currentDepth, enter } from './history-entries.ts'

/**
 * Opens a screen of the app. If a drawer or dialog is open, the screen replaces the history entry of the drawer or
 * dialog.
 */
export function go(to: string, options: { replace?: boolean } = {}): void {
  // The navigation waits until a closing drawer or dialog has stepped back in the history, because this step would undo
  // a navigation that begins earlier.
  if (isGoingBack()) return void entryIsGivenBack().then(() => go(to, options))
  const isOnLayer = standsOnLayerEntry()
  const depth = options.replace ? currentDepth() : currentDepth() + 1
  enter(depth)
  navigate(to, { replace: options.replace || isOnLayer, state: { depth } })
}

/**
 * Goes back one step, or to the parent screen if the app was opened by a deep link
 * (docs/reference/interface.md#screens-and-routes).
 */
export function goBack(parent: string): void {
  if (currentDepth() > 0) history.back()
  else go(parent, { replace: true })
}

/**
 * Handles clicks on links within the app without loading a page. A link with `data-store-link` waits briefly, so that
 * its pressed state is visible (C-30). A picture with `data-morph` grows into the picture that the attribute's selector
 * finds on the next screen.
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

/** Returns the element that a link targets on the current screen, as the skip link does. */
function placeHere({ hash, pathname, search }: HTMLAnchorElement): HTMLElement | null {
  return hash && pathname + search === location.pathname + location.search
    ? document.getElementById(hash.slice(1))
    : null
}

/**
 * Adds a transition of the link's picture to a change of the screen, if the code for transitions has loaded before the
 * change.
 */
function morphing(link: Element, change: () => void): () => void {
  let leave = change
  const picture = link.querySelector<HTMLElement>('[data-morph]')
  if (picture) {
    import('./after-start.ts').then(
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

/** Returns whether a path is a page of the server or a file, which the browser and not the app must load. */
function isServerPage(path: string): boolean {
  return /^\/(dashboard|docs|outbox|pay|public|api|assets)(\/|$)/.test(path) || /\.[a-z0-9]+$/i.test(path)
}

function pathOf({ pathname, search, hash }: HTMLAnchorElement): string {
  return pathname + search + hash
}

export function currentPath(): string {
  return location.pathname + location.search + location.hash
}
