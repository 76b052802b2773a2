import { expect, type Locator, type Page, test } from '@playwright/test'
import { knowShop } from './boot.ts'
import { addons, answer, giveGlow, listenTo, remember, stored } from './given.ts'
import { comeBack, newCustomer } from './people.ts'
import { tiffinRoom } from './shops.ts'

// The service worker is blocked: it would answer from its cache, while these tests replace the server's answers.
test.use({ serviceWorkers: 'block' })

const row = (page: Page, item: string): Locator =>
  page
    .getByRole('article')
    .filter({ has: page.getByRole('heading', { name: item, exact: true }) })
    .first()
const addButton = (page: Page, item: string): Locator =>
  row(page, item).getByRole('button', { name: 'Add', exact: true })
const openItem = async (page: Page, item: string): Promise<Locator> => {
  await row(page, item).getByRole('button', { name: item, exact: true }).click()
  return page.getByRole('dialog', { name: item })
}
const leftOf = async (locator: Locator): Promise<number> => (await locator.boundingBox())!.x
const topOf = async (locator: Locator): Promise<number> => (await locator.boundingBox())!.y

test.describe('the store page', () => {
  test('[B-08, D-01, D-02] a store opens by its slug and fetches its info and items', async ({ page }) => {
    const info = listenTo(page, `get-restaurant-info/${tiffinRoom.slug}`)
    const items = listenTo(page, `get-restaurant-items/${tiffinRoom.slug}`)
    await page.goto(`/stores/${tiffinRoom.slug}`)
    await expect(page.getByRole('heading', { name: tiffinRoom.name, level: 1 })).toBeVisible()
    await expect(page.getByText(/^0\.\d km$/)).toBeVisible()
    await expect(page.getByText(/^\d+ min$/)).toBeVisible()
    await expect(page.getByRole('link', { name: /Read reviews, \d\.\d out of 5/ })).toBeVisible()
    expect(info).toHaveLength(1)
    expect(items).toHaveLength(1)
  })

  test('[D-01, D-08] a customer sees their favourites and changes them', async ({ page, request }) => {
    const customer = await newCustomer(request)
    await comeBack(page, customer.session)
    const info = listenTo(page, `get-restaurant-info-with-favourite/${tiffinRoom.slug}`)
    const toggles = listenTo(page, 'toggle-favorite')
    await page.goto(`/stores/${tiffinRoom.slug}`)
    const heart = page.getByRole('button', { name: 'Favourite' })
    await expect(heart).toHaveAttribute('aria-pressed', 'false')
    expect(info).toEqual([{ token: customer.token }])
    await heart.click()
    await expect(heart).toHaveAttribute('aria-pressed', 'true')
    await expect(page.getByText('Added to your favourites')).toBeVisible()
    expect(toggles).toEqual([{ token: customer.token, id: 1 }])
    await page.reload()
    await expect(heart).toHaveAttribute('aria-pressed', 'true')
    await heart.click()
    await expect(heart).toHaveAttribute('aria-pressed', 'false')
  })

  test('[S-03] the last opened store can be read before its calls answer', async ({ page }) => {
    await knowShop(page)
    const kept = () => stored(page, 'items')
    await page.goto(`/stores/${tiffinRoom.slug}`)
    const whole = { slug: tiffinRoom.slug, info: { name: tiffinRoom.name }, items: { items: {} } }
    await expect.poll(kept).toMatchObject(whole)
    // The page of home embeds no store's data. From here on, the calls about the store get no answer.
    await page.route(/get-restaurant-(info|items)/, () => {})
    await page.goto('/')
    await page.getByRole('article').filter({ hasText: tiffinRoom.name }).getByRole('link').first().click()
    await expect(page).toHaveURL(`/stores/${tiffinRoom.slug}`)
    await expect(addButton(page, 'Sunday Chow Chow')).toBeVisible()
    expect(await kept()).toMatchObject(whole)
  })

  test('[D-08, Q-07] a favourite that the server refuses is reverted without a message', async ({ page, request }) => {
    const customer = await newCustomer(request)
    await comeBack(page, customer.session)
    await answer(page, 'toggle-favorite', {}, 500)
    await page.goto(`/stores/${tiffinRoom.slug}`)
    const heart = page.getByRole('button', { name: 'Favourite' })
    const refused = page.waitForResponse('**/public/api/toggle-favorite')
    await heart.click()
    await refused
    await expect(heart).toHaveAttribute('aria-pressed', 'false')
    await expect(page.getByRole('alert')).toHaveCount(0)
  })

  test('[D-09, D-17] a packet without a picture has its texts in the place of the picture, below those with one', async ({
    page,
    request,
  }) => {
    const items = [{ name: 'Basmati Rice (1 kg)', image: '' }, { name: 'Chana Dal (500 g)' }]
    await giveGlow(page, request, { store: { kind: 'warehouse' }, groups: { Grains: items } })
    await page.goto('/stores/glow')
    const [rice, dal] = [/^Basmati Rice/, /^Chana Dal/].map((name) =>
      page.getByRole('article').filter({ has: page.getByRole('heading', { name }) }),
    )
    await expect(rice!.getByRole('heading')).toHaveText('Basmati Rice1 kg')
    await expect(rice!.getByText('B', { exact: true })).toHaveCount(0)
    await expect(page.getByRole('article').getByRole('heading')).toHaveText(['Chana Dal', /^Basmati Rice/])
    const add = (await rice!.getByRole('button', { name: 'Add' }).boundingBox())!
    expect((await rice!.getByText(/^₹/).first().boundingBox())!.y).toBeLessThan(add.y)
    const tops = await Promise.all(
      [rice!, dal!].map(async (tile) => (await tile.getByRole('button', { name: 'Add' }).boundingBox())!.y),
    )
    expect(tops[0]).toBeCloseTo(tops[1]!, 0)
    await rice!.getByRole('heading').getByRole('button').click()
    const drawer = page.getByRole('dialog', { name: 'Basmati Rice (1 kg)' })
    await expect(drawer.getByRole('heading')).toHaveText('Basmati Rice 1 kg')
    await expect(drawer.getByText('1 kg', { exact: true })).toHaveCount(1)
  })

  test('[D-03] the certificate is shown if the store has one', async ({ page, request }) => {
    await giveGlow(page, request, { store: { certificate: 'LIC-1' } })
    await page.goto('/stores/glow')
    await expect(page.getByText('Licence LIC-1')).toBeVisible()
    await expect(page.getByText(/licen[cs]e/i)).toHaveCount(1)
  })

  test('[D-03] a store without a certificate has no line for it', async ({ page, request }) => {
    await giveGlow(page, request, { store: { certificate: null } })
    await page.goto('/stores/glow')
    await expect(page.getByRole('heading', { name: 'Glow Salon' })).toBeVisible()
    await page.getByRole('button', { name: 'Store details' }).click()
    await expect(page.getByRole('dialog').getByText('Address')).toBeVisible()
    await expect(page.getByText(/licen[cs]e/i)).toHaveCount(0)
  })

  const open = { is_schedulable: 1, closes_at: '22:30', opens_at: null } as const
  const states = [
    { store: open, text: 'Open until 10:30 pm' },
    { store: { ...open, closes_at: null, schedule_data: '{}' }, text: 'Open 24 hours' },
    { store: { ...open, closes_at: null, is_schedulable: 0 as const }, text: 'Open now' },
    { store: { ...open, is_active: 0 as const, opens_at: '09:00' }, text: 'Opens 9:00 am' },
  ]
  for (const { store, text } of states) {
    test(`the facts under the name say "${text}"`, async ({ page, request }) => {
      await giveGlow(page, request, { store })
      await page.goto('/stores/glow')
      await expect(page.locator('#content').getByRole('listitem').getByText(text, { exact: true })).toBeVisible()
    })
  }

  test('the facts name the price for two, the minimum order, the delivery and a pure veg kitchen', async ({
    page,
    request,
  }) => {
    const terms = { price_range: '300', min_order_price: '99.00', is_pureveg: 1 } as const
    await giveGlow(page, request, { store: { ...terms, kind: 'store', free_delivery_subtotal: '299.00' } })
    await page.goto('/stores/glow')
    for (const fact of ['₹300 for two', 'Minimum order ₹99', 'Free delivery above ₹299', 'Pure Veg'])
      await expect(page.getByRole('listitem').filter({ hasText: fact })).toBeVisible()
    const fixed = { delivery_charge_type: 'FIXED', free_delivery_subtotal: '0.00' } as const
    await giveGlow(page, request, { store: { ...fixed, delivery_charges: '35.00', is_pureveg: 0 } })
    await page.reload()
    await expect(page.getByRole('listitem').filter({ hasText: '₹35 delivery' })).toBeVisible()
    await expect(page.getByText('Pure Veg')).toHaveCount(0)
    await giveGlow(page, request, { store: { ...fixed, delivery_charges: '0.00' } })
    await page.reload()
    await expect(page.getByRole('listitem').getByText('Free delivery', { exact: true })).toBeVisible()
  })

  test('the facts open a sheet with hours, address, phone and licence', async ({ page, request }) => {
    const days = { monday: [{ open: '09:00', close: '22:30' }], tuesday: [{ open: '00:00', close: '24:00' }] }
    const facts = { certificate: '21219987206968', phone: '+918025550111', address: '7, 1st Cross' }
    const store = await giveGlow(page, request, { store: { ...open, ...facts, schedule_data: JSON.stringify(days) } })
    await knowShop(page)
    await answer(page, 'get-restaurant-info-and-operational-status', { ...store, is_operational: true, distance: 3.4 })
    await page.goto('/stores/glow')
    await expect(page.getByText('FSSAI 21219987206968')).toBeVisible()
    await page.getByRole('button', { name: 'Store details' }).click()
    const sheet = page.getByRole('dialog', { name: 'Glow Salon' })
    await expect(sheet.getByText(/Monday\s*9:00 am – 10:30 pm/)).toBeVisible()
    await expect(sheet.getByText(/Tuesday\s*Open 24 hours/)).toBeVisible()
    await expect(sheet.getByText(/Wednesday\s*Closed/)).toBeVisible()
    await expect(sheet.getByText(/7, 1st Cross/)).toBeVisible()
    await expect(sheet.getByRole('region', { name: 'Map' })).toBeVisible()
    await expect(sheet.getByRole('link', { name: facts.phone })).toHaveAttribute('href', `tel:${facts.phone}`)
    await expect(sheet.getByText('FSSAI 21219987206968')).toBeVisible()
    await expect(sheet.getByText(/Delivery 45 min/)).toBeVisible()
    await page.goBack()
    await expect(sheet).toBeHidden()
    await expect(page).toHaveURL('/stores/glow')
  })

  test('nothing moves when the distance, the offers and the menu arrive', async ({ page }) => {
    await knowShop(page)
    await page.addInitScript(() => {
      const shifts: number[] = []
      Object.assign(window, { shifts })
      new PerformanceObserver((list) => {
        for (const entry of list.getEntries()) shifts.push((entry as unknown as { value: number }).value)
      }).observe({ type: 'layout-shift', buffered: true })
    })
    await page.goto(`/stores/${tiffinRoom.slug}`)
    await expect(page.getByText(/^\d+ min$/)).toBeVisible()
    await expect(addButton(page, 'Sunday Chow Chow')).toBeVisible()
    await expect(page.getByRole('list', { name: 'Offers' })).toBeVisible()
    const moved = await page.evaluate(() => (window as unknown as { shifts: number[] }).shifts)
    expect(moved.filter((value) => value > 0.001)).toEqual([])
  })

  test('[D-04, D-05, D-06, Q-14] a closed store says so in a shaking box, in place of the cart bar', async ({
    page,
    request,
  }) => {
    await page.goto(`/stores/${tiffinRoom.slug}`)
    await addButton(page, 'Sunday Chow Chow').click()
    await expect(page.getByRole('link', { name: /View Cart/ })).toBeVisible()

    await giveGlow(page, request, { store: { is_active: 0 } })
    await page.goto('/stores/glow')
    const box = page.getByRole('alert').filter({ hasText: 'Not taking orders right now' })
    await expect(box).toBeVisible()
    await expect(page.getByRole('link', { name: /View Cart/ })).toHaveCount(0)
    await expect(page.getByRole('status', { name: 'Loading' })).toHaveCount(0)
    await expect(addButton(page, 'Hair Spa')).toBeDisabled()
    expect(await box.evaluate((element) => getComputedStyle(element).animationName)).toBe('shake')
  })

  test('[V-40] a salon that is closed by its hours takes bookings, so it does not say that it takes no orders', async ({
    page,
    request,
  }) => {
    const hours = { is_active: 0 as const, opens_at: '09:00' }
    const recommended = [{ name: 'Hair Oil' }]
    await giveGlow(page, request, { store: { ...hours, kind: 'salon', takes_visits: true }, recommended })
    await page.goto('/stores/glow')
    await expect(page.getByText('Opens 9:00 am')).toBeVisible()
    await expect(row(page, 'Hair Spa')).toBeVisible()
    await expect(page.getByRole('heading', { name: 'Recommended' })).toHaveCount(0)
    await expect(page.getByText('Not taking orders right now')).toHaveCount(0)
  })

  test('[D-28] the drawer of an item lists its options and their prices before one adds it', async ({
    page,
    request,
  }) => {
    const addon_categories = [addons('Oil', 'SINGLE', { Plain: '0.00', Argan: '50.00' })]
    await giveGlow(page, request, { groups: { Hair: [{ name: 'Hair Spa', addon_categories }, { name: 'Hair Cut' }] } })
    await page.goto('/stores/glow')
    const drawer = await openItem(page, 'Hair Spa')
    await expect(drawer.getByRole('heading', { name: 'Oil' })).toBeVisible()
    await expect(drawer.getByText('Choose one')).toBeVisible()
    await expect(drawer.getByRole('listitem').filter({ hasText: 'Argan' })).toContainText('₹50.00')
    await expect(drawer.getByRole('listitem').filter({ hasText: 'Plain' })).not.toContainText('₹')
  })

  test('[P-91, D-02] the server returns the distance of the store, and a store out of reach shows none', async ({
    page,
    request,
  }) => {
    await knowShop(page)
    const store = await giveGlow(page, request)
    const status = { ...store, is_operational: true, distance: 3.4 }
    const asked = await answer(page, 'get-restaurant-info-and-operational-status', status)
    await page.goto('/stores/glow')
    await expect(page.getByText('3.4 km')).toBeVisible()
    expect(asked).toEqual([{ id: store.id, latitude: 12.9352, longitude: 77.6245 }])
    await answer(page, 'get-restaurant-info-and-operational-status', {
      ...status,
      is_operational: false,
      distance: 1742.8,
    })
    await page.goto('/stores/glow')
    await expect(page.getByRole('heading', { level: 1, name: 'Glow Salon' })).toBeVisible()
    await expect(page.getByText(/\bkm\b/)).toHaveCount(0)
  })

  test('[P-91, D-02] no distance is shown until the server has answered, nor if it fails', async ({
    page,
    request,
  }) => {
    await knowShop(page)
    await giveGlow(page, request)
    const { promise: held, resolve: letGo } = Promise.withResolvers<void>()
    let asked = 0
    await page.route('**/public/api/get-restaurant-info-and-operational-status', async (route) => {
      asked += 1
      await held
      await route.fulfill({ status: 503, json: { error: { code: 'TEMPORARILY_AWAY' } } })
    })
    await page.goto('/stores/glow')
    await expect(page.getByRole('heading', { name: 'Hair Spa' })).toBeVisible()
    await expect.poll(() => asked).toBe(1)
    await expect(page.getByText(/\bkm\b|\bmin\b/)).toHaveCount(0)
    const failed = page.waitForResponse('**/get-restaurant-info-and-operational-status')
    letGo()
    await failed
    await expect(page.getByText(/\bkm\b|\bmin\b/)).toHaveCount(0)
  })

  test('[D-07, Q-02, GAP-55, INT-17] an unknown store reloads the page once and then shows Not found', async ({
    page,
  }) => {
    let loads = 0
    page.on('domcontentloaded', () => loads++)
    await page.goto('/stores/no-such-store')
    await expect(page.getByRole('heading', { name: 'Page not found' })).toBeVisible()
    await expect.poll(() => loads).toBe(2)
    expect(await stored(page, 'forceReloadedStore')).toBe('no-such-store')
  })

  test('[D-41, INT-05] the preference stays if the store does not offer it', async ({ page, request }) => {
    await remember(page, { userPreferredSelection: 'DELIVERY', userSelected: 'SELFPICKUP' })
    await giveGlow(page, request, { store: { delivery_type: 2 } })
    await page.goto('/stores/glow')
    await expect(page.getByRole('heading', { name: 'Glow Salon' })).toBeVisible()
    expect(await stored(page, 'userSelected')).toBe('SELFPICKUP')
    await giveGlow(page, request, { store: { delivery_type: 3 } })
    await page.goto('/stores/glow')
    await expect.poll(() => stored(page, 'userSelected')).toBe('DELIVERY')
  })
})

