import { expect, type Page, test } from '@playwright/test'
import { changeBoot, loadsOfflineScreen } from './boot.ts'
import { keepCart, newOrderer, type Orderer, placeByCall } from './carts.ts'
import { answer, change } from './given.ts'
import { expectClean, looks, settle, wear } from './looks.ts'
import { comeBack } from './people.ts'
import { giveRider, orderOf } from './riders.ts'
import { openStoreApp } from './shops.ts'
import { wholeUnless } from './whole.ts'

/* Checks against WCAG 2.2 AA every drawer and dialog that accessibility.spec.ts does not open. The tests open each
   drawer and dialog as people do, and closing it must return the focus to the element that opened it. */
test.use({ serviceWorkers: 'block', contextOptions: { reducedMotion: 'reduce' } })
test.afterEach(({ page }) => page.unrouteAll({ behavior: 'ignoreErrors' }))

const basket = { 'Sunday Chow Chow': 2 }

type Texts = Record<string, string>
type Shown = { page: Page; texts: Texts; customer: Orderer }
type Layer = {
  name: string
  /** Further entries in the browser's storage that the layer needs. */
  entries?: Record<string, string>
  open: (shown: Shown) => Promise<unknown>
  /** True for a layer that cannot be closed, so that Escape is not tested. */
  isFixed?: boolean
  /** True for a layer that opens without a press, so that no element gets the focus back. */
  opensItself?: boolean
}

const button = (page: Page, name: string | undefined) =>
  page.getByRole('button', { name: name ?? '', exact: true }).first()

const layers: Layer[] = [
  {
    name: 'the tax number',
    entries: { showCustomerVatNumber: 'true' },
    open: async ({ page, texts }) => {
      await page.goto('/my-account')
      await page.getByRole('button', { name: texts.accountTaxVatText }).click()
    },
  },
  {
    name: 'the question before an account is deleted',
    open: async ({ page, texts }) => {
      await page.goto('/my-account')
      await button(page, texts.accountDelete).click()
    },
  },
  {
    name: 'an alert',
    open: async ({ page }) => {
      const data = JSON.stringify({ title: 'Hi', message: 'Text', click_action: '/my-orders' })
      const at = { created_at: '2026-01-01 10:00:00', updated_at: '2026-01-01 10:00:00' }
      await answer(page, 'get-user-notifications', [{ id: 1, user_id: 1, is_read: 1, data, ...at }])
      await page.goto('/alerts')
      await page.getByRole('listitem').getByRole('button').click()
    },
  },
  {
    name: 'a bill',
    open: async ({ page, texts, customer }) => {
      const order = await placeByCall(page.request, customer, basket, 2)
      const store = await openStoreApp(page.request)
      await store.accept(order.unique_order_id)
      await store.markReady(order.unique_order_id)
      await store.markCollected(order.unique_order_id)
      await page.goto('/my-orders')
      await button(page, texts.ordersInvoice).click()
    },
  },
  {
    name: 'the question before news are sent',
    open: async ({ page, customer }) => {
      await page.addInitScript(() => Object.defineProperty(Notification, 'permission', { get: () => 'default' }))
      const { unique_order_id: number } = await placeByCall(page.request, customer, basket)
      await page.goto(`/running-order/${number}`)
    },
    opensItself: true,
  },
  {
    name: 'the times for later',
    entries: { enableOrderSchedulingOnCustomer: 'true' },
    open: async ({ page, texts }) => {
      await keepCart(page, page.request, basket)
      await change<object>(page, 'get-restaurant-info-by-id/*', (store) => ({ ...store, is_orderscheduling: true }))
      const slots = [9, 10, 11].map((hour) => ({ open: `${hour}:00`, close: `${hour}:30` }))
      const dates = ['2027-01-04', '2027-01-05', '2027-01-06']
      await answer(page, 'get-schedule-slots', { days: dates.map((date) => ({ day: 'monday', date, slots })) })
      await page.goto('/cart')
      await page.getByRole('button', { name: texts.modOSScheduleThisOrderText }).click()
    },
  },
  {
    name: 'an order whose answer did not come',
    open: async ({ page, texts }) => {
      await keepCart(page, page.request, basket)
      await page.route('**/public/api/place-order', (route) => route.abort())
      await page.goto('/checkout')
      await page.getByText(texts.checkoutCashOnDelivery!).click()
      await page.getByRole('button', { name: texts.checkoutPlaceOrderButton }).click()
    },
    isFixed: true,
  },
  {
    name: 'an order whose price changed',
    open: async ({ page, texts }) => {
      await keepCart(page, page.request, basket)
      await page.route('**/public/api/place-order', async (route) => {
        const body = { ...(route.request().postDataJSON() as object), quoted_total: '1.00' }
        await route.continue({ postData: JSON.stringify(body) })
      })
      await page.goto('/checkout')
      await page.getByText(texts.checkoutCashOnDelivery!).click()
      await page.getByRole('button', { name: texts.checkoutPlaceOrderButton }).click()
    },
    isFixed: true,
  },
  {
    name: 'the confirmation at the door',
    open: async ({ page, texts }) => {
      await giveRider(page, [orderOf({ orderstatus_id: 4 })], { settings: texts })
      await page.goto(`/delivery/orders/${orderOf().unique_order_id}`)
      await button(page, texts.deliveryDeliveredButton).click()
    },
  },
  {
    name: 'the question before going off duty',
    open: async ({ page, texts }) => {
      await giveRider(page, [orderOf({ orderstatus_id: 4 })], { settings: texts })
      await page.goto('/delivery/orders')
      await page.getByRole('article').first().waitFor()
      await page.getByRole('switch').click()
    },
  },
  {
    name: 'the way to the home screen of an iPhone',
    entries: { enIOSPWAPopup: 'false' },
    open: async ({ page, texts }) => {
      await page.addInitScript(() =>
        Object.defineProperty(navigator, 'userAgent', { get: () => 'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0)' }),
      )
      await page.goto('/')
      await page.locator('footer').getByRole('button', { name: texts.installButton }).click()
    },
  },
  {
    name: 'the screen without a network',
    open: async ({ page }) => {
      const ahead = loadsOfflineScreen(page)
      await page.goto('/')
      await ahead
      await page.context().setOffline(true)
    },
    isFixed: true,
  },
  {
    name: 'the cover while the app is renewed',
    entries: { forceNewSettingsVersion: 's1', forceCacheClearVersion: 'earlier' },
    open: async ({ page }) => {
      // The call `get-settings` gets no answer, so that the update overlay stays.
      await page.route('**/public/api/get-settings', () => {})
      await page.goto('/')
    },
    isFixed: true,
  },
]

