import { pipeline } from 'node:stream/promises'
import { createGzip } from 'node:zlib'
import { writeWhole } from '#outside/storage/whole-file.ts'
import { type Entry, writeTar } from './tar.ts'

/** This level gives smaller files than the fastest one, in a third of the default level's time. */
const LEVEL = 4

export type Written = { bytes: number }
/** The path of a file, or a function that stores either all bytes or nothing. */
export type Target = string | ((packed: AsyncIterable<Buffer>) => Promise<void>)

/** Packs entries. A file at a path can be read only by our own system account, and appears complete or not at all. */
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
