import pg from 'pg'
import { pino } from 'pino'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { type DatabaseAddress, openDb, openPool, targetOf } from '#db/connection.ts'
import { listen } from '#db/listen.ts'
import { createServices } from '#services.ts'
import { openFaultProxy } from '#test/fault-proxy.ts'
import { useTestApp } from '#test/harness.ts'
import { heardAll } from '#test/heard.ts'
import { queriesOf } from '#test/queries-of.ts'
import { findByName } from './search-by-name.ts'

const app = useTestApp()

/** A database connection outside the server's pool, which changes rows as another process would. */
let elsewhere: pg.Client
beforeAll(async () => {
  elsewhere = new pg.Client(targetOf(app.services.address as pg.ClientConfig))
  await elsewhere.connect()
})
afterAll(() => elsewhere.end())

let spots = 0
let spot: { latitude: number; longitude: number }
let ids: { store: number; item: number; category: number; hours: number }

beforeEach(async () => {
  spots += 1
  spot = { latitude: -40 + spots, longitude: 20 }
  const store = await app.build.store({ ...spot, name: 'Dosa House', delivery_radius_km: 5 })
  const item = await app.build.item({ store_id: store.id, name: 'Paper Dosa', price_minor: 5000n, category: 'Dosas' })
  const { item_category_id } = await app.db
    .selectFrom('items')
    .select('item_category_id')
    .where('id', '=', item.id)
    .executeTakeFirstOrThrow()
  await app.build.item({ store_id: store.id, name: 'Tea' })
  const closed = { is_active: false, is_schedulable: true, ...spot }
  const hours = await app.build.store({ ...closed, name: 'Dosa Evenings' })
  ids = { store: store.id, item: item.id, category: item_category_id, hours: hours.id }
})

type Answer = { stores: object[]; items: object[] }

async function search(q = 'dosa', call: 'search-restaurants' | 'search-category' = 'search-restaurants') {
  const { status, body } = await app.call(call, { ...spot, q })
  expect(status).toBe(200)
  return { stores: body.restaurants, items: body.items }
}

const first = ({ items }: Answer) => items[0]
const house = ({ stores }: Answer) =>
  stores.find((store) => 'slug' in store && 'name' in store && store.name !== 'Dosa Evenings')
const namesOf = ({ items }: Answer) => items.map((item) => (item as { name: string }).name)

