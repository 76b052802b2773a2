import { readFileSync } from 'node:fs'
import { type APIRequestContext, expect, test } from '@playwright/test'
import { knowShop } from './boot.ts'
import { call, comeBack, newCustomer, newPhone, readCode } from './people.ts'

test.use({ serviceWorkers: 'block' })

const oldPassword = 'lime-and-salt-42'
const newPassword = 'tulsi-lamp-41-river'

/** Returns the newest code that was sent to an e-mail address. */
async function readMailedCode(request: APIRequestContext, email: string): Promise<string> {
  let code = ''
  await expect
    .poll(async () => {
      const messages = (await (await request.get('/outbox.json')).json()) as { to: string; code: string | null }[]
      code = messages.find((message) => message.to === email && message.code)?.code ?? ''
      return code
    })
    .toMatch(/^[2-9A-HJ-NP-Z]{6}$/)
  return code
}

test('[B-13, H-12, H-13, H-14, GAP-24] a forgotten password: e-mail, code, new password, log in', async ({
  page,
  request,
}) => {
  const phone = newPhone()
  const email = `${phone.slice(1)}@journey.example`
  await call(request, 'send-otp', { email, phone, accessToken: null, provider: null })
  const otp = await readCode(request, phone)
  await call(request, 'register', { name: 'Meera Iyer', email, phone, password: oldPassword, address: null, otp })
  await page.goto('/login')
  await page.getByRole('radio', { name: 'Email' }).check({ force: true })
  await page.getByRole('link', { name: 'Forgot password?' }).click()
  await expect(page).toHaveURL('/login/forgot-password')
  await expect(page.getByText('Step 1 of 3')).toBeVisible()
  await page.getByRole('button', { name: 'Send code' }).click()
  await expect(page.getByRole('alert')).toBeVisible()
  await page.getByRole('textbox', { name: 'Email' }).fill(email)
  await page.getByRole('button', { name: 'Send code' }).click()
  await expect(page.getByText('Step 2 of 3')).toBeVisible()
  const code = await readMailedCode(request, email)
  const codeField = page.getByRole('textbox', { name: 'Code from the email' })
  await codeField.fill(code.startsWith('2') ? `3${code.slice(1)}` : `2${code.slice(1)}`)
  await page.getByRole('button', { name: 'Verify code' }).click()
  await expect(page.getByRole('alert')).toHaveText('Wrong code. Check the code and try again.')
  await codeField.fill(code.toLowerCase())
  await page.getByRole('button', { name: 'Verify code' }).click()
  await expect(page.getByText('Step 3 of 3')).toBeVisible()
  const passwordField = page.getByRole('textbox', { name: 'New password' })
  await passwordField.fill('password1')
  await page.getByRole('button', { name: 'Save password' }).click()
  await expect(page.getByRole('alert')).toHaveText('Many people use this password. Choose another.')
  await passwordField.fill(newPassword)
  await page.getByRole('button', { name: 'Save password' }).click()
  await expect(page).toHaveURL('/login')
  const withOld = await call<{ success: boolean }>(request, 'login', { email, password: oldPassword })
  expect(withOld.success).toBe(false)
  await page.getByRole('radio', { name: 'Email' }).check({ force: true })
  await page.getByRole('textbox', { name: 'Email' }).fill(email)
  await page.getByRole('textbox', { name: 'Password' }).fill(newPassword)
  await page.getByRole('button', { name: 'Log in', exact: true }).click()
  await expect(page).toHaveURL('/')
})

test('[GAP-81] a customer downloads their data, and deletes the account after typing the word', async ({
  page,
  request,
}) => {
  const customer = await newCustomer(request, 'Nila Rao')
  await knowShop(page)
  await comeBack(page, customer.session)
  await page.goto('/my-account')
  const saving = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Download my data' }).click()
  const data = JSON.parse(readFileSync(await (await saving).path(), 'utf8')) as { profile: object }
  expect(data.profile).toMatchObject({ name: 'Nila Rao', phone: customer.phone })
  await page.getByRole('button', { name: 'Delete my account' }).click()
  const dialog = page.getByRole('dialog', { name: 'Delete your account?' })
  const leave = dialog.getByRole('button', { name: 'Delete my account' })
  await expect(leave).toBeDisabled()
  await dialog.getByRole('textbox', { name: 'Type DELETE to confirm' }).fill('delete')
  await leave.click()
  await expect(page).toHaveURL('/')
  const after = await request.post('/public/api/check-ban', { data: { token: customer.token } })
  expect(after.status()).toBe(401)
  await page.goto('/my-account')
  await expect(page).toHaveURL(/\/login/)
})

test('a customer changes name, phone and e-mail address, and codes prove the new ones', async ({ page, request }) => {
  const customer = await newCustomer(request)
  await knowShop(page)
  await comeBack(page, customer.session)
  await page.goto('/my-account')
  await page.getByRole('button', { name: 'Edit profile' }).click()
  const sheet = page.getByRole('dialog', { name: 'Edit profile' })
  const name = sheet.getByRole('form', { name: 'Name' })
  await name.getByRole('textbox').fill(' ')
  await name.getByRole('button', { name: 'Save' }).click()
  await expect(name.getByRole('textbox')).toHaveAccessibleDescription('Please enter your name')
  await name.getByRole('textbox').fill('Kavya Rao')
  await name.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByText('Name saved')).toBeVisible()

  const phone = newPhone()
  const form = sheet.getByRole('form', { name: 'Phone' })
  await form.getByRole('textbox').fill(phone.slice(3))
  await form.getByRole('button', { name: 'Get OTP' }).click()
  await sheet.getByRole('textbox', { name: 'Code' }).fill(await readCode(request, phone))
  await expect(page.getByText('Phone number changed')).toBeVisible()

  const email = `${phone.slice(1)}@changed.example`
  const mail = sheet.getByRole('form', { name: 'Email' })
  await mail.getByRole('textbox').fill(email)
  await mail.getByRole('button', { name: 'Get OTP' }).click()
  await sheet.getByRole('textbox', { name: 'Code' }).fill(await readCode(request, email))
  await expect(page.getByText('Email changed')).toBeVisible()
  await sheet.getByRole('button', { name: 'Close' }).click()
  await expect(page.getByText('Kavya Rao')).toBeVisible()
  await expect(page.getByText(phone)).toBeVisible()
})
