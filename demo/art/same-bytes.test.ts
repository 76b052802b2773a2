import { expect, test } from 'vitest'
import { buildCity } from '../src/city.ts'
import type { EmojiPicture } from '../src/pictures.ts'
import { drawCover, onGround } from './covers.ts'
import { distinct, sources } from './cut-outs.ts'
import { coverSizes, emojiSizes, encode } from './encode.ts'

// These tests draw only the parts that need no browser; `prove/pictures.ts` draws the others twice.
const city = buildCity({ now: new Date('2026-01-15T12:00:00+05:30'), seed: 1 })
const [store, other] = city.stores.filter(({ cover }) => cover.heroes.every(({ kind }) => kind === 'emoji'))

// The tests draw only one width, which is enough to see a difference, because AVIF of the other widths takes many
// seconds.
const sizes = { ...coverSizes, widths: [390] }

async function drawn({ slug, cover }: (typeof city.stores)[number]): Promise<Map<string, Buffer>> {
  const images = await sources(distinct(cover.heroes))
  const whole = await drawCover({ slug, ...cover }, images)
  const [hero] = cover.heroes as [EmojiPicture]
  const emoji = await encode(images.get(`e-${hero.name}`)!, emojiSizes)
  const files = await encode(whole, sizes, await onGround(whole, slug))
  return new Map([...files, ...[...emoji].map(([suffix, bytes]) => [`emoji${suffix}`, bytes] as const)])
}

test('a cover and an emoji get the same bytes when they are drawn again, also next to other work', async () => {
  const alone = await drawn(store!)
  const [again, another] = await Promise.all([drawn(store!), drawn(other!)])
  expect([...again.keys()].sort()).toEqual(['-390.avif', '.webp', 'emoji-128.webp', 'emoji.webp'])
  for (const [suffix, bytes] of alone) {
    expect(again.get(suffix)!.equals(bytes), suffix).toBe(true)
    expect(another.get(suffix)!.equals(bytes), suffix).toBe(false)
  }
})
