import { setTimeout as sleep } from 'node:timers/promises'
import type { CallName } from '@nukkad/contract/contract.ts'
import { distanceKm } from '@nukkad/rules/distance.ts'
import { describe, expect, test } from 'vitest'
import { codeOf, useTestApp } from '#test/harness.ts'
import { queriesOf } from '#test/queries-of.ts'

const app = useTestApp()

let spots = 0
/** Returns a new point for each test, too far from the other points to share stores or prepared lists. */
function newSpot(): { latitude: number; longitude: number } {
  spots += 1
  return { latitude: 10 + spots * 0.7, longitude: 70 + spots * 0.3 }
}

function north(spot: { latitude: number; longitude: number }, km: number) {
  return { latitude: spot.latitude + (km / 6371) * (180 / Math.PI), longitude: spot.longitude }
}

const listCalls = [
  'get-delivery-restaurants',
  'get-selfpickup-restaurants',
  'get-delivery-warehouses',
  'get-medical-stores',
] as const

async function namesOn(call: (typeof listCalls)[number], spot: { latitude: number; longitude: number }) {
  const { status, body } = await app.call(call, spot)
  expect(status).toBe(200)
  return body.map(({ name }) => name)
}

async function categoryOf(storeIds: number[], name = `Category ${crypto.randomUUID()}`) {
  const { id } = await app.db.insertInto('store_categories').values({ name }).returning('id').executeTakeFirstOrThrow()
  for (const store_id of storeIds)
    await app.db.insertInto('store_category_stores').values({ category_id: id, store_id }).execute()
  return id
}

/** Formats a time of day as the wire has it, such as "22:30". */
function clockInIndia(instant: Date): string {
  return instant.toLocaleTimeString('en-GB', { timeZone: 'Asia/Kolkata', hour: '2-digit', minute: '2-digit' })
}

/** Changes a setting for one test and restores the default afterwards. */
async function withSetting(key: string, value: string, body: () => Promise<void>): Promise<void> {
  await app.build.setting(key, value)
  await app.services.settings.reload()
  app.services.catalogueCache.clear()
  try {
    await body()
  } finally {
    await app.db.deleteFrom('settings').where('key', '=', key).execute()
    await app.services.settings.reload()
    app.services.catalogueCache.clear()
  }
}

/**
 * Repeats a check until it passes. Store changes are announced at commit, and a server drops its prepared lists a short
 * time later.
 */
async function eventually(check: () => Promise<void>): Promise<void> {
  for (let tries = 0; ; tries++) {
    try {
      return await check()
    } catch (error) {
      if (tries >= 100) throw error
      await sleep(20)
    }
  }
}

