import type { Input } from '@nukkad/contract/contract.ts'
import { type CaseProblem, caseProblems } from '@nukkad/contract/ordering/cases.ts'
import { areItemsOf, caseRefusal, type OrderOfCase } from '@nukkad/rules/order-case.ts'
import { orderStatusOfId, showsRider } from '@nukkad/rules/order-states.ts'
import { orderTypeOfCode } from '@nukkad/rules/order-type.ts'
import type { Tx } from '#db/connection.ts'
import { AppError } from '#http/errors.ts'
import { type CaseRow, countNewCases, findOrderToHelp, insertCase, type OrderToHelp } from './queries.ts'

/** Maximum number of cases that a customer can open in 24 hours. */
const MAX_A_DAY = 5

/**
 * Opens a case for a problem of the customer's own order, and moves no money.
 * @returns the id of the case
 * @throws AppError NOT_FOUND also for an order of another customer; CASE_NOT_LATE, CASE_NOT_DELIVERED, CASE_TOO_OLD,
 * CASE_ITEMS_INVALID, CASE_EXISTS, CASE_LIMIT
 */
export async function openCase(
  tx: Tx,
  { userId, input }: { userId: number; input: Omit<Input<'open-case'>, 'idempotency_key'> },
): Promise<number> {
  const { order_id: orderId, problem, items, words } = input
  const opened = await countNewCases(tx, userId)
  const order = await findOrderToHelp(tx, { orderId, userId })
  if (!order) throw new AppError('NOT_FOUND')
  const refusal = caseRefusal(problem, orderOfCase(order), new Date())
  if (refusal) throw new AppError(refusal)
  const isAboutItems = problem === 'missing' || problem === 'wrong'
  if (items.length > 0 !== isAboutItems || !areItemsOf(items, order.lines)) throw new AppError('CASE_ITEMS_INVALID')
  const id = await insertCase(tx, { orderId, userId, problem, items, words: words || null })
  if (id === undefined) throw new AppError('CASE_EXISTS')
  // A problem that the customer reports a second time answers CASE_EXISTS, also when they have reached the limit of
  // cases.
  if (opened >= MAX_A_DAY) throw new AppError('CASE_LIMIT')
  return id
}

/**
 * Returns the problems of an order that can be reported now: those that fit its state, and have either no case yet or
 * only refused cases.
 */
export function problemsToReport(order: OrderToHelp, cases: readonly CaseRow[]): CaseProblem[] {
  const facts = orderOfCase(order)
  const isReported = (problem: CaseProblem) => cases.some((one) => one.problem === problem && one.state !== 'refused')
  return caseProblems.filter((problem) => !caseRefusal(problem, facts, new Date()) && !isReported(problem))
}

type Contact = { role: 'rider' | 'store'; name: string; phone: string }

/** Returns whom the customer can call about an order: the store, and the rider while they carry the order. */
export function contactsOf({ status, rider, rider_phone, store, store_phone }: OrderToHelp): Contact[] {
  const name = orderStatusOfId(status)
  const contacts: Contact[] = []
  if (rider && rider_phone && name && showsRider(name))
    contacts.push({ role: 'rider', name: rider, phone: rider_phone })
  if (store_phone) contacts.push({ role: 'store', name: store, phone: store_phone })
  return contacts
}

function orderOfCase({
  status,
  delivery_type,
  promised_at,
  delivered_at,
  objection_ends_at,
}: OrderToHelp): OrderOfCase {
  return {
    status: orderStatusOfId(status) ?? 'placed',
    type: orderTypeOfCode(delivery_type)!,
    promisedAt: promised_at,
    deliveredAt: delivered_at,
    objectionEndsAt: objection_ends_at,
  }
}
