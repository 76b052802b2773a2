import { describe, expect, test } from 'vitest'
import { codeOf, useTestApp } from '#test/harness.ts'
import { queriesOf } from '#test/queries-of.ts'

const app = useTestApp()

async function menuOf(slug: string) {
  const { status, body } = await app.call('get-restaurant-items', {}, { path: `/${slug}` })
  expect(status).toBe(200)
  return body
}

describe('a menu', () => {
  test('[P-49] [P-14] [P-15] [D-14] [D-15] [D-16] [GAP-05] has an item with its add-ons and every field, with the types of the wire', async () => {
    const store = await app.build.store()
    const item = await app.build.item({
      store_id: store.id,
      category: 'Dosa',
      name: 'Ghee Roast',
      price_minor: 12_000n,
      old_price_minor: 15_050n,
      image: '/assets/img/items/p-ghee-roast.webp',
      description: '<i>crisp</i>',
      is_veg: true,
      is_recommended: true,
      addon_pricing: 'add',
      order_column: 4,
    })
    const extras = await app.build.addons({
      item,
      type: 'SINGLE',
      description: 'Choose one',
      addon_limit: 1,
      options: [
        { name: 'Chutney', price_minor: 2050n },
        { name: 'Off', price_minor: 100n, is_active: false },
      ],
    })
    const wireItem = {
      id: item.id,
      restaurant_id: store.id,
      item_category_id: expect.any(Number),
      category_name: 'Dosa',
      name: 'Ghee Roast',
      price: '120.00',
      currency: 'INR',
      old_price: '150.50',
      image: '/assets/img/items/p-ghee-roast.webp',
      large: '/assets/img/items/p-ghee-roast.webp',
      placeholder_image: null,
      is_recommended: 1,
      is_popular: 0,
      is_new: 0,
      desc: '<i>crisp</i>',
      is_active: 1,
      is_veg: true,
      order_column: 4,
      zone_id: null,
      quantity: 0,
      addon_pricing: 'add',
      addon_categories: [
        {
          id: extras.id,
          name: 'Extras',
          type: 'SINGLE',
          user_id: null,
          description: 'Choose one',
          addon_limit: 1,
          addons: [
            {
              id: extras.addons[0]!.id,
              name: 'Chutney',
              price: '20.50',
              image: null,
              addon_category_id: extras.id,
              user_id: null,
              is_active: 1,
            },
          ],
          pivot: { item_id: item.id, addon_category_id: extras.id },
        },
      ],
    }
    expect(await menuOf(store.slug)).toEqual({ recommended: [wireItem], items: { Dosa: [wireItem] } })
    const warehouse = await app.call('get-warehouse-items', {}, { path: `/${store.slug}` })
    expect(warehouse.body).toEqual({ recommended: [wireItem], items: { Dosa: [wireItem] } })
    const single = await app.call('get-single-item', { id: item.id })
    expect(single.body).toEqual(wireItem)
  })

  test('[P-14] [D-09] lists categories and items in the order of the store, without those that are switched off', async () => {
    const store = await app.build.store()
    const add = (category: string, name: string, order_column = 0, row = {}) =>
      app.build.item({ store_id: store.id, category, name, order_column, ...row })
    await add('Sweets', 'Laddu', 2)
    await add('Sweets', 'Jalebi', 1)
    await add('7', 'Numbered')
    await add('Starters', 'Pakora')
    await add('Starters', 'Switched off', 0, { is_active: false })
    await add('Starters', 'Deleted', 0, { deleted_at: new Date(), is_recommended: true })
    await add('Starters', 'Sold out', 0, { stock: 0 })
    await add('Starters', 'Counted', 1, { stock: 3 })
    await add('Hidden', 'Unseen', 0, { is_recommended: true })
    const arrange = (name: string, row: { order_column?: number; is_enabled?: boolean }) =>
      app.db.updateTable('item_categories').set(row).where('store_id', '=', store.id).where('name', '=', name).execute()
    await arrange('Sweets', { order_column: 2 })
    await arrange('Starters', { order_column: 1 })
    await arrange('Hidden', { is_enabled: false })
    const { recommended, items } = await menuOf(store.slug)
    expect(recommended).toEqual([])
    expect(Object.keys(items).filter((name) => name !== '7')).toEqual(['Starters', 'Sweets'])
    expect(items.Starters?.map(({ name }) => name)).toEqual(['Pakora', 'Counted'])
    expect(items.Sweets?.map(({ name }) => name)).toEqual(['Jalebi', 'Laddu'])
    expect(items['7']).toHaveLength(1)
  })

  test('[P-14] lists switched-off items as inactive with showInActiveItemsToo', async () => {
    const store = await app.build.store()
    const item = await app.build.item({ store_id: store.id, is_active: false })
    expect((await menuOf(store.slug)).items).toEqual({})
    expect((await app.call('get-single-item', { id: item.id })).body).toBeNull()
    await app.build.setting('showInActiveItemsToo', 'true')
    await app.services.settings.reload()
    expect((await menuOf(store.slug)).items).toMatchObject({ Meals: [{ id: item.id, is_active: 0 }] })
    expect((await app.call('get-single-item', { id: item.id })).body).toMatchObject({ id: item.id, is_active: 0 })
    await app.build.setting('showInActiveItemsToo', 'false')
    await app.services.settings.reload()
  })

  test('[P-14] costs one query of its version when it is read again; every change shows immediately', async () => {
    const store = await app.build.store()
    const item = await app.build.item({ store_id: store.id, name: 'First' })
    const extras = await app.build.addons({ item, options: [{ name: 'Ghee', price_minor: 500n }] })
    await menuOf(store.slug)
    // The test repeats the check, because the server can still be loading the settings that the previous test restored.
    await expect.poll(() => queriesOf(app, () => menuOf(store.slug))).toBe(1)
    const first = async () => (await menuOf(store.slug)).items.Meals?.[0]
    await app.db.updateTable('items').set({ name: 'Renamed' }).where('id', '=', item.id).execute()
    expect((await first())?.name).toBe('Renamed')
    await app.db.updateTable('addons').set({ price_minor: 900n }).where('addon_category_id', '=', extras.id).execute()
    expect((await first())?.addon_categories[0]?.addons[0]?.price).toBe('9.00')
    await app.db.deleteFrom('item_addon_categories').where('item_id', '=', item.id).execute()
    expect((await first())?.addon_categories).toEqual([])
    await app.db.updateTable('item_categories').set({ name: 'Lunch' }).where('store_id', '=', store.id).execute()
    expect(Object.keys((await menuOf(store.slug)).items)).toEqual(['Lunch'])
  })

  test('[P-14] is the same answer for everyone, and is sent compressed', async () => {
    const store = await app.build.store()
    for (let n = 0; n < 12; n++) await app.build.item({ store_id: store.id, name: `Item ${n}` })
    const url = `/public/api/get-restaurant-items/${store.slug}`
    const [plain, packed] = [await app.send(url), await app.send(url, { headers: { 'accept-encoding': 'br' } })]
    expect([plain.headers['content-encoding'], packed.headers['content-encoding']]).toEqual([undefined, 'br'])
  })

  test('[P-14] [P-15] an unknown or malformed store name answers 400', async () => {
    for (const name of ['get-restaurant-items', 'get-warehouse-items'] as const)
      for (const path of ['/nobody', '/a%20b', `/${'x'.repeat(150)}`])
        expect(codeOf(await app.call(name, {}, { path }))).toBe('STORE_UNKNOWN')
  })

  test('[D-14] [INT-20] is_veg is true, false or null', async () => {
    const store = await app.build.store()
    for (const is_veg of [true, false, null]) {
      const item = await app.build.item({ store_id: store.id, is_veg })
      expect((await app.call('get-single-item', { id: item.id })).body?.is_veg).toBe(is_veg)
    }
  })
})

