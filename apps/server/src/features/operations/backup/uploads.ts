import { existsSync } from 'node:fs'
import { rename, rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { Config } from '#config.ts'

type Where = Pick<Config, 'dataDir'>

const present = ({ dataDir }: Where): string => join(dataDir, 'uploads')
const before = ({ dataDir }: Where): string => join(dataDir, 'uploads.old')
/** Returns the folder in which a restore collects the pictures until its rows are committed. */
export const asideOf = ({ dataDir }: Where): string => join(dataDir, 'uploads.restoring')

/** Moves the restored pictures to their folder, and deletes the old pictures only after that. */
export async function moveUploadsIn(where: Where): Promise<void> {
  await rm(before(where), { recursive: true, force: true })
  if (existsSync(present(where))) await rename(present(where), before(where))
  await rename(asideOf(where), present(where))
  await rm(before(where), { recursive: true, force: true })
}

/**
 * Completes a restore that was killed after it had moved the old pictures away, because the rows of that restore are
 * committed.
 */
export async function settleUploads(where: Where): Promise<void> {
  const isHalfMoved = !existsSync(present(where)) && existsSync(before(where))
  if (isHalfMoved) await rename(existsSync(asideOf(where)) ? asideOf(where) : before(where), present(where))
  for (const path of [asideOf(where), before(where)]) await rm(path, { recursive: true, force: true })
}
