import { writeFile } from 'node:fs/promises'
import sharp from 'sharp'
import { assetFile } from './places.ts'

// The scripts share their machine with a development server; pictures are encoded one after the other.
sharp.concurrency(1)

type Sizes = {
  /** Widths written as `<name>-<width>.webp` and, where the kind has it, `.avif`. A picture is never enlarged. */
  widths: readonly number[]
  /** The width of the plain `<name>.webp`. */
  main: number
  webpQuality: number
  /** Of what shows through; 72 if not said. */
  webpAlphaQuality?: number
  /** Missing where AVIF saves too little to be worth a second file (docs/decisions/0074). */
  avifQuality?: number
}

export type { Sizes }

/** Cut-outs of the product studio. */
export const productSizes: Sizes = { widths: [150, 300, 600], main: 600, webpQuality: 64, avifQuality: 46 }

/** Cut-outs of the emoji set, whose sources are 256 px wide. */
export const emojiSizes: Sizes = { widths: [128, 256], main: 256, webpQuality: 68 }

/** Store covers, 39:17. Most of one is thin air. */
export const coverSizes: Sizes = {
  widths: [390, 780, 1170],
  main: 780,
  webpQuality: 74,
  webpAlphaQuality: 40,
  avifQuality: 52,
}

/** Category tiles, square. */
export const tileSizes: Sizes = { widths: [72, 144, 288], main: 144, webpQuality: 78 }

/** Promo slides, 325:132. */
export const slideSizes: Sizes = { widths: [390, 780], main: 780, webpQuality: 78, avifQuality: 54 }

/** Writes the files of one picture (see `encode`) and returns their paths in the folder of assets. */
export async function writePicture(path: string, image: Buffer, sizes: Sizes, plain?: Buffer): Promise<string[]> {
  const files = await encode(image, sizes, plain)
  for (const [suffix, bytes] of files) await writeFile(assetFile(`${path}${suffix}`), bytes)
  return [...files.keys()].map((suffix) => `${path}${suffix}`)
}

/**
 * Encodes one picture in every width of `sizes`, by the end of the file's name. `.webp` is for clients that know only
 * one address: it is the main width itself, or shows `plain` where that is another picture.
 */
export async function encode(image: Buffer, sizes: Sizes, plain?: Buffer): Promise<Map<string, Buffer>> {
  const files = new Map<string, Buffer>()
  for (const width of sizes.widths) {
    const scaled = await scaledTo(image, width)
    files.set(!plain && width === sizes.main ? '.webp' : `-${width}.webp`, await webpOf(scaled, sizes))
    if (sizes.avifQuality)
      files.set(`-${width}.avif`, await sharp(scaled).avif({ quality: sizes.avifQuality, effort: 4 }).toBuffer())
  }
  if (plain) files.set('.webp', await webpOf(await scaledTo(plain, sizes.main), sizes))
  return files
}

function scaledTo(image: Buffer, width: number): Promise<Buffer> {
  return sharp(image).resize({ width, withoutEnlargement: true }).png().toBuffer()
}

function webpOf(image: Buffer, { webpQuality, webpAlphaQuality = 72 }: Sizes): Promise<Buffer> {
  return sharp(image).webp({ quality: webpQuality, alphaQuality: webpAlphaQuality, effort: 6 }).toBuffer()
}
