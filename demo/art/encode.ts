import { writeFile } from 'node:fs/promises'
import sharp from 'sharp'
import { assetFile } from './places.ts'

// The library sharp may use only one thread, because these scripts run while a development server is running.
sharp.concurrency(1)

type Sizes = {
  /**
   * The widths of the files `<name>-<width>.avif`, or of `.webp` if the picture has no AVIF files. Pictures are never
   * enlarged.
   */
  widths: readonly number[]
  /** The width of the plain file `<name>.webp`, which is the only WebP file of a picture with AVIF files. */
  main: number
  webpQuality: number
  /** The quality of the alpha channel in WebP files; 72 by default. */
  webpAlphaQuality?: number
  /** The quality of AVIF files; missing if AVIF saves too little to be worth a second file (docs/decisions/0074). */
  avifQuality?: number
}

export type { Sizes }

/** The sizes of product pictures. */
export const productSizes: Sizes = { widths: [300, 600], main: 300, webpQuality: 64, avifQuality: 46 }

/** The sizes of square photographs of dishes and services. */
export const dishSizes: Sizes = { widths: [300, 480], main: 240, webpQuality: 60, avifQuality: 44 }

/** The sizes of cut-outs of the emoji set, whose sources are 256 px wide. */
export const emojiSizes: Sizes = { widths: [128, 256], main: 256, webpQuality: 68 }

/**
 * The sizes of store covers, whose sides are 39:17. The quality of covers is low, because most of a cover is
 * transparent.
 */
export const coverSizes: Sizes = {
  widths: [390, 780],
  main: 780,
  webpQuality: 74,
  webpAlphaQuality: 40,
  avifQuality: 52,
}

/** Category tiles, square. */
export const tileSizes: Sizes = { widths: [72, 144, 288], main: 144, webpQuality: 78 }

/** The sizes of promotion slides, whose sides are 325:132. */
export const slideSizes: Sizes = { widths: [390, 780], main: 780, webpQuality: 78, avifQuality: 54 }

/** Writes the files of one picture (see `encode`) and returns their paths in the folder of assets. */
export async function writePicture(path: string, image: Buffer, sizes: Sizes, plain?: Buffer): Promise<string[]> {
  const files = await encode(image, sizes, plain)
  for (const [suffix, bytes] of files) await writeFile(assetFile(`${path}${suffix}`), bytes)
  return [...files.keys()].map((suffix) => `${path}${suffix}`)
}

/**
 * Returns the files of a picture by the endings of their names: every width as AVIF and one plain WebP, or every width
 * as WebP. `<name>.webp` is for clients that know only one URL or cannot show AVIF. The plain WebP file shows the image
 * `plain` if it is given.
 */
export async function encode(image: Buffer, sizes: Sizes, plain?: Buffer): Promise<Map<string, Buffer>> {
  const files = new Map<string, Buffer>()
  for (const width of sizes.widths) {
    const scaled = await scaledTo(image, width)
    if (!sizes.avifQuality) files.set(width === sizes.main ? '.webp' : `-${width}.webp`, await webpOf(scaled, sizes))
    else files.set(`-${width}.avif`, await sharp(scaled).avif({ quality: sizes.avifQuality, effort: 4 }).toBuffer())
  }
  if (sizes.avifQuality) files.set('.webp', await webpOf(await scaledTo(plain ?? image, sizes.main), sizes))
  return files
}

function scaledTo(image: Buffer, width: number): Promise<Buffer> {
  return sharp(image).resize({ width, withoutEnlargement: true }).png().toBuffer()
}

function webpOf(image: Buffer, { webpQuality, webpAlphaQuality = 72 }: Sizes): Promise<Buffer> {
  return sharp(image).webp({ quality: webpQuality, alphaQuality: webpAlphaQuality, effort: 6 }).toBuffer()
}
