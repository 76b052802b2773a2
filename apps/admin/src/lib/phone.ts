import { useSyncExternalStore } from 'react'

/** Matches screens that are narrower than the width `wide` of the styles. */
const narrow = typeof matchMedia === 'undefined' ? undefined : matchMedia('(width < 40rem)')

/** Returns whether the screen is as narrow as a phone. */
export function isPhone(): boolean {
  return narrow?.matches ?? false
}

/** Returns whether the screen is as narrow as a phone, and renders again when that changes. */
export function usePhone(): boolean {
  return useSyncExternalStore((tell) => {
    narrow?.addEventListener('change', tell)
    return () => narrow?.removeEventListener('change', tell)
  }, isPhone)
}
