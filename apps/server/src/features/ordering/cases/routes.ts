import type { Output } from '@nukkad/contract/contract.ts'
import type { Db } from '#db/connection.ts'
import { proposeAdjustment } from '#features/ledger/adjustments/adjust-wallet.ts'
import { proposeRefund } from '#features/ledger/adjustments/refund.ts'
import { routes } from '#http/calls.ts'
import { AppError } from '#http/errors.ts'
import { contactsOf, openCase, problemsToReport } from './open-case.ts'
import { presentCase, presentOwnCase } from './present.ts'
import { findOrderToHelp, getCase, hasOrder, listCasesOf, listCasesOfOrder } from './queries.ts'
import { refuseCase, settleCase } from './settle-case.ts'

export const caseRoutes = routes({
  'open-case': {
    write: async ({ tx, input, session: { userId } }) => {
      const id = await openCase(tx, { userId, input })
      return { success: true, case: presentOwnCase(await getCase(tx, id)) }
    },
    present: async ({ tx }, stored) => ({ success: true, case: presentOwnCase(await getCase(tx, stored.case.id)) }),
  },

  'get-cases': async ({ db, session: { userId } }) => {
    return { success: true, cases: (await listCasesOf(db, userId)).map(presentOwnCase) }
  },

  'get-order-help': async ({ db, input: { order_id: orderId }, session: { userId } }) => {
    const order = await findOrderToHelp(db, { orderId, userId })
    if (!order) throw new AppError('NOT_FOUND')
    const cases = await listCasesOf(db, userId, orderId)
    return {
      success: true,
      problems: problemsToReport(order, cases),
      contacts: contactsOf(order),
      cases: cases.map(presentOwnCase),
    }
  },

  'dashboard/cases': async ({ db, input: { order_id: orderId }, session: { stores } }) => {
    if (!(await hasOrder(db, { orderId, stores }))) throw new AppError('NOT_FOUND')
    const cases = await listCasesOfOrder(db, orderId)
    return { success: true, cases: cases.map((row) => presentCase(row, { isStaff: stores === 'all' })) }
  },

  'dashboard/cases/refund': {
    write: async (context) => {
      const { tx, session, settings, request } = context
      const { id, answer, items, amount, to, reason } = context.input
      const decider = { staffId: session.userId, request }
      const move = ({ order_id }: { order_id: number }) =>
        proposeRefund({ tx, session, settings, request, input: { order_id, items, amount, to, reason } })
      await settleCase(tx, { id, answer, move }, decider)
      return answerCase(tx, id)
    },
    present: ({ tx, input }) => unlessOpen(answerCase(tx, input.id)),
  },

  'dashboard/cases/credit': {
    write: async (context) => {
      const { tx, session, settings, request } = context
      const { id, answer, amount, pocket, reason } = context.input
      const decider = { staffId: session.userId, request }
      const move = ({ user_id: customer_id }: { user_id: number }) => {
        const input = { customer_id, direction: 'credit', amount, pocket, reason } as const
        return proposeAdjustment({ tx, session, settings, request, input })
      }
      await settleCase(tx, { id, answer, move }, decider)
      return answerCase(tx, id)
    },
    present: ({ tx, input }) => unlessOpen(answerCase(tx, input.id)),
  },

  'dashboard/cases/refuse': {
    write: async ({ tx, input, session: { userId: staffId }, request }) => {
      await refuseCase(tx, input, { staffId, request })
      return answerCase(tx, input.id)
    },
  },
})

async function answerCase(db: Db, id: number): Promise<Output<'dashboard/cases/refuse'>> {
  return { success: true, case: presentCase(await getCase(db, id), { isStaff: true }) }
}

/**
 * Answers a repeated settlement with the present state of the case. Returns undefined if the case is open again, because
 * an approver has refused the money; it can then be settled again.
 */
async function unlessOpen<Answer extends { case: { state: string } }>(
  answer: Promise<Answer>,
): Promise<Answer | undefined> {
  const now = await answer
  return now.case.state === 'open' ? undefined : now
}
