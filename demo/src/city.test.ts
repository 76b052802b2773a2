import { unitPrice } from '@nukkad/rules/cart.ts'
import { servesPoint } from '@nukkad/rules/distance.ts'
import { isOpenAt } from '@nukkad/rules/opening-hours.ts'
import { describe, expect, it } from 'vitest'
import { optionMinutes, shortestMinutes } from './build/option-minutes.ts'
import type { Recipe } from './catalogue/dishes/recipe.ts'
import { recipeOf, recipes } from './catalogue/dishes.ts'
import { goodOf, type Product, products } from './catalogue/products.ts'
import { sections } from './catalogue/sections.ts'
import { buildCity } from './city.ts'
import { demoLogins } from './logins.ts'
import { emojiNames, type Picture, pictureFile, pictureSlug } from './pictures.ts'
import type { City } from './types.ts'

const now = new Date('2026-11-20T21:30:00Z') // it is 3 a.m. in Bengaluru, when some stores are closed
const city = buildCity({ now, seed: 1 })

const byId = <Row extends { id: number }>(rows: readonly Row[]) => new Map(rows.map((row) => [row.id, row]))
const stores = byId(city.stores)
const items = byId(city.items)
const addonCategories = byId(city.addonCategories)
const addons = byId(city.addons)
const orders = byId(city.orders)
const lines = byId(city.orderLines)

describe('the size of the city', () => {
  it('has the promised stores, items, reviews and orders', () => {
    expect(city.stores.length).toBeGreaterThanOrEqual(64)
    expect(Object.groupBy(city.stores, ({ kind }) => kind)).toMatchObject({
      store: expect.any(Array),
      warehouse: expect.any(Array),
      medical: expect.any(Array),
      salon: expect.any(Array),
    })
    expect(city.items.length).toBeGreaterThanOrEqual(1200)
    expect(city.reviews.length).toBeGreaterThanOrEqual(2000)
    expect(city.orders.length).toBeGreaterThanOrEqual(2400)
    expect(city.riders).toHaveLength(12)
    expect(city.customers.length).toBeGreaterThanOrEqual(40)
  })

  it('has one warehouse with at least 300 items', () => {
    const sizes = city.stores
      .filter(({ kind }) => kind === 'warehouse')
      .map(({ id }) => city.items.filter(({ storeId }) => storeId === id).length)
    expect(Math.max(...sizes)).toBeGreaterThanOrEqual(300)
  })

  it('is built in under two seconds', () => {
    const startMs = performance.now()
    buildCity({ now, seed: 2 })
    expect(performance.now() - startMs).toBeLessThan(2000)
  })
})

describe('rows', () => {
  it('number every kind from 1 without gaps', () => {
    for (const rows of Object.values(city) as { id?: number }[][]) {
      if (rows[0]?.id !== undefined) expect(rows.map(({ id }) => id)).toEqual(rows.map((_, index) => index + 1))
    }
  })

  it.each(references())('refer to existing rows: $name', ({ ids, target }) => {
    const known = new Set(target.map(({ id }) => id))
    expect(ids.filter((id) => !known.has(id))).toEqual([])
  })

  it('repeat no slug, phone, e-mail, code, order number or reviewed order', () => {
    const people = [...city.customers, ...city.riders, ...city.owners]
    expectDistinct(city.stores.map(({ slug }) => slug))
    expectDistinct(people.map(({ phone }) => phone))
    expectDistinct(people.map(({ email }) => email))
    expectDistinct(city.customers.map(({ referralCode }) => referralCode))
    expectDistinct(city.coupons.map(({ code }) => code))
    expectDistinct(city.orders.map(({ uniqueOrderId }) => uniqueOrderId))
    expectDistinct(city.reviews.map(({ orderId }) => orderId))
  })

  it('are equal for the same seed and differ for another seed', () => {
    expect(buildCity({ now, seed: 1 })).toEqual(city)
    const other = buildCity({ now, seed: 2 })
    expect(other.items).toEqual(city.items)
    expect(other.orders).not.toEqual(city.orders)
  })
})

