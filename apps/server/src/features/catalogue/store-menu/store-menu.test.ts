import * as storeMenu from '@nukkad/contract/catalogue/store-menu.ts'
import type { CallName } from '@nukkad/contract/contract.ts'
import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { codeOf, useTestApp } from '#test/harness.ts'

const harness = useTestApp()
const call: typeof harness.call = (...args) => harness.call(...args)

/** Creates a store with its owner, one category, one item and one add-on category of that item. */
async function ownMenu() {
  const store = await harness.build.store()
  const owner = await harness.build.owner({ stores: [store] })
  const item = await harness.build.item({ store_id: store.id, category: 'Dosa' })
  const category = await harness.build.category(store.id, 'Dosa')
  const extras = await harness.build.addons({ item, options: [{ name: 'Ghee', price_minor: 500n }] })
  return { store, owner, item, category, extras, token: owner.token, input: { store_id: store.id } }
}

type OwnMenu = Awaited<ReturnType<typeof ownMenu>>

/** Every call that changes the menu, with input that succeeds on this menu. */
const calls = {
  'store-owner/get-menu': () => ({}),
  'store-owner/get-menu-with-details': () => ({}),
  'store-owner/search-items': () => ({ q: 'dosa' }),
  'store-owner/get-inactive-items': () => ({}),
  'store-owner/get-items-categories': () => ({}),
  'store-owner/get-addon-categories': () => ({}),
  'store-owner/get-addons': () => ({}),
  'store-owner/edit-item': ({ item }: OwnMenu) => ({ item_id: item.id }),
  'store-owner/create-item': ({ category }: OwnMenu) => ({ name: 'Idli', price: '40', item_category_id: category.id }),
  'store-owner/update-item': ({ item }: OwnMenu) => ({ id: item.id, name: 'Stolen' }),
  'store-owner/toggle-item-status': ({ item }: OwnMenu) => ({ item_id: item.id }),
  'store-owner/toggle-category-status': ({ category }: OwnMenu) => ({ category_id: category.id }),
  'store-owner/create-items-categories': () => ({ name: 'Sweets' }),
  'store-owner/update-items-categories': ({ category }: OwnMenu) => ({ id: category.id, name: 'Stolen' }),
  'store-owner/order-items-categories': ({ category }: OwnMenu) => ({ ids: [category.id] }),
  'store-owner/save-addon-category': () => ({ name: 'Size', type: 'SINGLE', addons: [{ name: 'Big', price: '10' }] }),
  'store-owner/update-addon-category': ({ extras }: OwnMenu) => ({
    id: extras.id,
    name: 'Stolen',
    type: 'MULTI',
    addons: [{ name: 'Big', price: 10 }],
  }),
  'store-owner/get-addon-category-information-to-edit': ({ extras }: OwnMenu) => ({ id: extras.id }),
  'store-owner/delete-addon': ({ extras }: OwnMenu) => ({ id: extras.addons[0]!.id }),
  'store-owner/delete-addon-category': ({ extras }: OwnMenu) => ({ id: extras.id }),
  'store-owner/item/delete': ({ item }: OwnMenu) => ({ id: item.id }),
  'store-owner/delete-items-categories': ({ category }: OwnMenu) => ({ id: category.id }),
} satisfies Partial<Record<CallName, (menu: OwnMenu) => object>>
type MenuCall = keyof typeof calls
const names = Object.keys(calls) as MenuCall[]
const aboutOne = names.filter((name) => calls[name].length > 0 && name !== 'store-owner/create-item')

const send = (name: MenuCall, input: object, token: string) =>
  harness.call(name as 'store-owner/get-menu', input as never, {
    token,
    ...(name === 'store-owner/item/delete' && { path: `/${(input as { id: number }).id}` }),
  })

/** Returns every row of a store's menu. */
async function fingerprint({ store }: OwnMenu) {
  const { rows } = await sql`
    select jsonb_agg(to_jsonb(i) order by i.id) as items,
           (select jsonb_agg(to_jsonb(c) order by c.id) from item_categories c where c.store_id = ${store.id}) as categories,
           (select jsonb_agg(to_jsonb(a) order by a.id) from addon_categories a where a.store_id = ${store.id}) as groups,
           (select jsonb_agg(to_jsonb(o) order by o.id) from addons o join addon_categories a on a.id = o.addon_category_id
             where a.store_id = ${store.id}) as addons
      from items i where i.store_id = ${store.id}`.execute(harness.db)
  return rows[0]
}

