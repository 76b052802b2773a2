import { pipeline } from 'node:stream/promises'
import { createGzip } from 'node:zlib'
import { writeWhole } from '#outside/storage/whole-file.ts'
import { type Entry, writeTar } from './tar.ts'

/**
 * Level of compression. Level of compression, which gives smaller files than the fastest level and takes a third of the
 * time of the default level.
 */
const LEVEL = 4

export type Written = { bytes: number }
/** Where an archive is written: to the path of a file, or by a function that stores either all bytes or nothing. */
export type Target = string | ((packed: AsyncIterable<Buffer>) => Promise<void>)

/**
 * Packs entries into a compressed archive. A file at a path can be read only by our own system account, and appears
 * complete or not at all.
 */
export async function writeArchive(entries: AsyncIterable<Entry>, to: Target): Promise<Written> {
  const written: Written = { bytes: 0 }
  async function* counted(packed: AsyncIterable<Buffer>): AsyncGenerator<Buffer, void, undefined> {
    for await (const chunk of packed) {
      written.bytes += chunk.length
      yield chunk
    }
  }
  await pipeline(writeTar(entries), createGzip({ level: LEVEL }), (packed: AsyncIterable<Buffer>) =>
    typeof to === 'string' ? writeWhole(to, counted(packed)) : to(counted(packed)),
  )
  return written
}
