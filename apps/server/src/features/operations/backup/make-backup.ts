import { z } from 'zod'
import { inTransaction, type Tx } from '#db/connection.ts'
import type { Services } from '#http/calls.ts'
import { logEvent } from '#log-events.ts'
import type { Storage } from '#outside/storage/storage.ts'
import { addJob } from '#worker/add-job.ts'
import { type Cause, forgetOldest, listKept, newName } from './kept.ts'
import { claimRun, endRun, type Fault, insertRun, type Run } from './queries.ts'
import { BackupRunning, takeBackup } from './take-backup.ts'

const payloadForm = z.object({ runId: z.int() })
/**
 * Milliseconds after which a run checks again whether another process is still making a backup, because that process
 * may die.
 */
const POLL_AGAIN_MS = 120_000
/**
 * Age of the newest backup, in milliseconds, at which a daily backup is due; a shop whose server is off at night gets
 * its backup in the morning.
 */
const DAY_MS = 23.5 * 3_600_000
const MAX_KEPT = 1000
/** Free bytes that the disk must have in addition to twice the size of the newest backup. */
const ROOM_BYTES = 256 * 1024 * 1024

export const plans = ['off', 'hourly', 'daily'] as const

export function planOf({ settings }: Pick<Services, 'settings'>) {
  return {
    plan: plans.find((plan) => plan === settings.get('backupPlan')) ?? 'hourly',
    keeps: Math.min(MAX_KEPT, Math.max(1, Math.floor(settings.number('backupsKept')))),
  }
}

/** Queues a backup. Queues a backup; returns false if another backup is running. */
export async function beginBackup(tx: Tx, asked: { cause: Cause; askedBy: number | null }): Promise<boolean> {
  const runId = await insertRun(tx, asked)
  if (runId !== undefined) await queue(tx, runId)
  return runId !== undefined
}

async function queue(tx: Tx, runId: number, runAt?: Date): Promise<void> {
  await addJob(tx, { name: 'make-backup', payload: { runId }, key: `make-backup:${runId}`, ...(runAt && { runAt }) })
}

/** Queues a backup if the plan requires one; runs every hour. */
export async function startPlannedBackup(services: Services): Promise<void> {
  const { plan } = planOf(services)
  if (plan === 'off') return
  const newest = (await listKept(services.outside.backups)).find(({ cause }) => cause === 'planned')
  if (plan === 'daily' && newest && Date.now() - newest.madeAt.getTime() < DAY_MS) return
  await inTransaction(services.db, (tx) => beginBackup(tx, { cause: 'planned', askedBy: null }))
}

/**
 * Runs the job of one backup. A failed backup is reported and not tried again, because the plan or a person starts the
 * next one.
 */
export async function makeBackup(payload: unknown, services: Services): Promise<void> {
  const { runId } = payloadForm.parse(payload)
  const { db, log } = services
  const run = await claimRun(db, runId)
  if (!run) return
  try {
    const fault = await write(run, services)
    await endRun(db, runId, fault)
  } catch (error) {
    if (error instanceof BackupRunning)
      return inTransaction(db, (tx) => queue(tx, runId, new Date(Date.now() + POLL_AGAIN_MS)))
    logEvent(log, 'backup.failed', { err: error, runId })
    await endRun(db, runId, (error as NodeJS.ErrnoException).code === 'ENOSPC' ? 'no-room' : 'given-up')
  }
}

async function write({ cause, created_at }: Run, services: Services): Promise<Fault | null> {
  const { config, address, outside } = services
  const { backups } = outside
  if (!(await hasRoom(backups))) return 'no-room'
  const name = newName(cause, created_at)
  await takeBackup({ address, config, files: outside }, (packed) => backups.write(name, packed))
  await forgetOldest(backups, planOf(services).keeps)
  return null
}

/** Returns whether the disk has enough free space: a backup must not fill the disk that the shop writes to. */
async function hasRoom(backups: Storage): Promise<boolean> {
  const free = await backups.room()
  const [newest] = await listKept(backups)
  return free === undefined || free > 2 * (newest?.bytes ?? 0) + ROOM_BYTES
}
