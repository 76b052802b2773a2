import { beforeAll, describe, expect, it } from 'vitest'
import { codeOf, useTestApp } from '#test/harness.ts'
import { createStaff } from '#test/staff.ts'

const test = useTestApp()
const { member, signIn, ask, auditOf } = createStaff(test)
let cookie = ''
let staffId = 0
beforeAll(async () => {
  const staff = await member('stores_view', 'stores_edit')
  staffId = staff.id
  cookie = (await signIn(staff)).cookie
})

/**
 * Builds a store and one review for each of these numbers of stars, each sent through the API by a different customer.
 */
async function reviewed(...stars: number[]) {
  const store = await test.build.store()
  for (const rating_store of stars) {
    const customer = await test.build.customer({ name: 'Asha Devi Menon' })
    const order = await test.build.order({ user_id: customer.id, store_id: store.id, status: 5, delivery_type: 2 })
    const rating = { order_id: order.id, rating_store, rating_delivery: null, review_store: `Worth ${rating_store}` }
    expect((await test.call('rate-order', { ...rating, review_delivery: '' }, customer)).body).toEqual({
      success: true,
    })
  }
  const rows = await test.db.selectFrom('reviews').select('id').where('store_id', '=', store.id).orderBy('id').execute()
  return { store, ids: rows.map(({ id }) => id) }
}
const read = async (slug: string) => (await test.call('get-store-reviews', {}, { path: `/${slug}` })).body
const show = (ids: number[], is_shown: 0 | 1) =>
  ask('dashboard/reviews/set-shown', { ids, is_shown, reason: 'rude' }, { cookie })
const reply = (id: number, text: string, by = cookie) =>
  ask('dashboard/reviews/reply', { id, reply: text }, { cookie: by })

describe('reviews at the dashboard', () => {
  it('[U-24] a hidden review is not in get-store-reviews or in the average, and is again when it is shown', async () => {
    const { store, ids } = await reviewed(5, 1)
    expect((await show([ids[1]!], 0)).status).toBe(200)
    expect(await read(store.slug)).toMatchObject({
      reviews: [{ id: ids[0], review_store: 'Worth 5', reply: null }],
      distribution: [0, 0, 0, 0, 1],
      restaurant: { avgRating: '5', rating_count: 1 },
    })
    await show([ids[1]!], 1)
    const mine = (await auditOf(staffId)).filter(({ object_id }) => object_id === String(ids[1]))
    expect(mine).toMatchObject([{ action: 'review.hidden', reason: 'rude' }, { action: 'review.shown' }])
    expect((await read(store.slug)).restaurant).toMatchObject({ avgRating: '3', rating_count: 2 })
  })

  it('[U-24] the stars of a hidden review do not count for its rider, on any screen', async () => {
    const store = await test.build.store()
    const rider = await test.build.rider({ stores: [store] })
    const customer = await test.build.customer()
    const deliver = (status: number) =>
      test.build.order({ user_id: customer.id, store_id: store.id, rider_id: rider.id, status })
    for (const rating_delivery of [5, 1]) {
      const rating = { order_id: (await deliver(5)).id, rating_store: 5, rating_delivery, review_store: '' }
      await test.call('rate-order', { ...rating, review_delivery: '' }, customer)
    }
    const { id } = await test.db
      .selectFrom('reviews')
      .select('id')
      .where('store_id', '=', store.id)
      .where('rating_delivery', '=', 1)
      .executeTakeFirstOrThrow()
    expect((await show([id], 0)).status).toBe(200)
    const { unique_order_id } = await deliver(4)
    const tracked = await test.call('update-user-info', { unique_order_id }, customer)
    const ofRider = await test.call('delivery/update-user-info', {}, rider)
    const manager = (await signIn(await member('delivery_guys_view'))).cookie
    const table = await ask('dashboard/table', { table: 'riders', q: rider.email! }, { cookie: manager })
    expect([
      tracked.body.delivery_details?.rating,
      ofRider.body.data.averageRating,
      table.body.rows[0]?.rating,
    ]).toEqual(['5', '5', '5.0'])
  })

  it('[U-24] hiding a review many times in parallel subtracts its stars once', async () => {
    const { store, ids } = await reviewed(4, 2, 3)
    await Promise.all(Array.from({ length: 8 }, () => show([ids[1]!, ids[0]!], 0)))
    const sums = await test.db
      .selectFrom('stores')
      .select(['rating_sum', 'rating_count'])
      .where('id', '=', store.id)
      .executeTakeFirstOrThrow()
    expect(sums).toEqual({ rating_sum: 3, rating_count: 1 })
    expect(codeOf(await show([ids[0]!, 999_999], 1))).toBe('NOT_FOUND')
  })

  it('[U-24] everyone can read a reply of the shop or of the store; an empty reply removes it', async () => {
    const { store, ids } = await reviewed(2)
    const owner = await test.build.owner({ stores: [store] })
    await reply(ids[0]!, 'We are sorry')
    expect((await read(store.slug)).reviews[0]).toMatchObject({ reply: 'We are sorry' })
    const byOwner = (id: number, text: string, token: string) =>
      test.call('dashboard/reviews/reply', { id, reply: text }, { token })
    expect((await byOwner(ids[0]!, 'Come again', owner.token)).body).toEqual({ success: true })
    expect((await read(store.slug)).reviews[0]).toMatchObject({ reply: 'Come again' })
    await reply(ids[0]!, '')
    expect((await read(store.slug)).reviews[0]).toMatchObject({ reply: null })
    expect((await auditOf(owner.id)).map(({ action }) => action)).toEqual(['review.answered'])
    const another = await test.build.owner({ stores: [await test.build.store()] })
    expect(codeOf(await byOwner(ids[0]!, 'Not mine', another.token))).toBe('NOT_FOUND')
    expect(codeOf(await reply(999_999, 'x'))).toBe('NOT_FOUND')
  })

  it('[U-24] [GAP-75] owners see the reviews of their stores, with shortened names', async () => {
    const [own, other] = [await reviewed(5, 4), await reviewed(1)]
    const owner = await test.build.owner({ stores: [own.store] })
    const list = async (filters: Record<string, string>) =>
      (await test.call('dashboard/table', { table: 'reviews', filters }, { token: owner.token })).body.rows
    expect((await list({})).map(({ id }) => id)).toEqual(own.ids.toReversed())
    expect((await list({}))[0]).toMatchObject({ customer: 'Asha M.', stars: 4, is_shown: true })
    expect(await list({ store: String(other.store.id) })).toEqual([])
    expect((await list({ stars: '5' })).map(({ id }) => id)).toEqual([own.ids[0]])
  })
})
