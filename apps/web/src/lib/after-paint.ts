/**
 * Does this once the screen has answered the touch: the pressed look goes back in the next picture, and what takes
 * longer on a slow phone follows in a task of its own, so that no touch waits for it.
 */
export function afterPaint(act: () => void): void {
  requestAnimationFrame(() => setTimeout(act))
}