describe('access to the menu', () => {
  test.each(names)('[GAP-75] %s answers owners only for their own stores', async (name) => {
    const menu = await ownMenu()
    const stranger = await ownMenu()
    const before = await fingerprint(menu)
    for (const store_id of [menu.store.id, 2_000_000_000]) {
      const answer = await send(name, { ...calls[name](menu), store_id }, stranger.token)
      expect(answer).toMatchObject({
        status: 401,
        body: { message: 'Unauthorized', error: { code: 'ORDER_NOT_YOURS' } },
      })
    }
    expect(await fingerprint(menu)).toEqual(before)
  })

  test.each([...aboutOne, 'store-owner/create-item'] as MenuCall[])(
    '[GAP-75] %s does not find another store’s rows or rows that do not exist',
    async (name) => {
      const menu = await ownMenu()
      const own = await ownMenu()
      const before = [await fingerprint(menu), await fingerprint(own)]
      const foreign = await send(name, { ...calls[name](menu), ...own.input }, own.token)
      expect([foreign.status, codeOf(foreign)]).toEqual([404, 'NOT_FOUND'])
      const nobody = JSON.parse(JSON.stringify(calls[name](menu)), (key, value) =>
        /id$|^ids$/.test(key) ? (Array.isArray(value) ? [2_000_000_000] : 2_000_000_000) : value,
      )
      expect(codeOf(await send(name, { ...nobody, ...own.input }, own.token))).toBe('NOT_FOUND')
      expect([await fingerprint(menu), await fingerprint(own)]).toEqual(before)
    },
  )
})

describe('what is deleted', () => {
  const ways = [
    ['store-owner/delete-addon', ({ extras }: OwnMenu) => ({ id: extras.addons[0]!.id })],
    ['store-owner/delete-addon-category', ({ extras }: OwnMenu) => ({ id: extras.id })],
    ['store-owner/item/delete', ({ item }: OwnMenu) => ({ id: item.id })],
    ['store-owner/delete-items-categories', ({ category }: OwnMenu) => ({ id: category.id })],
  ] as const

  test.each(aboutOne)('[P-14] is not found by %s, which changes nothing', async (name) => {
    const menu = await ownMenu()
    for (const [remove, of] of ways)
      expect((await send(remove, { ...menu.input, ...of(menu) }, menu.token)).status).toBe(200)
    const before = await fingerprint(menu)
    const answer = await send(name, { ...menu.input, ...calls[name](menu) }, menu.token)
    expect(codeOf(answer)).toBe('NOT_FOUND')
    expect(await fingerprint(menu)).toEqual(before)
  })
})

