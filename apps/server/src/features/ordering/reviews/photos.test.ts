import sharp from 'sharp'
import { beforeAll, describe, expect, it } from 'vitest'
import { markBestSellers } from '#features/catalogue/store-menu/best-sellers.ts'
import { codeOf, useTestApp } from '#test/harness.ts'
import { createStaff } from '#test/staff.ts'
import { deleteLostPhotos } from './delete-photos.ts'

const test = useTestApp()
const { member, signIn, ask, auditOf } = createStaff(test)
let cookie = ''
let staffId = 0
beforeAll(async () => {
  const staff = await member('stores_view', 'stores_edit')
  staffId = staff.id
  cookie = (await signIn(staff)).cookie
})

/** Builds a delivered order of this item by a new customer. */
async function bought(item: { id: number; store_id: number }, quantity = 1) {
  const customer = await test.build.customer({ name: 'Asha Menon' })
  const line = { name: 'Masala Dosa', quantity, unit_price_minor: 10_000n, item_id: item.id }
  const order = await test.build.order({
    user_id: customer.id,
    store_id: item.store_id,
    status: 5,
    delivery_type: 2,
    lines: [line],
  })
  return { customer, order }
}
type Bought = Awaited<ReturnType<typeof bought>>

async function sold(items = 1) {
  const store = await test.build.store()
  const built = []
  for (let count = 0; count < items; count++) built.push(await test.build.item({ store_id: store.id }))
  return { store, items: built, item: built[0]! }
}

const rate = ({ customer, order }: Bought, more: object) =>
  test.call('rate-order', { order_id: order.id, rating_store: 5, ...more }, { token: customer.token })

const jpeg = (width = 1200, height = 900) =>
  sharp({ create: { width, height, channels: 3, background: '#c84' } })
    .jpeg()
    .withExif({ IFD0: { Copyright: 'somebody at home' } })
    .toBuffer()

async function upload({ customer, order }: Bought, bytes: Buffer | null) {
  const form = new FormData()
  form.append('token', customer.token)
  form.append('order_id', String(order.id))
  if (bytes) form.append('image', new Blob([new Uint8Array(bytes)], { type: 'image/jpeg' }), 'a.jpg')
  const request = new Response(form)
  const answer = await test.app.inject({
    method: 'POST',
    url: '/public/api/upload-review-photo',
    headers: { 'content-type': request.headers.get('content-type')! },
    payload: Buffer.from(await request.arrayBuffer()),
  })
  return { status: answer.statusCode, headers: answer.headers, body: answer.json() }
}
const get = (url: string) => test.app.inject({ url })
const reviewsOf = async (slug: string) => (await test.call('get-store-reviews', {}, { path: `/${slug}` })).body.reviews
const photosOf = ({ order }: Bought) =>
  test.db.selectFrom('review_photos').selectAll().where('order_id', '=', order.id).orderBy('id').execute()
const readItem = async (id: number) => (await test.call('get-single-item', { id })).body

