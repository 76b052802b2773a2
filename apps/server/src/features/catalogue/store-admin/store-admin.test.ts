import type { CallName } from '@nukkad/contract/contract.ts'
import type { Permission } from '@nukkad/contract/permissions.ts'
import { sql } from 'kysely'
import { describe, expect, test as it } from 'vitest'
import { centre } from '#test/builders.ts'
import { codeOf, useTestApp } from '#test/harness.ts'
import { createStaff } from '#test/staff.ts'

const test = useTestApp()
const { member, ask, signIn, auditOf } = createStaff(test)

/** Creates a member of staff with these permissions, and a function that makes calls as that person. */
async function dashboard(...permissions: Permission[]) {
  const person = await member('stores_view', ...permissions)
  const { cookie } = await signIn(person)
  return {
    person,
    ask: <Name extends CallName>(name: Name, input: object, headers?: Record<string, string>) =>
      ask(name, input, { cookie, ...(headers && { headers }) }),
  }
}

const fieldsOf = ({ body }: { body: unknown }) => (body as { error: { fields?: object } }).error.fields

describe('adding and changing stores', () => {
  it('[U-09] [GAP-71] a store without a radius gets the one of the settings', async () => {
    const { ask } = await dashboard('stores_add', 'stores_edit', 'approve_stores')
    let made = 0
    const radiusOf = async () => {
      const { body } = await ask('dashboard/stores/create', { name: `Corner ${made++}`, ...centre })
      return body.store.delivery_radius
    }
    expect(await radiusOf()).toBe(10)
    await test.build.setting('defaultDeliveryRadiusKm', '4.5')
    await test.services.settings.reload()
    expect(await radiusOf()).toBe(4.5)
    await test.db.deleteFrom('settings').where('key', '=', 'defaultDeliveryRadiusKm').execute()
    await test.services.settings.reload()
  })

  it('[U-09] a store is added, changed in every field and approved, and each step is recorded', async () => {
    const { ask, person } = await dashboard('stores_add', 'stores_edit', 'approve_stores')
    const made = await ask('dashboard/stores/create', { name: 'Café Nammā 24', ...centre, kind: 'salon' })
    const { store } = made.body
    const read = await ask('dashboard/stores/read', { store_id: store.id })
    expect(read.body.store).toMatchObject({ id: store.id, slug: store.slug })
    expect(store).toMatchObject({
      slug: 'cafe-namma-24',
      kind: 'salon',
      delivery_type: 4,
      is_accepted: 0,
      currency: 'INR',
    })
    const listed = () => test.call('get-delivery-warehouses', centre)
    expect((await listed()).body.map(({ id }) => id)).not.toContain(store.id)
    const change = {
      slug: 'the-salon',
      kind: 'medical',
      delivery_type: 1,
      latitude: 12.94,
      longitude: 77.62,
      delivery_radius: 150,
      commission_rate: '12.50',
      time_zone: 'Asia/Dubai',
      sku: 'S-1',
      offer: '10 % off',
      is_featured: 1,
      is_active: 0,
      is_schedulable: 1,
      custom_featured_name: 'Best',
      custom_message: '<b onclick="alert(1)">Hello</b>',
      custom_message_on_list: 'New',
      delivery_areas: [
        [
          [77.6, 12.9],
          [77.7, 12.9],
          [77.7, 13],
        ],
      ],
    }
    const changed = await ask('dashboard/stores/update', { store_id: store.id, ...change })
    expect(changed.body.store).toMatchObject({
      slug: 'the-salon',
      kind: 'medical',
      delivery_type: 1,
      latitude: '12.94',
      longitude: '77.62',
      delivery_radius: 150,
      commission_rate: '12.50',
      time_zone: 'Asia/Dubai',
      sku: 'S-1',
      offer: '10 % off',
      is_featured: 1,
      is_switched_on: 0,
      is_schedulable: 1,
      custom_featured_name: 'Best',
      custom_message: '<b>Hello</b>',
      custom_message_on_list: 'New',
      delivery_areas: change.delivery_areas,
    })
    await ask('dashboard/stores/update', { store_id: store.id, is_active: 1, offer: '', delivery_areas: [] })
    const approved = await ask('dashboard/stores/approve', { store_id: store.id, is_accepted: 1 })
    expect(approved.body.store).toMatchObject({ is_accepted: 1, is_active: 1, offer: null, delivery_areas: null })
    const seen = async () => (await test.call('get-medical-stores', centre)).body.map(({ id }) => id)
    await expect.poll(seen).toContain(store.id)
    const noted = (await auditOf(person.id)).map(({ action, object_id }) => [action, object_id])
    expect(noted).toContainEqual(['store.created', String(store.id)])
    expect(noted).toContainEqual(['store.approved', String(store.id)])
    const { rows } = await sql<{ before: object }>`
      select before from audit_entries where action = 'store.updated' and object_id = ${String(store.id)} order by id limit 1`.execute(
      test.db,
    )
    expect(rows[0]!.before).toMatchObject({ slug: 'cafe-namma-24', commission_rate: '0.00', is_switched_on: 1 })
    await ask('dashboard/stores/approve', { store_id: store.id, is_accepted: 0 })
    await expect.poll(seen).not.toContain(store.id)
  })

  it('[U-09] a store that staff switch off is not active for customers', async () => {
    const { ask } = await dashboard('stores_edit')
    const { id, slug } = await test.build.store()
    await ask('dashboard/stores/update', { store_id: id, is_active: 0 })
    expect((await test.call('get-restaurant-info', {}, { path: `/${slug}` })).body).toMatchObject({ is_active: 0 })
  })

  it('[U-09] each page name belongs to one store; a generated name that is taken is changed, a chosen one is refused', async () => {
    const { ask } = await dashboard('stores_add', 'stores_edit')
    const send = (more: object, key?: string) =>
      ask(
        'dashboard/stores/create',
        { name: 'Twice Cafe', ...centre, ...more },
        key ? { 'idempotency-key': key } : undefined,
      )
    const first = await send({}, 'one-and-the-same-key')
    expect((await send({}, 'one-and-the-same-key')).body.store.id).toBe(first.body.store.id)
    const second = await send({}, 'a-second-intention-1')
    expect(second.body.store.slug).toMatch(/^twice-cafe-[0-9a-f]{4}$/)
    expect(fieldsOf(await send({ slug: 'twice-cafe' }))).toEqual({
      slug: 'This value is already taken. Choose another.',
    })
    expect(fieldsOf(await send({ currency: 'ZZZ' }))).toEqual({ currency: 'Please choose one of the options' })
    const taken = await ask('dashboard/stores/update', { store_id: second.body.store.id, slug: 'twice-cafe' })
    expect(fieldsOf(taken)).toEqual({ slug: 'This value is already taken. Choose another.' })
    expect((await send({ name: 'अन्न' }, 'a-name-without-latin')).body.store.slug).toMatch(/^store/)
  })

  it('[U-09] an impossible value is refused next to its field', async () => {
    const { ask } = await dashboard('stores_edit')
    const { id } = await test.build.store()
    const wrong = async (change: object) => fieldsOf(await ask('dashboard/stores/update', { store_id: id, ...change }))
    expect(
      await wrong({
        delivery_areas: [
          [
            [10, 50],
            [11, 50],
            [11, 51],
          ],
        ],
      }),
    ).toEqual({ delivery_areas: 'This place is too far away' })
    expect(
      Object.keys(
        (await wrong({
          delivery_areas: [
            [
              [77, 12],
              [77, 13],
            ],
          ],
        }))!,
      ),
    ).toEqual(['delivery_areas.0'])
    expect(await wrong({ category_ids: [2_000_000_000] })).toEqual({
      category_ids: 'No entry with this value was found',
    })
    expect(Object.keys((await wrong({ delivery_radius: 201 }))!)).toEqual(['delivery_radius'])
    expect(Object.keys((await wrong({ commission_rate: 100.5 }))!)).toEqual(['commission_rate'])
    expect(await wrong({ time_zone: 'Mars/Base' })).toEqual({ time_zone: 'Please choose one of the options' })
    expect((await ask('dashboard/stores/update', { store_id: id, time_zone: 'Asia/Kolkata' })).status).toBe(200)
  })

  it('[GAP-75] each call answers NOT_FOUND for a store that does not exist', async () => {
    const { ask } = await dashboard(
      'stores_edit',
      'stores_add',
      'approve_stores',
      'stores_sort',
      'store_owners_manage_stores',
      'delivery_guys_manage_stores',
    )
    const store_id = 2_000_000_000
    const calls: [CallName, object][] = [
      ['dashboard/stores/read', { store_id }],
      ['dashboard/stores/update', { store_id, sku: 'x' }],
      ['dashboard/stores/approve', { store_id, is_accepted: 1 }],
      ['dashboard/stores/duplicate', { store_id, name: 'Copy' }],
      ['dashboard/stores/order', { ids: [store_id] }],
      ['dashboard/stores/set-owners', { store_id, user_ids: [] }],
      ['dashboard/stores/set-riders', { store_id, user_ids: [] }],
      ['dashboard/store-categories/update', { id: store_id, name: 'x' }],
    ]
    for (const [name, input] of calls) expect(codeOf(await ask(name, input)), name).toBe('NOT_FOUND')
  })
})

