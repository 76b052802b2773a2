import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

/**
 * Claims a data folder for this process, so that two servers never open one database.
 * @returns a function that gives the folder back
 * @throws Error with a plain sentence when a living process holds it
 */
export function lockDataDir(dataDir: string): () => void {
  mkdirSync(dataDir, { recursive: true })
  const path = join(dataDir, 'server.lock')
  const mine = `${process.pid} ${startedAt(process.pid)}`
  for (let tries = 0; tries < 3; tries++) {
    try {
      writeFileSync(path, mine, { flag: 'wx' })
      return () => rmSync(path, { force: true })
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
      const [pid, started] = readFileSync(path, 'utf8').split(' ')
      if (isAlive(Number(pid)) && startedAt(Number(pid)) === started) {
        throw new Error(
          `Another Nukkad (process ${pid}) already uses ${dataDir}. Stop it first, or set DATA_DIR to another folder.`,
        )
      }
      rmSync(path, { force: true })
    }
  }
  throw new Error(`Could not claim ${dataDir}: another start is in the way. Try again.`)
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM'
  }
}

/** Tells a process from a later one with the same number, where the system says when it began. */
function startedAt(pid: number): string {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
    return stat.slice(stat.lastIndexOf(')')).split(' ')[20] ?? ''
  } catch {
    return ''
  }
}
