import type { WireInput } from '@nukkad/contract/contract.ts'
import { type TableName, tableNames } from '@nukkad/contract/tables/shapes.ts'
import { shapeOf } from '#features/shell/table/shapes.ts'
import type { Plan } from '#lib/export-texts.ts'
import { type Member, may } from '#lib/session.ts'

export type PlanValues = {
  name: string
  table: TableName
  q: string
  filters: Record<string, string>
  format: 'csv' | 'xml'
  destination: 'drive' | 'mail'
  cadence: 'daily' | 'weekly' | 'monthly'
  on_day: string
  at_hour: string
  is_active: boolean
}

/** Returns the tables that this member may see, and therefore export. */
export function tablesOf(member: Member): TableName[] {
  return tableNames.filter((name) => {
    const { permission, ownersToo = false } = shapeOf(name)
    return may(member, { permission, owners: ownersToo, table: name })
  })
}

/** Returns the values of a known plan, or of a new one for the first table that the member may see. */
export function planValues(plan: Plan | undefined, table: TableName | undefined): PlanValues {
  return {
    name: plan?.name ?? '',
    table: plan?.table ?? table ?? 'audit',
    q: plan?.q ?? '',
    filters: plan?.filters ?? {},
    format: plan?.format ?? 'csv',
    destination: plan?.destination ?? 'mail',
    cadence: plan?.cadence ?? 'daily',
    on_day: String(plan?.on_day ?? 1),
    at_hour: String(plan?.at_hour ?? 6),
    is_active: plan?.is_active ?? true,
  }
}

/**
 * Converts the form values into the input of the call that saves the plan. An existing plan keeps its order of rows,
 * which the form does not show.
 */
export function planInput(typed: PlanValues, known: Plan | undefined): WireInput<'dashboard/export-plans/save'> {
  const { on_day, at_hour, ...others } = typed
  return {
    ...others,
    ...(known && { id: known.id, sort: known.sort }),
    on_day: typed.cadence === 'daily' ? null : Number(on_day),
    at_hour: Number(at_hour),
  }
}
