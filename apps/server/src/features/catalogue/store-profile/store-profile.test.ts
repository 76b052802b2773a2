import { isOpenAt } from '@nukkad/rules/opening-hours.ts'
import { describe, expect, test } from 'vitest'
import { openAndCloseStores } from '#features/catalogue/stores/queries.ts'
import { codeOf, useTestApp } from '#test/harness.ts'

const harness = useTestApp()
const call: typeof harness.call = (...args) => harness.call(...args)

async function ownStore(row: Record<string, unknown> = {}) {
  const store = await harness.build.store(row)
  const owner = await harness.build.owner({ stores: [store] })
  return { store, owner, token: owner.token, input: { store_id: store.id } }
}

const row = (id: number) => harness.db.selectFrom('stores').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
const audits = (id: number) =>
  harness.db
    .selectFrom('audit_entries')
    .select(['actor_id', 'action', 'before', 'after'])
    .where('object_type', '=', 'store')
    .where('object_id', '=', String(id))
    .orderBy('id')
    .execute()

const schedule_data = { monday: [{ open: '09:00', close: '13:00' }] }
const calls = {
  'store-owner/dashboard': {},
  'store-owner/toggle-store-status': {},
  'store-owner/pause-store': { minutes: 20 },
  'store-owner/get-ratings': {},
  'store-owner/get-hours': {},
  'store-owner/save-hours': { schedule_data, is_schedulable: 1 },
  'store-owner/get-store': {},
  'store-owner/update-store': { name: 'Mine now' },
} as const
type ProfileCall = keyof typeof calls

describe('access to own stores', () => {
  test.each(Object.keys(calls) as ProfileCall[])(
    '[GAP-75] %s answers owners only for their own stores',
    async (name) => {
      const { store, token, input } = await ownStore()
      const stranger = await ownStore()
      const before = await row(store.id)
      for (const store_id of [store.id, 2_000_000_000]) {
        const answer = await call(name, { ...calls[name], store_id } as never, { token: stranger.token })
        expect(answer).toMatchObject({
          status: 401,
          body: { message: 'Unauthorized', error: { code: 'ORDER_NOT_YOURS' } },
        })
      }
      expect(await row(store.id)).toEqual(before)
      expect((await call(name, { ...calls[name], ...input } as never, { token })).status).toBe(200)
    },
  )
})

describe('the figures of a store', () => {
  test('[GAP-75] orders, earnings and items are counted for all time and for today in the time zone of the store', async () => {
    // The store is in Kiritimati (UTC+14), which has another calendar day than Bengaluru (UTC+5:30).
    const { store, token, input } = await ownStore({ time_zone: 'Pacific/Kiritimati' })
    const customer = await harness.build.customer()
    const item = await harness.build.item({ store_id: store.id })
    await harness.build.item({ store_id: store.id, name: 'Resting', is_active: false })
    await harness.build.item({ store_id: store.id, name: 'Gone', is_active: false, deleted_at: new Date() })
    const make = (more: Record<string, unknown>, quantity = 1) =>
      harness.build.order({
        user_id: customer.id,
        store_id: store.id,
        lines: [{ name: 'Masala Dosa', quantity, unit_price_minor: 100_000n }],
        ...more,
      })
    const delivered = await make({ status: 5, delivery_charge_minor: 4000n, tip_minor: 1000n }, 3)
    await harness.db.updateTable('order_lines').set({ item_id: item.id }).where('order_id', '=', delivered.id).execute()
    const fresh = await make({ status: 1 })
    await make({ status: 5, placed_at: new Date(Date.now() - 49 * 3_600_000) })
    for (const status of [6, 8, 9]) await make({ status })
    const { body } = await call('store-owner/dashboard', input, { token })
    expect(body).toMatchObject({
      store: { id: store.id },
      restaurantsCount: 1,
      ordersCount: 3,
      orderItemsCount: 5,
      totalEarning: '4,000.00',
      newOrdersIds: [fresh.id],
      todayOrdersCount: 2,
      todayEarning: '3,000.00',
      inactiveItemCount: 1,
    })
    expect(body.topItemsToday).toEqual([
      { item_id: item.id, name: 'Masala Dosa', price: '1000.00', qty: 3 },
      { item_id: null, name: 'Masala Dosa', price: '1000.00', qty: 1 },
    ])
  })

  test('[GAP-75] reviews are the same as on the store page', async () => {
    const { store, token, input } = await ownStore()
    const customer = await harness.build.customer()
    const order = await harness.build.order({ user_id: customer.id, store_id: store.id, status: 5 })
    await call(
      'rate-order',
      { order_id: order.id, rating_store: 4, rating_delivery: 5, review_store: 'Crisp' },
      { token: customer.token },
    )
    const { body } = await call('store-owner/get-ratings', input, { token })
    expect(body).toMatchObject({
      restaurant: { id: store.id, avgRating: '4' },
      reviews: [{ username: 'Asha M.', rating_store: 4, review_store: 'Crisp' }],
    })
  })
})