describe('duplicating', () => {
  it('[U-09] a copy has the same items, hours and pictures, waits for approval, and changes independently', async () => {
    const { ask } = await dashboard('stores_add')
    const store = await test.build.store({ name: 'First', commission_basis_points: 1500 })
    const item = await test.build.item({
      store_id: store.id,
      name: 'Vada',
      category: 'Snacks',
      image: '/assets/img/uploads/i-x.webp',
    })
    await test.build.addons({ item, type: 'SINGLE', options: [{ name: 'Chutney', price_minor: 500n }] })
    await test.build.item({ store_id: store.id, name: 'Gone', deleted_at: new Date() })
    await test.db
      .insertInto('store_hours')
      .values({ store_id: store.id, weekday: 1, opens_at: '09:00', closes_at: '18:00' })
      .execute()
    await test.db.insertInto('store_payment_gateways').values({ store_id: store.id, gateway: 'COD' }).execute()
    const { store: copy } = (await ask('dashboard/stores/duplicate', { store_id: store.id, name: 'Second' })).body
    const chosen = await ask('store-owner/get-payment-gateways', { store_id: copy.id })
    expect(chosen.body).toMatchObject({ chosen: ['COD'] })
    expect(copy).toMatchObject({ name: 'Second', slug: 'second', is_accepted: 0, commission_rate: '15.00', owners: [] })
    expect(JSON.parse(copy.schedule_data!)).toMatchObject({ monday: [{ open: '09:00', close: '18:00' }] })
    await test.db.updateTable('stores').set({ is_accepted: true }).where('id', '=', copy.id).execute()
    const menu = async (slug: string) => (await test.call('get-restaurant-items', {}, { path: `/${slug}` })).body
    const [copied, original] = [await menu('second'), await menu(store.slug)]
    expect(Object.keys(copied.items)).toEqual(['Snacks'])
    const [vada] = copied.items.Snacks!
    expect(vada).toMatchObject({ name: 'Vada', image: '/assets/img/uploads/i-x.webp' })
    expect(vada!.addon_categories[0]).toMatchObject({ name: 'Extras', type: 'SINGLE', addons: [{ name: 'Chutney' }] })
    expect(vada!.id).not.toBe(original.items.Snacks![0]!.id)
    expect(vada!.addon_categories[0]!.id).not.toBe(original.items.Snacks![0]!.addon_categories[0]!.id)
  })
})

