/** One file of an archive, small enough to hold in memory. */
export type Entry = { name: string; bytes: Buffer }

const BLOCK = 512
const LONGEST_NAME = 100
/** Far more than any entry that we write; a larger length means a damaged file. */
const MAX_BYTES = 256 * 1024 * 1024

/** An archive that is damaged or not ours. */
export class DamagedArchive extends Error {
  override name = 'DamagedArchive'

  constructor(why: string, options?: ErrorOptions) {
    super(`This file is damaged, or no backup: ${why}`, options)
  }
}

/** Writes a tar (POSIX ustar), which every system can open. */
export async function* writeTar(entries: AsyncIterable<Entry>): AsyncGenerator<Buffer, void, undefined> {
  for await (const { name, bytes } of entries) {
    yield header(name, bytes.length)
    yield bytes
    yield Buffer.alloc(paddingOf(bytes.length))
  }
  yield Buffer.alloc(2 * BLOCK)
}

function header(name: string, size: number): Buffer {
  if (Buffer.byteLength(name) > LONGEST_NAME) throw new Error(`too long a name for an archive: ${name}`)
  const block = Buffer.alloc(BLOCK)
  const octal = (value: number, at: number, length: number) =>
    block.write(`${value.toString(8).padStart(length - 1, '0')}\0`, at, 'ascii')
  block.write(name, 0, 'utf8')
  octal(0o600, 100, 8)
  octal(0, 108, 8)
  octal(0, 116, 8)
  octal(size, 124, 12)
  octal(0, 136, 12)
  block.write('0', 156, 'ascii')
  block.write('ustar\0' + '00', 257, 'ascii')
  block.write(`${checksumOf(block).toString(8).padStart(6, '0')}\0 `, 148, 'ascii')
  return block
}

/** Returns the sum of the block's bytes, with its own eight bytes counted as spaces. */
function checksumOf(block: Buffer): number {
  return block.reduce((sum, byte, at) => sum + (at >= 148 && at < 156 ? 0x20 : byte), 0)
}

function paddingOf(size: number): number {
  return (BLOCK - (size % BLOCK)) % BLOCK
}

/** @throws DamagedArchive for a file that is no archive, or one that ends too early */
export async function* readTar(chunks: AsyncIterable<Buffer>): AsyncGenerator<Entry, void, undefined> {
  const { take, drain } = reader(chunks)
  for (;;) {
    const block = await take(BLOCK)
    // The bytes after the end still belong to the compressed file and to its own checksum.
    if (block.every((byte) => byte === 0)) return drain()
    const entry = readHeader(block)
    const bytes = await take(entry.size)
    await take(paddingOf(entry.size))
    yield { name: entry.name, bytes }
  }
}

function readHeader(block: Buffer): { name: string; size: number } {
  const text = (from: number, to: number) => block.toString('utf8', from, to).split('\0')[0]!
  const size = Number.parseInt(text(124, 136), 8)
  if (Number.parseInt(text(148, 156), 8) !== checksumOf(block) || !(size >= 0 && size <= MAX_BYTES))
    throw new DamagedArchive('it holds a part that cannot be read')
  return { name: text(0, LONGEST_NAME), size }
}

type Reader = { take: (length: number) => Promise<Buffer>; drain: () => Promise<void> }

/** Returns the next `count` bytes, however they arrive. */
function reader(chunks: AsyncIterable<Buffer>): Reader {
  const source = chunks[Symbol.asyncIterator]()
  let left: Buffer = Buffer.alloc(0)
  const take = async (length: number) => {
    const parts = [left]
    for (let have = left.length; have < length; have += parts.at(-1)!.length) {
      const { value, done } = await source.next()
      if (done) throw new DamagedArchive('it ends too early')
      parts.push(value)
    }
    const whole = parts.length === 1 ? left : Buffer.concat(parts)
    left = whole.subarray(length)
    return whole.subarray(0, length)
  }
  const drain = async () => {
    while (!(await source.next()).done);
  }
  return { take, drain }
}
