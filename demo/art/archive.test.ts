import { spawn } from 'node:child_process'
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { brotliDecompressSync } from 'node:zlib'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { packPictures, readArchive, unpackPictures } from './archive.ts'

let base: string
beforeEach(() => {
  base = mkdtempSync(join(tmpdir(), 'nukkad-archive-'))
})
afterEach(() => rmSync(base, { recursive: true, force: true }))

const files = { 'img/b.webp': 'b'.repeat(513), 'img/a/long.webp': 'a'.repeat(512), 'audio/empty.mp3': '' }
const placesOf = (name: string) => ({ archive: join(base, 'p.tar'), folder: join(base, name) })

function write(folder: string, content: Record<string, string>): void {
  for (const [path, text] of Object.entries(content)) {
    mkdirSync(dirname(join(folder, path)), { recursive: true })
    writeFileSync(join(folder, path), text)
  }
}

function read(folder: string): Record<string, string> {
  const found = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((file) => file.isFile())
  const paths = found.map((file) => join(file.parentPath, file.name))
  const shown = paths.filter((path) => !path.endsWith('.sha256'))
  return Object.fromEntries(shown.map((path) => [path.slice(folder.length + 1), readFileSync(path, 'utf8')]))
}

/** Lists the entries of the folder, except the file that stores the digest of an unpacked archive. */
function left(): string[] {
  return readdirSync(base)
    .filter((name) => !name.endsWith('.seen'))
    .sort()
}

function packed(content: Record<string, string>, name = 'drawn'): Buffer {
  write(join(base, name), content)
  packPictures(placesOf(name))
  return readFileSync(join(base, 'p.tar'))
}

test('packed files are unpacked unchanged, and the order of writing changes no byte', () => {
  const first = packed(files)
  const again = packed(Object.fromEntries(Object.entries(files).reverse()), 'drawn-later')
  expect(again.equals(first)).toBe(true)
  unpackPictures(placesOf('out'))
  expect(read(join(base, 'out'))).toEqual(files)
})

test('a text is stored in the folder with a compressed copy, which is not packed again', () => {
  const first = packed({ 'map/city.json': '{"roads":[]}' })
  unpackPictures(placesOf('out'))
  const out = join(base, 'out')
  expect(brotliDecompressSync(readFileSync(join(out, 'map/city.json.br'))).toString()).toBe('{"roads":[]}')
  packPictures(placesOf('out'))
  expect(readFileSync(join(base, 'p.tar')).equals(first)).toBe(true)
})

test('any tar program can read the archive', async () => {
  packed(files)
  const child = spawn('tar', ['-tf', join(base, 'p.tar')])
  const [listed, code] = await Promise.all([
    child.stdout.toArray().then((parts: Buffer[]) => Buffer.concat(parts).toString()),
    new Promise((resolve) => child.on('close', resolve)),
  ])
  expect(code).toBe(0)
  expect(listed.trim().split('\n')).toEqual(['audio/empty.mp3', 'img/a/long.webp', 'img/b.webp'])
})

test('an unchanged archive is not unpacked, a changed one replaces the folder', () => {
  packed(files)
  const places = placesOf('out')
  unpackPictures(places)
  write(places.folder, { 'img/drawn-since.webp': 'kept' })
  unpackPictures(places)
  expect(read(places.folder)).toEqual({ ...files, 'img/drawn-since.webp': 'kept' })
  packed({ 'img/only.webp': 'new' }, 'other')
  unpackPictures(places)
  expect(read(places.folder)).toEqual({ 'img/only.webp': 'new' })
  expect(left()).toEqual(['drawn', 'other', 'out', 'p.tar'])
})

test('a folder without a stamp is replaced', () => {
  packed(files)
  write(join(base, 'out'), { 'img/b.webp': 'half' })
  unpackPictures(placesOf('out'))
  expect(read(join(base, 'out'))).toEqual(files)
})

test('an archive that is incomplete or damaged does not change the folder', () => {
  const whole = packed(files)
  unpackPictures(placesOf('out'))
  for (const length of [100, 700, 1100, whole.length - 1024]) {
    writeFileSync(join(base, 'p.tar'), whole.subarray(0, length))
    expect(() => unpackPictures(placesOf('out'))).toThrow('cut short')
  }
  const damaged = Buffer.from(whole)
  damaged[3]! ^= 1
  writeFileSync(join(base, 'p.tar'), damaged)
  expect(() => unpackPictures(placesOf('out'))).toThrow('damaged')
  expect(read(join(base, 'out'))).toEqual(files)
  expect(left()).toEqual(['drawn', 'out', 'p.tar'])
})

test('an archive that points outside its folder is refused', () => {
  const whole = packed({ 'ab/evil.webp': 'x' })
  whole.write('../', 0)
  const sum = whole.subarray(0, 512).reduce((total, byte, i) => total + (i >= 148 && i < 156 ? 32 : byte), 0)
  whole.write(sum.toString(8).padStart(6, '0'), 148)
  expect(() => readArchive(whole)).toThrow('../evil.webp is no picture')
})

describe('processes that start together', () => {
  const many = Object.fromEntries(Array.from({ length: 300 }, (_, n) => [`img/${n}.webp`, `picture ${n}`]))

  test('find the complete folder at a first start', async () => {
    packed(many, 'many')
    const look = `(await import('node:fs')).readdirSync(${JSON.stringify(join(base, 'out/img'))}).length === 300`
    expect(await startFour(look)).toEqual([0, 0, 0, 0])
    expect(read(join(base, 'out'))).toEqual(many)
  })

  test('replace an older folder', async () => {
    packed(files)
    unpackPictures(placesOf('out'))
    packed(many, 'many')
    expect(await startFour('true')).toEqual([0, 0, 0, 0])
    expect(read(join(base, 'out'))).toEqual(many)
    expect(left()).toEqual(['drawn', 'many', 'out', 'p.tar'])
  })

  /** Unpacks an archive in four processes and returns their exit codes: 0 if `holds` was true afterwards. */
  function startFour(holds: string): Promise<unknown[]> {
    const module = JSON.stringify(new URL('archive.ts', import.meta.url).href)
    const script = `const { unpackPictures } = await import(${module})
      unpackPictures(${JSON.stringify(placesOf('out'))})
      process.exit(${holds} ? 0 : 1)`
    const start = () => spawn(process.execPath, ['--input-type=module', '-e', script], { stdio: ['ignore', 1, 2] })
    return Promise.all(Array.from({ length: 4 }, () => new Promise((resolve) => start().on('close', resolve))))
  }
})
