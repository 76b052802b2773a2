import { useSyncExternalStore } from 'react'

const KEY = 'dashboardSideBar'
/**
 * In windows below this width, the side bar shows only icons at first, because the page needs the space of the labels.
 */
const short = typeof matchMedia === 'undefined' ? undefined : matchMedia('(width < 80rem)')
const listeners = new Set<() => void>()

function follow(tell: () => void): () => void {
  listeners.add(tell)
  short?.addEventListener('change', tell)
  return () => {
    listeners.delete(tell)
    short?.removeEventListener('change', tell)
  }
}

function isFolded(): boolean {
  const chosen = localStorage.getItem(KEY)
  return chosen === null ? (short?.matches ?? false) : chosen === 'folded'
}

/**
 * Returns whether the side bar shows only icons: as chosen in this browser, or by the width of the window if nothing
 * was chosen.
 */
export function useFolded(): [isFolded: boolean, fold: (isFolded: boolean) => void] {
  const folded = useSyncExternalStore(follow, isFolded)
  return [
    folded,
    (next) => {
      localStorage.setItem(KEY, next ? 'folded' : 'open')
      for (const tell of listeners) tell()
    },
  ]
}