describe('single items and carts', () => {
  test('[P-16] an unknown or deleted item is null; a malformed id answers 400', async () => {
    const store = await app.build.store()
    const gone = await app.build.item({ store_id: store.id, deleted_at: new Date() })
    for (const id of [gone.id, 999_999, '999999']) {
      const answer = await app.call('get-single-item', { id })
      expect([answer.status, answer.body]).toEqual([200, null])
    }
    for (const id of [0, -3, 1.5, '1e3', null, [1], {}, true, 2 ** 31, '99999999999999999999']) {
      const answer = await app.send('/public/api/get-single-item', { payload: { id } })
      expect([answer.status, codeOf(answer)]).toEqual([400, 'INVALID_INPUT'])
    }
  })

  test('[P-66] [GAP-28] a cart gets the current price and availability of each line, in its order, without deleted items', async () => {
    const store = await app.build.store()
    const add = (row = {}) => app.build.item({ store_id: store.id, ...row })
    const [plain, off, soldOut, gone] = [
      await add({ price_minor: 10_000n }),
      await add({ is_active: false }),
      await add({ stock: 0 }),
      await add({ deleted_at: new Date() }),
    ]
    const hidden = await add({ category: 'Hidden' })
    await app.db
      .updateTable('item_categories')
      .set({ is_enabled: false })
      .where('store_id', '=', store.id)
      .where('name', '=', 'Hidden')
      .execute()
    const lines = [off, plain, gone, soldOut, hidden, plain].map(({ id }) => ({
      id,
      name: 'x',
      price: '1.00',
      quantity: 2,
    }))
    const check = () => app.call('check-cart-items-availability', { items: lines })
    expect((await check()).body).toEqual([
      { id: off.id, price: '100.00', is_active: 0 },
      { id: plain.id, price: '100.00', is_active: 1 },
      { id: soldOut.id, price: '100.00', is_active: 0 },
      { id: hidden.id, price: '100.00', is_active: 0 },
    ])
    await app.db.updateTable('items').set({ price_minor: 12_000n }).where('id', '=', plain.id).execute()
    expect((await check()).body[1]).toEqual({ id: plain.id, price: '120.00', is_active: 1 })
  })

  test('[P-66] an empty cart answers an empty array; a malformed one answers 400', async () => {
    expect((await app.call('check-cart-items-availability')).body).toEqual([])
    expect((await app.call('check-cart-items-availability', { items: [] })).body).toEqual([])
    const tooMany = Array.from({ length: 201 }, (_, index) => ({ id: index + 1 }))
    for (const items of [tooMany, 'x', [1], [{}], [{ id: 'x' }], { 0: { id: 1 } }]) {
      const answer = await app.send('/public/api/check-cart-items-availability', { payload: { items } })
      expect([answer.status, codeOf(answer)]).toEqual([400, 'INVALID_INPUT'])
    }
  })
})