describe('a pause', () => {
  const MINUTE_MS = 60_000
  const allDay = Array.from({ length: 7 }, (_, weekday) => ({ weekday, opens_at: '00:00', closes_at: '24:00' }))
  const pause = (input: { store_id: number }, minutes: number, token: string) =>
    call('store-owner/pause-store', { ...input, minutes }, { token })

  test('closes the store until its end; customers see the end, and orders are refused with it', async () => {
    const { store, token, input } = await ownStore({ time_zone: 'Asia/Kolkata' })
    const item = await harness.build.item({ store_id: store.id })
    const customer = await harness.build.customer()
    const { body } = await pause(input, 20, token)
    const { paused_until } = await row(store.id)
    expect(body).toEqual({ success: true, status: 0, paused_until: paused_until!.toISOString() })
    const time = new Intl.DateTimeFormat('en-GB', { timeZone: 'Asia/Kolkata', timeStyle: 'short' }).format(
      paused_until!,
    )
    const seen = await call('get-restaurant-info', {}, { path: `/${store.slug}` } as never)
    expect(seen.body).toMatchObject({ is_active: 0, opens_at: time })
    const order = { order: [{ id: item.id, quantity: 1 }], delivery_type: 1, method: 'COD' }
    const refused = await call('place-order', order as never, { token: customer.token })
    expect(refused.body).toMatchObject({ error: { code: 'STORE_PAUSED' }, message: expect.stringContaining(time) })
    expect((await audits(store.id))[0]).toMatchObject({ action: 'store.paused', before: { is_active: true } })
  })

  test('ends automatically, and not before its time', async () => {
    const { store, token, input } = await ownStore()
    await pause(input, 20, token)
    const end = (await row(store.id)).paused_until!
    await openAndCloseStores(harness.db, { at: new Date(end.getTime() - 1000) })
    expect(await row(store.id)).toMatchObject({ is_active: false, paused_until: end })
    await openAndCloseStores(harness.db, { at: end })
    expect(await row(store.id)).toMatchObject({ is_active: true, paused_until: null })
  })

  test('the pause of a store that follows its hours opens it again within them, and leaves it closed outside them', async () => {
    const { store, token, input } = await ownStore({ is_schedulable: true })
    await harness.db
      .insertInto('store_hours')
      .values(allDay.map((one) => ({ ...one, store_id: store.id })))
      .execute()
    await pause(input, 20, token)
    await openAndCloseStores(harness.db)
    const paused = await row(store.id)
    expect(paused).toMatchObject({ is_active: false, is_schedulable: true })
    expect(paused.paused_until).not.toBeNull()
    await harness.db.deleteFrom('store_hours').where('store_id', '=', store.id).execute()
    await openAndCloseStores(harness.db, { at: paused.paused_until! })
    expect(await row(store.id)).toMatchObject({ is_active: false, paused_until: null })
  })

  test('of two pauses in parallel, the later end counts, whichever is first', async () => {
    const { store, token, input } = await ownStore()
    for (const minutes of [
      [15, 60],
      [60, 15],
    ]) {
      await Promise.all(minutes.map((count) => pause(input, count, token)))
      expect((await row(store.id)).paused_until!.getTime()).toBeGreaterThan(Date.now() + 30 * MINUTE_MS)
      expect((await pause(input, 0, token)).body).toEqual({ success: true, status: 1, paused_until: null })
    }
  })

  test('ends early with 0 minutes or when the owner opens the store, which cannot close it when repeated', async () => {
    const { store, token, input } = await ownStore()
    await pause(input, 20, token)
    await Promise.all([pause(input, 0, token), pause(input, 0, token)])
    expect(await row(store.id)).toMatchObject({ is_active: true, paused_until: null })
    await pause(input, 20, token)
    await call('store-owner/toggle-store-status', input, { token })
    expect(await row(store.id)).toMatchObject({ is_active: true, paused_until: null })
  })

  test('the pause of a closed store is refused, and invalid minutes change nothing', async () => {
    const closed = await ownStore({ is_active: false })
    const before = await row(closed.store.id)
    expect(codeOf(await pause(closed.input, 20, closed.token))).toBe('STORE_CLOSED')
    for (const minutes of [-1, 241, 1.5, Number.NaN, '20' as never])
      expect(codeOf(await pause(closed.input, minutes, closed.token))).toBe('INVALID_INPUT')
    expect(await row(closed.store.id)).toEqual(before)
  })
})

