import { z } from 'zod'
import { call } from '../call.ts'
import { answerOf, approvalRequest, decideInput, ofDecisions, refuseInput } from '../ledger/adjustments.ts'
import { amount, dateTimeText, id, ignored, moneyText, page, pageNumber, text } from '../wire.ts'

const person = z.object({ id: z.int(), name: z.string() })

const collection = z.object({
  id: z.int(),
  rider: person,
  amount: moneyText,
  currency: z.string(),
  note: z.string().nullable(),
  collected_by: person,
  created_at: dateTimeText,
})

export const listCashHeld = call('dashboard/delivery-collections', {
  summary: 'Riders who hold cash, largest amount first, twenty a page.',
  auth: 'staff',
  permission: 'delivery_collection_manage',
  query: ['page'],
  input: z.object({ ...ignored, page: pageNumber }),
  output: page(z.object({ rider: person, held: moneyText, currency: z.string() })),
  errors: [],
})

const riders = { auth: 'staff', permission: 'delivery_collection_manage' } as const

export const collectCash = call('dashboard/delivery-collections/collect', {
  summary: 'Records cash that a rider handed in, in full or in part. Above the daily limits it needs an approver.',
  ...riders,
  needsRecentProof: true,
  idempotent: true,
  input: z.object({
    ...ignored,
    rider_id: id,
    amount: amount.optional(),
    // The currency of the cash. If `currency` is missing, the cash is in the currency of the site.
    currency: z
      .string()
      .regex(/^[A-Z]{3}$/)
      .optional(),
    note: text(300).nullish(),
  }),
  // `held` is the cash that the rider holds now.
  output: answerOf(approvalRequest).extend({ held: moneyText }),
  errors: ['NOT_FOUND', 'AMOUNT_INVALID', 'COLLECTION_TOO_HIGH', 'SECOND_PERSON_NEEDED'],
})

export const approveCashCollection = call('dashboard/delivery-collections/approve', {
  summary: "Approves a rider's cash that another member of staff recorded.",
  ...riders,
  needsRecentProof: true,
  idempotent: true,
  input: decideInput,
  output: answerOf(approvalRequest),
  errors: [...ofDecisions, 'SECOND_PERSON_NEEDED', 'COLLECTION_TOO_HIGH'],
})

export const refuseCashCollection = call('dashboard/delivery-collections/refuse', {
  summary: "Refuses a rider's cash that needs approval, or withdraws one's own record.",
  ...riders,
  needsRecentProof: true,
  idempotent: true,
  input: refuseInput,
  output: answerOf(approvalRequest),
  errors: [...ofDecisions, 'SECOND_PERSON_NEEDED'],
})

export const listCashCollections = call('dashboard/delivery-collection-logs', {
  summary: 'Cash collected from riders, newest first, twenty a page; optionally of one rider.',
  auth: 'staff',
  permission: 'delivery_collection_logs_view',
  query: ['page'],
  input: z.object({ ...ignored, page: pageNumber, rider_id: id.optional() }),
  output: page(collection),
  errors: [],
})
