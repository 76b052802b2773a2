import { servesPoint } from '@nukkad/rules/distance.ts'
import fc from 'fast-check'
import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { codeOf, useTestApp } from '#test/harness.ts'
import { heardAll } from '#test/heard.ts'
import { queriesOf } from '#test/queries-of.ts'

const app = useTestApp()
const calls = ['search-restaurants', 'search-category'] as const

let spots = 0

/** Returns a new point, far from the points of the other tests. */
function newSpot() {
  spots += 1
  return { latitude: -40 + spots, longitude: 20 }
}

type Spot = ReturnType<typeof newSpot>

async function found(call: (typeof calls)[number], spot: Spot, q: string) {
  const { status, body } = await app.call(call, { ...spot, q })
  expect(status).toBe(200)
  return { stores: body.restaurants.map(({ name }) => name), items: body.items.map(({ name }) => name) }
}

const byName = (spot: Spot, q: string) => found('search-restaurants', spot, q)
const byCategory = (spot: Spot, q: string) => found('search-category', spot, q)

/** Creates a store at the point, which sells items with these names. */
async function shop(spot: Spot, names: string[], row: Parameters<typeof app.build.store>[0] = {}) {
  const store = await app.build.store({ ...spot, name: 'Corner', ...row })
  for (const name of names) await app.build.item({ store_id: store.id, name })
  await heardAll(app)
  return store
}

function fieldsOf(body: unknown): Record<string, string> {
  return (body as { error: { fields: Record<string, string> } }).error.fields
}

