import type { Output, WireInput } from '@nukkad/contract/contract.ts'
import { selectedAddons } from '@nukkad/rules/addons.ts'
import { type AddonPricing, type CartLine, cartSubtotal } from '@nukkad/rules/cart.ts'
import { parseMoney, sum, wireMoney } from '@nukkad/rules/money.ts'
import type { OrderMove } from '@nukkad/rules/order-states.ts'
import fc from 'fast-check'
import { beforeAll, expect, it } from 'vitest'
import { inTransaction } from '#db/connection.ts'
import { checkLedger } from '#features/ledger/wallet/checker.ts'
import { moveOrder } from '#features/ordering/orders/move-order.ts'
import { settleOrder } from '#features/ordering/orders/settle-order.ts'
import { codeOf, useTestApp } from '#test/harness.ts'
import { simulatedProviders, useTill } from '#test/payments.ts'
import { fundWallet } from '#test/wallet.ts'

const test = useTestApp({ isNoted: false })
const till = useTill(test)
const RUNS = Number(process.env.PROOF_RUNS ?? 30)
const currencies = ['INR', 'JPY', 'KWD'] as const
type Currency = (typeof currencies)[number]

const stores = {} as Record<Currency, { id: number; slug: string }>
const couponCodes = {} as Record<Currency, string[]>

/**
 * Builds one store per currency, with charges of every kind and items of both add-on pricings, with and without
 * add-ons.
 */
beforeAll(async () => {
  for (const currency of currencies) {
    const store = await test.build.store({
      currency,
      latitude: 12.9402,
      store_charge_minor: 1_499n,
      delivery_charge_type: 'DYNAMIC',
      base_delivery_charge_minor: 2_001n,
      extra_delivery_charge_minor: 333n,
      free_delivery_subtotal_minor: 2_000_000n,
    })
    stores[currency] = store
    for (const [index, addon_pricing] of (['add', 'replace', null, null] as const).entries()) {
      const item = await test.build.item({
        store_id: store.id,
        name: `Dish ${index}`,
        price_minor: BigInt(4_999 + index * 3_337),
        addon_pricing,
      })
      if (index === 3) continue
      const options = [1_101n, 2_203n, 3_307n].map((price_minor, nth) => ({ name: `Extra ${nth}`, price_minor }))
      await test.build.addons({ item, options })
    }
    const coupons = [
      await test.build.coupon({ currency, discount_minor: 7_777n }),
      await test.build.coupon({ currency, discount_type: 'PERCENTAGE', discount_basis_points: 1_733 }),
      await test.build.coupon({
        currency,
        discount_type: 'PERCENTAGE',
        discount_basis_points: 9_000,
        max_discount_minor: 12_345n,
      }),
    ]
    couponCodes[currency] = coupons.map(({ code }) => code)
  }
})

type Choice = {
  currency: Currency
  lines: { item: number; addons: number[]; quantity: number }[]
  coupon: number | null
  isDelivery: boolean
  tipMinor: bigint
  usesWallet: boolean
  ownMinor: bigint
  promotionMinor: bigint
  method: 'COD' | 'WALLET' | 'RAZORPAY'
  taxPercentage: string | null
  reading: AddonPricing
}

const choices: fc.Arbitrary<Choice> = fc.record({
  currency: fc.constantFrom(...currencies),
  lines: fc.array(
    fc.record({
      item: fc.nat({ max: 3 }),
      addons: fc.uniqueArray(fc.nat({ max: 2 }), { maxLength: 3 }),
      quantity: fc.integer({ min: 1, max: 9 }),
    }),
    { minLength: 1, maxLength: 6 },
  ),
  coupon: fc.option(fc.nat({ max: 2 }), { freq: 3 }),
  isDelivery: fc.boolean(),
  tipMinor: fc.constantFrom(0n, 2_000n, 3_333n),
  usesWallet: fc.boolean(),
  ownMinor: fc.bigInt({ min: 0n, max: 40_000n }),
  promotionMinor: fc.bigInt({ min: 0n, max: 20_000n }),
  method: fc.constantFrom('COD', 'RAZORPAY', 'WALLET'),
  taxPercentage: fc.constantFrom(null, '5', '12.5', '18'),
  reading: fc.constantFrom('replace', 'add'),
})

