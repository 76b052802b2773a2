import { describe, expect, test as it } from 'vitest'
import { codeOf, useTestApp } from '#test/harness.ts'

const test = useTestApp()

async function menuOf(...names: string[]) {
  const store = await test.build.store()
  const { token } = await test.build.owner({ stores: [store] })
  const items = []
  for (const name of names) items.push(await test.build.item({ store_id: store.id, name, category: 'Dosa' }))
  const category = await test.build.category(store.id, 'Dosa')
  const ask = (name: 'store-owner/order-items' | 'store-owner/change-items', input: object) =>
    test.call(name, { store_id: store.id, ...input }, { token })
  const shown = async () =>
    (await test.call('get-restaurant-items', {}, { path: `/${store.slug}` })).body.items.Dosa ?? []
  return { store, token, items, ids: items.map(({ id }) => id), category, ask, shown }
}

describe('the order of items', () => {
  it('[U-11] items have the given order, with unnamed items after them; of two parallel orderings one remains whole', async () => {
    const { ids, category, ask, shown } = await menuOf('A', 'B', 'C', 'D')
    const [a, b, c, d] = ids
    await ask('store-owner/order-items', { item_category_id: category.id, ids: [d, b] })
    expect((await shown()).map(({ name }) => name)).toEqual(['D', 'B', 'A', 'C'])
    const orders = [
      [a, b, c, d],
      [d, c, b, a],
    ]
    const answers = await Promise.all(
      [0, 1, 0, 1, 0, 1].map((index) =>
        ask('store-owner/order-items', { item_category_id: category.id, ids: orders[index] }),
      ),
    )
    expect(answers.map(({ status }) => status)).toEqual(Array(6).fill(200))
    expect(orders).toContainEqual((await shown()).map(({ id }) => id))
  })

  it('[GAP-75] items of another category or store are not found, and nothing moves', async () => {
    const own = await menuOf('A', 'B')
    const other = await menuOf('C')
    const before = (await own.shown()).map(({ id }) => id)
    const send = (input: object) => own.ask('store-owner/order-items', { item_category_id: own.category.id, ...input })
    expect(codeOf(await send({ ids: [own.ids[1], other.ids[0]] }))).toBe('NOT_FOUND')
    expect(codeOf(await send({ ids: own.ids, item_category_id: other.category.id }))).toBe('NOT_FOUND')
    expect(codeOf(await send({ ids: own.ids, store_id: other.store.id }))).toBe('ORDER_NOT_YOURS')
    expect((await own.shown()).map(({ id }) => id)).toEqual(before)
  })
})

async function lastAudit(action: string, objectId: number) {
  return test.db
    .selectFrom('audit_entries')
    .select(['before', 'after'])
    .where('action', '=', action)
    .where('object_id', '=', String(objectId))
    .orderBy('id', 'desc')
    .executeTakeFirstOrThrow()
}

describe('what is written down', () => {
  it('[U-11] an ordering records the order before and after it', async () => {
    const { ids, category, ask } = await menuOf('A', 'B', 'C')
    const [a, b, c] = ids
    await ask('store-owner/order-items', { item_category_id: category.id, ids: [c, a] })
    expect(await lastAudit('items.ordered', category.id)).toEqual({
      before: { ids: [a, b, c] },
      after: { ids: [c, a, b] },
    })
  })

  it('[U-11] a change of several items records their values before and after, and raises the version of the menu once', async () => {
    const { store, ids, category, ask } = await menuOf('A', 'B', 'C')
    const [a, b] = ids
    const version = async () =>
      (await test.db.selectFrom('stores').select('menu_version').where('id', '=', store.id).executeTakeFirstOrThrow())
        .menu_version
    const first = await version()
    await ask('store-owner/change-items', {
      items: [
        { id: a, price: '120.50', stock: 7 },
        { id: b, is_active: 0 },
      ],
    })
    expect(await version()).toBe(first + 1n)
    const was = { is_active: true, item_category_id: category.id, stock: null, price_minor: 10_000, old_price_minor: 0 }
    const byId = (items: unknown) => (items as { id: number }[]).toSorted((one, other) => one.id - other.id)
    const { before, after } = (await lastAudit('items.updated', store.id)) as unknown as Record<
      'before' | 'after',
      { items: unknown }
    >
    expect(byId(before.items)).toEqual([
      { id: a, ...was },
      { id: b, ...was },
    ])
    expect(byId(after.items)).toEqual([
      { id: a, ...was, price_minor: 12_050, stock: 7 },
      { id: b, ...was, is_active: false },
    ])
  })
})

describe('several items in one call', () => {
  it('[U-11] price, switch, category and stock of chosen items change together, and the same call can restore them', async () => {
    const { store, token, ids, ask, shown } = await menuOf('A', 'B', 'C')
    const sweets = await test.build.category(store.id, 'Sweets')
    const [a, b, c] = ids
    const changes = [
      { id: a, price: '120.50', stock: 7 },
      { id: b, is_active: 0 },
      { id: c, item_category_id: sweets.id, old_price: '150' },
    ]
    expect((await ask('store-owner/change-items', { items: changes })).status).toBe(200)
    const item = async (id: number | undefined) => (await test.call('get-single-item', { id: id! })).body
    expect(await item(a)).toMatchObject({ price: '120.50' })
    expect(await item(b)).toBeNull()
    expect(await item(c)).toMatchObject({ old_price: '150.00' })
    const { categories } = (await test.call('store-owner/get-menu', { store_id: store.id }, { token })).body
    expect(categories.map(({ name, items }) => [name, items.map((one) => [one.name, one.stock])])).toEqual([
      [
        'Dosa',
        [
          ['A', 7],
          ['B', null],
        ],
      ],
      ['Sweets', [['C', null]]],
    ])
    const back = [
      { id: a, price: '100', stock: null },
      { id: b, is_active: 1 },
      { id: c, item_category_id: categories[0]!.id, old_price: 0 },
    ]
    await ask('store-owner/change-items', { items: back })
    expect((await shown()).map(({ name, price }) => [name, price])).toEqual([
      ['A', '100.00'],
      ['B', '100.00'],
      ['C', '100.00'],
    ])
    const { rows } = (await test.call('dashboard/table', { table: 'items', sort: 'name' }, { token })).body
    expect(rows.map((row) => row.name)).toEqual(['A', 'B', 'C'])
  })

  it('[GAP-75] one item of another store, or one wrong amount, leaves all items as they were', async () => {
    const own = await menuOf('A')
    const other = await menuOf('B')
    const send = (items: object[]) => own.ask('store-owner/change-items', { items })
    const [mine, theirs] = [own.ids[0], other.ids[0]]
    expect(
      codeOf(
        await send([
          { id: mine, price: 1 },
          { id: theirs, price: 1 },
        ]),
      ),
    ).toBe('NOT_FOUND')
    expect(codeOf(await send([{ id: mine, item_category_id: other.category.id }]))).toBe('NOT_FOUND')
    const wrong = await send([
      { id: mine, stock: 3 },
      { id: mine, stock: 4 },
    ])
    expect(wrong.body).toMatchObject({ error: { fields: { items: 'Remove the duplicate' } } })
    expect((await send([{ id: mine, stock: 3, price: '1.234' }])).body).toMatchObject({
      error: { fields: { 'items.0.price': 'Please enter an amount' } },
    })
    const strange = await own.ask('store-owner/change-items', {
      store_id: other.store.id,
      items: [{ id: theirs, price: 1 }],
    })
    expect(codeOf(strange)).toBe('ORDER_NOT_YOURS')
    expect((await own.shown()).map(({ price }) => price)).toEqual(['100.00'])
  })
})