const openLayer = (page: Page) => page.locator('dialog[open]')

for (const look of looks) {
  test.describe(look.name, wholeUnless(look === looks[0]), () => {
    for (const layer of layers) {
      test(`[GAP-77] ${layer.name} ${look.name}`, async ({ page, request }) => {
        const texts = await wear(page, look)
        await page.addInitScript((entries) => {
          for (const [name, value] of Object.entries(entries)) localStorage.setItem(name, value)
        }, layer.entries ?? {})
        const customer = await newOrderer(request)
        await comeBack(page, customer.session)
        await layer.open({ page, texts, customer })
        await expect(openLayer(page)).toBeVisible()
        await settle(page)
        await expectClean(page, look, layer.name)
        if (layer.isFixed) return
        await page.keyboard.press('Escape')
        await expect(openLayer(page)).toHaveCount(0)
        if (layer.opensItself) return
        expect(await page.evaluate(() => document.activeElement?.matches('button, a, input'))).toBe(true)
      })
    }

    test(`[GAP-77, N-11] a new offer and the figures of a rider ${look.name}`, async ({ page }) => {
      const texts = await wear(page, look)
      const trips = await giveRider(page, [], { settings: texts })
      await page.clock.install()
      await page.goto('/delivery/orders')
      await expect(page.getByRole('heading', { name: texts.deliveryNewOrdersTitle, exact: true })).toBeVisible()
      trips.orders = [orderOf()]
      await page.clock.fastForward(15_000)
      await expect(page.getByRole('button', { name: texts.riderNewOrderOpen })).toBeVisible()
      await settle(page)
      await expectClean(page, look, 'the banner of an offer')
      await answer(page, 'delivery/get-completed-orders', { data: [], current_page: 1, next_page_url: null })
      await page.goto('/delivery/completed-orders')
      await button(page, texts.riderShowTable).click()
      await expect(page.getByRole('table')).toBeVisible()
      await settle(page)
      await expectClean(page, look, 'the earnings as a table')
      await page.goto(`/delivery/orders/${orderOf().unique_order_id}`)
      await expect(page.getByRole('button', { name: texts.deliveryAcceptOrderButton, exact: true })).toBeVisible()
      await settle(page)
      await expectClean(page, look, 'a trip')
    })

    test(`[GAP-77, GAP-79] the result of a top-up ${look.name}`, async ({ page, request }) => {
      const texts = await wear(page, look)
      await comeBack(page, (await newOrderer(request)).session)
      const results = { paid: texts.walletAddedText, failed: texts.walletAddFailedText }
      for (const [status, said] of Object.entries(results)) {
        await page.unrouteAll()
        const rest = { purpose: 'top_up', unique_order_id: null, gateway: 'Stripe' }
        await answer(page, 'payment/check', { success: true, status, ...rest })
        await page.goto('/my-wallet?payment=reference')
        await expect(page.getByText(said!)).toBeVisible()
        await settle(page)
        await expectClean(page, look, `money that was ${status}`)
      }
    })

    test(`[GAP-77, M-14] the privacy notice ${look.name}`, async ({ page }) => {
      await wear(page, look)
      await page.addInitScript(() => localStorage.setItem('showGdpr', 'true'))
      await page.goto('/')
      await expect(page.getByRole('article').first()).toBeVisible()
      await settle(page)
      await expectClean(page, look, 'the privacy notice')
    })

    test(`[GAP-77, Q-09] the critical screen ${look.name}`, async ({ page }) => {
      await wear(page, look)
      await page.addInitScript(() => localStorage.removeItem('userSetAddress'))
      await changeBoot(page, (boot) => ({ ...boot, locations: [], home: undefined }))
      await answer(page, 'popular-geo-locations', [])
      await page.goto('/')
      await expect(page.getByRole('listitem')).toHaveCount(4)
      await settle(page)
      await expectClean(page, look, 'the critical screen')
    })

    test(`[GAP-77, GAP-84] a desktop ${look.name}`, async ({ page }) => {
      await page.setViewportSize({ width: 1440, height: 900 })
      await wear(page, look)
      await page.addInitScript(() => {
        localStorage.setItem('desktopLoaded', 'true')
        localStorage.setItem('useAppClicked', 'true')
      })
      await page.goto('/')
      await expect(page.getByRole('contentinfo')).toBeVisible()
      await expect(page.frameLocator('iframe').getByRole('article').first()).toBeVisible()
      await settle(page)
      await expectClean(page, look, 'the desktop')
    })
  })
}