describe('items', () => {
  test('[D-14] [GAP-05] [GAP-78] an item is created, cleaned, found and changed, and shows in the menu immediately', async () => {
    const { store, category, extras, token, input } = await ownMenu()
    const made = await call(
      'store-owner/create-item',
      {
        ...input,
        name: 'Rava Idli',
        price: '60.50',
        old_price: 75,
        item_category_id: category.id,
        desc: '<b>Soft</b><img src=x onerror=alert(1)><script>alert(1)</script>',
        is_veg: 'veg',
        is_recommended: '1',
        is_new: true,
        stock: '12',
        addon_pricing: 'add',
        addon_category_item: String(extras.id),
      },
      { token },
    )
    expect(made.body).toMatchObject({ success: true, message: 'Saved' })
    const { item } = made.body
    expect(item).toMatchObject({
      name: 'Rava Idli',
      price: '60.50',
      old_price: '75.00',
      desc: '<b>Soft</b>',
      is_veg: true,
      is_recommended: 1,
      is_popular: 0,
      is_new: 1,
      is_active: 1,
      stock: 12,
      addon_pricing: 'add',
      category_name: 'Dosa',
      addon_category_item: [extras.id],
    })
    const shown = async () =>
      Object.values((await call('get-restaurant-items', {}, { path: `/${store.slug}` })).body.items)
        .flat()
        .find(({ id }) => id === item.id)
    expect(await shown()).toMatchObject({ price: '60.50', desc: '<b>Soft</b>', addon_categories: [{ id: extras.id }] })

    const changed = await call(
      'store-owner/update-item',
      { ...input, id: item.id, price: '55', is_veg: 'none', stock: '', addon_category_item: [] },
      { token },
    )
    expect(changed.body.item).toMatchObject({
      name: 'Rava Idli',
      price: '55.00',
      is_veg: null,
      stock: null,
      desc: '<b>Soft</b>',
      addon_category_item: [],
    })
    expect(await shown()).toMatchObject({ price: '55.00', addon_categories: [] })
    const found = await call('store-owner/search-items', { ...input, q: 'RAVA' }, { token })
    expect(found.body.map(({ id }) => id)).toEqual([item.id])
    expect((await call('store-owner/search-items', { ...input, q: '%%%' }, { token })).body).toEqual([])
    const edit = await call('store-owner/edit-item', { ...input, item_id: item.id }, { token })
    expect(edit.body).toMatchObject({
      item: { id: item.id },
      categories: [{ id: category.id }],
      addon_categories: expect.any(Array),
    })
  })

  test.each([
    [{ price: '-1' }],
    [{ price: '1.005' }],
    [{ price: '1e2' }],
    [{ price: '100000.01' }],
    [{ price: '' }],
    [{ old_price: 'free' }],
    [{ name: ' ' }],
    [{ name: 'x'.repeat(256) }],
    [{ is_veg: 'maybe' }],
    [{ stock: -1 }],
    [{ stock: '1.5' }],
    [{ addon_category_item: 'a,b' }],
    [{ addon_category_item: [1, 1] }],
    [{ item_category_id: 'first' }],
  ])('[GAP-05] an item with %j is refused and nothing is saved', async (bad) => {
    const menu = await ownMenu()
    const before = await fingerprint(menu)
    const good = { ...menu.input, name: 'Idli', price: '40', item_category_id: menu.category.id }
    const made = await send('store-owner/create-item', { ...good, ...bad }, menu.token)
    expect([made.status, codeOf(made)]).toEqual([400, 'INVALID_INPUT'])
    const changed = await send('store-owner/update-item', { ...menu.input, id: menu.item.id, ...bad }, menu.token)
    expect([changed.status, codeOf(changed)]).toEqual([400, 'INVALID_INPUT'])
    expect(await fingerprint(menu)).toEqual(before)
  })

  test('[GAP-05] a yen has no decimals', async () => {
    const store = await harness.build.store({ currency: 'JPY' })
    const { token } = await harness.build.owner({ stores: [store] })
    const category = await harness.build.category(store.id)
    const sent = { store_id: store.id, name: 'Onigiri', item_category_id: category.id }
    expect(codeOf(await call('store-owner/create-item', { ...sent, price: '1.5' }, { token }))).toBe('INVALID_INPUT')
    expect((await call('store-owner/create-item', { ...sent, price: '150' }, { token })).body.item.price).toBe('150')
  })

  test('[D-16] a category or add-ons of another store are not found for this one', async () => {
    const menu = await ownMenu()
    const foreign = await ownMenu()
    for (const bad of [{ item_category_id: foreign.category.id }, { addon_category_item: [foreign.extras.id] }]) {
      const sent = { ...menu.input, name: 'Idli', price: '40', item_category_id: menu.category.id, ...bad }
      expect(codeOf(await call('store-owner/create-item', sent, { token: menu.token }))).toBe('NOT_FOUND')
      const change = { ...menu.input, id: menu.item.id, ...bad }
      expect(codeOf(await call('store-owner/update-item', change, { token: menu.token }))).toBe('NOT_FOUND')
    }
  })

  test('[P-14] an item leaves the menu when it is switched off and returns when it is switched on; five parallel taps count as five', async () => {
    const { store, item, token, input } = await ownMenu()
    const off = await call('store-owner/toggle-item-status', { ...input, item_id: item.id }, { token })
    expect(off.body).toEqual({ success: true, status: 0 })
    const inactive = await call('store-owner/get-inactive-items', input, { token })
    expect(inactive.body.map(({ id }) => id)).toEqual([item.id])
    expect((await call('get-restaurant-items', {}, { path: `/${store.slug}` })).body.items).toEqual({})
    await Promise.all(
      Array.from({ length: 5 }, () =>
        call('store-owner/toggle-item-status', { ...input, item_id: item.id }, { token }),
      ),
    )
    expect((await call('store-owner/get-inactive-items', input, { token })).body).toEqual([])
  })

  test('[P-14] a deleted item is gone for stores and customers, but stays in orders', async () => {
    const { store, item, token, input } = await ownMenu()
    const customer = await harness.build.customer()
    const order = await harness.build.order({ user_id: customer.id, store_id: store.id, status: 5 })
    await harness.db.updateTable('order_lines').set({ item_id: item.id }).where('order_id', '=', order.id).execute()
    const gone = await call('store-owner/item/delete', input, { token, path: `/${item.id}` })
    expect(gone.body).toEqual({ success: true })
    expect(codeOf(await call('store-owner/item/delete', input, { token, path: `/${item.id}` }))).toBe('NOT_FOUND')
    expect((await call('get-single-item', { id: item.id })).body).toBeNull()
    const past = await call('get-orders', {}, { token: customer.token })
    expect(past.body.data[0]!.orderitems[0]).toMatchObject({ item_id: item.id, name: 'Masala Dosa' })
  })
})

