import { expect, type Page, test } from '@playwright/test'
import { keepCart, newOrderer, type Orderer, placeByCall } from './carts.ts'
import { looks, settle, wear } from './looks.ts'
import { comeBack } from './people.ts'
import { giveRider, orderOf } from './riders.ts'
import { tiffinRoom } from './shops.ts'

/* What holds for every screen of the product: where it asks. (How large what one presses is: looks.ts, on each tour.) */
test.use({ serviceWorkers: 'block', contextOptions: { reducedMotion: 'reduce' } })
test.afterEach(({ page }) => page.unrouteAll({ behavior: 'ignoreErrors' }))

const basket = { 'Sunday Chow Chow': 2 }

const guestPaths = [
  '/',
  `/stores/${tiffinRoom.slug}`,
  `/reviews/${tiffinRoom.slug}`,
  '/categories/stores',
  '/explore',
  '/explore-category',
  '/daily',
  '/medical',
  '/search-location',
  '/my-location',
  '/cart',
  '/login',
  '/login/forgot-password',
  '/register',
  '/pages/terms',
  '/delivery/login',
  '/nowhere',
]
const customerPaths = (order: string) => [
  '/',
  '/cart',
  '/checkout',
  '/my-account',
  '/my-orders',
  '/my-wallet',
  '/my-addresses',
  '/my-favorite-stores',
  '/alerts',
  `/running-order/${order}`,
]
const riderPaths = ['/delivery/orders', `/delivery/orders/${orderOf().unique_order_id}`, '/delivery/completed-orders']

/** A customer with a cart and an order under way. */
async function giveCustomer(page: Page): Promise<{ customer: Orderer; order: string }> {
  const customer = await newOrderer(page.request)
  const { unique_order_id: order } = await placeByCall(page.request, customer, basket)
  await comeBack(page, customer.session)
  await keepCart(page, page.request, basket)
  return { customer, order }
}

test.describe('by default no screen asks another site', () => {
  /** The origins that were asked while these screens opened. */
  async function originsAsked(page: Page, paths: string[]): Promise<string[]> {
    const origins = new Set<string>()
    page.on('request', (request) => {
      const url = new URL(request.url())
      if (url.protocol.startsWith('http')) origins.add(url.origin)
    })
    page.on('websocket', (socket) => origins.add(new URL(socket.url()).origin))
    for (const path of paths) {
      await page.goto(path)
      await settle(page)
      await page.evaluate(() => scrollTo(0, document.documentElement.scrollHeight))
      await settle(page)
    }
    return [...origins]
  }

  test('[A-25, M-14] of a guest', async ({ page, baseURL }) => {
    test.setTimeout(90_000)
    await wear(page, looks[0]!)
    expect(await originsAsked(page, guestPaths)).toEqual([baseURL])
  })

  test('[A-25] of a customer', async ({ page, baseURL }) => {
    test.setTimeout(90_000)
    await wear(page, looks[0]!)
    const { order } = await giveCustomer(page)
    expect(await originsAsked(page, customerPaths(order))).toEqual([baseURL])
  })

  test('[A-25] of a rider, and of the desktop', async ({ page, baseURL }) => {
    await giveRider(page, [orderOf({ orderstatus_id: 4 })])
    const ofRider = await originsAsked(page, riderPaths)
    await page.setViewportSize({ width: 1440, height: 900 })
    expect([...ofRider, ...(await originsAsked(page, ['/']))]).toEqual([baseURL, baseURL])
  })
})