/** One change for each source of an answer, with the part of the answer that shows the change. */
const changes: [source: string, change: string, shown: (answer: Answer) => unknown, value: unknown][] = [
  ['a price', 'update items set price_minor = 7000 where id = :item', first, { price: '70.00' }],
  ['a description', "update items set description = 'new' where id = :item", first, { desc: 'new' }],
  ['stock', 'update items set stock = 0 where id = :item', namesOf, []],
  ['a switch of an item', 'update items set is_active = false where id = :item', namesOf, []],
  ['a deleted item', 'update items set deleted_at = now() where id = :item', namesOf, []],
  ['a removed item', 'delete from items where id = :item', namesOf, []],
  ['a new name', "update items set name = 'Dosa of Rava' where id = :item", namesOf, ['Dosa of Rava']],
  // The item no longer has the query in its name, but it stays a result, because its menu category is "Dosas".
  ['a name without the query', "update items set name = 'Vada' where id = :item", namesOf, ['Vada']],
  [
    'a new item',
    "insert into items (store_id, item_category_id, name, price_minor) values (:store, :category, 'Dosa 7', 100)",
    namesOf,
    ['Paper Dosa', 'Dosa 7'],
  ],
  [
    'a category that is switched off',
    'update item_categories set is_enabled = false where id = :category',
    namesOf,
    [],
  ],
  [
    'the name of a category',
    "update item_categories set name = 'Crisp' where id = :category",
    first,
    { category_name: 'Crisp' },
  ],
  [
    'a store that closes',
    'update stores set is_active = false where id = :store',
    (answer) => [namesOf(answer), house(answer)],
    [[], { is_active: 0 }],
  ],
  ['a store that is no longer accepted', 'update stores set is_accepted = false where id = :store', house, undefined],
  ['a deleted store', 'delete from stores where id = :store', house, undefined],
  ['the name of a store', "update stores set name = 'Dosa Home' where id = :store", house, { name: 'Dosa Home' }],
  ['charges', 'update stores set delivery_charge_minor = 1500 where id = :store', house, { delivery_charges: '15.00' }],
  [
    'a minimum order',
    'update stores set minimum_order_minor = 9900 where id = :store',
    house,
    { min_order_price: '99.00' },
  ],
  ['an offer', "update stores set offer = 'Half price' where id = :store", house, { offer: 'Half price' }],
  ['a currency', "update stores set currency = 'JPY' where id = :store", first, { currency: 'JPY' }],
  [
    'a place',
    'update stores set latitude = latitude + 0.01 where id = :store',
    house,
    { distance: expect.closeTo(1.11, 1) },
  ],
  [
    'a radius',
    'update stores set latitude = latitude + 0.02, delivery_radius_km = 1 where id = :store',
    house,
    undefined,
  ],
  [
    'an area of delivery',
    "update stores set delivery_areas = '[[[0,0],[1,0],[1,1]]]' where id = :store",
    (answer) => [house(answer), namesOf(answer)],
    [undefined, []],
  ],
  [
    'opening hours',
    "insert into store_hours (store_id, weekday, opens_at, closes_at) select :hours, day, '06:30', '06:31' from generate_series(0, 6) day",
    ({ stores }) => stores.find((store) => 'name' in store && store.name === 'Dosa Evenings'),
    { opens_at: '06:30' },
  ],
  [
    'hours of a date',
    "insert into store_hour_exceptions (store_id, on_date, opens_at, closes_at) select :hours, current_date + day, '07:45', '07:46' from generate_series(0, 3) day",
    ({ stores }) => stores.find((store) => 'name' in store && store.name === 'Dosa Evenings'),
    { opens_at: '07:45' },
  ],
  [
    'categories of a store',
    "with made as (insert into store_categories (name) values ('Category ' || :store) returning id) insert into store_category_stores select id, :store from made",
    house,
    { categories_ids: [expect.any(Number)] },
  ],
]

/** Runs a statement with the ids of this test in place of its placeholders. */
async function change(statement: string): Promise<void> {
  await elsewhere.query(
    statement.replace(/:(store|item|category|hours)\b/g, (_, name: keyof typeof ids) => String(ids[name])),
  )
}

function expectShown(shown: unknown, value: unknown): void {
  if (value === undefined || Array.isArray(value)) expect(shown).toEqual(value && (value as unknown[]).map(partly))
  else expect(shown).toMatchObject(value as object)
}

const partly = (value: unknown): unknown =>
  value !== null && typeof value === 'object' && !Array.isArray(value) ? expect.objectContaining(value) : value