describe('open and closed', () => {
  test('[D-04] a store that is switched manually no longer follows its hours; each tap switches once', async () => {
    const { store, token, input, owner } = await ownStore({ is_schedulable: true })
    const closed = await call('store-owner/toggle-store-status', input, { token })
    expect(closed.body).toEqual({ success: true, status: 0 })
    expect(await row(store.id)).toMatchObject({ is_active: false, is_schedulable: false })
    const answers = await Promise.all(
      Array.from({ length: 5 }, () => call('store-owner/toggle-store-status', input, { token })),
    )
    expect(answers.filter(({ body }) => body.status === 1)).toHaveLength(3)
    expect((await row(store.id)).is_active).toBe(true)
    expect((await audits(store.id))[0]).toEqual({
      actor_id: owner.id,
      action: 'store.closed',
      before: { is_active: true, is_schedulable: true },
      after: { is_active: false, is_schedulable: false },
    })
  })

  test('[D-04] hours with several windows a day and special dates are saved, and apply immediately', async () => {
    const { store, token, input } = await ownStore({ is_active: false, time_zone: 'Asia/Kolkata' })
    const allDay = [{ open: '00:00', close: '24:00' }]
    const split = [
      { open: '18:30', close: '02:00' },
      { open: '09:00', close: '13:00' },
    ]
    const week = { monday: split, tuesday: [], wednesday: allDay, thursday: [], friday: [], saturday: [], sunday: [] }
    const dates = new Intl.DateTimeFormat('en-CA', { timeZone: 'Asia/Kolkata' })
    const today = dates.format(Date.now())
    const exceptions = [
      { date: today, windows: allDay },
      { date: dates.format(Date.now() + 30 * 86_400_000), windows: [] },
    ]
    const sent = {
      ...input,
      schedule_data: week,
      exceptions,
      is_schedulable: 1,
      accept_scheduled_orders: 1,
      schedule_slot_buffer: 45,
    } as const
    const saved = await call('store-owner/save-hours', sent, { token })
    expect(saved.body).toMatchObject({ success: true, status: 1 })
    const { body } = await call('store-owner/get-hours', input, { token })
    expect(body).toEqual({
      schedule_data: { ...week, monday: [split[1], split[0]] },
      exceptions,
      is_schedulable: 1,
      accept_scheduled_orders: 1,
      schedule_slot_buffer: 45,
      time_zone: 'Asia/Kolkata',
    })
    const night = { weekly: body.schedule_data, exceptions: {} }
    expect(isOpenAt(night, new Date('2026-11-24T01:00:00+05:30'), 'Asia/Kolkata')).toBe(true)

    const closed = await call(
      'store-owner/save-hours',
      { ...sent, exceptions: [{ date: today, windows: [] }], schedule_data: {} },
      { token },
    )
    expect(closed.body).toMatchObject({ status: 0, schedule_data: { monday: [] } })
    const [first, second] = await audits(store.id)
    expect([first?.action, second?.action]).toEqual(['store_hours.updated', 'store_hours.updated'])
    expect(second?.before).toEqual(first?.after)
    expect(second?.after).not.toEqual(first?.after)
  })

  test.each([
    [{ schedule_data: { monday: [{ open: '9:00', close: '13:00' }] } }],
    [{ schedule_data: { monday: [{ open: '24:00', close: '13:00' }] } }],
    [
      {
        schedule_data: {
          monday: [
            { open: '09:00', close: '13:00' },
            { open: '12:59', close: '14:00' },
          ],
        },
      },
    ],
    [
      {
        schedule_data: {
          monday: [
            { open: '20:00', close: '02:00' },
            { open: '21:00', close: '22:00' },
          ],
        },
      },
    ],
    [{ schedule_data: { monday: Array.from({ length: 7 }, (_, n) => ({ open: `0${n}:00`, close: `0${n}:30` })) } }],
    [{ schedule_data: 'always' }],
    [{ exceptions: [{ date: '2026-02-31', windows: [] }] }],
    [
      {
        exceptions: [
          { date: '2026-12-25', windows: [] },
          { date: '2026-12-25', windows: [] },
        ],
      },
    ],
    [{ is_schedulable: 2 }],
    [{ schedule_slot_buffer: -1 }],
  ])('[D-04] hours such as %j are refused and change nothing', async (bad) => {
    const { store, token, input } = await ownStore()
    await call('store-owner/save-hours', { ...input, schedule_data, is_schedulable: 0 }, { token })
    const sent = { ...input, schedule_data, is_schedulable: 1, ...bad }
    expect(codeOf(await call('store-owner/save-hours', sent as never, { token }))).toBe('INVALID_INPUT')
    const { body } = await call('store-owner/get-hours', input, { token })
    expect(body).toMatchObject({ is_schedulable: 0, schedule_data: { monday: schedule_data.monday } })
    expect((await audits(store.id)).length).toBe(1)
  })
})

