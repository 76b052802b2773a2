import { describe, expect, it } from 'vitest'
import { inTransaction } from '#db/connection.ts'
import { checkLedger } from '#features/ledger/wallet/checker.ts'
import { postTransfer, walletBalances } from '#features/ledger/wallet/ledger.ts'
import { moveOrder } from '#features/ordering/orders/move-order.ts'
import { settleOrder } from '#features/ordering/orders/settle-order.ts'
import { codeOf, useTestApp } from '#test/harness.ts'
import { useTill } from '#test/payments.ts'
import { fundWallet } from '#test/wallet.ts'

const test = useTestApp()
const till = useTill(test)

async function shopIn(currency: string, priceMinor: bigint) {
  const store = await test.build.store({ currency })
  const item = await test.build.item({ store_id: store.id, price_minor: priceMinor })
  return { store, item }
}

/** Moves an order from placed to collected at the counter. */
async function complete(orderId: number): Promise<void> {
  const way = [
    ['placed', 'accepted'],
    ['accepted', 'ready'],
    ['ready', 'delivered'],
  ] as const
  for (const [from, to] of way)
    await inTransaction(test.db, async (tx) => {
      const order = await moveOrder(tx, { orderId, from, to, actor: 'store', kind: 'proof' })
      if (to === 'delivered') await settleOrder(tx, order!, test.services)
    })
}

describe('a store with another currency than the site', () => {
  it('[INT-22] takes nothing from a wallet, because it holds the site’s currency', async () => {
    const { item } = await shopIn('PHP', 20_000n)
    const customer = await test.build.customer()
    await fundWallet(test.db, customer.id, { ownMinor: 500_000n, promotionMinor: 500_000n })
    const cart = { order: [{ id: item.id, quantity: 1 }], delivery_type: 2 as const, partial_wallet: true }
    const quote = await test.call('quote', cart, customer)
    expect(quote.body).toMatchObject({ currency: 'PHP', total: '200.00', payable: '200.00', wallet_amount: '0.00' })
    const refused = await test.call('place-order', { ...cart, method: 'WALLET' }, customer)
    expect(codeOf(refused)).toBe('METHOD_NOT_AVAILABLE')
    const placed = await test.call('place-order', { ...cart, method: 'COD' }, customer)
    expect(placed.body).toMatchObject({ data: { currency: 'PHP', wallet_amount: 0, payable: 200 } })
    expect(await walletBalances(test.db, customer.id)).toEqual({ ownMinor: 500_000n, promotionMinor: 500_000n })
  })

  it('names its currency on the menu, in the order, in lists and on the invoice', async () => {
    const { store, item } = await shopIn('NPR', 12_500n)
    const customer = await test.build.customer()
    const { body: menu } = await test.call('get-restaurant-items', {}, { path: `/${store.slug}` })
    expect(Object.values(menu.items).flat()).toMatchObject([{ currency: 'NPR', price: '125.00' }])
    const { body: info } = await test.call('get-restaurant-info', {}, { path: `/${store.slug}` })
    expect(info).toMatchObject({ currency: 'NPR' })
    const cart = { order: [{ id: item.id, quantity: 1 }], delivery_type: 2 as const, method: 'COD' }
    await test.call('place-order', cart, customer)
    const { body: list } = await test.call('get-orders', {}, customer)
    expect(list.data).toMatchObject([{ currency: 'NPR', total: 125 }])
    await complete(list.data[0]!.id)
    const { body: invoice } = await test.call('get-invoice', { order_id: list.data[0]!.id }, customer)
    expect(invoice).toMatchObject({ currency: 'NPR', lines: [{ amount: '125.00' }] })
  })
})

describe('a site whose currency has changed', () => {
  const siteIn = async (currency: string) => {
    await test.build.setting('currencyId', currency)
    await test.services.settings.reload()
  }

  it('[GAP-16] returns what an earlier order took from wallet and provider to each source', async () => {
    const { item } = await shopIn('INR', 20_000n)
    const customer = await test.build.customer()
    await fundWallet(test.db, customer.id, { ownMinor: 5_000n, promotionMinor: 1_000n })
    const cart = { order: [{ id: item.id, quantity: 1 }], delivery_type: 2 as const, partial_wallet: true }
    const placed = await test.call('place-order', { ...cart, method: 'STRIPE' }, customer)
    if (!placed.body.success) throw new Error('the order was refused')
    const { id: order_id } = placed.body.data
    const { body } = await test.call('payment/start', { order_id, gateway: 'Stripe' }, customer)
    const { reference } = body as { reference: string }
    await till.simulator.act('stripe', 'pay', { attempt: reference })
    await test.call('payment/check', { reference }, customer)
    await siteIn('EUR')
    expect((await test.call('cancel-order', { order_id }, customer)).body).toEqual({ success: true, refund: true })
    await siteIn('INR')
    await till.runDue()
    expect(await walletBalances(test.db, customer.id)).toEqual({ ownMinor: 5_000n, promotionMinor: 1_000n })
    const refunds = test.db.selectFrom('refunds').innerJoin('payments', 'payments.id', 'payment_row_id')
    expect(
      await refunds.select(['refunds.status', 'refunds.amount_minor']).where('order_id', '=', order_id).execute(),
    ).toEqual([{ status: 'done', amount_minor: 14_000n }])
    expect(await checkLedger(test.db)).toEqual([])
  })
})

