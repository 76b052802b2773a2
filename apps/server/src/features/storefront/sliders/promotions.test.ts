import { expect, test } from 'vitest'
import { useTestApp } from '#test/harness.ts'

const app = useTestApp()

const place = { latitude: 12.9352, longitude: 77.6245 }
const away = { latitude: 28.6, longitude: 77.2 }

async function slider(position: number, row: { size?: number; is_active?: boolean } = {}) {
  return app.db
    .insertInto('promo_sliders')
    .values({ name: 'Slider', position, ...row })
    .returning('id')
    .executeTakeFirstOrThrow()
}

type Slide = {
  name: string
  link_kind?: number
  url?: string
  store_id?: number
  item_id?: number
  order_column?: number
  is_active?: boolean
  latitude?: number
  longitude?: number
  radius_km?: number
}

async function slide(sliderId: number, row: Slide) {
  await app.db
    .insertInto('slides')
    .values({ slider_id: sliderId, image: `/assets/img/slides/${row.name}.webp`, ...row })
    .execute()
  app.services.catalogueCache.clear()
}

async function startOver() {
  await app.db.deleteFrom('promo_sliders').execute()
  app.services.catalogueCache.clear()
}

async function namesAt(point: typeof place) {
  const { body } = await app.call('promo-slider', point)
  return {
    main: body.mainSlides?.map(({ data }) => data.name) ?? null,
    other: body.otherSlides?.map(({ data }) => data.name) ?? null,
  }
}

test('[P-04] [C-17] slides carry link, size and place, in the order of the operator', async () => {
  await startOver()
  const store = await app.build.store(place)
  const item = await app.build.item({ store_id: store.id })
  const [main, other] = [await slider(0, { size: 4 }), await slider(3, { size: 2 })]
  await slide(main.id, { name: 'second', order_column: 2 })
  await slide(main.id, { name: 'first', order_column: 1, link_kind: 1, store_id: store.id })
  await slide(other.id, { name: 'item', order_column: 1, link_kind: 2, item_id: item.id })
  await slide(other.id, { name: 'address', order_column: 2, link_kind: 3, url: '/pages/offers' })
  await slide(other.id, { name: 'off', is_active: false })
  const { status, body } = await app.call('promo-slider', { latitude: '12.9352', longitude: '77.6245' })
  expect(status).toBe(200)
  const entry = (name: string, model: number | null, url: string | null, size: number, position_id: number) => ({
    data: { id: expect.any(Number), name, image: `/assets/img/slides/${name}.webp`, model },
    url,
    promo_slider: { size, position_id },
  })
  expect(body).toEqual({
    mainSlides: [entry('first', 1, `stores/${store.slug}`, 4, 0), entry('second', null, null, 4, 0)],
    otherSlides: [
      entry('item', 2, `stores/${store.slug}/${item.id}`, 2, 3),
      entry('address', 3, '/pages/offers', 2, 3),
    ],
  })
})

test('[P-04] slides of stores and circles that do not reach the point are dropped', async () => {
  await startOver()
  const store = await app.build.store(place)
  const hidden = await app.build.store({ ...place, is_accepted: false })
  const gone = await app.build.item({ store_id: store.id, deleted_at: new Date() })
  const { id } = await slider(1)
  await slide(id, { name: 'store', link_kind: 1, store_id: store.id })
  await slide(id, { name: 'hidden store', link_kind: 1, store_id: hidden.id })
  await slide(id, { name: 'gone item', link_kind: 2, item_id: gone.id })
  await slide(id, { name: 'circle', link_kind: 3, url: '/a', ...away, radius_km: 5 })
  await slide(id, { name: 'everywhere', link_kind: 3, url: '/b' })
  expect(await namesAt(place)).toEqual({ main: null, other: ['store', 'everywhere'] })
  expect(await namesAt(away)).toEqual({ main: null, other: ['circle', 'everywhere'] })
})

test('[P-04] of each position only the first active slider is used; without any both are null', async () => {
  await startOver()
  expect(await namesAt(place)).toEqual({ main: null, other: null })
  const [off, first, second, inList, later] = [
    await slider(0, { is_active: false }),
    await slider(0),
    await slider(0),
    await slider(5),
    await slider(1),
  ]
  for (const [name, { id }] of Object.entries({ off, first, second, inList, later })) await slide(id, { name })
  expect(await namesAt(place)).toEqual({ main: ['first'], other: ['inList'] })
})

test('[P-45] [GAP-47] [C-39] all-sliders returns the slides of position 0 for every location', async () => {
  await startOver()
  const store = await app.build.store(place)
  const [main, other] = [await slider(0), await slider(2)]
  await slide(main.id, { name: 'shop', link_kind: 1, store_id: store.id })
  await slide(other.id, { name: 'elsewhere' })
  const { status, body } = await app.call('all-sliders')
  expect(status).toBe(200)
  expect(body).toEqual([
    { id: expect.any(Number), name: 'shop', image: '/assets/img/slides/shop.webp', url: `stores/${store.slug}` },
  ])
})
