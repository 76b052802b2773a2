import { randomBytes } from 'node:crypto'
import { en } from '@nukkad/contract/texts/en.ts'
import { describe, expect, test } from 'vitest'
import { codeOf, useTestApp } from '#test/harness.ts'

const app = useTestApp()

/** Builds an order of this customer in a status, and sets the columns that an order in that status has. */
async function order(row: {
  user_id: number
  store_id: number
  status?: number
  delivery_type?: number
  rider_id?: number
}): Promise<number> {
  const { id } = await app.db
    .insertInto('orders')
    .values({
      unique_order_id: `OD-${randomBytes(8).toString('hex').toUpperCase()}`,
      status: 5,
      delivery_type: 1,
      payment_mode: 'COD',
      currency: 'INR',
      address: '12 Lake Road',
      location: JSON.stringify({ lat: 12.9352, lng: 77.6245, address: '12 Lake Road', house: '4B', tag: 'Home' }),
      subtotal_minor: 10_000n,
      total_minor: 10_000n,
      payable_minor: 10_000n,
      delivery_pin: '12345',
      ...row,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

async function sums(storeId: number) {
  return app.db
    .selectFrom('stores')
    .select(['rating_sum', 'rating_count'])
    .where('id', '=', storeId)
    .executeTakeFirstOrThrow()
}

const fine = { rating_store: 5, rating_delivery: 4, review_store: 'Crisp', review_delivery: 'Quick' }

describe('rating an order', () => {
  test('[P-71] [GAP-17] a delivered order is rated once, and the average of its store changes', async () => {
    const [customer, store, rider] = [await app.build.customer(), await app.build.store(), await app.build.rider()]
    const id = await order({ user_id: customer.id, store_id: store.id, rider_id: rider.id })
    const rate = () => app.call('rate-order', { order_id: id, ...fine }, { token: customer.token })
    const answer = await rate()
    expect([answer.status, answer.body]).toEqual([200, { success: true }])
    const review = await app.db.selectFrom('reviews').selectAll().where('order_id', '=', id).executeTakeFirstOrThrow()
    expect(review).toMatchObject({ user_id: customer.id, store_id: store.id, rider_id: rider.id, is_shown: true })
    expect(review).toMatchObject({
      rating_store: 5,
      rating_delivery: 4,
      review_store: 'Crisp',
      review_delivery: 'Quick',
    })
    expect(await sums(store.id)).toEqual({ rating_sum: 5, rating_count: 1 })
    const again = await rate()
    expect([again.status, codeOf(again)]).toEqual([200, 'ORDER_NOT_RATABLE'])
    expect(again.body).toMatchObject({ success: false, message: expect.any(String) })
    expect(await sums(store.id)).toEqual({ rating_sum: 5, rating_count: 1 })
  })

  test('[GAP-17] stars are whole numbers from 1 to 5; invalid fields are named', async () => {
    const [customer, store] = [await app.build.customer(), await app.build.store()]
    const id = await order({ user_id: customer.id, store_id: store.id })
    const before = await app.build.counts()
    for (const wrong of [0, 6, 2.5, -1, '5', null, true, [5], {}, 1e308]) {
      const answer = await app.call(
        'rate-order',
        { order_id: id, ...fine, rating_store: wrong },
        { token: customer.token },
      )
      expect([answer.status, codeOf(answer)]).toEqual([200, 'RATING_INVALID'])
      expect(answer.body).toMatchObject({ success: false, error: { fields: { rating_store: en.fieldInvalid } } })
    }
    const rider = await app.call('rate-order', { order_id: id, ...fine, rating_delivery: 9 }, { token: customer.token })
    expect(rider.body).toMatchObject({ success: false, error: { fields: { rating_delivery: en.fieldInvalid } } })
    expect(await app.build.counts()).toEqual(before)
  })

  test('[GAP-17] a collected order has no rider to rate; a review without text has only stars', async () => {
    const [customer, store] = [await app.build.customer(), await app.build.store()]
    const id = await order({ user_id: customer.id, store_id: store.id, delivery_type: 2 })
    const refused = await app.call('rate-order', { order_id: id, ...fine }, { token: customer.token })
    expect(codeOf(refused)).toBe('RATING_INVALID')
    const rated = await app.call(
      'rate-order',
      { order_id: id, rating_store: 3, rating_delivery: null, review_store: '   ' },
      { token: customer.token },
    )
    expect(rated.body).toEqual({ success: true })
    const review = await app.db.selectFrom('reviews').selectAll().where('order_id', '=', id).executeTakeFirstOrThrow()
    expect(review).toMatchObject({ rating_store: 3, rating_delivery: null, review_store: null })
  })

  test('[P-71] [T-08] undelivered, other customers’ and unknown orders are refused alike', async () => {
    const [mine, other, store] = [await app.build.customer(), await app.build.customer(), await app.build.store()]
    const open = await order({ user_id: mine.id, store_id: store.id, status: 2 })
    const foreign = await order({ user_id: other.id, store_id: store.id })
    const before = await app.build.counts()
    for (const order_id of [open, foreign, 999_999]) {
      const answer = await app.call('rate-order', { order_id, ...fine, user_id: other.id }, { token: mine.token })
      expect([answer.status, codeOf(answer)]).toEqual([200, 'ORDER_NOT_RATABLE'])
    }
    expect(await app.build.counts()).toEqual(before)
  })

  test('[P-71] no order can be rated if ratings are switched off', async () => {
    const [customer, store] = [await app.build.customer(), await app.build.store()]
    const id = await order({ user_id: customer.id, store_id: store.id })
    await app.build.setting('enRAR', 'false')
    await app.services.settings.reload()
    const answer = await app.call('rate-order', { order_id: id, ...fine }, { token: customer.token })
    expect(codeOf(answer)).toBe('ORDER_NOT_RATABLE')
    await app.build.setting('enRAR', 'true')
    await app.services.settings.reload()
  })

  test('[P-71] 30 parallel ratings of one order are one review; 30 ratings of one store all count', async () => {
    const [customer, store] = [await app.build.customer(), await app.build.store()]
    const one = await order({ user_id: customer.id, store_id: store.id })
    const rate = (order_id: number, rating_store: number) =>
      app.call('rate-order', { order_id, ...fine, rating_store }, { token: customer.token })
    const same = await Promise.all(Array.from({ length: 30 }, () => rate(one, 4)))
    expect(same.filter(({ body }) => 'success' in body && (body as { success: boolean }).success)).toHaveLength(1)
    expect(await sums(store.id)).toEqual({ rating_sum: 4, rating_count: 1 })
    const many = []
    for (let n = 0; n < 30; n++) many.push(await order({ user_id: customer.id, store_id: store.id }))
    const answers = await Promise.all(many.map((id, index) => rate(id, 1 + (index % 5))))
    expect(answers.map(({ body }) => body)).toEqual(Array(30).fill({ success: true }))
    expect(await sums(store.id)).toEqual({ rating_sum: 4 + 90, rating_count: 31 })
  })

  test('[T-02] [T-04] guests and riders get 401; malformed bodies 400 and nothing changes', async () => {
    const [customer, rider, store] = [await app.build.customer(), await app.build.rider(), await app.build.store()]
    const id = await order({ user_id: customer.id, store_id: store.id })
    const before = await app.build.counts()
    for (const name of ['rate-order', 'get-ratable-order'] as const) {
      const guest = await app.call(name, { order_id: id, ...fine })
      expect([guest.status, guest.body]).toMatchObject([401, { message: 'Token not provided' }])
      const stranger = await app.call(name, { order_id: id, ...fine }, { token: rider.token })
      expect([stranger.status, codeOf(stranger)]).toEqual([401, 'WRONG_AUDIENCE'])
      for (const order_id of [undefined, null, 0, -1, 'x', 1.5, [id], 2 ** 40]) {
        const answer = await app.send(`/public/api/${name}`, { payload: { ...fine, order_id, token: customer.token } })
        expect([answer.status, codeOf(answer)]).toEqual([400, 'INVALID_INPUT'])
      }
    }
    for (const review_store of ['x'.repeat(1001), '\u202eevil', 5, ['a']]) {
      const answer = await app.send('/public/api/rate-order', {
        payload: { ...fine, order_id: id, review_store, token: customer.token },
      })
      expect(answer.status).toBe(400)
    }
    expect(await app.build.counts()).toEqual(before)
  })
})

test('[P-70] [GAP-17] an own order is read for the rating screen, before and after its rating', async () => {
  const [customer, store] = [await app.build.customer(), await app.build.store()]
  const id = await order({ user_id: customer.id, store_id: store.id })
  const read = () => app.call('get-ratable-order', { order_id: id }, { token: customer.token })
  expect((await read()).body).toMatchObject({
    id,
    is_ratable: true,
    rating: null,
    restaurant: { id: store.id },
    orderitems: [],
  })
  await app.call('rate-order', { order_id: id, ...fine }, { token: customer.token })
  expect((await read()).body).toMatchObject({ id, is_ratable: false, rating: { rating_store: 5, rating_delivery: 4 } })
})

test("[P-70] [T-08] another customer's order and an unknown one answer the same 404", async () => {
  const [mine, other, store] = [await app.build.customer(), await app.build.customer(), await app.build.store()]
  const foreign = await order({ user_id: other.id, store_id: store.id })
  for (const order_id of [foreign, 999_999]) {
    const answer = await app.call('get-ratable-order', { order_id }, { token: mine.token })
    expect([answer.status, codeOf(answer)]).toEqual([404, 'NOT_FOUND'])
  }
})

describe('reviews of a store', () => {
  test('[P-69] [GAP-18] [INT-23] lists shown reviews newest first, with the count of each number of stars, by POST and GET', async () => {
    const [customer, store] = [await app.build.customer({ name: 'Asha Menon' }), await app.build.store()]
    for (const [rating_store, review_store] of [
      [5, 'Lovely'],
      [2, null],
    ] as const) {
      const order_id = await order({ user_id: customer.id, store_id: store.id })
      await app.call('rate-order', { order_id, rating_store, review_store }, { token: customer.token })
    }
    const hidden = await order({ user_id: customer.id, store_id: store.id })
    await app.call('rate-order', { order_id: hidden, rating_store: 1 }, { token: customer.token })
    await app.db.updateTable('reviews').set({ is_shown: false }).where('order_id', '=', hidden).execute()
    const entry = (rating_store: number, review_store: string | null) => ({
      id: expect.any(Number),
      username: 'Asha M.',
      rating_store,
      review_store,
      reply: null,
      created_at: expect.stringMatching(/^\d{4}-\d{2}-\d{2} \d{2}:\d{2}:\d{2}$/),
      items: [],
      photos: [],
    })
    for (const method of ['POST', 'GET'] as const) {
      const { status, body } = await app.call('get-store-reviews', {}, { path: `/${store.slug}`, method })
      expect(status).toBe(200)
      expect(body.restaurant).toMatchObject({ id: store.id, avgRating: '2.7', rating_count: 3 })
      expect(body.reviews).toEqual([entry(2, null), entry(5, 'Lovely')])
      expect(body.distribution).toEqual([0, 1, 0, 0, 1])
    }
  })

  test('[P-69] an unknown store answers 404', async () => {
    const answer = await app.call('get-store-reviews', {}, { path: '/nobody' })
    expect([answer.status, codeOf(answer)]).toEqual([404, 'NOT_FOUND'])
  })
})
