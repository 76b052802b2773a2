import type { Output } from '@nukkad/contract/contract.ts'
import { wireMoney } from '@nukkad/rules/money.ts'
import { answerDecision, answerRequest, onlyPeople } from '#features/ledger/adjustments/answer-request.ts'
import { refuseApprovalRequest } from '#features/ledger/adjustments/decide.ts'
import { routes } from '#http/calls.ts'
import { paginate } from '#http/paginator.ts'
import { wireTime } from '#http/wire-time.ts'
import { type CollectionRow, listCashHeld, listCollections } from './queries.ts'
import { approveCash, recordCash } from './record-cash.ts'

const PER_PAGE = 20

type CollectionOnWire = Output<'dashboard/delivery-collection-logs'>['data'][number]

export const cashCollectionRoutes = routes({
  'dashboard/delivery-collections': async ({ input: { page }, db, request }) => {
    const { rows, total } = await listCashHeld(db, { page, perPage: PER_PAGE })
    const riders = rows.map(({ rider_id, rider_name, currency, held_minor }) => ({
      rider: { id: rider_id, name: rider_name },
      held: wireMoney(held_minor, currency),
      currency,
    }))
    const path = `${request.origin}/public/api/dashboard/delivery-collections`
    return paginate(riders, { page, perPage: PER_PAGE, total, path })
  },

  'dashboard/delivery-collections/collect': {
    write: async (context) => {
      const { id, heldMinor, currency } = await recordCash(context)
      return { ...(await answerRequest(context.tx, id, context.config)), held: wireMoney(heldMinor, currency) }
    },
    present: async ({ tx, config }, stored) => {
      const now = await answerRequest(tx, stored.data.id, config)
      return now.data.state === 'refused' ? undefined : { ...now, held: stored.held }
    },
  },

  'dashboard/delivery-collections/approve': {
    check: onlyPeople,
    write: (context) => answerDecision(context, (decider) => approveCash(context.tx, context.input.id, decider)),
  },

  'dashboard/delivery-collections/refuse': {
    check: onlyPeople,
    write: (context) =>
      answerDecision(context, (decider) =>
        refuseApprovalRequest(context.tx, { kind: 'cash_collection', ...context.input }, decider),
      ),
  },

  'dashboard/delivery-collection-logs': async ({ input: { page, rider_id: riderId }, db, config, request }) => {
    const { rows, total } = await listCollections(db, { riderId, page, perPage: PER_PAGE })
    const path = `${request.origin}/public/api/dashboard/delivery-collection-logs`
    const collections = rows.map((row) => presentCollection(row, config.timeZone))
    return paginate(collections, { page, perPage: PER_PAGE, total, path })
  },
})

function presentCollection(row: CollectionRow, timeZone: string): CollectionOnWire {
  return {
    id: row.id,
    rider: { id: row.rider_id, name: row.rider_name },
    amount: wireMoney(row.amount_minor, row.currency),
    currency: row.currency,
    note: row.note,
    collected_by: { id: row.collected_by, name: row.collector_name },
    created_at: wireTime(row.created_at, timeZone),
  }
}
