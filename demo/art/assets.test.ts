import { readdir, readFile, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import sharp from 'sharp'
import { describe, expect, it } from 'vitest'
import { buildCity } from '../src/city.ts'
import { emojis } from '../src/pictures.ts'
import { emojiFile } from './emoji.ts'
import { markers } from './gallery.ts'

const assets = fileURLToPath(new URL('../assets', import.meta.url))
const city = buildCity({ now: new Date('2026-01-15T12:00:00+05:30'), seed: 1 })
const unique = (paths: string[]) => [...new Set(paths)]
const onDisk = (served: string) => join(assets, served.replace('/assets/', ''))

const kinds: { name: string; paths: string[]; widths: number[] }[] = [
  { name: 'product', paths: itemsOf('p-'), widths: [150, 300, 600] },
  { name: 'emoji', paths: itemsOf('e-'), widths: [128, 256] },
  { name: 'marker', paths: markers.map((name) => `/assets/img/items/e-${name}.webp`), widths: [128, 256] },
  { name: 'cover', paths: city.stores.map((store) => store.image), widths: [390, 780, 1170] },
  { name: 'tile', paths: city.tiles.map((tile) => tile.image), widths: [72, 144, 288] },
  { name: 'slide', paths: city.slides.map((slide) => slide.image), widths: [390, 780] },
]

describe('pictures of the demo city', () => {
  it.each(kinds)('every $name picture a row names is there in every width and both formats', async (kind) => {
    const wanted = unique(kind.paths).flatMap((path) => [
      path,
      ...kind.widths.flatMap((width) => ['webp', 'avif'].map((format) => path.replace('.webp', `-${width}.${format}`))),
    ])
    const missing = await Promise.all(
      wanted.map((path) =>
        stat(onDisk(path)).then(
          () => [],
          () => [path],
        ),
      ),
    )
    expect(kind.paths.length).toBeGreaterThan(0)
    expect(missing.flat()).toEqual([])
  })

  it('keeps products under 25 kB at 600 wide and covers under 45 kB at 780', async () => {
    const covers = await largest(city.stores.map((store) => store.image))
    const products = await largest(unique(itemsOf('p-')))
    expect(covers).toBeLessThanOrEqual(45_000)
    expect(products).toBeLessThanOrEqual(25_600)
  })

  it('[A-34] a link preview gets a cover without a see-through spot, which it would set on black', async () => {
    const seeThrough = await Promise.all(
      city.stores.map(async ({ image }) => ((await sharp(onDisk(image)).metadata()).hasAlpha ? [image] : [])),
    )
    expect(seeThrough.flat()).toEqual([])
  })

  it('keeps the whole folder under 14 MB', async () => {
    const files = await readdir(assets, { recursive: true, withFileTypes: true })
    const paths = files.filter((file) => file.isFile()).map((file) => join(file.parentPath, file.name))
    const sizes = await Promise.all(paths.map(async (path) => (await stat(path)).size))
    expect(sizes.reduce((sum, size) => sum + size, 0)).toBeLessThan(14_000_000)
  })

  it('names only emoji that the set draws', () => {
    for (const emoji of Object.values(emojis)) expect(() => emojiFile(emoji)).not.toThrow()
  })
})

describe('avatars', () => {
  it.each(Array.from({ length: 10 }, (_, i) => `user${i + 1}`))('[R-23] %s is a moving GIF of 128 px', async (name) => {
    const file = join(assets, `img/various/avatars/${name}.gif`)
    const { format, width, pages } = await sharp(file, { animated: true }).metadata()
    expect({ format, width, pages }).toEqual({ format: 'gif', width: 128, pages: 12 })
  })
})

describe('sounds', () => {
  it.each(['customer', 'delivery'])('[GAP-50] the %s notification is a short MP3 of at most 20 kB', async (who) => {
    const bytes = await readFile(join(assets, `audio/${who}-notification.mp3`))
    expect(bytes.subarray(0, 3).toString('latin1') === 'ID3' || bytes[0] === 0xff).toBe(true)
    expect(bytes.length).toBeLessThanOrEqual(20_000)
  })
})

describe('map of the city', () => {
  it('is smaller than 25 kB and holds every store and popular location', async () => {
    const text = await readFile(join(assets, 'map/city.json'), 'utf8')
    const [west, south, east, north] = JSON.parse(text).bounds
    const places = [...city.stores, ...city.locations]
    const outside = places.filter(
      ({ longitude, latitude }) => longitude < west || longitude > east || latitude < south || latitude > north,
    )
    expect(text.length).toBeLessThan(25_000)
    expect(outside.map(({ name }) => name)).toEqual([])
  })
})

function itemsOf(prefix: string): string[] {
  return city.items.map((item) => item.image).filter((image) => image.startsWith(`/assets/img/items/${prefix}`))
}

async function largest(paths: string[]): Promise<number> {
  const sizes = await Promise.all(paths.map(async (path) => (await stat(onDisk(path))).size))
  return Math.max(...sizes)
}
