import { type BrowserContext, expect, type Page, test } from '@playwright/test'
import { knowShop } from './boot.ts'
import { keepCart, newOrderer } from './carts.ts'
import { stored } from './given.ts'
import { call, comeBack, newCustomer } from './people.ts'

// The service worker is blocked: it would answer from its cache, while these tests replace the server's answers.
test.use({ serviceWorkers: 'block' })
test.afterEach(({ page }) => page.unrouteAll({ behavior: 'ignoreErrors' }))

const dish = 'Sunday Chow Chow'
const placeButton = (page: Page) => page.getByRole('button', { name: 'Place order' })

/** Opens a second tab of the same browser, which shares the storage of the first. */
async function openTab(context: BrowserContext, path: string): Promise<Page> {
  const tab = await context.newPage()
  await tab.goto(path)
  return tab
}

async function chooseCash(page: Page): Promise<void> {
  await page.getByText('Cash on delivery').click()
  await expect(placeButton(page)).toBeEnabled()
}

test('[H-15, H-17, GAP-49, GAP-86] a log-out without a network ends both tabs, and reaches the server later', async ({
  page,
  context,
  request,
}) => {
  const [asha, bina] = [await newCustomer(request, 'Asha Rao'), await newCustomer(request, 'Bina Das')]
  await comeBack(page, asha.session)
  await knowShop(page)
  await page.goto('/my-account')
  await expect(page.getByText('Asha Rao').first()).toBeVisible()
  const second = await openTab(context, '/my-wallet')
  await expect(second).toHaveURL('/my-wallet')

  let isCut = true
  await page.route('**/public/api/logout', (route) => (isCut ? route.abort() : route.continue()))
  await page.evaluate(() => localStorage.setItem('orderComment', 'The key lies under the mat'))
  await page.getByRole('button', { name: 'Logout' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Logout' }).click()
  await expect(page).toHaveURL(/\/login/)
  await expect(second).toHaveURL(/\/login/)
  expect(await stored(page, 'orderComment')).toBeNull()

  // Another customer signs in in the first tab. The second tab then has the session of the new customer, and the first
  // customer stays logged out.
  await page.evaluate((session) => localStorage.setItem('user', JSON.stringify(session)), bina.session)
  await second.evaluate(() => document.dispatchEvent(new Event('visibilitychange', { bubbles: true })))
  await second.goto('/my-account')
  await expect(second.getByText('Bina Das').first()).toBeVisible()
  await page.goto('/my-account')
  await expect(page.getByText('Bina Das').first()).toBeVisible()
  expect(await stored(page, 'user')).toMatchObject({ data: { id: bina.id } })

  isCut = false
  await page.evaluate(() => dispatchEvent(new Event('online')))
  await expect.poll(() => stored(page, 'endedSessions')).toBeNull()
  expect(await call(request, 'get-addresses', {}, asha.token)).toMatchObject({ message: 'Token is not valid' })
  expect(await call(request, 'get-addresses', {}, bina.token)).toEqual([])
})

test('[GAP-10, GAP-86] one cart in two tabs gives one order, whether pressed one after the other or simultaneously', async ({
  page,
  context,
  request,
}) => {
  const customer = await newOrderer(request)
  const ordersOf = () => call<{ total: number }>(request, 'get-orders', {}, customer.token)
  await comeBack(page, customer.session)
  await knowShop(page)
  await keepCart(page, request, { [dish]: 2 })
  await page.goto('/checkout')
  await chooseCash(page)
  const second = await openTab(context, '/checkout')
  await expect(placeButton(second)).toBeEnabled()
  await placeButton(page).click()
  await expect(page).toHaveURL(/\/running-order\//)
  await expect(second.getByRole('heading', { name: 'Your cart is empty' })).toBeVisible()
  expect((await ordersOf()).total).toBe(1)
  // When the person leaves the second tab, it must not write its old cart back.
  await second.goto('/')
  expect(await stored(page, 'cart')).toEqual([])

  const line = await keptLine(page)
  for (const tab of [page, second]) {
    await tab.evaluate((lines) => localStorage.setItem('cart', JSON.stringify(lines)), line)
    await tab.goto('/checkout')
    await expect(placeButton(tab)).toBeEnabled()
  }
  // The test presses the button in both tabs at the same moment, before either can learn of the other's order.
  const at = Date.now() + 500
  for (const tab of [page, second])
    await placeButton(tab).evaluate(
      (button: HTMLElement, moment) => void setTimeout(() => button.click(), moment - Date.now()),
      at,
    )
  await expect.poll(async () => (await ordersOf()).total).toBe(2)
  await expect.poll(() => stored(page, 'cart')).toEqual([])
  expect((await ordersOf()).total).toBe(2)
})

test('[GAP-10, GAP-86] a cart that another tab changes at the moment of the press is shown again before it is ordered', async ({
  page,
  request,
}) => {
  const customer = await newOrderer(request)
  await comeBack(page, customer.session)
  await knowShop(page)
  await keepCart(page, request, { [dish]: 2 })
  await page.goto('/checkout')
  await chooseCash(page)
  // The tab itself writes the entry, because a tab gets no storage event for its own writes. An event from another tab
  // may still be on its way.
  await page.evaluate(() => {
    const [line] = JSON.parse(localStorage.getItem('cart')!) as object[]
    localStorage.setItem('cart', JSON.stringify([{ ...line, quantity: 3 }]))
  })
  await placeButton(page).click()
  await expect(page).toHaveURL('/cart')
  await expect(page.getByText('Your cart has changed in another tab. Check the cart and order again.')).toBeVisible()
  await expect(page.getByRole('group', { name: `Quantity of ${dish}` })).toContainText('3')
  expect(await call(request, 'get-orders', {}, customer.token)).toMatchObject({ total: 0 })
})

/** Returns the line of the cart that the test put there at its start. */
async function keptLine(page: Page): Promise<unknown> {
  return page.evaluate(async () => {
    const answer = await fetch('/public/api/get-restaurant-items/namma-tiffin-room', { method: 'POST' })
    const { items } = (await answer.json()) as { items: Record<string, { id: number; name: string }[]> }
    const item = Object.values(items)
      .flat()
      .find(({ name }) => name === 'Sunday Chow Chow')!
    const line = { ...item, quantity: 2, selectedaddons: [], is_active: 1, hasAddons: false, storeName: 'Namma' }
    return [line]
  })
}

test('[GAP-10] an order whose answer was lost is settled before the changed cart can be ordered again', async ({
  page,
  request,
}) => {
  const customer = await newOrderer(request)
  await comeBack(page, customer.session)
  await knowShop(page)
  await keepCart(page, request, { [dish]: 2 })
  await page.goto('/checkout')
  await chooseCash(page)
  const cut = '**/public/api/place-order'
  await page.route(cut, async (route) => {
    await route.fetch()
    await route.abort('connectionreset')
  })
  await placeButton(page).click()
  await expect(page.getByRole('dialog', { name: 'We could not reach the store' })).toBeVisible()
  // The stored attempt to order contains neither an address nor an item.
  const kept = JSON.stringify(await stored(page, 'checkoutKey'))
  for (const known of [dish, '4B', 'Koramangala', '560']) expect(kept).not.toContain(known)
  // The network is still down when the customer opens the cart again and changes it.
  await page.unroute(cut)
  await page.route(cut, (route) => route.abort())
  await page.goto('/cart')
  const card = page.getByRole('status').filter({ hasText: 'Your last order may have been placed' })
  await expect(card).toBeVisible()
  await page.getByRole('button', { name: 'Add one', exact: true }).first().click()
  await expect(card).toBeVisible()
  await page.unroute(cut)
  await card.getByRole('button', { name: 'Check again' }).click()
  await expect(page).toHaveURL('/my-orders')
  await expect(page.getByText('Your last order was placed')).toBeVisible()
  expect(await call(request, 'get-orders', {}, customer.token)).toMatchObject({ total: 1 })
  // The cart must stay as it is, because the person has changed it since the app sent it.
  expect(await stored(page, 'cart')).toMatchObject([{ quantity: 3 }])
  expect(await stored(page, 'checkoutKey')).toBeNull()
})

test('[GAP-10] an attempt that never arrived is reported, and the order is placed once', async ({ page, request }) => {
  const customer = await newOrderer(request)
  await comeBack(page, customer.session)
  await knowShop(page)
  await keepCart(page, request, { [dish]: 2 })
  await page.goto('/checkout')
  await chooseCash(page)
  await page.route('**/public/api/place-order', (route) => route.abort(), { times: 1 })
  await placeButton(page).click()
  await expect(page.getByRole('dialog', { name: 'We could not reach the store' })).toBeVisible()
  await page.goto('/cart')
  await expect(page.getByText('Your last order was not placed. You can order now.')).toBeVisible()
  await page.goto('/checkout')
  await placeButton(page).click()
  await expect(page).toHaveURL(/\/running-order\//)
  expect(await call(request, 'get-orders', {}, customer.token)).toMatchObject({ total: 1 })
})

for (const arrived of ['first', 'second'] as const)
  test(`[GAP-10] of two attempts with lost answers the ${arrived} arrived: one order, and its cart is identified`, async ({
    page,
    request,
  }) => {
    const customer = await newOrderer(request)
    await comeBack(page, customer.session)
    await knowShop(page)
    await keepCart(page, request, { [dish]: 2 })
    const keys = new Set<string>()
    let tries = 0
    const cut = '**/public/api/place-order'
    await page.route(cut, async (route) => {
      if ((route.request().postDataJSON() as { order: object[] }).order.length === 0) return route.abort()
      keys.add(route.request().headers()['idempotency-key'] ?? '')
      tries += 1
      if (tries === (arrived === 'first' ? 1 : 2)) await route.fetch()
      await route.abort('connectionreset')
    })
    const unanswered = page.getByRole('dialog', { name: 'We could not reach the store' })
    for (const quantity of [2, 3]) {
      await page.goto('/cart')
      if (quantity === 3) await page.getByRole('button', { name: 'Add one', exact: true }).first().click()
      await page.goto('/checkout')
      await chooseCash(page)
      await placeButton(page).click()
      await expect(unanswered).toBeVisible()
    }
    expect([tries, keys.size]).toEqual([2, 1])
    await page.unroute(cut)
    await page.goto('/cart')
    await expect(page).toHaveURL('/my-orders')
    await expect(page.getByText('Your last order was placed')).toBeVisible()
    expect(await call(request, 'get-orders', {}, customer.token)).toMatchObject({ total: 1 })
    await expect.poll(() => stored(page, 'checkoutKey')).toBeNull()
  })

test('[GAP-10, GAP-86] the card about an open attempt is shown only to the person who made it', async ({
  page,
  request,
}) => {
  const [customer, other] = [await newOrderer(request), await newOrderer(request)]
  await comeBack(page, customer.session)
  await knowShop(page)
  await keepCart(page, request, { [dish]: 2 })
  await page.goto('/checkout')
  await chooseCash(page)
  await page.route('**/public/api/place-order', (route) => route.abort())
  await placeButton(page).click()
  await expect(page.getByRole('dialog', { name: 'We could not reach the store' })).toBeVisible()
  await page.goto('/cart')
  const card = page.getByRole('status').filter({ hasText: 'Your last order may have been placed' })
  await expect(card).toBeVisible()
  // Another person signs in, as if in another tab. The stored attempt to order still belongs to the first person.
  const become = (session: object) =>
    page.evaluate((next) => {
      localStorage.setItem('user', JSON.stringify(next))
      document.dispatchEvent(new Event('visibilitychange', { bubbles: true }))
    }, session)
  await become(other.session)
  await expect(card).toHaveCount(0)
  await become(customer.session)
  await expect(card).toBeVisible()
})