describe('lists around a point', () => {
  test('[P-05] [GAP-05] [D-02] a listed store has every field, with the types of the wire', async () => {
    const spot = newSpot()
    const closing = new Date(Date.now() + 59 * 60_000)
    const store = await app.build.store({
      ...north(spot, 3),
      name: 'Anjali Tiffin',
      description: 'Dosas',
      image: '/assets/img/restaurants/anjali.webp',
      rating: '4.1',
      rating_sum: 13,
      rating_count: 3,
      delivery_time: '35',
      price_range: '300',
      is_featured: true,
      custom_featured_name: 'Loved',
      offer: '10% off',
      is_pureveg: true,
      is_schedulable: true,
      time_zone: 'Asia/Kolkata',
      closes_at: closing,
      delivery_charge_type: 'DYNAMIC',
      base_delivery_charge_minor: 2000n,
      base_delivery_distance_km: 2,
      extra_delivery_charge_minor: 700n,
      extra_delivery_distance_km: 1,
      free_delivery_subtotal_minor: 29_900n,
    })
    const category = await categoryOf([store.id])
    const { body } = await app.call('get-delivery-restaurants', spot)
    expect(body).toEqual([
      {
        id: store.id,
        slug: store.slug,
        name: 'Anjali Tiffin',
        description: 'Dosas',
        image: '/assets/img/restaurants/anjali.webp',
        placeholder_image: null,
        kind: 'store',
        rating: '4.1',
        avgRating: '4.3',
        rating_count: 3,
        delivery_time: '35',
        price_range: '300',
        is_featured: 1,
        is_active: 1,
        delivery_type: 3,
        distance: expect.closeTo(3, 6),
        opens_at: null,
        closes_soon_at: clockInIndia(closing),
        is_pureveg: 1,
        currency: 'INR',
        delivery_charge: '27.00',
        free_delivery_subtotal: '299.00',
        categories_ids: [category],
        custom_featured_name: 'Loved',
        custom_message_on_list: null,
        offer: '10% off',
      },
    ])
  })

  test('lists show the closing time of a store from an hour before it, and the store page shows it always', async () => {
    const spot = newSpot()
    const closing = (minutes: number) => new Date(Date.now() + minutes * 60_000)
    const facts = { ...spot, is_schedulable: true, time_zone: 'Asia/Kolkata' }
    const [soon, late] = [closing(50), closing(70)]
    await app.build.store({ ...facts, name: 'Soon', closes_at: soon })
    const later = await app.build.store({ ...facts, name: 'Later', closes_at: late })
    await app.build.store({ ...facts, name: 'By hand', is_schedulable: false, closes_at: closing(50) })
    await app.build.store({ ...facts, name: 'Closed', is_active: false, closes_at: closing(50) })
    const { body } = await app.call('get-delivery-restaurants', spot)
    expect(Object.fromEntries(body.map((store) => [store.name, store.closes_soon_at]))).toEqual({
      Soon: clockInIndia(soon),
      Later: null,
      'By hand': null,
      Closed: null,
    })
    const page = await app.call('get-restaurant-info', {}, { path: `/${later.slug}` })
    expect(page.body).toMatchObject({ closes_at: clockInIndia(late) })
  })

  test('[GAP-71] [C-01] a store 9.9 km away serves the point, one 10.1 km away does not', async () => {
    const spot = newSpot()
    await app.build.store({ ...north(spot, 9.9), name: 'In' })
    await app.build.store({ ...north(spot, 10.1), name: 'Out' })
    expect(await namesOn('get-delivery-restaurants', spot)).toEqual(['In'])
  })

  test('[GAP-71] distances equal those of the rules', async () => {
    const spot = newSpot()
    const at = { latitude: spot.latitude + 0.031, longitude: spot.longitude - 0.047 }
    await app.build.store(at)
    const { body } = await app.call('get-delivery-restaurants', spot)
    const expected = distanceKm({ lat: spot.latitude, lng: spot.longitude }, { lat: at.latitude, lng: at.longitude })
    expect(body[0]?.distance).toBeCloseTo(expected, 4)
  })

  test('[GAP-80] [INT-06] [P-06] [P-07] [P-08] [C-02] [C-03] [C-04] each list contains its kinds and delivery types', async () => {
    const spot = newSpot()
    for (const kind of ['store', 'salon', 'warehouse', 'medical'])
      for (const delivery_type of [1, 2, 3, 4])
        await app.build.store({ ...spot, kind, delivery_type, name: `${kind} ${delivery_type}` })
    const sorted = async (call: (typeof listCalls)[number]) => (await namesOn(call, spot)).toSorted()
    expect(await sorted('get-delivery-restaurants')).toEqual(
      ['store 1', 'store 3', 'store 4', 'salon 1', 'salon 3', 'salon 4'].toSorted(),
    )
    expect(await sorted('get-selfpickup-restaurants')).toEqual(['store 2', 'store 3', 'salon 2', 'salon 3'].toSorted())
    expect(await sorted('get-delivery-warehouses')).toEqual(
      ['warehouse 1', 'warehouse 2', 'warehouse 3', 'warehouse 4', 'salon 4'].toSorted(),
    )
    expect(await sorted('get-medical-stores')).toEqual(['medical 1', 'medical 2', 'medical 3', 'medical 4'])
  })

  test('[P-05] a store that is not accepted is in no list', async () => {
    const spot = newSpot()
    for (const kind of ['store', 'warehouse', 'medical']) await app.build.store({ ...spot, kind, is_accepted: false })
    for (const call of listCalls) expect(await namesOn(call, spot)).toEqual([])
  })

  test('[GAP-71] delivery areas take precedence over the radius', async () => {
    const spot = newSpot()
    const { latitude: lat, longitude: lng } = spot
    const box = (fromLng: number, toLng: number) =>
      JSON.stringify([
        [
          [fromLng, lat - 0.1],
          [toLng, lat - 0.1],
          [toLng, lat + 0.1],
          [fromLng, lat + 0.1],
        ],
      ])
    await app.build.store({ ...spot, name: 'Around', delivery_radius_km: 1, delivery_areas: box(lng - 0.1, lng + 0.1) })
    await app.build.store({ ...spot, name: 'Eastwards', delivery_areas: box(lng + 0.01, lng + 0.1) })
    await app.build.store({ ...north(spot, 30), name: 'Far', delivery_areas: box(lng - 0.1, lng + 0.1) })
    expect((await namesOn('get-delivery-restaurants', spot)).toSorted()).toEqual(['Around', 'Far'])
  })

  test('[GAP-71] at most storeListLimit stores answer, the nearest ones, also next to stores with areas', async () => {
    const spot = newSpot()
    for (const km of [5, 1, 4, 2, 3]) await app.build.store({ ...north(spot, km), name: `${km} km` })
    await app.build.store({
      ...north(spot, 0.5),
      name: 'Elsewhere',
      delivery_areas: JSON.stringify([
        [
          [spot.longitude + 1, spot.latitude],
          [spot.longitude + 1.1, spot.latitude],
          [spot.longitude + 1.1, spot.latitude + 0.1],
        ],
      ]),
    })
    await withSetting('storeListLimit', '3', async () => {
      expect(await namesOn('get-delivery-restaurants', spot)).toEqual(['1 km', '2 km', '3 km'])
    })
  })

  test('[P-05] [GAP-71] open stores come first, each group in the order of the dashboard', async () => {
    const spot = newSpot()
    await app.build.store({ ...spot, name: 'closed 1', order_column: 1, is_active: false })
    await app.build.store({ ...spot, name: 'open 3', order_column: 3 })
    await app.build.store({ ...north(spot, 2), name: 'open, no place, 2 km' })
    await app.build.store({ ...north(spot, 1), name: 'open, no place, 1 km' })
    await app.build.store({ ...spot, name: 'open 2', order_column: 2 })
    expect(await namesOn('get-delivery-restaurants', spot)).toEqual([
      'open 2',
      'open 3',
      'open, no place, 1 km',
      'open, no place, 2 km',
      'closed 1',
    ])
  })

  test('[P-05] [P-08] each list can be sorted by distance by its own setting', async () => {
    const spot = newSpot()
    await app.build.store({ ...north(spot, 2), name: 'far', order_column: 1 })
    await app.build.store({ ...north(spot, 1), name: 'near', order_column: 2 })
    await withSetting('sortDeliveryStoresByDistance', 'true', async () => {
      expect(await namesOn('get-delivery-restaurants', spot)).toEqual(['near', 'far'])
      expect(await namesOn('get-selfpickup-restaurants', spot)).toEqual(['far', 'near'])
    })
    await withSetting('sortSelfpickupStoresByDistance', 'true', async () => {
      expect(await namesOn('get-delivery-restaurants', spot)).toEqual(['far', 'near'])
      expect(await namesOn('get-selfpickup-restaurants', spot)).toEqual(['near', 'far'])
    })
  })

  test('[P-05] shuffled lists contain all stores, featured ones first', async () => {
    const spot = newSpot()
    for (let n = 0; n < 12; n++)
      await app.build.store({ ...spot, name: `${n < 3 ? 'featured' : 'plain'} ${n}`, is_featured: n < 3 })
    await withSetting('randomizeStores', 'true', async () => {
      const orders = new Set<string>()
      for (let n = 0; n < 8; n++) {
        app.services.catalogueCache.clear()
        const names = await namesOn('get-delivery-restaurants', spot)
        expect(names).toHaveLength(12)
        expect(names.slice(0, 3).every((name) => name.startsWith('featured'))).toBe(true)
        orders.add(names.join())
      }
      expect(orders.size).toBeGreaterThan(1)
    })
  })

  test('[P-05] a closed store that follows its hours shows when it opens next', async () => {
    const spot = newSpot()
    const scheduled = await app.build.store({ ...spot, is_active: false, is_schedulable: true, name: 'scheduled' })
    await app.build.store({ ...spot, is_active: false, name: 'by hand' })
    // The store opens for one minute each day. Today's minute ended two minutes ago, so the store opens again tomorrow.
    const wall = new Intl.DateTimeFormat('en-GB', { timeZone: 'Asia/Kolkata', hour: '2-digit', minute: '2-digit' })
    const opens = wall.format(new Date(Date.now() - 3 * 60_000))
    const closes = wall.format(new Date(Date.now() - 2 * 60_000))
    for (let weekday = 0; weekday < 7; weekday++)
      await app.db
        .insertInto('store_hours')
        .values({ store_id: scheduled.id, weekday, opens_at: opens, closes_at: closes })
        .execute()
    const { body } = await app.call('get-delivery-restaurants', spot)
    expect(Object.fromEntries(body.map(({ name, opens_at }) => [name, opens_at]))).toEqual({
      scheduled: opens,
      'by hand': null,
    })
    const info = await app.call('get-restaurant-info', {}, { path: `/${scheduled.slug}` })
    expect(info.body.opens_at).toBe(opens)
    expect(JSON.parse(info.body.schedule_data ?? '')).toMatchObject({ monday: [{ open: opens, close: closes }] })
  })

  test('[P-05] reading a list twice costs no further query, until a store changes', async () => {
    const spot = newSpot()
    const store = await app.build.store({ ...spot, name: 'Before' })
    await eventually(async () => {
      await namesOn('get-delivery-restaurants', spot)
      expect(await queriesOf(app, () => namesOn('get-delivery-restaurants', spot))).toBe(0)
    })
    await app.db.updateTable('stores').set({ name: 'After' }).where('id', '=', store.id).execute()
    await eventually(async () => expect(await namesOn('get-delivery-restaurants', spot)).toEqual(['After']))
  })

  test('[P-09] [C-31] [K-09] filtered stores have at least one of the categories, of any kind and type', async () => {
    const spot = newSpot()
    const [salon, medical, other] = [
      await app.build.store({ ...spot, name: 'salon', kind: 'salon', delivery_type: 2 }),
      await app.build.store({ ...spot, name: 'medical', kind: 'medical', delivery_type: 1 }),
      await app.build.store({ ...spot, name: 'other' }),
    ]
    const hair = await categoryOf([salon.id])
    const pills = await categoryOf([medical.id, salon.id])
    const unused = await categoryOf([])
    const filtered = async (category_ids: number[]) => {
      const { body } = await app.call('get-filtered-restaurants', { ...spot, category_ids })
      return body.map(({ id }) => id).toSorted((a, b) => a - b)
    }
    expect(await filtered([hair])).toEqual([salon.id])
    expect(await filtered([hair, pills, pills])).toEqual([salon.id, medical.id])
    expect(await filtered([unused])).toEqual([])
    expect(await filtered([])).toEqual([])
    expect(other.id).toBeGreaterThan(0)
  })

  test('[P-46] [GAP-48] a point without stores in range answers an empty array, on both bases and also for coordinates as text', async () => {
    for (const call of listCalls) {
      for (const base of ['/public/api', '/api']) {
        const answer = await app.send(`${base}/${call}`, { payload: { latitude: '-60.5', longitude: '-170' } })
        expect(answer.status).toBe(200)
        expect(answer.body).toEqual([])
      }
    }
  })

  test('[P-05] the poles, the date line and the limits of coordinates are valid points', async () => {
    await app.build.store({ latitude: 0, longitude: 179.99, name: 'East' })
    expect(await namesOn('get-delivery-restaurants', { latitude: 0, longitude: -179.99 })).toEqual(['East'])
    for (const latitude of [-90, 90])
      expect(await namesOn('get-medical-stores', { latitude, longitude: 180 })).toEqual([])
  })

  test('[T-07] malformed points are refused with 400 and change nothing', async () => {
    const before = await app.build.counts()
    const points = [
      {},
      { latitude: 91, longitude: 0 },
      { latitude: 0, longitude: 181 },
      { latitude: 'NaN', longitude: '1e2' },
      { latitude: null, longitude: [] },
      { latitude: [12], longitude: { lng: 77 } },
      { latitude: '12; drop table stores', longitude: 77 },
    ]
    for (const call of [...listCalls, 'get-filtered-restaurants', 'promo-slider'] as const)
      for (const payload of points) {
        const answer = await app.send(`/public/api/${call}`, { payload: { category_ids: [1], ...payload } })
        expect([answer.status, codeOf(answer)]).toEqual([400, 'INVALID_INPUT'])
      }
    const tooMany = await app.call('get-filtered-restaurants', { ...newSpot(), category_ids: Array(51).fill(1) })
    expect(codeOf(tooMany)).toBe('INVALID_INPUT')
    expect(await app.build.counts()).toEqual(before)
  })
})

