import { beforeAll, describe, expect, it } from 'vitest'
import { createDashboard } from '#test/adjustments.ts'
import { codeOf, useTestApp } from '#test/harness.ts'

const test = useTestApp()
const dashboard = createDashboard(test)
const PROPOSE = 'dashboard/refunds/propose'
const REFUSE = 'dashboard/refunds/refuse'

type Clerk = Awaited<ReturnType<typeof dashboard.clerk>>
let farah: Clerk
let gopal: Clerk
beforeAll(async () => {
  await dashboard.set({ staffDailyAmount: '100000000' })
  farah = await dashboard.clerk('order_actions')
  gopal = await dashboard.clerk('order_actions')
})

const propose = (input: object, clerk = farah) => dashboard.ask(PROPOSE, { reason: 'soup was cold', ...input }, clerk)

describe('a refund of items', () => {
  /**
   * Creates a delivered order of two dosas and a chai: 225.00 after a coupon, a delivery charge of 25.00, and 5 % tax.
   */
  async function withItems() {
    const [customer, store] = [await test.build.customer(), await test.build.store()]
    const { id } = await test.build.order({
      user_id: customer.id,
      store_id: store.id,
      status: 5,
      delivered_at: new Date(),
      coupon_minor: 2_500n,
      delivery_charge_minor: 2_500n,
      tax_minor: 1_250n,
      lines: [
        { name: 'Masala Dosa', quantity: 2, unit_price_minor: 10_000n, discount_minor: 2_000n },
        { name: 'Chai', quantity: 1, unit_price_minor: 5_000n, discount_minor: 500n },
      ],
    })
    const lines = await test.db
      .selectFrom('order_lines')
      .select('id')
      .where('order_id', '=', id)
      .orderBy('id')
      .execute()
    return { id, customer, dosa: lines[0]!.id, chai: lines[1]!.id }
  }
  const proposeItems = (id: number, items: object[], clerk = farah) =>
    propose({ order_id: id, to: 'wallet', items }, clerk)
  const linesOf = async (id: number) => {
    const viewer = await dashboard.clerk('order_view')
    return (await dashboard.ask('dashboard/orders/show', { order_id: id }, viewer)).body.order.lines
  }

  it('the amount is the price less the coupon and plus the tax, and the order shows the refunded pieces', async () => {
    const { id, customer, dosa, chai } = await withItems()
    expect(await linesOf(id)).toMatchObject([
      { id: dosa, paid: '189.00', refunded: 0 },
      { id: chai, paid: '47.25', refunded: 0 },
    ])
    expect(
      (
        await proposeItems(id, [
          { id: dosa, quantity: 1 },
          { id: chai, quantity: 1 },
        ])
      ).body.data,
    ).toMatchObject({
      state: 'booked',
      amount: '141.75',
    })
    expect((await dashboard.wallet(customer.id)).own).toBe(14_175n)
    expect(await linesOf(id)).toMatchObject([{ refunded: 1 }, { refunded: 1 }])
  })

  it('no piece is refunded twice, also in parallel and while its refund waits', async () => {
    const { id, customer, dosa, chai } = await withItems()
    const answers = await Promise.all(
      Array.from({ length: 6 }, (_, count) => proposeItems(id, [{ id: chai, quantity: 1 }], count % 2 ? farah : gopal)),
    )
    const codes = answers.map((answer) => (answer.status === 200 ? 'booked' : codeOf(answer)))
    expect(codes.toSorted()).toEqual([...Array<string>(5).fill('REFUND_ITEMS_INVALID'), 'booked'])
    expect((await dashboard.wallet(customer.id)).own).toBe(4_725n)
    await dashboard.set({ walletAdjustmentApprovalAmount: '1' })
    const waits = (await proposeItems(id, [{ id: dosa, quantity: 2 }])).body.data
    await dashboard.set({ walletAdjustmentApprovalAmount: '5000' })
    expect(waits.state).toBe('waiting')
    expect(codeOf(await proposeItems(id, [{ id: dosa, quantity: 1 }]))).toBe('REFUND_ITEMS_INVALID')
    await dashboard.ask(REFUSE, { id: waits.id, reason: 'no' }, gopal)
    expect((await proposeItems(id, [{ id: dosa, quantity: 2 }])).body.data.amount).toBe('189.00')
  })

  it('after a refund of an amount, items are refunded up to the rest', async () => {
    const { id, dosa } = await withItems()
    await propose({ order_id: id, amount: '212.50', to: 'wallet' })
    expect((await proposeItems(id, [{ id: dosa, quantity: 2 }])).body.data.amount).toBe('50.00')
  })

  it('items of another order, twice or too many are refused, and so is a payment or an amount with them', async () => {
    const [{ id, chai }, other] = [await withItems(), await withItems()]
    for (const items of [
      [{ id: other.chai, quantity: 1 }],
      [{ id: chai, quantity: 2 }],
      [
        { id: chai, quantity: 1 },
        { id: chai, quantity: 1 },
      ],
    ])
      expect(codeOf(await proposeItems(id, items))).toBe('REFUND_ITEMS_INVALID')
    const items = [{ id: chai, quantity: 1 }]
    expect(codeOf(await propose({ order_id: id, items, amount: '1', to: 'wallet' }))).toBe('INVALID_INPUT')
    expect(codeOf(await propose({ payment_id: 1, items, to: 'wallet' }))).toBe('INVALID_INPUT')
    expect(codeOf(await proposeItems(id, []))).toBe('INVALID_INPUT')
  })
})
