import { execFile } from 'node:child_process'
import { constants, type FileHandle, mkdir, open, rename, rm, stat } from 'node:fs/promises'
import { dirname } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { promisify } from 'node:util'
import { createGzip } from 'node:zlib'
import { type Entry, writeTar } from './tar.ts'

/** Smaller files than at the quickest level at a third of the time of the usual one. */
const LEVEL = 4
export const PART = '.part'
/** Linux's `O_TMPFILE`, which Node does not name: a file without a name, gone with the process that holds it. */
const NAMELESS = 0o20000000 | constants.O_DIRECTORY | constants.O_RDWR

const run = promisify(execFile)

export type Written = { bytes: number }

/**
 * Packs entries into a file of our own account's. It has its name only once it is whole and on disk; where the system
 * can do so, it has no name at all before, so that nothing of it is left when this process is killed.
 */
export async function writeArchive(entries: AsyncIterable<Entry>, path: string): Promise<Written> {
  await mkdir(dirname(path), { recursive: true, mode: 0o700 })
  const part = `${path}${PART}`
  await rm(part, { force: true })
  const { file, isNameless } = await openPart(part)
  try {
    await pipeline(
      Readable.from(writeTar(entries), { objectMode: true }),
      createGzip({ level: LEVEL }),
      async (packed: AsyncIterable<Buffer>) => {
        for await (const chunk of packed) await file.appendFile(chunk)
      },
    )
    await file.sync()
    if (isNameless) await giveName(file, part)
    await rename(part, path)
  } catch (error) {
    await rm(part, { force: true })
    throw error
  } finally {
    await file.close()
  }
  return { bytes: (await stat(path)).size }
}

async function openPart(part: string): Promise<{ file: FileHandle; isNameless: boolean }> {
  const nameless = process.platform === 'linux' && (await canGiveNames(dirname(part)))
  if (nameless) return { file: await open(dirname(part), NAMELESS, 0o600), isNameless: true }
  return { file: await open(part, 'wx', 0o600), isNameless: false }
}

/** Whether files without a name can be made in this folder and get one later: not every file system knows them. */
async function canGiveNames(folder: string): Promise<boolean> {
  const trial = `${folder}/.trial-${process.pid}${PART}`
  try {
    const file = await open(folder, NAMELESS, 0o600)
    try {
      await giveName(file, trial)
    } finally {
      await file.close()
    }
    return true
  } catch {
    return false
  } finally {
    await rm(trial, { force: true })
  }
}

/** Node has no call that names an open file; `ln` has. */
async function giveName(file: FileHandle, path: string): Promise<void> {
  await run('ln', ['-L', `/proc/${process.pid}/fd/${file.fd}`, path])
}