describe('categories', () => {
  test('[P-14] [U-12] categories are created, renamed, ordered and switched, and the menu shows it', async () => {
    const { store, category, token, input } = await ownMenu()
    const made = await call('store-owner/create-items-categories', { ...input, name: 'Sweets' }, { token })
    const sweets = made.body.category
    expect(sweets).toMatchObject({ name: 'Sweets', is_enabled: 1, items_count: 0 })
    await harness.build.item({ store_id: store.id, category: 'Sweets', name: 'Laddu' })
    const renamed = await call(
      'store-owner/update-items-categories',
      { ...input, id: sweets.id, name: 'Mithai' },
      { token },
    )
    expect(renamed.body.category).toMatchObject({ id: sweets.id, name: 'Mithai', items_count: 1 })
    const ordered = await call(
      'store-owner/order-items-categories',
      { ...input, ids: [sweets.id, category.id] },
      { token },
    )
    expect(ordered.body.categories.map(({ name }) => name)).toEqual(['Mithai', 'Dosa'])
    const menu = async () =>
      Object.keys((await call('get-restaurant-items', {}, { path: `/${store.slug}` })).body.items)
    expect(await menu()).toEqual(['Mithai', 'Dosa'])
    const off = await call('store-owner/toggle-category-status', { ...input, category_id: sweets.id }, { token })
    expect(off.body).toEqual({ success: true, status: 0 })
    expect(await menu()).toEqual(['Dosa'])
    const own = await call('store-owner/get-menu', input, { token })
    expect(own.body.categories.map(({ name, is_enabled, items }) => [name, is_enabled, items.length])).toEqual([
      ['Mithai', 0, 1],
      ['Dosa', 1, 1],
    ])
  })

  test('[P-14] a name is used once, also in parallel requests', async () => {
    const { category, token, input } = await ownMenu()
    const answers = await Promise.all(
      Array.from({ length: 6 }, () =>
        call('store-owner/create-items-categories', { ...input, name: 'Sweets' }, { token }),
      ),
    )
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409, 409, 409, 409, 409])
    for (const answer of answers.filter(({ status }) => status === 409)) expect(codeOf(answer)).toBe('NAME_TAKEN')
    const rename = { ...input, id: category.id, name: 'Sweets' }
    expect(codeOf(await call('store-owner/update-items-categories', rename, { token }))).toBe('NAME_TAKEN')
  })

  test('[P-14] only an empty category is deleted, and its name is free again', async () => {
    const { item, category, token, input } = await ownMenu()
    const remove = () => call('store-owner/delete-items-categories', { ...input, id: category.id }, { token })
    expect(codeOf(await remove())).toBe('CATEGORY_NOT_EMPTY')
    await call('store-owner/item/delete', input, { token, path: `/${item.id}` })
    expect((await remove()).body).toEqual({ success: true })
    expect(codeOf(await remove())).toBe('NOT_FOUND')
    const again = await call('store-owner/create-items-categories', { ...input, name: 'Dosa' }, { token })
    expect(again.body.category.id).not.toBe(category.id)
  })

  test('[P-14] an item is never put into a category that is deleted at the same moment', async () => {
    const { token, input } = await ownMenu()
    for (let round = 0; round < 8; round++) {
      const made = await call('store-owner/create-items-categories', { ...input, name: `Round ${round}` }, { token })
      const { id } = made.body.category
      const [item, gone] = await Promise.all([
        call('store-owner/create-item', { ...input, name: 'Idli', price: '40', item_category_id: id }, { token }),
        call('store-owner/delete-items-categories', { ...input, id }, { token }),
      ])
      expect([item.status, gone.status].toSorted()).toEqual(item.status === 200 ? [200, 409] : [200, 404])
    }
  })
})

