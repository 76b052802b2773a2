import type { Output } from '@nukkad/contract/contract.ts'
import { type APIRequestContext, expect, type Page, test } from '@playwright/test'
import { knowShop } from './boot.ts'
import { koramangala } from './carts.ts'
import { answer, listenTo, stored } from './given.ts'
import { call, comeBack, newCustomer } from './people.ts'
import { tiffinRoom } from './shops.ts'

// The service worker is blocked: it would answer from its cache, while these tests replace the server's answers.
test.use({ serviceWorkers: 'block' })
test.afterEach(({ page }) => page.unrouteAll({ behavior: 'ignoreErrors' }))

type Store = Output<'get-delivery-restaurants'>[number]

const { latitude, longitude } = koramangala
const here = { latitude, longitude }
const place = { lat: latitude, lng: longitude, address: koramangala.address, house: null, tag: null }
const atHome = { userSetAddress: JSON.stringify({ ...place, businessLocation: false }) }
const search = (page: Page) => page.getByRole('searchbox')
const stores = (page: Page) => page.getByRole('region', { name: 'Stores' })
const store = (page: Page, name: string) => page.getByRole('heading', { name, exact: true })

/** Returns stores with the given names, in the form of a real store from a list. */
async function storesLike(request: APIRequestContext, ...names: string[]): Promise<Store[]> {
  const [real] = await call<Store[]>(request, 'get-delivery-restaurants', here)
  return names.map((name, index) => ({ ...real!, id: 900_000 + index, name, slug: `given-${index}` }))
}

