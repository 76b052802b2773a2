import { inTransaction, type Tx } from '#db/connection.ts'
import { lockWallet, postTransfer } from '#features/wallet/ledger.ts'
import type { Services } from '#http/calls.ts'
import { commissionPostings } from './postings.ts'
import { type CommissionRow, listDueCommissions, lockDueCommission, lockEarners, setCommission } from './queries.ts'

const MOST_AT_ONCE = 500

/** Credits what is left of a commission, in own money. Its earner is locked by the caller. */
export async function creditCommission(tx: Tx, row: CommissionRow): Promise<void> {
  const amountMinor = row.amount_minor - row.reversed_minor
  if (amountMinor === 0n) return
  const { owedMinor } = await lockWallet(tx, row.user_id, row.currency)
  await postTransfer(tx, {
    kind: `${row.kind}_commission`,
    source: { type: 'order', id: row.order_id },
    currency: row.currency,
    description: { key: 'walletTransactionCommission' },
    postings: commissionPostings(row.user_id, amountMinor, owedMinor),
  })
}

/** Credits commissions whose holding time is over; those of accounts banned or deleted meanwhile are forfeited. */
export async function creditDueCommissions({ db }: Pick<Services, 'db'>): Promise<void> {
  for (const id of await listDueCommissions(db, MOST_AT_ONCE)) {
    await inTransaction(db, async (tx) => {
      const row = await lockDueCommission(tx, id)
      if (!row) return
      const [earner] = await lockEarners(tx, [row.user_id])
      const status = earner?.mayEarn ? 'credited' : 'forfeited'
      await setCommission(tx, id, { status })
      if (status === 'credited') await creditCommission(tx, row)
    })
  }
}
