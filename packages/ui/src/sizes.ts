/** Maximum width in px of a window that shows the phone app. A wider window shows the desktop preview. */
export const PHONE_MAX_WIDTH_PX = 768
/**
 * Maximum outer width in px of a window that shows the account screen. A wider window redirects the account screen to
 * home (R-02, INT-14).
 */
export const ACCOUNT_MAX_WIDTH_PX = 1980

/** Height in px of the dialog that asks whether to replace the cart. */
export const REPLACE_DIALOG_HEIGHT_PX = 250
/** Largest angle of the cards' tilt effect in degrees (R-21, C-48). */
export const TILT_MAX = 40
/** The geometry of carousels: how many slides are visible, and the space between them (R-22, C-49). */
export const CAROUSEL = { slidesPerView: 1.1, spacingPx: 10 } as const

/** Returns whether a window of this width shows the desktop preview. */
export function isDesktop(widthPx: number): boolean {
  return widthPx > PHONE_MAX_WIDTH_PX
}

/** Returns whether a window of this outer width shows the account screen (R-02, INT-14). */
export function showsAccount(outerWidthPx: number): boolean {
  return outerWidthPx <= ACCOUNT_MAX_WIDTH_PX
}
