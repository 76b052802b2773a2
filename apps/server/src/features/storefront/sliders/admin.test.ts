import type { WireInput } from '@nukkad/contract/contract.ts'
import { beforeAll, describe, expect, it } from 'vitest'
import { deleteOldPictures } from '#platform/pictures/save-picture.ts'
import { codeOf, useTestApp } from '#test/harness.ts'
import { photo, uploadPicture } from '#test/pictures.ts'
import { createStaff } from '#test/staff.ts'

const test = useTestApp()
const { member, signIn, ask, auditOf, cookieWith } = createStaff(test)
const place = { latitude: 12.9352, longitude: 77.6245 }
let cookie = ''
let staffId = 0

beforeAll(async () => {
  const staff = await member('promo_sliders_manage')
  staffId = staff.id
  cookie = (await signIn(staff)).cookie
})

async function upload(): Promise<string> {
  const { status, body } = await uploadPicture(test, { use: 'slide', cookie, picture: await photo() })
  expect(status).toBe(200)
  return body.path
}
/**
 * Returns headers with a new idempotency key. At the dashboard, each press of a button is a separate request, even with
 * the same content.
 */
const intent = () => ({ cookie, headers: { 'idempotency-key': crypto.randomUUID() } })
const saveSlider = (more: Partial<WireInput<'dashboard/sliders/save'>> = {}) =>
  ask('dashboard/sliders/save', { name: 'Festival', position_id: 0, is_active: 1, ...more }, intent())
const saveSlide = (slide: Omit<WireInput<'dashboard/slides/save'>, 'is_active'>) =>
  ask('dashboard/slides/save', { is_active: 1, ...slide }, intent())
const fieldsOf = ({ body }: { body: unknown }) =>
  Object.keys((body as { error?: { fields?: object } }).error?.fields ?? {})
const pictureRow = (path: string) =>
  test.db
    .selectFrom('store_pictures')
    .select(['store_id', 'shown_at', 'removed_at'])
    .where('path', '=', path)
    .executeTakeFirst()

async function startOver() {
  await test.db.deleteFrom('promo_sliders').execute()
}
/**
 * Reads the slides on home after emptying the cache, because late announcements of other tests could fill it with old
 * slides.
 */
async function onHome(point: { latitude: number; longitude: number } = place) {
  test.services.catalogueCache.clear()
  const { body } = await test.call('promo-slider', point)
  return body.mainSlides?.map(({ data, url }) => [data.name, url]) ?? []
}

