import type { CaseProblem, CaseRefusal } from '@nukkad/contract/ordering/cases.ts'
import { isRunning, type OrderStatus } from './order-states.ts'
import type { OrderType } from './order-type.ts'

/** Number of days after delivery in which a customer can report a problem. */
export const CASE_DAYS = 7
const CASE_MS = CASE_DAYS * 24 * 60 * 60_000

/** The facts of an order that decide which problems its customer can report. */
export type OrderOfCase = {
  status: OrderStatus
  type: OrderType
  /** The promised time of the order, or else its scheduled time; null if there is neither. */
  promisedAt: Date | null
  deliveredAt: Date | null
  /** The time until which the customer of a missed visit can object that they did come; null for any other order. */
  objectionEndsAt: Date | null
}

/**
 * Returns why a customer cannot report a problem, or undefined if they can. An order is late if it is still in progress
 * after its promised time, or was delivered later than promised. A visit is never late, and neither is an order that
 * waits to be collected or was collected late. Items can be missing or wrong only in an order that has arrived.
 */
export function caseRefusal(problem: CaseProblem, order: OrderOfCase, now: Date): CaseRefusal | undefined {
  const { status, type, promisedAt, deliveredAt, objectionEndsAt } = order
  if (problem === 'no_show') return objectionEndsAt && now < objectionEndsAt ? undefined : 'CASE_NOT_MISSED'
  if (problem === 'late') {
    if (type === 'VISIT') return 'CASE_NOT_LATE'
    const isMoving = isRunning(status) && status !== 'ready'
    if (isMoving) return promisedAt && promisedAt < now ? undefined : 'CASE_NOT_LATE'
    const wasLate = promisedAt && deliveredAt && promisedAt < deliveredAt && type === 'DELIVERY'
    if (status !== 'delivered' || !wasLate) return 'CASE_NOT_LATE'
  }
  if (status !== 'delivered' || !deliveredAt) return 'CASE_NOT_DELIVERED'
  return now.getTime() - deliveredAt.getTime() > CASE_MS ? 'CASE_TOO_OLD' : undefined
}

/** A number of pieces of an order line, chosen for a refund. */
export type ChosenItem = { id: number; quantity: number }

/**
 * Returns true if the chosen items are different lines of the order, each with a number of pieces from 1 up to the
 * line's own number.
 * @param lines the lines of the order, with the numbers of pieces that can be chosen
 */
export function areItemsOf(chosen: readonly ChosenItem[], lines: readonly ChosenItem[]): boolean {
  const most = new Map(lines.map(({ id, quantity }) => [id, quantity]))
  const isDistinct = new Set(chosen.map(({ id }) => id)).size === chosen.length
  return isDistinct && chosen.every(({ id, quantity }) => quantity >= 1 && quantity <= (most.get(id) ?? 0))
}