describe('a currency without minor units', () => {
  it.each(['JPY', 'KRW'])(
    '[F-05] %s has whole amounts from the item to the provider, the ledger and the invoice',
    async (currency) => {
      await test.build.setting('stripeCurrencies', 'INR,JPY,KRW')
      await test.services.settings.reload()
      const { store, item } = await shopIn(currency, 1_500n)
      const customer = await test.build.customer()
      const { body: menu } = await test.call('get-restaurant-items', {}, { path: `/${store.slug}` })
      expect(Object.values(menu.items).flat()).toMatchObject([{ price: '1500', currency }])
      const cart = {
        order: [{ id: item.id, quantity: 2 }],
        delivery_type: 2 as const,
        method: 'STRIPE',
      }
      expect(codeOf(await test.call('quote', { ...cart, delivery_type: 1, tipAmount: '200.50' }, customer))).toBe(
        'TIP_INVALID',
      )
      const quote = await test.call('quote', cart, customer)
      expect(quote.body).toMatchObject({ currency, sub_total: '3000', total: '3000', payable: '3000' })

      const placed = await test.call('place-order', { ...cart, quoted_total: '3000' }, customer)
      if (!placed.body.success) throw new Error('the order was refused')
      const order = placed.body.data
      expect(order).toMatchObject({ currency, sub_total: 3000, total: 3000, orderstatus_id: 8 })
      const { body } = await test.call('payment/start', { order_id: order.id, gateway: 'Stripe' }, customer)
      const { reference } = body as { reference: string }
      const asked = till.simulator.requests('stripe').findLast(({ path }) => path === '/v1/checkout/sessions')
      const form = new URLSearchParams(asked!.raw.toString())
      expect(form.get('line_items[0][price_data][unit_amount]')).toBe('3000')
      expect(form.get('line_items[0][price_data][currency]')).toBe(currency.toLowerCase())

      await till.simulator.act('stripe', 'pay', { attempt: reference })
      await fetch(`${till.url}/public/api/payment/stripe/return?a=${reference}`, { redirect: 'manual' })
      expect(await till.statusOf(order.id)).toBe(1)
      const payment = await test.db
        .selectFrom('payments')
        .select(['amount_minor', 'currency'])
        .where('order_id', '=', order.id)
        .executeTakeFirst()
      expect(payment).toEqual({ amount_minor: 3_000n, currency })
      await complete(order.id)
      expect(await checkLedger(test.db)).toEqual([])
      const { body: invoice } = await test.call('get-invoice', { order_id: order.id }, customer)
      expect(invoice.bill.at(-1)).toEqual({ key: 'payable', amount: '3000' })
      expect(invoice.lines).toMatchObject([{ unit_price: '1500', amount: '3000' }])
    },
  )
})

describe('the ledger', () => {
  const transferIn = (currency: string, source: string) =>
    ({
      kind: 'proof',
      source: { type: 'test', id: source },
      currency,
      description: { key: 'walletTransactionAdjustment' },
    }) as const

  it('PostgreSQL refuses a transfer between accounts of two currencies', async () => {
    const customer = await test.build.customer()
    await fundWallet(test.db, customer.id, { ownMinor: 1_000n })
    const yen = { account: { kind: 'adjustments' }, amountMinor: -100n } as const
    await inTransaction(test.db, (tx) =>
      postTransfer(tx, {
        ...transferIn('JPY', 'first'),
        postings: [yen, { account: { kind: 'refunds_due' }, amountMinor: 100n }],
      }),
    )
    const accounts = await test.db
      .selectFrom('ledger_accounts')
      .select(['id', 'currency'])
      .where((eb) => eb.or([eb('kind', '=', 'adjustments'), eb('user_id', '=', customer.id)]))
      .execute()
    const [rupees, yens] = ['INR', 'JPY'].map((currency) => accounts.find((row) => row.currency === currency)!.id)
    const crossing = inTransaction(test.db, async (tx) => {
      const { id } = await tx
        .insertInto('transfers')
        .values({
          kind: 'proof',
          source_type: 'test',
          source_id: 'crossing',
          currency: 'INR',
          description_key: 'walletTransactionAdjustment',
        })
        .returning('id')
        .executeTakeFirstOrThrow()
      const postings = [
        { transfer_id: id, account_id: rupees!, amount_minor: -100n },
        { transfer_id: id, account_id: yens!, amount_minor: 100n },
      ]
      await tx.insertInto('postings').values(postings).execute()
    })
    await expect(crossing).rejects.toThrow('posting crosses currencies')
    expect((await walletBalances(test.db, customer.id)).ownMinor).toBe(1_000n)
  })

  it('one person has a separate account for each currency', async () => {
    const customer = await test.build.customer()
    await fundWallet(test.db, customer.id, { ownMinor: 1_000n })
    const own = { account: { kind: 'wallet_own', userId: customer.id }, amountMinor: 700n } as const
    await inTransaction(test.db, (tx) =>
      postTransfer(tx, {
        ...transferIn('JPY', 'pocket'),
        postings: [{ account: { kind: 'adjustments' }, amountMinor: -700n }, own],
      }),
    )
    expect((await walletBalances(test.db, customer.id, 'INR')).ownMinor).toBe(1_000n)
    expect((await walletBalances(test.db, customer.id, 'JPY')).ownMinor).toBe(700n)
    const { body } = await test.call('get-wallet-transactions', {}, customer)
    expect(body).toMatchObject({ balance: 10, transactions: [{ amount: 1_000 }] })
  })
})