describe('add-ons', () => {
  test('add-ons are listed in their categories as they are on the menu', async () => {
    const { input, token, category, extras, item } = await ownMenu()
    const ofItems = await call('store-owner/get-items-categories', input, { token })
    expect(ofItems.body).toMatchObject([{ id: category.id, name: 'Dosa' }])
    const ofAddons = await call('store-owner/get-addon-categories', input, { token })
    expect(ofAddons.body).toMatchObject([{ id: extras.id, addons: [{ name: 'Ghee', price: '5.00' }] }])
    expect(item.store_id).toBe(input.store_id)
  })

  test('[D-35] [P-14] a category is saved with its add-ons as a whole; add-ons that stay keep their ids, others are deleted', async () => {
    const { item, extras, store, token, input } = await ownMenu()
    const before = await call(
      'store-owner/get-addon-category-information-to-edit',
      { ...input, id: extras.id },
      { token },
    )
    expect(before.body).toMatchObject({
      addon_category: { name: 'Extras', addons: [{ name: 'Ghee', price: '5.00' }] },
      item_ids: [item.id],
    })
    const ghee = extras.addons[0]!.id
    const sent = {
      ...input,
      id: extras.id,
      name: 'Toppings',
      type: 'MULTI' as const,
      description: 'As many as you like',
      addon_limit: '2',
      addons: [
        { name: 'Podi', price: '7.50' },
        { id: ghee, name: 'More ghee', price: 12, is_active: false },
      ],
    }
    const { body } = await call('store-owner/update-addon-category', sent, { token })
    expect(body.addon_category).toMatchObject({
      name: 'Toppings',
      addon_limit: 2,
      addons: [
        { name: 'Podi', price: '7.50', is_active: 1 },
        { id: ghee, name: 'More ghee', price: '12.00', is_active: 0 },
      ],
    })
    const shown = (await call('get-restaurant-items', {}, { path: `/${store.slug}` })).body.items.Dosa![0]!
    expect(shown.addon_categories[0]!.addons.map(({ name }) => name)).toEqual(['Podi'])
    const all = await call('store-owner/get-addons', input, { token })
    expect(all.body.map(({ name, addon_category_name }) => [name, addon_category_name])).toEqual([
      ['Podi', 'Toppings'],
      ['More ghee', 'Toppings'],
    ])
    const details = await call('store-owner/get-menu-with-details', input, { token })
    expect(details.body.addon_categories).toEqual([body.addon_category])
  })

  test('[D-37] the sent add-ons replace all previous ones, in the sent order', async () => {
    const { token, input, extras } = await ownMenu()
    const category = { ...input, id: extras.id, name: 'Toppings', type: 'MULTI' as const, addon_limit: 0 }
    const save = async (addons: readonly { id?: number; name: string; price: string }[]) => {
      const { body } = await call('store-owner/update-addon-category', { ...category, addons: [...addons] }, { token })
      return body.addon_category.addons
    }
    const many = Array.from({ length: 50 }, (_, index) => ({ name: `Nr. ${index}`, price: `${index}.00` }))
    const first = await save(many)
    expect(first.map(({ name, price }) => ({ name, price }))).toEqual(many)
    expect(first.map(({ id }) => id)).not.toContain(extras.addons[0]!.id)
    const kept = first.slice(40).map(({ id, name }) => ({ id, name, price: '1.00' }))
    const mixed = [kept[9]!, { name: 'New', price: '2.00' }, kept[3]!, { ...kept[0]!, name: 'Renamed' }]
    const second = await save(mixed)
    expect(second).toMatchObject(mixed)
    expect(second).toHaveLength(4)
  })

  test('[D-37] a SINGLE category has no limit of its own', async () => {
    const { token, input } = await ownMenu()
    const sent = {
      ...input,
      name: 'Size',
      type: 'SINGLE' as const,
      addon_limit: 3,
      addons: [{ name: 'Half', price: '0' }],
    }
    const { body } = await call('store-owner/save-addon-category', sent, { token })
    expect(body.addon_category).toMatchObject({ type: 'SINGLE', addon_limit: 0 })
  })

  test.each([
    [{ type: 'BOTH' }],
    [{ name: '' }],
    [{ description: 'x'.repeat(81) }],
    [{ addon_limit: 51 }],
    [{ addons: [] }],
    [{ addons: [{ name: 'Ghee', price: '-1' }] }],
    [{ addons: [{ name: 'Ghee', price: 'free' }] }],
    [{ addons: [{ name: '', price: '1' }] }],
  ])('[D-35] %j is refused and nothing is written', async (bad) => {
    const menu = await ownMenu()
    const before = await fingerprint(menu)
    const good = {
      ...menu.input,
      id: menu.extras.id,
      name: 'Size',
      type: 'MULTI',
      addons: [{ name: 'Half', price: '0' }],
    }
    for (const name of ['store-owner/save-addon-category', 'store-owner/update-addon-category'] as const)
      expect(codeOf(await send(name, { ...good, ...bad }, menu.token))).toBe('INVALID_INPUT')
    expect(await fingerprint(menu)).toEqual(before)
  })

  test('[D-35] an add-on of another category is refused, and then nothing is saved', async () => {
    const menu = await ownMenu()
    const foreign = await ownMenu()
    const before = [await fingerprint(menu), await fingerprint(foreign)]
    const sent = {
      ...menu.input,
      id: menu.extras.id,
      name: 'Mine',
      type: 'MULTI' as const,
      addons: [{ id: foreign.extras.addons[0]!.id, name: 'x', price: '1' }],
    }
    expect(codeOf(await call('store-owner/update-addon-category', sent, { token: menu.token }))).toBe('NOT_FOUND')
    expect([await fingerprint(menu), await fingerprint(foreign)]).toEqual(before)
  })

  test('[P-14] deleted add-ons leave the menu immediately', async () => {
    const { store, extras, token, input } = await ownMenu()
    const shown = async () =>
      (await call('get-restaurant-items', {}, { path: `/${store.slug}` })).body.items.Dosa![0]!.addon_categories
    expect((await shown())[0]!.addons).toHaveLength(1)
    const addon = await call('store-owner/delete-addon', { ...input, id: extras.addons[0]!.id }, { token })
    expect(addon.body).toEqual({ success: true })
    expect((await shown())[0]!.addons).toEqual([])
    const category = await call('store-owner/delete-addon-category', { ...input, id: extras.id }, { token })
    expect(category.body).toEqual({ success: true })
    expect(await shown()).toEqual([])
  })
})

