import { expect, type Page, test } from '@playwright/test'
import { keepCart, newOrderer, type Orderer, placeByCall } from './carts.ts'
import { looks, settle, wear } from './looks.ts'
import { comeBack } from './people.ts'
import { giveRider, orderOf } from './riders.ts'
import { tiffinRoom } from './shops.ts'

/* What holds for every screen of the product: where it asks, and how large what one presses is. */
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

type Small = { name: string; width: number; height: number }

/**
 * What can be pressed and is smaller than a finger needs, by trying the points around its middle: what one can hit
 * counts, not what is painted. Links inside sentences are as tall as their line (WCAG 2.5.8). Runs in the page.
 */
function smallTargets({ least, floor }: { least: number; floor: number }): Small[] {
  const selector = 'a[href], button, input, select, textarea, summary, [role="button"], [role="slider"]'
  const isSeen = (element: Element): boolean =>
    element.checkVisibility({ opacityProperty: true, visibilityProperty: true }) &&
    element.closest('[inert], [aria-hidden="true"], .sr-only a') === null &&
    !element.matches(':disabled')
  const isInSentence = (element: Element): boolean =>
    element.matches('a') && getComputedStyle(element).display === 'inline' && element.closest('p, li, .prose') !== null
  // The name of an item opens what its picture beside it opens as well.
  const hasLargerTwin = (element: Element): boolean =>
    element.closest('h3') !== null && element.closest('article')?.querySelector('button[aria-hidden="true"]') != null
  const found: Small[] = []
  for (const control of document.querySelectorAll<HTMLElement>(selector)) {
    // A hidden box belongs to the words beside it.
    const target = control.matches('input') ? (control.closest('label') ?? control) : control
    if (!isSeen(target) || isInSentence(control) || hasLargerTwin(control)) continue
    target.scrollIntoView({ block: 'center', inline: 'center', behavior: 'instant' })
    const { left, top, width, height } = target.getBoundingClientRect()
    if (width < 2 || height < 2) continue // for screen readers alone until it has the focus
    const [x, y] = [left + width / 2, top + height / 2]
    const isHit = (dx: number, dy: number): boolean => {
      const hit = document.elementFromPoint(x + dx, y + dy)
      return hit !== null && (target.contains(hit) || hit === control || hit.closest('label')?.control === control)
    }
    // Something else stands before it, as a dock does before the foot of a list.
    if (!isHit(0, 0)) continue
    const reach = (ax: number, ay: number): number => {
      let steps = 0
      while (steps < least / 2 && isHit(ax * (steps + 1), ay * (steps + 1))) steps++
      return steps
    }
    const hitWidth = reach(-1, 0) + reach(1, 0) + 1
    const hitHeight = reach(0, -1) + reach(0, 1) + 1
    const isLarge = Math.min(width, height) >= least || Math.min(hitWidth, hitHeight) >= least
    // Dots of a row of slides stand close together, and fingers swipe the slides themselves.
    const isDot = /^Slide \d+ of/.test(control.getAttribute('aria-label') ?? '')
    if (!isLarge && !(isDot && Math.min(hitWidth, hitHeight) >= floor)) {
      const name = control.getAttribute('aria-label') ?? control.textContent?.trim().slice(0, 40) ?? control.tagName
      found.push({ name: `${control.tagName} ${name}`, width: hitWidth, height: hitHeight })
    }
  }
  return found
}

test.describe('what one presses is 44 px wide and high', () => {
  async function expectLargeEnough(page: Page, paths: string[]): Promise<void> {
    for (const path of paths) {
      await page.goto(path)
      await settle(page)
      const small = await page.evaluate(smallTargets, { least: 44, floor: 24 })
      expect.soft(small, path).toEqual([])
    }
  }

  test('[GAP-77] for a guest', async ({ page }) => {
    test.setTimeout(120_000)
    await wear(page, looks[0]!)
    await keepCart(page, page.request, basket)
    await expectLargeEnough(page, guestPaths)
  })

  test('[GAP-77] for a customer', async ({ page }) => {
    test.setTimeout(120_000)
    await wear(page, looks[0]!)
    const { order } = await giveCustomer(page)
    await expectLargeEnough(page, customerPaths(order))
  })

  test('[GAP-77] for a rider', async ({ page }) => {
    await giveRider(page, [orderOf({ orderstatus_id: 4 })])
    await expectLargeEnough(page, riderPaths)
  })
})