describe('places', () => {
  it('[GAP-71] contain exactly one default location, which at least 20 stores serve', () => {
    const primary = city.locations.filter(({ isDefault }) => isDefault)
    expect(primary.map(({ name }) => name)).toEqual(['Koramangala 5th Block'])
    const point = { lat: primary[0]!.latitude, lng: primary[0]!.longitude }
    const serving = city.stores.filter((store) =>
      servesPoint({ lat: store.latitude, lng: store.longitude, deliveryRadiusKm: store.deliveryRadiusKm }, point),
    )
    expect(serving.length).toBeGreaterThanOrEqual(20)
  })

  it('are open in every kind at three in the morning, and mostly at noon', () => {
    const open = city.stores.filter(({ isActive }) => isActive)
    expect(open.length).toBeGreaterThanOrEqual(20)
    expect(new Set(open.map(({ kind }) => kind)).size).toBe(4)
    const atNoon = buildCity({ now: new Date('2026-11-20T06:30:00Z'), seed: 1 }).stores.filter(
      ({ isActive }) => isActive,
    )
    expect(atNoon.length).toBeGreaterThan(city.stores.length * 0.8)
  })

  it('follow their hours unless they are switched manually', () => {
    for (const store of city.stores.filter(({ isSchedulable }) => isSchedulable)) {
      const rows = city.storeHours.filter(({ storeId }) => storeId === store.id)
      const weekly = Object.fromEntries(
        [...Map.groupBy(rows, ({ weekday }) => weekday)].map(([weekday, day]) => [
          weekday,
          day.map((row) => ({ open: row.opensAt, close: row.closesAt })),
        ]),
      )
      expect(store.isActive).toBe(isOpenAt({ weekly }, now, 'Asia/Kolkata'))
    }
    expect(city.stores.some(({ isSchedulable, isActive }) => !isSchedulable && !isActive)).toBe(true)
  })

  it('use both kinds of delivery charge and offer every delivery type', () => {
    expect(new Set(city.stores.map((store) => store.deliveryChargeType))).toEqual(new Set(['FIXED', 'DYNAMIC']))
    expect(new Set(city.stores.map((store) => store.deliveryType))).toEqual(new Set([1, 2, 3, 4]))
  })
})

describe('menus', () => {
  it('differ between stores, and no menu repeats a name', () => {
    const menus = city.stores.map(({ id }) => city.items.filter(({ storeId }) => storeId === id))
    for (const menu of menus) expectDistinct(menu.map(({ name }) => name))
    expectDistinct(menus.map((menu) => menu.map(({ name, priceMinor }) => `${name}${priceMinor}`).join()))
  })

  it('recommend an item in every store', () => {
    const recommended = new Set(city.items.filter((item) => item.isRecommended).map(({ storeId }) => storeId))
    expect(recommended.size).toBe(city.stores.length)
  })

  it('[D-24] have prices above zero and old prices above the price', () => {
    expect(city.items.filter(({ priceMinor }) => priceMinor <= 0n)).toEqual([])
    expect(city.items.filter((item) => item.oldPriceMinor !== 0n && item.oldPriceMinor <= item.priceMinor)).toEqual([])
    expect(city.items.some(({ oldPriceMinor }) => oldPriceMinor > 0n)).toBe(true)
  })

  it('[INT-20] mark only food as vegetarian or not', () => {
    const marks = (kind: string) =>
      new Set(city.items.filter(({ storeId }) => stores.get(storeId)?.kind === kind).map(({ isVeg }) => isVeg))
    expect(marks('store')).toEqual(new Set([true, false]))
    expect(marks('medical')).toEqual(new Set([null]))
    expect(marks('salon')).toEqual(new Set([null]))
  })

  it('[INT-20] contain no meat, fish or egg if the store is vegetarian', () => {
    const pureVeg = new Set(city.stores.filter(({ isPureVeg }) => isPureVeg).map(({ id }) => id))
    expect(city.items.filter(({ storeId, isVeg }) => pureVeg.has(storeId) && isVeg === false)).toEqual([])
  })

  it('[INT-07] have extras for food, and variants of salons that replace the price', () => {
    for (const item of city.items) {
      expect(item.addonPricing).toBe(stores.get(item.storeId)?.kind === 'salon' ? 'replace' : 'add')
    }
    for (const item of city.items.filter(({ addonPricing }) => addonPricing === 'replace')) {
      const groups = groupsOf(item.id)
      if (groups.length === 0) continue
      const [first, ...rest] = groups
      expect(first?.type).toBe('SINGLE')
      expect(rest.every(({ type }) => type === 'MULTI')).toBe(true)
      const variants = city.addons.filter(({ addonCategoryId }) => addonCategoryId === first?.id)
      expect(variants[0]?.priceMinor).toBe(item.priceMinor)
      expect(variants.every(({ priceMinor }) => priceMinor >= item.priceMinor)).toBe(true)
    }
    expect(new Set(city.addonCategories.map(({ type }) => type))).toEqual(new Set(['SINGLE', 'MULTI']))
  })
})

