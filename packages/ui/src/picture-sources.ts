/** Widths that exist beside a served picture, by its folder (the composing script makes them). */
const widthsOf: [prefix: string, widths: readonly number[]][] = [
  ['/assets/img/items/p-', [150, 300, 600]],
  ['/assets/img/items/e-', [128, 256]],
  ['/assets/img/restaurants/', [390, 780, 1170]],
  ['/assets/img/uploads/i-', [150, 300, 600]],
  ['/assets/img/uploads/s-', [390, 780, 1170]],
  ['/assets/img/tiles/', [72, 144, 288]],
  ['/assets/img/slides/', [390, 780]],
]

type PictureSources = { avif?: string; webp?: string; fallback: string }

/** Source sets by the naming rule `<name>-<width>.<format>`; a picture from elsewhere is used as it is. */
export function pictureSources(path: string): PictureSources {
  const widths = widthsOf.find(([prefix]) => path.startsWith(prefix))?.[1]
  if (!widths || !path.endsWith('.webp')) return { fallback: path }
  const stem = path.slice(0, -'.webp'.length)
  const set = (format: string) => widths.map((width) => `${stem}-${width}.${format} ${width}w`).join(', ')
  return { avif: set('avif'), webp: set('webp'), fallback: path }
}

/**
 * One of the six decorative grounds, always the same for the same thing, so that a list looks varied but stable. The
 * first remainder shifts the turn every 33 things: in lists by distance, dozens of numbers lie between neighbours too.
 */
export function groundFor(seed: number | string): string {
  const value = typeof seed === 'number' ? seed : [...seed].reduce((sum, char) => sum + (char.codePointAt(0) ?? 0), 0)
  return `ground-${((value % 33) % 6) + 1}`
}