describe('one store', () => {
  const infoCalls: CallName[] = [
    'get-restaurant-info',
    'get-restaurant-info-by-id',
    'get-restaurant-info-with-favourite',
  ]

  test('[P-12] [P-13] [D-02] [GAP-05] the full row is read by name and by id, without fields that only its owner may see', async () => {
    const spot = newSpot()
    const store = await app.build.store({
      ...spot,
      name: 'Glow',
      kind: 'salon',
      delivery_type: 4,
      certificate: 'LIC-1',
      store_charge_minor: 1500n,
      delivery_charge_minor: 4200n,
      delivery_charge_type: 'DYNAMIC',
      base_delivery_charge_minor: 2000n,
      base_delivery_distance_km: 2,
      extra_delivery_charge_minor: 550n,
      extra_delivery_distance_km: 1.5,
      minimum_order_minor: 9900n,
      commission_basis_points: 2000,
      accepts_scheduled_orders: true,
      is_schedulable: true,
      rating_sum: 8,
      rating_count: 2,
    })
    const { status, body } = await app.call('get-restaurant-info', {}, { path: `/${store.slug}` })
    expect(status).toBe(200)
    expect(body).toEqual({
      id: store.id,
      name: 'Glow',
      description: '',
      location_id: null,
      image: '',
      placeholder_image: null,
      kind: 'salon',
      rating: '0',
      avgRating: '4',
      rating_count: 2,
      delivery_time: '',
      price_range: '',
      is_pureveg: 0,
      slug: store.slug,
      latitude: String(spot.latitude),
      longitude: String(spot.longitude),
      certificate: 'LIC-1',
      restaurant_charges: '15.00',
      delivery_charges: '42.00',
      address: '',
      pincode: null,
      landmark: null,
      phone: null,
      sku: '',
      is_active: 1,
      is_accepted: 1,
      is_featured: 0,
      is_favorited: false,
      delivery_type: 4,
      delivery_radius: 10,
      delivery_charge_type: 'DYNAMIC',
      base_delivery_charge: '20.00',
      base_delivery_distance: 2,
      extra_delivery_charge: '5.50',
      extra_delivery_distance: 1.5,
      min_order_price: '99.00',
      free_delivery_subtotal: '0.00',
      is_notifiable: 1,
      auto_acceptable: 0,
      schedule_data: null,
      is_schedulable: 1,
      is_orderscheduling: true,
      accept_scheduled_orders: 1,
      schedule_slot_buffer: 30,
      opens_at: null,
      closes_at: null,
      order_column: null,
      custom_message: null,
      custom_message_on_list: null,
      custom_featured_name: null,
      zone_id: null,
      currency: 'INR',
      categories_ids: [],
      takes_visits: false,
    })
    const byId = await app.call('get-restaurant-info-by-id', {}, { path: `/${store.id}` })
    expect(byId).toMatchObject({ status: 200, body })
    const unknown = await app.call('get-restaurant-info-by-id', {}, { path: '/999999' })
    expect([unknown.status, codeOf(unknown)]).toEqual([400, 'STORE_UNKNOWN'])
  })

  test('[P-12] a store that is not accepted is never shown as active', async () => {
    const store = await app.build.store({ is_accepted: false, is_active: true })
    const { body } = await app.call('get-restaurant-info', {}, { path: `/${store.slug}` })
    expect([body.is_active, body.is_accepted]).toEqual([0, 0])
  })

  test('[INT-17] [P-11] an unknown or malformed store answers 400 on all four calls', async () => {
    const { token } = await app.build.customer()
    for (const name of infoCalls)
      for (const path of name === 'get-restaurant-info-by-id' ? ['/999999'] : ['/nobody', '/%F0%9F%8D%9C', '/a_b'])
        expect(codeOf(await app.call(name, {}, { path, token }))).toBe('STORE_UNKNOWN')
    for (const path of ['/0', '/-1', '/9999999999', '/x']) {
      const answer = await app.call('get-restaurant-info-by-id', {}, { path })
      expect(answer.status).toBe(400)
    }
    const status = await app.call('get-restaurant-info-and-operational-status', { ...newSpot(), id: 999_999 })
    expect([status.status, codeOf(status)]).toEqual([400, 'STORE_UNKNOWN'])
    expect((await app.call('get-restaurant-info-and-operational-status', newSpot())).status).toBe(400)
  })

  test('[P-11] [P-67] [GAP-29] two calls say whether a store serves a point, with and without the row of the store', async () => {
    const spot = newSpot()
    const store = await app.build.store({ ...spot, delivery_radius_km: 5 })
    for (const [km, serves] of [
      [4.9, true],
      [5.1, false],
    ] as const) {
      const at = north(spot, km)
      const info = await app.call('get-restaurant-info-and-operational-status', { id: String(store.id), ...at })
      expect(info.body).toMatchObject({ id: store.id, is_operational: serves, distance: expect.closeTo(km, 4) })
      const bare = await app.call('check-restaurant-operation-service', { restaurant_id: store.id, ...at })
      expect(bare.body).toBe(serves)
    }
    const unknown = await app.call('check-restaurant-operation-service', { restaurant_id: 999_999, ...spot })
    expect([unknown.status, unknown.body]).toEqual([200, false])
    const closed = await app.build.store({ ...spot, is_accepted: false })
    const refused = await app.call('check-restaurant-operation-service', { restaurant_id: closed.id, ...spot })
    expect(refused.body).toBe(false)
  })
})

