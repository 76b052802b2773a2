import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'

/** Milliseconds within which a server stops after the process that started it has ended. */
const STOPS_WITHIN_MS = 15_000
const CHECK_EVERY_MS = 50

type Process = { pid: number; startedAt: string }
/**
 * The process of the server that uses a data folder, and its runner, the process that started it; a server that was
 * started directly has no runner.
 */
type Holder = { server: Process; runner: Process | undefined }

/**
 * Claims a data folder for this process, so that two servers never open one database. If a server whose runner was
 * killed still holds the folder, waits for that server, and ends it if it does not stop on its own.
 * @returns a function that releases the folder
 * @throws Error with a sentence for the operator when a running process holds the folder
 */
export async function lockDataDir(dataDir: string): Promise<() => void> {
  mkdirSync(dataDir, { recursive: true })
  const path = join(dataDir, 'server.lock')
  for (let tries = 0; tries < 3; tries++) {
    try {
      writeFileSync(path, describeMe(), { flag: 'wx' })
      return () => rmSync(path, { force: true })
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
      const holder = readHolder(path)
      if (holder && isRunning(holder.server)) {
        if (!holder.runner || isRunning(holder.runner))
          throw new Error(
            `Another Nukkad (process ${holder.server.pid}) already uses ${dataDir}. Stop it first, or set DATA_DIR to another folder.`,
          )
        await endOrphan(holder.server)
      }
      rmSync(path, { force: true })
    }
  }
  throw new Error(`Could not claim ${dataDir}: another start is in the way. Try again.`)
}

async function endOrphan(server: Process): Promise<void> {
  process.kill(server.pid, 'SIGTERM')
  for (let waited = 0; waited < STOPS_WITHIN_MS && isRunning(server); waited += CHECK_EVERY_MS)
    await sleep(CHECK_EVERY_MS)
  if (isRunning(server)) process.kill(server.pid, 'SIGKILL')
  while (isRunning(server)) await sleep(CHECK_EVERY_MS)
}

function describeMe(): string {
  const pids = [process.pid, Number(process.env.NUKKAD_RUNNER)].filter((pid) => pid > 0)
  return pids.map((pid) => `${pid} ${startedAt(pid)}`).join(' ')
}

/** Reads the holder of a data folder; undefined when that holder has just released the folder. */
function readHolder(path: string): Holder | undefined {
  try {
    const [pid, began = '', runner, runnerBegan = ''] = readFileSync(path, 'utf8').split(' ')
    return {
      server: { pid: Number(pid), startedAt: began },
      runner: runner ? { pid: Number(runner), startedAt: runnerBegan } : undefined,
    }
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined
    throw error
  }
}

/** Returns whether this process still runs; a later process with the same number does not count. */
function isRunning({ pid, startedAt: began }: Process): boolean {
  return isAlive(pid) && startedAt(pid) === began
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM'
  }
}

/**
 * Returns the time at which a process began, if the system provides it, to distinguish the process from a later one
 * with the same number.
 */
function startedAt(pid: number): string {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
    const [, state, ...rest] = stat.slice(stat.lastIndexOf(')')).split(' ')
    // A zombie, a process that has ended but whose parent has not collected its state, counts as ended.
    return state === 'Z' ? 'ended' : (rest[18] ?? '')
  } catch {
    return ''
  }
}
