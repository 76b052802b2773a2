import { expect, test } from '@playwright/test'
import { Secret, TOTP } from 'otpauth'
import { problemsOn } from './axe.ts'
import { enterDashboard, who } from './dashboard.ts'
import { wholeUnless } from './whole.ts'

test.use({ viewport: { width: 1440, height: 900 }, hasTouch: false })

test('[T-06] [GAP-76] [U-01] the dashboard requires a sign-in, and a wrong password is reported', async ({ page }) => {
  await page.goto('/dashboard/activity')
  await expect(page.getByRole('heading', { name: 'Sign in to the dashboard' })).toBeVisible()
  await page.getByLabel('Email address').fill('operator@nukkad.example')
  await page.getByLabel('Password').fill('not-it-at-all')
  await page.getByRole('button', { name: 'Sign in' }).click()
  await expect(page.getByRole('alert')).toHaveText('Wrong email or password.')
  await page.getByLabel('Email address').fill('asha@nukkad.example')
  await page.getByLabel('Password').fill('asha-demo-2026')
  await page.getByRole('button', { name: 'Sign in' }).click()
  await expect(page.getByRole('alert')).toHaveText('Wrong email or password.')
})

test('[U-01] an administrator signs in, opens a page by keyboard, reads the audit log, and signs out', async ({
  page,
}) => {
  await page.goto('/dashboard')
  await page.getByLabel('Email address').fill(who.operator.email)
  await page.getByLabel('Password').fill(who.operator.password)
  await page.getByRole('button', { name: 'Sign in' }).click()
  await page.getByRole('button', { name: 'Sign out' }).waitFor()
  await page.keyboard.press('Control+k')
  await expect(page.getByRole('combobox', { name: 'Page, order, person, store, item or setting' })).toBeFocused()
  await page.keyboard.type('activ')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { level: 1, name: 'Activity' })).toBeFocused()
  const table = page.getByRole('table', { name: 'Activity' })
  await expect(table.getByText('Signed in to the dashboard').first()).toBeVisible()
  await page.getByRole('searchbox').fill('no such thing')
  await expect(page.getByText('No results for this search. Change the search, or show all rows.')).toBeVisible()
  await expect(page).toHaveURL(/[?&]q=no\+such\+thing/)
  await page.reload()
  await expect(page.getByText('No results for this search. Change the search, or show all rows.')).toBeVisible()
  await page.getByRole('button', { name: 'Show all' }).click()
  await expect(table.getByText('Leela Fernandes').first()).toBeVisible()
  await page.getByRole('button', { name: 'Sign out' }).click()
  await expect(page.getByRole('heading', { name: 'Sign in to the dashboard' })).toBeVisible()
})

