import { randomUUID } from 'node:crypto'
import { beforeAll, expect, it } from 'vitest'
import { inTransaction } from '#db/connection.ts'
import { checkLedger } from '#features/ledger/wallet/checker.ts'
import { postTransfer } from '#features/ledger/wallet/ledger.ts'
import { storeBalance } from '#features/ledger/wallet/store-balance.ts'
import { createDashboard } from '#test/adjustments.ts'
import { useTestApp } from '#test/harness.ts'
import { createCard, useTill } from '#test/payments.ts'
import { createSalons, startIn, type TestSalon } from '#test/salon.ts'

const test = useTestApp()
useTill(test)
const card = createCard(test)
const dashboard = createDashboard(test)
const { salon } = createSalons(test)

let of: TestSalon
beforeAll(async () => {
  const cut = { deposit_kind: 'percent', deposit_value: 25n }
  of = await salon({ cut, storeRow: { commission_basis_points: 0 } })
  await dashboard.set({ staffDailyAmount: '1000000', walletAdjustmentApprovalAmount: '1000000' })
  const postings = [
    { account: { kind: 'house_cash' as const }, amountMinor: -100_000n },
    { account: { kind: 'store_payable' as const, storeId: of.store.id }, amountMinor: 100_000n },
  ]
  const transfer = { kind: 'test', source: { type: 'test', id: 1 }, currency: 'INR', postings }
  await inTransaction(test.db, (tx) =>
    postTransfer(tx, { ...transfer, description: { key: 'storeSettlementReceived' } }),
  )
})

/** Books a visit for 400.00, whose deposit of 100.00 awaits its payment by card. */
async function book(minute: number) {
  const customer = await test.build.customer()
  const as = { token: customer.token }
  const wanted = { store_id: of.store.id, services: [{ item_id: of.cut }], starts_at: startIn(2, minute) }
  const held = await test.call('hold-visit', wanted, { ...as, key: randomUUID() })
  const number = held.body.visit.unique_visit_id
  const order = { order: [], delivery_type: 4 as const, unique_visit_id: number, method: 'RAZORPAY' }
  const placed = await test.call('place-order', order, { ...as, key: randomUUID() })
  if (!placed.body.success) throw new Error(JSON.stringify(placed.body))
  return { customer, number, orderId: placed.body.data.id }
}

async function finish(number: string): Promise<void> {
  const about = { store_id: of.store.id, unique_visit_id: number }
  expect((await test.call('dashboard/bookings/arrive', about, of.owner)).status).toBe(200)
  expect((await test.call('dashboard/bookings/finish', { ...about, goods: [] }, of.owner)).status).toBe(200)
}

/** Refunds all that can be refunded to the wallet. Returns the refund, and the part that the salon paid. */
async function refund(orderId: number): Promise<{ amount: string; ofStoreMinor: bigint }> {
  const before = await storeBalance(test.db, of.store.id, 'INR')
  const clerk = await dashboard.clerk('order_actions')
  const wanted = { order_id: orderId, to: 'wallet', reason: 'Not as agreed' }
  const { body } = await dashboard.ask('dashboard/refunds/propose', wanted, clerk)
  expect(body.data.state).toBe('booked')
  return { amount: body.data.amount, ofStoreMinor: before - (await storeBalance(test.db, of.store.id, 'INR')) }
}

it('a salon pays the refund of the cash that it took, and the platform that of the deposit', async () => {
  const { customer, number, orderId } = await book(0)
  await card.pay({ userId: customer.id, orderId, amountMinor: 10_000n })
  await finish(number)
  expect(await refund(orderId)).toEqual({ amount: '400.00', ofStoreMinor: 30_000n })
  expect(await checkLedger(test.db)).toEqual([])
})

it('a salon pays the whole refund while only staff have seen the deposit', async () => {
  const { number, orderId } = await book(60)
  const report = { order_id: orderId, reason: 'Seen on the phone' }
  await dashboard.ask('dashboard/orders/approve-payment', report, await dashboard.clerk('order_actions', 'order_view'))
  await finish(number)
  expect(await refund(orderId)).toEqual({ amount: '300.00', ofStoreMinor: 30_000n })
  expect(await checkLedger(test.db)).toEqual([])
})
