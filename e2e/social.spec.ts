import { expect, test } from '@playwright/test'
import { startSocialSimulator } from '../packages/simulators/src/social.ts'
import { knowShop } from './boot.ts'
import { listenTo, stored } from './given.ts'
import { outsiderPorts } from './outsiders.ts'
import { newCustomer, newPhone, readCode } from './people.ts'
import { pressInside } from './preview.ts'

test.use({ serviceWorkers: 'block' })

// The tests of this file share one simulator of the social providers, so they run one after the other.
test.describe.configure({ mode: 'serial' })
let simulator: Awaited<ReturnType<typeof startSocialSimulator>>
test.beforeAll(async () => {
  simulator = await startSocialSimulator(outsiderPorts(Number(process.env.E2E_PORT ?? 4310)).social)
})
test.afterAll(() => simulator.close())
test.afterEach(() => {
  simulator.state.trouble = undefined
})

const newVisitor = (name: string) => {
  const tag = crypto.randomUUID()
  simulator.welcome({ subject: tag, name, email: `${tag}@provider.example` })
}

test('[H-07] [P-22] [P-24] a new person signs in with Google, confirms a phone, and is signed in directly the next time', async ({
  page,
  request,
}) => {
  newVisitor('Nila Rao')
  const phone = newPhone()
  const logins = listenTo(page, 'login')
  const foreign: string[] = []
  page.on('request', (sent) => {
    if (sent.resourceType() === 'script' && !sent.url().startsWith('http://localhost')) foreign.push(sent.url())
  })
  await page.goto('/login?next=%2Fmy-wallet')
  await page.getByRole('button', { name: 'Continue with Google' }).click()
  await page.getByRole('link', { name: 'Continue as Nila Rao' }).click()
  await page.getByRole('textbox', { name: 'Phone' }).fill(phone)
  expect(page.url()).not.toContain('token')
  await page.getByRole('button', { name: 'Get' }).click()
  await page
    .getByRole('textbox', { name: /code/i })
    .first()
    .pressSequentially(await readCode(request, phone))
  await expect(page).toHaveURL('/my-wallet')
  expect(await stored(page, 'user')).toMatchObject({ success: true, data: { name: 'Nila Rao', phone } })
  expect(logins).toMatchObject([{ provider: 'google', phone, accessToken: expect.stringMatching(/^eyJ/) }])
  expect(Object.keys(logins[0]!).sort()).toEqual(
    ['accessToken', 'address', 'email', 'name', 'otp', 'password', 'phone', 'provider'].sort(),
  )
  expect(foreign).toEqual([])

  await page.evaluate(() => localStorage.removeItem('user'))
  await page.goto('/login')
  await page.getByRole('button', { name: 'Continue with Google' }).click()
  await page.getByRole('link', { name: 'Continue as Nila Rao' }).click()
  await expect.poll(() => stored(page, 'user')).toMatchObject({ success: true, data: { name: 'Nila Rao' } })
})

test('[H-07] [GAP-84] from the desktop preview the provider opens in the whole page, and the person returns to the frame', async ({
  page,
}) => {
  newVisitor('Asha Menon')
  await page.setViewportSize({ width: 1440, height: 900 })
  await knowShop(page, { useAppClicked: 'true', desktopLoaded: 'true' })
  await page.goto('/login')
  const frame = page.frameLocator('iframe')
  await pressInside(page, page.locator('iframe'), frame.getByRole('button', { name: 'Continue with Google' }))
  await page.getByRole('link', { name: 'Continue as Asha Menon' }).click()
  await expect(frame.getByRole('textbox', { name: 'Phone' })).toBeVisible()
  await expect(page).toHaveURL('/login/return')
})

test('[H-07] a person registers with Facebook; a phone of another account is refused', async ({ page, request }) => {
  newVisitor('Dev Anand')
  const somebody = await newCustomer(request)
  await page.goto('/register')
  await page.getByRole('button', { name: 'Continue with Facebook' }).click()
  await page.getByRole('link', { name: 'Continue as Dev Anand' }).click()
  await page.getByRole('textbox', { name: 'Phone' }).fill(somebody.phone)
  await page.getByRole('button', { name: 'Get' }).click()
  await expect(page.getByRole('alert')).toHaveText(
    'An account with this email or phone already exists. Log in instead.',
  )
  expect(await stored(page, 'user')).toBeNull()
})

test('[H-07] a person who cancels at the provider, or returns with an answer that was not requested, is not signed in', async ({
  page,
}) => {
  newVisitor('Nila Rao')
  await page.goto('/login')
  await page.getByRole('button', { name: 'Continue with Google' }).click()
  await page.getByRole('link', { name: 'Cancel' }).click()
  await expect(page.getByRole('alert')).toBeVisible()
  const asked = listenTo(page, 'send-otp')
  const token = simulator.issueIdToken({ subject: 'attacker', name: 'Mallory', email: 'm@provider.example' })
  await page.goto('/login')
  await page.goto(`/login/return#id_token=${token}&state=${'a'.repeat(32)}`)
  await expect(page.getByRole('alert')).toBeVisible()
  await expect(page).toHaveURL('/login/return')
  expect(asked).toEqual([])
})

test("[P-22] a provider's failure is explained, and signing in by phone still works", async ({ page }) => {
  newVisitor('Nila Rao')
  await page.goto('/login')
  await page.getByRole('button', { name: 'Continue with Facebook' }).click()
  const link = page.getByRole('link', { name: 'Continue as Nila Rao' })
  await expect(link).toBeVisible()
  simulator.state.trouble = 'server-error'
  await link.click()
  await expect(page.getByRole('alert')).toContainText("We couldn't reach that login service")
  await page.getByRole('link', { name: 'Log in' }).click()
  await expect(page).toHaveURL('/login')
})