describe('a photo of a review', () => {
  it('is encoded again without its metadata, and only the sent review shows it', async () => {
    const { store, item } = await sold()
    const own = await bought(item)
    const { status, body } = await upload(own, await jpeg())
    expect(status).toBe(200)
    expect(body.path).toMatch(/^\/assets\/img\/reviews\/r-[0-9a-f]{32}\.webp$/)
    expect((await get(body.path)).statusCode).toBe(404)
    expect((await rate(own, { photos: [body.path] })).body).toEqual({ success: true })
    expect(await reviewsOf(store.slug)).toMatchObject([{ photos: [body.path], items: [] }])
    for (const [suffix, width] of [
      ['.webp', 900],
      ['-150.webp', 150],
      ['-300.avif', 300],
    ] as const) {
      const file = await get(body.path.replace('.webp', suffix))
      expect([file.statusCode, file.headers['cache-control']]).toEqual([200, 'public, max-age=600'])
      const seen = await sharp(file.rawPayload).metadata()
      expect([seen.width, seen.exif]).toEqual([width, undefined])
    }
  })

  it('a photo that is not a picture, is too large, missing or of an order that cannot be rated is refused and leaves no file', async () => {
    const { item } = await sold()
    const own = await bought(item)
    const open = { customer: own.customer, order: { ...own.order, id: 999_999 } }
    const before = await test.build.counts()
    expect(codeOf(await upload(own, Buffer.from('GIF89a no picture')))).toBe('UNSUPPORTED_MEDIA_TYPE')
    expect(codeOf(await upload(own, (await jpeg()).subarray(0, 400)))).toBe('UNSUPPORTED_MEDIA_TYPE')
    expect(codeOf(await upload(own, await jpeg(5000, 4000)))).toBe('BODY_TOO_LARGE')
    expect(codeOf(await upload(own, Buffer.alloc(6 * 1024 * 1024)))).toBe('BODY_TOO_LARGE')
    expect(codeOf(await upload(own, null))).toBe('INVALID_INPUT')
    expect(codeOf(await upload(open, await jpeg()))).toBe('ORDER_NOT_RATABLE')
    expect(await photosOf(own)).toEqual([])
    expect(await test.build.counts()).toEqual(before)
  })

  it('a photo of another order, sent twice or never uploaded is refused, and the review is not inserted', async () => {
    const { item } = await sold()
    const [own, other] = [await bought(item), await bought(item)]
    const { path } = (await upload(other, await jpeg())).body
    for (const photos of [[path], ['/assets/img/reviews/r-0.webp'], ['/etc/passwd']])
      expect(codeOf(await rate(own, { photos }))).toBe('PHOTO_MISSING')
    expect(codeOf(await rate(own, { photos: ['a', 'b', 'c', 'd'] }))).toBe('INVALID_INPUT')
    expect((await rate(own, {})).body).toEqual({ success: true })
  })

  it('can be uploaded twenty times a day by one person, also in parallel', async () => {
    const { item } = await sold()
    const own = await bought(item)
    await test.db
      .insertInto('limit_counters')
      .values({ key: `review-photos:${own.customer.id}`, window_started_at: new Date(), hits: 18 })
      .execute()
    const picture = await jpeg(60, 60)
    const answers = await Promise.all([1, 2, 3, 4].map(() => upload(own, picture)))
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 200, 429, 429])
    expect(await photosOf(own)).toHaveLength(2)
  })

  it('can be hidden and shown again by staff with a reason; hidden, only staff see it', async () => {
    const { store, item } = await sold()
    const own = await bought(item)
    const { path } = (await upload(own, await jpeg())).body
    await rate(own, { photos: [path], items: [{ id: item.id, stars: 4 }] })
    const [row] = await photosOf(own)
    const set = (is_shown: 0 | 1, by = cookie) =>
      ask('dashboard/reviews/set-photo-shown', { id: row!.id, is_shown, reason: 'a face' }, { cookie: by })
    expect((await set(0)).status).toBe(200)
    await set(0)
    expect((await get(path)).statusCode).toBe(404)
    expect(await reviewsOf(store.slug)).toMatchObject([{ photos: [] }])
    const read = await ask('dashboard/reviews/read', { id: row!.review_id! }, { cookie })
    expect(read.body).toMatchObject({
      items: [{ name: 'Masala Dosa', stars: 4 }],
      photos: [{ id: row!.id, is_shown: 0, image: expect.stringMatching(/^data:image\/webp;base64,UklGR/) }],
    })
    const { token } = await test.build.owner()
    const foreign = await test.call('dashboard/reviews/read', { id: row!.review_id! }, { token })
    expect([foreign.status, codeOf(foreign)]).toEqual([404, 'NOT_FOUND'])
    expect(codeOf(await ask('dashboard/reviews/read', { id: 999_999 }, { cookie }))).toBe('NOT_FOUND')
    await set(1)
    expect((await get(path)).statusCode).toBe(200)
    const mine = (await auditOf(staffId)).filter(({ object_id }) => object_id === String(row!.id))
    expect(mine).toMatchObject([{ action: 'review_photo.hidden', reason: 'a face' }, { action: 'review_photo.shown' }])
    await ask('dashboard/reviews/set-shown', { ids: [row!.review_id!], is_shown: 0 }, { cookie })
    expect((await get(path)).statusCode).toBe(404)
    expect(codeOf(await ask('dashboard/reviews/set-photo-shown', { id: 999_999, is_shown: 0 }, { cookie }))).toBe(
      'NOT_FOUND',
    )
  })

  it('is deleted with its files a day after it was removed from its review or uploaded without one', async () => {
    const { item } = await sold()
    const [kept, lost] = [await bought(item), await bought(item)]
    const sent = (await upload(kept, await jpeg(90, 90))).body.path
    await rate(kept, { photos: [sent] })
    const { path } = (await upload(lost, await jpeg(90, 90))).body
    await deleteLostPhotos(test.services)
    expect(await photosOf(lost)).toHaveLength(1)
    await test.db
      .updateTable('review_photos')
      .set({ created_at: new Date(Date.now() - 25 * 3_600_000) })
      .where('order_id', 'in', [kept.order.id, lost.order.id])
      .execute()
    expect(codeOf(await rate(lost, { photos: [path] }))).toBe('PHOTO_MISSING')
    await deleteLostPhotos(test.services)
    expect([await photosOf(lost), (await photosOf(kept)).length]).toEqual([[], 1])
    expect(await test.services.outside.storage.open(path.split('/').at(-1)!)).toBeUndefined()
    expect((await get(sent)).statusCode).toBe(200)
  })

  it('leaves its review when the account of its author is deleted', async () => {
    const { store, item } = await sold()
    const own = await bought(item)
    const { path } = (await upload(own, await jpeg(90, 90))).body
    await rate(own, { photos: [path] })
    const answer = await test.call('delete-my-account', {}, { token: own.customer.token })
    expect(answer.body).toMatchObject({ success: true })
    expect((await get(path)).statusCode).toBe(404)
    expect(await reviewsOf(store.slug)).toMatchObject([{ photos: [] }])
  })
})

