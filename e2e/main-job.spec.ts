import { type Browser, type BrowserContext, expect, type Locator, type Page, test } from '@playwright/test'
import { newPhone, readCode } from './people.ts'
import { keepDefaultPlace, logins, openStoreApp, tiffinRoom } from './shops.ts'

const row = (page: Page, item: string) =>
  page
    .getByRole('article')
    .filter({ has: page.getByRole('heading', { name: item }) })
    .first()

/** Looks at nearby stores and fills a cart with two items, one with add-ons. */
async function fillCart(page: Page): Promise<void> {
  await page.goto('/')
  await keepDefaultPlace(page)
  const card = page.getByRole('article').filter({ hasText: tiffinRoom.name }).first()
  await expect(card).toContainText(/\d\.\d km/)
  await expect(card).toContainText(/\d+ min/)
  await expect(card).toContainText(/\d\.\d out of 5/)
  await expect(card.locator('img').first()).toBeVisible()
  await card.getByRole('link').first().click()
  await expect(page.getByRole('heading', { name: tiffinRoom.name, level: 1 })).toBeVisible()

  await row(page, 'Sunday Chow Chow').getByRole('button', { name: 'Add', exact: true }).click()
  await row(page, 'Tiffin Room Masala Dosa').getByRole('button', { name: 'Add', exact: true }).click()
  const choice = page.getByRole('dialog', { name: 'Tiffin Room Masala Dosa' })
  await expect(choice.getByRole('radio', { name: /Soft/ })).toBeChecked()
  await choice.getByText('Paper crisp').click()
  await choice.getByText('Extra sambar').click()
  await choice.getByRole('button', { name: /Add to cart/ }).click()
  await page.getByRole('link', { name: /View Cart/ }).click()
  await expect(page).toHaveURL('/cart')
  await expect(page.getByText('Paper crisp, Extra sambar')).toBeVisible()
}

/** Signs up with a new phone and the code from the outbox, in the sheet that the cart opens. */
async function logInByCode(page: Page): Promise<void> {
  const phone = newPhone()
  await page.getByRole('button', { name: 'Log in to continue' }).click()
  const sheet = page.getByRole('dialog', { name: 'Log in or sign up' })
  await expect(sheet).toContainText(new RegExp(`₹[\\d.,]+ at ${tiffinRoom.name} is waiting`))
  await sheet.getByRole('textbox', { name: 'Phone' }).fill(phone.slice(3))
  await sheet.getByRole('button', { name: 'Get OTP' }).click()
  await sheet.getByRole('textbox', { name: 'Code' }).fill(await readCode(page.request, phone))
  await expect(sheet).toBeHidden()
  await expect(page).toHaveURL('/cart')
}

/** Enters the name for which the cart asks a new customer, and leaves the field. */
async function tellName(page: Page): Promise<void> {
  const card = page.getByRole('form', { name: 'New here? Enter your name to get started' })
  await card.getByRole('textbox', { name: 'Name' }).fill('Kavya Rao')
  await card.getByRole('textbox', { name: 'Name' }).press('Enter')
  await expect(card).toBeHidden()
}

/** Saves the point under the pin of the drawn map as an address. */
async function saveAddress(page: Page): Promise<void> {
  await page.getByRole('link', { name: 'Add address' }).click()
  await expect(page.getByRole('region', { name: 'Map' })).toBeVisible()
  await page.getByRole('textbox', { name: /House or flat/ }).fill('4B')
  await page.getByRole('button', { name: 'Save address' }).click()
  await expect(page).toHaveURL('/cart')
}

/** Places a new customer's order with cash, the payment method that the cart proposes. Returns the order number. */
async function payCash(page: Page): Promise<string> {
  await expect(page.getByText(/^(Cash on delivery|Pay at the store)$/)).toBeVisible()
  await page.getByRole('button', { name: /Place order/ }).click()
  await expect(page).toHaveURL(/\/running-order\/OD-/)
  return page.url().split('/').at(-1)!
}

