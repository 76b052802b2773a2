import type { Output } from '@nukkad/contract/contract.ts'
import { wireMoney } from '@nukkad/rules/money.ts'
import { requireOwnStore } from '#features/store-owner/own-store.ts'
import { readStores } from '#features/stores/read-stores.ts'
import { storeBalance } from '#features/wallet/store-balance.ts'
import { routes } from '#http/calls.ts'
import { wireTime } from '#http/wire-time.ts'
import { getTerms, listPayouts, sumEarned } from './queries.ts'
import { leastPayout, requestPayout, shareOf } from './request-payout.ts'

type PayoutStatus = Output<'store-owner/get-earnings'>['payoutRequests'][number]['status']

export const storePayoutRoutes = routes({
  'store-owner/get-earnings': async ({ db, input: { store_id: storeId }, session, settings, config }) => {
    await requireOwnStore(db, { ownerId: session.userId, storeId })
    const { currency, commission_basis_points } = await getTerms(db, storeId)
    const [[restaurant], earnedMinor, grossMinor, payouts] = await Promise.all([
      readStores(db, [storeId]),
      sumEarned(db, storeId),
      storeBalance(db, storeId, currency),
      listPayouts(db, storeId),
    ])
    const { amountMinor } = shareOf(grossMinor, commission_basis_points)
    const leastMinor = leastPayout(settings, currency)
    const hasOpen = payouts.some(({ status }) => status === 'PENDING')
    return {
      restaurant: restaurant!,
      totalEarning: wireMoney(earnedMinor, currency),
      balanceBeforeCommission: wireMoney(grossMinor, currency),
      balanceAfterCommission: wireMoney(amountMinor, currency),
      payoutRequests: payouts.map(({ amount_minor, status, created_at, ...payout }) => ({
        ...payout,
        amount: wireMoney(amount_minor, currency),
        status: status as PayoutStatus, // a check of the table holds it to these
        created_at: wireTime(created_at, config.timeZone),
      })),
      canRequestForPayout: !hasOpen && amountMinor > leastMinor && amountMinor > 0n,
      minPayout: wireMoney(leastMinor, currency),
    }
  },

  'store-owner/send-payout-request': async (context) => {
    const { db, input, session } = context
    await requireOwnStore(db, { ownerId: session.userId, storeId: input.store_id })
    await requestPayout(context)
    return { success: true }
  },
})
