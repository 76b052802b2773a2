import { wireNumber } from '@nukkad/rules/money.ts'
import { routes } from '#http/calls.ts'
import { requireWalletRight } from '#http/session.ts'
import { wireTime } from '#http/wire-time.ts'
import { findNewestCheck } from './check-queries.ts'
import { walletBalances } from './ledger.ts'
import { presentMovement } from './present.ts'
import { listWalletMovements } from './queries.ts'
import { writeStatement } from './statement.ts'

const MOST_SHOWN = 200

export const walletRoutes = routes({
  'get-wallet-statement': async ({ input, session, request, ...services }) => {
    requireWalletRight(session)
    return writeStatement(services, { userId: session.userId, format: input.format, language: request.language })
  },

  'get-wallet-transactions': async ({ session, db, settings, config, request }) => {
    requireWalletRight(session)
    const { userId } = session
    const currency = settings.get('currencyId')
    const [balances, movements] = await Promise.all([
      walletBalances(db, userId, currency),
      listWalletMovements(db, { userId, currency, most: MOST_SHOWN }),
    ])
    const reader = { userId, language: request.language, timeZone: config.timeZone, settings }
    return {
      success: true,
      balance: wireNumber(balances.ownMinor + balances.promotionMinor, currency),
      transactions: movements.map((movement) => presentMovement(movement, reader)),
    }
  },

  'dashboard/ledger-check': async ({ db, config }) => {
    const newest = await findNewestCheck(db)
    if (!newest) return { success: true, data: null }
    const { started_at, difference_count, differences } = newest
    const checked_at = wireTime(started_at, config.timeZone)
    return { success: true, data: { checked_at, stops_payouts: difference_count > 0, difference_count, differences } }
  },
})
