import type { Readable } from 'node:stream'

export type StoredFile = { name: string; bytes: number }
/** The name of a downloaded file on the person's disk, and its media type. */
export type DownloadAs = { fileName: string; mediaType: string }

/**
 * Stores files of one kind: in a folder of ours, or in a bucket of an object store. Names of stored files have no
 * folders and are never reused. A file appears complete or not at all. All functions of a storage throw `StorageError`
 * when the object store fails; a folder throws the error of the disk.
 */
export type Storage = {
  /** Stores a stream, of which at most one part (8 MiB) is in memory. */
  write: (name: string, bytes: Buffer | AsyncIterable<Buffer | string>) => Promise<void>
  /**
   * Reads a file; undefined if the storage has no such file. If the content of a file is not the content that was
   * written, the stream ends with an error before its last bytes.
   */
  open: (name: string) => Promise<{ bytes: number; stream: Readable } | undefined>
  /** Returns facts about a file; undefined if the storage has no such file. */
  find: (name: string) => Promise<StoredFile | undefined>
  /** Deletes a file; does nothing if the storage has no such file. */
  remove: (name: string) => Promise<void>
  /** Lists the complete files, in no particular order. */
  list: () => AsyncIterable<StoredFile>
  /** Returns the SHA-256 of a file in hexadecimal; undefined if the storage has no such file. */
  checksum: (name: string) => Promise<string | undefined>
  /** Removes remains of killed writes that began at least this many milliseconds ago. */
  forgetParts: (olderThanMs: number) => Promise<void>
  /** Returns the free bytes of the storage; undefined if they are not known. */
  room: () => Promise<number | undefined>
  /** Returns a URL from which a browser can get the file for five minutes; undefined if this server must send it. */
  link: (name: string, as: DownloadAs) => Promise<string | undefined>
}

/** The files of the shop by kind. */
export type Files = {
  /** Pictures that people uploaded. */
  storage: Storage
  /** Exports that wait for their download. */
  exports: Storage
  backups: Storage
}

const NAME_FORM = /^[a-z0-9][a-z0-9-]{0,80}\.(webp|avif|png|csv|xml|tar\.gz)$/

export const isStoredName = (name: string): boolean => NAME_FORM.test(name)

/**
 * Returns the name of a file unchanged. @throws Error for a name that is not in our form, so that no name leads out of
 * its folder
 */
export function requireName(name: string): string {
  if (!isStoredName(name)) throw new Error(`no name of a stored file: ${name.slice(0, 100)}`)
  return name
}