describe('who changed what', () => {
  const entries = async (ownerId: number) =>
    harness.db
      .selectFrom('audit_entries')
      .select(['action', 'object_type', 'object_id', 'before', 'after'])
      .where('actor_id', '=', ownerId)
      .orderBy('id')
      .execute()

  type Expected = {
    name: MenuCall
    action: string
    of: (menu: OwnMenu) => [type: string, id: number | undefined]
    before: object | null
    after: object | null
  }
  const item = (menu: OwnMenu): [string, number] => ['item', menu.item.id]
  const category = (menu: OwnMenu): [string, number] => ['item category', menu.category.id]
  const extras = (menu: OwnMenu): [string, number] => ['add-on category', menu.extras.id]
  const fresh = (type: string) => (): [string, undefined] => [type, undefined]
  const changes: Expected[] = [
    {
      name: 'store-owner/create-item',
      action: 'item.created',
      of: fresh('item'),
      before: null,
      after: { name: 'Idli', price: '40.00' },
    },
    {
      name: 'store-owner/update-item',
      action: 'item.updated',
      of: item,
      before: { name: 'Masala Dosa', price: '100.00' },
      after: { name: 'Stolen', price: '100.00' },
    },
    {
      name: 'store-owner/toggle-item-status',
      action: 'item.switched',
      of: item,
      before: { is_active: 1 },
      after: { is_active: 0 },
    },
    {
      name: 'store-owner/item/delete',
      action: 'item.deleted',
      of: item,
      before: { name: 'Masala Dosa' },
      after: null,
    },
    {
      name: 'store-owner/toggle-category-status',
      action: 'item_category.switched',
      of: category,
      before: { is_enabled: 1 },
      after: { is_enabled: 0 },
    },
    {
      name: 'store-owner/create-items-categories',
      action: 'item_category.created',
      of: fresh('item category'),
      before: null,
      after: { name: 'Sweets' },
    },
    {
      name: 'store-owner/update-items-categories',
      action: 'item_category.renamed',
      of: category,
      before: { name: 'Dosa' },
      after: { name: 'Stolen' },
    },
    {
      name: 'store-owner/save-addon-category',
      action: 'addon_category.created',
      of: fresh('add-on category'),
      before: null,
      after: { name: 'Size', addons: [{ name: 'Big', price: '10.00' }] },
    },
    {
      name: 'store-owner/update-addon-category',
      action: 'addon_category.updated',
      of: extras,
      before: { addons: [{ name: 'Ghee', price: '5.00' }] },
      after: { addons: [{ name: 'Big', price: '10.00' }] },
    },
    {
      name: 'store-owner/delete-addon',
      action: 'addon.deleted',
      of: extras,
      before: { addons: [{ name: 'Ghee' }] },
      after: { addons: [] },
    },
    {
      name: 'store-owner/delete-addon-category',
      action: 'addon_category.deleted',
      of: extras,
      before: { name: 'Extras' },
      after: null,
    },
  ]

  test.each(changes)(
    '$name records "$action" with the values before and after',
    async ({ name, action, of, before, after }) => {
      const menu = await ownMenu()
      expect((await send(name, { ...calls[name](menu), ...menu.input }, menu.token)).status).toBe(200)
      const [entry, ...more] = await entries(menu.owner.id)
      const [object_type, id] = of(menu)
      expect(more).toEqual([])
      expect(entry).toMatchObject({
        action,
        object_type,
        object_id: id === undefined ? expect.any(String) : String(id),
      })
      if (before) expect(entry!.before).toMatchObject(before)
      else expect(entry!.before).toBeNull()
      if (after) expect(entry!.after).toMatchObject(after)
      else expect(entry!.after).toBeNull()
    },
  )

  test('deleting an empty category and reordering the others are recorded', async () => {
    const menu = await ownMenu()
    const { id } = await harness.build.category(menu.store.id, 'Sweets')
    await send('store-owner/order-items-categories', { ...menu.input, ids: [id, menu.category.id] }, menu.token)
    await send('store-owner/delete-items-categories', { ...menu.input, id }, menu.token)
    expect(await entries(menu.owner.id)).toMatchObject([
      {
        action: 'item_categories.ordered',
        object_type: 'store',
        object_id: String(menu.store.id),
        before: { ids: [menu.category.id, id] },
        after: { ids: [id, menu.category.id] },
      },
      { action: 'item_category.deleted', object_id: String(id), before: { name: 'Sweets' }, after: null },
    ])
  })

  test('every call that changes the menu is recorded, and a refused one records nothing', async () => {
    const covered = changes.map(({ name }) => name.replace('store-owner/', ''))
    // `changes` lacks the calls below, which other tests cover.
    covered.push('order-items-categories', 'delete-items-categories', 'update-item-image', 'update-addon-image')
    covered.push('change-items', 'order-items')
    const all = Object.values(storeMenu).map(({ name }) => name.replace('store-owner/', ''))
    expect(all.filter((name) => !/^(get|search|edit)-/.test(name)).toSorted()).toEqual(covered.toSorted())
    const menu = await ownMenu()
    const refused = { ...menu.input, id: menu.item.id, price: 'x' }
    expect(codeOf(await send('store-owner/update-item', refused, menu.token))).toBe('INVALID_INPUT')
    expect(
      codeOf(await send('store-owner/delete-items-categories', { ...menu.input, id: menu.category.id }, menu.token)),
    ).toBe('CATEGORY_NOT_EMPTY')
    expect(await entries(menu.owner.id)).toEqual([])
  })

  test('two parallel changes each record the values that they found', async () => {
    const menu = await ownMenu()
    const toggle = { ...menu.input, item_id: menu.item.id }
    await Promise.all(Array.from({ length: 6 }, () => send('store-owner/toggle-item-status', toggle, menu.token)))
    const found = (await entries(menu.owner.id)).map(({ before, after }) => [
      (before as { is_active: number }).is_active,
      (after as { is_active: number }).is_active,
    ])
    expect(found.toSorted()).toEqual([...Array(3).fill([0, 1]), ...Array(3).fill([1, 0])])
  })
})
