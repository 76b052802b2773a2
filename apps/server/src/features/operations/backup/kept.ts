import { readdir, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import type { Config } from '#config.ts'
import { PART } from './write-archive.ts'

type Where = Pick<Config, 'dataDir'>

/** The cause of a backup: the plan (`planned`) or a person (`made`). */
export type Cause = 'planned' | 'made'
export type Kept = { name: string; cause: Cause; bytes: number; madeAt: Date }

const NAME_FORM = /^nukkad-(\d{4}-\d\d-\d\d)-(\d\d)(\d\d)(\d\d)-(planned|made)\.tar\.gz$/

/** Returns the name of a backup, with its start in UTC and who requested it. */
export function newName(cause: Cause, at = new Date()): string {
  const [day, time] = at.toISOString().split('T') as [string, string]
  return `nukkad-${day}-${time.slice(0, 8).replaceAll(':', '')}-${cause}.tar.gz`
}

/**
 * Returns the path of a backup.
 * @throws Error for a name that we did not make, so that no name leads out of the folder
 */
export function keptPath({ dataDir }: Where, name: string): string {
  if (!NAME_FORM.test(name)) throw new Error(`no name of a backup: ${name.slice(0, 100)}`)
  return join(dataDir, 'backups', name)
}

/** Lists the complete backups, the newest first. The folder is the only list of them. */
export async function listKept(where: Where): Promise<Kept[]> {
  const names = await readdir(join(where.dataDir, 'backups')).catch(() => [])
  const found = await Promise.all(names.map((name) => findKept(where, name)))
  return found.filter((each) => each !== undefined).sort((a, b) => b.madeAt.getTime() - a.madeAt.getTime())
}

export async function findKept(where: Where, name: string): Promise<Kept | undefined> {
  const [, day, hours, minutes, seconds, cause] = NAME_FORM.exec(name) ?? []
  if (!day) return undefined
  const file = await stat(keptPath(where, name)).catch(() => undefined)
  const madeAt = new Date(`${day}T${hours}:${minutes}:${seconds}Z`)
  return file && { name, cause: cause as Cause, bytes: file.size, madeAt }
}

/** @returns whether there was such a backup */
export async function removeKept(where: Where, name: string): Promise<boolean> {
  if (!(await findKept(where, name))) return false
  await rm(keptPath(where, name), { force: true })
  return true
}

/** Removes the remains of a killed backup. Call it only while no other backup is being made. */
export async function forgetParts({ dataDir }: Where): Promise<void> {
  const folder = join(dataDir, 'backups')
  const names = await readdir(folder).catch(() => [])
  for (const name of names.filter((each) => each.endsWith(PART))) await rm(join(folder, name), { force: true })
}

/** Deletes the oldest planned backups beyond `most`; those that a person requested stay. */
export async function forgetOldest(where: Where, most: number): Promise<void> {
  const planned = (await listKept(where)).filter(({ cause }) => cause === 'planned')
  for (const { name } of planned.slice(most)) await removeKept(where, name)
}
