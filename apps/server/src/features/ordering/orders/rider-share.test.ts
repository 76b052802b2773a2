import { sql } from 'kysely'
import { beforeEach, describe, expect, it } from 'vitest'
import { checkLedger } from '#features/ledger/wallet/checker.ts'
import { storeFunds } from '#features/ledger/wallet/store-balance.ts'
import { createPeople } from '#test/accounts.ts'
import { useTestApp } from '#test/harness.ts'
import { createDeliveries } from '#test/referrals.ts'
import { fundWallet } from '#test/wallet.ts'

const test = useTestApp()
const deliveries = createDeliveries(test)
beforeEach(() => createPeople(test).set({ enableDeliveryGuyEarning: 'true' }))

type Columns = Parameters<typeof test.build.order>[0]
const ALL = { commission_basis_points: 10_000, tip_basis_points: 10_000 }
/**
 * Delivers an order of 1,000 of a store with 20 % commission. The rider of the order gets the whole delivery charge and
 * tip, unless `terms` say otherwise.
 */
async function deliver(columns: Partial<Columns>, terms: object = ALL) {
  const store = await test.build.store({ commission_basis_points: 2_000 })
  const rider = await test.build.rider({ stores: [store], ...terms })
  const customer = await test.build.customer()
  const promotionMinor = BigInt(columns.wallet_promotion_minor ?? 0n)
  const ownMinor = BigInt(columns.wallet_own_minor ?? 0n)
  await fundWallet(test.db, customer.id, { ownMinor, promotionMinor })
  const columnsOfAll = { ...columns, store_id: store.id, rider_id: rider.id }
  const job = await deliveries.carried(customer, 100_000n, columnsOfAll)
  expect((await deliveries.handOver({ order: job.order, rider })).status).toBe(200)
  const { rows } = await sql<{ kind: string; amount: string }>`
    select a.kind, sum(p.amount_minor)::text as amount
      from transfers t join postings p on p.transfer_id = t.id join ledger_accounts a on a.id = p.account_id
     where t.kind = 'order_settlement' and t.source_id = ${String(job.order.id)} group by a.kind`.execute(test.db)
  const of = (kind: string) => BigInt(rows.find((row) => row.kind === kind)?.amount ?? 0)
  return {
    store,
    rider: of('rider_earnings'),
    platform: of('delivery_margin'),
    payable: of('store_payable'),
    order: await test.db
      .selectFrom('orders')
      .select(['platform_income_minor', 'rider_commission_minor', 'rider_tip_minor'])
      .where('id', '=', job.order.id)
      .executeTakeFirstOrThrow(),
  }
}
const problems = async () =>
  (await checkLedger(test.db)).filter(({ check }) => !['orderDiscounts', 'clearing'].includes(check))

describe.each(['DELIVERYCHARGE', 'FULLORDER'])('a rider who is paid by %s', (deliveryGuyCommissionFrom) => {
  beforeEach(() => createPeople(test).set({ deliveryGuyCommissionFrom }))

  it('[N-13] earns at most the store commission of an order with free delivery', async () => {
    const { rider, platform, payable, order } = await deliver({ actual_delivery_charge_minor: 10_000_000n })
    expect({ rider, platform, payable }).toEqual({ rider: 20_000n, platform: 0n, payable: 80_000n })
    expect(order).toEqual({ platform_income_minor: 0n, rider_commission_minor: 20_000n, rider_tip_minor: 0n })
    expect(await problems()).toEqual([])
  })

  it('[N-13] earns at most charge, tip and commission of a delivery with a charge, the tip first', async () => {
    const paid = { actual_delivery_charge_minor: 10_000_000n, delivery_charge_minor: 4_000n, tip_minor: 2_000n }
    const { rider, platform, order } = await deliver(paid)
    expect({ rider, platform }).toEqual({ rider: 26_000n, platform: 0n })
    expect(order).toMatchObject({ rider_commission_minor: 24_000n, rider_tip_minor: 2_000n })
  })

  it('earns at most the money in an order that promotion credit pays, charge and tip included', async () => {
    const paid = { actual_delivery_charge_minor: 4_000n, delivery_charge_minor: 4_000n, tip_minor: 2_000n }
    const all = await deliver({ ...paid, wallet_promotion_minor: 106_000n, payable_minor: 0n, payment_mode: 'WALLET' })
    expect(all).toMatchObject({ rider: 0n, platform: 26_000n, payable: 80_000n })
    const most = await deliver({ ...paid, wallet_promotion_minor: 105_000n, payable_minor: 1_000n })
    expect(most).toMatchObject({ rider: 1_000n, order: { rider_commission_minor: 0n, rider_tip_minor: 1_000n } })
    expect(await problems()).toEqual([])
  })
})

it('commission that paid the rider of a free delivery does not cover promotion credit of the store', async () => {
  await createPeople(test).set({ deliveryGuyCommissionFrom: 'DELIVERYCHARGE' })
  const credit = {
    wallet_promotion_minor: 20_000n,
    wallet_own_minor: 80_000n,
    payable_minor: 0n,
    payment_mode: 'WALLET',
  }
  const { store, rider } = await deliver({ ...credit, actual_delivery_charge_minor: 15_000n })
  expect(rider).toBe(15_000n)
  // The platform kept 50 of its commission, so it pays for only 50 of the 200 in promotion credit.
  expect(await storeFunds(test.db, store.id, 'INR')).toMatchObject({ balanceMinor: 80_000n, creditMinor: 15_000n })
})

it('a rider earns the whole share of an order with enough income', async () => {
  await createPeople(test).set({ deliveryGuyCommissionFrom: 'DELIVERYCHARGE' })
  const paid = { actual_delivery_charge_minor: 4_000n, delivery_charge_minor: 0n, tip_minor: 2_000n }
  const { order } = await deliver(paid, { commission_basis_points: 5_000, tip_basis_points: 10_000 })
  expect(order).toEqual({ platform_income_minor: 18_000n, rider_commission_minor: 2_000n, rider_tip_minor: 2_000n })
})