test.describe('the bar of a store', () => {
  const many = (group: string) => Array.from({ length: 12 }, (_, index) => ({ name: `${group} ${index + 1}` }))
  const nameInBar = (page: Page) => page.locator('#content [aria-hidden="true"]').getByText('Glow Salon')

  test('appears with back, name and search once the cover has scrolled away, and the chips stay below it', async ({
    page,
    request,
  }) => {
    await giveGlow(page, request, { groups: { Hair: many('Cut'), Nails: many('Polish') } })
    await page.goto('/stores/glow')
    const [back, search] = [page.getByRole('button', { name: 'Back' }), page.getByRole('button', { name: 'Search' })]
    await expect(page.getByRole('heading', { name: 'Cut 1', exact: true })).toBeVisible()
    await expect(nameInBar(page)).toHaveCSS('opacity', '0')
    await page.mouse.wheel(0, 900)
    await expect(nameInBar(page)).toHaveCSS('opacity', '1')
    expect([await topOf(back), await topOf(search)]).toEqual([6, 6])
    const chips = page.getByRole('navigation', { name: 'Menu groups' })
    await expect.poll(() => topOf(chips)).toBe(56)
    // In the order in which Tab moves the focus, the bar comes before the heading, and no button appears twice.
    await search.focus()
    await page.keyboard.press('Shift+Tab')
    await expect(back).toBeFocused()
    await page.mouse.wheel(0, -2000)
    await expect(nameInBar(page)).toHaveCSS('opacity', '0')
  })

  test('[D-39] the search opens at the top, also with a keyboard over the lower half, and closes where it was opened', async ({
    page,
    request,
  }) => {
    await giveGlow(page, request, { groups: { Hair: many('Cut'), Nails: many('Polish') } })
    await page.goto('/stores/glow')
    await expect(page.getByRole('heading', { name: 'Cut 12', exact: true })).toBeAttached()
    await page.mouse.wheel(0, 700)
    await expect(nameInBar(page)).toHaveCSS('opacity', '1')
    const before = await page.evaluate(() => scrollY)
    // The test presses the button without Playwright's click, which would first scroll the button out of the page's
    // padding.
    await page.getByRole('button', { name: 'Search' }).dispatchEvent('click')
    const field = page.getByRole('searchbox', { name: 'Search in this store' })
    await expect(field).toBeFocused()
    await page.setViewportSize({ width: 390, height: 400 })
    await field.fill('polish')
    await expect(page.getByText('Results for: polish')).toBeInViewport()
    expect(await topOf(field)).toBeLessThan(56)
    await expect(addButton(page, 'Polish 1')).toBeInViewport({ ratio: 1 })
    await expect(page.getByRole('heading', { name: 'Glow Salon' })).toBeHidden()
    await page.setViewportSize({ width: 390, height: 844 })
    await page.getByRole('button', { name: 'Close search' }).click()
    await expect(page.getByRole('heading', { name: 'Glow Salon' })).toBeAttached()
    await expect.poll(() => page.evaluate(() => scrollY)).toBe(before)
  })
})

