import type { Output } from '@nukkad/contract/contract.ts'
import { wireMoney } from '@nukkad/rules/money.ts'
import type { Db, Tx } from '#db/connection.ts'
import { type CallContext, routes } from '#http/calls.ts'
import { once } from '#http/idempotency.ts'
import { paginate } from '#http/paginator.ts'
import { approveAdjustment, proposeAdjustment } from './adjust-wallet.ts'
import { approveCash, recordCash } from './cash-collection.ts'
import { confirmPayment } from './confirm-payment.ts'
import { type Decider, refuseApprovalRequest, requirePerson } from './decide.ts'
import { approveCommission, refuseCommission } from './decide-commission.ts'
import { approvePaymentRequest } from './payment-request.ts'
import { presentAdjustment, presentRefund, presentRequest } from './present.ts'
import { getApprovalRequest, getRequest, listApprovalRequests } from './queries.ts'
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

  'dashboard/wallet-adjustments/propose': async (context) => {
    const { db, request, session, config } = context
    const scope = { db, request, userId: session.userId, call: 'dashboard/wallet-adjustments/propose' } as const
    return once(scope, async (tx) => answerAdjustment(tx, await proposeAdjustment(tx, context), config), {
      present: (tx, { data }) => unlessRefused(answerAdjustment(tx, data.id, config)),
    })
  },

  'dashboard/wallet-adjustments/approve': async ({ input: { id }, db, settings, config, session, request }) => {
    requirePerson(request)
    return once(
      { db, request, userId: session.userId, call: 'dashboard/wallet-adjustments/approve' },
      async (tx): Promise<AdjustmentAnswer> => {
        await approveAdjustment(tx, settings, id, { staffId: session.userId, request })
        return answerAdjustment(tx, id, config)
      },
    )
  },

  'dashboard/wallet-adjustments/refuse': async ({ input: { id, reason }, db, config, session, request }) =>
    once(
      { db, request, userId: session.userId, call: 'dashboard/wallet-adjustments/refuse' },
      async (tx): Promise<AdjustmentAnswer> => {
        await refuseApprovalRequest(tx, { kind: 'adjustment', id, reason }, { staffId: session.userId, request })
        return answerAdjustment(tx, id, config)
      },
    ),

  'dashboard/refunds': async ({ input, db, config, request }) => {
    const { page, state, customer_id: userId } = input
    const { rows, total } = await listApprovalRequests(db, 'refund', { state, userId, page, perPage: PER_PAGE })
    const path = `${request.origin}/public/api/dashboard/refunds`
    const refunds = rows.map((row) => presentRefund(row, config))
    return paginate(refunds, { page, perPage: PER_PAGE, total, path })
  },

  'dashboard/refunds/propose': async (context) => {
    const { db, request, session, config } = context
    const scope = { db, request, userId: session.userId, call: 'dashboard/refunds/propose' } as const
    return once(scope, async (tx) => answerRefund(tx, await proposeRefund(tx, context), config), {
      present: (tx, { data }) => unlessRefused(answerRefund(tx, data.id, config)),
    })
  },

  'dashboard/refunds/approve': async ({ input: { id }, db, settings, config, session, request }) => {
    requirePerson(request)
    return once(
      { db, request, userId: session.userId, call: 'dashboard/refunds/approve' },
      async (tx): Promise<RefundAnswer> => {
        await approveRefund(tx, settings, id, { staffId: session.userId, request })
        return answerRefund(tx, id, config)
      },
    )
  },

  'dashboard/refunds/refuse': async ({ input: { id, reason }, db, config, session, request }) =>
    once(
      { db, request, userId: session.userId, call: 'dashboard/refunds/refuse' },
      async (tx): Promise<RefundAnswer> => {
        await refuseApprovalRequest(tx, { kind: 'refund', id, reason }, { staffId: session.userId, request })
        return answerRefund(tx, id, config)
      },
    ),

  'dashboard/payment-approvals/approve': (context) =>
    decide(context, 'dashboard/payment-approvals/approve', (tx, decider) =>
      approvePaymentRequest(tx, context.settings, context.input.id, decider),
    ),

  'dashboard/payment-approvals/refuse': (context) =>
    decide(context, 'dashboard/payment-approvals/refuse', (tx, decider) =>
      refuseApprovalRequest(tx, { kind: 'payment', ...context.input }, decider),
    ),

  'dashboard/payment-approvals/confirm': (context) =>
    decide(context, 'dashboard/payment-approvals/confirm', (tx, decider) => confirmPayment(tx, context.input, decider)),

  'dashboard/commission-approvals/approve': (context) =>
    decide(context, 'dashboard/commission-approvals/approve', (tx, decider) =>
      approveCommission(tx, context.input.id, decider),
    ),

  'dashboard/commission-approvals/refuse': (context) =>
    decide(context, 'dashboard/commission-approvals/refuse', (tx, decider) =>
      refuseCommission(tx, context.input, decider),
    ),

  'dashboard/store-settlements/record': async (context) => {
    const { db, request, session, config } = context
    const scope = { db, request, userId: session.userId, call: 'dashboard/store-settlements/record' } as const
    return once(scope, async (tx) => answerRequest(tx, await recordSettlement(tx, context), config), {
      present: (tx, { data }) => unlessRefused(answerRequest(tx, data.id, config)),
    })
  },

  'dashboard/store-settlements/approve': (context) =>
    decide(context, 'dashboard/store-settlements/approve', (tx, decider) =>
      approveSettlement(tx, context.input.id, decider),
    ),

  'dashboard/store-settlements/refuse': (context) =>
    decide(context, 'dashboard/store-settlements/refuse', (tx, decider) =>
      refuseApprovalRequest(tx, { kind: 'store_settlement', ...context.input }, decider),
    ),

  'dashboard/delivery-collections/collect': async (context) => {
    const { db, request, session, config } = context
    const scope = { db, request, userId: session.userId, call: 'dashboard/delivery-collections/collect' } as const
    return once(scope, async (tx) => {
      const { id, heldMinor, currency } = await recordCash(tx, context)
      return { ...(await answerRequest(tx, id, config)), held: wireMoney(heldMinor, currency) }
    })
  },

  'dashboard/delivery-collections/approve': (context) =>
    decide(context, 'dashboard/delivery-collections/approve', (tx, decider) =>
      approveCash(tx, context.input.id, decider),
    ),

  'dashboard/delivery-collections/refuse': (context) =>
    decide(context, 'dashboard/delivery-collections/refuse', (tx, decider) =>
      refuseApprovalRequest(tx, { kind: 'cash_collection', ...context.input }, decider),
    ),
})

type DecidingCall =
  | 'dashboard/payment-approvals/confirm'
  | `dashboard/${'payment-approvals' | 'commission-approvals' | 'store-settlements' | 'delivery-collections'}/${'approve' | 'refuse'}`
type RequestAnswer = Output<'dashboard/store-settlements/record'>

/** Decides on a request, once per idempotency key. Refuses API keys. */
async function decide(
  { db, config, session, request, input }: CallContext<DecidingCall>,
  call: DecidingCall,
  act: (tx: Tx, decider: Decider) => Promise<unknown>,
): Promise<RequestAnswer> {
  requirePerson(request)
  return once({ db, request, userId: session.userId, call }, async (tx) => {
    await act(tx, { staffId: session.userId, request })
    return answerRequest(tx, input.id, config)
  })
}

async function answerRequest(db: Db, id: number, reader: Reader): Promise<RequestAnswer> {
  return { success: true, data: presentRequest(await getRequest(db, id), reader) }
}

/**
 * Answers a repeated request with its current state; undefined if it was refused or withdrawn, so that it can be made
 * again.
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
