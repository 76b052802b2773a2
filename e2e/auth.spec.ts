import { expect, type Locator, type Page, test } from '@playwright/test'
import { knowShop } from './boot.ts'
import { keepCart } from './carts.ts'
import { answer, change, listenTo, remember, stored } from './given.ts'
import { call, comeBack, newCustomer, newPhone, type Person, readCode } from './people.ts'

// The service worker is blocked: it would answer from its cache, while these tests replace the server's answers.
test.use({ serviceWorkers: 'block' })
test.afterEach(({ page }) => page.unrouteAll({ behavior: 'ignoreErrors' }))

const login = (page: Page): Locator => page.getByRole('form', { name: 'Login' })
const register = (page: Page): Locator => page.getByRole('form', { name: 'Register' })
const field = (form: Locator | Page, name: string): Locator => form.getByRole('textbox', { name, exact: true })
const mailOf = (phone: string): string => `${phone.slice(1)}@journey.example`
/**
 * The only phone of a known customer for which no other test requests a code. The server sends a second code to a phone
 * only after 30 s, so tests must not share the phone.
 */
const demoCustomer = { phone: '+919845012345' }
const password = 'lime-and-salt-42'

/** Registers a customer with e-mail and password, as `/register` does. */
async function newMember(page: Page): Promise<{ phone: string; email: string }> {
  const phone = newPhone()
  const email = mailOf(phone)
  await call(page.request, 'send-otp', { email, phone, accessToken: null, provider: null })
  const otp = await readCode(page.request, phone)
  await call(page.request, 'register', { name: 'Meera Iyer', email, phone, password, address: null, otp })
  return { phone, email }
}

async function askForCode(page: Page, phone: string): Promise<void> {
  await field(page, 'Phone').fill(phone.slice(3))
  await page.getByRole('button', { name: 'Get OTP' }).click()
}

/** Enters the phone, name and e-mail of a new customer in the form and requests the code. */
async function introduce(page: Page, phone: string): Promise<void> {
  await askForCode(page, phone)
  await field(page, 'Name').fill('Kavya Rao')
  await field(page, 'Email').fill(mailOf(phone))
  await page.getByRole('button', { name: 'Get OTP' }).click()
}

async function byEmail(page: Page): Promise<Locator> {
  await page.goto('/login')
  await page.getByRole('radio', { name: 'Email' }).check({ force: true })
  return login(page)
}

/** Returns a one-time code that differs from the given one. */
const otherThan = (code: string): string => String((Number(code) + 1) % 1_000_000).padStart(6, '0')

