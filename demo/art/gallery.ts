import { readdir, rm } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import sharp from 'sharp'
import { recipeOf } from '../src/catalogue/dishes.ts'
import { buildCity } from '../src/city.ts'
import { type DishPicture, type EmojiName, type Picture, pictureSlug } from '../src/pictures.ts'
import type { City, StoreRow } from '../src/types.ts'
import { drawCover, onGround } from './covers.ts'
import { distinct, sources, trimmed } from './cut-outs.ts'
import { coverSizes, dishSizes, emojiSizes, productSizes, slideSizes, tileSizes, writePicture } from './encode.ts'
import { photographDishes } from './kitchen.ts'
import { assetFile } from './places.ts'
import { drawSlides } from './slides.ts'

// The demo city for the pictures may have any fixed date, because its stores and their pictures are the same for every
// date.
const city: City = buildCity({ now: new Date('2026-01-15T12:00:00+05:30'), seed: 1 })

/** Emoji that screens use directly, such as map markers, so they are drawn even if no item shows them. */
export const markers: EmojiName[] = ['motor-scooter', 'bicycle', 'house', 'corner-shop', 'shopping-bags', 'bento']

/** Writes the picture of every item in the demo city. */
export async function makeItems(): Promise<void> {
  const ofScreens = markers.map((name): Picture => ({ kind: 'emoji', name, gradient: 1 }))
  const wanted = distinct([...city.items.flatMap(({ picture }) => picture ?? []), ...ofScreens])
  const images = await sources(wanted)
  const written: string[] = []
  for (const [slug, picture] of wanted) {
    written.push(...(await writePicture(`img/items/${slug}`, found(images, slug), sizesOf[picture.kind])))
  }
  await prune('img/items', written)
}

const sizesOf = { dish: dishSizes, emoji: emojiSizes, product: productSizes }

/**
 * Writes a cover for every store of the demo city. A cover of a restaurant or salon is a photograph of a table, that of
 * another store an arrangement of objects.
 */
export async function makeCovers(): Promise<void> {
  const photographed = city.stores.filter(hasTable)
  const others = city.stores.filter((store) => !hasTable(store))
  const tables = await photographDishes(photographed.map(tableOf))
  const images = await sources(distinct(others.flatMap((store) => store.cover.heroes)))
  const written: string[] = []
  for (const { slug } of photographed)
    written.push(...(await writePicture(`img/restaurants/${slug}`, found(tables, slug), coverSizes)))
  for (const store of others) {
    const slug = baseOf(store.image)
    const drawn = await drawCover({ slug, ...store.cover }, images)
    const plain = await onGround(drawn, slug)
    written.push(...(await writePicture(`img/restaurants/${slug}`, drawn, coverSizes, plain)))
  }
  await prune('img/restaurants', written)
}

function hasTable({ cover }: StoreRow): boolean {
  return cover.heroes.every(({ kind }) => kind === 'dish')
}

/** Returns the table of a store's cover: the first dish or service in the middle, on the ground that belongs to it. */
function tableOf({ slug, id, cover }: StoreRow) {
  const laid = (cover.heroes as DishPicture[]).map(({ name }) => recipeOf(name))
  return { name: slug, recipes: laid, table: { ground: laid[0]?.look?.ground ?? 'wood', seed: id } }
}

/**
 * Writes the category tiles of home: a photograph, or one object on a transparent background, behind which the screen
 * draws a gradient.
 */
export async function makeTiles(): Promise<void> {
  const images = await sources(distinct(city.tiles.map((tile) => tile.picture)))
  const written: string[] = []
  for (const tile of city.tiles) {
    const drawn = await drawTile(tile.picture, found(images, pictureSlug(tile.picture)))
    written.push(...(await writePicture(`img/tiles/${baseOf(tile.image)}`, drawn, tileSizes)))
  }
  await prune('img/tiles', written)
}

/** Writes the promotion slides with their text. */
export async function makeSlides(): Promise<void> {
  const images = await sources(distinct(city.slides.flatMap((slide) => slide.art.heroes)))
  const drawn = await drawSlides(
    city.slides.map((slide) => slide.art),
    images,
  )
  const written: string[] = []
  for (const [i, slide] of city.slides.entries())
    written.push(...(await writePicture(`img/slides/${baseOf(slide.image)}`, drawn[i] ?? Buffer.alloc(0), slideSizes)))
  await prune('img/slides', written)
}

async function drawTile(picture: Picture, source: Buffer): Promise<Buffer> {
  if (picture.kind === 'dish') return sharp(source).resize(288, 288).png().toBuffer()
  const { image } = await trimmed(source, picture)
  const clear = { r: 0, g: 0, b: 0, alpha: 0 }
  return sharp(image)
    .resize(228, 228, { fit: 'contain', background: clear })
    .extend({ top: 30, bottom: 30, left: 30, right: 30, background: clear })
    .png()
    .toBuffer()
}

function found(images: Map<string, Buffer>, slug: string): Buffer {
  const image = images.get(slug)
  if (!image) throw new Error(`No picture was made for ${slug}`)
  return image
}

/**
 * Returns the name of a picture from its path, such as 'namma-tiffin-room' for
 * '/assets/img/restaurants/namma-tiffin-room.webp'.
 */
function baseOf(served: string): string {
  return basename(served, '.webp')
}

/** Removes the files of a folder that no row of the demo city uses any more. */
async function prune(folder: string, written: string[]): Promise<void> {
  const kept = new Set(written)
  for (const file of await readdir(dirname(assetFile(`${folder}/any`))))
    if (!kept.has(`${folder}/${file}`)) await rm(assetFile(join(folder, file)))
}
