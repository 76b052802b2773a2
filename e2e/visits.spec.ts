import { expect, type Page, test } from '@playwright/test'
import { knowShop } from './boot.ts'
import { keepCart, newOrderer } from './carts.ts'
import { callAs, enterDashboard } from './dashboard.ts'
import { call, comeBack, newCustomer, newPhone, type Person, readCode } from './people.ts'
import { openSalon } from './salon.ts'
import { keepDefaultPlace } from './shops.ts'

/** A salon of the demo that has services, people, resources and opening hours. */
const salon = { slug: 'roop-rekha-studio', name: 'Roop Rekha Studio' }
/** A service with a deposit, and one without. */
const [dear, plain] = ['Roop Glow Ritual', 'Haircut & Blow-dry']

type Visits = { visits: { unique_visit_id: string; status: string; starts_at: string }[] }
type Services = { services: { item_id: number; name: string }[] }

const times = (page: Page) => page.getByRole('radiogroup', { name: 'Free times' }).getByRole('radio')
/** Returns the days that a customer can choose, because they have a free start. */
const days = (page: Page) =>
  page.getByRole('radiogroup', { name: 'Days' }).getByRole('radio', { name: /^(?!.*No free time)/ })
const visitsOf = (page: Page, { token }: Person) => call<Visits>(page.request, 'my-visits', {}, token)

/** Returns the path of the page on which a customer books a service. */
async function pathOf(page: Page, service: string): Promise<string> {
  const { id } = await call<{ id: number }>(page.request, `get-restaurant-info/${salon.slug}`)
  const { services } = await call<Services>(page.request, 'salon-services', { store_id: id })
  return `/book/${salon.slug}?s=${services.find(({ name }) => name === service)!.item_id}.0`
}

/**
 * Opens the choice of a time on a random day of the strip's second page, so that parallel tests choose different times.
 */
async function chooseTime(page: Page): Promise<void> {
  await expect(times(page).first()).toBeAttached()
  await page.getByRole('button', { name: 'Later days' }).click()
  await expect(days(page).first()).toBeAttached()
  await days(page)
    .nth(Math.floor(Math.random() * (await days(page).count())))
    .check({ force: true })
  await times(page)
    .nth(Math.floor(Math.random() * (await times(page).count())))
    .check({ force: true })
}

/** Books a service as a signed-in customer, who opens its path directly, and waits for the visit's screen. */
async function book(page: Page, service = plain): Promise<Person> {
  const customer = await newCustomer(page.request)
  await comeBack(page, customer.session)
  await knowShop(page)
  await page.goto(await pathOf(page, service))
  await chooseTime(page)
  await page.getByRole('button', { name: 'Review booking' }).click()
  await page.getByRole('button', { name: 'Book visit' }).click()
  await expect(page.getByRole('heading', { name: 'Your visit' })).toBeVisible()
  await expect(page.getByText('Booked', { exact: true })).toBeVisible()
  return customer
}

test('[V-40] [V-41] [V-42] a customer books a visit with a deposit in at most eight taps from home', async ({
  page,
}) => {
  const customer = await newCustomer(page.request)
  await comeBack(page, customer.session)
  let taps = 0
  const tap = async (target: ReturnType<Page['locator']>): Promise<void> => {
    await target.click()
    taps += 1
  }
  await page.goto('/')
  await keepDefaultPlace(page)
  await tap(page.getByRole('link', { name: 'Book a visit' }))
  await tap(page.getByRole('link', { name: salon.name }))
  const people = page.getByRole('region', { name: 'People' })
  await expect(people.getByRole('paragraph').first()).toHaveText(/\d{1,2}:\d\d [ap]m with \w+/)
  await tap(page.getByRole('article').filter({ hasText: dear }).getByRole('button', { name: 'Book' }))
  await expect(times(page).first()).toBeAttached()
  // The test presses the label of the radio button, as a finger does.
  await tap(times(page).last().locator('..'))
  await expect(page.getByText(/with \w+/).first()).toBeVisible()
  await tap(page.getByRole('button', { name: 'Review booking' }))
  await expect(page.getByRole('timer')).toHaveText(/We hold this time for you for [12]:\d\d/)
  await expect(page.getByText(/You pay a deposit of ₹430\.00/)).toBeVisible()
  // Until the customer chooses a payment method, the button leads to the list of methods.
  await page.getByRole('button', { name: 'Pay ₹430.00 now' }).click()
  await expect(page.getByRole('radio', { name: /^UPI/ })).toBeFocused()
  await tap(page.locator('label', { hasText: 'UPI' }))
  await tap(page.getByRole('button', { name: 'Pay ₹430.00 now' }))
  await tap(page.frameLocator('iframe[title="Razorpay (simulated)"]').getByRole('button', { name: 'Confirm and pay' }))
  await expect(page.getByText('Booked', { exact: true })).toBeVisible()
  await expect(page).toHaveURL(/\/visit\/V-/)
  const amountOf = (name: string) =>
    page.getByRole('term').filter({ hasText: name }).locator('xpath=following-sibling::dd')
  await expect(amountOf('Paid ahead')).toHaveText('₹430.00')
  await expect(amountOf('To pay at the salon')).toHaveText(/^₹[\d,]+\.\d\d$/)
  await expect(page.getByRole('link', { name: 'Directions' })).toHaveAttribute('href', /destination=12\.\d+,77\.\d+$/)
  expect(taps).toBeLessThanOrEqual(8)
  expect((await visitsOf(page, customer)).visits).toMatchObject([{ status: 'booked' }])
})

