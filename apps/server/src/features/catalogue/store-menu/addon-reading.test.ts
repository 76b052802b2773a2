import { describe, expect, it } from 'vitest'
import { useTestApp } from '#test/harness.ts'
import { createStaff } from '#test/staff.ts'

const test = useTestApp()
const staff = createStaff(test)

async function shop(kind: string) {
  const store = await test.build.store({ kind })
  const owner = await test.build.owner({ stores: [store] })
  const { id: item_category_id } = await test.build.category(store.id)
  const create = (more: object = {}) =>
    test.call(
      'store-owner/create-item',
      { store_id: store.id, item_category_id, name: 'Thali', price: '300.00', ...more } as never,
      owner,
    )
  const update = (id: number, more: object) =>
    test.call('store-owner/update-item', { store_id: store.id, id, ...more } as never, owner)
  const ask = (name: 'store-owner/change-items' | 'store-owner/update-addon-category', input: object) =>
    test.call(name, { store_id: store.id, ...input } as never, owner)
  return { store, create, update, ask }
}
const readingOf = async (id: number) =>
  (await test.db.selectFrom('items').select('addon_pricing').where('id', '=', id).executeTakeFirstOrThrow())
    .addon_pricing
const idOf = (answer: { body: unknown }) => (answer.body as { item: { id: number } }).item.id

describe('how add-ons count', () => {
  it.each(['store', 'warehouse', 'medical'])(
    '[INT-07] an item that is created in a %s adds its add-ons to the price',
    async (kind) => {
      const { create } = await shop(kind)
      for (const more of [{}, { addon_pricing: null }]) expect(await readingOf(idOf(await create(more)))).toBe('add')
      expect(await readingOf(idOf(await create({ addon_pricing: 'replace' })))).toBe('replace')
    },
  )

  it('[INT-07] an item of a salon follows the setting unless it has its own value', async () => {
    const { create, update } = await shop('salon')
    const id = idOf(await create())
    expect(await readingOf(id)).toBeNull()
    await update(id, { price: '310.00' })
    expect(await readingOf(id)).toBeNull()
  })

  it('[INT-07] outside a salon, editing an item sets it to add its add-ons, unless it already has a value', async () => {
    const { store, update } = await shop('store')
    const item = await test.build.item({ store_id: store.id, addon_pricing: null })
    await update(item.id, { name: 'Dosa' })
    expect(await readingOf(item.id)).toBe('add')
    await update(item.id, { addon_pricing: 'replace' })
    await update(item.id, { name: 'Masala Dosa' })
    expect(await readingOf(item.id)).toBe('replace')
  })

  it('[INT-07] every other way to edit an item outside a salon does the same', async () => {
    const { store, ask } = await shop('store')
    const without = () => test.build.item({ store_id: store.id, addon_pricing: null })
    const other = await without()

    const [priced, optional] = [await without(), await without()]
    expect((await ask('store-owner/change-items', { items: [{ id: priced.id, price: '5.00' }] })).status).toBe(200)
    expect(await readingOf(priced.id)).toBe('add')

    // The add-ons of this item were optional, so their prices were added to the item's price; now a choice becomes
    // required.
    const { id, addons } = await test.build.addons({
      item: optional,
      type: 'MULTI',
      options: [{ name: 'Ghee', price_minor: 500n }],
    })
    const kept = addons.map((addon) => ({ id: addon.id, name: 'Ghee', price: '5.00' }))
    const group = { id, name: 'Extras', type: 'SINGLE', addons: kept }
    expect((await ask('store-owner/update-addon-category', group)).status).toBe(200)
    expect(await readingOf(optional.id)).toBe('add')
    expect(await readingOf(other.id)).toBeNull()

    const cookie = await staff.cookieWith('stores_add', 'stores_edit')
    const copied = await staff.ask('dashboard/stores/duplicate', { store_id: store.id, name: 'Copy' }, { cookie })
    const copies = await test.db
      .selectFrom('items')
      .select('addon_pricing')
      .where('store_id', '=', copied.body.store.id)
      .execute()
    expect(copies.map(({ addon_pricing }) => addon_pricing)).toEqual(['add', 'add', 'add'])
  })

  it('[INT-07] the items of a salon that becomes a store add their add-ons, and a copy of a salon keeps its values', async () => {
    const { store } = await shop('salon')
    const item = await test.build.item({ store_id: store.id, addon_pricing: null })
    const cookie = await staff.cookieWith('stores_add', 'stores_edit')
    const { body } = await staff.ask('dashboard/stores/duplicate', { store_id: store.id, name: 'Copy' }, { cookie })
    const copies = test.db.selectFrom('items').select('addon_pricing').where('store_id', '=', body.store.id)
    expect(await copies.execute()).toEqual([{ addon_pricing: null }])
    const changed = await staff.ask('dashboard/stores/update', { store_id: store.id, kind: 'store' }, { cookie })
    expect(changed.status).toBe(200)
    expect(await readingOf(item.id)).toBe('add')
    expect(await copies.execute()).toEqual([{ addon_pricing: null }])
  })

  it('[INT-07] an optional add-on never replaces the price, in a quote, an order or on the menu', async () => {
    const store = await test.build.store()
    const item = await test.build.item({ store_id: store.id, price_minor: 30_000n, addon_pricing: null })
    const { addons } = await test.build.addons({
      item,
      type: 'MULTI',
      options: [{ name: 'Chutney', price_minor: 1_000n }],
    })
    const customer = await test.build.customer()
    const selectedaddons = [{ addon_id: String(addons[0]!.id) }]
    const cart = { order: [{ id: item.id, quantity: 10, selectedaddons }], method: 'COD', delivery_type: 2 }
    const quote = await test.call('quote', cart as never, customer)
    expect(quote.body).toMatchObject({ sub_total: '3100.00' })
    const placed = await test.call('place-order', cart as never, customer)
    expect(placed.body).toMatchObject({ success: true, data: { sub_total: 3100 } })
    const menu = await test.call('get-single-item', { id: item.id } as never)
    expect(menu.body).toMatchObject({ addon_pricing: 'add' })
  })

  it.each([
    ['SINGLE alone', ['SINGLE'], '10.00', null],
    ['SINGLE and MULTI', ['SINGLE', 'MULTI'], '10.00', null],
    ['two MULTI', ['MULTI', 'MULTI'], '310.00', 'add'],
  ])('[INT-07] [E-17] if a choice is required, the formula stays: %s', async (_what, types, total, reading) => {
    const store = await test.build.store()
    const item = await test.build.item({ store_id: store.id, price_minor: 30_000n, addon_pricing: null })
    const made = []
    for (const type of types)
      made.push(await test.build.addons({ item, type, options: [{ name: 'Choice', price_minor: 1_000n }] }))
    const selectedaddons = [{ addon_id: String(made[0]!.addons[0]!.id) }]
    const cart = { order: [{ id: item.id, quantity: 1, selectedaddons }], method: 'COD', delivery_type: 2 }
    const quote = await test.call('quote', cart as never, await test.build.customer())
    expect(quote.body).toMatchObject({ sub_total: total })
    const menu = await test.call('get-single-item', { id: item.id } as never)
    expect(menu.body).toMatchObject({ addon_pricing: reading })
  })
})

