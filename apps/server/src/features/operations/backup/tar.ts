import type { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { libraries } from '#libraries.ts'

/** One file of an archive, small enough to hold in memory. */
export type Entry = { name: string; bytes: Buffer }

/** Maximum length of an entry, far more than any that we write; a larger length means a damaged file. */
const MAX_BYTES = 256 * 1024 * 1024
/** The modification time of every entry, which is fixed, so that the same rows always give the same bytes. */
const NO_TIME = new Date(0)

/** The archive is damaged, or no backup of ours. */
export class DamagedArchive extends Error {
  override name = 'DamagedArchive'

  constructor(why: string, options?: ErrorOptions) {
    super(`This file is damaged, or no backup: ${why}`, options)
  }
}

/**
 * Writes an archive in the format tar, which every system can open; takes the next entry only when the reader has taken
 * the entry before.
 */
export async function* writeTar(entries: AsyncIterable<Entry>): AsyncGenerator<Buffer, void, undefined> {
  const archive = libraries.tarStream.pack()
  const fill = async () => {
    for await (const { name, bytes } of entries)
      await new Promise<void>((resolve, reject) => {
        const header = { name, mode: 0o600, mtime: NO_TIME }
        archive.entry(header, bytes, (error) => (error ? reject(error) : resolve()))
      })
    archive.finalize()
  }
  fill().catch((error: Error) => archive.destroy(error))
  yield* archive as AsyncIterable<Buffer>
}

/**
 * Reads the entries of a tar archive.
 * @throws DamagedArchive for a file that is not an archive or ends too early; the error of `packed`
 */
export async function* readTar(packed: Readable): AsyncGenerator<Entry, void, undefined> {
  const archive = libraries.tarStream.extract()
  // The loop over the entries throws the error of either stream, so the error is ignored here.
  const fed = pipeline(packed, archive).catch(() => undefined)
  try {
    for await (const entry of archive) {
      const { name, type, size = 0 } = entry.header
      if (type !== 'file' || size > MAX_BYTES) throw new DamagedArchive('it holds a part that cannot be read')
      const parts: Buffer[] = []
      for await (const part of entry) parts.push(part as Buffer)
      yield { name, bytes: Buffer.concat(parts) }
    }
  } catch (error) {
    // If the loop over the entries ends early, `packed` is closed too, and fails with an error that says only that it
    // was closed; this error is ignored.
    if (error instanceof DamagedArchive) throw error
    if (packed.errored) throw packed.errored
    throw new DamagedArchive('it ends too early, or holds a part that cannot be read', { cause: error })
  } finally {
    packed.destroy()
    await fed
  }
}