it('[GAP-10] [GAP-11] [INT-07] [R-04] the amount on the screen equals those of the server, the ledger and the invoice, line by line', async () => {
  await fc.assert(fc.asyncProperty(choices, buy), { numRuns: RUNS, seed: 20_261_121, endOnFailure: true })
  expect(await checkLedger(test.db)).toEqual([])
}, 600_000)

async function buy(choice: Choice): Promise<void> {
  const { currency, lines, coupon, ...chosen } = choice
  await setUp(choice)
  const customer = await test.build.customer()
  // Wallets hold rupees. For an order paid from the wallet alone, the wallet holds more than any of these carts costs.
  const ownMinor = chosen.method === 'WALLET' ? 10_000_000n : chosen.ownMinor
  await fundWallet(test.db, customer.id, { ownMinor, promotionMinor: chosen.promotionMinor })
  const cart = await fillCart(choice)
  const body = {
    order: cart.map(({ id, name, price, quantity, selectedaddons }) => ({
      id,
      name,
      price,
      quantity,
      selectedaddons: [...selectedaddons],
    })),
    coupon: coupon === null ? null : { code: couponCodes[currency][coupon]! },
    delivery_type: chosen.isDelivery ? (1 as const) : (2 as const),
    partial_wallet: chosen.usesWallet,
    tipAmount: wireMoney(chosen.tipMinor, currency),
    // Razorpay and wallets take rupees only, so orders in other currencies are paid in cash.
    method: currency === 'INR' ? chosen.method : 'COD',
  }
  const quote = await test.call('quote', body, customer)
  const onScreen = cartSubtotal(cart, { addonPricing: chosen.reading, currency })
  expect(quote.body.sub_total).toBe(wireMoney(onScreen, currency))

  const order = await place({ ...body, quoted_total: quote.body.total }, customer)
  expectSameOrder(order, quote.body)
  if (order.orderstatus_id === 8) await payOnline(order, customer)
  await deliver(order)
  await expectSameLedger(order, quote.body)
  const invoice = await test.call('get-invoice', { order_id: order.id }, customer)
  expect(invoice.body).toMatchObject({ currency, bill: quote.body.lines })
  expect(
    invoice.body.lines.map(({ quantity, unit_price, amount }) => ({ quantity, unit_price, total: amount })),
  ).toEqual(quote.body.order_lines.map(({ id: _item, ...line }) => line))
  const paid = invoice.body.payments.map(({ amount }) => parseMoney(amount, currency)!)
  expect(wireMoney(sum(paid), currency)).toBe(quote.body.total)
}

async function setUp({ taxPercentage, reading }: Choice): Promise<void> {
  await test.build.setting('taxApplicable', String(taxPercentage !== null))
  await test.build.setting('taxPercentage', taxPercentage ?? '0')
  await test.build.setting('cartAddonPricing', reading)
  await test.services.settings.reload()
}

/** Returns the cart lines that the phone app builds from the menu and the customer's choices. */
async function fillCart({ currency, lines }: Choice): Promise<CartLine[]> {
  const { body: menu } = await test.call('get-restaurant-items', {}, { path: `/${stores[currency].slug}` })
  const items = Object.values(menu.items).flat()
  return lines.map(({ item: index, addons, quantity }) => {
    const item = items.find(({ name }) => name === `Dish ${index}`)!
    const options = item.addon_categories.flatMap((category) => category.addons.map(({ id }) => String(id)))
    const ids = addons.flatMap((nth) => options[nth] ?? [])
    return { ...item, quantity, selectedaddons: selectedAddons(item.addon_categories, ids) }
  })
}

type Placed = Extract<Output<'place-order'>, { success: true }>['data']
type Quote = Output<'quote'>

async function place(body: WireInput<'place-order'>, { token }: { token: string }): Promise<Placed> {
  const answer = await test.call('place-order', body, { token })
  if (!answer.body.success) throw new Error(`refused: ${codeOf(answer)} ${JSON.stringify(answer.body)}`)
  return answer.body.data
}

const amountOf = (quote: Quote, key: Quote['lines'][number]['key']): number =>
  Math.abs(Number(quote.lines.find((line) => line.key === key)?.amount ?? 0))

