import { createHash, randomBytes } from 'node:crypto'
import type { CallName } from '@nukkad/contract/contract.ts'
import { type Db, inTransaction, type Tx } from '#db/connection.ts'
import { statementOf } from '#features/insight/tables/read-table.ts'
import type { CallContext } from '#http/calls.ts'
import type { Client } from '#http/client.ts'
import { AppError } from '#http/errors.ts'
import { takeFromLimit } from '#http/limits.ts'
import { refuseEndedSession, type Session } from '#http/session.ts'
import { missingForDrive } from '#outside/drive/drive.ts'
import { writeAudit } from '#platform/audit/write-audit.ts'
import type { Settings } from '#platform/settings/settings.ts'
import { addJob } from '#worker/add-job.ts'
import { type Destination, type Export, insertRun, insertTicket, type Maker } from './queries.ts'

const TICKET_SECONDS = 60
const TICKET_BYTES = 32

type Context = Pick<CallContext<'dashboard/export'>, 'db' | 'settings' | 'config' | 'session' | 'request' | 'tables'>
type AuditRequest = Context['request']

/** Returns who makes an export; the contract admits only staff and store owners. */
export function makerOf({ userId, audience }: Pick<Session, 'userId' | 'audience'>): Maker {
  return { userId, audience: audience === 'staff' ? 'staff' : 'store-owner' }
}

/**
 * Counts an export against the person's hourly limit, because an export reads many rows.
 * @throws AppError TOO_MANY_REQUESTS
 */
export async function countExport(db: Db, settings: Settings, userId: number): Promise<void> {
  const most = settings.number('limitExportsPerMember')
  await takeFromLimit(db, { key: `exports:${userId}`, most, windowSeconds: 3600 })
}

/**
 * Checks that the table has the filters, the sort and the values of a query.
 * @throws AppError INVALID_INPUT
 */
export function checkQuery(
  { table, query }: Export,
  stores: Session['stores'],
  { session, config, tables }: Pick<Context, 'session' | 'config' | 'tables'>,
): void {
  statementOf(tables, { table, ...query }, { stores, timeZone: config.timeZone, userId: session.userId })
}

/**
 * Requires that the shop has set up Google Drive.
 * @throws AppError DRIVE_NOT_CONFIGURED, naming the setting that is missing
 */
export function requireDrive(settings: Settings): void {
  const setting = missingForDrive(settings)
  if (setting) throw new AppError('DRIVE_NOT_CONFIGURED', { params: { setting } })
}

/**
 * Returns a URL from which only this session can fetch the file, once, within a minute.
 * @throws AppError SESSION_REVOKED
 */
export async function giveTicket(
  { db, session, request }: Pick<Context, 'db' | 'session' | 'request'>,
  file: Export & { runId?: number },
): Promise<string> {
  const ticket = randomBytes(TICKET_BYTES)
  await inTransaction(db, async (tx) => {
    await insertTicket(tx, { ...file, hash: hashOfTicket(ticket), sessionId: session.id, seconds: TICKET_SECONDS })
    await auditExport(tx, { ...file, to: 'browser' }, { actorId: session.userId, request })
  }).catch(refuseEndedSession)
  return `/dashboard/exports/${ticket.toString('base64url')}`
}

export function hashOfTicket(ticket: Buffer): Buffer {
  return createHash('sha256').update(ticket).digest()
}

/** Queues a job that makes the file; the row of the export run records its progress. */
export async function beginRun(
  tx: Tx,
  run: Export & Maker & { destination: Destination; planId?: number },
  request: AuditRequest,
): Promise<number> {
  const id = await insertRun(tx, run)
  // A run always gets an id here: a run without a planned time cannot conflict with another run.
  if (id === undefined) throw new Error('the run was not written')
  await queueRun(tx, id)
  await auditExport(tx, { ...run, to: run.destination }, { actorId: run.userId, request })
  return id
}

export async function queueRun(tx: Tx, runId: number, runAt?: Date): Promise<void> {
  await addJob(tx, { name: 'make-export', payload: { runId }, key: `make-export:${runId}`, ...(runAt && { runAt }) })
}

/**
 * Records in the audit log who exported which rows, and to which destination
 * (docs/reference/security.md#files-and-exports and docs/reference/security.md#logs-and-audit).
 */
async function auditExport(
  tx: Tx,
  { table, query, format, to }: Export & { to: Destination | 'browser' },
  { actorId, request }: { actorId: number; request: { id: string; client: Client } },
): Promise<void> {
  await writeAudit(tx, {
    actorId,
    action: 'table.exported',
    object: { type: 'table', id: table },
    after: { format, to, ...query },
    request,
  })
}

/** Returns the scope under which `once` stores an answer: the call and the person who sent the idempotency key. */
export function scopeOf<Name extends CallName>(
  { db, request, session }: Pick<Context, 'db' | 'request' | 'session'>,
  call: Name,
) {
  return { db, request, userId: session.userId, call }
}
