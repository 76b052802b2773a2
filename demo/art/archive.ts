import assert from 'node:assert/strict'
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join, relative, sep } from 'node:path'
import { brotliCompressSync } from 'node:zlib'
import { fingerprint } from '../../scripts/fingerprint.ts'
import { putInPlace, STAMP, stampOf, writeStamp } from '../../scripts/put-in-place.ts'
import { archivePath, assetsFolder } from './places.ts'

/** One file of the archive, with its path below /assets. */
export type Entry = { path: string; bytes: Buffer }

type Places = { archive: string; folder: string }

const demo: Places = { archive: archivePath, folder: assetsFolder }
/**
 * The server sends a compressed copy of each text file, which is written next to the file; the archive does not contain
 * it.
 */
const TEXT = /\.(json|svg)$/
const COPY = '.br'
const BLOCK = 512

/**
 * Unpacks the demo's pictures, sounds and map into the folder from which they are served, unless this archive is
 * unpacked already. The whole folder appears, or nothing, even if two processes start together or one is killed.
 */
export function unpackPictures({ archive, folder }: Places = demo): void {
  const digest = `${digestOf({ archive, folder })} ${COPY}`
  if (stampOf(folder) === digest) return
  mkdirSync(dirname(folder), { recursive: true })
  const fresh = mkdtempSync(`${folder}-`)
  try {
    for (const { path, bytes } of readArchive(readFileSync(archive))) {
      mkdirSync(dirname(join(fresh, path)), { recursive: true })
      writeFileSync(join(fresh, path), bytes)
      if (TEXT.test(path)) writeFileSync(join(fresh, path + COPY), brotliCompressSync(bytes))
    }
    writeStamp(fresh, digest)
    putInPlace(fresh, folder, digest)
  } finally {
    rmSync(fresh, { recursive: true, force: true })
  }
}

/**
 * Packs the folder of the demo's pictures into the archive. The files in the archive are sorted and have no times and
 * owners, so that the same files give the same bytes.
 */
export function packPictures({ archive, folder }: Places = demo): void {
  const files = readdirSync(folder, { recursive: true, withFileTypes: true })
  const paths = files
    .filter((file) => file.isFile() && file.name !== STAMP && !file.name.endsWith(COPY))
    .map((file) => relative(folder, join(file.parentPath, file.name)).split(sep).join('/'))
  const entries = paths.sort().map((path) => ({ path, bytes: readFileSync(join(folder, path)) }))
  const packed = Buffer.concat([...entries.flatMap(blocksOf), Buffer.alloc(2 * BLOCK)])
  writeFileSync(archive, packed)
  writeStamp(folder, digestOf({ archive, folder }))
}

/**
 * Reads a tar archive as `packPictures` writes it.
 * @throws AssertionError if the archive is truncated or damaged, or contains anything except files below its root
 */
export function readArchive(packed: Buffer): Entry[] {
  const entries: Entry[] = []
  let at = 0
  for (;;) {
    const head = packed.subarray(at, at + BLOCK)
    assert(head.length === BLOCK, 'the archive of pictures is cut short')
    if (head.every((byte) => byte === 0)) return entries
    const path = textOf(head, 0, 100)
    assert(Number.parseInt(textOf(head, 148, 8), 8) === checksum(head), `the archive of pictures is damaged at ${path}`)
    assert(textOf(head, 156, 1) === '0' && /^\w[\w./-]*$/.test(path) && !path.includes('..'), `${path} is no picture`)
    const size = Number.parseInt(textOf(head, 124, 12), 8)
    const bytes = packed.subarray(at + BLOCK, at + BLOCK + size)
    assert(bytes.length === size, 'the archive of pictures is cut short')
    entries.push({ path, bytes })
    at += BLOCK + Math.ceil(size / BLOCK) * BLOCK
  }
}

/** Returns the header and the content of one file of the archive, each padded to whole blocks (POSIX ustar). */
function blocksOf({ path, bytes }: Entry): Buffer[] {
  assert(Buffer.byteLength(path) < 100, `${path} is too long for the archive`)
  const head = Buffer.alloc(BLOCK)
  head.write(path, 0)
  head.write(`0000644\0${'0000000\0'.repeat(2)}`, 100)
  head.write(`${bytes.length.toString(8).padStart(11, '0')}\0${'0'.repeat(11)}\0`, 124)
  head.write('0', 156)
  head.write('ustar\0' + '00', 257)
  head.write(`${checksum(head).toString(8).padStart(6, '0')}\0 `, 148)
  return [head, bytes, Buffer.alloc((BLOCK - (bytes.length % BLOCK)) % BLOCK)]
}

/**
 * Returns the checksum of a file's header in the archive: the sum of its bytes, in which the eight bytes of the
 * checksum count as spaces.
 */
function checksum(head: Buffer): number {
  return head.reduce((sum, byte, i) => sum + (i >= 148 && i < 156 ? 0x20 : byte), 0)
}

function textOf(head: Buffer, start: number, length: number): string {
  return head.toString('utf8', start, start + length).replace(/\0.*$/s, '')
}

function digestOf({ archive, folder }: Places): string {
  return fingerprint([archive], `${folder}.seen`)
}