it('the faces of riders and customers match their names', () => {
  const faces = new Map(
    [...city.riders, ...city.customers].map(({ name, ...row }) => [name, 'face' in row ? row.face : row.avatar]),
  )
  expect(['user2', 'user3']).toContain(faces.get('Selvi Murugan'))
  expect(['user1', 'user4', 'user8']).toContain(faces.get('Manjunath Gowda'))
  expect([...faces.values()].filter((face) => face !== null && !/^user[12348]$/.test(face))).toEqual([])
})

describe('pictures', () => {
  const pictures: Picture[] = [
    ...city.items.flatMap(({ picture }) => picture ?? []),
    ...city.stores.flatMap(({ cover }) => cover.heroes),
    ...city.tiles.map(({ picture }) => picture),
    ...city.slides.flatMap(({ art }) => art.heroes),
  ]

  it('name existing emoji', () => {
    const names = new Set<string>(emojiNames)
    expect(pictures.filter((picture) => picture.kind === 'emoji' && !names.has(picture.name))).toEqual([])
    expect(city.items.every(({ picture, image }) => image === (picture && pictureFile(picture)))).toBe(true)
  })

  it('show a dish or service only if its recipe names it', () => {
    const dishes = city.items.flatMap(({ name, picture }) =>
      picture?.kind === 'dish' ? [{ name, key: picture.name }] : [],
    )
    expect(dishes.length).toBeGreaterThan(250)
    expect(dishes.filter(({ name, key }) => !recipeOf(key).shows.includes(name))).toEqual([])
  })

  it('show dishes of a kitchen, services of a salon, or neither; only goods to take home are products', () => {
    const goods = [sections.shelf.name, sections.skinEye.name]
    const shelves = new Set(city.itemCategories.filter(({ name }) => goods.includes(name)).map(({ id }) => id))
    const kinds = new Map(city.stores.map(({ id, kind }) => [id, kind]))
    const cooked = city.items.filter(({ storeId }) => ['store', 'salon'].includes(kinds.get(storeId) ?? ''))
    const wrong = cooked.filter(
      ({ picture, itemCategoryId }) => picture && picture.kind !== 'dish' && !shelves.has(itemCategoryId),
    )
    expect(cooked.length).toBeGreaterThan(1000)
    expect(wrong.map(({ name }) => name)).toEqual([])
  })

  it('are never shared by two dishes, services or goods of a store, except packed goods of different sizes', () => {
    const shown = city.items.filter(({ picture }) => picture)
    const bySlug = Map.groupBy(shown, ({ storeId, picture }) => `${storeId} ${pictureSlug(picture!)}`)
    const shared = [...bySlug.values()].filter((items) => {
      const isPacked = items[0]?.picture?.kind === 'product'
      return new Set(items.map(({ name }) => (isPacked ? goodOf(name) : name))).size > 1
    })
    expect(shown.length).toBeGreaterThan(1000)
    expect(shared.map((items) => items.map(({ name }) => name))).toEqual([])
  })

  it('show packed goods only if the product names them, and a label has no number that the name does not have', () => {
    const packed = city.items.flatMap(({ name, picture }) => (picture?.kind === 'product' ? [{ name, picture }] : []))
    const byPicture = new Map<Picture, readonly string[]>(
      Object.values<Product>(products).map(({ picture, shows }) => [picture, shows]),
    )
    const numbers = (text: string): string[] => text.match(/\d+/g) ?? []
    expect(packed.length).toBeGreaterThan(250)
    expect(packed.filter(({ name, picture }) => !byPicture.get(picture)?.includes(goodOf(name)))).toEqual([])
    const wrong = packed.filter(({ name, picture: { label, sub } }) =>
      numbers(`${label} ${sub}`).some((number) => !numbers(name).includes(number)),
    )
    expect(wrong.map(({ name }) => name)).toEqual([])
  })

  it('of products name only goods that a store sells, each once', () => {
    const sold = new Set(city.items.map(({ name }) => goodOf(name)))
    const names = Object.values<Product>(products).flatMap(({ shows }) => shows)
    expect(names.filter((name) => !sold.has(name))).toEqual([])
    expect(new Set(names).size).toBe(names.length)
  })

  it('of recipes name only items that a store sells', () => {
    const sold = new Set(city.items.map(({ name }) => name))
    const names = Object.values<Recipe>(recipes).flatMap(({ shows }) => shows)
    expect(names.filter((name) => !sold.has(name))).toEqual([])
    expect(new Set(names).size).toBe(names.length)
  })

  it('never mix photographs, products and emoji in one scene', () => {
    const scenes = [...city.stores.map(({ cover }) => cover.heroes), ...city.slides.map(({ art }) => art.heroes)]
    expect(scenes.filter((heroes) => new Set(heroes.map(({ kind }) => kind)).size > 1)).toEqual([])
  })
})