describe('favourites', () => {
  test('[P-47] [P-48] guests read favourites one by one from a list of slugs; signed-in customers see the favourite flag in the same row', async () => {
    const { token } = await app.build.customer()
    const kept = await app.build.store({ ...newSpot(), delivery_type: 4, kind: 'salon' })
    const closed = await app.build.store({ ...newSpot(), delivery_type: 1, is_active: false })
    await app.call('toggle-favorite', { id: kept.id }, { token })
    for (const { id, slug, ...more } of [
      { ...kept, delivery_type: 4, is_active: 1, is_favorited: true },
      { ...closed, delivery_type: 1, is_active: 0, is_favorited: false },
    ]) {
      const row = { id, slug, delivery_type: more.delivery_type, is_active: more.is_active }
      const path = { path: `/${slug}` }
      expect((await app.call('get-restaurant-info', {}, path)).body).toMatchObject({ ...row, is_favorited: false })
      const own = await app.call('get-restaurant-info-with-favourite', { token }, path)
      expect(own.body).toMatchObject({ ...row, is_favorited: more.is_favorited })
    }
  })

  test('[P-17] [P-19] [D-08] one toggle adds the store, the next removes it, and the info call shows the state', async () => {
    const { token } = await app.build.customer()
    const store = await app.build.store(newSpot())
    const kept = async () => {
      const info = await app.call('get-restaurant-info-with-favourite', {}, { path: `/${store.slug}`, token })
      return info.body.is_favorited
    }
    expect(await kept()).toBe(false)
    const on = await app.call('toggle-favorite', { id: store.id }, { token })
    expect(on.body).toMatchObject({ id: store.id, slug: store.slug, is_favorited: true })
    expect(await kept()).toBe(true)
    const off = await app.call('toggle-favorite', { id: store.id }, { token })
    expect(off.body.is_favorited).toBe(false)
    expect(await kept()).toBe(false)
  })

  test('[P-18] [T-08] the list has only the reader’s own favourites that serve the point, of every kind', async () => {
    const spot = newSpot()
    const [mine, theirs] = [await app.build.customer(), await app.build.customer()]
    const near = await app.build.store({ ...spot, kind: 'medical' })
    const far = await app.build.store(north(spot, 20))
    const other = await app.build.store(spot)
    for (const store of [near, far]) await app.call('toggle-favorite', { id: store.id }, { token: mine.token })
    await app.call('toggle-favorite', { id: other.id }, { token: theirs.token })
    const listed = await app.call('get-favorite-stores', { ...spot, user_id: theirs.id }, { token: mine.token })
    expect(listed.body.map(({ id }) => id)).toEqual([near.id])
    expect(listed.headers['cache-control']).toBe('no-store')
  })

  test('[P-19] an unknown store is refused and nothing is saved', async () => {
    const { token } = await app.build.customer()
    const before = await app.build.counts()
    const answer = await app.call('toggle-favorite', { id: 999_999 }, { token })
    expect([answer.status, codeOf(answer)]).toEqual([400, 'STORE_UNKNOWN'])
    for (const id of [0, -1, 1.5, 'x', null, [1], 2 ** 40])
      expect((await app.send('/public/api/toggle-favorite', { payload: { id, token } })).status).toBe(400)
    expect(await app.build.counts()).toEqual(before)
  })

  test('[P-19] parallel toggles apply one after the other: an even number changes nothing', async () => {
    const { id, token } = await app.build.customer()
    const store = await app.build.store(newSpot())
    const answers = await Promise.all(
      Array.from({ length: 30 }, () => app.call('toggle-favorite', { id: store.id }, { token })),
    )
    expect(answers.map(({ status }) => status)).toEqual(Array(30).fill(200))
    expect(answers.filter(({ body }) => body.is_favorited)).toHaveLength(15)
    expect(await app.db.selectFrom('favourites').select('store_id').where('user_id', '=', id).execute()).toEqual([])
  })

  test('[T-02] [T-04] [P-17] [P-18] [P-19] guests and other audiences get 401', async () => {
    const store = await app.build.store(newSpot())
    const strangers = [await app.build.rider(), await app.build.owner()]
    const before = await app.build.counts()
    for (const [name, path] of [
      ['toggle-favorite', ''],
      ['get-favorite-stores', ''],
      ['get-restaurant-info-with-favourite', `/${store.slug}`],
    ] as const) {
      const guest = await app.call(name, { id: store.id, ...newSpot() }, { path })
      expect([guest.status, guest.body]).toMatchObject([401, { message: 'Token not provided' }])
      for (const { token } of strangers) {
        const answer = await app.call(name, { id: store.id, ...newSpot() }, { path, token })
        expect([answer.status, codeOf(answer)]).toEqual([401, 'WRONG_AUDIENCE'])
      }
    }
    expect(await app.build.counts()).toEqual(before)
  })
})

