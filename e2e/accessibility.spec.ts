import { expect, type Locator, type Page, test } from '@playwright/test'
import { keepCart, newOrderer, placeByCall } from './carts.ts'
import { expectClean, type Look, looks, settle, wear } from './looks.ts'
import { customerPaths, guestPaths } from './paths.ts'
import { call, comeBack } from './people.ts'
import { giveRider, orderOf } from './riders.ts'
import { logins, openStoreApp, tiffinRoom } from './shops.ts'
import { wholeUnless } from './whole.ts'

// Asks the page for reduced motion, so that the tests measure colours in their final state and not during a fade.
test.use({ serviceWorkers: 'block', contextOptions: { reducedMotion: 'reduce' } })

const basket = { 'Sunday Chow Chow': 2 }
const custom = 'Tiffin Room Masala Dosa'

/** Opens another screen inside the app, as a link does. */
async function goTo(page: Page, path: string): Promise<void> {
  await page.evaluate((to) => history.pushState({ depth: 1 }, '', to), path)
  await expect(page).toHaveURL(path)
}

async function tour(page: Page, look: Look, paths: string[]): Promise<void> {
  await page.goto(paths[0]!)
  for (const path of paths) {
    await goTo(page, path)
    await settle(page)
    await expect(page).toHaveURL(path)
    await expectClean(page, look, path)
  }
}

const dish = (page: Page, name: string): Locator =>
  page
    .getByRole('article')
    .filter({ has: page.getByRole('heading', { name, exact: true }) })
    .first()

