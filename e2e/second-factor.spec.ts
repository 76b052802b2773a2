import { expect, type Locator, type Page, test } from '@playwright/test'
import { Secret, TOTP } from 'otpauth'
import { knowShop } from './boot.ts'
import { who } from './dashboard.ts'
import { answer, stored } from './given.ts'
import { call, readCode } from './people.ts'

// The service worker is blocked: it would answer from its cache, while these tests replace the server's answers.
test.use({ serviceWorkers: 'block' })
test.afterEach(({ page }) => page.unrouteAll({ behavior: 'ignoreErrors' }))
// The tests of this file use one account, and each of its recovery codes works once, so they run one after the other.
test.describe.configure({ mode: 'serial' })

const { email, password, phone } = who.both
let recoveryCodes: string[] = []

test.beforeAll(async ({ playwright, baseURL }) => {
  const staff = await playwright.request.newContext({ baseURL })
  const ask = async <Answer>(name: string, data: object) =>
    (await (await staff.post(`/public/api/dashboard/${name}`, { data })).json()) as Answer
  await ask('login', { email, password })
  const { secret } = await ask<{ secret: string }>('second-factor/start', {})
  // A code of the authenticator may expire between creating and sending it.
  await expect(async () => {
    const code = new TOTP({ secret: Secret.fromBase32(secret) }).generate()
    const confirmed = await ask<{ recovery_codes: string[] }>('second-factor/confirm', { code })
    recoveryCodes = confirmed.recovery_codes
    expect(recoveryCodes).toHaveLength(10)
  }).toPass()
  await staff.dispose()
})

const codeField = (page: Page): Locator => page.getByRole('textbox', { name: 'Authenticator app code' })
const signIn = (page: Page): Locator => page.getByRole('button', { name: 'Log in', exact: true })

/** Passes the second step of a sign-in: a wrong code shows an error at its field, and a recovery code signs in. */
async function takeStep(page: Page): Promise<void> {
  await expect(codeField(page)).toBeFocused()
  await signIn(page).click()
  await expect(codeField(page)).toHaveAttribute('aria-invalid', 'true')
  await codeField(page).fill('not-the-code')
  await signIn(page).click()
  await expect(page.getByText('Wrong code. Check the code and try again.')).toBeVisible()
  expect(await stored(page, 'user')).toBeNull()
  await codeField(page).fill(recoveryCodes.pop()!)
  await signIn(page).click()
}

const isIn = async (page: Page) => {
  await expect(page).toHaveURL('/')
  expect(await stored(page, 'user')).toMatchObject({ success: true, data: { phone } })
}

test('[H-10, H-11] an account with a second factor must enter it after the code of its phone', async ({
  page,
  request,
}) => {
  await knowShop(page)
  await page.goto('/login')
  await page.getByRole('textbox', { name: 'Phone', exact: true }).fill(phone.slice(3))
  await page.getByRole('button', { name: 'Get OTP' }).click()
  await page.getByRole('textbox', { name: 'Code', exact: true }).fill(await readCode(request, phone))
  await takeStep(page)
  await isIn(page)
})

test('[H-07] an account with a second factor must enter it after a social sign-in', async ({ page, request }) => {
  // The social sign-in has its own tests, so this test replaces the social provider's answers. The refusal with its
  // sign-in ticket comes from the real server.
  const refusal = await call<object>(request, 'login', { email, password })
  expect(refusal).toMatchObject({ error: { code: 'SECOND_FACTOR_ASKED' } })
  await answer(page, 'send-otp', { proceed_login: true })
  await answer(page, 'login', refusal)
  await knowShop(page)
  await page.addInitScript(() =>
    sessionStorage.setItem('socialLogin', JSON.stringify({ provider: 'google', state: 'asked', search: '' })),
  )
  await page.goto('/login/return#access_token=given&state=asked')
  await takeStep(page)
  await isIn(page)
})

test('[H-02] after the password a person can go back, a locked account says so, and an expired ticket starts again', async ({
  page,
}) => {
  await knowShop(page)
  await page.goto('/login')
  await page.getByRole('radio', { name: 'Email' }).check({ force: true })
  const mail = page.getByRole('textbox', { name: 'Email', exact: true })
  const enterPassword = async () => {
    await page.getByLabel('Password', { exact: true }).fill(password)
    await signIn(page).click()
    await expect(codeField(page)).toBeVisible()
  }
  await mail.fill(email)
  await enterPassword()
  await page.getByRole('button', { name: 'Sign in another way' }).click()
  await expect(mail).toHaveValue(email)
  await expect(page.getByLabel('Password', { exact: true })).toHaveValue('')

  await enterPassword()
  const refuse = (code: string, status: number) =>
    answer(page, 'login/second-factor', { success: false, message: '', error: { code } }, status)
  await refuse('TOO_MANY_REQUESTS', 429)
  await codeField(page).fill('not-the-code')
  await signIn(page).click()
  await expect(page.getByRole('alert')).toHaveText('Too many tries. Please wait a minute.')
  await expect(codeField(page)).toHaveValue('not-the-code')
  await refuse('SIGN_IN_TICKET_OVER', 401)
  await signIn(page).click()
  await expect(page.getByRole('alert')).toHaveText('Please sign in again.')
  await expect(mail).toHaveValue(email)

  await page.unrouteAll({ behavior: 'ignoreErrors' })
  await enterPassword()
  await takeStep(page)
  await isIn(page)
})

test('[GAP-76] staff with a second factor must enter it when they sign in to order for a caller', async ({ page }) => {
  await knowShop(page)
  await page.goto('/auth/login-as-customer')
  await page.getByRole('textbox', { name: 'Email', exact: true }).fill(email)
  await page.getByLabel('Password', { exact: true }).fill(password)
  await signIn(page).click()
  await takeStep(page)
  // The member of staff is signed in, but has no permission to order.
  await expect(page.getByRole('heading', { name: "You can't order for customers" })).toBeVisible()
})
