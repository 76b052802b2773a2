import { kn } from '@nukkad/contract/texts/kn.ts'
import { describe, expect, test as it } from 'vitest'
import { codeOf, useTestApp } from '#test/harness.ts'
import { runJobs } from '#test/run-jobs.ts'
import { jobs } from './jobs.ts'

const test = useTestApp()

const delivered = { status: 5, delivered_at: new Date('2026-11-20T13:30:00Z') }

async function orderOf(userId: number, row: Parameters<typeof test.build.order>[0] | object = {}) {
  const store = await test.build.store({
    name: 'Corner Kitchen',
    address: '5 Market Road',
    certificate: '12345678901234',
  })
  const order = await test.build.order({ user_id: userId, store_id: store.id, ...delivered, ...row })
  return { order, store }
}

const invoiceOf = (orderId: number, customer: { token: string }) =>
  test.call('get-invoice', { order_id: orderId }, { token: customer.token })

describe('get-invoice', () => {
  it('[GAP-81] shows seller, customer and every row of the checkout, and how the order was paid', async () => {
    const customer = await test.build.customer({ name: 'Asha Menon', tax_number: '29ABCDE1234F1Z5' })
    const { order } = await orderOf(customer.id, {
      lines: [
        { name: 'Masala Dosa', quantity: 2, unit_price_minor: 12_000n },
        { name: 'Filter Coffee', quantity: 1, unit_price_minor: 4_000n },
      ],
      coupon_name: 'TEN',
      coupon_minor: 2_800n,
      store_charge_minor: 1_000n,
      delivery_charge_minor: 3_000n,
      tax_basis_points: 500,
      tax_minor: 1_460n,
      tip_minor: 2_000n,
      wallet_own_minor: 10_000n,
      wallet_promotion_minor: 5_000n,
    })
    const [line] = await test.db
      .selectFrom('order_lines')
      .select(['id', 'store_id'])
      .where('order_id', '=', order.id)
      .orderBy('id')
      .execute()
    await test.db
      .insertInto('order_line_addons')
      .values({
        order_line_id: line!.id,
        store_id: line!.store_id,
        addon_category_name: 'Extras',
        name: 'Ghee',
        price_minor: 2_000n,
      })
      .execute()
    const { status, body } = await invoiceOf(order.id, customer)
    expect(status).toBe(200)
    expect(body).toEqual({
      unique_order_id: order.unique_order_id,
      placed_at: expect.stringMatching(/^\d{4}-.*Z$/),
      delivered_at: '2026-11-20T13:30:00.000Z',
      delivery_type: 1,
      currency: 'INR',
      store: { name: 'Corner Kitchen', address: '5 Market Road', phone: null, licence: '12345678901234' },
      customer: {
        name: 'Asha Menon',
        phone: customer.phone,
        address: '4B, 12 Lake Road, Koramangala, Bengaluru',
        tax_number: '29ABCDE1234F1Z5',
      },
      lines: [
        { id: line!.id, name: 'Masala Dosa', addons: ['Ghee'], quantity: 2, unit_price: '120.00', amount: '240.00' },
        {
          id: expect.any(Number),
          name: 'Filter Coffee',
          addons: [],
          quantity: 1,
          unit_price: '40.00',
          amount: '40.00',
        },
      ],
      bill: [
        { key: 'itemTotal', amount: '280.00' },
        { key: 'coupon', amount: '-28.00' },
        { key: 'delivery', amount: '30.00' },
        { key: 'storeCharge', amount: '10.00' },
        { key: 'tax', amount: '14.60' },
        { key: 'tip', amount: '20.00' },
        { key: 'total', amount: '326.60' },
        { key: 'wallet', amount: '-150.00' },
        { key: 'payable', amount: '176.60' },
      ],
      coupon_name: 'TEN',
      tax_percent: '5',
      payments: [
        { method: 'WALLET', amount: '150.00' },
        { method: 'COD', amount: '176.60' },
      ],
    })
  })

  it('[GAP-81] the rows of an order equal those of its quote', async () => {
    const customer = await test.build.customer()
    const store = await test.build.store({ store_charge_minor: 1_500n })
    const item = await test.build.item({ store_id: store.id })
    const cart = { order: [{ id: item.id, quantity: 3 }], method: 'COD', delivery_type: 1 as const, tipAmount: '10.00' }
    const quoted = await test.call('quote', cart, customer)
    const placed = await test.call('place-order', cart, customer)
    if (!('data' in placed.body)) throw new Error('not placed')
    const { id } = placed.body.data
    await test.db.updateTable('orders').set(delivered).where('id', '=', id).execute()
    expect((await invoiceOf(id, customer)).body.bill).toEqual(quoted.body.lines)
  })

  it('[T-08] [GAP-75] is available only for own orders, and only after they are complete', async () => {
    const customer = await test.build.customer()
    const stranger = await test.build.customer()
    const { order } = await orderOf(stranger.id)
    const ids = [order.id, 2_000_000_000]
    for (const status of [1, 2, 6, 8, 9])
      ids.push((await orderOf(customer.id, { status, delivered_at: null })).order.id)
    for (const id of ids) {
      const answer = await invoiceOf(id, customer)
      expect({ status: answer.status, code: codeOf(answer) }).toEqual({ status: 404, code: 'NOT_FOUND' })
    }
    expect((await invoiceOf(order.id, stranger)).status).toBe(200)
  })
})