describe('a search by name', () => {
  test('[P-50] [GAP-31] answers full stores, and items with their store, with the types of the wire', async () => {
    const spot = newSpot()
    const store = await app.build.store({
      ...spot,
      name: 'Spa House',
      rating_sum: 9,
      rating_count: 2,
      offer: '10% off',
    })
    const item = await app.build.item({
      store_id: store.id,
      name: 'Hair Spa',
      price_minor: 49_900n,
      old_price_minor: 60_050n,
      is_veg: true,
    })
    const { body } = await app.call('search-restaurants', { ...spot, q: 'spa' })
    const info = await app.call('get-restaurant-info', {}, { path: `/${store.slug}` })
    expect(body.restaurants).toEqual([
      { ...info.body, distance: 0, offer: '10% off', closes_soon_at: null, delivery_charge: '0.00' },
    ])
    expect(body.restaurants[0]?.avgRating).toBe('4.5')
    const single = await app.call('get-single-item', { id: item.id })
    const { addon_categories: _none, ...wireItem } = single.body!
    expect(body.items).toEqual([
      {
        ...wireItem,
        price: '499.00',
        old_price: '600.50',
        is_veg: true,
        restaurant: {
          id: store.id,
          name: 'Spa House',
          slug: store.slug,
          image: '',
          placeholder_image: null,
          kind: 'store',
          rating: '0',
          avgRating: '4.5',
          rating_count: 2,
          delivery_time: '',
          price_range: '',
          delivery_type: 3,
          is_pureveg: 0,
          is_active: 1,
          currency: 'INR',
          distance: 0,
          closes_soon_at: null,
          delivery_charge: '0.00',
          offer: '10% off',
        },
      },
    ])
  })

  test('[P-50] [D-39] finds stores and items in any case, and lists those that begin with the query first', async () => {
    const spot = newSpot()
    await shop(spot, ['Masala Dosa', 'Dosa', 'Podidosa', 'Idli'], { name: 'The DOSA Place' })
    await shop(spot, [], { name: 'Dosa Corner' })
    await shop(spot, [], { name: 'Biryani House' })
    for (const q of ['dosa', 'DOSA', '  dOsA '])
      expect(await byName(spot, q)).toEqual({
        stores: ['Dosa Corner', 'The DOSA Place'],
        items: ['Dosa', 'Masala Dosa', 'Podidosa'],
      })
  })

  test('[D-39] [GAP-69] tolerates typos if no name has the typed spelling, best match first', async () => {
    const spot = newSpot()
    await shop(spot, ['Chicken Biryani', 'Paneer Tikka', 'Hair Spa', 'Body Spa', 'Masala Chai', 'Chicken Fry'], {
      name: 'Meghana Biryani',
    })
    expect(await byName(spot, 'biriyani')).toEqual({ stores: ['Meghana Biryani'], items: ['Chicken Biryani'] })
    expect((await byName(spot, 'panir tika')).items[0]).toBe('Paneer Tikka')
    expect((await byName(spot, 'hiar SPA')).items[0]).toBe('Hair Spa')
    expect((await byName(spot, 'chai')).items).toEqual(['Masala Chai'])
    expect(await byName(spot, 'xyz')).toEqual({ stores: [], items: [] })
    expect(await byName(spot, 'qqqqqqq')).toEqual({ stores: [], items: [] })
  })

  test('[GAP-69] tolerates no typo in three letters', async () => {
    const spot = newSpot()
    await shop(spot, ['Tender Coconut', 'Green Tea'], { name: 'Tennis' })
    expect(await byName(spot, 'tea')).toEqual({ stores: ['Tennis'], items: ['Green Tea'] })
    expect(await byName(spot, 'tex')).toEqual({ stores: [], items: [] })
  })

  test('[P-50] treats pattern characters as text, and finds names in any script', async () => {
    const spot = newSpot()
    await shop(spot, ['100% Juice', 'Soup_bowl', String.raw`Half\Half`, 'मसाला चाय', 'Plain'])
    expect((await byName(spot, '%%%')).items).toEqual([])
    expect((await byName(spot, '___')).items).toEqual([])
    expect((await byName(spot, '100%')).items).toEqual(['100% Juice'])
    expect((await byName(spot, 'p_b')).items).toEqual(['Soup_bowl'])
    expect((await byName(spot, String.raw`f\h`)).items).toEqual([String.raw`Half\Half`])
    expect((await byName(spot, 'चाय')).items).toEqual(['मसाला चाय'])
    expect((await byName(spot, "'; drop table items; --")).items).toEqual([])
  })

  test('[P-50] [GAP-80] finds stores of any kind that serve the point, and only items that can be ordered there now', async () => {
    const spot = newSpot()
    const add = async (name: string, row: Parameters<typeof app.build.store>[0], item = {}) => {
      const store = await app.build.store({ ...spot, ...row, name: `Soap ${name}` })
      return app.build.item({ store_id: store.id, name: `Soap of ${name}`, ...item })
    }
    await add('salon', { kind: 'salon', delivery_type: 4 })
    await add('medical', { kind: 'medical' })
    await add('closed', { is_active: false })
    await add('far', { latitude: spot.latitude + 0.1, delivery_radius_km: 10 })
    await add('refused', { is_accepted: false })
    await add('off', {}, { is_active: false })
    await add('gone', {}, { deleted_at: new Date() })
    await add('empty', {}, { stock: 0 })
    const hidden = await add('hidden', {}, { category: 'Hidden' })
    await app.db
      .updateTable('item_categories')
      .set({ is_enabled: false })
      .where('store_id', '=', hidden.store_id)
      .execute()
    const { stores, items } = await byName(spot, 'soap')
    expect(items.toSorted()).toEqual(['Soap of medical', 'Soap of salon'])
    const names = ['closed', 'empty', 'gone', 'hidden', 'medical', 'off', 'salon']
    expect(stores.toSorted()).toEqual(names.map((name) => `Soap ${name}`))
  })

  test('[P-50] [GAP-71] applies delivery areas as the rules do', async () => {
    const spot = newSpot()
    const corner = fc.tuple(
      fc.integer({ min: -40, max: 40 }).map((step) => spot.longitude + step / 1000),
      fc.integer({ min: -40, max: 40 }).map((step) => spot.latitude + step / 1000),
    )
    const rings = fc.array(fc.array(corner, { minLength: 3, maxLength: 6 }), { minLength: 1, maxLength: 3 })
    await fc.assert(
      fc.asyncProperty(rings, fc.array(corner, { minLength: 6, maxLength: 6 }), async (areas, points) => {
        const store = await app.build.store({ ...spot, name: 'Area shop', delivery_areas: JSON.stringify(areas) })
        await app.build.item({ store_id: store.id, name: 'Area item' })
        await heardAll(app)
        for (const [longitude, latitude] of points) {
          const reach = {
            lat: spot.latitude,
            lng: spot.longitude,
            deliveryRadiusKm: 10,
            areas: areas.map((ring) => [ring]),
          }
          const expected = servesPoint(reach, { lat: latitude, lng: longitude }) ? 1 : 0
          const { stores, items } = await byName({ latitude, longitude }, 'area')
          expect([stores.length, items.length]).toEqual([expected, expected])
        }
        await app.db.deleteFrom('stores').where('id', '=', store.id).execute()
      }),
      { numRuns: 15, seed: 31 },
    )
  })

  test('[P-50] answers at most 20 of each, with the nearest of equal matches first', async () => {
    const spot = newSpot()
    for (let n = 0; n < 23; n++)
      await shop({ ...spot, latitude: spot.latitude + n / 1000 }, ['Samosa'], { name: `Samosa ${n}` })
    const { body } = await app.call('search-restaurants', { ...spot, q: 'samosa' })
    expect([body.restaurants.length, body.items.length]).toEqual([20, 20])
    const distances = body.items.map(({ restaurant }) => restaurant.distance)
    expect(distances).toEqual(distances.toSorted((a, b) => a - b))
    expect(distances[0]).toBe(0)
  })

  test('[P-50] finds a renamed store or item by its new name only', async () => {
    const spot = newSpot()
    const store = await shop(spot, ['Banana Bonda'])
    await app.db.updateTable('items').set({ name: 'Jackfruit Appam' }).where('store_id', '=', store.id).execute()
    expect((await byName(spot, 'jackfruit')).items).toEqual(['Jackfruit Appam'])
    expect((await byName(spot, 'banana')).items).toEqual([])
  })

  test('[P-50] answers empty arrays for a point that no store serves', async () => {
    for (const call of calls) {
      const { body } = await app.call(call, { latitude: '-60.5', longitude: '-170', q: 'dosa' })
      expect(body).toEqual({ restaurants: [], items: [] })
    }
  })
})

