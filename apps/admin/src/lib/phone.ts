import { useSyncExternalStore } from 'react'

/** Screens below the width `wide` of the styles. */
const narrow = typeof matchMedia === 'undefined' ? undefined : matchMedia('(width < 40rem)')

/** Returns whether the screen is as narrow as a phone. */
export function isPhone(): boolean {
  return narrow?.matches ?? false
}

/** Returns the same, and renders again when it changes. */
export function usePhone(): boolean {
  return useSyncExternalStore((tell) => {
    narrow?.addEventListener('change', tell)
    return () => narrow?.removeEventListener('change', tell)
  }, isPhone)
}
