import type { Output } from '@nukkad/contract/contract.ts'
import type { Db } from '#db/connection.ts'
import { tellOfSettledCase } from '#features/ordering/cases/tell-customer.ts'
import { routes } from '#http/calls.ts'
import { paginate } from '#http/paginator.ts'
import { approveAdjustment, proposeAdjustment } from './adjust-wallet.ts'
import { answerDecision, answerRequest, onlyPeople } from './answer-request.ts'
import { confirmPayment } from './confirm-payment.ts'
import { refuseApprovalRequest } from './decide.ts'
import { approveCommission, refuseCommission } from './decide-commission.ts'
import { approvePaymentRequest } from './payment-request.ts'
import { presentAdjustment, presentRefund } from './present.ts'
import { getApprovalRequest, listApprovalRequests } from './queries.ts'
import { approveRefund, proposeRefund } from './refund.ts'
import { approveSettlement, recordSettlement } from './store-settlement.ts'

const PER_PAGE = 20

type Reader = { timeZone: string }
type AdjustmentAnswer = Output<'dashboard/wallet-adjustments/propose'>
type RefundAnswer = Output<'dashboard/refunds/propose'>

export const adjustmentRoutes = routes({
  'dashboard/wallet-adjustments': async ({ input, db, config, request }) => {
    const { page, state, customer_id: userId } = input
    const { rows, total } = await listApprovalRequests(db, 'adjustment', { state, userId, page, perPage: PER_PAGE })
    const path = `${request.origin}/public/api/dashboard/wallet-adjustments`
    const adjustments = rows.map((row) => presentAdjustment(row, config))
    return paginate(adjustments, { page, perPage: PER_PAGE, total, path })
  },

  'dashboard/wallet-adjustments/propose': {
    write: async (context) => answerAdjustment(context.tx, await proposeAdjustment(context), context.config),
    present: ({ tx, config }, { data }) => unlessRefused(answerAdjustment(tx, data.id, config)),
  },

  'dashboard/wallet-adjustments/approve': {
    check: onlyPeople,
    write: async ({ tx, input: { id }, settings, config, session, request }) => {
      if (await approveAdjustment(tx, settings, id, { staffId: session.userId, request }))
        await tellOfSettledCase(tx, id)
      return answerAdjustment(tx, id, config)
    },
  },

  'dashboard/wallet-adjustments/refuse': {
    write: async ({ tx, input: { id, reason }, config, session, request }) => {
      await refuseApprovalRequest(tx, { kind: 'adjustment', id, reason }, { staffId: session.userId, request })
      return answerAdjustment(tx, id, config)
    },
  },

  'dashboard/refunds': async ({ input, db, config, request }) => {
    const { page, state, customer_id: userId } = input
    const { rows, total } = await listApprovalRequests(db, 'refund', { state, userId, page, perPage: PER_PAGE })
    const path = `${request.origin}/public/api/dashboard/refunds`
    const refunds = rows.map((row) => presentRefund(row, config))
    return paginate(refunds, { page, perPage: PER_PAGE, total, path })
  },

  'dashboard/refunds/propose': {
    write: async (context) => answerRefund(context.tx, await proposeRefund(context), context.config),
    present: ({ tx, config }, { data }) => unlessRefused(answerRefund(tx, data.id, config)),
  },

  'dashboard/refunds/approve': {
    check: onlyPeople,
    write: async ({ tx, input: { id }, settings, config, session, request }) => {
      if (await approveRefund(tx, settings, id, { staffId: session.userId, request })) await tellOfSettledCase(tx, id)
      return answerRefund(tx, id, config)
    },
  },

  'dashboard/refunds/refuse': {
    write: async ({ tx, input: { id, reason }, config, session, request }) => {
      await refuseApprovalRequest(tx, { kind: 'refund', id, reason }, { staffId: session.userId, request })
      return answerRefund(tx, id, config)
    },
  },

  'dashboard/payment-approvals/approve': {
    check: onlyPeople,
    write: (context) =>
      answerDecision(context, (decider) =>
        approvePaymentRequest(context.tx, context.settings, context.input.id, decider),
      ),
  },

  'dashboard/payment-approvals/refuse': {
    check: onlyPeople,
    write: (context) =>
      answerDecision(context, (decider) =>
        refuseApprovalRequest(context.tx, { kind: 'payment', ...context.input }, decider),
      ),
  },

  'dashboard/payment-approvals/confirm': {
    check: onlyPeople,
    write: (context) => answerDecision(context, (decider) => confirmPayment(context.tx, context.input, decider)),
  },

  'dashboard/commission-approvals/approve': {
    check: onlyPeople,
    write: (context) => answerDecision(context, (decider) => approveCommission(context.tx, context.input.id, decider)),
  },

  'dashboard/commission-approvals/refuse': {
    check: onlyPeople,
    write: (context) => answerDecision(context, (decider) => refuseCommission(context.tx, context.input, decider)),
  },

  'dashboard/store-settlements/record': {
    write: async (context) => answerRequest(context.tx, await recordSettlement(context), context.config),
    present: ({ tx, config }, { data }) => unlessRefused(answerRequest(tx, data.id, config)),
  },

  'dashboard/store-settlements/approve': {
    check: onlyPeople,
    write: (context) => answerDecision(context, (decider) => approveSettlement(context.tx, context.input.id, decider)),
  },

  'dashboard/store-settlements/refuse': {
    check: onlyPeople,
    write: (context) =>
      answerDecision(context, (decider) =>
        refuseApprovalRequest(context.tx, { kind: 'store_settlement', ...context.input }, decider),
      ),
  },
})

/**
 * Answers a repeated request with its current state. Returns undefined if the request was refused or withdrawn, because
 * the person can then make it again.
 */
async function unlessRefused<Answer extends { data: { state: string } }>(
  answer: Promise<Answer>,
): Promise<Answer | undefined> {
  const now = await answer
  return now.data.state === 'refused' ? undefined : now
}

async function answerAdjustment(db: Db, id: number, reader: Reader): Promise<AdjustmentAnswer> {
  return { success: true, data: presentAdjustment(await getApprovalRequest(db, 'adjustment', id), reader) }
}

async function answerRefund(db: Db, id: number, reader: Reader): Promise<RefundAnswer> {
  return { success: true, data: presentRefund(await getApprovalRequest(db, 'refund', id), reader) }
}
