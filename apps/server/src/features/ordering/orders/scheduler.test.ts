import { describe, expect, it } from 'vitest'
import { checkLedger } from '#features/ledger/wallet/checker.ts'
import { walletBalances } from '#features/ledger/wallet/ledger.ts'
import { useTestApp } from '#test/harness.ts'
import { fundWallet, payOrder } from '#test/wallet.ts'
import { jobs } from './jobs.ts'

const test = useTestApp()

const inMinutes = (minutes: number) => new Date(Date.now() + minutes * 60_000)
const run = (task: string) => jobs.tasks[task]!({}, test.services)

const eventsOf = (orderId: number) =>
  test.db
    .selectFrom('order_events')
    .select(['from_status', 'to_status', 'actor'])
    .where('order_id', '=', orderId)
    .execute()

const orderOf = (id: number) =>
  test.db.selectFrom('orders').select(['status', 'promised_at']).where('id', '=', id).executeTakeFirstOrThrow()

describe('unpaid orders', () => {
  const unpaid = async (minutesAgo: number, status = 8) => {
    const customer = await test.build.customer()
    const store = await test.build.store()
    await fundWallet(test.db, customer.id, { ownMinor: 500n, promotionMinor: 700n })
    const order = await test.build.order({
      user_id: customer.id,
      store_id: store.id,
      status,
      payment_mode: 'RAZORPAY',
      placed_at: inMinutes(-minutesAgo),
      wallet_own_minor: 500n,
      wallet_promotion_minor: 700n,
    })
    await payOrder(test.db, order, { ownMinor: 500n, promotionMinor: 700n })
    return order
  }

  it('[GAP-07] expire after the threshold and return money to the wallet, once', async () => {
    const [late, fresh, placed] = [await unpaid(15.1), await unpaid(14.9), await unpaid(60, 1)]
    await Promise.all([run('expire-unpaid-orders'), run('expire-unpaid-orders')])
    await run('expire-unpaid-orders')
    expect((await orderOf(late.id)).status).toBe(9)
    expect((await orderOf(fresh.id)).status).toBe(8)
    expect((await orderOf(placed.id)).status).toBe(1)
    expect(await eventsOf(late.id)).toEqual([{ from_status: 8, to_status: 9, actor: 'clock' }])
    expect(await walletBalances(test.db, late.user_id)).toEqual({ ownMinor: 500n, promotionMinor: 700n })
    expect(await walletBalances(test.db, fresh.user_id)).toEqual({ ownMinor: 0n, promotionMinor: 0n })
    expect(await checkLedger(test.db)).toEqual([])
  })

  it('[GAP-07] expire after the time of the setting', async () => {
    await test.build.setting('awaitingPaymentThreshold', '40')
    await test.services.settings.reload()
    const [late, fresh] = [await unpaid(41), await unpaid(39)]
    await run('expire-unpaid-orders')
    expect([(await orderOf(late.id)).status, (await orderOf(fresh.id)).status]).toEqual([9, 8])
  })
})

describe('scheduled orders', () => {
  const scheduled = async (minutesAhead: number, status: number, isAuto = false) => {
    const customer = await test.build.customer()
    const store = await test.build.store({ auto_acceptable: isAuto })
    return test.build.order({
      user_id: customer.id,
      store_id: store.id,
      status,
      scheduled_for: inMinutes(minutesAhead),
      placed_at: inMinutes(-100),
    })
  }

  it('[GAP-07] become active half an hour before their slot', async () => {
    const [plain, auto, confirmed, early, earlyConfirmed] = [
      await scheduled(29, 10),
      await scheduled(29, 10, true),
      await scheduled(29, 11),
      await scheduled(31, 10),
      await scheduled(31, 11),
    ]
    await Promise.all([run('start-scheduled-orders'), run('start-scheduled-orders')])
    const statuses = await Promise.all(
      [plain, auto, confirmed, early, earlyConfirmed].map(async ({ id }) => (await orderOf(id)).status),
    )
    expect(statuses).toEqual([1, 2, 2, 10, 11])
    expect(await eventsOf(plain.id)).toEqual([{ from_status: 10, to_status: 1, actor: 'clock' }])
    expect(await eventsOf(confirmed.id)).toEqual([{ from_status: 11, to_status: 2, actor: 'clock' }])
  })

  it('[GAP-07] start as early as the setting says', async () => {
    await test.build.setting('minsBeforeScheduleOrderProcessed', '90')
    await test.services.settings.reload()
    const order = await scheduled(89, 10)
    await run('start-scheduled-orders')
    expect((await orderOf(order.id)).status).toBe(1)
  })
})
