import { expect, type Page, test } from '@playwright/test'
import { knowShop } from './boot.ts'
import { keepCart, newOrderer, type Orderer, placeByCall } from './carts.ts'
import { looks, settle, wear } from './looks.ts'
import { customerPaths, guestPaths } from './paths.ts'
import { call, comeBack } from './people.ts'
import { giveRider, orderOf } from './riders.ts'
import { logins } from './shops.ts'

/* The checks of this file apply to every screen: which sites the screen contacts, and that it logs no errors.
   (looks.ts checks the size of press targets.) */
test.use({ serviceWorkers: 'block', contextOptions: { reducedMotion: 'reduce' } })
test.afterEach(({ page }) => page.unrouteAll({ behavior: 'ignoreErrors' }))

const basket = { 'Sunday Chow Chow': 2 }

/** Creates a customer with a cart and an order in progress. */
async function giveCustomer(page: Page): Promise<{ customer: Orderer; order: string }> {
  const customer = await newOrderer(page.request)
  const { unique_order_id: order } = await placeByCall(page.request, customer, basket)
  await comeBack(page, customer.session)
  await keepCart(page, page.request, basket)
  return { customer, order }
}

type Seen = { origins: string[]; errors: string[] }

/** Opens the screens at the given paths and returns the contacted origins and the logged errors. */
async function openAll(page: Page, paths: string[]): Promise<Seen> {
  const origins = new Set<string>()
  const errors: string[] = []
  page.on('request', (request) => {
    const url = new URL(request.url())
    if (url.protocol.startsWith('http')) origins.add(url.origin)
  })
  page.on('websocket', (socket) => origins.add(new URL(socket.url()).origin))
  page.on('pageerror', (error) => errors.push(error.message))
  page.on('console', (message) => {
    if (message.type() === 'error') errors.push(`${page.url()}: ${message.text()}`)
  })
  for (const path of paths) {
    await page.goto(path)
    await settle(page)
    await page.evaluate(() => scrollTo(0, document.documentElement.scrollHeight))
    await settle(page)
  }
  return { origins: [...origins], errors }
}

test.describe('by default no screen contacts another site or logs an error', () => {
  test('[A-01, A-25, M-14] as a guest', async ({ page, baseURL }) => {
    test.setTimeout(90_000)
    await wear(page, looks[0]!)
    // The path of a shared order is left out, because the browser would log the 404 of the call for a sharing link that
    // no one has created.
    const paths = guestPaths.filter((path) => !path.startsWith('/share/'))
    expect(await openAll(page, paths)).toEqual({ origins: [baseURL], errors: [] })
  })

  test('[A-01, A-25] as a customer', async ({ page, baseURL }) => {
    test.setTimeout(90_000)
    await wear(page, looks[0]!)
    const { order } = await giveCustomer(page)
    expect(await openAll(page, customerPaths(order))).toEqual({ origins: [baseURL], errors: [] })
  })

  test('[A-01, A-25] as a rider', async ({ page, baseURL }) => {
    const rider = await call<object>(page.request, 'delivery/login', logins.rider)
    await page.addInitScript((session) => localStorage.setItem('delivery_user', JSON.stringify(session)), rider)
    const lists = ['/delivery/orders', '/delivery/completed-orders']
    expect(await openAll(page, lists)).toEqual({ origins: [baseURL], errors: [] })
    // The test compares only origins, because errors are expected: the order exists only in replaced answers, so the
    // server has no PIN and no event stream for it.
    const order = orderOf({ orderstatus_id: 4 })
    await giveRider(page, [order])
    expect((await openAll(page, [`/delivery/orders/${order.unique_order_id}`])).origins).toEqual([baseURL])
  })

  test('[A-01, A-25] on a desktop', async ({ page, baseURL }) => {
    await page.setViewportSize({ width: 1440, height: 900 })
    await knowShop(page)
    expect(await openAll(page, ['/'])).toEqual({ origins: [baseURL], errors: [] })
  })
})