describe('better answers', () => {
  test('[P-50] description, categories and menu of a store count as matches; a similar name alone does not', async () => {
    const spot = newSpot()
    await shop(spot, ['Biryani'], { name: 'Donne Biryani Mane' })
    await shop(spot, [], { name: 'Tiffin Room', description: 'Idli, dosa, filter coffee' })
    await shop(spot, ['Rava Dosa'], { name: 'Seller' })
    expect((await byName(spot, 'dosa')).stores).toEqual(['Tiffin Room', 'Seller'])
  })

  test('[P-50] open stores come first, but a store whose name is searched comes before all', async () => {
    const spot = newSpot()
    await shop(spot, [], { name: 'Dosa Palace', is_active: false })
    await shop(spot, ['Plain Dosa'], { name: 'Open Kitchen' })
    expect((await byName(spot, 'dosa')).stores).toEqual(['Open Kitchen', 'Dosa Palace'])
    expect((await byName(spot, 'dosa palace')).stores[0]).toBe('Dosa Palace')
  })

  test('[P-50] dishes of restaurants come before packaged goods, unless the query means the packaged goods', async () => {
    const spot = newSpot()
    await shop(spot, ['Rava Dosa', 'Milk Shake'])
    await shop(spot, ['Dosa Batter (1 kg)', 'Toned Milk (500 ml)'], { kind: 'warehouse' })
    expect((await byName(spot, 'dosa')).items).toEqual(['Rava Dosa', 'Dosa Batter (1 kg)'])
    expect((await byName(spot, 'milk')).items).toEqual(['Toned Milk (500 ml)', 'Milk Shake'])
  })

  test('[P-50] finds words that are joined in the name and split in the query, or the reverse, and the last word if no name has all', async () => {
    const spot = newSpot()
    await shop(spot, ['Haircut', 'Coconut Hair Oil', 'Vanilla Ice Cream', 'Plum Cake'])
    expect((await byName(spot, 'hair cut')).items).toEqual(['Haircut'])
    expect((await byName(spot, 'icecream')).items).toEqual(['Vanilla Ice Cream'])
    expect((await byName(spot, 'birthday cake')).items).toEqual(['Plum Cake'])
  })

  test('[P-50] items that sold more in recent days come before otherwise equal ones', async () => {
    const spot = newSpot()
    const store = await shop(spot, ['Rava Vada', 'Curd Vada'])
    const sold = (name: string, day: string, quantity: number) =>
      sql`insert into daily_item_sales (day, store_id, currency, name, quantity, sales_minor)
          values (${day}::date, ${store.id}, 'INR', ${name}, ${quantity}, 0)`.execute(app.db)
    await sold('Curd Vada', new Date().toISOString().slice(0, 10), 3)
    await sold('Rava Vada', '2020-01-01', 99)
    expect((await byName(spot, 'vada')).items).toEqual(['Curd Vada', 'Rava Vada'])
    const { body } = await app.call('get-trending-searches', spot)
    expect(body).toEqual({ searches: ['Curd Vada'] })
  })

  test('[P-50] at most three items of a store come before equal matches of other stores; the rest follow', async () => {
    const spot = newSpot()
    await shop(spot, ['Vada', 'Curd Vada', 'Masala Vada', 'Rava Vada', 'Sambar Vada'], { name: 'Near' })
    await shop({ ...spot, latitude: spot.latitude + 0.004 }, ['Dal Vada', 'Vada Pav'], { name: 'Far' })
    const items = ['Vada', 'Curd Vada', 'Masala Vada', 'Dal Vada', 'Vada Pav', 'Rava Vada', 'Sambar Vada']
    expect((await byName(spot, 'vada')).items).toEqual(items)
  })

  test('[P-50] trending shows the names that open stores nearby sold most, without sizes, and none if nothing was sold', async () => {
    const spot = newSpot()
    const open = await shop(spot, ['Idli (2 pieces)', 'Idli (4 pieces)', 'Poori'])
    const closed = await shop(spot, ['Upma'], { is_active: false })
    const sold = { 'Idli (2 pieces)': 9, 'Idli (4 pieces)': 4, Poori: 7, 'Off the menu': 50, Upma: 90 }
    for (const [name, quantity] of Object.entries(sold))
      await sql`insert into daily_item_sales (day, store_id, currency, name, quantity, sales_minor)
                values (current_date, ${name === 'Upma' ? closed.id : open.id}, 'INR', ${name}, ${quantity}, 0)`.execute(
        app.db,
      )
    expect((await app.call('get-trending-searches', spot)).body).toEqual({ searches: ['Idli', 'Poori'] })
    expect((await app.call('get-trending-searches', { latitude: -60.5, longitude: -170 })).body).toEqual({
      searches: [],
    })
    const bad = await app.send('/public/api/get-trending-searches', { payload: { latitude: 91, longitude: 0 } })
    expect(codeOf(bad)).toBe('INVALID_INPUT')
  })
})