test('[V-40] the services lead to a category, and the details of one name its people and terms', async ({ page }) => {
  await knowShop(page)
  await page.goto(`/book/${salon.slug}`)
  const spa = page.getByRole('heading', { name: 'Hair spa & treatments' })
  await expect(spa).not.toBeInViewport()
  await page.getByRole('navigation').getByRole('button', { name: 'Hair spa & treatments' }).click()
  await expect(spa).toBeInViewport()

  // Details that the customer has opened must also show data that the page gets afterwards.
  let answerServices = () => {}
  const isOpened = new Promise<void>((resolve) => {
    answerServices = resolve
  })
  await page.route('**/public/api/salon-services', async (route) => {
    await isOpened
    await route.continue()
  })
  await page.goto(`/stores/${salon.slug}`)
  await page.getByRole('article').getByRole('button', { name: dear, exact: true }).click()
  const drawer = page.getByRole('dialog', { name: dear })
  await expect(drawer).toBeVisible()
  answerServices()
  await expect(drawer.getByText('Kavya', { exact: true })).toBeVisible()
  await expect(drawer.getByText('You pay a deposit of 20%, and the rest at the salon.')).toBeVisible()
  await expect(
    drawer.getByText(/^You can cancel or move the visit for free until \d+ hours before it starts\.$/),
  ).toBeVisible()
})

test('[V-41] a guest logs in over the chosen time, which is held then', async ({ page }) => {
  await knowShop(page)
  await page.goto(await pathOf(page, plain))
  await chooseTime(page)
  await page.getByRole('button', { name: 'Review booking' }).click()
  const sheet = page.getByRole('dialog')
  await expect(sheet.getByText(`For your visit at ${salon.name}`)).toBeVisible()
  const phone = newPhone()
  await sheet.getByRole('textbox', { name: 'Phone' }).fill(phone.slice(3))
  await sheet.getByRole('button', { name: 'Get OTP' }).click()
  await sheet.getByRole('textbox', { name: 'Code' }).fill(await readCode(page.request, phone))
  await sheet.getByRole('textbox', { name: 'Name' }).fill('Meera Iyer')
  await sheet.getByRole('button', { name: 'Continue' }).click()
  await expect(page.getByRole('heading', { name: 'Review and book' })).toBeVisible()
  await expect(page.getByRole('timer')).toBeVisible()
})

test('[V-41] a taken time offers the next ones, and one of them is held', async ({ page }) => {
  const [first, second] = [await newCustomer(page.request), await newCustomer(page.request)]
  await comeBack(page, second.session)
  await knowShop(page)
  await page.goto(await pathOf(page, plain))
  await chooseTime(page)
  // While the customer looks at the times, other customers book every person at the chosen time.
  const { id } = await call<{ id: number }>(page.request, `get-restaurant-info/${salon.slug}`)
  await page.route(
    '**/public/api/hold-visit',
    async (route) => {
      const { services, starts_at } = route.request().postDataJSON() as { services: object[]; starts_at: string }
      for (let taken = true; taken; ) {
        const other = await newCustomer(page.request)
        const answer = await call<{ success: boolean }>(
          page.request,
          'hold-visit',
          { store_id: id, services, starts_at },
          other.token,
        )
        taken = answer.success
      }
      await route.continue()
    },
    { times: 1 },
  )
  await page.getByRole('button', { name: 'Review booking' }).click()
  const sheet = page.getByRole('dialog', { name: 'Someone took this time' })
  const next = sheet.getByRole('button', { name: /\d:\d\d [ap]m/ })
  await expect(next).toHaveCount(3)
  const text = await next.first().textContent()
  await next.first().click()
  await expect(page.getByRole('heading', { name: 'Review and book' })).toBeVisible()
  await expect(page.getByText(text!.replace(/^.* (?=\d+:\d\d)/, '')).first()).toBeVisible()
  expect((await visitsOf(page, first)).visits).toEqual([])
})

