import { expect, it } from 'vitest'
import { inTransaction } from '#db/connection.ts'
import { createDashboard } from '#test/adjustments.ts'
import { useTestApp } from '#test/harness.ts'
import { fundWallet, payOrder } from '#test/wallet.ts'
import { postTransfer } from './ledger.ts'

const test = useTestApp()
const dashboard = createDashboard(test)

it('[U-20] a wallet movement names its order, the friend who joined or the reason, never a number of ours', async () => {
  const { id: userId } = await test.build.customer({ name: 'Asha Menon' })
  const friend = await test.build.customer({ name: 'Ravi Kumar' })
  const clerk = await dashboard.clerk('wallet_transactions_view', 'all_users_wallet')
  const credit = async (kind: 'signup_bonus' | 'referral_reward', sourceId: number) =>
    inTransaction(test.db, (tx) =>
      postTransfer(tx, {
        kind,
        source: { type: 'user', id: sourceId },
        currency: 'INR',
        description: { key: 'walletTransactionSignup' },
        postings: [
          { account: { kind: 'promotion_expense' }, amountMinor: -100n },
          { account: { kind: 'wallet_promotion', userId }, amountMinor: 100n },
        ],
      }),
    )
  await credit('signup_bonus', userId)
  await credit('referral_reward', friend.id)
  await fundWallet(test.db, userId, { ownMinor: 5000n })
  const store = await test.build.store()
  const order = await test.build.order({ user_id: userId, store_id: store.id, wallet_own_minor: 1000n })
  await payOrder(test.db, order, { ownMinor: 1000n })
  const correction = { customer_id: userId, pocket: 'own', direction: 'credit', amount: '5.00', reason: 'Spilled dal' }
  const { body: answer } = await dashboard.ask('dashboard/wallet-adjustments/propose', correction, clerk)
  expect(answer.data.state).toBe('booked')

  const filters = { customer: String(userId) }
  const { body } = await test.call('dashboard/table', { table: 'wallet_transactions', filters }, clerk)
  expect(body.rows.map(({ kind, source, order_id }) => ({ kind, source, order_id }))).toEqual([
    { kind: 'adjustment', source: 'Spilled dal', order_id: null },
    { kind: 'order_payment', source: order.unique_order_id, order_id: order.id },
    { kind: 'adjustment', source: null, order_id: null },
    { kind: 'referral_reward', source: 'Ravi Kumar', order_id: null },
    { kind: 'signup_bonus', source: null, order_id: null },
  ])
})