describe('a search by category', () => {
  async function inCategory(name: string, storeId: number) {
    const known = await app.db.selectFrom('store_categories').select('id').where('name', '=', name).executeTakeFirst()
    const { id } =
      known ?? (await app.db.insertInto('store_categories').values({ name }).returning('id').executeTakeFirstOrThrow())
    await app.db.insertInto('store_category_stores').values({ category_id: id, store_id: storeId }).execute()
    return id
  }

  test('[P-51] [GAP-32] finds stores and items of categories by name, matches on the menu before whole stores', async () => {
    const spot = newSpot()
    const salon = await app.build.store({ ...spot, name: 'Glow', kind: 'salon' })
    await inCategory('Hair care', salon.id)
    await app.build.item({ store_id: salon.id, name: 'Facial', category: 'Face' })
    const mixed = await app.build.store({ ...spot, name: 'Mixed' })
    await app.build.item({ store_id: mixed.id, name: 'Trim', category: 'Hair' })
    await app.build.item({ store_id: mixed.id, name: 'Soap', category: 'Bath' })
    const other = await shop(spot, ['Hair oil'], { name: 'Hair named only' })
    expect(other.id).toBeGreaterThan(0)
    for (const q of ['hair', 'HAIR'])
      expect(await byCategory(spot, q)).toEqual({ stores: ['Mixed', 'Glow'], items: ['Trim', 'Facial'] })
    expect(await byCategory(spot, 'hiar care')).toEqual({ stores: ['Glow'], items: ['Facial'] })
    expect(await byCategory(spot, 'xyz')).toEqual({ stores: [], items: [] })
  })

  test('[P-51] leaves out categories that are switched off, and items that cannot be ordered', async () => {
    const spot = newSpot()
    const store = await app.build.store({ ...spot, name: 'Shop' })
    const id = await inCategory('Bakery goods', store.id)
    await app.build.item({ store_id: store.id, name: 'Bun', category: 'Breads' })
    await app.build.item({ store_id: store.id, name: 'Stale', category: 'Breads', stock: 0 })
    await app.build.item({ store_id: store.id, name: 'Off', category: 'Breads', is_active: false })
    expect(await byCategory(spot, 'bakery')).toEqual({ stores: ['Shop'], items: ['Bun'] })
    await app.db.updateTable('stores').set({ is_active: false }).where('id', '=', store.id).execute()
    await heardAll(app)
    expect(await byCategory(spot, 'bakery')).toEqual({ stores: ['Shop'], items: [] })
    await app.db.updateTable('store_categories').set({ is_active: false }).where('id', '=', id).execute()
    await heardAll(app)
    expect(await byCategory(spot, 'bakery')).toEqual({ stores: [], items: [] })
    await app.db.updateTable('item_categories').set({ is_enabled: false }).where('store_id', '=', store.id).execute()
    await heardAll(app)
    expect(await byCategory(spot, 'breads')).toEqual({ stores: [], items: [] })
  })

  test('[P-51] shows an item once if it is found twice, and at most 20 of each', async () => {
    const spot = newSpot()
    for (let n = 0; n < 22; n++) {
      const store = await app.build.store({ ...spot, name: `Grill ${n}` })
      await inCategory('Kebab grill', store.id)
      await app.build.item({ store_id: store.id, name: `Kebab ${n}`, category: 'Kebab' })
    }
    const { body } = await app.call('search-category', { ...spot, q: 'kebab' })
    expect(new Set(body.items.map(({ id }) => id)).size).toBe(20)
    expect(body.restaurants).toHaveLength(20)
  })
})