test.describe('logging in with a code', () => {
  test('[B-12, H-10, H-11] a known phone signs in with its code, and both calls carry the specified input', async ({
    page,
    request,
  }) => {
    const { phone } = demoCustomer
    const asked = listenTo(page, 'generate-otp-for-login')
    const sent = listenTo(page, 'login-with-otp')
    await page.goto('/login')
    await expect(login(page)).toBeVisible()
    await askForCode(page, phone)
    await expect(page.getByText(`Code sent to ${phone}`)).toBeVisible()
    const code = await readCode(request, phone)
    await field(page, 'Code').fill(code)
    await expect(page).toHaveURL('/')
    expect(asked).toEqual([{ phone, email: null }])
    expect(sent).toEqual([{ phone, otp: code, name: null, email: null, address: null }])
    expect(await stored(page, 'user')).toMatchObject({ success: true, data: { phone } })
  })

  test("[H-11, I-08] a new phone enters name and e-mail, and sends the referrer's code", async ({ page, request }) => {
    const inviter = await newCustomer(request)
    const { data } = await call<{ data: { user_coupon: string } }>(
      request,
      'update-user-info',
      { unique_order_id: null },
      inviter.token,
    )
    const phone = newPhone()
    const sent = listenTo(page, 'login-with-otp')
    await page.goto(`/login?ref=${data.user_coupon}`)
    await introduce(page, phone)
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Create your account')
    await field(page, 'Code').fill(await readCode(request, phone))
    await expect(page).toHaveURL('/')
    expect(sent[0]).toMatchObject({ name: 'Kavya Rao', email: mailOf(phone), refid: data.user_coupon })
  })

  test('[H-11, GAP-23, GAP-25] a wrong code shows an error at its field, and the right one still works', async ({
    page,
    request,
  }) => {
    const phone = newPhone()
    await page.goto('/login')
    await introduce(page, phone)
    const code = await readCode(request, phone)
    await field(page, 'Code').fill(otherThan(code))
    await expect(page.getByText('Wrong code. Check the code and try again.')).toBeVisible()
    await expect(page).toHaveURL('/login')
    await field(page, 'Code').fill(code)
    await expect(page).toHaveURL('/')
  })

  test('[GAP-23] a new code can be requested after 30 seconds', async ({ page }) => {
    const phone = newPhone()
    await page.clock.install()
    await page.goto('/login')
    await answer(page, 'generate-otp-for-login', { otp: true })
    await askForCode(page, phone)
    await expect(page.getByText(/^Resend in 0:\d\d$/)).toBeVisible()
    await page.clock.fastForward(28_000)
    await expect(page.getByRole('button', { name: 'Resend code' })).toHaveCount(0)
    await page.clock.fastForward(3000)
    await page.getByRole('button', { name: 'Resend code' }).click()
    await expect(page.getByText('A new code is on its way')).toBeVisible()
    await expect(page.getByText(/^Resend in 0:\d\d$/)).toBeVisible()
  })

  test('[GAP-25] too many codes give an error message', async ({ page }) => {
    await answer(page, 'generate-otp-for-login', { message: 'Too Many Attempts.' }, 429)
    await page.goto('/login')
    await askForCode(page, newPhone())
    await expect(page.getByRole('alert').filter({ hasText: 'Too many tries' })).toBeVisible()
  })

  test('[GAP-22, H-10] an impossible phone number is not sent', async ({ page }) => {
    const asked = listenTo(page, 'generate-otp-for-login')
    await page.goto('/login')
    await field(page, 'Phone').fill('12')
    await page.getByRole('button', { name: 'Get OTP' }).click()
    await expect(page.getByText('Enter a valid mobile number')).toBeVisible()
    await expect(field(page, 'Phone')).toHaveAttribute('aria-invalid', 'true')
    expect(asked).toEqual([])
  })
})

test.describe('logging in with a password', () => {
  test('[H-02, H-05] e-mail and password start a session', async ({ page }) => {
    const { email } = await newMember(page)
    const sent = listenTo(page, 'login')
    const form = await byEmail(page)
    await field(form, 'Email').fill(email)
    await form.getByLabel('Password', { exact: true }).fill(password)
    await form.getByRole('button', { name: 'Log in' }).click()
    await expect(page).toHaveURL('/')
    const unused = { name: null, accessToken: null, phone: null, provider: null, address: null, otp: null }
    expect(sent).toEqual([{ ...unused, email, password }])
  })

  test('[GAP-21] each error is shown at its field', async ({ page }) => {
    const { email } = await newMember(page)
    const sent = listenTo(page, 'login')
    const form = await byEmail(page)
    const send = form.getByRole('button', { name: 'Log in' })
    await field(form, 'Email').fill('a@b')
    await send.click()
    await expect(form.getByText('Enter a valid email address')).toBeVisible()
    await field(form, 'Email').fill(email)
    await send.click()
    await expect(form.getByText('Please fill in this field')).toBeVisible()
    expect(sent).toEqual([])
    await form.getByLabel('Password', { exact: true }).fill('not the password')
    await send.click()
    await expect(form.getByText('Wrong e-mail or password')).toBeVisible()
    await expect(page).toHaveURL('/login')
  })
})