describe('sliders and slides on the dashboard', () => {
  it('[U-16] a slide with a picture and a link is on home while it is active', async () => {
    await startOver()
    const store = await test.build.store(place)
    const item = await test.build.item({ store_id: store.id })
    const { slider } = (await saveSlider()).body
    expect(slider).toMatchObject({ name: 'Festival', is_shown: true, slides: [] })
    const image = await upload()
    await saveSlide({ slider_id: slider.id, name: 'Shop', image, model: 1, store_id: store.id })
    await saveSlide({ slider_id: slider.id, name: 'Dosa', image: await upload(), model: 2, item_id: item.id })
    const last = await saveSlide({
      slider_id: slider.id,
      name: 'Page',
      image: await upload(),
      model: 3,
      url: '/pages/offers',
    })
    expect(await onHome()).toEqual([
      ['Shop', `stores/${store.slug}`],
      ['Dosa', `stores/${store.slug}/${item.id}`],
      ['Page', '/pages/offers'],
    ])
    expect(last.body.slider.slides[0]).toMatchObject({ image, store: { name: 'Corner Kitchen' }, item: null })
    expect(await pictureRow(image)).toMatchObject({ store_id: null, shown_at: expect.any(Date), removed_at: null })
    const picture = await test.app.inject({ url: image })
    expect([picture.statusCode, picture.headers['content-type']]).toEqual([200, 'image/webp'])
    await saveSlider({ id: slider.id, is_active: 0 })
    expect(await onHome()).toEqual([])
    const actions = (await auditOf(staffId)).filter(({ object_id }) => object_id === String(slider.id))
    expect(actions.map(({ action }) => action)).toEqual([
      'slider.created',
      ...Array(3).fill('slide.created'),
      'slider.updated',
    ])
  })

  it('[U-16] a slide around a point is shown within its radius only', async () => {
    await startOver()
    const { slider } = (await saveSlider()).body
    await saveSlide({ slider_id: slider.id, name: 'Near', image: await upload(), ...place, radius: 3 })
    expect(await onHome()).toEqual([['Near', null]])
    expect(await onHome({ latitude: 13.2, longitude: 77.6 })).toEqual([])
  })

  it('[U-16] slides are put in order; of parallel orders the last one counts, and an outdated list is refused', async () => {
    await startOver()
    const { slider } = (await saveSlider()).body
    for (const name of ['a', 'b', 'c']) await saveSlide({ slider_id: slider.id, name, image: await upload() })
    const read = async () => (await ask('dashboard/sliders/show', { id: slider.id }, { cookie })).body.slider.slides
    const [a, b, c] = (await read()).map(({ id }) => id) as [number, number, number]
    const order = (ids: number[]) => ask('dashboard/slides/order', { slider_id: slider.id, ids }, { cookie })
    expect((await order([c, a, b])).body.slider.slides.map(({ name }) => name)).toEqual(['c', 'a', 'b'])
    const wanted = [
      [a, b, c],
      [b, c, a],
      [c, b, a],
    ]
    await Promise.all(wanted.map(order))
    expect(wanted).toContainEqual((await read()).map(({ id }) => id))
    for (const ids of [
      [a, b],
      [a, b, b],
      [a, b, c, 999_999],
    ])
      expect(codeOf(await order(ids))).toBe('LIST_CHANGED')
    await ask('dashboard/slides/delete', { id: b }, { cookie })
    expect((await read()).map(({ id }) => id)).not.toContain(b)
  })

  it('[U-16] a new picture replaces the previous one, which is deleted; a deleted slider takes its pictures along', async () => {
    await startOver()
    const { slider } = (await saveSlider()).body
    const [first, second] = [await upload(), await upload()]
    const added = await saveSlide({ slider_id: slider.id, name: 'One', image: first })
    const { id } = added.body.slider.slides[0]!
    await saveSlide({ id, slider_id: slider.id, name: 'One', image: second })
    expect(await pictureRow(first)).toMatchObject({ removed_at: expect.any(Date) })
    expect((await ask('dashboard/sliders/delete', { id: slider.id }, { cookie })).status).toBe(200)
    expect(await pictureRow(second)).toMatchObject({ removed_at: expect.any(Date) })
    expect(codeOf(await ask('dashboard/sliders/show', { id: slider.id }, { cookie }))).toBe('NOT_FOUND')
  })

  it('[U-16] the picture of a deleted slide stays while another slide, a tile, a page or a message shows it', async () => {
    const { db } = test
    const office = await cookieWith('store_category_sliders_manage', 'pages_manage', 'send_notification_manage')
    const asOffice = () => ({ cookie: office, headers: { 'idempotency-key': crypto.randomUUID() } })
    const category = await db
      .insertInto('store_categories')
      .values({ name: 'Bakery', is_active: true })
      .returning('id')
      .executeTakeFirstOrThrow()
    const body = (image: string) => `<p>Sweets</p><img src="${image}" alt="Sweets">`
    const at = new Date(Date.now() + 3_600_000).toISOString()
    const { slider } = (await saveSlider({ name: 'Kept' })).body
    const also = {
      slide: (image: string) => saveSlide({ slider_id: slider.id, name: 'Kept', image }),
      tile: (image: string) =>
        ask(
          'dashboard/category-tiles/save',
          { name: 'Cakes', image, category_ids: [category.id], is_active: 1 },
          asOffice(),
        ),
      page: (image: string) =>
        ask('dashboard/pages/save', { name: 'Sweets', slug: 'sweets', body: body(image) }, asOffice()),
      message: (image: string) =>
        ask(
          'dashboard/send-push-notification',
          { title: 'Sweets', message: 'Today', image, to: 'all', at },
          asOffice(),
        ),
    }
    for (const [name, show] of Object.entries({ ...also, nothing: undefined })) {
      const image = await upload()
      const own = (await saveSlider({ name: 'Gone' })).body.slider
      await saveSlide({ slider_id: own.id, name: 'Gone', image })
      if (show) expect((await show(image)).status, name).toBe(200)
      await ask('dashboard/sliders/delete', { id: own.id }, { cookie })
      const long = new Date(Date.now() - 31 * 86_400_000)
      await db.updateTable('store_pictures').set({ removed_at: long }).where('removed_at', 'is not', null).execute()
      await deleteOldPictures(test.services)
      expect([name, (await test.app.inject(image)).statusCode]).toEqual([name, show ? 200 : 404])
    }
  })

  it('[U-16] errors name the picture, the link and the place', async () => {
    const { slider } = (await saveSlider({ position_id: 2 })).body
    const image = await upload()
    const wrong = async (more: object) => fieldsOf(await saveSlide({ slider_id: slider.id, name: 'x', image, ...more }))
    expect(await wrong({ image: '/assets/img/uploads/s-nobodys.webp' })).toEqual(['image'])
    expect(await wrong({ image: 'https://evil.example/a.webp' })).toEqual(['image'])
    expect(await wrong({ model: 1 })).toEqual(['store_id'])
    expect(await wrong({ model: 1, store_id: 999_999 })).toEqual(['store_id'])
    expect(await wrong({ model: 2, item_id: 999_999 })).toEqual(['item_id'])
    expect(await wrong({ model: 3, url: 'javascript:alert(1)' })).toEqual(['url'])
    expect(await wrong({ model: 3, url: 'https://evil.example/' })).toEqual(['url'])
    expect(await wrong({ latitude: 12 })).toEqual(['radius'])
  })

  it('[U-16] an unknown slider or slide is not found', async () => {
    const id = 999_999
    for (const answer of [
      await saveSlider({ id }),
      await ask('dashboard/sliders/delete', { id }, { cookie }),
      await saveSlide({ slider_id: id, name: 'x', image: await upload() }),
      await ask('dashboard/slides/delete', { id }, { cookie }),
      await ask('dashboard/slides/order', { slider_id: id, ids: [1] }, { cookie }),
    ])
      expect(codeOf(answer)).toBe('NOT_FOUND')
  })
})

