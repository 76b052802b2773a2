import type { Output } from '@nukkad/contract/contract.ts'
import { type APIRequestContext, expect, type Locator, type Page, test } from '@playwright/test'
import { knowShop } from './boot.ts'
import { keepCart } from './carts.ts'
import { answer, type Body, listenTo, type Menu, type StoreInfo, stored } from './given.ts'
import { call, comeBack, newCustomer } from './people.ts'
import { tiffinRoom } from './shops.ts'
import { wholeUnless } from './whole.ts'

// The service worker is blocked: it would answer from its cache, while these tests replace the server's answers.
test.use({ serviceWorkers: 'block' })
test.afterEach(({ page }) => page.unrouteAll({ behavior: 'ignoreErrors' }))

type ListedStore = Output<'get-delivery-restaurants'>[number]

const koramangala = { latitude: 12.9352, longitude: 77.6245 }
/** A saved location far from the demo city, so that home shows only data of the test. */
const delhi = { lat: 28.6, lng: 77.2, address: 'Connaught Place', house: null, tag: null, businessLocation: false }
const inDelhi = { userSetAddress: JSON.stringify(delhi) }

/** Returns stores with the given fields, in the form of a real store from a list. */
async function storesLike(request: APIRequestContext, given: Partial<ListedStore>[]): Promise<ListedStore[]> {
  const [real] = await call<ListedStore[]>(request, 'get-delivery-restaurants', koramangala)
  return given.map((store, index) => ({ ...real!, id: 900_000 + index, is_active: 1, opens_at: null, ...store }))
}

const card = (page: Page, store: string): Locator =>
  page.getByRole('article').filter({ has: page.getByRole('heading', { name: store, exact: true }) })
const orderType = (page: Page, name: string): Locator =>
  page.getByRole('group', { name: 'Order type' }).getByText(name, { exact: true })

for (const height of [740, 640]) {
  test(`even on a phone ${height} px high the first store can be read above the cart bar`, async ({
    page,
    request,
  }) => {
    await page.setViewportSize({ width: 360, height })
    await knowShop(page)
    await keepCart(page, request, { 'Sunday Chow Chow': 2 })
    await page.goto('/')
    const bar = page.getByRole('link', { name: 'View Cart' })
    const name = page.getByRole('article').first().getByRole('heading')
    await expect(bar).toBeVisible()
    const [above, below] = [await name.boundingBox(), await bar.boundingBox()]
    expect(above!.y + above!.height).toBeLessThan(below!.y)
  })
}

