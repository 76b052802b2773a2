import { tables } from '@nukkad/contract/tables/shapes.ts'
import { z } from 'zod'
import { inTransaction } from '#db/connection.ts'
import type { Row, Seen } from '#features/insight/tables/read-table.ts'
import { streamRows } from '#features/insight/tables/stream-rows.ts'
import type { Services } from '#http/calls.ts'
import { findRights } from '#http/rights.ts'
import { storesOfTable } from '#http/store-work.ts'
import { logEvent } from '#log-events.ts'
import { DriveError } from '#outside/drive/ask-drive.ts'
import { missingForDrive } from '#outside/drive/drive.ts'
import { loggedCause } from '#outside/message-provider.ts'
import { queueRun } from './begin-export.ts'
import {
  claimRun,
  endRun,
  type Fault,
  findAddress,
  isBeingMade,
  keepDriveFileId,
  keepStores,
  noteProgress,
  type RunRow,
  stopPlan,
} from './queries.ts'
import { type FileFormat, fileName, mimeTypes, writeFile } from './write-file.ts'

const payloadForm = z.object({ runId: z.int() })
/**
 * Milliseconds after which a worker that takes over a job checks again whether the first worker still runs it. A long
 * upload takes longer than the lease of its job.
 */
const POLL_AGAIN_MS = 120_000

/** Explains why a run produced no file, and whether another attempt may help. */
class RunFailed extends Error {
  readonly fault: Fault
  readonly isFinal: boolean

  constructor(fault: Fault, isFinal: boolean) {
    super(fault)
    this.fault = fault
    this.isFinal = isFinal
  }
}

/** Returns the file name under which a mailed export is stored for a week. */
export function storedName({ id, format }: { id: number; format: FileFormat }): string {
  return `export-${id}.${format}`
}

/**
 * Runs the job of one export with the rights that its owner has now: makes the file and delivers it. A permanent
 * failure ends the run and is recorded; any other failure is tried again.
 */
export async function makeExport(payload: unknown, services: Services): Promise<void> {
  const { runId } = payloadForm.parse(payload)
  const { db, log } = services
  const run = await claimRun(db, runId)
  if (!run) {
    if (await isBeingMade(db, runId))
      await inTransaction(db, (tx) => queueRun(tx, runId, new Date(Date.now() + POLL_AGAIN_MS)))
    return
  }
  try {
    const link = await (run.destination === 'drive' ? storeAtDrive(run, services) : storeAndMail(run, services))
    await endRun(db, runId, { status: 'done', ...(link && { link }) })
  } catch (error) {
    const failed = failureOf(error)
    if (!failed) {
      await endRun(db, runId, { status: 'waiting' })
      throw error
    }
    logEvent(log, 'export.failed', { runId, fault: failed.fault })
    await endRun(db, runId, { status: failed.isFinal ? 'failed' : 'waiting', fault: failed.fault })
    if (!failed.isFinal) throw error
  }
}

function failureOf(error: unknown): RunFailed | undefined {
  if (error instanceof RunFailed) return error
  if (error instanceof DriveError) return new RunFailed(`drive-${error.trouble}`, error.trouble !== 'away')
  return undefined
}

/**
 * Returns the rows that the owner of the run may see now. An owner who may no longer see the table gets no file, and
 * the plan stops.
 */
async function findSeen(run: RunRow, { db, config }: Services): Promise<Seen> {
  const rights = await findRights(db, run)
  const stores = rights && storesOfTable(rights, run.table, tables[run.table])
  if (stores) return { stores, timeZone: config.timeZone, userId: run.userId }
  const { plan_id: planId } = run
  if (planId !== null) await inTransaction(db, (tx) => stopPlan(tx, planId))
  throw new RunFailed('permission', true)
}

async function storeAtDrive(run: RunRow, services: Services): Promise<string> {
  const { db, settings, outside, config } = services
  const seen = await findSeen(run, services)
  if (missingForDrive(settings)) throw new RunFailed('drive-unconfigured', true)
  const stored = run.drive_file_id === null ? undefined : await outside.drive.find(run.drive_file_id)
  if (stored) return stored.link
  const fileId = run.drive_file_id ?? (await outside.drive.newFileId())
  await keepDriveFileId(db, run.id, fileId)
  const { link } = await outside.drive.store({
    fileId,
    name: fileName(run.table, run.format, run.created_at, config.timeZone),
    mimeType: mimeTypes[run.format],
    body: writeFile(run.table, run.format, counted(run, seen, services)),
  })
  return link
}

/**
 * Stores the file and sends a link to it by e-mail. The link alone gives no access: the file requires a sign-in, and
 * only the owner of the plan gets it.
 */
async function storeAndMail(run: RunRow, services: Services): Promise<undefined> {
  const { db, settings, outside, config } = services
  const seen = await findSeen(run, services)
  const to = (await findAddress(db, run.userId))?.email
  if (!to) throw new RunFailed('no-address', true)
  await keepStores(db, run.id, seen.stores)
  await outside.exports.write(storedName(run), writeFile(run.table, run.format, counted(run, seen, services)))
  const url = `${config.publicUrl ?? settings.get('storeUrl')}/dashboard/exports`
  const file = fileName(run.table, run.format, run.created_at, config.timeZone)
  try {
    await outside.mail.send({
      to,
      subject: settings.text('mailExportSubject', { file }),
      text: settings.text('mailExportText', { file, url }),
    })
  } catch (cause) {
    logEvent(services.log, 'export.mail_failed', { runId: run.id, cause: loggedCause(cause) })
    throw new RunFailed('mail-away', false)
  }
}

/** Passes the rows on and records the progress after each batch, which also shows that the run is alive. */
async function* counted(run: RunRow, seen: Seen, services: Services): AsyncGenerator<Row[], void, undefined> {
  let rows = 0
  for await (const batch of streamRows(services, { table: run.table, ...run.query }, seen)) {
    rows += batch.length
    await noteProgress(services.db, run.id, rows)
    yield batch
  }
}