describe('an invoice by mail', () => {
  async function collect(customer: { id: number }, row: object = {}) {
    const { order, store } = await orderOf(customer.id, { status: 7, delivered_at: null, delivery_type: 2, ...row })
    const owner = await test.build.owner({ stores: [store] })
    const input = { store_id: store.id, order_id: order.id }
    const answer = await test.call('store-owner/mark-selfpickup-order-completed', input, owner)
    expect(answer.body).toMatchObject({ orderstatus_id: 5 })
    await runJobs(test, jobs)
    return order
  }

  const mailsTo = (email: string) =>
    test.db.selectFrom('local_outbox').select(['kind', 'text']).where('recipient', '=', email).execute()

  it('[GAP-81] is sent when the order is complete, if the setting is on', async () => {
    const quiet = await test.build.customer()
    await collect(quiet)
    expect(await mailsTo(quiet.email!)).toEqual([])
    await test.build.setting('sendOrderInvoiceOverEmail', 'true')
    await test.services.settings.reload()
    const customer = await test.build.customer()
    const order = await collect(customer)
    const [mail] = await mailsTo(customer.email!)
    expect(mail?.kind).toBe('mail')
    expect(mail?.text).toContain('Your order from Corner Kitchen is complete.')
    expect(mail?.text).toContain('1 × Masala Dosa: ₹100.00')
    expect(mail?.text).toContain('Total: ₹100.00')
    expect(mail?.text).toContain(`https://shop.test/invoice/${order.id}`)
  })

  it('[GAP-81] is in the language of its customer', async () => {
    await test.db.insertInto('languages').values({ code: 'kn', language_name: 'ಕನ್ನಡ', is_default: false }).execute()
    await test.build.setting('sendOrderInvoiceOverEmail', 'true')
    await test.services.settings.reload()
    const customer = await test.build.customer({ language: 'kn' })
    await collect(customer)
    const [mail] = await mailsTo(customer.email!)
    expect(mail?.text).toContain(kn.mailInvoiceThanks.replace('{store}', 'Corner Kitchen'))
    expect(mail?.text).toContain(`${kn.invoiceTotal}: ₹100.00`)
  })

  it('[GAP-81] is in the currency of the store, with its sign and decimals', async () => {
    await test.build.setting('sendOrderInvoiceOverEmail', 'true')
    await test.services.settings.reload()
    const totalIn = async (currency: string) => {
      const customer = await test.build.customer()
      await collect(customer, { currency })
      const [mail] = await mailsTo(customer.email!)
      return /^Total: (.*)$/m.exec(mail!.text)?.[1]
    }
    expect(await totalIn('PHP')).toBe('₱100.00')
    expect(await totalIn('JPY')).toBe('¥10,000')
  })

  it('[GAP-74] is not sent to an address that staff generated for a guest', async () => {
    await test.build.setting('sendOrderInvoiceOverEmail', 'true')
    await test.services.settings.reload()
    const staff = await test.build.user({}, 'staff')
    const guest = await test.build.user({
      phone: '+919812300001',
      email: '919812300001@shop.test',
      created_by_staff_id: staff.id,
    })
    await collect(guest)
    expect(await mailsTo('919812300001@shop.test')).toEqual([])
    const own = await test.build.user({ created_by_staff_id: staff.id })
    await collect(own)
    expect(await mailsTo(own.email!)).toHaveLength(1)
  })
})
