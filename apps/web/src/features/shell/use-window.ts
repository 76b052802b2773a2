import { isDesktop } from '@nukkad/ui/sizes.ts'
import { useSyncExternalStore } from 'react'

/** Width of the outer window, also from inside the desktop preview's frame (INT-14). */
export function outerWidth(): number {
  return (window.top ?? window).innerWidth
}

function isFramed(): boolean {
  return window.top !== null && window.top !== window
}

// Kept, because asking a window for its width lays out the page first.
let isWide = isDesktop(window.innerWidth)

/** Whether this window shows the desktop page around the phone (A-03, INT-13). */
export function useIsDesktop(): boolean {
  return useSyncExternalStore(followWidth, hasDesktop)
}

const hasDesktop = (): boolean => isWide && !isFramed()

function followWidth(listener: () => void): () => void {
  const look = (): void => {
    isWide = isDesktop(window.innerWidth)
    listener()
  }
  addEventListener('resize', look)
  return () => removeEventListener('resize', look)
}
