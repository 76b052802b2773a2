type Files = {
  widths: readonly number[]
  /** The width of the WebP file at the plain path. If `plain` is missing, each width has its own WebP file. */
  plain?: number
  /**
   * Whether a picture has only WebP files, because AVIF would save less than a tenth of the WebP, or less than 1 kB a
   * picture (decision 0074).
   */
  isWebpOnly?: boolean
}

/**
 * The files that exist for a picture, by the folder of the picture. The script that composes the pictures creates these
 * files.
 */
const filesOf: [prefix: string, files: Files][] = [
  ['/assets/img/items/d-', { widths: [300, 480], plain: 240 }],
  ['/assets/img/items/p-', { widths: [300, 600], plain: 300 }],
  ['/assets/img/items/e-', { widths: [128, 256], plain: 256, isWebpOnly: true }],
  ['/assets/img/restaurants/', { widths: [390, 780], plain: 780 }],
  ['/assets/img/uploads/i-', { widths: [150, 300, 600] }],
  ['/assets/img/uploads/s-', { widths: [390, 780, 1170] }],
  ['/assets/img/reviews/r-', { widths: [150, 300, 900] }],
  ['/assets/img/tiles/', { widths: [72, 144, 288], plain: 144, isWebpOnly: true }],
  ['/assets/img/slides/', { widths: [390, 780], plain: 780 }],
]

type PictureSources = { avif?: string; webp?: string; fallback: string }

/**
 * Returns the source sets of a picture, named `<name>-<width>.<format>`. Of pictures that have AVIF files, the demo
 * keeps only one WebP file, at the plain path, for browsers without AVIF. A picture from another site is used as it is.
 */
export function pictureSources(path: string): PictureSources {
  const files = filesOf.find(([prefix]) => path.startsWith(prefix))?.[1]
  if (!files || !path.endsWith('.webp')) return { fallback: path }
  const stem = path.slice(0, -'.webp'.length)
  const set = (widths: readonly number[], fileOf: (width: number) => string) =>
    widths.map((width) => `${fileOf(width)} ${width}w`).join(', ')
  const isPlainAlone = files.plain !== undefined && !files.isWebpOnly
  return {
    ...(!files.isWebpOnly && { avif: set(files.widths, (width) => `${stem}-${width}.avif`) }),
    ...(!isPlainAlone && {
      webp: set(files.widths, (width) => (width === files.plain ? path : `${stem}-${width}.webp`)),
    }),
    fallback: path,
  }
}

/** Returns whether a picture is a photograph, which fills its frame, or a cut-out with space around it. */
export function isPhotograph(path: string): boolean {
  return path.startsWith('/assets/img/items/d-')
}

/**
 * Returns one of the six decorative gradients for a seed, such as an id. The same seed always gets the same gradient,
 * so that a list looks varied but stable. The order of the gradients shifts after every 33 ids, because neighbours in a
 * list by distance can be dozens of ids apart.
 */
export function groundFor(seed: number | string): string {
  const value = typeof seed === 'number' ? seed : [...seed].reduce((sum, char) => sum + (char.codePointAt(0) ?? 0), 0)
  return `ground-${((value % 33) % 6) + 1}`
}