describe('a search asked again', () => {
  test.each(changes)('shows %s that another process changes', async (_, statement, shown, value) => {
    await heardAll(app)
    const before = await search()
    expect(await queriesOf(app, () => search())).toBe(0)
    expect(() => expectShown(shown(before), value)).toThrow()
    await change(statement)
    await expect
      .poll(async () => shown(await search()))
      .toSatisfy((now) => {
        expectShown(now, value)
        return true
      })
    // The point differs slightly, so the whole answer is not cached, and is built from cached parts.
    const nearby = { ...spot, longitude: spot.longitude + 0.00002 }
    const { body } = await app.call('search-restaurants', { ...nearby, q: 'dosa' })
    expectShown(shown({ stores: body.restaurants, items: body.items }), value)
  })

  test('shows a change of this process', async () => {
    await heardAll(app)
    await search()
    await app.db.updateTable('items').set({ price_minor: 8000n }).where('id', '=', ids.item).execute()
    await expect.poll(async () => first(await search())).toMatchObject({ price: '80.00' })
  })

  test.each([
    ['a category of a menu', "update item_categories set name = 'Crisp' where id = :category", []],
    [
      'a category that goes',
      'delete from items where id = :item; delete from item_categories where id = :category',
      [],
    ],
  ])('a search by category shows %s that changes', async (_, statement, names) => {
    await heardAll(app)
    expect(namesOf(await search('dosas', 'search-category'))).toEqual(['Paper Dosa'])
    expect(await queriesOf(app, () => search('dosas', 'search-category'))).toBe(0)
    await change(statement)
    await expect.poll(async () => (await search('dosas', 'search-category')).stores).toEqual(names)
  })

  test('stays cached when units are sold, reviews are counted, or the scheduler runs and opens no store', async () => {
    await change('update items set stock = 9 where id = :item')
    await heardAll(app)
    await search()
    await change('update items set stock = stock - 1 where id = :item')
    await change('update stores set rating_sum = 5, rating_count = 1 where id = :store')
    await change('update stores set is_active = is_active')
    await heardAll(app)
    // `heardAll` drops the cached answers but not their parts, so the repeated search runs one statement, which reads
    // the rows.
    expect(await queriesOf(app, () => search())).toBe(1)
  })

  test('reads only the menu of the changed store again', async () => {
    await heardAll(app)
    await search()
    await change('update items set price_minor = 1 where id = :item')
    await heardAll(app)
    expect(await queriesOf(app, () => search())).toBe(2)
  })
})

describe('two servers on one database', () => {
  test('both show a change; a server that does not receive changes caches nothing', async () => {
    const address = app.services.address as Exclude<DatabaseAddress, string>
    const proxy = await openFaultProxy(address)
    const pool = openPool(address, { size: 2 })
    const db = openDb(pool)
    const second = await createServices({ config: app.services.config, db, address, log: pino({ level: 'silent' }) })
    const listening = await listen(proxy.address, () => {})
    try {
      await second.follow(listening)
      const point = { lat: spot.latitude, lng: spot.longitude }
      const names = async () => (await findByName(second, { point, q: 'dosa' })).items.map(({ name }) => name)
      const rename = (name: string) => app.db.updateTable('items').set({ name }).where('id', '=', ids.item).execute()

      await heardAll({ db, services: second })
      expect(await names()).toEqual(['Paper Dosa'])
      expect(second.memory.size().entries).toBeGreaterThan(0)
      await rename('Set Dosa')
      await expect.poll(names).toEqual(['Set Dosa'])
      await expect.poll(async () => namesOf(await search())).toEqual(['Set Dosa'])

      proxy.silence()
      await expect.poll(() => second.memory.size().entries, { timeout: 25_000 }).toBe(0)
      await names()
      expect(second.memory.size().entries).toBe(0)
      await rename('Onion Dosa')
      expect(await names()).toEqual(['Onion Dosa'])

      proxy.resume()
      await expect
        .poll(async () => {
          await names()
          return second.memory.size().entries
        })
        .toBeGreaterThan(0)
      await rename('Ghee Dosa')
      await expect.poll(names).toEqual(['Ghee Dosa'])
    } finally {
      await listening.close()
      await pool.end()
      await proxy.close()
    }
  }, 60_000)
})

describe('an order', () => {
  test('takes price and stock from the database, even while search results are cached', async () => {
    const customer = await app.build.customer({ address: spot })
    const order = { order: [{ id: ids.item, quantity: 1 }], method: 'COD', delivery_type: 1 as const }
    const place = async () =>
      (await app.call('place-order', order, { token: customer.token, key: crypto.randomUUID() })).body
    await heardAll(app)
    expect(first(await search())).toMatchObject({ price: '50.00' })
    await change('update items set price_minor = 7000 where id = :item')
    expect(await place()).toMatchObject({ success: true, data: { sub_total: 70 } })
    await change('update items set stock = 0 where id = :item')
    expect(await place()).toMatchObject({ success: false, error: { code: 'ITEM_UNAVAILABLE' } })
  })
})
