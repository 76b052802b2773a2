import { chmodSync, existsSync, mkdtempSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

/** The file in a generated folder that holds the digest of the folder's sources. */
export const STAMP = '.sha256'
/**
 * Maximum number of tries to put a folder in its place. Between two steps of this script, another process may move its
 * folder to the same place, but at most once.
 */
const MAX_TRIES = 5

export function stampOf(folder: string): string | undefined {
  const stamp = join(folder, STAMP)
  return existsSync(stamp) ? readFileSync(stamp, 'utf8') : undefined
}

export function writeStamp(folder: string, digest: string): void {
  writeFileSync(join(folder, STAMP), digest)
}

/**
 * Moves a finished folder, which contains the file with the digest, to its place, and deletes the folder that was
 * there. If another process does the same at the same time, the folder of the faster process stays.
 */
export function putInPlace(fresh: string, folder: string, digest: string): void {
  // Makes the folder readable, because other accounts cannot read temporary folders, and the server may run under
  // another account than the build.
  chmodSync(fresh, 0o755)
  for (let tries = 1; ; tries++) {
    try {
      renameSync(fresh, folder)
      return
    } catch (error) {
      if (stampOf(folder) === digest) return
      if (tries === MAX_TRIES) throw error
      moveAway(folder)
    }
  }
}

/** Deletes a folder. The folder is renamed first, so that no reader sees a half-deleted folder. */
function moveAway(folder: string): void {
  if (!existsSync(folder)) return
  const old = mkdtempSync(`${folder}-`)
  try {
    renameSync(folder, join(old, 'pictures'))
  } catch {
    // An error is ignored here: if another process was faster, the next try finds that process's folder.
  }
  rmSync(old, { recursive: true, force: true })
}