test.describe('exploring', () => {
  test('[B-10, K-05] a search for stores and items is sent and shows both', async ({ page }) => {
    await knowShop(page, atHome)
    await page.goto('/explore')
    await expect(page.getByRole('heading', { level: 1, name: 'Explore' })).toBeVisible()
    await expect(stores(page)).toBeVisible()
    const sent = listenTo(page, 'search-restaurants')
    await search(page).fill('dosa')
    const items = page.getByRole('region', { name: 'Dishes' })
    await expect(items.getByRole('link').first()).toContainText(/dosa/i)
    await expect(items.getByRole('link').first().locator('b')).toHaveText(/^dosa$/i)
    expect(sent).toEqual([{ ...here, q: 'dosa' }])
    await search(page).fill(tiffinRoom.name)
    await expect(store(page, tiffinRoom.name)).toBeVisible()
  })

  test('[K-05] a dish goes from the search into the cart, and another store asks before it replaces the cart', async ({
    page,
  }) => {
    await knowShop(page, atHome)
    await page.goto('/explore')
    await search(page).fill('curd rice')
    const rowOf = (shop: string) =>
      page.getByRole('region', { name: 'Dishes' }).getByRole('listitem').filter({ hasText: shop })
    const [first, other] = [rowOf(tiffinRoom.name), rowOf('Dakshin Ruchi')]
    await expect(first).toHaveCount(1)
    await expect(first).toContainText(/\d+ min/)
    const inCart = async () => {
      const lines = ((await stored(page, 'cart')) ?? []) as { name: string; quantity: number; storeName: string }[]
      return lines.map(({ name, quantity, storeName }) => ({ name, quantity, storeName }))
    }
    const oneOf = (storeName: string) => [{ name: 'Curd Rice', quantity: 1, storeName }]
    await first.getByRole('button', { name: 'Add' }).click()
    await expect.poll(inCart).toEqual(oneOf(tiffinRoom.name))
    await expect(first.getByRole('group')).toContainText('1')
    const dialog = page.getByRole('dialog', { name: 'Start a new cart?' })
    await other.getByRole('button', { name: 'Add' }).click()
    await expect(dialog).toContainText(`Your cart has items from ${tiffinRoom.name}.`)
    await dialog.getByRole('button', { name: 'No' }).click()
    await expect(dialog).toBeHidden()
    expect(await inCart()).toEqual(oneOf(tiffinRoom.name))
    await other.getByRole('button', { name: 'Add' }).click()
    await dialog.getByRole('button', { name: 'Yes' }).click()
    await expect.poll(inCart).toEqual(oneOf('Dakshin Ruchi'))
    await expect(other.getByRole('group')).toContainText('1')
    await expect(first.getByRole('button', { name: 'Add' })).toBeVisible()
    await page.getByRole('link', { name: /1 Item/ }).click()
    await expect(page).toHaveURL('/cart')
    await expect(page.getByRole('group', { name: 'Quantity of Curd Rice' })).toContainText('1')
  })

  test('[K-05] a dish with choices asks for them before it is in the cart', async ({ page }) => {
    await knowShop(page, atHome)
    await page.goto('/explore?q=filter+coffee')
    const dish = page
      .getByRole('listitem')
      .filter({ hasText: tiffinRoom.name })
      .filter({ hasText: /Filter Coffee(?! F)/ })
    await dish.first().getByRole('button', { name: 'Add' }).click()
    await expect(page.getByRole('dialog')).toContainText('Filter Coffee')
    expect(await stored(page, 'cart')).toBeFalsy()
  })

  test('[K-05] a link, a reload and Back restore the query of the URL, and invalid parameters are ignored', async ({
    page,
  }) => {
    await knowShop(page, atHome)
    await page.goto('/explore?q=masala%20dosa')
    await expect(search(page)).toHaveValue('masala dosa')
    await expect(page.getByRole('region', { name: 'Dishes' })).toContainText('Masala Dosa')
    await search(page).fill('idli')
    await expect(page).toHaveURL('/explore?q=idli')
    await page.reload()
    await expect(search(page)).toHaveValue('idli')
    await page.getByRole('region', { name: 'Dishes' }).getByRole('link').first().click()
    await expect(page).toHaveURL(/stores/)
    await page.goBack()
    await expect(page).toHaveURL('/explore?q=idli')
    await expect(search(page)).toHaveValue('idli')
    await search(page).fill('')
    await expect(page).toHaveURL('/explore')
    const sent = listenTo(page, 'search-restaurants')
    for (const bad of ['ab', '%ff%fe%fd', 'x'.repeat(65), 'dosa%07']) {
      await page.goto(`/explore?q=${bad}`)
      await expect(page.getByRole('region', { name: 'Collections' })).toBeVisible()
      await expect(search(page)).toHaveValue('')
    }
    expect(sent).toEqual([])
  })

  test('[K-05] the group and the chips of a search are in the URL, and Back keeps them', async ({ page }) => {
    await knowShop(page, atHome)
    await page.goto('/explore?sort=nonsense&under=-3&open=1')
    await search(page).fill('dosa')
    await expect(stores(page)).toBeVisible()
    await page.getByRole('radio', { name: 'Dishes' }).check({ force: true })
    await expect(stores(page)).toHaveCount(0)
    await page.getByRole('combobox', { name: 'Sort' }).selectOption('near')
    expect(new URL(page.url()).searchParams.get('show')).toBe('items')
    expect(new URL(page.url()).searchParams.get('sort')).toBe('near')
    await page.getByRole('region', { name: 'Dishes' }).getByRole('link').first().click()
    await expect(page).toHaveURL(/stores/)
    await page.goBack()
    await expect(page.getByRole('radio', { name: 'Dishes' })).toBeChecked()
    await expect(search(page)).toHaveValue('dosa')
    expect(new URL(page.url()).searchParams.get('sort')).toBe('near')
    expect(new URL(page.url()).searchParams.get('open')).toBe('1')
  })

  test('[B-10] before a search, trending searches are offered, and no collection is shown twice', async ({ page }) => {
    await knowShop(page, atHome)
    await answer(page, 'get-trending-searches', { searches: ['Masala Dosa', 'Idli'] })
    await page.goto('/explore')
    const collections = page.getByRole('region', { name: 'Collections' })
    await expect(collections.getByRole('link', { name: 'Every morning needs' })).toBeVisible()
    await expect(collections.getByRole('link', { name: 'Medical', exact: true })).toHaveCount(0)
    await page.getByRole('region', { name: 'Trending' }).getByRole('button', { name: 'Masala Dosa' }).click()
    await expect(search(page)).toHaveValue('Masala Dosa')
    await expect(page.getByRole('region', { name: 'Dishes' })).toBeVisible()
  })

  test('a search that finds nothing offers categories where nothing is trending, and no filters', async ({ page }) => {
    await knowShop(page, atHome)
    await answer(page, 'get-trending-searches', { searches: [] })
    await answer(page, 'get-all-restaurants-categories', {
      categories: [{ id: 1, name: 'Biryani', is_active: 1 }],
      restaurants: [],
    })
    await page.goto('/explore')
    await search(page).fill('qqqqqq')
    await expect(page.getByText("No results for 'qqqqqq'")).toBeVisible()
    await expect(page.getByRole('combobox', { name: 'Sort' })).toHaveCount(0)
    await page.getByRole('button', { name: 'Biryani', exact: true }).click()
    await expect(search(page)).toHaveValue('Biryani')
  })

  test('[B-11, K-06] a search by category name is sent and shows its stores', async ({ page, request }) => {
    await knowShop(page, atHome)
    await page.goto('/explore-category')
    await expect(page.getByRole('heading', { level: 1, name: 'Explore by category' })).toBeVisible()
    const sent = listenTo(page, 'search-category')
    const { restaurants } = await call<Output<'search-category'>>(request, 'search-category', { ...here, q: 'biryani' })
    expect(restaurants.length).toBeGreaterThan(0)
    await search(page).fill('biryani')
    await expect(store(page, restaurants[0]!.name)).toBeVisible()
    await expect.poll(() => sent).toEqual([{ ...here, q: 'biryani' }])
  })
})

