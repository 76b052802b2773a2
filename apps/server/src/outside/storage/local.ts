import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { mkdir, open, readdir, rename, rm, stat, statfs, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { type Files, isStoredName, requireName, type Storage, type StoredFile } from './storage.ts'
import { PART, writeWhole } from './whole-file.ts'

/** Stores the files of the shop in folders of the data folder. */
export function createLocalFiles(dataDir: string): Files {
  return {
    storage: createLocalStorage(join(dataDir, 'uploads')),
    exports: createLocalStorage(join(dataDir, 'exports')),
    backups: createLocalStorage(join(dataDir, 'backups'), { isPrivate: true }),
  }
}

/**
 * Stores files in a folder. A file appears complete or not at all, even if the process is killed. Private files can be
 * read only by our own system account, and are safely on the disk when they appear.
 */
export function createLocalStorage(folder: string, { isPrivate = false } = {}): Storage {
  const pathOf = (name: string): string => join(folder, requireName(name))
  const find = async (name: string): Promise<StoredFile | undefined> => {
    const file = await ifThere(stat(pathOf(name)))
    return file && { name, bytes: file.size }
  }
  return {
    write: async (name, bytes) => {
      const path = pathOf(name)
      if (isPrivate) return writeWhole(path, Buffer.isBuffer(bytes) ? only(bytes) : bytes)
      await mkdir(folder, { recursive: true })
      await writeFile(`${path}${PART}`, bytes)
      await rename(`${path}${PART}`, path)
    },
    open: async (name) => {
      const file = await ifThere(open(pathOf(name)))
      return file && { bytes: (await file.stat()).size, stream: file.createReadStream() }
    },
    find,
    remove: async (name) => rm(pathOf(name), { force: true }),
    async *list() {
      for (const name of (await ifThere(readdir(folder))) ?? []) {
        const file = isStoredName(name) ? await find(name) : undefined
        if (file) yield file
      }
    },
    checksum: async (name) => {
      if (!(await find(name))) return undefined
      const hash = createHash('sha256')
      for await (const chunk of createReadStream(pathOf(name))) hash.update(chunk as Buffer)
      return hash.digest('hex')
    },
    forgetParts: (olderThanMs) => forgetParts(folder, olderThanMs),
    room: async () => {
      const disk = await statfs(dirname(folder)).catch(() => undefined)
      return disk && disk.bavail * disk.bsize
    },
    link: async () => undefined,
  }
}

async function forgetParts(folder: string, olderThanMs: number): Promise<void> {
  for (const name of (await ifThere(readdir(folder))) ?? []) {
    if (!name.endsWith(PART)) continue
    const file = await ifThere(stat(join(folder, name)))
    if (file && Math.floor(file.mtimeMs) <= Date.now() - olderThanMs) await rm(join(folder, name), { force: true })
  }
}

/** Returns the result of a file operation, or undefined if the file or folder does not exist. */
function ifThere<Result>(asked: Promise<Result>): Promise<Result | undefined> {
  return asked.catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT' || error.code === 'ENOTDIR') return undefined
    throw error
  })
}

async function* only(bytes: Buffer): AsyncGenerator<Buffer, void, undefined> {
  yield bytes
}
