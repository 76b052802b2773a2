import sharp from 'sharp'
import { recipeOf } from '../src/catalogue/dishes.ts'
import { type DishPicture, emojis, type Picture, type ProductPicture, pictureSlug } from '../src/pictures.ts'
import { emojiFile } from './emoji.ts'
import { photographDishes } from './kitchen.ts'
import { renderProducts } from './products.ts'

/**
 * A picture with a transparent background. `body` is the part of the image with the object; the rest is only the faint
 * end of its shadow.
 */
export type CutOut = { image: Buffer; width: number; height: number; body: Box }

type Box = { left: number; top: number; width: number; height: number }

/** Returns the pictures by slug without duplicates, because several rows of the demo city share a file. */
export function distinct(pictures: Iterable<Picture>): Map<string, Picture> {
  return new Map(Array.from(pictures, (picture) => [pictureSlug(picture), picture]))
}

/**
 * Returns the untrimmed sources of pictures by slug: products of 600 px, photographs of 480 px, emoji of 256 px.
 * Renders the products and photographs that the cache lacks.
 */
export async function sources(pictures: Map<string, Picture>): Promise<Map<string, Buffer>> {
  const products = [...pictures.values()].filter((picture): picture is ProductPicture => picture.kind === 'product')
  const dishes = [...pictures.values()].filter((picture): picture is DishPicture => picture.kind === 'dish')
  const orders = dishes.map((picture) => ({ name: pictureSlug(picture), recipes: [recipeOf(picture.name)] }))
  const found = new Map([...(await renderProducts(products)), ...(await photographDishes(orders))])
  for (const [slug, picture] of pictures) {
    if (picture.kind === 'emoji') found.set(slug, await sharp(emojiFile(emojis[picture.name])).png().toBuffer())
  }
  return found
}

/** Trims the transparent margin of a cut-out's source and finds the object in the rest. */
export async function trimmed(source: Buffer, picture: Picture): Promise<CutOut> {
  const whole = await box(source, 3)
  const image = await sharp(source).extract(whole).png().toBuffer()
  const body = await box(image, picture.kind === 'product' ? 60 : 12)
  return { image, width: whole.width, height: whole.height, body }
}

/** Returns the smallest box around an image's pixels that are more opaque than `threshold`. */
async function box(image: Buffer, threshold: number): Promise<Box> {
  const { info } = await sharp(image).trim({ background: '#00000000', threshold }).toBuffer({ resolveWithObject: true })
  return {
    left: -(info.trimOffsetLeft ?? 0),
    top: -(info.trimOffsetTop ?? 0),
    width: info.width,
    height: info.height,
  }
}