test('[V-41] an ended hold is offered again', async ({ page }) => {
  const customer = await newCustomer(page.request)
  await comeBack(page, customer.session)
  await knowShop(page)
  await page.clock.install()
  await page.goto(await pathOf(page, plain))
  await chooseTime(page)
  await page.getByRole('button', { name: 'Review booking' }).click()
  await expect(page.getByRole('timer')).toBeVisible()
  await page.clock.fastForward('02:30')
  await expect(page.getByText('This time is no longer held')).toBeVisible()
  await page.getByRole('button', { name: 'Hold it again' }).click()
  await expect(page.getByRole('timer')).toHaveText(/We hold this time for you for [12]:\d\d/)
})

test('[V-41] products of the salon are paid and handed over with the visit', async ({ page }) => {
  const customer = await newCustomer(page.request)
  await comeBack(page, customer.session)
  await knowShop(page)
  const menu = await call<{ items: Record<string, { name: string }[]> }>(
    page.request,
    `get-restaurant-items/${salon.slug}`,
  )
  const product = menu.items['Take home']![0]!.name
  await page.goto(await pathOf(page, plain))
  await chooseTime(page)
  await page.getByRole('button', { name: 'Review booking' }).click()
  await page.getByRole('button', { name: 'Add products' }).click()
  const goods = page.getByRole('dialog', { name: 'Products' })
  await expect(goods.getByRole('article').filter({ hasText: plain })).toHaveCount(0)
  await goods
    .getByRole('article')
    .filter({ hasText: product })
    .getByRole('button', { name: 'Add', exact: true })
    .click()
  await goods.getByRole('button', { name: 'Done' }).click()
  await expect(goods).toHaveCount(0)
  await expect(page.getByRole('group', { name: `Quantity of ${product}` })).toContainText('1')
  await page.getByRole('button', { name: 'Book visit' }).click()
  await expect(page.getByText('Booked', { exact: true })).toBeVisible()
  const { data } = await call<{ data: { orderitems: { name: string }[] }[] }>(
    page.request,
    'get-orders',
    {},
    customer.token,
  )
  expect(data[0]!.orderitems.map(({ name }) => name)).toEqual([plain, product])
})

test('[V-41] a coupon of the salon lowers the bill of a visit and its order', async ({ page }) => {
  const customer = await newCustomer(page.request)
  await comeBack(page, customer.session)
  await knowShop(page)
  await page.goto(await pathOf(page, plain))
  await chooseTime(page)
  await page.getByRole('button', { name: 'Review booking' }).click()
  await page.getByRole('button', { name: 'Apply GLOW20' }).click()
  await expect(page.getByText(/^GLOW20 applied, you saved ₹/)).toBeVisible()
  const off = page.getByRole('term').filter({ hasText: 'Coupon GLOW20' }).locator('xpath=following-sibling::dd')
  const lowered = Number((await off.innerText()).replaceAll(/[^\d.]/g, ''))
  expect(lowered).toBeGreaterThan(0)
  await page.getByRole('button', { name: 'Book visit' }).click()
  await expect(page.getByText('Booked', { exact: true })).toBeVisible()
  const { data } = await call<{ data: object[] }>(page.request, 'get-orders', {}, customer.token)
  expect(data).toMatchObject([{ coupon_name: 'GLOW20', coupon_amount: lowered }])
})

test('[V-42] a customer moves a visit, cancels it and books the same again', async ({ page }) => {
  const customer = await book(page)
  const before = (await visitsOf(page, customer)).visits[0]!
  await page.getByRole('link', { name: 'Move' }).click()
  // When the customer moves the visit, the choice of a new time must open at the day of the visit.
  const dayOfVisit = new Intl.DateTimeFormat('en', { timeZone: 'Asia/Kolkata', day: 'numeric' })
  const chosen = days(page).and(page.locator(':checked'))
  await expect(chosen).toHaveAccessibleName(new RegExp(`\\b${dayOfVisit.format(new Date(before.starts_at))}\\b`))
  await expect(chosen.locator('..')).toBeInViewport({ ratio: 1 })
  await chooseTime(page)
  await page.getByRole('button', { name: 'Move visit' }).click()
  await expect(page.getByText('Your visit was moved')).toBeVisible()
  const after = (await visitsOf(page, customer)).visits[0]!
  expect(after.starts_at).not.toBe(before.starts_at)

  const download = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Add to calendar' }).click()
  expect((await download).suggestedFilename()).toBe(`${after.unique_visit_id}.ics`)

  await page.getByRole('button', { name: 'Cancel visit' }).click()
  const sheet = page.getByRole('dialog', { name: 'Cancel this visit?' })
  await expect(sheet.getByText('You have paid nothing, so cancelling is free.')).toBeVisible()
  await sheet.getByRole('button', { name: 'Cancel visit' }).click()
  await expect(page.getByText('Cancelled', { exact: true })).toBeVisible()

  await page.goto('/my-visits')
  await page.getByRole('link', { name: 'Book again' }).click()
  await expect(page.getByRole('heading', { name: plain })).toBeVisible()
  await expect(page.getByRole('radio', { name: 'Anyone' })).not.toBeChecked()
})