test.describe('the button Share', () => {
  test("shares the store's link through the phone", async ({ page }) => {
    const shared: unknown[] = []
    await page.exposeFunction('noteShared', (data: unknown) => shared.push(data))
    await page.addInitScript(() => {
      const { noteShared } = window as unknown as { noteShared: (data: unknown) => void }
      navigator.share = async (data) => noteShared(data)
    })
    await page.goto(`/stores/${tiffinRoom.slug}`)
    await page.getByRole('button', { name: 'Share' }).click()
    await expect
      .poll(() => shared)
      .toEqual([{ title: tiffinRoom.name, url: expect.stringMatching(/^http.*\/stores\/namma-tiffin-room$/) }])
  })

  test('copies the link if the browser cannot share', async ({ page }) => {
    await page.addInitScript(() => Reflect.deleteProperty(Navigator.prototype, 'share'))
    await page.goto(`/stores/${tiffinRoom.slug}`)
    await page.getByRole('button', { name: 'Share' }).click()
    await expect(page.getByText('Link copied')).toBeVisible()
    expect(await page.evaluate(() => navigator.clipboard.readText())).toMatch(/\/stores\/namma-tiffin-room$/)
  })
})

test.describe('the offers of a store', () => {
  test('offers are cards that copy their code', async ({ page }) => {
    await page.goto(`/stores/${tiffinRoom.slug}`)
    const offers = page.getByRole('list', { name: 'Offers' })
    const offer = offers.getByRole('button', { name: /TIFFIN15/ })
    await expect(offer).toContainText('15% off')
    await offer.click()
    await expect(page.getByText('Coupon code has been copied')).toBeVisible()
    expect(await page.evaluate(() => navigator.clipboard.readText())).toBe('TIFFIN15')
  })

  test('offers are not shown if there are none', async ({ page }) => {
    const asked = await answer(page, 'get-store-coupons', { success: true, coupons: [] })
    await page.goto(`/stores/${tiffinRoom.slug}`)
    await expect.poll(() => asked).toEqual([{ restaurant_id: 1 }])
    await expect(addButton(page, 'Sunday Chow Chow')).toBeVisible()
    await expect(page.getByRole('list', { name: 'Offers' })).toHaveCount(0)
  })
})