describe('ratings of dishes', () => {
  it('ratings are shown from three ratings on; hidden reviews do not count', async () => {
    const { store, item } = await sold()
    for (const stars of [5, 4]) await rate(await bought(item), { items: [{ id: item.id, stars }] })
    expect(await readItem(item.id)).not.toHaveProperty('rating')
    await rate(await bought(item), { items: [{ id: item.id, stars: 4 }] })
    expect(await readItem(item.id)).toMatchObject({ rating: '4.3', rating_count: 3 })
    const [newest] = await reviewsOf(store.slug)
    expect(newest).toMatchObject({ items: [{ name: 'Masala Dosa', stars: 4 }] })
    const show = (is_shown: 0 | 1) => ask('dashboard/reviews/set-shown', { ids: [newest!.id], is_shown }, { cookie })
    await show(0)
    expect(await readItem(item.id)).not.toHaveProperty('rating')
    await show(1)
    expect(await readItem(item.id)).toMatchObject({ rating: '4.3', rating_count: 3 })
  })

  it('ratings of a dish that was not bought, twice or with wrong stars are refused, and nothing changes', async () => {
    const { items, item } = await sold(2)
    const own = await bought(item)
    const before = await test.build.counts()
    for (const id of [items[1]!.id, 999_999])
      expect(
        codeOf(
          await rate(own, {
            items: [
              { id: item.id, stars: 5 },
              { id, stars: 5 },
            ],
          }),
        ),
      ).toBe('ITEM_NOT_BOUGHT')
    for (const stars of [0, 6, 2.5, '5', null, [5]])
      expect(codeOf(await rate(own, { items: [{ id: item.id, stars }] }))).toBe('RATING_INVALID')
    const twice = { id: item.id, stars: 5 }
    expect(codeOf(await rate(own, { items: [twice, twice] }))).toBe('RATING_INVALID')
    expect(await test.build.counts()).toEqual(before)
    const sums = await test.db
      .selectFrom('items')
      .select(['rating_sum', 'rating_count'])
      .where('id', '=', item.id)
      .execute()
    expect(sums).toEqual([{ rating_sum: 0, rating_count: 0 }])
  })

  it('sent several times in parallel count once for each order', async () => {
    const { item } = await sold()
    const orders = [await bought(item), await bought(item), await bought(item)]
    await Promise.all(orders.flatMap((own) => [1, 2, 3].map(() => rate(own, { items: [{ id: item.id, stars: 3 }] }))))
    expect(await readItem(item.id)).toMatchObject({ rating: '3', rating_count: 3 })
  })
})

describe('best sellers', () => {
  it('best sellers are the three items of a store with most units in delivered orders of 30 days', async () => {
    const { store, items } = await sold(6)
    for (const [index, units] of [9, 20, 5, 4, 7, 30].entries()) await bought(items[index]!, units)
    const old = (await bought(items[3]!, 50)).order.id
    await test.db
      .updateTable('orders')
      .set({ placed_at: new Date(Date.now() - 31 * 86_400_000) })
      .where('id', '=', old)
      .execute()
    const cancelled = (await bought(items[2]!, 50)).order.id
    await test.db.updateTable('orders').set({ status: 6 }).where('id', '=', cancelled).execute()
    const marked = async () => {
      const menu = (await test.call('get-restaurant-items', {}, { path: `/${store.slug}` })).body
      return menu.items.Meals!.filter(({ best_seller }) => best_seller === 1).map(({ id }) => id)
    }
    expect(await marked()).toEqual([])
    await markBestSellers(test.db)
    expect(await marked()).toEqual([items[0]!.id, items[1]!.id, items[5]!.id])
    await test.db.updateTable('items').set({ deleted_at: new Date() }).where('id', '=', items[5]!.id).execute()
    await markBestSellers(test.db)
    expect(await marked()).toEqual([items[0]!.id, items[1]!.id, items[4]!.id])
  })
})