describe('both', () => {
  test('[P-50] [P-51] takes few statements, and only the first time, for guests and for any session', async () => {
    const spot = newSpot()
    await shop(spot, ['Vada', 'Idli'])
    await heardAll(app)
    const people = [undefined, await app.build.customer(), await app.build.rider(), await app.build.owner()]
    const ask = async (call: (typeof calls)[number], q: string, at = spot, person?: { token: string }) => {
      const { status } = await app.call(call, { ...at, q, user_id: 1 }, { token: person?.token })
      expect(status).toBe(200)
    }
    const nearby = { ...spot, longitude: spot.longitude + 0.001 }
    // The search runs five statements: for the stores of the cell, the menus, the sales, the names of items, and the
    // rows of the results.
    expect(await queriesOf(app, () => ask('search-restaurants', 'vada'))).toBe(5)
    expect(await queriesOf(app, () => ask('search-restaurants', 'idli'))).toBe(2)
    expect(await queriesOf(app, () => ask('search-restaurants', 'vada', nearby))).toBe(1)
    expect(await queriesOf(app, () => ask('search-category', 'vada'))).toBe(1)
    for (const call of calls)
      for (const person of people) expect(await queriesOf(app, () => ask(call, 'vada', spot, person))).toBe(0)
  })

  test('[K-01] [GAP-31] [GAP-32] [T-07] accepts a query of 3 to 64 characters; anything else is refused with its field', async () => {
    const before = await app.build.counts()
    const bad = [undefined, null, '', 'ha', ' ha ', '😀😀', 'x'.repeat(65), 123, ['dosa'], { q: 'dosa' }]
    for (const call of calls) {
      for (const q of bad) {
        const answer = await app.send(`/public/api/${call}`, { payload: { ...newSpot(), q } })
        expect([answer.status, codeOf(answer)]).toEqual([400, 'INVALID_INPUT'])
        expect(Object.keys(fieldsOf(answer.body))).toEqual(['q'])
      }
      for (const point of [{}, { latitude: 91, longitude: 0 }, { latitude: 'x', longitude: [] }])
        expect(codeOf(await app.send(`/api/${call}`, { payload: { ...point, q: 'dosa' } }))).toBe('INVALID_INPUT')
      expect((await app.call(call, { ...newSpot(), q: 'x'.repeat(64) })).status).toBe(200)
    }
    expect(await app.build.counts()).toEqual(before)
  })

  test('[P-50] [P-51] counts the searches of one IP address together, also parallel ones', async () => {
    await app.build.setting('limitSearchesPerAddress', '5')
    await app.services.settings.reload()
    const asked = Array.from({ length: 12 }, (_, n) =>
      app.call(calls[n % 2]!, { ...newSpot(), q: 'dosa' }, { ip: '10.9.8.7' }),
    )
    const statuses = (await Promise.all(asked)).map(({ status }) => status)
    expect(statuses.filter((status) => status === 200)).toHaveLength(5)
    expect(statuses.filter((status) => status === 429)).toHaveLength(7)
    expect((await app.call('search-restaurants', { ...newSpot(), q: 'dosa' }, { ip: '10.9.8.6' })).status).toBe(200)
    await app.build.setting('limitSearchesPerAddress', '30')
    await app.services.settings.reload()
  })
})
