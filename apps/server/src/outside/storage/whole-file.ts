import { execFile } from 'node:child_process'
import { constants, type FileHandle, mkdir, open, rename, rm } from 'node:fs/promises'
import { dirname } from 'node:path'
import { promisify } from 'node:util'

export const PART = '.part'
/**
 * Linux's flag `O_TMPFILE`, for which Node has no constant: a file without a name, which disappears with the process
 * that holds it.
 */
const NAMELESS = 0o20000000 | constants.O_DIRECTORY | constants.O_RDWR

const run = promisify(execFile)

/**
 * Writes a file that only our own account can read, and that gets its name only when it is complete and on disk. Where
 * the system allows it, the file has no name until it is complete, so that nothing remains if this process is killed.
 * @throws the error of the disk or of `chunks`
 */
export async function writeWhole(path: string, chunks: AsyncIterable<Buffer | string>): Promise<void> {
  await mkdir(dirname(path), { recursive: true, mode: 0o700 })
  const part = `${path}${PART}`
  await rm(part, { force: true })
  const { file, isNameless } = await openPart(part)
  try {
    for await (const chunk of chunks) await file.appendFile(chunk)
    await file.sync()
    if (isNameless) await giveName(file, part)
    await rename(part, path)
  } catch (error) {
    await rm(part, { force: true })
    throw error
  } finally {
    await file.close()
  }
}

async function openPart(part: string): Promise<{ file: FileHandle; isNameless: boolean }> {
  const nameless = process.platform === 'linux' && (await canGiveNames(dirname(part)))
  if (nameless) return { file: await open(dirname(part), NAMELESS, 0o600), isNameless: true }
  return { file: await open(part, 'wx', 0o600), isNameless: false }
}

/** Returns whether this folder's file system can create files without a name and name them later. */
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

/** Gives an open file without a name its name with the program `ln`, because Node has no call for this. */
async function giveName(file: FileHandle, path: string): Promise<void> {
  await run('ln', ['-L', `/proc/${process.pid}/fd/${file.fd}`, path])
}
