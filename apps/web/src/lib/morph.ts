import { flushSync } from 'react-dom'
import { afterPaint } from './after-paint.ts'

const sharedName = 'shared-picture'
const mostWaitMs = 300

/**
 * Changes the screen so that a picture grows into the one of `target` there (docs/reference/interface.md#native-feel).
 * Where the browser cannot, or the person wants no motion, the screen just changes.
 */
export function morph(from: HTMLElement | null | undefined, target: string, change: () => void): void {
  const isUnwanted = matchMedia('(prefers-reduced-motion: reduce)').matches
  if (!from || isUnwanted || !document.startViewTransition || document.hidden) {
    change()
    return
  }
  // The press is seen first: a slow phone holds the screen while it takes its picture of it.
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
  // A transition that another one overtakes is no fault: the screen has changed all the same.
  transition.ready.catch(() => {})
  transition.finished.finally(() => to?.style.removeProperty('view-transition-name')).catch(() => {})
}

/** The picture of the next screen once it stands there; null when it takes longer than one wants to wait. */
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
