import { type APIRequestContext, expect, type Page, test } from '@playwright/test'
import { problemsOn, wcag } from './axe.ts'
import { stored } from './given.ts'
import { call, comeBack, newCustomer, newPhone, readCode } from './people.ts'
import { tiffinRoom } from './shops.ts'
import { wholeUnless } from './whole.ts'

test.use({ serviceWorkers: 'block' })

const operator = { email: 'operator@nukkad.example', password: 'operator-demo-2026' }
const caller = { email: 'caller@nukkad.example', password: 'caller-demo-2026' }

async function signIn(page: Page, { email, password }: { email: string; password: string }): Promise<void> {
  const form = page.getByRole('form', { name: 'Staff login' })
  await form.getByRole('textbox', { name: 'Email' }).fill(email)
  await form.getByRole('textbox', { name: 'Password' }).fill(password)
  await form.getByRole('button', { name: 'Log in' }).click()
}

/** Records the requests of the page to a call under `callandorder`, in the order in which they come. */
function listenAtCounter(page: Page, name: string): unknown[] {
  const sent: unknown[] = []
  page.on('request', (request) => {
    if (new URL(request.url()).pathname === `/public/callandorder/${name}`) sent.push(request.postDataJSON())
  })
  return sent
}

/** Presses the button that appears if a person opens this screen from elsewhere than the dashboard. */
const confirm = (page: Page) => page.getByRole('button', { name: 'Order as this customer' }).click()

const bar = (page: Page) => page.getByRole('region', { name: 'Order for a customer' })

async function place(request: APIRequestContext, token: string): Promise<void> {
  const address = {
    latitude: '12.9352',
    longitude: '77.6245',
    address: '6th Cross, Koramangala',
    house: '9',
    tag: 'Home',
  }
  await call(request, 'save-address', address, token)
}

test('[O-01, B-32, GAP-74] staff open a customer by the address, order in their name, and stop acting for them', async ({
  page,
  request,
}) => {
  const customer = await newCustomer(request, 'Nalini Bose')
  await place(request, customer.token)
  const posted = listenAtCounter(page, 'login-as-customer')
  await page.goto(`/auth/login-as-customer/${customer.id}`)
  await signIn(page, caller)
  await confirm(page)
  await expect(bar(page)).toHaveText(/You are ordering for Nalini Bose/)
  await expect(page).toHaveURL('/')
  expect(posted).toEqual([{ user_id: customer.id }])
  await page.getByRole('link', { name: 'Account' }).click()
  await expect(page.getByText('Nalini Bose').last()).toBeVisible()
  await expect(bar(page)).toBeVisible()
  // No data of the customer may stay on the staff member's device.
  const kept = await page.evaluate(() => JSON.stringify(localStorage))
  for (const known of ['Nalini', customer.phone, '6th Cross']) expect(kept).not.toContain(known)
  const notified = await call<{ data: string }[]>(request, 'get-user-notifications', {}, customer.token)
  expect(JSON.parse(notified[0]!.data)).toMatchObject({ title: 'Our team opened your account' })
  const ended = page.waitForRequest('**/public/api/logout')
  await bar(page).getByRole('button', { name: 'End' }).click()
  const { token } = (await ended).postDataJSON() as { token: string }
  await expect(page).toHaveURL('/auth/login-as-customer')
  await expect(page.getByText('Signed in as Javed Qureshi')).toBeVisible()
  await expect(bar(page)).toBeHidden()
  const answer = await call<{ message: string }>(request, 'get-addresses', {}, token)
  expect(answer.message).toBe('Token is not valid')
  await page.goto('/my-account')
  await expect(page).toHaveURL(/\/login/)
})

test('[O-01] a link from elsewhere acts for a customer only after a press by staff, and an old or foreign invitation does not count', async ({
  page,
  request,
}) => {
  const customer = await newCustomer(request, 'Nalini Bose')
  const posted = listenAtCounter(page, 'login-as-customer')
  await page.goto('/auth/login-as-customer')
  await signIn(page, caller)
  await expect(page.getByText('Signed in as Javed Qureshi')).toBeVisible()
  posted.length = 0
  const ask = page.getByRole('heading', { name: `Order as customer number ${customer.id}?` })
  // In this test, a page of another site links to the screen.
  await page.route('https://elsewhere.example/', (route) =>
    route.fulfill({
      contentType: 'text/html',
      body: `<a href="${new URL(`/auth/login-as-customer/${customer.id}`, page.url())}">A kitten</a>`,
    }),
  )
  await page.goto('https://elsewhere.example/')
  await page.getByRole('link').click()
  await expect(ask).toBeVisible()
  await page.reload()
  await expect(ask).toBeVisible()
  for (const invitation of [
    { id: customer.id, at: Date.now() - 3_600_000 },
    { id: customer.id + 1, at: Date.now() },
  ]) {
    await page.evaluate((entry) => localStorage.setItem('actingFor', JSON.stringify(entry)), invitation)
    await page.goto(`/auth/login-as-customer/${customer.id}`)
    await expect(ask).toBeVisible()
  }
  expect(posted).toEqual([])
  await confirm(page)
  await expect(bar(page)).toBeVisible()
  expect(posted).toEqual([{ user_id: customer.id }])
})