test.describe('the menu', () => {
  const groupButton = (page: Page, name: string) => page.getByRole('button', { name, expanded: undefined })

  test('[D-09, D-10, D-12, INT-11, INT-12] items are in groups, the first one open, without items that have no price', async ({
    page,
    request,
  }) => {
    await remember(page, { expandAllItemMenu: 'false' })
    await giveGlow(page, request, {
      groups: {
        Hair: [
          { name: 'Free Advice', price: '0.00' },
          { name: 'Refund', price: '-1.00' },
          { name: 'Hair Spa', price: '5.00' },
        ],
        Nails: [{ name: 'Gel Nails' }, { name: 'Nail Art' }],
      },
    })
    await page.goto('/stores/glow')
    await expect(groupButton(page, 'Hair 1')).toHaveAttribute('aria-expanded', 'true')
    await expect(groupButton(page, 'Nails 2')).toHaveAttribute('aria-expanded', 'false')
    await expect(page.getByRole('list', { name: 'Hair' }).getByRole('heading')).toHaveText(['Hair Spa'])
    await expect(page.getByText('Gel Nails')).toHaveCount(0)
    await groupButton(page, 'Nails 2').click()
    await expect(page.getByRole('list', { name: 'Nails' }).getByRole('heading')).toHaveText(['Gel Nails', 'Nail Art'])
  })

  test('[D-10, INT-12] expandAllItemMenu opens every group', async ({ page, request }) => {
    await remember(page, { expandAllItemMenu: 'true' })
    await giveGlow(page, request)
    await page.goto('/stores/glow')
    await expect(groupButton(page, 'Hair 2')).toHaveAttribute('aria-expanded', 'true')
    await expect(groupButton(page, 'Nails 1')).toHaveAttribute('aria-expanded', 'true')
  })

  test('recommended items of the first group are not shown twice, and fewer than three others not at all', async ({
    page,
    request,
  }) => {
    const dishes = ['Idli', 'Vada', 'Dosa', 'Poori', 'Upma'].map((name, index) => ({ name, id: 910_000 + index }))
    const [first, ...others] = dishes
    const open = (recommended: typeof dishes) =>
      giveGlow(page, request, { groups: { Best: [first!, { name: 'Tea' }], All: others }, recommended })
    await open(dishes.slice(0, 4))
    await page.goto('/stores/glow')
    const picks = page.getByRole('list', { name: 'Recommended' })
    await expect(picks.getByRole('heading')).toHaveText(['Vada', 'Dosa', 'Poori'])
    await open(dishes.slice(0, 3))
    await page.reload()
    await expect(groupButton(page, 'All 4')).toBeVisible()
    await expect(picks).toHaveCount(0)
  })

  test('a switch shows only vegetarian dishes, and Back keeps it', async ({ page, request }) => {
    const groups = {
      Rice: [
        { name: 'Veg Biryani', is_veg: true },
        { name: 'Chicken Biryani', is_veg: false },
      ],
      Grill: [{ name: 'Fish Tikka', is_veg: false }],
      Water: [{ name: 'Water', is_veg: null }],
    }
    await giveGlow(page, request, { groups })
    await page.goto('/stores/glow')
    const veg = page.getByRole('button', { name: 'Veg only' })
    const names = page.locator('#content').getByRole('article').getByRole('heading')
    await expect(names).toHaveText(['Veg Biryani', 'Chicken Biryani', 'Fish Tikka', 'Water'])
    await veg.click()
    await expect(veg).toHaveAttribute('aria-pressed', 'true')
    await expect(names).toHaveText(['Veg Biryani', 'Water'])
    await expect(groupButton(page, 'Grill 1')).toHaveCount(0)
    await page.getByRole('link', { name: /Read reviews/ }).click()
    await expect(page).toHaveURL('/reviews/glow')
    await page.goBack()
    await expect(names).toHaveText(['Veg Biryani', 'Water'])
    await veg.click()
    await expect(names).toHaveCount(4)
  })

  test('a switch shows only best sellers, and a reload keeps it', async ({ page, request }) => {
    const [best, other] = [{ best_seller: 1 as const }, { best_seller: undefined }]
    const groups = {
      Rice: [
        { name: 'Veg Biryani', is_veg: true, ...best },
        { name: 'Chicken Biryani', is_veg: false, ...best },
        { name: 'Lemon Rice', is_veg: true, ...other },
      ],
      Water: [{ name: 'Water', is_veg: null, ...other }],
    }
    await giveGlow(page, request, { groups })
    await page.goto('/stores/glow')
    const chip = page.getByRole('button', { name: 'Best sellers' })
    const names = page.locator('#content').getByRole('article').getByRole('heading')
    await expect(names).toHaveCount(4)
    await chip.click()
    await expect(names).toHaveText(['Veg Biryani', 'Chicken Biryani'])
    await expect(groupButton(page, 'Water 1')).toHaveCount(0)
    await expect(page).toHaveURL('/stores/glow?best=1')
    await page.reload()
    await expect(chip).toHaveAttribute('aria-pressed', 'true')
    await expect(names).toHaveText(['Veg Biryani', 'Chicken Biryani'])
    await page.getByRole('button', { name: 'Veg only' }).click()
    await expect(names).toHaveText(['Veg Biryani'])
    await chip.click()
    await expect(names).toHaveText(['Veg Biryani', 'Lemon Rice', 'Water'])
    await expect(page).toHaveURL('/stores/glow?veg=1')
  })

  test('a menu without best sellers offers no switch for them and ignores the one in the URL', async ({
    page,
    request,
  }) => {
    await giveGlow(page, request, { groups: { Rice: [{ name: 'Biryani', best_seller: undefined }] } })
    await page.goto('/stores/glow?best=1')
    await expect(page.locator('#content').getByRole('article').getByRole('heading')).toHaveText(['Biryani'])
    await expect(page.getByRole('button', { name: 'Best sellers' })).toHaveCount(0)
  })

  test('a menu with only vegetarian dishes offers no switch for them', async ({ page, request }) => {
    await giveGlow(page, request, {
      groups: { Rice: [{ name: 'Veg Biryani', is_veg: true }], Other: [{ name: 'Idli' }] },
    })
    await page.goto('/stores/glow')
    await expect(groupButton(page, 'Other 1')).toBeVisible()
    await expect(page.getByRole('button', { name: 'Veg only' })).toHaveCount(0)
  })

  for (const kind of ['warehouse', 'medical'] as const) {
    test(`a store of the kind ${kind} shows its items in three columns, with pack size and price`, async ({
      page,
      request,
    }) => {
      const names = ['Onion (1 kg)', 'Milk (500 ml)', 'Bread', 'Salt 1 kg']
      await giveGlow(page, request, { store: { kind }, groups: { Daily: names.map((name) => ({ name })) } })
      await page.goto('/stores/glow')
      const items = page.getByRole('list', { name: 'Daily' }).getByRole('listitem')
      await expect(items.getByRole('heading')).toHaveText(['Onion', 'Milk', 'Bread', 'Salt'])
      await expect(items.first()).toContainText('1 kg')
      await expect(items.first()).toContainText('₹100.00')
      const tops = await items.evaluateAll((all) => all.map((item) => item.getBoundingClientRect().top))
      expect(new Set(tops.slice(0, 3)).size).toBe(1)
      expect(tops[3]).toBeGreaterThan(tops[0]!)
      await items.first().getByRole('button', { name: 'Add', exact: true }).click()
      await expect(page.getByRole('link', { name: /1 Item.*₹100\.00/ })).toBeVisible()
      await items.first().getByRole('button', { name: 'Onion', exact: true }).click()
      await expect(page.getByRole('dialog', { name: 'Onion (1 kg)' })).toBeVisible()
    })
  }

  test('a salon uses the words services and visits, and its cart has no tip', async ({ page, request }) => {
    const names = ['Hair', 'Nails', 'Skin', 'Brows', 'Bath', 'Gifts']
    await knowShop(page, { showTipsAmount: 'true', tips: '10,20', enSPU: 'true' })
    const store = await giveGlow(page, request, {
      store: { kind: 'salon', delivery_type: 3, min_order_price: '300.00' },
      groups: Object.fromEntries(names.map((name) => [name, [{ name: `A ${name}`, desc: 'A calm hour, 45 min.' }]])),
    })
    await answer(page, 'get-restaurant-info-and-operational-status', { ...store, is_operational: true, distance: 3.4 })
    await page.goto('/stores/glow')
    await expect(page.getByText('3.4 km')).toBeVisible()
    for (const fact of ['Visit at home', 'At the salon', 'Minimum booking ₹300'])
      await expect(page.getByRole('listitem').filter({ hasText: fact })).toBeVisible()
    await expect(page.getByText(/^\d+ min$|Delivery|Pickup|Menu/)).toHaveText(names.map(() => '45 min'))
    await page.getByRole('button', { name: 'Services', exact: true }).click()
    await expect(page.getByRole('dialog', { name: 'Services' })).toBeVisible()
    await page.keyboard.press('Escape')
    await row(page, 'A Hair').getByRole('button', { name: 'Book', exact: true }).click()
    await page.getByRole('link', { name: /1 Item/ }).click()
    await expect(page.getByRole('radio', { name: 'Visit at home' })).toBeAttached()
    await expect(page.getByRole('radio', { name: 'At the salon' })).toBeAttached()
    await expect(page.getByText('Tip your rider')).toHaveCount(0)
  })

  test('the menu button covers nothing', async ({ page, request }) => {
    const names = ['Hair', 'Nails', 'Skin', 'Brows', 'Bath', 'Gifts']
    await giveGlow(page, request, { groups: Object.fromEntries(names.map((name) => [name, [{ name: `A ${name}` }]])) })
    await page.goto('/stores/glow')
    const button = page.getByRole('button', { name: 'Menu', exact: true })
    await expect(button).toBeVisible()
    const chips = page.getByRole('navigation', { name: 'Menu groups' })
    await expect(chips.getByRole('button', { name: 'Menu', exact: true })).toBeVisible()
    const [box, rail] = [(await button.boundingBox())!, (await chips.getByText('Hair').boundingBox())!]
    expect(box.x + box.width).toBeLessThanOrEqual(rail.x)
  })

  test('a shop of packets has categories, rates an item inside its tile, and shows its picks if a search finds nothing', async ({
    page,
    request,
  }) => {
    const names = ['Hair', 'Nails', 'Skin', 'Brows', 'Bath', 'Gifts']
    const rated = { name: 'Oil (100 ml)', image: '', rating: '4.0', rating_count: 5 }
    const groups = Object.fromEntries(names.map((name) => [name, [name === 'Hair' ? rated : { name: `A ${name}` }]]))
    await giveGlow(page, request, { store: { kind: 'medical' }, groups, recommended: [{ name: 'Gold Facial' }] })
    await page.goto('/stores/glow')
    const chips = page.getByRole('navigation', { name: 'Menu groups' })
    await expect(chips.getByRole('button', { name: 'Categories', exact: true })).toBeVisible()
    const tile = page.getByRole('article').filter({ hasText: 'Oil' })
    const [rating, add] = [tile.getByText('(5)'), tile.getByRole('button', { name: 'Add', exact: true })]
    expect((await rating.boundingBox())!.y).toBeLessThan((await add.boundingBox())!.y)
    await page.getByRole('button', { name: 'Search' }).click()
    await page.getByRole('searchbox', { name: 'Search in this store' }).fill('qqqqqq')
    await expect(page.getByText("No results for 'qqqqqq'")).toBeVisible()
    await expect(page.getByRole('list', { name: 'Recommended' })).toBeVisible()
  })

  for (const layout of ['true', 'false']) {
    test(`[D-11] with recommendedLayoutV2 '${layout}' recommended items are a ${layout === 'true' ? 'row of cards' : 'list'}`, async ({
      page,
      request,
    }) => {
      await knowShop(page, { recommendedLayoutV2: layout })
      await giveGlow(page, request, { recommended: [{ name: 'Gold Facial' }, { name: 'Silver Facial' }] })
      await page.goto('/stores/glow')
      const list = page.getByRole('list', { name: 'Recommended' })
      const [gold, silver] = [list.getByRole('listitem').first(), list.getByRole('listitem').last()]
      await expect(gold).toContainText('Gold Facial')
      const isRow = (await topOf(gold)) === (await topOf(silver))
      expect(isRow).toBe(layout === 'true')
      expect(await leftOf(silver)).toBeGreaterThanOrEqual(await leftOf(gold))
    })
  }

  test('[D-13, R-18] the first choice of a group scrolls after 500 ms, the next immediately', async ({
    page,
    request,
  }) => {
    const many = (group: string) => Array.from({ length: 12 }, (_, index) => ({ name: `${group} ${index + 1}` }))
    await giveGlow(page, request, { groups: { Hair: many('Cut'), Nails: many('Polish'), Skin: many('Facial') } })
    await page.clock.install()
    await page.goto('/stores/glow')
    const menu = page.getByRole('navigation', { name: 'Menu groups' })
    await expect(menu).toBeVisible()
    await page.clock.pauseAt(new Date(Date.now() + 60_000))
    const scrolls = await page.evaluateHandle(() => {
      const seen: string[] = []
      const scroll = Element.prototype.scrollIntoView
      Element.prototype.scrollIntoView = function (options) {
        if (this.tagName === 'SECTION') seen.push(this.id)
        scroll.call(this, options)
      }
      return seen
    })
    await menu.getByRole('button', { name: 'Nails' }).click()
    await page.clock.runFor(499)
    expect(await scrolls.jsonValue()).toEqual([])
    await page.clock.runFor(1)
    expect(await scrolls.jsonValue()).toEqual(['group-Nails'])
    await menu.getByRole('button', { name: 'Skin' }).click()
    await page.clock.runFor(0)
    expect(await scrolls.jsonValue()).toEqual(['group-Nails', 'group-Skin'])
  })

  test('[D-13] a chosen group ends up below the chips, even if groups open and close on the way', async ({
    page,
    request,
  }) => {
    const many = (group: string) => Array.from({ length: 12 }, (_, index) => ({ name: `${group} ${index + 1}` }))
    const names = ['Hair', 'Nails', 'Skin', 'Brows', 'Bath', 'Gifts']
    await knowShop(page, { expandAllItemMenu: 'false' })
    await giveGlow(page, request, { groups: Object.fromEntries(names.map((name) => [name, many(name)])) })
    await page.goto('/stores/glow')
    const chips = page.getByRole('navigation', { name: 'Menu groups' })
    // The test chooses a group of the menu below the current position first, and then one above it.
    for (const name of ['Bath', 'Nails']) {
      await page.getByRole('button', { name: 'Menu', exact: true }).click()
      await page.getByRole('dialog').getByRole('button', { name }).click()
      await expect(chips.getByRole('button', { name })).toHaveAttribute('aria-pressed', 'true')
      await expect(async () =>
        expect(Math.abs((await topOf(groupButton(page, `${name} 12`).first())) - 120)).toBeLessThan(8),
      ).toPass()
    }
  })

  test('[D-39, K-01, K-02, K-03, K-04, Q-16, GAP-54, GAP-69, R-09, R-10] the search tolerates typos, and waits for three letters and 500 ms', async ({
    page,
    request,
  }) => {
    await giveGlow(page, request)
    await page.clock.install()
    await page.goto('/stores/glow')
    await page.getByRole('button', { name: 'Search' }).click()
    const field = page.getByRole('searchbox', { name: 'Search in this store' })
    await expect(field).toBeFocused()
    await field.fill('ha')
    await expect(page.getByText('Type at least 3 characters')).toBeVisible()
    await expect(groupButton(page, 'Hair 2')).toBeVisible()

    await page.clock.pauseAt(new Date(Date.now() + 60_000))
    await field.fill('hiar SPA')
    await expect(page.getByText('Type at least 3 characters')).toHaveCount(0)
    await page.clock.runFor(450)
    await expect(page.getByText(/^Results for/)).toHaveCount(0)
    await page.clock.runFor(150)
    await expect(page.getByText('Results for: hiar SPA')).toBeVisible()
    await expect(page.getByRole('article')).toHaveCount(1)
    await expect(row(page, 'Hair Spa')).toBeVisible()

    await page.getByRole('button', { name: 'Clear search' }).click()
    await expect(groupButton(page, 'Hair 2')).toBeVisible()
    await expect(page.getByText(/^Results for/)).toHaveCount(0)
    await field.fill('xyz')
    await page.clock.runFor(600)
    await expect(page.getByText("No results for 'xyz'")).toBeVisible()
  })

  test('[D-29, Q-13] an unavailable item says so, in the list and in its drawer', async ({ page, request }) => {
    await giveGlow(page, request, { groups: { Hair: [{ name: 'Hair Spa', is_active: 0 }, { name: 'Hair Cut' }] } })
    await page.goto('/stores/glow')
    await expect(row(page, 'Hair Spa').getByText('Item not available')).toBeVisible()
    await expect(addButton(page, 'Hair Spa')).toHaveCount(0)
    await expect(addButton(page, 'Hair Cut')).toBeEnabled()
    const drawer = await openItem(page, 'Hair Spa')
    await expect(drawer.getByText('Item not available')).toBeVisible()
    await expect(drawer.getByRole('button', { name: /Add|Remove/ })).toHaveCount(0)
  })
})

