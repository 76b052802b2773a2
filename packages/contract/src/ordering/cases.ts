import { z } from 'zod'
import { call } from '../call.ts'
import type { ErrorCode } from '../errors.ts'
import { notRefundable } from '../ledger/adjustments.ts'
import { amount, chosenItems, filledText, id, ignored, moneyText, text } from '../wire.ts'

/**
 * The problems that a customer can report: an order is late, items are missing, or items are wrong or bad. With
 * `no_show`, customers object that they came to a visit that the salon marked as missed.
 */
export const caseProblems = ['late', 'missing', 'wrong', 'no_show'] as const
/** The kind of a problem that a customer reports. */
export type CaseProblem = (typeof caseProblems)[number]

/** The errors that say why a customer cannot report a problem of an order. */
export type CaseRefusal = Extract<
  ErrorCode,
  'CASE_NOT_LATE' | 'CASE_NOT_DELIVERED' | 'CASE_TOO_OLD' | 'CASE_NOT_MISSED'
>

/** A point in time, ISO 8601. */
const moment = z.string()
const problem = z.enum(caseProblems)
const forOrder = { ...ignored, order_id: id }

const reported = {
  id: z.int(),
  order_id: z.int(),
  unique_order_id: z.string(),
  problem,
  words: z.string().nullable(),
  items: z.array(z.object({ id: z.int(), name: z.string(), quantity: z.int() })),
  opened_at: moment,
  /** The answer of the staff to the customer. */
  answer: z.string().nullable(),
  decided_at: moment.nullable(),
  /** The amount with which the case was settled; null if it was not settled with money. */
  amount: moneyText.nullable(),
  currency: z.string(),
  to: z.enum(['wallet', 'provider']).nullable(),
}

/** A case as its customer sees it. For the customer, a case is still open while its money waits for an approver. */
const ownCase = z.object({ ...reported, state: z.enum(['open', 'settled', 'refused']) })

export const openCase = call('open-case', {
  summary:
    'Reports that an order of the customer is late, or that items of it are missing or wrong. A problem can be reported once, and five cases can be opened in 24 hours. Staff settle the case; the call moves no money.',
  auth: 'customer',
  idempotent: true,
  input: z.object({ ...forOrder, problem, items: chosenItems.default([]), words: text(500).nullish() }),
  output: z.object({ success: z.literal(true), case: ownCase }),
  errors: [
    'NOT_FOUND',
    'CASE_NOT_LATE',
    'CASE_NOT_DELIVERED',
    'CASE_TOO_OLD',
    'CASE_NOT_MISSED',
    'CASE_ITEMS_INVALID',
    'CASE_EXISTS',
    'CASE_LIMIT',
  ],
})

export const getCases = call('get-cases', {
  summary: "The customer's newest cases, at most fifty.",
  auth: 'customer',
  input: z.object(ignored),
  output: z.object({ success: z.literal(true), cases: z.array(ownCase) }),
  errors: [],
})

export const getOrderHelp = call('get-order-help', {
  summary: 'The problems of an order that the customer can report, the people whom they can call, and its cases.',
  auth: 'customer',
  input: z.object(forOrder),
  output: z.object({
    success: z.literal(true),
    /** The problems of the order that the customer can report now. */
    problems: z.array(problem),
    /** The people whom the customer can call: the rider who has the order, and the store. */
    contacts: z.array(z.object({ role: z.enum(['rider', 'store']), name: z.string(), phone: z.string() })),
    cases: z.array(ownCase),
  }),
  errors: ['NOT_FOUND'],
})

/** A case as staff and the owner of its store see it; owners see no money. */
const staffCase = z.object({
  ...reported,
  /** The state of the case; `waiting` means that its money waits for an approver. */
  state: z.enum(['open', 'waiting', 'settled', 'refused']),
  store: z.string(),
  customer: z.string(),
  decided_by: z.string().nullable(),
  /** How the case was settled; `approval_id` is the refund or wallet correction. */
  settled_by: z.enum(['refund', 'credit']).nullable(),
  approval_id: z.int().nullable(),
})
const answerOfStaff = z.object({ success: z.literal(true), case: staffCase })

export const casesOfOrder = call('dashboard/cases', {
  summary: 'The cases of one order, newest first. Store owners get the cases of their own stores.',
  auth: 'staff',
  permission: 'order_view',
  ownersToo: true,
  input: z.object(forOrder),
  output: z.object({ success: z.literal(true), cases: z.array(staffCase) }),
  errors: ['NOT_FOUND'],
})

const ofDecisions = ['NOT_FOUND', 'ALREADY_DECIDED', 'CASE_WAITS'] as const
const answer = filledText(300)

export const refundCase = call('dashboard/cases/refund', {
  summary:
    'Settles a case with a refund of items or of an amount, to the wallet or the original payment method. Above the limits it needs an approver, and until then the case waits.',
  auth: 'staff',
  permission: 'order_actions',
  needsRecentProof: true,
  idempotent: true,
  input: z
    .object({
      ...ignored,
      id,
      // The order lines to refund. If both items and amount are missing, the server refunds the rest of the order.
      items: chosenItems.min(1).optional(),
      amount: amount.optional(),
      to: z.enum(['wallet', 'provider']),
      reason: filledText(300),
      answer,
    })
    .refine(({ items, amount }) => items === undefined || amount === undefined, 'Items replace the amount.'),
  output: answerOfStaff,
  errors: [...ofDecisions, 'AMOUNT_INVALID', 'REFUND_ITEMS_INVALID', ...notRefundable],
})

export const creditCase = call('dashboard/cases/credit', {
  summary:
    "Settles a case with a credit in the customer's wallet, in the site's currency. Above the limits it needs an approver, and until then the case waits.",
  auth: 'staff',
  permission: 'all_users_wallet',
  needsRecentProof: true,
  idempotent: true,
  input: z.object({
    ...ignored,
    id,
    amount,
    pocket: z.enum(['own', 'promotion']).default('own'),
    reason: filledText(300),
    answer,
  }),
  output: answerOfStaff,
  errors: [...ofDecisions, 'AMOUNT_INVALID', 'SECOND_PERSON_NEEDED'],
})

export const refuseCase = call('dashboard/cases/refuse', {
  summary: 'Refuses a case with a text for the customer, who can then report the problem again.',
  auth: 'staff',
  permission: 'order_actions',
  idempotent: true,
  input: z.object({ ...ignored, id, answer }),
  output: answerOfStaff,
  errors: [...ofDecisions, 'SECOND_PERSON_NEEDED'],
})
