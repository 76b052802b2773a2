import { isDesktop } from '@nukkad/rules/constants.ts'
import { useSyncExternalStore } from 'react'

/** Width of the outer window, also from inside the desktop preview's frame (INT-14). */
export function outerWidth(): number {
  return (window.top ?? window).innerWidth
}

function isFramed(): boolean {
  return window.top !== null && window.top !== window
}

/** Whether this window shows the desktop page around the phone (A-03, INT-13). */
export function useIsDesktop(): boolean {
  return useSyncExternalStore(
    (listener) => {
      addEventListener('resize', listener)
      return () => removeEventListener('resize', listener)
    },
    () => !isFramed() && isDesktop(window.innerWidth),
  )
}
