import type { Output } from '@nukkad/contract/contract.ts'
import type { Db } from '#db/connection.ts'
import { routes } from '#http/calls.ts'
import { once } from '#http/idempotency.ts'
import { paginate } from '#http/paginator.ts'
import { approveAdjustment, proposeAdjustment } from './adjust-wallet.ts'
import { refuseProposal } from './decide.ts'
import { presentAdjustment, presentRefund } from './present.ts'
import { getProposal, listProposals } from './queries.ts'
import { approveRefund, proposeRefund } from './refund.ts'

const PER_PAGE = 20

type Reader = { timeZone: string }
type AdjustmentAnswer = Output<'dashboard/wallet-adjustments/propose'>
type RefundAnswer = Output<'dashboard/refunds/propose'>

export const staffMoneyRoutes = routes({
  'dashboard/wallet-adjustments': async ({ input, db, config, request }) => {
    const { page, state, customer_id: userId } = input
    const { rows, total } = await listProposals(db, 'adjustment', { state, userId, page, perPage: PER_PAGE })
    const path = `${request.origin}/public/api/dashboard/wallet-adjustments`
    const adjustments = rows.map((row) => presentAdjustment(row, config))
    return paginate(adjustments, { page, perPage: PER_PAGE, total, path })
  },

  'dashboard/wallet-adjustments/propose': async (context) => {
    const { db, request, session, config } = context
    const scope = { db, request, userId: session.userId, call: 'dashboard/wallet-adjustments/propose' } as const
    return once(scope, async (tx) => answerAdjustment(tx, await proposeAdjustment(tx, context), config))
  },

  'dashboard/wallet-adjustments/approve': async ({ input: { id }, db, settings, config, session, request }) =>
    once(
      { db, request, userId: session.userId, call: 'dashboard/wallet-adjustments/approve' },
      async (tx): Promise<AdjustmentAnswer> => {
        await approveAdjustment(tx, settings, id, { staffId: session.userId, request })
        return answerAdjustment(tx, id, config)
      },
    ),

  'dashboard/wallet-adjustments/refuse': async ({ input: { id, reason }, db, config, session, request }) =>
    once(
      { db, request, userId: session.userId, call: 'dashboard/wallet-adjustments/refuse' },
      async (tx): Promise<AdjustmentAnswer> => {
        await refuseProposal(tx, { kind: 'adjustment', id, reason }, { staffId: session.userId, request })
        return answerAdjustment(tx, id, config)
      },
    ),

  'dashboard/refunds': async ({ input, db, config, request }) => {
    const { page, state, customer_id: userId } = input
    const { rows, total } = await listProposals(db, 'refund', { state, userId, page, perPage: PER_PAGE })
    const path = `${request.origin}/public/api/dashboard/refunds`
    const refunds = rows.map((row) => presentRefund(row, config))
    return paginate(refunds, { page, perPage: PER_PAGE, total, path })
  },

  'dashboard/refunds/propose': async (context) => {
    const { db, request, session, config } = context
    const scope = { db, request, userId: session.userId, call: 'dashboard/refunds/propose' } as const
    return once(scope, async (tx) => answerRefund(tx, await proposeRefund(tx, context), config))
  },

  'dashboard/refunds/approve': async ({ input: { id }, db, settings, config, session, request }) =>
    once(
      { db, request, userId: session.userId, call: 'dashboard/refunds/approve' },
      async (tx): Promise<RefundAnswer> => {
        await approveRefund(tx, settings, id, { staffId: session.userId, request })
        return answerRefund(tx, id, config)
      },
    ),

  'dashboard/refunds/refuse': async ({ input: { id, reason }, db, config, session, request }) =>
    once(
      { db, request, userId: session.userId, call: 'dashboard/refunds/refuse' },
      async (tx): Promise<RefundAnswer> => {
        await refuseProposal(tx, { kind: 'refund', id, reason }, { staffId: session.userId, request })
        return answerRefund(tx, id, config)
      },
    ),
})

async function answerAdjustment(db: Db, id: number, reader: Reader): Promise<AdjustmentAnswer> {
  return { success: true, data: presentAdjustment(await getProposal(db, 'adjustment', id), reader) }
}

async function answerRefund(db: Db, id: number, reader: Reader): Promise<RefundAnswer> {
  return { success: true, data: presentRefund(await getProposal(db, 'refund', id), reader) }
}
