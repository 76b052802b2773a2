/** The height of a screen's header with some space below it, in px, so that the header does not cover the form. */
const HEADER_PX = 84

/**
 * Scrolls up to a form that appeared above the part of the screen that the person sees, such as after a login. The
 * function is used as the `ref` of the form.
 */
export function bringIntoView(form: HTMLElement | null): void {
  const top = form?.getBoundingClientRect().top ?? 0
  if (top >= 0) return
  const isStill = matchMedia('(prefers-reduced-motion: reduce)').matches
  scrollBy({ top: top - HEADER_PX, behavior: isStill ? 'instant' : 'smooth' })
}