test.describe('the current location', () => {
  test('[B-04, C-06, C-35, M-16, S-15] a first visit starts at the primary popular location', async ({
    page,
    request,
  }) => {
    const lists = listenTo(page, 'get-delivery-restaurants')
    const locations = await call<Output<'popular-geo-locations'>>(request, 'popular-geo-locations')
    const primary = locations.find(({ is_default }) => is_default === 1)!
    await page.goto('/')
    await expect(page.getByRole('banner').getByText(primary.name)).toBeVisible()
    await expect(page).toHaveURL('/')
    expect(await stored(page, 'userSetAddress')).toEqual({
      lat: Number(primary.latitude),
      lng: Number(primary.longitude),
      address: primary.name,
      house: null,
      tag: null,
      businessLocation: true,
    })
    await expect.poll(() => lists.length).toBeGreaterThan(0)
    expect(lists[0]).toMatchObject({ latitude: Number(primary.latitude), longitude: Number(primary.longitude) })
    await expect.poll(() => stored(page, 'storeColor')).toMatch(/^#/)
  })

  test('[B-03, C-01, C-35, C-38] a saved address decides which stores are fetched', async ({ page, request }) => {
    await knowShop(page, inDelhi)
    await page.route('**/public/api/get-delivery-restaurants', async (route) => {
      await route.fulfill({ json: await storesLike(request, [{ name: 'Glow' }, { name: 'Shine' }]) })
    })
    const stores = listenTo(page, 'get-delivery-restaurants')
    const warehouses = listenTo(page, 'get-delivery-warehouses')
    await page.goto('/')
    await expect(page.getByRole('banner').getByText('Connaught Place')).toBeVisible()
    await expect(card(page, 'Glow')).toBeVisible()
    await expect(card(page, 'Shine')).toBeVisible()
    await expect.poll(() => warehouses).toEqual([{ latitude: 28.6, longitude: 77.2 }])
    expect(stores).toEqual([{ latitude: 28.6, longitude: 77.2 }])
  })

  test('[C-36, S-16] a person who has never picked a location is asked for it', async ({ page }) => {
    await page.goto('/')
    const prompt = page.getByRole('dialog', { name: 'Choose your location' })
    await expect(prompt).toBeVisible()
    expect(await stored(page, 'userAlreadySelectedLocation')).toBeNull()
    await prompt.getByRole('button', { name: 'Close' }).click()
    await expect(prompt).toBeHidden()
  })

  for (const [why, entries] of [
    ['picked a place before', { userSetAddress: JSON.stringify({ ...delhi, businessLocation: true }) }],
    ['has an own address', { ...inDelhi, userAlreadySelectedLocation: 'false' }],
  ] as const) {
    test(`[C-36] a person who ${why} is not asked`, async ({ page }) => {
      await knowShop(page, entries)
      const warehouses = page.waitForResponse('**/public/api/get-delivery-warehouses')
      await page.goto('/')
      await warehouses
      await expect(page.getByText('No stores here yet')).toBeVisible()
      await expect(page.getByRole('dialog')).toHaveCount(0)
    })
  }

  test("[C-33, S-18] a friend's referral code from the address is stored until the sign-up", async ({ page }) => {
    await knowShop(page)
    await page.goto('/?ref=ABC123')
    await expect(page).toHaveURL('/')
    expect(await stored(page, 'refid')).toBe('ABC123')
    await page.goto('/login')
    await expect(page.getByRole('form', { name: 'Login' })).toBeVisible()
    expect(await stored(page, 'refid')).toBe('ABC123')
  })
})

test.describe('store list', () => {
  test('[C-45, C-46] a card shows the name, the minutes and whether the store is open', async ({ page, request }) => {
    await knowShop(page, inDelhi)
    await answer(
      page,
      'get-delivery-restaurants',
      await storesLike(request, [
        { name: 'Far', distance: 10 },
        { name: 'Near', distance: 3 },
        { name: 'Later', is_active: 0, opens_at: '09:00' },
        { name: 'Shut', is_active: 0, opens_at: null },
      ]),
    )
    await page.goto('/')
    await expect(card(page, 'Far').getByText('55 min')).toBeVisible()
    await expect(card(page, 'Near').getByText('45 min')).toBeVisible()
    await expect(card(page, 'Later').getByText(/^Opens 9:00/)).toBeVisible()
    await expect(card(page, 'Shut').getByText('Closed')).toBeVisible()
  })

  test('[C-29, C-30] a store opens 200 ms after the tap', async ({ page, request }) => {
    await knowShop(page, inDelhi)
    await answer(page, 'get-delivery-restaurants', await storesLike(request, [{ name: 'Glow', slug: 'glow' }]))
    await page.clock.install()
    await page.goto('/')
    const link = card(page, 'Glow').getByRole('link')
    await expect(link).toHaveAttribute('href', 'stores/glow')
    await page.clock.pauseAt(Date.now() + 60_000)
    await link.click()
    await page.clock.runFor(150)
    expect(new URL(page.url()).pathname).toBe('/')
    await page.clock.runFor(150)
    await expect(page).toHaveURL('/stores/glow')
  })

  test('[C-02, C-37, INT-27, S-13, S-14] home starts with delivery, and pickup can be chosen', async ({
    page,
    request,
  }) => {
    await knowShop(page, { ...inDelhi, enSPU: 'true' })
    await page.addInitScript(() => localStorage.setItem('userPreferredSelection', 'SELFPICKUP'))
    await answer(page, 'get-selfpickup-restaurants', await storesLike(request, [{ name: 'Come and Get' }]))
    await page.goto('/')
    await expect(page.getByText('No stores here yet')).toBeVisible()
    expect(await stored(page, 'userPreferredSelection')).toBe('DELIVERY')
    expect(await stored(page, 'userSelected')).toBe('DELIVERY')
    await orderType(page, 'Pickup').click()
    await expect(card(page, 'Come and Get')).toBeVisible()
    expect(await stored(page, 'userPreferredSelection')).toBe('SELFPICKUP')
    expect(await stored(page, 'userSelected')).toBe('SELFPICKUP')
  })

  test('[C-02] if the shop has no pickup there is no choice', async ({ page }) => {
    await knowShop(page, { ...inDelhi, enSPU: 'false' })
    await page.goto('/')
    await expect(orderType(page, 'Delivery')).toBeVisible()
    await expect(orderType(page, 'Pickup')).toHaveCount(0)
  })

  test("[C-44, Q-15] without any delivering store the shop's text says so", async ({ page }) => {
    await knowShop(page, { ...inDelhi, noRestaurantMessage: 'Nobody comes to Delhi' })
    await answer(page, 'get-delivery-restaurants', [])
    await page.goto('/')
    await expect(page.getByText('Nobody comes to Delhi', { exact: true })).toBeVisible()
  })

  test('[C-31] home links to the store categories', async ({ page }) => {
    await knowShop(page)
    await page.goto('/')
    const link = page.getByRole('link', { name: 'Categories', exact: true })
    await expect(link).toHaveAttribute('href', 'categories/stores')
    await link.click()
    await expect(page).toHaveURL('/categories/stores')
    await expect(page.getByRole('heading', { level: 1, name: 'Categories', exact: true })).toBeVisible()
  })

  test('[C-47] category pictures have the corner radius of the setting', async ({ page }) => {
    await knowShop(page)
    await page.goto('/')
    const tile = page.getByRole('navigation', { name: 'Categories' }).getByRole('link').first()
    await expect(tile).toBeVisible()
    const radius = await tile.evaluate((link) => getComputedStyle(link.firstElementChild!).borderRadius)
    expect(radius).toBe(`${0.4 * 16}px`)
  })
})

test.describe('the active warehouse', () => {
  const ids = { a: 9, b: 10, c: 11, d: 12, e: 13, f: 14, g: 15, h: 16, i: 17, j: 18, k: 19, l: 20 }

  /** Answers home with warehouses near Delhi, by slug; the first one has a menu of two categories. */
  async function giveWarehouses(
    page: Page,
    request: APIRequestContext,
    slugs: (keyof typeof ids)[],
    kind: 'warehouse' | 'salon' = 'warehouse',
  ) {
    const [real] = await call<ListedStore[]>(request, 'get-delivery-warehouses', koramangala)
    const info = await call<StoreInfo>(request, `get-restaurant-info/${real!.slug}`)
    const menu = await call<Menu>(request, `get-warehouse-items/${real!.slug}`)
    const [item] = Object.values(menu.items).flat()
    const give = (slug: keyof typeof ids, index: number) => ({
      id: ids[slug],
      slug,
      name: `Depot ${slug}`,
      is_active: 1 as const,
      distance: index,
      kind,
    })
    await answer(page, 'get-delivery-restaurants', [])
    await answer(
      page,
      'get-delivery-warehouses',
      slugs.map((slug, index) => ({ ...real!, ...give(slug, index) })),
    )
    const asked: Record<string, Body[]> = {}
    for (const [index, slug] of slugs.entries()) {
      const row = { ...info, ...give(slug, index), delivery_type: 1 as const }
      asked[slug] = await answer(page, `get-restaurant-info/${slug}`, row)
      asked[`own ${slug}`] = await answer(page, `get-restaurant-info-with-favourite/${slug}`, row)
    }
    const items = (names: string[], from: number) =>
      names.map((name, index) => ({ ...item!, id: 900_000 + from + index, name, price: '20.00', addon_categories: [] }))
    const menus = await answer(page, 'get-warehouse-items/a', {
      recommended: [],
      items: { Fruit: items(['Banana', 'Guava'], 0), Bread: items(['Milk Loaf'], 10) },
    })
    return { asked, menus }
  }

  test('[C-03, C-10, C-32, C-40, C-42, C-43, S-20] its items are shown by category, the first one expanded', async ({
    page,
    request,
  }) => {
    await knowShop(page, inDelhi)
    const { asked, menus } = await giveWarehouses(page, request, ['a', 'b'])
    await page.goto('/')
    await expect(page.getByRole('link', { name: 'From Depot a' })).toHaveAttribute('href', 'stores/a')
    await expect(page.getByRole('heading', { name: 'Banana' })).toBeVisible()
    await expect(page.getByRole('heading', { name: 'Guava' })).toBeVisible()
    await expect(page.getByRole('heading', { name: 'Milk Loaf' })).toHaveCount(0)
    await page.getByRole('button', { name: /^Bread/ }).click()
    await expect(page.getByRole('heading', { name: 'Milk Loaf' })).toBeVisible()
    expect(await stored(page, 'warehouse_id')).toBe(9)
    expect(menus).toHaveLength(1)
    expect([asked.a, asked.b].map((sent) => sent?.length)).toEqual([1, 1])
  })

  for (const [kind, count] of [
    ['warehouse', 1],
    ['salon', 0],
  ] as const) {
    test(`[GAP-72, B-34] an active ${kind} links to the nearby warehouses ${count} times`, async ({
      page,
      request,
    }) => {
      await knowShop(page, inDelhi)
      await giveWarehouses(page, request, ['a'], kind)
      await page.goto('/')
      await expect(page.getByRole('heading', { name: 'Banana' })).toBeVisible()
      const link = page.getByRole('link', { name: 'Every morning needs' })
      await expect(link).toHaveCount(count)
      if (count === 0) return
      await link.click()
      await expect(page).toHaveURL('/daily')
    })
  }

  test('[C-40] five are queried at a time: the nearest on mount, the next ones at the end of the list', async ({
    page,
    request,
  }) => {
    await knowShop(page, inDelhi)
    const slugs = ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h', 'i', 'j', 'k', 'l'] as const
    const { asked } = await giveWarehouses(page, request, [...slugs])
    const names = Array.from({ length: 40 }, (_, index) => ({ name: `Corner ${index + 1}` }))
    await answer(page, 'get-delivery-restaurants', await storesLike(request, names))
    let [underWay, mostUnderWay] = [0, 0]
    await page.route('**/public/api/get-restaurant-info/?', async (route) => {
      underWay += 1
      mostUnderWay = Math.max(mostUnderWay, underWay)
      await route.fallback()
    })
    page.on('requestfinished', (sent) => {
      if (/get-restaurant-info\/.$/.test(sent.url())) underWay -= 1
    })
    const counts = () => slugs.map((slug) => asked[slug]?.length)
    const first = [1, 1, 1, 1, 1, 0, 0, 0, 0, 0, 0, 0]
    await page.goto('/')
    await expect.poll(counts).toEqual(first)
    // At this scroll position, the items are near the viewport, but the end of the list is not.
    await page.getByRole('region', { name: 'Share and earn' }).scrollIntoViewIfNeeded()
    await expect.poll(() => stored(page, 'warehouse_id')).toBe(9)
    await page.evaluate(() => scrollTo(0, 0))
    expect(counts()).toEqual(first)
    await expect(async () => {
      await page.evaluate(() => scrollTo(0, document.body.scrollHeight))
      expect(counts()).toEqual(slugs.map(() => 1))
    }).toPass()
    expect(mostUnderWay).toBeLessThanOrEqual(5)
    // The active warehouse must stay the same, although the app has queried further ones since.
    expect(await stored(page, 'warehouse_id')).toBe(9)
    await expect(page.getByRole('link', { name: 'From Depot a' })).toBeVisible()
  })

  test('[C-38, C-40, C-43, C-51] below a long list of stores, the warehouses are queried on mount, and the nearest one that answers becomes active', async ({
    page,
    request,
  }) => {
    await knowShop(page, inDelhi)
    const { asked, menus } = await giveWarehouses(page, request, ['a', 'b'])
    const names = Array.from({ length: 40 }, (_, index) => ({ name: `Corner ${index + 1}` }))
    await answer(page, 'get-delivery-restaurants', await storesLike(request, names))
    // The server answers the request for the nearest warehouse last, after those for the others.
    let letGo = () => {}
    const held = new Promise<void>((resolve) => {
      letGo = resolve
    })
    await page.route('**/public/api/get-restaurant-info/a', async (route) => {
      await held
      await route.fallback()
    })
    await page.goto('/')
    await expect(card(page, 'Corner 1')).toBeVisible()
    await expect.poll(() => asked.b?.length).toBe(1)
    expect(await stored(page, 'warehouse_id')).toBeNull()
    letGo()
    await expect.poll(() => stored(page, 'warehouse_id')).toBe(9)
    await expect.poll(() => menus.length).toBe(1)
    expect(await page.evaluate(() => scrollY)).toBe(0)
    await expect(page.getByRole('heading', { name: 'Banana' })).toHaveCount(0)
    await page.getByRole('region', { name: 'Refer a friend' }).scrollIntoViewIfNeeded()
    await expect(page.getByRole('heading', { name: 'Banana' })).toBeVisible()
    expect(menus).toHaveLength(1)
  })

  for (const [type, wish, selected] of [
    [1, 'SELFPICKUP', 'DELIVERY'],
    [2, 'DELIVERY', 'SELFPICKUP'],
    [3, 'SELFPICKUP', 'SELFPICKUP'],
  ] as const) {
    test(`[E-28, E-29, E-30, INT-05] on the salon home type ${type} with the preference ${wish} gives ${selected}`, async ({
      page,
      request,
    }) => {
      await knowShop(page, inDelhi)
      await giveWarehouses(page, request, ['a'])
      const row = { ...(await call<StoreInfo>(request, `get-restaurant-info/${tiffinRoom.slug}`)), id: 9, slug: 'a' }
      await answer(page, 'get-restaurant-info/a', { ...row, is_active: 1, delivery_type: type })
      await page.goto('/')
      await expect.poll(() => stored(page, 'warehouse_id')).toBe(9)
      if (wish === 'SELFPICKUP') await page.getByText('Pickup', { exact: true }).click()
      await expect.poll(() => stored(page, 'userSelected')).toBe(selected)
      expect(await stored(page, 'userPreferredSelection')).toBe(wish)
    })
  }

  test('[C-34] shows nothing of the previous store while its own items load', async ({ page, request }) => {
    await knowShop(page, { userSetAddress: JSON.stringify({ ...delhi, lat: 12.9352, lng: 77.6245 }) })
    const menu = await call<Menu>(request, `get-restaurant-items/${tiffinRoom.slug}`)
    const [before] = Object.values(menu.items).flat()
    const item = page.getByRole('heading', { name: before!.name, exact: true })
    let letGo = () => {}
    const held = new Promise<void>((resolve) => {
      letGo = resolve
    })
    await page.route('**/public/api/get-warehouse-items/*', async (route) => {
      await held
      await route.continue()
    })
    await page.goto(`/stores/${tiffinRoom.slug}`)
    await expect(item.first()).toBeVisible()
    const asked = page.waitForRequest('**/public/api/get-warehouse-items/*')
    await page.getByRole('button', { name: 'Back' }).click()
    await expect(page).toHaveURL('/')
    await page.getByRole('region', { name: 'Refer a friend' }).scrollIntoViewIfNeeded()
    await asked
    await expect(item).toHaveCount(0)
    await expect(page.getByRole('heading', { name: /^From / })).toHaveCount(0)
    letGo()
    await expect(page.getByRole('heading', { name: /^From / })).toBeAttached()
    await expect(item).toHaveCount(0)
  })

  test('[C-41] is fetched with favourites for a customer', async ({ page, request }) => {
    const customer = await newCustomer(request)
    await knowShop(page, inDelhi)
    await comeBack(page, customer.session)
    const { asked } = await giveWarehouses(page, request, ['a'])
    await page.goto('/')
    await expect(page.getByRole('heading', { name: 'Banana' })).toBeVisible()
    expect(asked['own a']).toMatchObject([{ token: customer.token }])
    expect(asked.a).toEqual([])
  })
})

test.describe('other parts of home', () => {
  test('[C-07, C-11, A-31] the header has the logo and no back button, and the navigation is at the bottom', async ({
    page,
  }) => {
    await knowShop(page)
    await page.goto('/')
    const banner = page.getByRole('banner')
    await expect(banner.getByRole('img', { name: 'Nukkad' })).toBeVisible()
    await expect(banner.getByRole('button', { name: 'Back' })).toHaveCount(0)
    await expect(page.getByRole('navigation', { name: 'Main' })).toBeVisible()
  })

  test("[C-08, GAP-78] the shop's message is shown with its markup and without its scripts", async ({ page }) => {
    await knowShop(page, { customHomeMessage: '<b>Hello</b><img src="x" onerror="document.title=\'broken in\'">' })
    await page.goto('/')
    const bold = page.getByRole('main').getByText('Hello', { exact: true })
    await expect(bold).toBeVisible()
    await expect(bold).toHaveCSS('font-weight', /^[6-9]\d\d$/)
    await expect(page).toHaveTitle('Home · Nukkad')
  })

  for (const empty of ['', 'null', '<p></p>', '<p><br></p>']) {
    test(`[C-09] the message "${empty}" is not shown`, wholeUnless(empty === '<p><br></p>'), async ({ page }) => {
      await knowShop(page, { ...inDelhi, customHomeMessage: empty })
      await page.goto('/')
      await expect(page.getByText('No stores here yet')).toBeVisible()
      // On home, nothing may be between the category tiles and the stores.
      const tiles = page.getByRole('navigation', { name: 'Categories' })
      await expect(tiles).toBeVisible()
      const [above, below] = [
        await tiles.boundingBox(),
        await page.getByRole('heading', { name: 'Open near you' }).boundingBox(),
      ]
      expect(below!.y - (above!.y + above!.height)).toBeLessThan(40)
    })
  }

  test('[C-12, C-13, C-14, C-15, C-21, GAP-66] the consultation card opens one chat with a greeting', async ({
    page,
  }) => {
    await knowShop(page, { ...inDelhi, consultWhatsappNumber: '911234567890', consultGreetingText: 'Hello there' })
    await page.goto('/')
    const consultation = page.getByRole('region', { name: 'Consultation' })
    await expect(consultation.getByText('Need an appointment or want to consult?', { exact: true })).toBeVisible()
    await expect(consultation.getByText('Whatsapp us and we ll get you in touch', { exact: true })).toBeVisible()
    for (const name of ['WhatsApp', 'Say Hi,']) {
      const link = consultation.getByRole('link', { name, exact: true })
      await expect(link).toHaveAttribute('href', 'https://wa.me/911234567890?text=Hello%20there')
      await expect(link).toHaveAttribute('target', '_blank')
    }
  })

  test('[GAP-66] without a number there is no chat', async ({ page }) => {
    await knowShop(page, { ...inDelhi, consultWhatsappNumber: 'null' })
    await page.goto('/')
    const consultation = page.getByRole('region', { name: 'Consultation' })
    await expect(consultation).toBeVisible()
    await expect(consultation.getByRole('link')).toHaveCount(0)
  })

  test('[C-16, C-17, C-39] slides are shown at the top and in the list, each once and in order', async ({
    page,
    request,
  }) => {
    await knowShop(page, inDelhi)
    await answer(page, 'get-delivery-restaurants', await storesLike(request, [{ name: 'Glow' }]))
    const image = '/assets/img/slides/biryani-night.webp'
    const all = await answer(page, 'all-sliders', [
      { id: 1, name: 'First offer', image, url: 'stores/glow' },
      { id: 2, name: 'Second offer', image, url: null },
    ])
    const other = (id: number, name: string) => ({
      data: { id, name, image, model: null },
      url: null,
      promo_slider: { size: 1, position_id: 1 },
    })
    await answer(page, 'promo-slider', { mainSlides: null, otherSlides: [other(3, 'Slide a'), other(4, 'Slide b')] })
    await page.goto('/')
    const names = (region: string) =>
      page
        .getByRole('region', { name: region })
        .getByRole('img')
        .evaluateAll((images) => images.map((image) => image.getAttribute('alt')).filter(Boolean))
    await expect.poll(() => names('Promotions')).toEqual(['First offer', 'Second offer'])
    await expect.poll(() => names('Offers')).toEqual(['Slide a', 'Slide b'])
    expect(all).toEqual([{}])
  })

  test('[C-16] the shop can switch the slides off', async ({ page }) => {
    await knowShop(page, { ...inDelhi, showPromoSlider: 'false' })
    const all = listenTo(page, 'all-sliders')
    await page.goto('/')
    await expect(page.getByText('No stores here yet')).toBeVisible()
    await expect(page.getByRole('region', { name: 'Share and earn' })).toBeVisible()
    expect(all).toEqual([])
  })

  test('[C-49] the carousel shows 1.1 slides, 10 px apart', async ({ page }) => {
    await knowShop(page, inDelhi)
    await page.goto('/')
    const region = page.getByRole('region', { name: 'Promotions' })
    await expect(region.getByRole('button', { name: /^Slide 2/ })).toBeVisible()
    const { room, width, gap } = await region.evaluate((element) => {
      const track = element.firstElementChild!
      const { paddingLeft, paddingRight } = getComputedStyle(track)
      const [first, second] = [...track.children].map((slide) => slide.getBoundingClientRect())
      const inside = track.clientWidth - Number.parseFloat(paddingLeft) - Number.parseFloat(paddingRight)
      return { room: inside, width: first!.width, gap: second!.left - first!.right }
    })
    expect(width).toBeCloseTo((room - 10 * 0.1) / 1.1, 0)
    expect(gap).toBeCloseTo(10, 0)
  })

  test('[A-02, C-18, C-19, INT-31] the salon home has three cards that the standard home lacks', async ({ page }) => {
    await knowShop(page, inDelhi)
    await page.goto('/')
    const names = ['Share and earn', 'Refer a friend', 'Consultation']
    for (const name of names) await expect(page.getByRole('region', { name })).toBeVisible()
    await knowShop(page, { storefrontVariant: 'standard' })
    await page.reload()
    await expect(page.getByRole('link', { name: /^Get Rs\.200 on your signup/ })).toBeVisible()
    for (const name of names) await expect(page.getByRole('region', { name })).toHaveCount(0)
  })

  test('[T-01, C-20, C-22, C-23, C-24, C-26, C-27, INT-01, INT-21, INT-32] a guest is invited to sign up', async ({
    page,
  }) => {
    await knowShop(page, inDelhi)
    await page.goto('/')
    const signup = page.getByRole('link', { name: /^Get Rs\.200 on your signup/ })
    await expect(signup).toHaveAttribute('href', '/register')
    await expect(page.getByRole('link', { name: 'Log in' })).toHaveAttribute('href', '/login')
    const refer = page.getByRole('region', { name: 'Refer a friend' }).getByRole('link')
    await expect(refer).toContainText('Rs.50')
    await expect(page.getByRole('region', { name: 'Share and earn' })).toContainText('Rs.50')
    await expect(page.getByText(/5% commission/)).toHaveCount(0)
    await refer.click()
    await expect(page).toHaveURL('/login')
    await page.getByRole('link', { name: 'Register' }).click()
    await expect(page).toHaveURL(/\/register/)
  })

  test('[C-20, C-25] a customer sees the commission instead', async ({ page, request }) => {
    await knowShop(page, inDelhi)
    await comeBack(page, (await newCustomer(request)).session)
    await page.goto('/')
    await expect(page.getByRole('link', { name: /Earn 5% commission/ })).toBeVisible()
    await expect(page.getByRole('link', { name: /^Get Rs\.200 on your signup/ })).toHaveCount(0)
    await expect(page.getByRole('link', { name: 'Log in' })).toHaveCount(0)
  })

  test('[C-28] a running order links to the orders', async ({ page, request }) => {
    await knowShop(page, inDelhi)
    await comeBack(page, (await newCustomer(request)).session)
    await answer(page, 'check-running-order', true)
    await page.goto('/')
    await expect(page.getByRole('link', { name: /You have an order in progress/ })).toHaveAttribute(
      'href',
      '/my-orders',
    )
  })
})

test('[C-48, R-21] promotion cards tilt under the pointer by at most 40 degrees, and stay flat with reduced motion', async ({
  page,
}) => {
  await knowShop(page)
  await page.goto('/')
  const share = page.getByRole('region', { name: 'Share and earn' }).getByRole('link')
  await expect(share).toBeVisible()
  const box = (await share.boundingBox())!
  const angles = () =>
    share.evaluate((card) => [...card.style.transform.matchAll(/(-?[\d.]+)deg/g)].map(([, degrees]) => Number(degrees)))
  await expect(async () => {
    await page.mouse.move(box.x + box.width - 12, box.y + box.height / 2)
    await page.mouse.move(box.x + box.width - 8, box.y + box.height / 2)
    expect(Math.abs((await angles())[1] ?? 0)).toBeGreaterThan(20)
  }).toPass()
  expect(Math.hypot(...(await angles()))).toBeLessThanOrEqual(40)
  await page.mouse.move(box.x + 20, box.y + box.height + 200)
  await expect.poll(angles).toEqual([])
  await page.emulateMedia({ reducedMotion: 'reduce' })
  await page.mouse.move(box.x + box.width - 8, box.y + box.height / 2)
  expect(await angles()).toEqual([])
})

test.describe('promotion cards tilt with the phone', () => {
  const card = (page: Page) => page.getByRole('region', { name: 'Share and earn' }).getByRole('link')
  const tiltOf = async (page: Page) =>
    Math.hypot(
      ...(await card(page).evaluate((element) =>
        [...element.style.transform.matchAll(/(-?[\d.]+)deg/g)].map(([, degrees]) => Number(degrees)),
      )),
    )
  /** Reports an orientation of the phone to the page, in degrees. */
  const hold = (page: Page, beta: number, gamma: number) =>
    page.evaluate((posture) => window.dispatchEvent(new DeviceOrientationEvent('deviceorientation', posture)), {
      beta,
      gamma,
    })
  /**
   * Reports an orientation of the phone until the cards react, because they listen only after the screen has rendered.
   */
  const holdFirst = (page: Page, beta: number, gamma: number) =>
    expect(async () => {
      await hold(page, beta, gamma)
      expect(await card(page).getAttribute('style')).toContain('rotate')
    }).toPass()

  test('[C-48, R-21] tilt by at most 40 degrees, and become flat again when the phone is held in a new position', async ({
    page,
    context,
  }) => {
    await context.grantPermissions(['accelerometer', 'gyroscope'])
    await knowShop(page)
    await page.goto('/')
    await expect(card(page)).toBeVisible()
    await page.clock.install()
    // The cards follow the phone's orientation over time, so on a slow machine the clock must not advance on its own.
    await page.clock.pauseAt(Date.now() + 60_000)
    await holdFirst(page, 40, 0)
    expect(await tiltOf(page)).toBe(0)
    await hold(page, 40, 30)
    expect(await tiltOf(page)).toBeGreaterThan(10)
    for (const [beta, gamma] of [
      [90, 40],
      [-80, -40],
      [170, 89],
    ] as const) {
      await hold(page, beta, gamma)
      expect(await tiltOf(page)).toBeLessThanOrEqual(40)
    }
    await page.clock.runFor(30_000)
    await hold(page, 170, 89)
    expect(await tiltOf(page)).toBeLessThan(0.1)
    await page.emulateMedia({ reducedMotion: 'reduce' })
    await expect.poll(() => tiltOf(page)).toBe(0)
    await hold(page, 170, 50)
    expect(await card(page).evaluate(({ style }) => style.transform)).toBe('')
  })

  for (const given of ['granted', 'denied'] as const)
    test(`[C-48, R-21] tilt on an iPhone only after a press on a card, which asks for permission once (${given})`, async ({
      page,
    }) => {
      // Safari asks for permission through the function that this script adds, and does not know the sensors'
      // permission names.
      await page.addInitScript((answer) => {
        navigator.permissions.query = () => Promise.reject(new TypeError('unknown name'))
        const asked: string[] = []
        Object.assign(window, { asked })
        Object.assign(DeviceOrientationEvent, {
          requestPermission: async () => {
            asked.push(navigator.userActivation.isActive ? 'pressed' : 'by itself')
            return answer
          },
        })
      }, given)
      const asked = () => page.evaluate(() => (window as unknown as { asked: string[] }).asked)
      await knowShop(page)
      await page.goto('/')
      await page.waitForLoadState('networkidle')
      await hold(page, 40, 0)
      await hold(page, 40, 30)
      await page.getByRole('heading', { level: 2 }).first().click()
      expect(await asked()).toEqual([])
      expect(await card(page).evaluate(({ style }) => style.transform)).toBe('')
      // The test changes the link's target to the current screen, so that pressing the link does not leave the screen.
      await card(page).evaluate((element) => element.setAttribute('href', '#'))
      await card(page).click()
      await expect.poll(asked).toEqual(['pressed'])
      await card(page).click()
      expect(await asked()).toEqual(['pressed'])
      await page.mouse.move(0, 0)
      await hold(page, 40, 0)
      await hold(page, 40, 30)
      if (given === 'granted') expect(await tiltOf(page)).toBeGreaterThan(10)
      else expect(await tiltOf(page)).toBe(0)
    })
})

test.describe('sorting and filtering stores', () => {
  const given = [
    {
      name: 'Aloo Adda',
      is_pureveg: 1,
      avgRating: '3.5',
      rating_count: 9,
      price_range: '200',
      offer: '20% off',
      distance: 2,
    },
    { name: 'Biryani Bay', avgRating: '4.6', rating_count: 9, price_range: '500', offer: 'Open 24 hours', distance: 1 },
    { name: 'Chaat Chowk', is_pureveg: 1, avgRating: '4.2', rating_count: 9, price_range: '100', distance: 5 },
    { name: 'Dosa Den', avgRating: '3.9', rating_count: 9, price_range: '300', distance: 4, closes_soon_at: '22:30' },
    { name: 'Egg Express', avgRating: '0', rating: '0', price_range: '250', distance: 3, is_active: 0 },
  ] as const
  const names = (page: Page) => page.locator('main').getByRole('article').getByRole('heading')
  const chips = (page: Page) => page.getByRole('group', { name: 'Sort and filter' })

  test.beforeEach(async ({ page, request }) => {
    await knowShop(page)
    const stores = await storesLike(
      request,
      given.map((store) => ({ is_pureveg: 0, offer: null, closes_soon_at: null, kind: 'store', ...store })),
    )
    await answer(page, 'get-delivery-restaurants', stores)
    await answer(page, 'promo-slider', {})
    await page.addInitScript((place) => localStorage.setItem('userSetAddress', place), inDelhi.userSetAddress)
  })

  test('a vertical scroll that starts on a rail moves the page', async ({ page }) => {
    await page.goto('/')
    await expect(names(page)).toHaveCount(5)
    const tile = page.getByRole('link', { name: 'Groceries', exact: true })
    for (const rail of [chips(page), tile]) {
      await page.evaluate(() => scrollTo({ top: 0, behavior: 'instant' }))
      await rail.hover({ position: { x: 20, y: 10 } })
      await page.mouse.wheel(0, 200)
      await expect.poll(() => page.evaluate(() => scrollY)).toBeGreaterThan(150)
    }
  })

  test('chips filter stores, the URL keeps the filter, and Back and a shared link restore it', async ({ page }) => {
    await page.goto('/')
    await expect(names(page)).toHaveText(given.map(({ name }) => name))
    await chips(page).getByRole('button', { name: 'Pure Veg' }).click()
    await expect(names(page)).toHaveText(['Aloo Adda', 'Chaat Chowk'])
    await expect(page.getByText('2 of 5 stores')).toBeVisible()
    await chips(page).getByRole('combobox', { name: 'Sort' }).selectOption('Highest rated')
    await expect(names(page)).toHaveText(['Chaat Chowk', 'Aloo Adda'])
    await expect(page).toHaveURL('/?sort=rating&veg=1')
    await page.getByRole('link', { name: 'Account' }).click()
    await page.goBack()
    await expect(names(page)).toHaveText(['Chaat Chowk', 'Aloo Adda'])
    await chips(page).getByRole('button', { name: 'Pure Veg' }).click()
    await chips(page).getByRole('button', { name: 'Offers' }).click()
    await expect(names(page)).toHaveText(['Aloo Adda'])
    await chips(page).getByRole('button', { name: 'Open now' }).click()
    await chips(page).getByRole('button', { name: 'Under ₹250' }).click()
    await expect(page).toHaveURL('/?sort=rating&under=250&offers=1&open=1')
    await page.goto('/?veg=1&sort=price&under=lots&fast=2')
    await expect(names(page)).toHaveText(['Chaat Chowk', 'Aloo Adda'])
    await page.goto('/?veg=1&under=50')
    await expect(page.getByText('No store matches')).toBeVisible()
    await page.getByRole('button', { name: 'Clear filters' }).click()
    await expect(page).toHaveURL('/')
    await expect(names(page)).toHaveCount(5)
  })

  test('a card shows the price for two, the fee and an early closing time; a percent sign only marks discounts', async ({
    page,
  }) => {
    await page.goto('/')
    const dosas = card(page, 'Dosa Den')
    await expect(dosas.getByText('₹300 for two')).toBeVisible()
    await expect(dosas.getByText('Closes 10:30 pm')).toBeVisible()
    await expect(card(page, 'Aloo Adda').getByText('20% off').locator('xpath=..').locator('svg')).toHaveCount(1)
    await expect(card(page, 'Biryani Bay').getByText('Open 24 hours').locator('xpath=..').locator('svg')).toHaveCount(0)
  })
})
