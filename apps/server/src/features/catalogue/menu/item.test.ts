import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { targetOf } from '#db/connection.ts'
import { useTestApp } from '#test/harness.ts'
import { queriesOf } from '#test/queries-of.ts'

const app = useTestApp()

/** A database connection outside the server's pool, which changes rows as another process would. */
let elsewhere: pg.Client
beforeAll(async () => {
  elsewhere = new pg.Client(targetOf(app.services.address as pg.ClientConfig))
  await elsewhere.connect()
})
afterAll(() => elsewhere.end())

test.each([
  ['a price', 'update items set price_minor = 7000 where store_id = $1', { price: '70.00' }],
  ['its last unit', 'update items set stock = 0 where store_id = $1', null],
  ['its end', 'update items set deleted_at = now() where store_id = $1', null],
  ['its category', "update item_categories set name = 'Crisp' where store_id = $1", { category_name: 'Crisp' }],
  ['a currency', "update stores set currency = 'JPY' where id = $1", { currency: 'JPY' }],
  [
    'a price of an add-on',
    'update addons set price_minor = 900 where addon_category_id in (select id from addon_categories where store_id = $1)',
    { addon_categories: [{ addons: [{ price: '9.00' }] }] },
  ],
  [
    'an add-on that goes',
    'delete from addons where addon_category_id in (select id from addon_categories where store_id = $1)',
    { addon_categories: [{ addons: [] }] },
  ],
  ['a group of add-ons that goes', 'delete from addon_categories where store_id = $1', { addon_categories: [] }],
])(
  '[P-16] reading an item takes one statement, and shows %s immediately after another process commits',
  async (_, change, shown) => {
    const store = await app.build.store()
    const item = { ...(await app.build.item({ store_id: store.id })), store_id: store.id }
    await app.build.addons({ item, options: [{ name: 'Ghee', price_minor: 500n }] })
    const read = async () => (await app.call('get-single-item', { id: item.id })).body
    expect(await queriesOf(app, read)).toBe(1)
    expect(await queriesOf(app, read)).toBe(1)
    expect(await read()).toMatchObject({ currency: 'INR', addon_categories: [{ addons: [{ price: '5.00' }] }] })
    await elsewhere.query(change, [store.id])
    const now = await read()
    if (shown === null) expect(now).toBeNull()
    else expect(now).toMatchObject(shown)
  },
)