describe('[R-05] the code of how a store delivers', () => {
  it.each([0, 4, 5, -1, 1.5, '3x', null])('%j is refused when an owner saves it, and nothing changes', async (code) => {
    const store = await test.build.store({ delivery_type: 3, name: 'Before' })
    const owner = await test.build.owner({ stores: [store] })
    const answer = await test.call(
      'store-owner/update-store',
      { store_id: store.id, name: 'After', delivery_type: code } as never,
      owner,
    )
    expect([answer.status, (answer.body as { error?: { code: string } }).error?.code]).toEqual([400, 'INVALID_INPUT'])
    const row = await test.db
      .selectFrom('stores')
      .select(['delivery_type', 'name'])
      .where('id', '=', store.id)
      .executeTakeFirstOrThrow()
    expect(row).toEqual({ delivery_type: 3, name: 'Before' })
  })

  it.each([0, 5, -1, 1.5])('%j is refused when staff save it, also for a salon', async (code) => {
    const store = await test.build.store({ delivery_type: 4, kind: 'salon' })
    const { id } = await test.build.user({}, 'staff')
    await test.db.insertInto('staff_permissions').values({ user_id: id, permission: 'stores_edit' }).execute()
    const token = await test.build.token(id, 'staff')
    const answer = await test.call('dashboard/stores/update', { store_id: store.id, delivery_type: code } as never, {
      token,
    })
    expect(answer.status).toBe(400)
    await expect(
      test.db.updateTable('stores').set({ delivery_type: code }).where('id', '=', store.id).execute(),
    ).rejects.toThrow()
    const row = await test.db.selectFrom('stores').select('delivery_type').where('id', '=', store.id).executeTakeFirst()
    expect(row).toEqual({ delivery_type: 4 })
  })
})