test('[D-10] item names next to each other align, with or without a badge', async ({ page, request }) => {
  await page.setViewportSize({ width: 760, height: 900 })
  const badges = [{ name: 'Plain' }, { name: 'New one', is_new: 1 as const, is_popular: 0 as const }]
  await giveGlow(page, request, { groups: { Hair: badges.map((item) => ({ is_new: 0, is_popular: 0, ...item })) } })
  await page.goto('/stores/glow')
  await expect(row(page, 'New one').getByText('New', { exact: true })).toBeVisible()
  const nameOf = (item: string) => row(page, item).getByRole('heading')
  expect(await leftOf(nameOf('New one'))).toBeGreaterThan(380)
  expect(await topOf(nameOf('New one'))).toBeCloseTo(await topOf(nameOf('Plain')), 0)
})

test.describe('the item drawer', () => {
  test('[D-17, D-18, R-19, D-19, D-27, D-28, GAP-78] the item drawer slides in from the right, 80% wide, with a picture, a text and a fixed bar', async ({
    page,
    request,
  }) => {
    await page.setViewportSize({ width: 400, height: 800 })
    await giveGlow(page, request, {
      groups: {
        Hair: [
          {
            name: 'Hair Spa',
            large: '/assets/img/items/d-gassi-neer-dosa.webp',
            desc: `<i>soft</i><img src="/nothing" onerror="window.ran = true"><script>window.ran = true</script>${'<p>long</p>'.repeat(40)}`,
          },
        ],
      },
    })
    await page.goto('/stores/glow')
    const drawer = await openItem(page, 'Hair Spa')
    await expect(drawer.getByRole('heading', { name: 'Hair Spa' })).toBeVisible()
    await expect(drawer).toHaveCSS('width', '320px')
    await expect.poll(async () => Math.round((await leftOf(drawer)) + 320)).toBe(400)
    const picture = drawer.getByRole('img', { name: 'Hair Spa' })
    expect(await picture.getAttribute('src')).toMatch(/d-gassi-neer-dosa(-\d+)?\.webp$/)
    await expect(drawer.locator('i')).toHaveText('soft')
    expect(await page.evaluate(() => 'ran' in window)).toBe(false)
    const add = drawer.getByRole('button', { name: 'Add', exact: true })
    const before = await topOf(add)
    await drawer.getByText('long').last().scrollIntoViewIfNeeded()
    expect(await topOf(add)).toBe(before)
  })

  test('[D-17] Escape, Back and the close button close it, and the focus returns to the item', async ({
    page,
    request,
  }) => {
    await giveGlow(page, request)
    await page.goto('/stores/glow')
    const opener = row(page, 'Hair Spa').getByRole('button', { name: 'Hair Spa', exact: true })
    const closings = [
      () => page.keyboard.press('Escape'),
      () => page.goBack(),
      () => page.getByRole('dialog').getByRole('button', { name: 'Close' }).click(),
    ]
    for (const close of closings) {
      const drawer = await openItem(page, 'Hair Spa')
      await expect(drawer).toBeVisible()
      await close()
      await expect(drawer).toBeHidden()
      await expect(opener).toBeFocused()
      await expect(page).toHaveURL('/stores/glow')
    }
  })

  test('[D-20, D-28, D-30, D-32] plus and minus change the quantity, and the badge counts it', async ({
    page,
    request,
  }) => {
    await giveGlow(page, request)
    await page.goto('/stores/glow')
    const drawer = await openItem(page, 'Hair Spa')
    await expect(drawer.getByText('In cart:')).toHaveCount(0)
    await drawer.getByRole('button', { name: 'Add', exact: true }).click()
    await expect(drawer).toBeHidden()
    await expect(page.getByRole('link', { name: /1 Item.*₹100\.00/ })).toBeVisible()
    await openItem(page, 'Hair Spa')
    const stepper = drawer.getByRole('group', { name: 'Quantity of Hair Spa' })
    await expect(stepper).toContainText('1')
    await stepper.getByRole('button', { name: 'Add one' }).click()
    await stepper.getByRole('button', { name: 'Add one' }).click()
    await expect(drawer.getByText('In cart: 3')).toBeAttached()
    await expect(drawer.getByText('₹300.00')).toBeVisible()
    await stepper.getByRole('button', { name: 'Remove one' }).click()
    await expect(drawer.getByText('In cart: 2')).toBeAttached()
    await expect(stepper).toContainText('2')
  })

  test('[D-21, D-31, D-33, INT-18, INT-19] an item with add-ons asks first, and shows a tick', async ({
    page,
    request,
  }) => {
    const colour = addons('Colour', 'SINGLE', { Red: '0.00', Gold: '50.00' })
    await giveGlow(page, request, { groups: { Nails: [{ name: 'Gel Nails', addon_categories: [colour] }] } })
    await page.goto('/stores/glow')
    const drawer = await openItem(page, 'Gel Nails')
    await expect(drawer.getByText('In cart')).toHaveCount(0)
    await drawer.getByRole('button', { name: 'Add', exact: true }).click()
    const sheet = page.getByRole('dialog').filter({ has: page.getByRole('radiogroup', { name: 'Colour' }) })
    await expect(sheet).toBeVisible()
    expect(await stored(page, 'cart')).toBeNull()
    await sheet.getByRole('button', { name: /Add to cart/ }).click()
    await expect(sheet).toBeHidden()
    await expect(drawer).toBeHidden()
    await expect(page.getByRole('link', { name: /1 Item/ })).toBeVisible()
    await openItem(page, 'Gel Nails')
    await expect(drawer.getByText('In cart', { exact: true })).toBeAttached()
    await expect(drawer.getByText('In cart:')).toHaveCount(0)
    await expect(drawer.getByRole('button', { name: 'Remove one' })).toBeDisabled()
    await page.keyboard.press('Escape')
    await expect(row(page, 'Gel Nails').getByRole('button', { name: 'Remove one' })).toBeDisabled()
    await openItem(page, 'Gel Nails')
    await drawer.getByRole('link', { name: 'Change options in your cart' }).click()
    await expect(page).toHaveURL('/cart')
    await page.goBack()
    await expect(page).toHaveURL('/stores/glow')
  })

  const discounts = [
    { old_price: '100.00', price: '80.00', setting: 'true', percent: '20% off' },
    { old_price: '100.00', price: '80.00', setting: 'false', percent: null },
    { old_price: '0.00', price: '80.00', setting: 'true', percent: null },
  ]
  for (const { old_price, price, setting, percent } of discounts) {
    test(`[D-22, D-23] price ${price} of ${old_price}, showPercentageDiscount '${setting}'`, async ({
      page,
      request,
    }) => {
      await remember(page, { showPercentageDiscount: setting })
      await giveGlow(page, request, { groups: { Hair: [{ name: 'Hair Spa', price, old_price }] } })
      await page.goto('/stores/glow')
      const drawer = await openItem(page, 'Hair Spa')
      await expect(drawer.getByText('₹80.00').first()).toBeVisible()
      await expect(drawer.getByRole('deletion')).toHaveText(old_price === '0.00' ? [] : ['₹100.00'])
      await expect(drawer.getByText(/% off/)).toHaveText(percent ? [percent] : [])
    })
  }

  const marks = [
    { is_veg: true, setting: 'true', mark: 'Veg' },
    { is_veg: false, setting: 'true', mark: 'Non-veg' },
    { is_veg: null, setting: 'true', mark: null },
    { is_veg: true, setting: 'false', mark: null },
  ] as const
  for (const { is_veg, setting, mark } of marks) {
    test(`[D-26, INT-20] is_veg ${is_veg} with showVegNonVegBadge '${setting}' shows ${mark ?? 'no mark'}`, async ({
      page,
      request,
    }) => {
      await remember(page, { showVegNonVegBadge: setting })
      await giveGlow(page, request, { groups: { Hair: [{ name: 'Hair Spa', is_veg }] } })
      await page.goto('/stores/glow')
      const drawer = await openItem(page, 'Hair Spa')
      await expect(drawer.getByRole('heading', { name: 'Hair Spa' })).toBeVisible()
      const names = await drawer.getByRole('img', { name: /veg$/i }).all()
      expect(names).toHaveLength(mark ? 1 : 0)
      if (mark) await expect(drawer.getByRole('img', { name: mark, exact: true })).toBeVisible()
    })
  }
})