test("[V-43] a customer's calendar app reads their visits at an address that is made, replaced and removed", async ({
  page,
}) => {
  const customer = await book(page)
  const { unique_visit_id: number } = (await visitsOf(page, customer)).visits[0]!
  await page.goto('/my-visits')
  await page.getByRole('button', { name: 'Create a calendar link' }).click()
  const field = page.getByRole('textbox', { name: 'Calendar link' })
  await expect(field).toHaveValue(/\/calendar\/[\w-]{43}\.ics$/)
  const first = await field.inputValue()
  await expect(page.getByRole('link', { name: 'Open in calendar' })).toHaveAttribute('href', /^webcal:.*\.ics$/)
  expect(await (await page.request.get(first)).text()).toContain(`UID:${number}@`)

  await page.getByRole('button', { name: 'Create a new link' }).click()
  const replacing = page.getByRole('dialog', { name: 'Create a new link?' })
  await replacing.getByRole('button', { name: 'Create a new link' }).click()
  await expect(field).not.toHaveValue(first)
  expect((await page.request.get(first)).status()).toBe(404)

  await page.reload()
  await expect(page.getByText('No calendar app has used this link yet.')).toBeVisible()
  await page.getByRole('button', { name: 'Remove the link' }).click()
  const removing = page.getByRole('dialog', { name: 'Remove the calendar link?' })
  await removing.getByRole('button', { name: 'Remove the link' }).click()
  await expect(page.getByRole('button', { name: 'Create a calendar link' })).toBeVisible()
})

test('[V-26] [V-27] [V-45] a visit and its delivered products are paid by one payment, and each links the other', async ({
  page,
  browser,
}) => {
  const staff = await browser.newPage()
  await enterDashboard(staff)
  const { store_id, cut, oil, kind } = await openSalon(staff)
  const segments = [{ minutes: 30, needs_stylist: true, resource_kind: kind }]
  const terms = { segments, deposit_kind: 'percent', deposit_value: '25' }
  await callAs(staff, 'bookings/services/save', { store_id, item_id: cut.id, ...terms })
  await staff.close()
  const customer = await newOrderer(page.request)
  await comeBack(page, customer.session)
  await knowShop(page)
  const noor = { slug: 'noor-beauty-lounge', name: 'Noor Beauty Lounge' }
  await keepCart(page, page.request, { [oil.name]: 3 }, noor)
  await page.goto(`/book/${noor.slug}?s=${cut.id}.0`)
  await chooseTime(page)
  await page.getByRole('button', { name: 'Review booking' }).click()
  await expect(page.getByRole('button', { name: 'Pay ₹100.00 now' })).toBeVisible()
  await expect(page.getByRole('radio', { name: 'Collect at the salon' })).toBeChecked()
  await page.getByText('Deliver to 4B, 5th Block, Koramangala').click()
  const toPay = page
    .getByRole('term')
    .filter({ hasText: /^To pay( now)?$/ })
    .locator('xpath=following-sibling::dd')
  await expect(toPay).toHaveCount(2)
  const goods = Number((await toPay.last().innerText()).replaceAll(/[^\d.]/g, ''))
  expect(goods).toBeGreaterThan(450)
  await page.locator('label', { hasText: 'UPI' }).click()
  await page.getByRole('button', { name: `Pay ₹${(goods + 100).toFixed(2)} now` }).click()
  const provider = page.frameLocator('iframe[title="Razorpay (simulated)"]')
  await provider.getByRole('button', { name: 'Confirm and pay' }).click()
  await expect(page.getByText('Booked', { exact: true })).toBeVisible()
  const { data } = await call<{ data: { orderstatus_id: number; delivery_type: number }[] }>(
    ...([page.request, 'get-orders', {}, customer.token] as const),
  )
  expect(data.map(({ delivery_type }) => delivery_type)).toEqual([1, 4])
  expect(data[1]!.orderstatus_id).toBe(10)
  expect([1, 2]).toContain(data[0]!.orderstatus_id)
  await page.getByRole('link', { name: /^The products of this visit are delivered with order/ }).click()
  await page.getByRole('link', { name: /^Part of the visit on / }).click()
  await expect(page.getByRole('heading', { name: 'Your visit' })).toBeVisible()
})
