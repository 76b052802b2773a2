import { writeFile } from 'node:fs/promises'
import sharp from 'sharp'
import { assetFile } from './places.ts'

// The scripts share their machine with a development server; pictures are encoded one after the other.
sharp.concurrency(1)

type Sizes = {
  /** Widths written as `<name>-<width>.webp` and `.avif`. A picture is never enlarged. */
  widths: readonly number[]
  /** The width of the plain `<name>.webp`. */
  main: number
  webpQuality: number
  /** Of what shows through; 72 if not said. */
  webpAlphaQuality?: number
  avifQuality: number
}

export type { Sizes }

/** Cut-outs of the product studio. */
export const productSizes: Sizes = { widths: [150, 300, 600], main: 600, webpQuality: 64, avifQuality: 46 }

/** Cut-outs of the emoji set, whose sources are 256 px wide. */
export const emojiSizes: Sizes = { widths: [128, 256], main: 256, webpQuality: 68, avifQuality: 46 }

/** Store covers, 39:17. Most of one is thin air. */
export const coverSizes: Sizes = {
  widths: [390, 780, 1170],
  main: 780,
  webpQuality: 74,
  webpAlphaQuality: 40,
  avifQuality: 52,
}

/** Category tiles, square. */
export const tileSizes: Sizes = { widths: [72, 144, 288], main: 144, webpQuality: 78, avifQuality: 56 }

/** Promo slides, 325:132. */
export const slideSizes: Sizes = { widths: [390, 780], main: 780, webpQuality: 78, avifQuality: 54 }

/**
 * Writes one picture under demo/assets in every width of `sizes`, as WebP and AVIF; `<name>.webp` is for clients that
 * know only one address, and shows `plain` where that is another picture.
 */
export async function writePicture(path: string, image: Buffer, sizes: Sizes, plain = image): Promise<void> {
  for (const width of sizes.widths) {
    const scaled = await scaledTo(image, width)
    const avif = await sharp(scaled).avif({ quality: sizes.avifQuality, effort: 4 }).toBuffer()
    await writeFile(assetFile(`${path}-${width}.webp`), await webpOf(scaled, sizes))
    await writeFile(assetFile(`${path}-${width}.avif`), avif)
  }
  await writeFile(assetFile(`${path}.webp`), await webpOf(await scaledTo(plain, sizes.main), sizes))
}

function scaledTo(image: Buffer, width: number): Promise<Buffer> {
  return sharp(image).resize({ width, withoutEnlargement: true }).png().toBuffer()
}

function webpOf(image: Buffer, { webpQuality, webpAlphaQuality = 72 }: Sizes): Promise<Buffer> {
  return sharp(image).webp({ quality: webpQuality, alphaQuality: webpAlphaQuality, effort: 6 }).toBuffer()
}
