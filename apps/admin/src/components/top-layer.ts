/** The space between a button and its popup, and between the popup and the edge of the window, in pixels. */
const GAP = 6
const EDGE = 8

/** A style for the element around a popup: it takes no space in the row of the popup's button. */
export const portal = { className: 'contents' }

/**
 * Places a popup next to its button, on the side with more room. The popup stays next to its button in the document,
 * because an open dialog makes everything outside itself inert. The popup is a popover of the browser, so it is drawn
 * above the dialog, and no scrolling part cuts it off.
 */
export const positioner = {
  popover: 'manual',
  ref: (element: HTMLElement | null) => element?.showPopover(),
  side: 'bottom',
  align: 'start',
  sideOffset: GAP,
  collisionPadding: EDGE,
  positionMethod: 'fixed',
  // The right edge is reset, because the browser sets all four edges of a popover, and in right-to-left pages it would
  // ignore the left edge.
  className: 'right-auto bottom-auto overflow-visible bg-transparent',
} as const

export const popupLook =
  'max-h-[min(70dvh,var(--available-height))] max-w-(--available-width) overflow-y-auto rounded-control bg-raised p-4 text-ink shadow-2 outline-none'