// `npm test` opens every screen in light colours, but in the other looks (dark, right to left) only one group of
// screens.
for (const look of looks) {
  const inLight = wholeUnless(look === looks[0])
  test.describe(look.name, () => {
    let texts: Record<string, string>
    test.beforeEach(async ({ page }) => {
      test.setTimeout(120_000)
      texts = await wear(page, look)
    })

    test(`[GAP-77] screens of a guest ${look.name}`, wholeUnless(look.language === 'en'), async ({ page }) => {
      await tour(page, look, guestPaths)
      await expect(page.locator('html')).toHaveAttribute('dir', look.language === 'ur' ? 'rtl' : 'ltr')
    })

    test(
      `[GAP-77] screens of a customer ${look.name}`,
      wholeUnless(look.appearance === 'light'),
      async ({ page, request }) => {
        const customer = await newOrderer(request)
        const order = await placeByCall(request, customer, basket)
        await comeBack(page, customer.session)
        await keepCart(page, request, basket)
        await tour(page, look, customerPaths(order.unique_order_id))
      },
    )

    test(`[GAP-77] the order history of a long-standing customer ${look.name}`, inLight, async ({ page, request }) => {
      const session = await call<object>(request, 'login', {
        name: null,
        email: 'asha@nukkad.example',
        password: 'asha-demo-2026',
        accessToken: null,
        phone: null,
        provider: null,
        address: null,
        otp: null,
      })
      await comeBack(page, session)
      await tour(page, look, ['/my-orders', '/my-favorite-stores', '/alerts', '/my-wallet', '/my-account'])
    })

    test(`[GAP-77] rating and the rider's screens ${look.name}`, inLight, async ({ page, request }) => {
      const customer = await newOrderer(request)
      const order = await placeByCall(request, customer, basket, 2)
      const store = await openStoreApp(request)
      await store.accept(order.unique_order_id)
      await store.markReady(order.unique_order_id)
      await store.markCollected(order.unique_order_id)
      const rider = await call<object>(request, 'delivery/login', logins.rider)
      await comeBack(page, customer.session)
      await page.addInitScript((session) => localStorage.setItem('delivery_user', JSON.stringify(session)), rider)
      await tour(page, look, [`/rate-order/${order.id}`, '/delivery/orders', '/delivery/completed-orders'])
    })

    test(`[GAP-77, B-30] one delivery, from the offer to the handover ${look.name}`, inLight, async ({ page }) => {
      const trips = await giveRider(page, [orderOf()])
      for (const status of [2, 3, 4]) {
        trips.orders = [orderOf({ orderstatus_id: status })]
        await page.goto(`/delivery/orders/${trips.orders[0]!.unique_order_id}`)
        await settle(page)
        await expectClean(page, look, `a delivery in status ${status}`)
      }
    })

    test(`[GAP-77] drawers and dialogs of ordering ${look.name}`, inLight, async ({ page, request }) => {
      await keepCart(page, request, basket)
      await page.goto(`/stores/${tiffinRoom.slug}`)
      await dish(page, custom).getByRole('button', { name: custom, exact: true }).click()
      const drawer = page.getByRole('dialog', { name: custom })
      await expect(drawer.getByRole('heading', { name: custom })).toBeVisible()
      await settle(page)
      await expectClean(page, look, 'the drawer of an item')
      await page.keyboard.press('Escape')
      await expect(drawer).toBeHidden()
      await dish(page, custom).getByRole('button', { name: texts.itemAddButton, exact: true }).click()
      await expect(page.getByRole('dialog', { name: custom }).getByRole('radiogroup')).toBeVisible()
      await settle(page)
      await expectClean(page, look, 'the add-on drawer')

      await page.goto('/stores/namma-kirana')
      await page.getByRole('button', { name: texts.itemAddButton, exact: true }).first().click()
      await expect(page.getByRole('dialog').getByRole('button')).toHaveCount(2)
      await settle(page)
      await expectClean(page, look, 'the dialog that replaces the cart')
    })

    test(`[GAP-77, GAP-79] paying online and adding money ${look.name}`, inLight, async ({ page, request }) => {
      const customer = await newOrderer(request)
      await comeBack(page, customer.session)
      const { unique_order_id: number } = await placeByCall(request, customer, basket, 1, 'PAYTM')
      await page.goto(`/running-order/${number}`)
      await expect(page.getByRole('heading', { level: 1, name: texts.awaitingPaymentTitle })).toBeVisible()
      await settle(page)
      await expectClean(page, look, 'an order that awaits its payment')
      await page.getByRole('button', { name: texts.checkoutFailedOther }).click()
      await expect(page.getByRole('dialog').getByRole('radio').first()).toBeAttached()
      await settle(page)
      await expectClean(page, look, 'another way to pay')
      await page.goto('/my-wallet')
      await settle(page)
      await expectClean(page, look, 'the wallet')
      await page.getByRole('button', { name: texts.walletAddMoney }).click()
      await expect(page.getByRole('dialog').getByRole('radio').first()).toBeAttached()
      await settle(page)
      await expectClean(page, look, 'adding money')
    })

    test(
      `[GAP-77, C-36] the sheet that asks a first visitor for the location ${look.name}`,
      inLight,
      async ({ page }) => {
        await page.addInitScript(() => {
          localStorage.removeItem('userSetAddress')
          localStorage.removeItem('userAlreadySelectedLocation')
        })
        await page.goto('/')
        await expect(page.getByRole('dialog').getByRole('heading')).toBeVisible()
        await settle(page)
        await expectClean(page, look, 'the location sheet')
      },
    )

    test(`[GAP-77] drawers and dialogs of a customer ${look.name}`, inLight, async ({ page, request }) => {
      const customer = await newOrderer(request)
      await placeByCall(request, customer, basket)
      await comeBack(page, customer.session)
      await page.goto('/my-account')
      await settle(page)
      const card = page.getByRole('region', { name: customer.name })
      for (const [index, layer] of ['the avatars', 'the question before logging out'].entries()) {
        await card.getByRole('button').nth(index).click()
        await expect(page.getByRole('dialog')).toBeVisible()
        await settle(page)
        await expectClean(page, look, layer)
        await page.keyboard.press('Escape')
        await expect(page.getByRole('dialog')).toBeHidden()
      }
      await goTo(page, '/my-addresses')
      await page.getByRole('listitem').getByRole('button').last().click()
      await expect(page.getByRole('dialog')).toBeVisible()
      await settle(page)
      await expectClean(page, look, 'the menu of an address')
      await page.keyboard.press('Escape')
      await expect(page.getByRole('dialog')).toBeHidden()
      await goTo(page, '/my-orders')
      const buttons = page.getByRole('article').first().getByRole('button')
      // The button to cancel an order appears before the one for help, once its code has loaded.
      await expect(buttons.nth(1)).toBeVisible()
      await buttons.first().click()
      await expect(page.getByRole('dialog').getByRole('radio').first()).toBeVisible()
      await settle(page)
      await expectClean(page, look, 'the question before cancelling')
    })
  })
}
