import { inTransaction, type Tx } from '#db/connection.ts'
import { lockWallet, postTransfer } from '#features/ledger/wallet/ledger.ts'
import type { Services } from '#http/calls.ts'
import { clearAlarm, raiseAlarm } from '#platform/alarms/raise-alarm.ts'
import { isOfStore } from './connections.ts'
import { commissionPostings } from './postings.ts'
import {
  type CommissionRow,
  type DueCommission,
  listDueCommissions,
  listStoreRewards,
  lockCommission,
  lockDueCommission,
  lockEarners,
  setCommission,
} from './queries.ts'

const MAX_AT_ONCE = 500

/**
 * Credits the part of a commission that was not taken back, as own money. The caller must have locked the earner of the
 * commission.
 */
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

/**
 * Sets a commission that waits for an approval to held or forfeited. Does nothing if the approval was already decided.
 */
export async function decideCommission(tx: Tx, id: bigint, isApproved: boolean): Promise<void> {
  const row = await lockCommission(tx, id)
  if (row?.status !== 'waiting') return
  await setCommission(tx, id, { status: isApproved ? 'held' : 'forfeited' })
}

/**
 * Raises an alarm for each store whose orders pay more than a set share of its commission to referrers and sharers.
 * Closes the alarms of the other stores.
 */
export async function watchCommissions(services: Pick<Services, 'db' | 'log' | 'settings'>): Promise<void> {
  const mostPercent = BigInt(Math.trunc(services.settings.number('commissionAlarmPercent') || 0))
  for (const { store_id, store, currency, paid_minor, earned_minor } of await listStoreRewards(services.db)) {
    const about = { code: 'reward_ratio_high', subject: `${store_id} ${currency}` } as const
    const percent = earned_minor > 0n ? String((paid_minor * 100n) / earned_minor) : 'more than 100'
    if (paid_minor * 100n > earned_minor * mostPercent)
      await raiseAlarm(services, { ...about, facts: { store, percent } })
    else await clearAlarm(services, about)
  }
}

/**
 * Returns whether the earner or the buyer belongs to the store now. A person can join a store after the delivery of the
 * order.
 */
async function isOwnTrade(tx: Tx, { store_id: storeId, user_id, buyer_id }: DueCommission): Promise<boolean> {
  return (await isOfStore(tx, { storeId, userId: user_id })) || isOfStore(tx, { storeId, userId: buyer_id })
}

/**
 * Credits the commissions that are due and whose money the platform has. Forfeits commissions whose earner was banned
 * or deleted since the order, or belongs to the store.
 */
export async function creditDueCommissions({ db }: Pick<Services, 'db'>): Promise<void> {
  for (const id of await listDueCommissions(db, MAX_AT_ONCE)) {
    await inTransaction(db, async (tx) => {
      const row = await lockDueCommission(tx, id)
      if (!row) return
      const [earner] = await lockEarners(tx, [row.user_id])
      const status = earner?.mayEarn && !(await isOwnTrade(tx, row)) ? 'credited' : 'forfeited'
      await setCommission(tx, id, { status })
      if (status === 'credited') await creditCommission(tx, row)
    })
  }
}