test.describe('categories of stores', () => {
  test('[B-07, K-07, K-08, S-19] are fetched, chosen and stored, and the stores follow', async ({ page, request }) => {
    await knowShop(page, atHome)
    const asked = await answer(page, 'get-all-restaurants-categories', {
      categories: [
        { id: 1, name: 'Hair', is_active: 1 },
        { id: 2, name: 'Nails', is_active: 1 },
      ],
      restaurants: [],
    })
    const [hair, nails] = await storesLike(request, 'Shear Joy', 'Tip Top Nails')
    await page.route('**/public/api/get-filtered-restaurants', (route) => {
      const { category_ids } = route.request().postDataJSON() as { category_ids: number[] }
      return route.fulfill({ json: category_ids.length === 1 ? [hair] : [hair, nails] })
    })
    const filtered = listenTo(page, 'get-filtered-restaurants')
    await page.goto('/categories/stores')
    const choice = page.getByRole('group', { name: 'Categories' })
    await expect(choice.getByRole('button')).toHaveText(['Hair', 'Nails'])
    expect(asked).toHaveLength(1)
    await expect(store(page, 'Shear Joy')).toBeVisible()
    await expect(store(page, 'Tip Top Nails')).toBeVisible()
    await choice.getByRole('button', { name: 'Hair' }).click()
    await expect(store(page, 'Tip Top Nails')).toHaveCount(0)
    await expect(store(page, 'Shear Joy')).toBeVisible()
    expect(filtered.at(-1)).toEqual({ ...here, category_ids: [1] })
    expect(await stored(page, 'categorySelectOptions')).toEqual([{ value: 1, label: 'Hair' }])
    await page.reload()
    await expect(choice.getByRole('button', { name: 'Hair' })).toHaveAttribute('aria-pressed', 'true')
    await expect(store(page, 'Tip Top Nails')).toHaveCount(0)
  })
})

test('a chosen category scrolls its stores into view, and Back leaves the screen', async ({ page, request }) => {
  await knowShop(page, atHome)
  await answer(page, 'get-all-restaurants-categories', {
    categories: Array.from({ length: 40 }, (_, index) => ({ id: index + 1, name: `Kind ${index + 1}`, is_active: 1 })),
    restaurants: [],
  })
  await answer(page, 'get-filtered-restaurants', await storesLike(request, 'Shear Joy', 'Tip Top Nails'))
  await page.goto('/explore')
  await page.goto('/categories/stores')
  const kind = page.getByRole('button', { name: 'Kind 2', exact: true })
  await expect(kind).toBeVisible()
  await expect(store(page, 'Shear Joy')).not.toBeInViewport()
  await kind.click()
  await expect(store(page, 'Shear Joy')).toBeInViewport({ ratio: 1 })
  // After the last choice is removed, the page must stay scrolled to the tiles.
  await kind.click()
  await expect(kind).toHaveAttribute('aria-pressed', 'false')
  await expect(kind).toBeInViewport()
  await page.goBack()
  await expect(page).toHaveURL('/explore')
})

