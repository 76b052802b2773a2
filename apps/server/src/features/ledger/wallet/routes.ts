import { wireMoney, wireNumber } from '@nukkad/rules/money.ts'
import { inTransaction } from '#db/connection.ts'
import { inSnapshot } from '#db/snapshot.ts'
import { routes } from '#http/calls.ts'
import { takeFromLimit } from '#http/limits.ts'
import { requireWalletRight } from '#http/session.ts'
import { wireTime } from '#http/wire-time.ts'
import { writeAudit } from '#platform/audit/write-audit.ts'
import { findNewestCheck } from './check-queries.ts'
import { walletBalances } from './ledger.ts'
import { presentMovement } from './present.ts'
import { listLiabilities, listWalletMovements } from './queries.ts'
import { runLedgerCheck } from './run-ledger-check.ts'
import { writeStatement } from './statement.ts'

const MAX_SHOWN = 200
/** Maximum number of checks that a caller starts in a minute, because a check is expensive for the database. */
const CHECKS = { key: 'ledger-check', most: 3, windowSeconds: 60 }

export const walletRoutes = routes({
  'get-wallet-statement': async ({ input, session, request, services }) => {
    requireWalletRight(session)
    return writeStatement(services, { userId: session.userId, format: input.format, language: request.language })
  },

  'get-wallet-transactions': async ({ session, db, settings, config, request }) => {
    requireWalletRight(session)
    const { userId } = session
    const currency = settings.get('currencyId')
    const { balances, movements } = await inSnapshot(db, async (tx) => ({
      balances: await walletBalances(tx, userId, currency),
      movements: await listWalletMovements(tx, { userId, currency, most: MAX_SHOWN }),
    }))
    const reader = { userId, language: request.language, timeZone: config.timeZone, settings }
    return {
      success: true,
      balance: wireNumber(balances.ownMinor + balances.promotionMinor, currency),
      transactions: movements.map((movement) => presentMovement(movement, reader)),
    }
  },

  'dashboard/liabilities': async ({ db }) => {
    const rows = await listLiabilities(db)
    const sums = Map.groupBy(rows, ({ currency }) => currency)
    return {
      success: true,
      rows: rows.map(({ kind, currency, amount_minor, holders }) => ({
        kind,
        currency,
        amount: wireMoney(amount_minor, currency),
        holders,
      })),
      sums: [...sums].map(([currency, of]) => ({
        currency,
        amount: wireMoney(
          of.reduce((sum, { amount_minor }) => sum + amount_minor, 0n),
          currency,
        ),
      })),
    }
  },

  'dashboard/ledger-check/now': async ({ db, session, request }) => {
    await takeFromLimit(db, CHECKS)
    await runLedgerCheck(db)
    await inTransaction(db, (tx) => writeAudit(tx, { actorId: session.userId, action: 'ledger.checked', request }))
    return { success: true }
  },

  'dashboard/ledger-check': async ({ db, config }) => {
    const newest = await findNewestCheck(db)
    if (!newest) return { success: true, data: null }
    const { started_at, difference_count, differences } = newest
    const checked_at = wireTime(started_at, config.timeZone)
    return { success: true, data: { checked_at, stops_payouts: difference_count > 0, difference_count, differences } }
  },
})