test.describe('registering', () => {
  const fill = async (page: Page, values: { name: string; email: string; phone: string; password: string }) => {
    const form = register(page)
    await field(form, 'Name').fill(values.name)
    await field(form, 'Email').fill(values.email)
    await field(form, 'Phone').fill(values.phone)
    await form.getByLabel('Password', { exact: true }).fill(values.password)
    await form.getByRole('button', { name: 'Create account' }).click()
  }
  const newcomer = () => {
    const phone = newPhone()
    return { name: 'Kavya Rao', email: mailOf(phone), phone, password }
  }

  test('[B-14, H-01, H-06, H-08, H-09, INT-10, P-91, S-23] a confirmed phone creates an account and signs in', async ({
    page,
  }) => {
    const person = newcomer()
    const codes = listenTo(page, 'send-otp')
    const sent = listenTo(page, 'register')
    const checked = listenTo(page, 'verify-otp')
    const { session } = await newCustomer(page.request)
    const { user_coupon: refid } = (session as { data: { user_coupon: string } }).data
    await page.goto(`/register?ref=${refid}`)
    await fill(page, person)
    await expect(field(page, 'Code')).toBeVisible()
    expect(codes).toEqual([{ email: person.email, phone: person.phone, accessToken: null, provider: null }])
    const otp = await readCode(page.request, person.phone)
    await field(page, 'Code').fill(otherThan(otp))
    await expect(page.getByText('Wrong code. Check the code and try again.')).toBeVisible()
    await field(page, 'Code').fill(otp)
    await expect(page).toHaveURL('/')
    expect(checked).toEqual([otherThan(otp), otp].map((code) => ({ phone: person.phone, otp: code })))
    // The app must send only the right code with the registration, and no wrong one before it.
    expect(sent).toEqual([{ ...person, address: null, otp, refid }])
    expect(await stored(page, 'user')).toMatchObject({ success: true, data: { name: 'Kavya Rao' } })
    // The referral code must not apply to the next person who registers in this browser.
    expect(await stored(page, 'refid')).toBeNull()
  })

  test("[INT-10, H-06] without codes the account is created immediately, with the referrer's code", async ({
    page,
  }) => {
    const person = newcomer()
    await remember(page, { enSOV: 'false', refid: 'ABC123' })
    const sent = await answer(page, 'register', { success: false, data: 'Try later' })
    const codes = listenTo(page, 'send-otp')
    await page.goto('/register')
    await expect(page.getByText('Rs.200 bonus will be added')).toBeVisible()
    await fill(page, person)
    await expect(page.getByRole('alert').filter({ hasText: 'Try later' })).toBeVisible()
    expect(sent).toEqual([{ ...person, address: null, otp: null, refid: 'ABC123' }])
    expect(codes).toEqual([])
  })

  const mistakes = [
    { what: 'no name', values: { name: ' ' }, text: 'Please enter your name' },
    { what: 'a name too long', values: { name: 'a'.repeat(256) }, text: 'That name is too long' },
    { what: 'half an e-mail', values: { email: 'a@b' }, text: 'Enter a valid email address' },
    { what: 'a short phone', values: { phone: '+12345' }, text: 'Enter a valid mobile number' },
    { what: 'a short password', values: { password: '1234567' }, text: 'Use at least 8 characters' },
  ]
  for (const { what, values, text } of mistakes) {
    test(`[GAP-22] ${what} is refused with its own text`, async ({ page }) => {
      const codes = listenTo(page, 'send-otp')
      await page.goto('/register')
      await fill(page, { ...newcomer(), ...values })
      await expect(register(page).getByText(text)).toBeVisible()
      expect(codes).toEqual([])
    })
  }

  test('[GAP-22, GAP-25] an e-mail or phone that already has an account is reported', async ({ page }) => {
    const { email, phone } = await newMember(page)
    await page.goto('/register')
    await fill(page, { ...newcomer(), email })
    const notified = page
      .getByRole('alert')
      .filter({ hasText: 'An account with this email or phone already exists. Log in instead.' })
    await expect(notified).toBeVisible()
    await page.goto('/register')
    await fill(page, { ...newcomer(), phone })
    await expect(notified).toBeVisible()
  })

  test('[INT-32] login and registration link to each other', async ({ page }) => {
    await page.goto('/login?next=/my-orders')
    await page.getByRole('link', { name: 'Register' }).click()
    await expect(page).toHaveURL('/register?next=/my-orders')
    await expect(register(page)).toBeVisible()
    await page.getByRole('link', { name: 'Log in' }).click()
    await expect(page).toHaveURL('/login?next=/my-orders')
  })
})

