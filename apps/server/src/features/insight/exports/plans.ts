import { inTransaction } from '#db/connection.ts'
import type { Services, WriteContext } from '#http/calls.ts'
import { AppError } from '#http/errors.ts'
import { makerOf, queueRun } from './begin-export.ts'
import { storedName } from './make-export.ts'
import {
  deleteOldRuns,
  deleteOldTickets,
  findPlan,
  giveUpLostRuns,
  insertPlan,
  insertRun,
  lockDuePlan,
  type PlanRow,
  setNextRun,
  updatePlan,
} from './queries.ts'

/** Milliseconds after which the process of an unfinished multipart upload counts as killed. */
const LOST_AFTER_MS = 24 * 3_600_000
/** Maximum number of plans that one step of the scheduler starts. */
const MAX_DUE_AT_ONCE = 500

/**
 * Saves a new or changed plan.
 * @throws AppError NOT_FOUND for another person's plan
 */
export async function savePlan({
  tx,
  input,
  session,
  config,
  audit,
}: WriteContext<'dashboard/export-plans/save'>): Promise<PlanRow> {
  const { id, table, q, sort, filters, name, format, destination, cadence, at_hour, is_active } = input
  const values = {
    ...makerOf(session),
    name,
    table,
    format,
    destination,
    cadence,
    at_hour,
    is_active,
    on_day: input.on_day,
    query: { q: q ?? null, sort: sort ?? null, filters: filters ?? {} },
  }
  const before = id == null ? undefined : await findPlan(tx, { id, userId: session.userId })
  if (id != null && !before) throw new AppError('NOT_FOUND')
  const saved = before
    ? await updatePlan(tx, before.id, values, config.timeZone)
    : await insertPlan(tx, values, config.timeZone)
  await audit(before ? 'export_plan.updated' : 'export_plan.created', {
    object: { type: 'export plan', id: saved.id },
    before: before && described(before),
    after: described(saved),
  })
  return saved
}

export function described({ name, table, query, format, destination, cadence, on_day, at_hour, is_active }: PlanRow) {
  return { name, table, ...query, format, destination, cadence, on_day, at_hour, is_active }
}

/** Starts each due plan once for its time, even if several servers run this step of the scheduler in parallel. */
export async function startDuePlans({ db, config }: Services): Promise<void> {
  for (let started = 0; started < MAX_DUE_AT_ONCE; started++) {
    const isAnyLeft = await inTransaction(db, async (tx) => {
      const plan = await lockDuePlan(tx)
      if (!plan) return false
      const runId = await insertRun(tx, { ...plan, planId: plan.id, plannedFor: plan.next_run_at })
      if (runId !== undefined) await queueRun(tx, runId)
      await setNextRun(tx, plan, config.timeZone)
      return true
    })
    if (!isAnyLeft) return
  }
}

/** Deletes expired tickets, runs that stopped without an end, and files older than a week, every hour. */
export async function forgetOldExports({ db, outside }: Services): Promise<void> {
  await deleteOldTickets(db)
  await giveUpLostRuns(db)
  for (const run of await deleteOldRuns(db))
    if (run.destination === 'mail') await outside.exports.remove(storedName(run))
  await outside.exports.forgetParts(LOST_AFTER_MS)
}