describe('a picture of the shop', () => {
  it('[U-16] needs the permission, must be a picture, and must fit the space', async () => {
    const other = await cookieWith('coupons_manage')
    const send = (use: string, by: string, picture: Buffer | null) => uploadPicture(test, { use, cookie: by, picture })
    expect(codeOf(await send('slide', other, await photo()))).toBe('PERMISSION_MISSING')
    expect(codeOf(await send('tile', cookie, await photo()))).toBe('PERMISSION_MISSING')
    expect(codeOf(await send('slide', cookie, Buffer.from('<svg/>')))).toBe('UNSUPPORTED_MEDIA_TYPE')
    expect(codeOf(await send('slide', cookie, null))).toBe('INVALID_INPUT')
    const full = { path: 'full', names: ['x.webp'], bytes: 200 * 1024 * 1024 }
    const { id } = await test.db.insertInto('store_pictures').values(full).returning('id').executeTakeFirstOrThrow()
    expect(codeOf(await send('slide', cookie, await photo()))).toBe('PICTURES_FULL')
    await test.db.deleteFrom('store_pictures').where('id', '=', id).execute()
  })
})

describe('choosing the target of a slide', () => {
  it('[U-16] stores and items are found by a part of their name', async () => {
    const store = await test.build.store({ name: 'Zanzibar 50% Tea' })
    const item = await test.build.item({ store_id: store.id, name: 'Clove Tea' })
    const stores = await ask('dashboard/find-stores', { q: 'bar 50%' }, { cookie })
    expect(stores.body.stores).toEqual([{ id: store.id, name: 'Zanzibar 50% Tea', slug: store.slug, currency: 'INR' }])
    const items = await ask('dashboard/find-items', { q: 'clove' }, { cookie })
    expect(items.body.items).toEqual([{ id: item.id, name: 'Clove Tea', store: 'Zanzibar 50% Tea' }])
  })
})