describe('categories and tiles', () => {
  test('[P-10] active categories are listed by name', async () => {
    const suffix = crypto.randomUUID()
    await app.db
      .insertInto('store_categories')
      .values([{ name: `Zebra ${suffix}` }, { name: `Apple ${suffix}` }, { name: `Off ${suffix}`, is_active: false }])
      .execute()
    const { body } = await app.call('get-all-restaurants-categories')
    expect(body.status).toBe(true)
    const mine = body.categories.filter(({ name }) => name.endsWith(suffix))
    expect(mine).toEqual([
      { id: expect.any(Number), name: `Apple ${suffix}`, is_active: 1 },
      { id: expect.any(Number), name: `Zebra ${suffix}`, is_active: 1 },
    ])
  })

  test('[P-10] tiles are listed in order with the categories that they filter by', async () => {
    const [biryani, off] = [await categoryOf([], 'Biryani'), await categoryOf([], 'Off')]
    await app.db.updateTable('store_categories').set({ is_active: false }).where('id', '=', off).execute()
    await app.db
      .insertInto('category_tiles')
      .values([
        { name: 'Second', image: '/assets/img/tiles/b.webp', category_ids: [], order_column: 2 },
        { name: 'First', image: '/assets/img/tiles/a.webp', category_ids: [off, biryani], order_column: 1 },
        { name: 'Hidden', image: '', category_ids: [], is_active: false },
      ])
      .execute()
    app.services.catalogueCache.clear()
    const { body } = await app.call('get-restaurant-category-slides')
    expect(body).toEqual([
      {
        id: expect.any(Number),
        name: 'First',
        image: '/assets/img/tiles/a.webp',
        image_placeholder: null,
        categories_ids: [{ value: biryani, label: 'Biryani' }],
      },
      expect.objectContaining({ name: 'Second', categories_ids: [] }),
    ])
  })
})
