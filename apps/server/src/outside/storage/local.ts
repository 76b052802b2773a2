import { mkdir, open, rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Storage } from './storage.ts'

const NAME_FORM = /^[a-z0-9][a-z0-9-]{0,80}\.(webp|avif|png|csv|xml)$/

/**
 * Stores files in a folder of the data directory. A file appears whole or not at all, even if the process is killed.
 */
export function createLocalStorage(folder: string): Storage {
  const pathOf = (name: string): string => {
    if (!NAME_FORM.test(name)) throw new Error(`no name of a stored file: ${name.slice(0, 100)}`)
    return join(folder, name)
  }
  return {
    write: async (name, bytes) => {
      const path = pathOf(name)
      await mkdir(folder, { recursive: true })
      await writeFile(`${path}.part`, bytes)
      await rename(`${path}.part`, path)
    },
    open: async (name) => {
      const file = await open(pathOf(name)).catch((error: NodeJS.ErrnoException) => {
        if (error.code === 'ENOENT') return undefined
        throw error
      })
      if (!file) return undefined
      return { bytes: (await file.stat()).size, stream: file.createReadStream() }
    },
    remove: async (name) => rm(pathOf(name), { force: true }),
  }
}