describe('order and categories of stores', () => {
  it('[U-09] stores have the order that staff give them; two parallel orderings leave one of them whole', async () => {
    const { ask } = await dashboard('stores_sort')
    const stores = await Promise.all([1, 2, 3, 4].map(() => test.build.store({ latitude: 40, longitude: 40 })))
    const ids = stores.map(({ id }) => id)
    const orders = [ids.toReversed(), [ids[1]!, ids[3]!, ids[0]!, ids[2]!]]
    const answers = await Promise.all(
      [...orders, ...orders, ...orders].map((order) => ask('dashboard/stores/order', { ids: order })),
    )
    expect(answers.map(({ status }) => status)).toEqual(Array(6).fill(200))
    const ordered = (await ask('dashboard/stores/ordered', {})).body.stores.map(({ id }) => id)
    expect(orders).toContainEqual(ordered)
    expect(
      (await test.call('get-delivery-restaurants', { latitude: 40, longitude: 40 })).body.map(({ id }) => id),
    ).toEqual(ordered)
    await ask('dashboard/stores/order', { ids: [] })
    expect((await ask('dashboard/stores/ordered', {})).body.stores).toEqual([])
  })

  it('[U-10] a category is added, edited and given to a store, and get-filtered-restaurants finds the store', async () => {
    const { ask } = await dashboard('stores_edit')
    const store = await test.build.store()
    const { id } = (await ask('dashboard/store-categories/create', { name: 'Chaat' })).body
    expect(codeOf(await ask('dashboard/store-categories/create', { name: 'Chaat' }))).toBe('NAME_TAKEN')
    const other = (await ask('dashboard/store-categories/create', { name: 'Thali', is_active: 0 })).body
    expect(codeOf(await ask('dashboard/store-categories/update', { id: other.id, name: 'Chaat' }))).toBe('NAME_TAKEN')
    const found = async () =>
      (await test.call('get-filtered-restaurants', { ...centre, category_ids: [id] })).body.map((one) => one.id)
    expect(await found()).toEqual([])
    const changed = await ask('dashboard/stores/update', { store_id: store.id, category_ids: [id] })
    expect(changed.body.store.categories_ids).toEqual([id])
    await expect.poll(found).toEqual([store.id])
    await ask('dashboard/store-categories/update', { id, name: 'Chaat and more', is_active: 1 })
    const { categories } = (await test.call('get-all-restaurants-categories')).body
    expect(categories).toEqual([{ id, name: 'Chaat and more', is_active: 1 }])
    const rows = (await ask('dashboard/table', { table: 'store_categories', q: 'chaat' })).body.rows
    expect(rows).toEqual([{ id, name: 'Chaat and more', is_active: true, stores: 1 }])
  })
})

