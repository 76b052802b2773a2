import { cookAll } from '../demo/art/kitchen.ts'
import { photograph } from '../demo/art/products.ts'
import { drawSlides } from '../demo/art/slides.ts'
import { drawPreview } from '../demo/art/social.ts'
import { recipeOf } from '../demo/src/catalogue/dishes.ts'
import { buildCity } from '../demo/src/city.ts'
import { type ProductPicture, pictureSlug } from '../demo/src/pictures.ts'

/**
 * Draws some of the demo's pictures in two browsers and compares the bytes: one product of each profile, two dishes,
 * slides and the link preview. The second browser draws the pictures in reverse order, because a picture must not
 * depend on those before it.
 */
export async function provePictures({ profiles }: { profiles: number }): Promise<string[]> {
  const city = buildCity({ now: new Date('2026-01-15T12:00:00+05:30'), seed: 1 })
  const products = city.items.flatMap(({ picture }) => (picture?.kind === 'product' ? [picture] : []))
  const sample = [...new Map(products.map((picture) => [picture.profile, picture])).values()].slice(0, profiles)
  const slides = city.slides.slice(0, 2).map(({ art }) => art)
  const first = await draw(sample, slides)
  const second = await draw([...sample].reverse(), [...slides].reverse())
  return [...first].filter(([name, bytes]) => !second.get(name)?.equals(bytes)).map(([name]) => `${name} differs`)
}

type SlideArt = Parameters<typeof drawSlides>[0][number]

async function draw(products: ProductPicture[], slides: SlideArt[]): Promise<Map<string, Buffer>> {
  const images = await photograph(products)
  const bySlug = new Map([...images].map(([picture, image]) => [pictureSlug(picture), image]))
  const heroes = [...images.keys()].sort((a, b) => (pictureSlug(a) < pictureSlug(b) ? -1 : 1))
  const drawn = await drawSlides(
    slides.map((slide) => ({ ...slide, heroes })),
    bySlug,
  )
  const dishes = new Map<string, Buffer>()
  const orders = ['masala-dosa', 'cut-women'].map((name) => ({ name, recipes: [recipeOf(name)] }))
  await cookAll(orders, async ({ name }, image) => void dishes.set(name, image))
  const preview = ['the link preview', await drawPreview()] as const
  return new Map([
    ...bySlug,
    ...dishes,
    preview,
    ...slides.map((slide, i) => [`the slide "${slide.title}"`, drawn[i]!] as const),
  ])
}