test("[O-01, GAP-74] a caller's order records who placed it, and is listed among the customer’s own", async ({
  page,
  request,
}) => {
  const customer = await newCustomer(request, 'Omar Farooq')
  await place(request, customer.token)
  await page.goto(`/auth/login-as-customer/${customer.id}`)
  await signIn(page, caller)
  await confirm(page)
  await expect(bar(page)).toBeVisible()
  const card = page.getByRole('article').filter({ hasText: tiffinRoom.name }).first()
  await card.getByRole('link').first().click()
  await expect(page.getByRole('heading', { name: tiffinRoom.name, level: 1 })).toBeVisible()
  await expect(bar(page)).toBeVisible()
  const row = page.getByRole('article').filter({ has: page.getByRole('heading', { name: 'Sunday Chow Chow' }) })
  await row.getByRole('button', { name: 'Add', exact: true }).first().click()
  await page.getByRole('link', { name: /View Cart/ }).click()
  await page
    .getByRole('link', { name: /Choose payment/ })
    .or(page.getByRole('button', { name: /Choose payment/ }))
    .click()
  await page.getByRole('radio', { name: /Cash/ }).check({ force: true })
  await page.getByRole('button', { name: /Place order/ }).click()
  await expect(page).toHaveURL(/\/running-order\//)
  const { data } = await call<{ data: unknown[] }>(request, 'get-orders', {}, customer.token)
  expect(data).toHaveLength(1)
})

test('[O-02, B-33] a guest account is registered, and the location screen opens after 1.88 s', async ({
  page,
  request,
}) => {
  const posted = listenAtCounter(page, 'register-guest-user')
  await page.goto('/auth/login-as-customer')
  await signIn(page, caller)
  const form = page.getByRole('form', { name: 'Register a guest' })
  await form.getByRole('button', { name: 'Register and order' }).click()
  await expect(form.getByRole('alert')).toHaveText(['Please enter your name', /^Enter the number with its/])
  const phone = newPhone()
  await form.getByRole('textbox', { name: 'Name' }).fill('Guest Thomas')
  await form.getByRole('textbox', { name: 'Phone' }).fill(phone)
  await form.getByRole('button', { name: 'Register and order' }).click()
  await expect(page.getByRole('heading', { name: 'Guest Thomas is registered' })).toBeVisible()
  const registeredAt = Date.now()
  expect(posted).toEqual([{ name: 'Guest Thomas', phone, email: '' }])
  await expect(page).toHaveURL('/search-location')
  expect(Date.now() - registeredAt).toBeGreaterThan(1_000)
  await expect(bar(page)).toHaveText(/You are ordering for Guest Thomas/)
  // The account of a guest whom staff registered works like any other: its owner signs in with a code.
  await call(request, 'generate-otp-for-login', { phone })
  const otp = await readCode(request, phone)
  const entered = await call<{ success: boolean }>(request, 'login-with-otp', { phone, otp })
  expect(entered.success).toBe(true)
})

test('[O-02] a phone that has an account is reported at the field', async ({ page, request }) => {
  const { phone } = await newCustomer(request)
  await page.goto('/auth/login-as-customer')
  await signIn(page, caller)
  const form = page.getByRole('form', { name: 'Register a guest' })
  await form.getByRole('textbox', { name: 'Name' }).fill('Guest Thomas')
  await form.getByRole('textbox', { name: 'Phone' }).fill(phone)
  await form.getByRole('button', { name: 'Register and order' }).click()
  await expect(form.getByRole('alert')).toHaveText(
    'An account with this email or phone already exists. Log in instead.',
  )
  await expect(bar(page)).toBeHidden()
})

test('[B-33] without an id staff choose a customer by name, with a reason', async ({ page, request }) => {
  const customer = await newCustomer(request, `Parvathi ${newPhone().slice(-6)}`)
  const posted = listenAtCounter(page, 'login-as-customer')
  await page.goto('/auth/login-as-customer')
  await signIn(page, operator)
  await expect(page.getByText('Signed in as Leela Fernandes')).toBeVisible()
  const search = page.getByRole('searchbox', { name: 'Name or phone' })
  await search.fill('Zzzyx')
  await expect(page.getByText('No customer found')).toBeVisible()
  await search.fill(customer.name)
  const found = page.getByRole('list', { name: 'Customers found' }).getByRole('button')
  await expect(found).toHaveCount(1)
  await expect(found).toHaveText(`${customer.name}…${customer.phone.slice(-4)}`)
  await page.getByRole('textbox', { name: 'Reason' }).fill('Called about dinner')
  await found.click()
  await expect(bar(page)).toHaveText(new RegExp(`You are ordering for ${customer.name}`))
  expect(posted.at(-1)).toEqual({ user_id: customer.id, reason: 'Called about dinner' })
})

test('[O-04, T-06, GAP-76] a wrong password, an unknown customer or a missing permission opens nothing', async ({
  page,
  request,
}) => {
  const customer = await newCustomer(request)
  // The session of a customer does not open this screen, and stays unchanged.
  await comeBack(page, customer.session)
  await page.goto('/auth/login-as-customer/2000000000')
  await signIn(page, { email: 'asha@nukkad.example', password: 'asha-demo-2026' })
  await expect(page.getByRole('alert')).toHaveText('Wrong email or password.')
  await signIn(page, caller)
  await confirm(page)
  await expect(page.getByRole('heading', { name: 'No customer found' })).toBeVisible()
  expect(await stored(page, 'user')).toMatchObject({ data: { id: customer.id } })
  await page.goto('/auth/login-as-customer/abc')
  await expect(page.getByRole('heading', { name: 'No customer found' })).toBeVisible()
  await page.getByRole('link', { name: 'Choose a customer' }).click()
  await expect(page.getByRole('form', { name: 'Register a guest' })).toBeVisible()
  await page.getByRole('button', { name: 'Logout' }).click()
  // Signs in a member of staff whom e2e/serve.ts adds, with the password of the demo's staff who take calls, and
  // without permissions.
  await signIn(page, { ...caller, email: 'clerk@nukkad.example' })
  await expect(page.getByRole('heading', { name: "You can't order for customers" })).toBeVisible()
  await page.getByRole('button', { name: 'Logout' }).click()
  await expect(page.getByRole('form', { name: 'Staff login' })).toBeVisible()
})

test('[Q-07] if the call fails, the screen offers to try again', async ({ page }) => {
  await page.route('**/public/callandorder/login-as-customer', (route) => route.abort())
  await page.goto('/auth/login-as-customer')
  await expect(page.getByText("We couldn't load this")).toBeVisible()
  await page.unroute('**/public/callandorder/login-as-customer')
  await page.getByRole('button', { name: 'Retry' }).click()
  await expect(page.getByRole('form', { name: 'Staff login' })).toBeVisible()
})

for (const colorScheme of ['light', 'dark'] as const) {
  test(
    `[GAP-77] the screens of acting and its bar meet WCAG 2.2 AA in ${colorScheme} colours`,
    wholeUnless(colorScheme === 'light'),
    async ({ page, request }) => {
      await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
      const customer = await newCustomer(request, 'Nalini Bose')
      const problems = () => problemsOn(page, { runOnly: wcag })
      await page.goto('/auth/login-as-customer')
      await expect(page.getByRole('form', { name: 'Staff login' })).toBeVisible()
      expect(await problems()).toEqual([])
      await signIn(page, caller)
      await page.getByRole('searchbox', { name: 'Name or phone' }).fill('Nalini')
      await expect(page.getByRole('list', { name: 'Customers found' }).getByRole('button').first()).toBeVisible()
      expect(await problems()).toEqual([])
      await page.goto(`/auth/login-as-customer/${customer.id}`)
      await expect(page.getByRole('heading', { name: `Order as customer number ${customer.id}?` })).toBeVisible()
      expect(await problems()).toEqual([])
      await confirm(page)
      await expect(bar(page)).toBeVisible()
      await expect(page.getByRole('article').first()).toBeVisible()
      expect(await problems()).toEqual([])
    },
  )
}
