import type { Output } from '@nukkad/contract/contract.ts'
import type { CaseProblem } from '@nukkad/contract/ordering/cases.ts'
import { wireMoney } from '@nukkad/rules/money.ts'
import type { CaseRow } from './queries.ts'

type OwnCase = Output<'get-cases'>['cases'][number]
type StaffCase = Output<'dashboard/cases'>['cases'][number]

/**
 * Shapes a case for its customer, who sees a decision only when it is final, not while its money waits for an approver.
 */
export function presentOwnCase(row: CaseRow): OwnCase {
  const state = row.state === 'waiting' ? 'open' : row.state
  const isOver = state !== 'open'
  return {
    ...factsOf(row),
    state,
    answer: isOver ? row.answer : null,
    decided_at: isOver ? (row.decided_at?.toISOString() ?? null) : null,
    ...moneyOf(row, state === 'settled'),
  }
}

/**
 * Shapes a case for staff or for the owner of its store.
 * @param isStaff false for a store owner, who sees no amounts
 */
export function presentCase(row: CaseRow, { isStaff }: { isStaff: boolean }): StaffCase {
  const { state, store, customer, decided_by } = row
  const isDecided = state !== 'open'
  const hasMoney = isStaff && (state === 'waiting' || state === 'settled')
  return {
    ...factsOf(row),
    state,
    store,
    customer,
    answer: isDecided ? row.answer : null,
    decided_at: isDecided ? (row.decided_at?.toISOString() ?? null) : null,
    decided_by: isDecided ? decided_by : null,
    ...moneyOf(row, hasMoney),
    settled_by: hasMoney ? (row.approval_kind === 'refund' ? 'refund' : 'credit') : null,
    approval_id: hasMoney ? row.approval_id : null,
  }
}

function factsOf({ id, order_id, unique_order_id, problem, words, items, opened_at }: CaseRow) {
  return {
    id,
    order_id,
    unique_order_id,
    words,
    items,
    problem: problem as CaseProblem, // A constraint of the table allows only the problems of the contract.
    opened_at: opened_at.toISOString(),
  }
}

function moneyOf({ amount_minor, currency, approval_currency, destination }: CaseRow, isShown: boolean) {
  const own = approval_currency ?? currency
  if (!isShown || amount_minor === null) return { amount: null, currency: own, to: null }
  const to = destination === 'provider' ? ('provider' as const) : ('wallet' as const)
  return { amount: wireMoney(amount_minor, own), currency: own, to }
}
