import { accessSync, constants, statfsSync } from 'node:fs'

/** The folder of the Linux file system that keeps its files in memory. */
const MEMORY = '/dev/shm'
/** Minimum of free memory in bytes. The databases of a test run need less than half of this memory. */
const MIN_FREE_BYTES = 4 * 2 ** 30

/**
 * Puts the temporary files of this process and its children into memory, if the machine has enough of it. Each file of
 * server tests clones a database of some thousand files, which takes longer on a disk than the tests themselves.
 */
export function putTemporaryFilesInMemory(): void {
  if (process.platform !== 'linux' || process.env.TMPDIR) return
  try {
    accessSync(MEMORY, constants.W_OK)
    const { bavail, bsize } = statfsSync(MEMORY)
    if (bavail * bsize >= MIN_FREE_BYTES) process.env.TMPDIR = MEMORY
  } catch {
    // An error is ignored here: if the folder cannot be made, temporary files stay on the disk.
  }
}