function expectSameOrder(order: Placed, quote: Quote): void {
  expect({
    currency: order.currency,
    sub_total: order.sub_total,
    coupon: order.coupon_amount ?? 0,
    delivery: Number(order.delivery_charge),
    storeCharge: order.restaurant_charge,
    tax: order.tax_amount,
    tip: order.tip_amount ?? 0,
    total: order.total,
    wallet: order.wallet_amount,
    payable: order.payable,
  }).toEqual({
    currency: quote.currency,
    sub_total: Number(quote.sub_total),
    coupon: amountOf(quote, 'coupon'),
    delivery: amountOf(quote, 'delivery'),
    storeCharge: amountOf(quote, 'storeCharge'),
    tax: amountOf(quote, 'tax'),
    tip: amountOf(quote, 'tip'),
    total: Number(quote.total),
    wallet: Number(quote.wallet_amount),
    payable: Number(quote.payable),
  })
  expect(order.orderitems.map(({ price, quantity }) => ({ unit_price: price, quantity }))).toEqual(
    quote.order_lines.map(({ unit_price, quantity }) => ({ unit_price, quantity })),
  )
}

async function payOnline({ id }: Placed, { token }: { token: string }): Promise<void> {
  const razorpay = simulatedProviders.find(({ name }) => name === 'razorpay')!
  const { body } = await test.call('payment/start', { order_id: id, gateway: razorpay.method }, { token })
  const { reference } = body as { reference: string }
  await till.simulator.act(razorpay.name, 'pay', { [razorpay.target]: reference })
  await fetch(`${till.url}/public/api/payment/razorpay/return?a=${reference}`, { redirect: 'manual' })
  expect(await till.statusOf(id)).toBe(1)
}

/** Moves an order from placed to complete, as stores and riders do. */
async function deliver({ id, delivery_type }: Placed): Promise<void> {
  const rider = await test.build.rider({ commission_basis_points: 333, tip_basis_points: 10_000 })
  const ways = {
    1: [
      { to: 'accepted', actor: 'store' },
      { to: 'assigned', actor: 'rider', set: { rider_id: rider.id } },
      { to: 'picked_up', actor: 'rider' },
      { to: 'delivered', actor: 'rider' },
    ],
    2: [
      { to: 'accepted', actor: 'store' },
      { to: 'ready', actor: 'store' },
      { to: 'delivered', actor: 'store' },
    ],
  } as const
  let from: OrderMove['to'] = 'placed'
  for (const step of ways[delivery_type as 1 | 2]) {
    await inTransaction(test.db, async (tx) => {
      const order = await moveOrder(tx, { orderId: id, from, kind: 'proof', ...step })
      if (step.to === 'delivered') await settleOrder(tx, order!, test.services)
    })
    from = step.to
  }
}

/**
 * Expects that the order's total was received, and that the whole amount was shared among store, rider and platform, in
 * the order's currency.
 */
async function expectSameLedger({ id, currency, payment_mode, delivery_type }: Placed, quote: Quote): Promise<void> {
  const rows = await test.db
    .selectFrom('postings')
    .innerJoin('transfers', 'transfers.id', 'postings.transfer_id')
    .innerJoin('ledger_accounts', 'ledger_accounts.id', 'postings.account_id')
    .leftJoin('payments', (join) => join.onRef('transfers.source_id', '=', (eb) => eb.cast('payments.id', 'text')))
    .select(['transfers.kind as why', 'ledger_accounts.kind', 'ledger_accounts.currency', 'postings.amount_minor'])
    .where((eb) =>
      eb.or([
        eb.and([eb('source_type', '=', 'order'), eb('source_id', '=', String(id))]),
        eb.and([eb('source_type', '=', 'payment'), eb('payments.order_id', '=', id)]),
      ]),
    )
    .execute()
  expect(rows.every((row) => row.currency === currency)).toBe(true)
  const of = (...kinds: string[]) => sum(rows.filter(({ kind }) => kinds.includes(kind)).map((row) => row.amount_minor))
  const minor = (amount: string) => parseMoney(amount, currency, { signed: true })!
  expect(-of('wallet_own', 'wallet_promotion')).toBe(minor(quote.wallet_amount))
  expect(of('order_clearing')).toBe(0n)
  // Cash that a store takes at its counter does not enter the ledger; it is deducted from the amount that the platform
  // owes the store.
  const payable = minor(quote.payable)
  const atCounter = payment_mode === 'COD' && delivery_type === 2 ? payable : 0n
  expect(-of('rider_cash', 'provider_clearing')).toBe(payable - atCounter)
  expect(of('store_payable') + atCounter + of('rider_earnings', 'delivery_margin')).toBe(minor(quote.total))
}