describe('orders', () => {
  it('were delivered or cancelled within the last 90 days, step by step', () => {
    for (const order of city.orders) {
      const steps = [
        order.placedAt,
        order.acceptedAt,
        order.assignedAt,
        order.readyAt,
        order.pickedUpAt,
        order.completedAt,
      ]
      const times = [...steps, order.cancelledAt].filter((at) => at !== null).map((at) => at.getTime())
      expect(times).toEqual(times.toSorted((a, b) => a - b))
      expect(times[0]).toBeGreaterThan(now.getTime() - 90 * 86_400_000)
      expect(times.at(-1)).toBeLessThan(now.getTime())
      expect(order.status === 5 ? order.completedAt : order.cancelledAt).not.toBeNull()
      expect(order.deliveryPin).toMatch(/^[1-9]{5}$/)
    }
    expect(new Set(city.orders.map(({ status }) => status))).toEqual(new Set([5, 6]))
  })

  it('[GAP-11] add up, from add-ons to the total', () => {
    const chosen = Map.groupBy(city.orderLineAddons, ({ orderLineId }) => orderLineId)
    for (const line of city.orderLines) {
      const addonsMinor = (chosen.get(line.id) ?? []).map(({ priceMinor }) => priceMinor)
      const unitMinor = unitPrice({ priceMinor: line.priceMinor, addonsMinor, pricing: line.addonPricing })
      expect([line.unitMinor, line.totalMinor]).toEqual([unitMinor, unitMinor * BigInt(line.quantity)])
    }
    const ofOrder = Map.groupBy(city.orderLines, ({ orderId }) => orderId)
    for (const order of city.orders) {
      const own = ofOrder.get(order.id) ?? []
      expect(own.reduce((total, { totalMinor }) => total + totalMinor, 0n)).toBe(order.subtotalMinor)
      expect(own.reduce((total, { discountMinor }) => total + discountMinor, 0n)).toBe(order.discountMinor)
      const charged = order.deliveryChargeMinor + order.storeChargeMinor + order.taxMinor + order.tipMinor
      expect(order.subtotalMinor - order.discountMinor + charged).toBe(order.totalMinor)
      expect(order.payableMinor).toBe(order.totalMinor)
    }
  })

  it('contain items of their own store, within the limits, and reach its minimum', () => {
    for (const line of city.orderLines) {
      expect(items.get(line.itemId)?.storeId).toBe(orders.get(line.orderId)?.storeId)
    }
    for (const [key, taken] of Map.groupBy(city.orderLineAddons, groupKey)) {
      const group = addonCategories.get(Number(key.split('/')[1]))
      expect(taken.length).toBeLessThanOrEqual(group?.addonLimit || taken.length)
    }
    const short = city.orders.filter((order) => order.subtotalMinor < (stores.get(order.storeId)?.minOrderMinor ?? 0n))
    expect(short).toEqual([])
  })

  it('count towards the uses of their coupons', () => {
    for (const coupon of city.coupons) {
      expect(city.orders.filter(({ couponId }) => couponId === coupon.id)).toHaveLength(coupon.count)
      if (coupon.maxCount > 0) expect(coupon.count).toBeLessThanOrEqual(coupon.maxCount)
    }
  })

  it('are delivered by a rider of that store, or collected', () => {
    const serves = new Set(city.riderStores.map(({ riderId, storeId }) => `${riderId}/${storeId}`))
    for (const order of city.orders) {
      if (order.riderId !== null) expect(serves.has(`${order.riderId}/${order.storeId}`)).toBe(true)
      expect(order.riderId !== null).toBe(order.status === 5 && order.fulfilment === 'delivery')
    }
  })

  it('of salons are served at the counter, without a rider, delivery charge, tip or preparation time', () => {
    const served = city.orders.filter(({ storeId }) => stores.get(storeId)?.kind === 'salon')
    expect(served.length).toBeGreaterThan(200)
    for (const order of served) {
      expect(order).toMatchObject({ fulfilment: 'self_pickup', riderId: null, addressId: null, prepMinutes: null })
      expect(order).toMatchObject({ assignedAt: null, pickedUpAt: null, deliveryChargeMinor: 0n, tipMinor: 0n })
    }
  })
})