describe('profile and charges', () => {
  test('[GAP-75] an owner changes their own fields; commission, acceptance, page name and featured position stay', async () => {
    const { store, token, input } = await ownStore({ commission_basis_points: 1250, is_featured: false })
    const foreign = {
      commission_rate: '0.00',
      commission_basis_points: 0,
      is_accepted: 0,
      is_featured: 1,
      slug: 'x',
      rating: '5',
      currency: 'USD',
    }
    const change = {
      name: 'Dosa Corner',
      landmark: null,
      is_pureveg: 1,
      delivery_type: 1,
      delivery_radius: '4.5',
      delivery_charge_type: 'DYNAMIC',
      base_delivery_charge: '30.50',
      min_order_price: 99,
    } as const
    const { body } = await call('store-owner/update-store', { ...input, ...change, ...foreign }, { token })
    expect(body).toMatchObject({
      name: 'Dosa Corner',
      slug: store.slug,
      is_pureveg: 1,
      is_accepted: 1,
      is_featured: 0,
      delivery_radius: 4.5,
      base_delivery_charge: '30.50',
      min_order_price: '99.00',
      commission_rate: '12.50',
      currency: 'INR',
    })
    expect((await call('store-owner/get-store', input, { token })).body).toEqual(body)
    expect((await call('get-restaurant-info-by-id', {}, { path: `/${store.id}` })).body).not.toHaveProperty(
      'commission_rate',
    )
    const { is_pureveg, landmark, ...changed } = change
    expect(await audits(store.id)).toMatchObject([
      {
        action: 'store.updated',
        before: { name: 'Corner Kitchen', delivery_type: 3, min_order_price: '0.00' },
        after: { ...changed, is_pureveg, landmark, delivery_radius: 4.5, min_order_price: '99.00' },
      },
    ])
  })

  test.each([
    [{ name: ' ' }],
    [{ restaurant_charges: '1.005' }],
    [{ restaurant_charges: '-1' }],
    [{ restaurant_charges: '100000.01' }],
    [{ restaurant_charges: '1e3' }],
    [{ delivery_radius: 0 }],
    [{ delivery_radius: 201 }],
    [{ delivery_type: 4 }],
    [{ delivery_charge_type: 'FREE' }],
    [{ extra_delivery_distance: 0 }],
  ])('[GAP-75] %j is refused and changes nothing', async (bad) => {
    const { store, token, input } = await ownStore()
    const before = await row(store.id)
    const answer = await call('store-owner/update-store', { ...input, phone: '080 1', ...bad } as never, { token })
    expect([answer.status, codeOf(answer)]).toEqual([400, 'INVALID_INPUT'])
    expect(await row(store.id)).toEqual(before)
  })

  test('[R-05] only the codes 1, 2 and 3 are saved, and PostgreSQL accepts no other', async () => {
    const { store, token, input } = await ownStore()
    for (const delivery_type of [1, 2, 3]) {
      const answer = await call('store-owner/update-store', { ...input, delivery_type } as never, { token })
      expect([answer.status, (await row(store.id)).delivery_type]).toEqual([200, delivery_type])
    }
    for (const delivery_type of [0, 4, 5, -1, 1.5, '3x', 'both', null, [1]]) {
      const answer = await call('store-owner/update-store', { ...input, delivery_type } as never, { token })
      expect([answer.status, codeOf(answer)]).toEqual([400, 'INVALID_INPUT'])
      expect((await row(store.id)).delivery_type).toBe(3)
    }
    for (const delivery_type of [0, 5])
      await expect(
        harness.db.updateTable('stores').set({ delivery_type }).where('id', '=', store.id).execute(),
      ).rejects.toMatchObject({ code: '23514' })
  })

  test('[INT-06] only the operator sets the services that a salon offers', async () => {
    const { token, input } = await ownStore({ kind: 'salon', delivery_type: 4 })
    expect(codeOf(await call('store-owner/update-store', { ...input, delivery_type: 1 }, { token }))).toBe(
      'INVALID_INPUT',
    )
  })
})

