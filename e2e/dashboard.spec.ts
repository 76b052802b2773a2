import { expect, test } from '@playwright/test'
import { Secret, TOTP } from 'otpauth'
import { faultsOn } from './axe.ts'
import { enterDashboard, who } from './dashboard.ts'

test.use({ viewport: { width: 1440, height: 900 }, hasTouch: false })

test('[T-06] [GAP-76] [U-01] nobody sees the dashboard before signing in, and a wrong pair says so', async ({
  page,
}) => {
  await page.goto('/dashboard/activity')
  await expect(page.getByRole('heading', { name: 'Sign in to the dashboard' })).toBeVisible()
  await page.getByLabel('E-mail address').fill('operator@nukkad.example')
  await page.getByLabel('Password').fill('not-it-at-all')
  await page.getByRole('button', { name: 'Sign in' }).click()
  await expect(page.getByRole('alert')).toHaveText('Those details do not match.')
  await page.getByLabel('E-mail address').fill('asha@nukkad.example')
  await page.getByLabel('Password').fill('asha-demo-2026')
  await page.getByRole('button', { name: 'Sign in' }).click()
  await expect(page.getByRole('alert')).toHaveText('Those details do not match.')
})

test('[U-01] an administrator enters, goes to a page by the keyboard, reads what was done, and leaves', async ({
  page,
}) => {
  await page.goto('/dashboard')
  await page.getByLabel('E-mail address').fill(who.operator.email)
  await page.getByLabel('Password').fill(who.operator.password)
  await page.getByRole('button', { name: 'Sign in' }).click()
  await page.getByRole('button', { name: 'Sign out' }).waitFor()
  await page.keyboard.press('Control+k')
  await expect(page.getByRole('combobox', { name: 'Page, order, customer or store' })).toBeFocused()
  await page.keyboard.type('activ')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { level: 1, name: 'Activity' })).toBeFocused()
  const table = page.getByRole('table', { name: 'Activity' })
  await expect(table.getByText('signed in to the dashboard').first()).toBeVisible()
  await page.getByRole('searchbox').fill('no such thing')
  await expect(page.getByText('Nothing matches what you look for.')).toBeVisible()
  await expect(page).toHaveURL(/[?&]q=no\+such\+thing/)
  await page.reload()
  await expect(page.getByText('Nothing matches what you look for.')).toBeVisible()
  await page.getByRole('button', { name: 'Show all' }).click()
  await expect(table.getByText('Leela Fernandes').first()).toBeVisible()
  await page.getByRole('button', { name: 'Sign out' }).click()
  await expect(page.getByRole('heading', { name: 'Sign in to the dashboard' })).toBeVisible()
})

test('[U-01] from anywhere one finds a store, a customer and an order; a filter names the store it is set to', async ({
  page,
}) => {
  await enterDashboard(page)
  await page.keyboard.press('Control+k')
  await page.keyboard.type('namma tiff')
  await page.getByRole('option', { name: 'Namma Tiffin Room Store' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Namma Tiffin Room' })).toBeVisible()
  await page.goto('/dashboard/orders?store=1')
  await expect(page.getByRole('list', { name: 'Filters that are set' })).toContainText('Store: Namma Tiffin Room')
  const order = await page.getByRole('table', { name: 'Orders' }).locator('tbody a').first().innerText()
  await page.keyboard.press('Control+k')
  await page.keyboard.type(order)
  await page.getByRole('option', { name: order }).click()
  await expect(page.getByRole('heading', { level: 1, name: `Order ${order}` })).toBeVisible()
  await expect(page.getByRole('link', { name: 'Its refunds' })).toBeVisible()
})

test('[U-14] what was typed goes away by Escape, Back or another page only after a question', async ({ page }) => {
  await enterDashboard(page)
  await page.getByRole('link', { name: 'Coupons' }).click()
  const question = page.getByRole('dialog', { name: 'Throw away what you typed?' })
  const panel = page.getByRole('dialog', { name: 'New coupon' })
  await page.getByRole('button', { name: 'New coupon' }).click()
  await page.keyboard.press('Escape')
  await expect(panel).toBeHidden()
  await page.getByRole('button', { name: 'New coupon' }).click()
  await panel.getByLabel('Code').fill('MONSOON')
  await page.keyboard.press('Escape')
  await question.getByRole('button', { name: 'Go on writing' }).click()
  await expect(question).toBeHidden()
  await expect(panel.getByLabel('Code')).toHaveValue('MONSOON')
  await page.goBack()
  await question.getByRole('button', { name: 'Throw away' }).click()
  await expect(panel).toBeHidden()
  await expect(page.getByRole('heading', { level: 1, name: 'Coupons' })).toBeVisible()
  await page.goBack()
  await expect(page.getByRole('heading', { level: 1, name: /^Hello/ })).toBeVisible()

  await page.getByLabel('What is to be done').fill('Order paper rolls')
  await page.getByRole('link', { name: 'Coupons' }).click()
  await question.getByRole('button', { name: 'Go on writing' }).click()
  await page.getByRole('button', { name: 'Add', exact: true }).click()
  await page.getByRole('checkbox', { name: 'Order paper rolls' }).check()
  await page.getByRole('button', { name: 'Throw away Order paper rolls' }).click()
  await expect(page.getByText('Nothing. Only you see what you write here.')).toBeVisible()
  await page.getByRole('link', { name: 'Coupons' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Coupons' })).toBeVisible()
})

test('[U-19] a view of a table is kept under a name; the side bar folds', async ({ page }) => {
  await enterDashboard(page, 'operator', '/orders?status=delivered&sort=placed_at')
  const views = page.getByRole('dialog', { name: 'Views' })
  await page.getByRole('button', { name: 'Columns' }).click()
  await page.getByRole('dialog', { name: 'Columns' }).getByRole('checkbox', { name: 'Address' }).check()
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'Views' }).click()
  await views.getByLabel('Name of this view').fill('Brought, oldest first')
  await views.getByRole('button', { name: 'Keep' }).click()
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'Columns' }).click()
  await page.getByRole('dialog', { name: 'Columns' }).getByRole('checkbox', { name: 'Address' }).uncheck()
  await page.goto('/dashboard/orders?q=nobody')
  await page.getByRole('button', { name: 'Views' }).click()
  await views.getByRole('button', { name: 'Brought, oldest first', exact: true }).click()
  await expect(page).toHaveURL(/orders\?sort=placed_at&status=delivered$/)
  await expect(page.getByRole('columnheader', { name: 'Address' })).toBeVisible()

  const bar = page.getByRole('navigation', { name: 'Dashboard' })
  const width = async () => (await bar.boundingBox())!.width
  expect(await width()).toBe(248)
  await bar.getByRole('button', { name: 'Fold the menu' }).click()
  await page.mouse.move(800, 400)
  await expect.poll(width).toBe(72)
  await bar.getByRole('link', { name: 'Coupons' }).hover()
  await expect.poll(width).toBe(248)
})