describe('reviews', () => {
  it('[GAP-17] belong to delivered orders and leave the demo customer one order to rate', () => {
    for (const review of city.reviews) {
      const order = orders.get(review.orderId)
      expect(order).toMatchObject({ status: 5, storeId: review.storeId, customerId: review.customerId })
      expect(review.createdAt.getTime()).toBeGreaterThan(order!.completedAt!.getTime())
      expect(review.createdAt.getTime()).toBeLessThan(now.getTime())
      expect(review.deliveryStars === null).toBe(order?.fulfilment === 'self_pickup')
    }
    const rated = new Set(city.reviews.map(({ orderId }) => orderId))
    expect(city.orders.some((order) => order.customerId === 1 && order.status === 5 && !rated.has(order.id))).toBe(true)
  })

  it('rate items of their orders, and some show photos of dishes', () => {
    const bought = new Set(city.orderLines.map(({ orderId, itemId }) => `${orderId} ${itemId}`))
    for (const { orderId, itemStars } of city.reviews)
      for (const { itemId } of itemStars) expect(bought.has(`${orderId} ${itemId}`)).toBe(true)
    const withPhotos = city.reviews.filter(({ photos }) => photos.length > 0)
    expect(withPhotos.length).toBeGreaterThan(100)
    expect(withPhotos.every(({ photos }) => photos.length <= 3 && new Set(photos).size === photos.length)).toBe(true)
  })

  it('have realistic stars: mostly fives, few ones', () => {
    const share = (stars: number) =>
      city.reviews.filter(({ storeStars }) => storeStars === stars).length / city.reviews.length
    expect(share(5)).toBeGreaterThan(0.4)
    expect(share(5)).toBeGreaterThan(share(4))
    expect(share(4)).toBeGreaterThan(share(3))
    expect(share(1)).toBeLessThan(0.06)
    expect(share(1)).toBeGreaterThan(0.005)
  })
})

it('[INT-24] settings are strings, also the brand', () => {
  const values = new Map(city.settings.map(({ key, value }) => [key, value]))
  expect(values.get('storeName')).toBe('Nukkad')
  expect(values.get('storeColor')).toBe('#d3165f')
  expect(values.size).toBe(city.settings.length)
})

it('every demo login is listed as it is stored', () => {
  expect(city.logins).toHaveLength(demoLogins.length)
  for (const [index, login] of city.logins.entries()) {
    expect(demoLogins[index]?.how).toContain(login.name)
    expect(demoLogins[index]?.how).toContain(`${login.email} / ${login.password}`)
  }
})

