import AxeBuilder from '@axe-core/playwright'
import { expect, type Locator, type Page, test } from '@playwright/test'
import { keepCart, newOrderer, placeByCall } from './carts.ts'
import { remember } from './given.ts'
import { call, comeBack, newPhone, readCode } from './people.ts'
import { giveRider, orderOf } from './riders.ts'
import { logins, openStoreApp, tiffinRoom } from './shops.ts'

// Colours are judged as they stand, not half-way through a fade.
test.use({ contextOptions: { reducedMotion: 'reduce' } })

const standards = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa']
const basket = { 'Sunday Chow Chow': 2 }
const custom = 'Tiffin Room Masala Dosa'

const place = {
  lat: 12.9352,
  lng: 77.6245,
  address: '5th Block, Koramangala',
  house: null,
  tag: null,
  businessLocation: false,
}

type Look = { name: string; appearance: 'light' | 'dark'; language: string; judge: (builder: AxeBuilder) => AxeBuilder }

// The three have the same structure: dark is looked at for its colours, Urdu for all but them.
const looks: Look[] = [
  { name: 'in light colours', appearance: 'light', language: 'en', judge: (builder) => builder.withTags(standards) },
  {
    name: 'in dark colours',
    appearance: 'dark',
    language: 'en',
    judge: (builder) => builder.withRules('color-contrast'),
  },
  {
    name: 'in Urdu, from right to left',
    appearance: 'light',
    language: 'ur',
    judge: (builder) => builder.withTags(standards).disableRules('color-contrast'),
  },
]

/** A browser that knows its place, with colours and language chosen. */
async function wear(page: Page, { appearance, language }: Look): Promise<Record<string, string>> {
  const languages = await call<{ id: number; code: string }[]>(page.request, 'get-all-languages')
  const chosen = languages.find(({ code }) => code === language)!
  const texts = await call<Record<string, string>>(page.request, 'get-single-language', { id: chosen.id })
  await remember(page, {
    ...texts,
    appearance,
    storeColor: '#fc8019',
    languages: JSON.stringify(languages),
    userPreferedLanguage: String(chosen.id),
    userSetAddress: JSON.stringify(place),
  })
  return texts
}

/** Goes on inside the app, as a link would. */
async function goTo(page: Page, path: string): Promise<void> {
  await page.evaluate((to) => history.pushState({ depth: 1 }, '', to), path)
  await expect(page).toHaveURL(path)
}

/** How many animations are on their way to an end. */
const movements = (): number =>
  document
    .getAnimations()
    .filter(({ playState, effect }) => playState === 'running' && effect?.getComputedTiming().endTime !== Infinity)
    .length

/** Everything has arrived and nothing moves any more. */
async function settle(page: Page): Promise<void> {
  await expect(page.getByRole('heading', { level: 1 }).first()).toBeAttached()
  await expect(page.getByRole('status').locator('.skeleton')).toHaveCount(0)
  await expect.poll(() => page.evaluate(movements)).toBe(0)
}

