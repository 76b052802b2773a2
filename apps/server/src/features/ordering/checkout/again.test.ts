import { beforeEach, describe, expect, it } from 'vitest'
import { codeOf, useTestApp } from '#test/harness.ts'

const test = useTestApp()
const set = async (key: string, value: string) => {
  await test.build.setting(key, value)
  await test.services.settings.reload()
}
beforeEach(async () => {
  await set('limitOrdersPerCustomer', '1000')
  await set('limitCouponTriesPerCustomer', '10')
})

async function shop() {
  const store = await test.build.store()
  const item = await test.build.item({ store_id: store.id, price_minor: 10_000n })
  const customer = await test.build.customer()
  const owner = await test.build.owner({ stores: [store] })
  const body = { order: [{ id: item.id, quantity: 1 }], method: 'COD', delivery_type: 1 }
  const place = (more: object = {}) => test.call('place-order', { ...body, ...more } as never, customer)
  return { store, owner, customer, place }
}
type Placed = { data: { id: number; orderstatus_id: number } }
const orderOf = (answer: { body: unknown }) => (answer.body as Placed).data
const ordersOf = async (userId: number) =>
  (await test.db.selectFrom('orders').select('status').where('user_id', '=', userId).orderBy('id').execute()).map(
    ({ status }) => status,
  )

describe('the same order without a key', () => {
  it('is placed again if the first was cancelled in the meantime, and again if the second was too', async () => {
    const { customer, place } = await shop()
    const ids = new Set<number>()
    for (let times = 1; times <= 3; times++) {
      const placed = await place()
      expect(placed.body).toMatchObject({ success: true, data: { orderstatus_id: 1 } })
      expect(placed.headers['idempotent-replayed']).toBeUndefined()
      ids.add(orderOf(placed).id)
      expect(ids.size).toBe(times)
      const cancelled = await test.call('cancel-order', { order_id: orderOf(placed).id }, customer)
      expect(cancelled.body).toMatchObject({ success: true })
    }
    expect(await ordersOf(customer.id)).toEqual([6, 6, 6])
  })

  it('is answered in its current state while it is in progress', async () => {
    const { store, owner, customer, place } = await shop()
    const first = await place()
    const own = { store_id: store.id, order_id: orderOf(first).id }
    expect((await test.call('store-owner/accept-order', own, owner)).status).toBe(200)
    const again = await place()
    expect(again.headers['idempotent-replayed']).toBe('true')
    expect(orderOf(again)).toMatchObject({ id: orderOf(first).id, orderstatus_id: 2 })
    expect(await ordersOf(customer.id)).toEqual([2])
  })

  it('is placed again if the first was not paid in time', async () => {
    const { customer, place } = await shop()
    const first = orderOf(await place())
    await test.db.updateTable('orders').set({ status: 9, released_at: new Date() }).where('id', '=', first.id).execute()
    expect(orderOf(await place()).id).not.toBe(first.id)
    expect(await ordersOf(customer.id)).toHaveLength(2)
  })

  it('sent several times in parallel after a cancel is placed once', async () => {
    const { customer, place } = await shop()
    await test.call('cancel-order', { order_id: orderOf(await place()).id }, customer)
    const answers = await Promise.all(Array.from({ length: 6 }, () => place()))
    expect(answers.filter(({ status }) => ![200, 409].includes(status))).toEqual([])
    expect(await ordersOf(customer.id)).toEqual([6, 1])
  })

  it('with one key gets the first answer, in any state of the order', async () => {
    const { customer, place } = await shop()
    const key = 'one-key-of-a-customer'
    const input = { idempotency_key: key }
    const first = await place(input)
    await test.call('cancel-order', { order_id: orderOf(first).id }, customer)
    const again = await place(input)
    expect(again.headers['idempotent-replayed']).toBe('true')
    expect(again.body).toEqual(first.body)
    expect(await ordersOf(customer.id)).toEqual([6])
  })
})

