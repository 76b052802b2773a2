import { flushSync } from 'react-dom'
import { afterPaint } from './after-paint.ts'

const sharedName = 'shared-picture'
const mostWaitMs = 300

/**
 * Changes the screen with a transition in which a picture grows into the picture that the selector `target` finds
 * (docs/reference/interface.md#native-feel). Without browser support, or with reduced motion, the screen changes
 * without a transition.
 */
export function morph(from: HTMLElement | null | undefined, target: string, change: () => void): void {
  const isUnwanted = matchMedia('(prefers-reduced-motion: reduce)').matches
  if (!from || isUnwanted || !document.startViewTransition || document.hidden) {
    change()
    return
  }
  // The transition starts after the pressed state has been painted, because a slow phone freezes while it captures the
  // screen.
  afterPaint(() => startTransition(from, target, change))
}

function startTransition(from: HTMLElement, target: string, change: () => void): void {
  let to: HTMLElement | null = null
  from.style.viewTransitionName = sharedName
  const transition = document.startViewTransition(async () => {
    from.style.viewTransitionName = ''
    flushSync(change)
    to = await arrival(target)
    if (to) to.style.viewTransitionName = sharedName
  })
  // A newer transition may abort this transition and reject its promise; the rejection is ignored, because the screen
  // has already changed.
  transition.ready.catch(() => {})
  transition.finished.finally(() => to?.style.removeProperty('view-transition-name')).catch(() => {})
}

/**
 * Waits for the target picture on the next screen. The result is null if the picture has not appeared after
 * `mostWaitMs`.
 */
function arrival(target: string): Promise<HTMLElement | null> {
  const find = () => document.querySelector<HTMLElement>(target)
  if (find()) return Promise.resolve(find())
  return new Promise((resolve) => {
    const end = () => {
      observer.disconnect()
      clearTimeout(timer)
      resolve(find())
    }
    const observer = new MutationObserver(() => find() && end())
    const timer = setTimeout(end, mostWaitMs)
    observer.observe(document.body, { childList: true, subtree: true })
  })
}