describe('people and payouts of a store', () => {
  it('[U-09] owners and riders are set by staff with the permission, and only to people with the role', async () => {
    const { ask, person } = await dashboard('store_owners_manage_stores')
    const riders = await dashboard('delivery_guys_manage_stores')
    const store = await test.build.store()
    const [owner, rider] = [await test.build.owner(), await test.build.rider()]
    const set = await ask('dashboard/stores/set-owners', { store_id: store.id, user_ids: [owner.id] })
    expect(set.body.store.owners).toEqual([{ id: owner.id, name: 'Meena Rao', email: owner.email }])
    expect(fieldsOf(await ask('dashboard/stores/set-owners', { store_id: store.id, user_ids: [rider.id] }))).toEqual({
      user_ids: 'No entry with this value was found',
    })
    expect(codeOf(await ask('dashboard/stores/set-riders', { store_id: store.id, user_ids: [rider.id] }))).toBe(
      'PERMISSION_MISSING',
    )
    const both = await riders.ask('dashboard/stores/set-riders', { store_id: store.id, user_ids: [rider.id] })
    expect(both.body.store).toMatchObject({ owners: [{ id: owner.id }], riders: [{ id: rider.id }] })
    expect((await test.call('store-owner/get-store', { store_id: store.id }, owner)).status).toBe(200)
    const noted = [...(await auditOf(person.id)), ...(await auditOf(riders.person.id))]
    expect(noted.filter(({ object_id }) => object_id === String(store.id))).toMatchObject([
      { action: 'store_owners.set', after: { owners: [{ id: owner.id }] } },
      { action: 'store_riders.set', after: { riders: [{ id: rider.id }] } },
    ])
  })

  it('[GAP-75] payout details are visible only to the owner and to staff who pay; the audit log has only the end of the number', async () => {
    const store = await test.build.store()
    const [owner, stranger] = [await test.build.owner({ stores: [store] }), await test.build.owner()]
    const store_id = store.id
    const none = await test.call('store-owner/get-payout-details', { store_id }, owner)
    const empty = { account_holder: '', bank_name: '', account_number: '', branch_code: '', upi_id: '', note: '' }
    expect(none.body.details).toEqual(empty)
    const details = { ...empty, account_holder: 'Meena Rao', account_number: '123456789012', branch_code: 'SBIN0001' }
    for (const name of ['store-owner/get-payout-details', 'store-owner/save-payout-details'] as const)
      expect(codeOf(await test.call(name, { store_id, ...details }, stranger))).toBe('ORDER_NOT_YOURS')
    await test.call('store-owner/save-payout-details', { store_id, ...details }, owner)
    const { ask } = await dashboard('store_payouts_manage')
    expect((await ask('store-owner/get-payout-details', { store_id })).body.details).toEqual(details)
    const [entry] = (await auditOf(owner.id)).filter(({ action }) => action === 'payout_details.updated')
    expect(entry!.after).toMatchObject({ account_number: '••••••••9012' })
  })

  it('[GAP-75] an owner sees only rows of their own stores in the tables of the catalogue', async () => {
    const [mine, theirs] = [await test.build.store(), await test.build.store()]
    const owner = await test.build.owner({ stores: [mine] })
    for (const store of [mine, theirs]) {
      const item = await test.build.item({ store_id: store.id })
      await test.build.addons({ item, options: [{ name: 'Ghee', price_minor: 500n }] })
    }
    const read = async (table: string) =>
      (await test.call('dashboard/table', { table: table as 'stores' }, owner)).body.rows as Record<string, unknown>[]
    expect((await read('stores')).map(({ id }) => id)).toEqual([mine.id])
    for (const table of ['items', 'item_categories', 'addons'])
      expect(
        (await read(table)).map(({ store_id }) => store_id),
        table,
      ).toEqual([mine.id])
    expect(codeOf(await test.call('dashboard/table', { table: 'store_categories' }, owner))).toBe('PERMISSION_MISSING')
  })
})