/** What breaks the standards on the screen as it stands, one line for each place. */
async function expectClean(page: Page, look: Look, screen: string): Promise<void> {
  const { violations } = await look.judge(new AxeBuilder({ page })).analyze()
  const found = violations.flatMap(({ id, nodes }) =>
    nodes.map(({ target, any }) => `${id}: ${target.join(' ')} (${any[0]?.message ?? ''})`),
  )
  expect.soft(found, `${screen} keeps to WCAG 2.2 AA`).toEqual([])
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

for (const look of looks) {
  test.describe(look.name, () => {
    let texts: Record<string, string>
    test.beforeEach(async ({ page }) => {
      test.setTimeout(120_000)
      texts = await wear(page, look)
    })

    test(`[GAP-77] screens of a guest ${look.name}`, async ({ page }) => {
      await tour(page, look, [
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
        '/register',
        '/pages/terms',
        '/delivery/login',
        '/nowhere',
      ])
      await expect(page.locator('html')).toHaveAttribute('dir', look.language === 'ur' ? 'rtl' : 'ltr')
    })

    test(`[GAP-77] screens of a customer ${look.name}`, async ({ page, request }) => {
      const customer = await newOrderer(request)
      const order = await placeByCall(request, customer, basket)
      await comeBack(page, customer.session)
      await keepCart(page, request, basket)
      await tour(page, look, [
        '/cart',
        '/checkout',
        '/my-account',
        '/my-orders',
        '/my-wallet',
        '/my-addresses',
        '/my-favorite-stores',
        '/alerts',
        `/running-order/${order.unique_order_id}`,
      ])
    })

    test(`[GAP-77] the history of a customer of old ${look.name}`, async ({ page, request }) => {
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

    test(`[GAP-77] rating and the rider's screens ${look.name}`, async ({ page, request }) => {
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

    test(`[GAP-77, B-30] one delivery, from its offer to the door ${look.name}`, async ({ page }) => {
      const trips = await giveRider(page, [orderOf()])
      for (const status of [2, 3, 4]) {
        trips.orders = [orderOf({ orderstatus_id: status })]
        await page.goto(`/delivery/orders/${trips.orders[0]!.unique_order_id}`)
        await settle(page)
        await expectClean(page, look, `a delivery in status ${status}`)
      }
    })

    test(`[GAP-77] drawers and dialogs of ordering ${look.name}`, async ({ page, request }) => {
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

    test(`[GAP-77, GAP-79] paying ahead and adding money ${look.name}`, async ({ page, request }) => {
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

    test(`[GAP-77, C-36] the sheet that asks a first visitor where he is ${look.name}`, async ({ page }) => {
      await page.addInitScript(() => {
        localStorage.removeItem('userSetAddress')
        localStorage.removeItem('userAlreadySelectedLocation')
      })
      await page.goto('/')
      await expect(page.getByRole('dialog').getByRole('heading')).toBeVisible()
      await settle(page)
      await expectClean(page, look, 'the location sheet')
    })

    test(`[GAP-77] drawers and dialogs of a customer ${look.name}`, async ({ page, request }) => {
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
      await page.getByRole('article').getByRole('button').first().click()
      await expect(page.getByRole('dialog').getByRole('radio').first()).toBeVisible()
      await settle(page)
      await expectClean(page, look, 'the question before cancelling')
    })
  })
}

/** Presses Tab until the focus is there. */
async function tabTo(page: Page, target: Locator): Promise<void> {
  await expect(target).toBeVisible()
  for (let presses = 0; presses < 200; presses++) {
    if (await target.evaluate((element) => element === document.activeElement)) return
    await page.keyboard.press('Tab')
  }
  throw new Error(`Tab does not reach ${target}`)
}

const pressOn = async (page: Page, target: Locator, key = 'Enter'): Promise<void> => {
  await tabTo(page, target)
  await page.keyboard.press(key)
}

test('[GAP-77, H-11, F-10] a whole order by keyboard alone', async ({ page }) => {
  const phone = newPhone()
  await page.goto('/')
  await expect(page.getByRole('dialog', { name: 'Choose your location' })).toBeVisible()
  await page.keyboard.press('Escape')
  const card = page.getByRole('article').filter({ hasText: tiffinRoom.name }).first()
  await pressOn(page, card.getByRole('link').first())

  await expect(page.getByRole('heading', { name: tiffinRoom.name, level: 1 })).toBeVisible()
  await pressOn(page, dish(page, 'Sunday Chow Chow').getByRole('button', { name: 'Add', exact: true }))
  await pressOn(page, dish(page, custom).getByRole('button', { name: 'Add', exact: true }))
  const choice = page.getByRole('dialog', { name: custom })
  await tabTo(page, choice.getByRole('radio', { name: /Soft/ }))
  await page.keyboard.press('ArrowDown')
  await expect(choice.getByRole('radio', { name: /Soft/ })).not.toBeChecked()
  await pressOn(page, choice.getByRole('checkbox', { name: /Extra sambar/ }), 'Space')
  await pressOn(page, choice.getByRole('button', { name: /Continue/ }))
  await pressOn(page, page.getByRole('link', { name: /View Cart/ }))

  await pressOn(page, page.getByRole('link', { name: 'Log in to continue' }))
  await tabTo(page, page.getByRole('textbox', { name: 'Phone' }))
  await page.keyboard.type(phone.slice(3))
  await page.keyboard.press('Enter')
  await tabTo(page, page.getByRole('textbox', { name: 'Name' }))
  await page.keyboard.type('Kavya Rao')
  await tabTo(page, page.getByRole('textbox', { name: /E-mail/ }))
  await page.keyboard.type(`${phone.slice(1)}@journey.example`)
  await page.keyboard.press('Enter')
  await tabTo(page, page.getByRole('textbox', { name: 'Code' }))
  await page.keyboard.type(await readCode(page.request, phone))

  await pressOn(page, page.getByRole('link', { name: 'Add address' }))
  await tabTo(page, page.getByRole('textbox', { name: /House or flat/ }))
  await page.keyboard.type('4B')
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL('/cart')
  await pressOn(page, page.getByRole('button', { name: /Choose payment/ }))
  await pressOn(page, page.getByRole('radio', { name: 'Cash on delivery' }), 'Space')
  await pressOn(page, page.getByRole('button', { name: 'Place order' }))
  await expect(page).toHaveURL(/\/running-order\/OD-/)
})
