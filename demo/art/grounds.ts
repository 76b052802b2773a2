import type { Gradient } from '../src/pictures.ts'

/** The six decorative gradients for light mode, from pale to full (docs/reference/interface.md#colours). */
export const grounds: Record<Gradient, { pale: string; full: string }> = {
  1: { pale: '#ffe3ea', full: '#ffd0de' },
  2: { pale: '#ffeccb', full: '#ffdfa3' },
  3: { pale: '#dcf1e6', full: '#bfe6d2' },
  4: { pale: '#e8e4fb', full: '#d5cdf8' },
  5: { pale: '#ffe2d3', full: '#ffc8ae' },
  6: { pale: '#dfeefb', full: '#c4e0f7' },
}
