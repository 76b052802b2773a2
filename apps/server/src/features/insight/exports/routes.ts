import { violatedConstraint } from '#db/connection.ts'
import { requireTable } from '#features/insight/tables/require-table.ts'
import { routes } from '#http/calls.ts'
import { AppError } from '#http/errors.ts'
import { once } from '#http/idempotency.ts'
import { requireOwnHand } from '#http/session.ts'
import { missingForDrive } from '#outside/drive/drive.ts'
import { beginRun, checkQuery, countExport, giveTicket, makerOf, requireDrive, scopeOf } from './begin-export.ts'
import { described, savePlan } from './plans.ts'
import { deletePlan, findPlan, findRun, listPlans, listRuns, type PlanRow, type RunRow } from './queries.ts'
import { seesStoresOf } from './sees-stores-of.ts'

const RUNS_SHOWN = 50

export const exportRoutes = routes({
  'dashboard/export': async (context) => {
    const { input, db, session, settings, request } = context
    const { table, q = null, sort = null, filters, format } = input
    const stores = await requireTable(context, table)
    const query = { q, sort, filters: filters ?? {} }
    if (format !== 'drive') {
      checkQuery({ table, query, format }, stores, context)
      await countExport(db, settings, session.userId)
      return { success: true, url: await giveTicket(context, { table, query, format }) }
    }
    const file = { table, query, format: 'csv' as const, destination: 'drive' as const }
    checkQuery(file, stores, context)
    requireDrive(settings)
    await countExport(db, settings, session.userId)
    return once(scopeOf(context, 'dashboard/export'), async (tx) => ({
      success: true as const,
      run_id: await beginRun(tx, { ...file, ...makerOf(session) }, request),
    }))
  },

  'dashboard/exports': async ({ db, session, settings }) => ({
    success: true,
    plans: (await listPlans(db, session.userId)).map(presentPlan),
    runs: (await listRuns(db, session.userId, RUNS_SHOWN)).map(presentRun),
    drive: { missing: missingForDrive(settings) ?? null },
  }),

  'dashboard/exports/show': async ({ input, db, session }) => {
    const run = await findRun(db, { id: input.id, userId: session.userId })
    if (!run) throw new AppError('NOT_FOUND')
    return { success: true, run: presentRun(run) }
  },

  'dashboard/exports/fetch': async (context) => {
    const run = await findRun(context.db, { id: context.input.id, userId: context.session.userId })
    if (run?.destination !== 'mail' || run.status !== 'done') throw new AppError('NOT_FOUND')
    const stores = await requireTable(context, run.table)
    if (!seesStoresOf(run, stores)) throw new AppError('PERMISSION_MISSING')
    const { table, query, format, id } = run
    return { success: true, url: await giveTicket(context, { table, query, format, runId: id }) }
  },

  'dashboard/export-plans/save': {
    check: async (context) => {
      const { input, session, settings } = context
      requireOwnHand(session)
      const { table, q, sort, filters, format } = input
      const stores = await requireTable(context, table)
      if (input.cadence === 'daily' ? input.on_day !== null : input.on_day === null || dayIsOff(input))
        throw new AppError('INVALID_INPUT', { fields: { on_day: 'fieldInvalid' } })
      checkQuery({ table, query: { q, sort, filters }, format }, stores, context)
      if (input.destination === 'drive') requireDrive(settings)
    },
    write: async (context) => ({ success: true, plan: presentPlan(await savePlan(context)) }),
  },

  'dashboard/export-plans/delete': {
    write: async ({ tx, input, session, audit }) => {
      const plan = await findPlan(tx, { id: input.id, userId: session.userId })
      if (!plan) throw new AppError('NOT_FOUND')
      await deletePlan(tx, plan.id)
      await audit('export_plan.deleted', { object: { type: 'export plan', id: plan.id }, before: described(plan) })
      return { success: true }
    },
  },

  'dashboard/export-plans/run': async (context) => {
    const { input, db, session, settings, request } = context
    const plan = await findPlan(db, { id: input.id, userId: session.userId })
    if (!plan) throw new AppError('NOT_FOUND')
    await requireTable(context, plan.table)
    if (plan.destination === 'drive') requireDrive(settings)
    await countExport(db, settings, session.userId)
    return once(scopeOf(context, 'dashboard/export-plans/run'), async (tx) => ({
      success: true as const,
      run_id: await beginRun(tx, { ...plan, planId: plan.id }, request),
    })).catch(planGone)
  },
})

/** Handles the error of a run whose plan was deleted meanwhile. */
function planGone(error: unknown): never {
  throw violatedConstraint(error) === 'export_runs__plan' ? new AppError('NOT_FOUND', { cause: error }) : error
}

function dayIsOff({ cadence, on_day: day }: { cadence: string; on_day: number | null }): boolean {
  return cadence === 'weekly' && day !== null && day > 7
}

function presentRun({ id, plan_id, table, format, destination, status, row_count, link, fault, ...run }: RunRow) {
  return {
    id,
    plan_id,
    table,
    format,
    destination,
    status,
    link,
    fault,
    rows: row_count,
    created_at: run.created_at.toISOString(),
    done_at: run.done_at?.toISOString() ?? null,
  }
}

function presentPlan(plan: PlanRow) {
  const { id, name, table, query, format, destination, cadence, on_day, at_hour, is_active } = plan
  return {
    id,
    name,
    table,
    format,
    destination,
    cadence,
    on_day,
    at_hour,
    is_active,
    q: query.q ?? null,
    sort: query.sort ?? null,
    filters: query.filters ?? {},
    next_run_at: plan.next_run_at.toISOString(),
  }
}
