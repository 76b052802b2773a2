import { createHash } from 'node:crypto'
import { existsSync, globSync, readFileSync, statSync } from 'node:fs'
import { readdir, readFile, stat } from 'node:fs/promises'
import { join, relative, sep } from 'node:path'
import { fileURLToPath } from 'node:url'
import sharp from 'sharp'
import { describe, expect, it } from 'vitest'
import { pictureSources } from '../../packages/ui/src/picture-sources.ts'
import { buildCity } from '../src/city.ts'
import { emojis } from '../src/pictures.ts'
import { readArchive } from './archive.ts'
import { emojiFile } from './emoji.ts'
import { markers } from './gallery.ts'
import { archivePath, assetsFolder } from './places.ts'

const repository = fileURLToPath(new URL('../../', import.meta.url))
const assets = assetsFolder
const packed = readArchive(readFileSync(archivePath))
const city = buildCity({ now: new Date('2026-01-15T12:00:00+05:30'), seed: 1 })
const unique = (paths: string[]) => [...new Set(paths)]
const onDisk = (served: string) => join(assets, served.replace('/assets/', ''))

type Kind = { name: string; paths: string[]; webp: string[]; avif: string[] }

/**
 * The endings of the names of a picture's files, by the kind of the picture. The screens request a file with each of
 * these endings, and no other file of the picture may exist.
 */
const kinds: Kind[] = [
  { name: 'dish', paths: itemsOf('d-'), webp: [''], avif: ['-300', '-480'] },
  { name: 'product', paths: itemsOf('p-'), webp: [''], avif: ['-300', '-600'] },
  { name: 'emoji', paths: itemsOf('e-'), webp: ['-128', ''], avif: [] },
  { name: 'marker', paths: markers.map((name) => `/assets/img/items/e-${name}.webp`), webp: ['-128', ''], avif: [] },
  { name: 'cover', paths: city.stores.map((store) => store.image), webp: [''], avif: ['-390', '-780'] },
  { name: 'tile', paths: city.tiles.map((tile) => tile.image), webp: ['-72', '', '-288'], avif: [] },
  { name: 'slide', paths: city.slides.map((slide) => slide.image), webp: [''], avif: ['-390', '-780'] },
]

describe('pictures of the demo city', () => {
  it.each(kinds)('every $name picture that a row names exists in every width and format', async (kind) => {
    const wanted = unique(kind.paths).flatMap((path) => filesOf(path, kind))
    expect(kind.paths.length).toBeGreaterThan(0)
    expect(missing(wanted)).toEqual([])
  })

  it.each(kinds)('every address that the screens make of a $name picture exists', async (kind) => {
    const asked = unique(kind.paths).flatMap((path) => {
      const { avif = '', webp = '', fallback } = pictureSources(path)
      expect(webp || avif).not.toBe('')
      return [fallback, ...`${avif}, ${webp}`.split(', ').flatMap((source) => source.split(' ')[0] || [])]
    })
    expect(missing(asked)).toEqual([])
  })

  it('the folders contain only files that a row or a screen uses', async () => {
    const wanted = new Set(kinds.flatMap((kind) => kind.paths.flatMap((path) => filesOf(path, kind))))
    const folders = ['items', 'restaurants', 'tiles', 'slides'].map((name) => `img/${name}/`)
    const kept = (await listAssets()).filter((path) => folders.some((folder) => path.startsWith(folder)))
    expect(kept.filter((path) => !wanted.has(`/assets/${path}`))).toEqual([])
  })

  it('every file that the code names exists', async () => {
    const patterns = ['{apps,packages}/*/src/**/*.{ts,tsx}', 'apps/*/index.html', 'apps/web/public/*.json']
    const sources = globSync(patterns, { cwd: repository }).filter(
      (file) => !/\.test\.tsx?$|\btesting\.ts$|\bsrc\Wtest\b/.test(file),
    )
    const named = sources.flatMap((file) => {
      const text = readFileSync(join(repository, file), 'utf8')
      return text.match(/\/assets\/(?:img|audio|map)\/[\w./-]+\.(?:webp|avif|png|svg|gif|jpg|mp3|json)/g) ?? []
    })
    expect(named.length).toBeGreaterThan(30)
    expect(missing(unique(named))).toEqual([])
  })

  it.each([
    { name: 'product', width: 300 },
    { name: 'slide', width: 780 },
  ])('AVIF saves at least a tenth and 1 kB of the plain file of a $name', async ({ name, width }) => {
    const files = unique(kinds.find((kind) => kind.name === name)!.paths)
    const avif = files.map((path) => path.replace('.webp', `-${width}.avif`))
    const [before, after] = await Promise.all([total(files), total(avif)])
    expect(before - after).toBeGreaterThanOrEqual(before / 10)
    expect(before - after).toBeGreaterThanOrEqual(1000 * files.length)
  })

  it('no two files of the archive are equal', () => {
    const byDigest = Map.groupBy(packed, ({ bytes }) => createHash('sha256').update(bytes).digest('hex'))
    const twice = [...byDigest.values()].filter((entries) => entries.length > 1)
    expect(twice.map((entries) => entries.map(({ path }) => path))).toEqual([])
  })

  it('the archive contains the latest drawings; otherwise: node demo/art/pack.ts', async () => {
    expect(packed.map(({ path }) => path)).toEqual((await listAssets()).sort())
    const changed = packed.filter(({ path, bytes }) => !bytes.equals(readFileSync(join(assets, path))))
    expect(changed.map(({ path }) => path)).toEqual([])
  })

  it('products and dishes are under 25 kB at their largest width, and covers under 45 kB at 780', async () => {
    const widest = (path: string, width: number) => path.replace('.webp', `-${width}.avif`)
    expect(await largest(city.stores.map(({ image }) => image))).toBeLessThanOrEqual(45_000)
    expect(await largest(city.stores.map(({ image }) => widest(image, 780)))).toBeLessThanOrEqual(45_000)
    expect(await largest(unique(itemsOf('p-')).map((path) => widest(path, 600)))).toBeLessThanOrEqual(25_600)
    expect(await largest(unique(itemsOf('d-')).map((path) => widest(path, 480)))).toBeLessThanOrEqual(25_600)
  })

  it('[A-34] a link preview gets a cover without transparency, because it would show black', async () => {
    const seeThrough = await Promise.all(
      city.stores.map(async ({ image }) => ((await sharp(onDisk(image)).metadata()).hasAlpha ? [image] : [])),
    )
    expect(seeThrough.flat()).toEqual([])
  })

  it('the archive is under 10 MB with fewer than 1,500 files', () => {
    expect(statSync(archivePath).size).toBeLessThanOrEqual(10_000_000)
    expect(packed.length).toBeLessThan(1_500)
  })

  it('only emoji of the set are named', () => {
    for (const emoji of Object.values(emojis)) expect(() => emojiFile(emoji)).not.toThrow()
  })
})