describe('tries are counted before they are made', () => {
  it.each(['in a row', 'in parallel'])('refused orders count towards the limit of a minute, %s', async (how) => {
    await set('limitOrdersPerCustomer', '6')
    const { place } = await shop()
    const input = (index: number) => ({ order_comment: `try ${index}`, quoted_total: '1.00' })
    const tries = Array.from({ length: 20 }, (_, index) => index)
    const answers = how === 'in a row' ? [] : await Promise.all(tries.map((index) => place(input(index))))
    if (how === 'in a row') for (const index of tries) answers.push(await place(input(index)))
    expect(answers.filter(({ status }) => status === 429)).toHaveLength(14)
    expect((await place()).status).toBe(429)
  })

  it('a changed price and a refused cart count as tries, a stored answer does not', async () => {
    await set('limitOrdersPerCustomer', '3')
    const { place } = await shop()
    const input = { idempotency_key: 'a-key-that-is-long-enough' }
    for (let times = 0; times < 8; times++) expect((await place(input)).body).toMatchObject({ success: true })
    expect((await place({ quoted_total: '99.99' })).body).toMatchObject({ success: false })
    expect(codeOf(await place({ delivery_type: 2, tipAmount: '-5' }))).not.toBe('TOO_MANY_REQUESTS')
    expect((await place({ order_comment: 'a third' })).status).toBe(429)
  })

  it('guesses at coupons in parallel share the limit, in a quote and in an order', async () => {
    const { customer, place } = await shop()
    const [item] = await test.db.selectFrom('items').select('id').orderBy('id', 'desc').limit(1).execute()
    const quote = (code: string) =>
      test.call(
        'quote',
        { order: [{ id: item!.id, quantity: 1 }], coupon: { code }, method: 'COD', delivery_type: 1 },
        customer,
      )
    const answers = await Promise.all([
      ...Array.from({ length: 30 }, (_, index) => quote(`GUESS${index}`)),
      ...Array.from({ length: 10 }, (_, index) => place({ coupon: { code: `OTHER${index}` } })),
    ])
    expect(answers.filter((answer) => codeOf(answer) === 'COUPON_INVALID')).toHaveLength(10)
    expect(answers.filter(({ status }) => status === 429)).toHaveLength(30)
  })

  it('a correct coupon costs no try, however often its price is requested', async () => {
    const { code } = await test.build.coupon()
    const { customer } = await shop()
    const [item] = await test.db.selectFrom('items').select('id').orderBy('id', 'desc').limit(1).execute()
    for (let times = 0; times < 25; times++) {
      const answer = await test.call(
        'quote',
        { order: [{ id: item!.id, quantity: 1 }], coupon: { code }, method: 'COD', delivery_type: 1 },
        customer,
      )
      expect(answer.status).toBe(200)
    }
  })
})

describe('the quote that a person saw', () => {
  it.each([
    ['more than the total', '100.01'],
    ['less than the total', '99.99'],
    ['far more', '1000.00'],
    ['nothing', '0.00'],
  ])('[GAP-10] places no order if it was %s', async (_what, quoted_total) => {
    const { customer, place } = await shop()
    await set('taxPercentage', '0')
    const answer = await place({ quoted_total, delivery_type: 2 })
    expect(answer).toMatchObject({
      status: 200,
      body: { success: false, error: { code: 'PRICE_CHANGED' }, quote: { total: '100.00' } },
    })
    expect(await ordersOf(customer.id)).toEqual([])
    expect((await place({ quoted_total: '100.00', delivery_type: 2 })).body).toMatchObject({ success: true })
  })
})

it('[M-20] a balance and its list are read at one moment while orders are paid from the wallet', async () => {
  const { fundWallet } = await import('#test/wallet.ts')
  const { customer, place } = await shop()
  await fundWallet(test.db, customer.id, { ownMinor: 1_000_000n })
  let isOver = false
  const spending = (async () => {
    for (let index = 0; index < 25; index++) await place({ method: 'WALLET', order_comment: `${index}` })
    isOver = true
  })()
  let looks = 0
  while (!isOver) {
    const { body } = await test.call('get-wallet-transactions', {}, customer)
    const { balance, transactions } = body as unknown as {
      balance: number
      transactions: { type: string; amount: number }[]
    }
    const sum = transactions.reduce((total, { type, amount }) => total + (type === 'deposit' ? amount : -amount), 0)
    expect(Math.round(balance * 100)).toBe(sum)
    looks++
  }
  await spending
  expect(looks).toBeGreaterThan(5)
})