test.describe('the add-on drawer', () => {
  test('[D-34, D-35, D-36, D-37, D-38, INT-07] it comes from the bottom, with single and multiple choices, and the line has the chosen add-ons', async ({
    page,
    request,
  }) => {
    const nails = addons('Length', 'SINGLE', { Short: '0.00', Middle: '20.00', Long: '40.00' }, 1)
    const extras = addons('Extras', 'MULTI', { Glitter: '30.00', Stickers: '10.00' }, 2)
    await giveGlow(page, request, {
      groups: { Nails: [{ name: 'Gel Nails', addon_categories: [nails, extras], addon_pricing: 'add' }] },
    })
    await page.goto('/stores/glow')
    await addButton(page, 'Gel Nails').click()
    const sheet = page.getByRole('dialog', { name: 'Gel Nails' })
    await expect
      .poll(async () => {
        const box = (await sheet.boundingBox())!
        return Math.round(box.y + box.height)
      })
      .toBe(844)
    const radios = sheet.getByRole('radiogroup', { name: 'Length' }).getByRole('radio')
    await expect(radios).toHaveCount(3)
    await expect(radios.first()).toBeChecked()
    const boxes = sheet.getByRole('group', { name: 'Extras' }).getByRole('checkbox')
    await expect(boxes).toHaveCount(2)
    for (const box of await boxes.all()) await expect(box).not.toBeChecked()

    await expect(sheet.getByText('+₹20.00')).toBeVisible()
    await sheet.getByText('Middle').click()
    await sheet.getByText('Glitter').click()
    await expect(radios.first()).not.toBeChecked()
    const confirm = sheet.getByRole('button', { name: /Add to cart/ })
    await expect(confirm).toHaveText(/Add to cart\s*· ₹150\.00/)
    await confirm.click()
    await expect(page.getByRole('link', { name: /1 Item.*₹150\.00/ })).toBeVisible()
    const [line] = (await stored(page, 'cart')) as { selectedaddons: object[] }[]
    expect(line!.selectedaddons).toEqual([
      { addon_category_name: 'Length', addon_id: '920011', addon_name: 'Middle', price: '20.00' },
      { addon_category_name: 'Extras', addon_id: '920020', addon_name: 'Glitter', price: '30.00' },
    ])
  })
})