/** Opens the rider area in a separate window, at a point some streets from the store. */
async function openRiderApp(browser: Browser): Promise<{ context: BrowserContext; rider: Page; sounds: string[] }> {
  const context = await browser.newContext({
    viewport: { width: 390, height: 844 },
    permissions: ['geolocation'],
    geolocation: { latitude: 12.931, longitude: 77.616 },
  })
  const rider = await context.newPage()
  const sounds: string[] = []
  rider.on('request', (request) => {
    if (request.url().includes('/assets/audio/')) sounds.push(new URL(request.url()).pathname)
  })
  await rider.goto('/delivery/login')
  const form = rider.getByRole('form', { name: 'Delivery login' })
  await form.getByRole('textbox', { name: /Email/ }).fill(logins.rider.email)
  await form.getByLabel('Password', { exact: true }).fill(logins.rider.password)
  await form.getByRole('button', { name: 'Log in' }).click()
  await expect(rider).toHaveURL(/\/delivery(\/orders)?$/)
  return { context, rider, sounds }
}

/** Finds a text on the screen, excluding announcements for screen readers. */
const said = (page: Page, text: string | RegExp) => page.locator('#content').getByText(text)

test("[F-11, N-01, N-03, N-05, N-06, N-07, N-09, N-10, N-11, GAP-42, GAP-43, F-17, J-01, H-11, GAP-64] a new customer orders, a rider delivers, and each sees the other's steps", async ({
  page,
  browser,
}) => {
  test.setTimeout(120_000)
  await fillCart(page)
  await logInByCode(page)
  await tellName(page)
  await saveAddress(page)
  const number = await payCash(page)
  await expect(said(page, `${tiffinRoom.name} will confirm your order any moment`)).toBeVisible()
  const pin = (await page.getByText(/^\d \d \d \d \d$/).textContent())!.replaceAll(' ', '')
  const store = await openStoreApp(page.request)

  const { context, rider, sounds } = await openRiderApp(browser)
  await rider.goto('/delivery/orders')
  await rider.getByRole('switch', { name: 'Available' }).check({ force: true })
  await expect(rider.getByRole('switch', { name: 'Available' })).toBeChecked()
  await store.accept(number)
  await expect(said(page, `${tiffinRoom.name} is preparing your order`)).toBeVisible()
  await expect(rider.getByText(`New order at ${tiffinRoom.name}`)).toBeVisible()
  await expect.poll(() => sounds).toContain('/assets/audio/delivery-notification.mp3')

  await rider.goto(`/delivery/orders/${number}`)
  await rider.getByRole('button', { name: 'Accept', exact: true }).click()
  await expect(said(page, `Ravi Kumar is on the way to ${tiffinRoom.name}`)).toBeVisible()
  await rider.getByRole('button', { name: 'Picked up', exact: true }).click()
  await expect(said(page, /Picked up\./).first()).toBeVisible()

  // After the rider moves, the customer must see the new distance and the marker in another place.
  await context.setGeolocation({ latitude: 12.9332, longitude: 77.62 })
  const distance = said(page, /Ravi Kumar is \d+(\.\d+)? k?m away from you/)
  await expect(distance).toBeVisible({ timeout: 25_000 })
  const before = await distance.textContent()
  await context.setGeolocation({ latitude: 12.9349, longitude: 77.6236 })
  await expect(distance).not.toHaveText(before!, { timeout: 25_000 })

  await rider.getByRole('button', { name: 'Deliver order', exact: true }).click()
  const door = rider.getByRole('dialog', { name: 'Confirm delivery' })
  await door.getByRole('textbox').fill('99999')
  await door.getByRole('checkbox', { name: 'I have the cash' }).check()
  await door.getByRole('button', { name: 'Confirm delivery' }).click()
  await expect(door.getByText('Wrong PIN')).toBeVisible()
  await door.getByRole('textbox').fill(pin)
  await expect(rider.getByText('Order delivered')).toBeVisible()

  await expect(page.getByRole('heading', { name: 'Delivered' })).toBeVisible()
  await page.getByRole('link', { name: 'Rate your order' }).click()
  await expect(page).toHaveURL(/\/rate-order\/\d+/)
  const stars = page.getByRole('radio', { name: '5 stars' })
  await stars.first().check({ force: true })
  await stars.last().check({ force: true })
  const text = `Crisp to the last bite of ${number}.`
  await page.getByRole('textbox').first().fill(text)
  await page.getByRole('button', { name: 'Send rating' }).click()
  await expect(page.getByText(`Thank you. This helps ${tiffinRoom.name}.`)).toBeVisible()
  await page.goto(`/reviews/${tiffinRoom.slug}`)
  await expect(page.getByText(text)).toBeVisible()
  await context.close()
})