test.describe('favourite stores', () => {
  test('[B-20, K-10] are listed near the current location, and a removed one disappears', async ({ page, request }) => {
    const customer = await newCustomer(request)
    const info = await call<Output<'get-restaurant-info'>>(request, `get-restaurant-info/${tiffinRoom.slug}`)
    await call(request, 'toggle-favorite', { id: info.id }, customer.token)
    await knowShop(page, atHome)
    await comeBack(page, customer.session)
    const listed = listenTo(page, 'get-favorite-stores')
    await page.goto('/my-favorite-stores')
    await expect(store(page, tiffinRoom.name)).toBeVisible()
    expect(listed[0]).toEqual({ token: customer.token, ...here })
    await page.getByRole('button', { name: 'Favourite', exact: true }).click()
    await expect(page.getByRole('status').filter({ hasText: 'Removed from your favourites' })).toBeVisible()
    await page.reload()
    await expect(page.getByRole('heading', { name: 'Tap the heart on a store to save it here' })).toBeVisible()
    await expect(store(page, tiffinRoom.name)).toHaveCount(0)
  })

  test('[GAP-63] without a network nothing changes and the reason is shown', async ({ page, request, context }) => {
    const customer = await newCustomer(request)
    const info = await call<Output<'get-restaurant-info'>>(request, `get-restaurant-info/${tiffinRoom.slug}`)
    await call(request, 'toggle-favorite', { id: info.id }, customer.token)
    await knowShop(page, atHome)
    await comeBack(page, customer.session)
    await page.goto('/my-favorite-stores')
    await expect(store(page, tiffinRoom.name)).toBeVisible()
    const sent = listenTo(page, 'toggle-favorite')
    await context.setOffline(true)
    await page.getByRole('button', { name: 'Favourite', exact: true }).click()
    await expect(page.getByText('Connect to the internet to continue')).toBeVisible()
    await expect(store(page, tiffinRoom.name)).toBeAttached()
    expect(sent).toEqual([])
  })
})

test.describe('lists of one store kind', () => {
  for (const { path, name, kind, title } of [
    { path: '/daily', name: 'get-delivery-warehouses', kind: 'warehouse', title: 'Every morning needs' },
    { path: '/medical', name: 'get-medical-stores', kind: 'medical', title: 'Medicines near you' },
  ] as const) {
    test(`[C-04, K-11, GAP-72, GAP-80, B-34, B-35, INT-15] ${path} shows each ${kind} that ${name} returns, and no other kind`, async ({
      page,
      request,
    }) => {
      await knowShop(page, atHome)
      const near = await call<Store[]>(request, name, here)
      const [shown, others] = [near.filter((row) => row.kind === kind), near.filter((row) => row.kind !== kind)]
      expect(shown.length).toBeGreaterThan(0)
      expect(others.length > 0).toBe(kind === 'warehouse')
      const sent = listenTo(page, name)
      await page.goto(path)
      await expect(page.getByRole('heading', { level: 1, name: title })).toBeVisible()
      for (const row of shown) await expect(store(page, row.name)).toBeAttached()
      for (const row of others) await expect(store(page, row.name)).not.toBeAttached()
      expect(sent).toEqual([here])
    })
  }

  test('[GAP-72, K-11, B-34, B-35] explore links to both if there are such stores', async ({ page }) => {
    await knowShop(page, atHome)
    await page.goto('/explore')
    const collections = page.getByRole('region', { name: 'Collections' })
    await collections.getByRole('link', { name: 'Medicines near you' }).click()
    await expect(page).toHaveURL('/medical')
    await page.goBack()
    await collections.getByRole('link', { name: 'Every morning needs' }).click()
    await expect(page).toHaveURL('/daily')
  })

  test('[GAP-72] explore links to neither if there are none', async ({ page }) => {
    await knowShop(page, atHome)
    for (const name of ['get-medical-stores', 'get-delivery-warehouses']) await answer(page, name, [])
    await page.goto('/explore')
    const collections = page.getByRole('region', { name: 'Collections' })
    await expect(collections.getByRole('link').first()).toBeVisible()
    await page.waitForLoadState('networkidle')
    for (const name of ['Medicines near you', 'Every morning needs'])
      await expect(collections.getByRole('link', { name })).toHaveCount(0)
  })

  test('[GAP-72, Q-15] without any store they say so', async ({ page }) => {
    await knowShop(page, atHome)
    await answer(page, 'get-medical-stores', [])
    await page.goto('/medical')
    await expect(page.getByRole('heading', { name: 'No stores here yet' })).toBeVisible()
  })
})