test.describe('a single item', () => {
  test('[B-09, D-40] a link to an item shows only that item, with the same rules', async ({ page }) => {
    const asked = listenTo(page, 'get-single-item')
    await page.goto(`/stores/${tiffinRoom.slug}/3`)
    const drawer = page.getByRole('dialog', { name: 'Sunday Chow Chow' })
    await expect(drawer).toBeVisible()
    expect(asked).toEqual([{ id: 3 }])
    await drawer.getByRole('button', { name: 'Add', exact: true }).click()
    await page.keyboard.press('Escape')
    await expect(page.getByRole('heading', { name: tiffinRoom.name, level: 1 })).toBeVisible()
    await expect(page.getByRole('article')).toHaveCount(1)
    await expect(page.getByRole('link', { name: /1 Item/ })).toBeVisible()
    await page.getByRole('link', { name: 'See the whole menu' }).click()
    await expect(page).toHaveURL(`/stores/${tiffinRoom.slug}`)
    await expect(page.getByRole('article').nth(5)).toBeAttached()
  })

  for (const setting of ['true', 'false']) {
    test(`[D-25, INT-11] an item without a price opens by its link, hidePriceWhenZero '${setting}'`, async ({
      page,
      request,
    }) => {
      await remember(page, { hidePriceWhenZero: setting })
      const store = await giveGlow(page, request)
      const menu = (await (await request.post(`/public/api/get-single-item`, { data: { id: 3 } })).json()) as object
      const free = { ...menu, id: 7, restaurant_id: store.id, name: 'Free Advice', price: '0.00', old_price: '0.00' }
      await answer(page, 'get-single-item', free)
      await page.goto('/stores/glow/7')
      const drawer = page.getByRole('dialog', { name: 'Free Advice' })
      await expect(drawer.getByRole('heading', { name: 'Free Advice' })).toBeVisible()
      await expect(drawer.getByText('₹0.00')).toHaveCount(setting === 'true' ? 0 : 2)
    })
  }
})