test('[U-01] every page can search for a store, a customer and an order; a filter names its selected store', async ({
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
  await expect(page.getByRole('link', { name: 'View refunds' })).toBeVisible()
})

test('[U-14] Escape, Back or another page discards typed input only after a confirmation', async ({ page }) => {
  await enterDashboard(page)
  await page.getByRole('link', { name: 'Marketing' }).click()
  const question = page.getByRole('dialog', { name: 'Discard changes?' })
  const panel = page.getByRole('dialog', { name: 'New coupon' })
  await page.getByRole('button', { name: 'New coupon' }).click()
  await page.keyboard.press('Escape')
  await expect(panel).toBeHidden()
  await page.getByRole('button', { name: 'New coupon' }).click()
  await panel.getByLabel('Code').fill('MONSOON')
  await page.keyboard.press('Escape')
  await question.getByRole('button', { name: 'Keep editing' }).click()
  await expect(question).toBeHidden()
  await expect(panel.getByLabel('Code')).toHaveValue('MONSOON')
  await page.goBack()
  await question.getByRole('button', { name: 'Discard' }).click()
  await expect(panel).toBeHidden()
  await expect(page.getByRole('heading', { level: 1, name: 'Coupons' })).toBeVisible()
  await page.goBack()
  await expect(page.getByRole('heading', { level: 1, name: /^Hello/ })).toBeVisible()

  await page.getByLabel('Add a task').fill('Order paper rolls')
  await page.getByRole('link', { name: 'Marketing' }).click()
  await question.getByRole('button', { name: 'Keep editing' }).click()
  await page.getByRole('button', { name: 'Add', exact: true }).click()
  await page.getByRole('checkbox', { name: 'Order paper rolls' }).check()
  await page.getByRole('button', { name: 'Delete Order paper rolls' }).click()
  await expect(page.getByText('No tasks yet. Only you see the tasks that you add here.')).toBeVisible()
  await page.getByRole('link', { name: 'Marketing' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Coupons' })).toBeVisible()
})

test('[U-19] a view of a table is saved under a name; the side bar collapses', async ({ page }) => {
  await enterDashboard(page, 'operator', '/orders?status=delivered&sort=placed_at')
  const views = page.getByRole('dialog', { name: 'Views' })
  await page.getByRole('button', { name: 'Columns' }).click()
  await page.getByRole('dialog', { name: 'Columns' }).getByRole('checkbox', { name: 'Address' }).check()
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'Views' }).click()
  await views.getByLabel('Name of this view').fill('Brought, oldest first')
  await views.getByRole('button', { name: 'Save' }).click()
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
  await bar.getByRole('button', { name: 'Collapse menu' }).click()
  await page.mouse.move(800, 400)
  await expect.poll(width).toBe(72)
  await bar.getByRole('link', { name: 'Marketing' }).hover()
  await expect.poll(width).toBe(248)
  await page.goto('/dashboard/no/such-page')
  await expect(page.getByRole('main').getByRole('heading', { name: 'Page not found' })).toBeVisible()
  await expect(bar.getByRole('link', { name: 'Marketing' })).toBeVisible()
})

test('[U-01] a second factor is set up and required; changing a password needs the current one', async ({ page }) => {
  await enterDashboard(page, 'clerk', '/account')
  await page.getByRole('button', { name: 'Set up a second factor' }).click()
  const shownSecret = page.getByText('enter this key in the app').locator('span')
  await expect(shownSecret).toHaveText(/^[A-Z2-7]{32}$/)
  const secret = (await shownSecret.textContent())!
  const shown = (steps: number) =>
    new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: Date.now() + steps * 30_000 })
  const spareCodes = page
    .getByRole('main')
    .getByRole('listitem')
    .filter({ hasText: /^[0-9a-f]{5}(-[0-9a-f]{5}){3}$/ })
  // A code of an authenticator app may expire between reading and sending it. If the server refuses the code, the test
  // sends the next one.
  await expect(async () => {
    await page.getByLabel('Six digits').fill(shown(-1))
    await page.getByRole('button', { name: 'Turn on' }).click()
    await expect(spareCodes).toHaveCount(10, { timeout: 3000 })
  }).toPass()
  await page.getByRole('button', { name: 'I saved the codes' }).click()
  await page.getByRole('button', { name: 'Sign out' }).click()
  await page.getByLabel('Email address').fill(who.clerk.email)
  await page.getByLabel('Password').fill(who.clerk.password)
  await page.getByRole('button', { name: 'Sign in' }).click()
  await page.getByLabel('Authenticator app code').fill(shown(0))
  await page.getByRole('button', { name: 'Continue' }).click()
  await expect(page.getByRole('button', { name: 'Sign out' })).toBeVisible()
  await page.goto('/dashboard/account')
  await page.getByLabel('Authenticator app code').fill(shown(1))
  await page.getByRole('button', { name: 'Switch it off' }).click()
  await expect(page.getByRole('button', { name: 'Set up a second factor' })).toBeVisible()
  await page.getByLabel('Current password').fill('not-it-at-all')
  await page.getByLabel('New password').fill('monsoon-lantern-42')
  await page.getByRole('button', { name: 'Change it' }).click()
  await expect(page.getByLabel('Current password')).toHaveAttribute('aria-invalid', 'true')
  await expect(page.getByLabel('New password')).toHaveValue('monsoon-lantern-42')
})

for (const scheme of ['light', 'dark'] as const)
  for (const width of [390, 1440])
    test(
      `[T-06] the dashboard is accessible in ${scheme} at ${width} px`,
      wholeUnless((scheme === 'light') === (width === 390)),
      async ({ page }) => {
        await page.setViewportSize({ width, height: 900 })
        await page.emulateMedia({ colorScheme: scheme })
        await page.goto('/dashboard')
        await page.getByRole('heading', { name: 'Sign in to the dashboard' }).waitFor()
        expect(await problemsOn(page)).toEqual([])
        await enterDashboard(page)
        for (const path of ['/', '/activity', '/server', '/backups', '/account']) {
          await page.goto(`/dashboard${path}`)
          await page.getByRole('heading', { level: 1 }).waitFor()
          expect(await problemsOn(page), path).toEqual([])
        }
      },
    )