test.describe('guests', () => {
  const routes = [
    '/my-account',
    '/my-orders',
    '/my-wallet',
    '/my-addresses',
    '/my-favorite-stores',
    '/alerts',
    '/running-order/OD-1',
    '/rate-order/1',
  ]
  for (const path of routes) {
    test(`[GAP-64, H-20, T-03] ${path} sends a guest to the login`, async ({ page }) => {
      await remember(page, { storeColor: '#fc8019' })
      await page.goto(path)
      await expect(page).toHaveURL(`/login?next=${encodeURIComponent(path)}`)
    })
  }

  const waiting = {
    '/my-account': 'Log in to see your profile and settings',
    '/my-orders': 'Log in to see your orders and invoices',
    '/my-wallet': 'Log in to see your balance and transactions',
    '/my-addresses': 'Log in to see and change your addresses',
    '/my-favorite-stores': 'Log in to see your favourite stores',
    '/alerts': 'Log in to see your alerts',
    '/checkout': 'Your cart is waiting',
    '/rate-order/1': 'Log in to rate your order',
  }
  test('[GAP-64] the login names the page that the guest wanted to reach', async ({ page }) => {
    await knowShop(page)
    for (const [path, text] of Object.entries(waiting)) {
      await page.goto(path)
      await expect(page.getByText(text)).toBeVisible()
    }
    await page.goto('/login')
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    for (const text of Object.values(waiting)) await expect(page.getByText(text)).toHaveCount(0)
  })

  test('[GAP-64, B-23] a guest fills a cart, logs in at checkout and returns there', async ({ page, request }) => {
    const phone = newPhone()
    await keepCart(page, request, { 'Sunday Chow Chow': 1 })
    await page.goto('/checkout')
    await expect(page).toHaveURL('/login?next=%2Fcheckout')
    await introduce(page, phone)
    await field(page, 'Code').fill(await readCode(request, phone))
    await expect(page).toHaveURL('/checkout')
    await expect(page.getByRole('heading', { name: 'Checkout' })).toBeVisible()
  })

  test('[GAP-64] a return path to another site is ignored', async ({ page, request }) => {
    const phone = newPhone()
    await page.goto('/login?next=//elsewhere.example/')
    await introduce(page, phone)
    await field(page, 'Code').fill(await readCode(request, phone))
    await expect(page).toHaveURL('/')
  })

  test('[B-12, B-14] a customer is redirected away from login and registration', async ({ page, request }) => {
    const customer = await newCustomer(request)
    await comeBack(page, customer.session)
    await page.goto('/login?next=/my-wallet')
    await expect(page).toHaveURL('/my-wallet')
  })
})

test.describe('log-out', () => {
  const visit = async (page: Page, customer: Person & { session: object }) => {
    await knowShop(page)
    await comeBack(page, customer.session)
    await page.goto('/my-account')
    await expect(page.getByRole('heading', { name: 'My Account' })).toBeVisible()
  }

  test('[H-15, H-16, H-17, G-28] logging out removes the person from this device and ends the session at the server', async ({
    page,
    request,
  }) => {
    const customer = await newCustomer(request)
    await page.goto('/')
    await expect.poll(() => stored(page, 'storeColor')).not.toBeNull()
    await visit(page, customer)
    await page.evaluate(() => {
      localStorage.setItem('geoLocation', '{}')
      localStorage.setItem('lastSavedNotificationToken', 'token')
    })
    await page.getByRole('button', { name: 'Logout' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Logout' }).click()
    await expect(page).toHaveURL(/\/(login.*)?$/)
    for (const name of ['geoLocation', 'lastSavedNotificationToken', 'user']) {
      await expect.poll(() => stored(page, name)).toBeNull()
    }
    const after = await request.post('/public/api/update-user-info', {
      data: { unique_order_id: null },
      headers: { authorization: `Bearer ${customer.token}` },
    })
    expect(after.status()).toBe(401)
  })

  test('[GAP-03, GAP-64] a session that the server no longer knows ends on this device too', async ({
    page,
    request,
  }) => {
    const customer = await newCustomer(request)
    await call(request, 'logout', {}, customer.token)
    await comeBack(page, customer.session)
    await page.goto('/my-orders')
    await expect(page).toHaveURL('/login?next=%2Fmy-orders')
  })

  test('[H-19, GAP-73] a blocked customer sees the reason in the cart', async ({ page, request }) => {
    const customer = await newCustomer(request)
    await comeBack(page, customer.session)
    await keepCart(page, request, { 'Sunday Chow Chow': 1 })
    await change<{ success: boolean }>(page, 'check-ban', (body) => ({ ...body, success: false }))
    await page.goto('/cart')
    await expect(
      page.getByRole('alert').filter({ hasText: "Your account can't place orders. Please contact us." }),
    ).toBeVisible()
  })
})