function references(): { name: string; ids: number[]; target: { id: number }[] }[] {
  const { riders, customers, categories } = city
  return [
    { name: 'menu groups to stores', ids: city.itemCategories.map((row) => row.storeId), target: city.stores },
    { name: 'items to stores', ids: city.items.map((row) => row.storeId), target: city.stores },
    { name: 'items to groups', ids: city.items.map((row) => row.itemCategoryId), target: city.itemCategories },
    { name: 'add-ons to groups', ids: city.addons.map((row) => row.addonCategoryId), target: city.addonCategories },
    { name: 'item links to items', ids: city.itemAddonCategories.map((row) => row.itemId), target: city.items },
    {
      name: 'item links to groups',
      ids: city.itemAddonCategories.map((row) => row.addonCategoryId),
      target: city.addonCategories,
    },
    { name: 'hours to stores', ids: city.storeHours.map((row) => row.storeId), target: city.stores },
    { name: 'store categories', ids: city.storeCategories.map((row) => row.categoryId), target: categories },
    { name: 'tiles to categories', ids: city.tiles.flatMap((row) => row.categoryIds), target: categories },
    { name: 'coupons to stores', ids: city.couponStores.map((row) => row.storeId), target: city.stores },
    { name: 'slides to sliders', ids: city.slides.map((row) => row.sliderId), target: city.sliders },
    {
      name: 'slides to stores',
      ids: city.slides.flatMap(({ link }) => (link && 'storeId' in link ? [link.storeId] : [])),
      target: city.stores,
    },
    {
      name: 'slides to items',
      ids: city.slides.flatMap(({ link }) => (link?.model === 'item' ? [link.itemId] : [])),
      target: city.items,
    },
    { name: 'rider stores to riders', ids: city.riderStores.map((row) => row.riderId), target: riders },
    { name: 'owner stores', ids: city.ownerStores.map((row) => row.storeId), target: city.stores },
    { name: 'addresses to customers', ids: city.addresses.map((row) => row.customerId), target: customers },
    { name: 'orders to customers', ids: city.orders.map((row) => row.customerId), target: customers },
    { name: 'orders to stores', ids: city.orders.map((row) => row.storeId), target: city.stores },
    { name: 'orders to riders', ids: city.orders.flatMap((row) => row.riderId ?? []), target: riders },
    { name: 'orders to addresses', ids: city.orders.flatMap((row) => row.addressId ?? []), target: city.addresses },
    { name: 'orders to coupons', ids: city.orders.flatMap((row) => row.couponId ?? []), target: city.coupons },
    { name: 'lines to orders', ids: city.orderLines.map((row) => row.orderId), target: city.orders },
    { name: 'line add-ons to lines', ids: city.orderLineAddons.map((row) => row.orderLineId), target: city.orderLines },
    { name: 'line add-ons to add-ons', ids: city.orderLineAddons.map((row) => row.addonId), target: city.addons },
  ]
}

function groupsOf(itemId: number) {
  return city.itemAddonCategories
    .filter((link) => link.itemId === itemId)
    .toSorted((a, b) => a.sortOrder - b.sortOrder)
    .flatMap(({ addonCategoryId }) => addonCategories.get(addonCategoryId) ?? [])
}

function groupKey({ orderLineId, addonId }: City['orderLineAddons'][number]): string {
  return `${lines.get(orderLineId)?.id}/${addons.get(addonId)?.addonCategoryId}`
}

function expectDistinct(values: readonly (string | number)[]): void {
  expect(values.length).toBe(new Set(values).size)
}

describe('the lengths of services', () => {
  it('[V-01] a service with its options takes the minutes in their names', () => {
    const more = new Map(optionMinutes(city).map(({ addonId, minutes }) => [addonId, minutes]))
    const lengths = shortestMinutes(city)
    const minutesOf = (itemName: string, ...names: string[]) => {
      const item = city.items.find(({ name }) => name === itemName)!
      const groups = city.itemAddonCategories
        .filter(({ itemId }) => itemId === item.id)
        .map((row) => row.addonCategoryId)
      const chosen = city.addons.filter((row) => groups.includes(row.addonCategoryId) && names.includes(row.name))
      expect(chosen).toHaveLength(names.length)
      return chosen.reduce((sum, { id }) => sum + (more.get(id) ?? 0), lengths.get(item.id) ?? 0)
    }
    expect(minutesOf('Roop Glow Ritual', 'Express, 35 minutes')).toBe(35)
    expect(minutesOf('Roop Glow Ritual', 'Full ritual, 90 minutes', 'Head massage, 15 minutes')).toBe(105)
    expect(minutesOf('Couple Massage', '60 minutes')).toBe(60)
    expect(minutesOf('Burst Fade', 'Senior stylist', 'Blow-dry, 30 minutes')).toBe(30)
  })
})
