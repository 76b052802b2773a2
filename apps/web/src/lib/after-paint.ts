/**
 * Runs a slow action after the next frame, so that the pressed state disappears before the action blocks a slow phone.
 */
export function afterPaint(act: () => void): void {
  requestAnimationFrame(() => setTimeout(act))
}
