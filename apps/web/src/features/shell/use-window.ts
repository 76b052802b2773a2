import { isDesktop } from '@nukkad/ui/sizes.ts'
import { useSyncExternalStore } from 'react'

/** Returns the width of the outer window, also inside the frame of the desktop page (INT-14). */
export function outerWidth(): number {
  return (window.top ?? window).innerWidth
}

function isFramed(): boolean {
  return window.top !== null && window.top !== window
}

// Keeps whether the window is wide, because reading the width of a window each time would force a layout.
let isWide = isDesktop(window.innerWidth)

/** Returns whether this window shows the desktop page around the phone frame (A-03, INT-13). */
export function useIsDesktop(): boolean {
  return useSyncExternalStore(followWidth, hasDesktop)
}

const hasDesktop = (): boolean => isWide && !isFramed()

function followWidth(listener: () => void): () => void {
  const variant = (): void => {
    isWide = isDesktop(window.innerWidth)
    listener()
  }
  addEventListener('resize', variant)
  return () => removeEventListener('resize', variant)
}