test('[U-01] a second factor is set up and asked for; a password is changed only by who knows it', async ({ page }) => {
  await enterDashboard(page, 'clerk', '/account')
  await page.getByRole('button', { name: 'Set up a second factor' }).click()
  const shownSecret = page.getByText('write this into the app').locator('span')
  await expect(shownSecret).toHaveText(/^[A-Z2-7]{32}$/)
  const secret = (await shownSecret.textContent())!
  const shown = (steps: number) =>
    new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: Date.now() + steps * 30_000 })
  const spareCodes = page
    .getByRole('main')
    .getByRole('listitem')
    .filter({ hasText: /^[0-9a-f]{5}(-[0-9a-f]{5}){3}$/ })
  // Half a minute may end between reading the digits and pressing; whoever is refused reads the next ones.
  await expect(async () => {
    await page.getByLabel('Six digits').fill(shown(-1))
    await page.getByRole('button', { name: 'Prove and switch on' }).click()
    await expect(spareCodes).toHaveCount(10, { timeout: 3000 })
  }).toPass()
  await page.getByRole('button', { name: 'I have kept them' }).click()
  await page.getByRole('button', { name: 'Sign out' }).click()
  await page.getByLabel('E-mail address').fill(who.clerk.email)
  await page.getByLabel('Password').fill(who.clerk.password)
  await page.getByRole('button', { name: 'Sign in' }).click()
  await page.getByLabel('Code of your authenticator').fill(shown(0))
  await page.getByRole('button', { name: 'Go on' }).click()
  await expect(page.getByRole('button', { name: 'Sign out' })).toBeVisible()
  await page.goto('/dashboard/account')
  await page.getByLabel('Code of your authenticator').fill(shown(1))
  await page.getByRole('button', { name: 'Switch it off' }).click()
  await expect(page.getByRole('button', { name: 'Set up a second factor' })).toBeVisible()
  await page.getByLabel('Present password').fill('not-it-at-all')
  await page.getByLabel('New password').fill('monsoon-lantern-42')
  await page.getByRole('button', { name: 'Change it' }).click()
  await expect(page.getByLabel('Present password')).toHaveAttribute('aria-invalid', 'true')
  await expect(page.getByLabel('New password')).toHaveValue('monsoon-lantern-42')
})

for (const scheme of ['light', 'dark'] as const)
  for (const width of [390, 1440])
    test(`[T-06] the dashboard is accessible in ${scheme} at ${width} px`, async ({ page }) => {
      await page.setViewportSize({ width, height: 900 })
      await page.emulateMedia({ colorScheme: scheme })
      await page.goto('/dashboard')
      await page.getByRole('heading', { name: 'Sign in to the dashboard' }).waitFor()
      expect(await faultsOn(page)).toEqual([])
      await enterDashboard(page)
      for (const path of ['/', '/activity', '/server', '/backups', '/account']) {
        await page.goto(`/dashboard${path}`)
        await page.getByRole('heading', { level: 1 }).waitFor()
        expect(await faultsOn(page), path).toEqual([])
      }
    })