test('[GAP-09, F-11, GAP-11] a customer collects an order at the store', async ({ page }) => {
  await fillCart(page)
  await logInByCode(page)
  await page.getByRole('radio', { name: 'Pickup' }).check({ force: true })
  const number = await payCash(page)
  const store = await openStoreApp(page.request)
  await store.accept(number)
  await expect(said(page, `${tiffinRoom.name} is preparing your order`)).toBeVisible()
  await store.markReady(number)
  await expect(said(page, `Your order is ready at ${tiffinRoom.name}`)).toBeVisible()
  await store.markCollected(number)
  await expect(page.getByRole('heading', { name: 'Picked up' })).toBeVisible()
})

test('[I-02, GAP-82, F-14, F-16, I-01] the welcome bonus pays a part, and is refunded when the order is cancelled', async ({
  page,
}) => {
  await fillCart(page)
  await logInByCode(page)
  await saveAddress(page)
  await page.getByRole('switch', { name: 'Use ₹200.00 from your wallet' }).click()
  await payCash(page)
  await page.goto('/my-wallet')
  const movement = (text: string) => page.getByRole('listitem').filter({ hasText: text })
  await expect(movement('Part payment for order')).toContainText('₹200.00')
  await expect(movement('Welcome bonus')).toContainText('₹200.00')
  await expect(page.getByText('₹0.00')).toBeVisible()
  await page.goto('/my-orders')
  await page.getByRole('button', { name: 'Cancel order' }).first().click()
  await page.getByRole('dialog').getByRole('button', { name: 'Yes, cancel' }).click()
  await expect(page.getByText('Cancelled').first()).toBeVisible()
  await page.goto('/my-wallet')
  await expect(movement('Refund')).toContainText('₹200.00')
})

test('a first order on the first visit takes eight taps and two typed fields, and the name can be added later', async ({
  page,
}) => {
  const phone = newPhone()
  let [taps, fields] = [0, 0]
  const tap = async (target: Locator) => {
    await target.click()
    taps += 1
  }
  const type = async (field: Locator, text: string) => {
    await field.fill(text)
    fields += 1
  }
  await page.goto('/')
  await tap(page.getByRole('dialog', { name: 'Choose your location' }).getByRole('button', { name: 'Use my location' }))
  await expect(page.getByRole('textbox', { name: 'Address' })).not.toHaveValue('')
  await expect(page.getByRole('button', { name: 'Save address' })).toHaveCount(0)
  await tap(page.getByRole('button', { name: 'Confirm location' }))
  await expect(page).toHaveURL('/')
  await tap(page.getByRole('article').filter({ hasText: tiffinRoom.name }).first().getByRole('link').first())
  await tap(row(page, 'Sunday Chow Chow').getByRole('button', { name: 'Add', exact: true }))
  await tap(page.getByRole('link', { name: /View Cart/ }))
  await tap(page.getByRole('button', { name: 'Log in to continue' }))
  const sheet = page.getByRole('dialog', { name: 'Log in or sign up' })
  await type(sheet.getByRole('textbox', { name: 'Phone' }), phone.slice(3))
  await tap(sheet.getByRole('button', { name: 'Get OTP' }))
  await type(sheet.getByRole('textbox', { name: 'Code' }), await readCode(page.request, phone))
  await expect(page.getByRole('form', { name: 'New here? Enter your name to get started' })).toBeVisible()
  await tap(page.getByRole('button', { name: /Place order/ }))
  await expect(page).toHaveURL(/\/running-order\/OD-/)
  expect([taps, fields]).toEqual([8, 2])
})
