import { randomBytes } from 'node:crypto'
import { expect } from 'vitest'
import { inTransaction } from '#db/connection.ts'
import { bookCash } from '#features/delivery/cash-collections/book-cash.ts'
import { walletBalances } from '#features/ledger/wallet/ledger.ts'
import type { TestApp } from './harness.ts'
import { payOrder } from './wallet.ts'

type OrderColumns = Parameters<TestApp['build']['order']>[0]
type Carried = { order: { id: number; user_id: number }; rider: { token: string } }

/** Returns helpers for tests of referrals, which create orders with a rider and deliver them. */
export function createDeliveries(test: TestApp) {
  /** Creates an order of one line that its rider has picked up, and pays the part of its price that the wallet pays. */
  async function carried(
    customer: { id: number },
    serviceMinor: bigint,
    columns: Partial<OrderColumns> = {},
  ): Promise<Carried> {
    const store = await test.build.store({ commission_basis_points: 2_000 })
    const rider = await test.build.rider({ stores: [store] })
    const order = await test.build.order({
      user_id: customer.id,
      store_id: store.id,
      status: 4,
      rider_id: rider.id,
      lines: [{ name: 'Masala Dosa', quantity: 1, unit_price_minor: serviceMinor }],
      ...columns,
    })
    const ownMinor = BigInt(columns.wallet_own_minor ?? 0n)
    const promotionMinor = BigInt(columns.wallet_promotion_minor ?? 0n)
    if (ownMinor + promotionMinor > 0n) await payOrder(test.db, order, { ownMinor, promotionMinor })
    return { order, rider }
  }

  const handOver = ({ order, rider }: Carried) =>
    test.call('delivery/deliver-order', { order_id: order.id, delivery_pin: '24681' }, rider)

  async function deliver(
    customer: { id: number },
    serviceMinor: bigint,
    columns: Partial<OrderColumns> = {},
  ): Promise<Carried['order']> {
    const job = await carried(customer, serviceMinor, columns)
    expect((await handOver(job)).status).toBe(200)
    return job.order
  }

  /** Records that all riders have handed in all their cash. */
  async function handInCash(): Promise<void> {
    const { id: staffId } = await test.build.user({}, 'staff')
    const held = await test.db
      .selectFrom('ledger_accounts')
      .select(['user_id', 'currency', 'balance_minor'])
      .where('kind', '=', 'rider_cash')
      .where('balance_minor', '<', 0n)
      .execute()
    for (const { user_id, currency, balance_minor } of held)
      await inTransaction(test.db, (tx) =>
        bookCash(tx, {
          riderId: user_id!,
          currency: currency as 'INR',
          amountMinor: -balance_minor!,
          note: null,
          staffId,
        }),
      )
  }

  const ownMoney = async (userId: number) => (await walletBalances(test.db, userId)).ownMinor
  const promotion = async (userId: number) => (await walletBalances(test.db, userId)).promotionMinor

  /** Saves a browser with a push endpoint for a customer. */
  async function useBrowser(customer: { token: string }, endpoint: string): Promise<void> {
    const keys = {
      p256dh: Buffer.concat([Buffer.from([4]), randomBytes(64)]).toString('base64url'),
      auth: randomBytes(16).toString('base64url'),
    }
    const answer = await test.call(
      'save-notification-token',
      { push_token: JSON.stringify({ endpoint, keys }) },
      customer,
    )
    expect(answer.status).toBe(200)
  }

  return { carried, handOver, handInCash, deliver, ownMoney, promotion, useBrowser }
}
