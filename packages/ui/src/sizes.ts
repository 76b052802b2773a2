/** A window wider than this shows the desktop preview. */
export const PHONE_MAX_WIDTH_PX = 768
/** An outer window that is wider than this redirects the account screen to home (R-02, INT-14). */
export const ACCOUNT_MAX_WIDTH_PX = 1980

/** Height of the dialog that asks to replace the cart. */
export const REPLACE_DIALOG_HEIGHT_PX = 250
/** Largest angle of the tilt effect (R-21, C-48). */
export const TILT_MAX = 40
/** Carousel geometry (R-22, C-49). */
export const CAROUSEL = { slidesPerView: 1.1, spacingPx: 10 } as const

/** Whether a window of this width gets the desktop preview. */
export function isDesktop(widthPx: number): boolean {
  return widthPx > PHONE_MAX_WIDTH_PX
}

/** Whether the account screen shows in an outer window of this width (R-02, INT-14). */
export function showsAccount(outerWidthPx: number): boolean {
  return outerWidthPx <= ACCOUNT_MAX_WIDTH_PX
}
