import { join } from 'node:path'
import type { Config } from '#config.ts'
import type { Storage } from '#outside/storage/storage.ts'

/** The cause of a backup: the plan (`planned`) or a person (`made`). */
export type Cause = 'planned' | 'made'
export type Kept = { name: string; cause: Cause; bytes: number; madeAt: Date }

const NAME_FORM = /^nukkad-(\d{4}-\d\d-\d\d)-(\d\d)(\d\d)(\d\d)-(planned|made)\.tar\.gz$/

/** Returns the file name of a backup, with its start in UTC and its cause. */
export function newName(cause: Cause, at = new Date()): string {
  const [day, time] = at.toISOString().split('T') as [string, string]
  return `nukkad-${day}-${time.slice(0, 8).replaceAll(':', '')}-${cause}.tar.gz`
}

/**
 * Returns the path of a backup in the data folder.
 * @throws Error for a name of any other form than a backup's, so that no name leads out of the folder
 */
export function keptPath({ dataDir }: Pick<Config, 'dataDir'>, name: string): string {
  if (!NAME_FORM.test(name)) throw new Error(`no name of a backup: ${name.slice(0, 100)}`)
  return join(dataDir, 'backups', name)
}

/** Lists the complete backups, the newest first. No table lists backups: the files in the storage are the list. */
export async function listKept(backups: Storage): Promise<Kept[]> {
  const found: Kept[] = []
  for await (const { name, bytes } of backups.list()) {
    const kept = described(name, bytes)
    if (kept) found.push(kept)
  }
  return found.sort((a, b) => b.madeAt.getTime() - a.madeAt.getTime())
}

export async function findKept(backups: Storage, name: string): Promise<Kept | undefined> {
  const file = NAME_FORM.test(name) ? await backups.find(name) : undefined
  return file && described(name, file.bytes)
}

function described(name: string, bytes: number): Kept | undefined {
  const [, day, hours, minutes, seconds, cause] = NAME_FORM.exec(name) ?? []
  return day
    ? { name, cause: cause as Cause, bytes, madeAt: new Date(`${day}T${hours}:${minutes}:${seconds}Z`) }
    : undefined
}

/** Deletes the oldest planned backups beyond `most`; the backups that a person requested stay. */
export async function forgetOldest(backups: Storage, most: number): Promise<void> {
  const planned = (await listKept(backups)).filter(({ cause }) => cause === 'planned')
  for (const { name } of planned.slice(most)) await backups.remove(name)
}