describe('languages and pages', () => {
  test('[GAP-75] languages have codes, texts are read by code, and pages by name; unknown ones are empty', async () => {
    const { token } = await ownStore()
    expect((await call('store-owner/get-all-language', {}, { method: 'GET' })).body).toEqual(['en'])
    const english = await call('store-owner/get-single-language', {}, { method: 'GET', path: '/en' })
    expect(english.body).toMatchObject({ cartTitle: expect.any(String) })
    expect((await call('store-owner/get-single-language', {}, { path: '/xx' })).body).toEqual({})
    const page = { name: 'For stores', slug: 'for-stores', body: '<p>Terms</p>' }
    const { id } = await harness.db.insertInto('pages').values(page).returning('id').executeTakeFirstOrThrow()
    expect((await call('store-owner/get-store-page', { slug: page.slug }, { token })).body).toEqual({ id, ...page })
    expect((await call('store-owner/get-store-page', { slug: 'none' }, { token })).body).toBeNull()
  })
})

describe('the description of a store', () => {
  const rich =
    '<p>Crisp <strong onclick="alert(1)">uttapam</strong></p><script>alert(2)</script><ul><li>Tea &amp; more</li></ul>'
  const clean = '<p>Crisp <strong>uttapam</strong></p><ul><li>Tea &amp; more</li></ul>'

  test('[GAP-78] is cleaned when it is saved; the store page shows the formatting, and lists show plain text', async () => {
    const spot = { latitude: 11.25, longitude: 75.78 }
    const { store, token, input } = await ownStore(spot)
    const { body } = await call('store-owner/update-store', { ...input, description: rich }, { token })
    expect(body).toMatchObject({ description: clean })
    expect((await call('get-restaurant-info', {}, { path: `/${store.slug}` })).body).toMatchObject({
      description: clean,
    })
    const listed = await call('get-delivery-restaurants', spot)
    expect(listed.body).toMatchObject([{ id: store.id, description: 'Crisp uttapam Tea & more' }])
    const found = async (q: string) => (await call('search-restaurants', { ...spot, q })).body.restaurants
    expect(await found('uttapam')).toMatchObject([{ id: store.id, description: 'Crisp uttapam Tea & more' }])
    expect(await found('strong')).toEqual([])
  })

  test('[GAP-78] a plain text is stored as typed', async () => {
    const { token, input } = await ownStore()
    const description = 'Bread & cakes\nOpen late'
    const { body } = await call('store-owner/update-store', { ...input, description }, { token })
    expect(body).toMatchObject({ description })
  })
})
