import type { Output } from '@nukkad/contract/contract.ts'
import { wireMoney } from '@nukkad/rules/money.ts'
import { inSnapshot } from '#db/snapshot.ts'
import { readStores } from '#features/catalogue/stores/read-stores.ts'
import { storeFunds } from '#features/ledger/wallet/store-balance.ts'
import { routes } from '#http/calls.ts'
import { paginate } from '#http/paginator.ts'
import { requireOwnHand } from '#http/session.ts'
import { wireTime } from '#http/wire-time.ts'
import { requireOwnStore } from '#platform/access/own-store.ts'
import {
  findHold,
  getPayoutForStaff,
  getTerms,
  listPayouts,
  listPayoutsForStaff,
  listStoreDisputes,
  type PayoutForStaff,
  sumEarned,
  sumOpenCommission,
} from './queries.ts'
import { leastPayout, requestPayout } from './request-payout.ts'
import { settlePayout } from './settle-payout.ts'

const PER_PAGE = 20

type StaffPayout = Output<'dashboard/store-payouts/pay'>['data']
type PayoutStatus = Output<'store-owner/get-earnings'>['payoutRequests'][number]['status']

export const payoutRoutes = routes({
  'store-owner/get-earnings': async ({ db, input: { store_id: storeId }, session, settings, config }) => {
    await requireOwnStore(db, session, storeId)
    const { restaurant, currency, earnedMinor, funds, commissionMinor, payouts, disputes, heldUntil } =
      await inSnapshot(db, async (tx) => {
        const { currency } = await getTerms(tx, storeId)
        const [restaurant] = await readStores(tx, [storeId])
        return {
          restaurant,
          currency,
          earnedMinor: await sumEarned(tx, storeId),
          funds: await storeFunds(tx, storeId, currency),
          commissionMinor: await sumOpenCommission(tx, { storeId, currency }),
          payouts: await listPayouts(tx, storeId),
          disputes: await listStoreDisputes(tx, { storeId, currency }),
          heldUntil: await findHold(tx, storeId),
        }
      })
    const leastMinor = leastPayout(settings, currency)
    const hasOpen = payouts.some(({ status }) => status === 'PENDING')
    const { balanceMinor, unseenMinor, creditMinor, daysMinor, disputedMinor, freeMinor } = funds
    return {
      restaurant: restaurant!,
      totalEarning: wireMoney(earnedMinor, currency),
      balanceBeforeCommission: wireMoney(balanceMinor + commissionMinor, currency),
      balanceAfterCommission: wireMoney(balanceMinor, currency),
      heldUnconfirmed: wireMoney(unseenMinor, currency),
      heldCredit: wireMoney(creditMinor, currency),
      heldRecent: wireMoney(daysMinor, currency),
      heldDisputed: wireMoney(disputedMinor, currency),
      disputes: disputes.map(({ amount_minor, since, ...dispute }) => ({
        ...dispute,
        amount: wireMoney(amount_minor, currency),
        since: wireTime(since, config.timeZone),
      })),
      availableForPayout: wireMoney(freeMinor > 0n ? freeMinor : 0n, currency),
      payoutRequests: payouts.map(({ amount_minor, status, created_at, ...payout }) => ({
        ...payout,
        amount: wireMoney(amount_minor, currency),
        status: status as PayoutStatus, // A constraint of the table allows only payout statuses.
        created_at: wireTime(created_at, config.timeZone),
      })),
      canRequestForPayout:
        !hasOpen && !heldUntil && session.actingStaffId === null && freeMinor > leastMinor && freeMinor > 0n,
      payoutsHeldUntil: heldUntil ? wireTime(heldUntil, config.timeZone) : null,
      minPayout: wireMoney(leastMinor, currency),
    }
  },

  'store-owner/send-payout-request': async (context) => {
    const { input, session } = context
    await requireOwnStore(context.db, session, input.store_id)
    requireOwnHand(session)
    await requestPayout(context)
    return { success: true }
  },

  'dashboard/store-payouts': async ({ input: { page, status }, db, config, request }) => {
    const { rows, total } = await listPayoutsForStaff(db, { status, page, perPage: PER_PAGE })
    const payouts = rows.map((row) => presentPayout(row, config.timeZone))
    const path = `${request.origin}/public/api/dashboard/store-payouts`
    return paginate(payouts, { page, perPage: PER_PAGE, total, path })
  },

  'dashboard/store-payouts/pay': {
    write: async ({ tx, input, config, session: { userId }, request }) => {
      const { id, transaction_mode, transaction_id, message } = input
      const paid = { status: 'COMPLETED', transaction_mode, transaction_id, message: message || null } as const
      await settlePayout(tx, id, paid, { staffId: userId, request })
      return { success: true, data: presentPayout(await getPayoutForStaff(tx, id), config.timeZone) }
    },
  },

  'dashboard/store-payouts/reject': {
    write: async ({ tx, input: { id, message }, config, session: { userId }, request }) => {
      await settlePayout(tx, id, { status: 'REJECTED', message }, { staffId: userId, request })
      return { success: true, data: presentPayout(await getPayoutForStaff(tx, id), config.timeZone) }
    },
  },
})

function presentPayout(row: PayoutForStaff, timeZone: string): StaffPayout {
  const { id, currency, status, transaction_mode, transaction_id, message, decided_by, decided_at } = row
  return {
    id,
    currency,
    transaction_mode,
    transaction_id,
    message,
    restaurant: { id: row.store_id, name: row.store_name },
    gross: wireMoney(row.gross_minor, currency),
    commission: wireMoney(row.commission_minor, currency),
    amount: wireMoney(row.amount_minor, currency),
    status: status as PayoutStatus, // A constraint of the table allows only payout statuses.
    requested_by: { id: row.requested_by, name: row.asker_name },
    decided_by: decided_by === null ? null : { id: decided_by, name: row.decider_name ?? '' },
    created_at: wireTime(row.created_at, timeZone),
    decided_at: decided_at && wireTime(decided_at, timeZone),
  }
}
