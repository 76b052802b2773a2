import { inTransaction, type Tx } from '#db/connection.ts'
import type { CallContext, Services } from '#http/calls.ts'
import { AppError } from '#http/errors.ts'
import { writeAudit } from '#platform/audit/write-audit.ts'
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

/** Plans of one person; more than that is a program's work. */
const MOST_DUE_AT_ONCE = 500

/**
 * Writes a plan, new or changed.
 * @throws AppError NOT_FOUND for a plan that is not one's own
 */
export async function savePlan(tx: Tx, context: CallContext<'dashboard/export-plans/save'>): Promise<PlanRow> {
  const { input, session, request, config } = context
  const { id, table, q, sort, filters, name, format, destination, cadence, at_hour, is_active } = input
  const values = {
    ...makerOf(session),
    ...{ name, table, format, destination, cadence, at_hour, is_active },
    on_day: input.on_day,
    query: { q: q ?? null, sort: sort ?? null, filters: filters ?? {} },
  }
  const before = id == null ? undefined : await findPlan(tx, { id, userId: session.userId })
  if (id != null && !before) throw new AppError('NOT_FOUND')
  const saved = before
    ? await updatePlan(tx, before.id, values, config.timeZone)
    : await insertPlan(tx, values, config.timeZone)
  await writeAudit(tx, {
    actorId: session.userId,
    action: before ? 'changed a planned export' : 'planned an export',
    object: { type: 'export plan', id: saved.id },
    ...(before && { before: described(before) }),
    after: described(saved),
    request,
  })
  return saved
}

export function described({ name, table, query, format, destination, cadence, on_day, at_hour, is_active }: PlanRow) {
  return { name, table, ...query, format, destination, cadence, on_day, at_hour, is_active }
}

/** The clock: every plan whose time has come gets one run for that time, however many servers look at once. */
export async function startDuePlans({ db, config }: Services): Promise<void> {
  for (let started = 0; started < MOST_DUE_AT_ONCE; started++) {
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

/** Each hour: tickets that are over, runs that were lost, and files that have lain a week. */
export async function forgetOldExports({ db, outside }: Services): Promise<void> {
  await deleteOldTickets(db)
  await giveUpLostRuns(db)
  for (const run of await deleteOldRuns(db))
    if (run.destination === 'mail') await outside.exports.remove(storedName(run))
}