describe('avatars', () => {
  it.each(Array.from({ length: 10 }, (_, i) => `user${i + 1}`))(
    '[R-23] %s is an animated GIF of 128 px',
    async (name) => {
      const file = join(assets, `img/various/avatars/${name}.gif`)
      const { format, width, pages } = await sharp(file, { animated: true }).metadata()
      expect({ format, width, pages }).toEqual({ format: 'gif', width: 128, pages: 12 })
    },
  )
})

describe('sounds', () => {
  it.each(['customer', 'delivery'])('[GAP-50] the %s notification is a short MP3 of at most 20 kB', async (who) => {
    const bytes = await readFile(join(assets, `audio/${who}-notification.mp3`))
    expect(bytes.subarray(0, 3).toString('latin1') === 'ID3' || bytes[0] === 0xff).toBe(true)
    expect(bytes.length).toBeLessThanOrEqual(20_000)
  })
})

describe('map of the city', () => {
  it('is smaller than 25 kB and contains every store and popular location', async () => {
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
  return city.items.flatMap(({ image }) => (image?.startsWith(`/assets/img/items/${prefix}`) ? [image] : []))
}

function filesOf(path: string, { webp, avif }: Kind): string[] {
  const stem = path.replace(/\.webp$/, '')
  return [...webp.map((end) => `${stem}${end}.webp`), ...avif.map((end) => `${stem}${end}.avif`)]
}

/** Lists the paths of all files below the folder of assets. */
async function listAssets(): Promise<string[]> {
  const files = await readdir(assets, { recursive: true, withFileTypes: true })
  const served = files.filter((file) => file.isFile() && !/^\.|\.br$/.test(file.name))
  return served.map((file) => relative(assets, join(file.parentPath, file.name)).split(sep).join('/'))
}

function missing(served: string[]): string[] {
  return served.filter((path) => !existsSync(onDisk(path)))
}

async function total(served: string[]): Promise<number> {
  const sizes = await Promise.all(served.map(async (path) => (await stat(onDisk(path))).size))
  return sizes.reduce((sum, size) => sum + size, 0)
}

async function largest(paths: string[]): Promise<number> {
  const sizes = await Promise.all(paths.map(async (path) => (await stat(onDisk(path))).size))
  return Math.max(...sizes)
}