test('the dashboard has the colours of the phone app from the first paint', async ({ page }) => {
  const fill = () => page.evaluate(() => document.documentElement.style.getPropertyValue('--c-fill'))
  await page.goto('/')
  const ofApp = await fill()
  expect(ofApp).toMatch(/#/)
  await page.goto('/dashboard')
  await expect(page.getByRole('heading', { name: 'Sign in to the dashboard' })).toBeVisible()
  expect(await fill()).toBe(ofApp)
})

test('no table cuts a column at 1440 px', async ({ page }) => {
  test.slow()
  await enterDashboard(page)
  for (const path of [
    'orders',
    'stores',
    'items',
    'customers',
    'riders',
    'owners',
    'staff',
    'reviews',
    'reports/trips',
    'visits/all',
  ]) {
    await page.goto(`/dashboard/${path}`)
    await expect(page.getByRole('main').getByRole('row').nth(1)).toBeVisible()
    await expect(page.locator('[aria-busy=true]')).toHaveCount(0)
    const cut = await page.locator('.table-frame').evaluate((frame) => frame.scrollWidth - frame.clientWidth)
    expect([path, cut]).toEqual([path, 0])
  }
})

for (const direction of ['ltr', 'rtl'] as const) {
  test(`[U-19] a menu of an open panel is above the panel, near its button, and Escape closes it alone, ${direction}`, async ({
    page,
  }) => {
    const refused: string[] = []
    page.on('console', (message) => /Content Security Policy/.test(message.text()) && refused.push(message.text()))
    await enterDashboard(page, 'operator', '/orders?status=delivered')
    await page.evaluate((dir) => document.documentElement.setAttribute('dir', dir), direction)
    await page
      .getByRole('table', { name: 'Orders' })
      .locator('tbody tr')
      .first()
      .locator('[data-label=Customer]')
      .click()
    const panel = page.getByRole('dialog', { name: /^Order / })
    const button = panel.getByRole('button', { name: 'Print' })
    const menu = page.getByRole('menu', { name: 'Print' })
    await button.click()
    await expect(menu).toBeVisible()
    await menu.getByRole('menuitem', { name: 'Kitchen ticket, 58 mm roll' }).click({ trial: true })
    expect(await problemsOn(page), 'the menu').toEqual([])
    const [at, from] = [(await menu.boundingBox())!, (await button.boundingBox())!]
    const sides = direction === 'ltr' ? [at.x, from.x] : [at.x + at.width, from.x + from.width]
    expect(at.x).toBeGreaterThanOrEqual(8)
    expect(at.x + at.width).toBeLessThanOrEqual(1440 - 8)
    expect(Math.abs(at.y - (from.y + from.height)), 'below its button').toBeLessThan(10)
    expect(sides[0], 'where it starts').toBeCloseTo(sides[1]!, 0)
    await page.keyboard.press('Escape')
    await expect(menu).toBeHidden()
    await expect(panel).toBeVisible()
    await expect(button).toBeFocused()
    await page.keyboard.press('Escape')
    await expect(panel).toBeHidden()
    expect(refused).toEqual([])
  })
}

test('[U-19] a filter is found and set with the keyboard, and the focus stays in its popup', async ({ page }) => {
  const refused: string[] = []
  page.on('console', (message) => /Content Security Policy/.test(message.text()) && refused.push(message.text()))
  await enterDashboard(page, 'operator', '/orders')
  const button = page.getByRole('button', { name: 'Filter', exact: true })
  await button.press('Enter')
  const popup = page.getByRole('dialog', { name: 'Filter' })
  const field = popup.getByRole('combobox', { name: 'Store' })
  await field.focus()
  await page.keyboard.type('namma tiffin')
  await expect(popup.getByRole('option', { name: 'Namma Tiffin Room' })).toHaveAttribute('data-highlighted')
  expect(await problemsOn(page), 'the open list').toEqual([])
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/store=1/)
  await expect(popup.getByRole('button', { name: 'Remove Namma Tiffin Room' })).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(popup).toBeHidden()
  await expect(button).toBeFocused()
  expect(refused).toEqual([])
})
