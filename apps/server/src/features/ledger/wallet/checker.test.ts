import { describe, expect, it } from 'vitest'
import { inTransaction } from '#db/connection.ts'
import { redeemCoupon } from '#features/ordering/coupons/redeem-coupon.ts'
import { useTestApp } from '#test/harness.ts'
import { fundWallet, payOrder } from '#test/wallet.ts'
import { checkLedger } from './checker.ts'

const test = useTestApp()

describe('the ledger checker', () => {
  it('reports nothing on a correct ledger, and names each figure that was changed', async () => {
    const { db, build } = test
    const customer = await build.customer()
    const store = await build.store()
    const coupon = await build.coupon()
    await fundWallet(db, customer.id, { ownMinor: 5_000n, promotionMinor: 700n })
    const order = await build.order({ user_id: customer.id, store_id: store.id, wallet_own_minor: 4_000n })
    await payOrder(db, order, { ownMinor: 4_000n })
    await inTransaction(db, (tx) => redeemCoupon(tx, { couponId: coupon.id, userId: customer.id, orderId: order.id }))
    expect(await checkLedger(db)).toEqual([])

    await db
      .updateTable('ledger_accounts')
      .set({ balance_minor: 701n })
      .where('user_id', '=', customer.id)
      .where('kind', '=', 'wallet_promotion')
      .execute()
    await db.updateTable('coupons').set({ used_count: 3 }).where('id', '=', coupon.id).execute()
    await db
      .updateTable('order_lines')
      .set({ quantity: 2, discount_minor: 1n })
      .where('order_id', '=', order.id)
      .execute()
    await db.updateTable('orders').set({ status: 5 }).where('id', '=', order.id).execute()

    const differences = await checkLedger(db)
    expect(differences).toEqual([
      { check: 'balances', subject: expect.stringContaining('wallet_promotion'), expected: 700n, found: 701n },
      { check: 'couponUses', subject: `coupon ${coupon.id}`, expected: 1n, found: 3n },
      { check: 'orderSubtotals', subject: `order ${order.id}`, expected: 20_000n, found: 10_000n },
      { check: 'orderDiscounts', subject: `order ${order.id}`, expected: 1n, found: 0n },
      { check: 'settlements', subject: `order ${order.id}`, expected: 1n, found: 0n },
      { check: 'clearing', subject: 'clearing in INR', expected: 0n, found: 4_000n },
    ])
  })
})
