import { createWriteStream } from 'node:fs'
import { mkdir, open, rename, rm, stat } from 'node:fs/promises'
import { dirname } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { createGzip } from 'node:zlib'
import { type Entry, writeTar } from './tar.ts'

/** Smaller files than at the quickest level at a third of the time of the usual one. */
const LEVEL = 4

export type Written = { bytes: number }

/** Packs entries into a file of our own account's, which has its name only once it is whole and on disk. */
export async function writeArchive(entries: AsyncIterable<Entry>, path: string): Promise<Written> {
  await mkdir(dirname(path), { recursive: true, mode: 0o700 })
  const part = `${path}.part`
  try {
    await pipeline(
      Readable.from(writeTar(entries), { objectMode: true }),
      createGzip({ level: LEVEL }),
      createWriteStream(part, { mode: 0o600 }),
    )
    const file = await open(part, 'r+')
    await file.sync()
    await file.close()
    await rename(part, path)
  } catch (error) {
    await rm(part, { force: true })
    throw error
  }
  return { bytes: (await stat(path)).size }
}
