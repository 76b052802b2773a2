import type { Output } from '@nukkad/contract/contract.ts'
import { expect, type Page, test } from '@playwright/test'
import { knowShop } from './boot.ts'
import { answer, change, listenTo, stored } from './given.ts'
import { comeBack, newCustomer, type Person } from './people.ts'

// The service worker is blocked: it would answer from its cache, while these tests replace the server's answers.
test.use({ serviceWorkers: 'block' })
test.afterEach(({ page }) => page.unrouteAll({ behavior: 'ignoreErrors' }))

type Session = Output<'update-user-info'>
type Alert = Output<'get-user-notifications'>[number]
type Language = Output<'get-all-languages'>[number]

/** Opens a screen as a new customer with the given details. */
async function visit(
  page: Page,
  path: string,
  { settings = {}, data = {} }: { settings?: Record<string, string>; data?: Partial<Session['data']> } = {},
): Promise<Person> {
  const customer = await newCustomer(page.request)
  await knowShop(page, settings)
  const session = customer.session as Session
  await comeBack(page, { ...session, data: { ...session.data, ...data } })
  await change<Session>(page, 'update-user-info', (fresh) => ({ ...fresh, data: { ...fresh.data, ...data } }))
  await page.goto(path)
  return customer
}

/**
 * Returns the background colour of buttons for actions, which derives from `storeColor`, as the browser computes it.
 */
const brandFill = (page: Page) =>
  page.evaluate(() => {
    const probe = document.createElement('i')
    probe.style.backgroundColor = 'var(--c-fill)'
    document.body.append(probe)
    const colour = getComputedStyle(probe).backgroundColor
    probe.remove()
    return colour
  })
const card = (page: Page, person: Person) => page.getByRole('region', { name: person.name })
const toast = (page: Page) => page.getByRole('status')

test.describe('access to the account', () => {
  test('[G-03, GAP-64] a guest is sent to the login', async ({ page }) => {
    await knowShop(page)
    await page.goto('/my-account')
    await expect(page).toHaveURL('/login?next=%2Fmy-account')
  })

  test("[G-02] home is shown until the shop's colours are loaded", async ({ page, request }) => {
    const customer = await newCustomer(request)
    await comeBack(page, customer.session)
    await page.route('**/public/api/get-settings', () => {})
    await page.goto('/my-account')
    await expect(page).toHaveURL('/')
  })

  test('[G-01, INT-14, R-02] a window of 1980 px shows the account in the preview, a wider one shows home', async ({
    page,
  }) => {
    await page.setViewportSize({ width: 1980, height: 1000 })
    await visit(page, '/my-account', { settings: { desktopLoaded: 'true' } })
    const preview = page.getByRole('region', { name: 'App preview' }).locator('iframe').contentFrame()
    await expect(preview.getByRole('heading', { name: 'My Account' })).toBeVisible()
    await expect(page).toHaveURL('/my-account')
    await page.setViewportSize({ width: 1981, height: 1000 })
    await page.reload()
    await expect(page).toHaveURL('/')
  })
})

test.describe('the profile card', () => {
  test("[G-04, G-05, G-15, G-16, G-19] shows the customer's details and the wallet balance", async ({ page }) => {
    const person = await visit(page, '/my-account', { data: { avatar: null } })
    await expect(page.getByRole('heading', { level: 1, name: 'My Account' })).toBeVisible()
    await expect(card(page, person).getByText(person.name)).toBeVisible()
    await expect(card(page, person).getByText(person.phone)).toBeVisible()
    const wallet = card(page, person).getByRole('link', { name: /Wallet Balance/ })
    await expect(wallet).toContainText('200.00')
    const avatar = card(page, person).getByRole('button', { name: 'Change avatar' }).locator('img')
    await expect(avatar).toHaveAttribute('src', /user2\.gif$/)
    const billing = page.getByRole('link', { name: 'My Billing' })
    await expect(billing).toContainText('Your Service & bills')
    await expect(billing).toHaveAttribute('href', '/my-orders')
  })

  test('[G-17, G-21, G-22, G-23, R-23] ten avatars can be chosen, and the customer can go back', async ({ page }) => {
    const person = await visit(page, '/my-account', {
      settings: { chooseAvatarText: 'Pick a face', cancelGoBackBtn: 'Leave' },
    })
    const changes = listenTo(page, 'change-avatar')
    await card(page, person).getByRole('button', { name: 'Change avatar' }).click()
    const chooser = page.getByRole('dialog', { name: 'Pick a face' })
    await expect(chooser).toBeVisible()
    await expect.poll(() => chooser.boundingBox()).toEqual({ x: 0, y: 0, width: 390, height: 844 })
    for (let number = 1; number <= 10; number++) {
      const face = chooser.getByRole('button', { name: `user${number}`, exact: true }).locator('img')
      await expect(face).toHaveAttribute('src', new RegExp(`/user${number}\\.gif$`))
      await expect.poll(() => face.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBeGreaterThan(0)
    }
    await expect(chooser.getByRole('button', { name: /^user\d+$/ })).toHaveCount(10)
    await chooser.getByRole('button', { name: 'Leave' }).click()
    await expect(chooser).toBeHidden()
    expect(changes).toEqual([])
  })

  test('[G-24, G-25, G-26] a chosen avatar is sent, and shown when the server has answered', async ({ page }) => {
    const person = await visit(page, '/my-account')
    await expect(card(page, person)).toBeVisible()
    const sent = listenTo(page, 'change-avatar')
    let letGo = () => {}
    const held = new Promise<void>((resolve) => {
      letGo = resolve
    })
    await page.route('**/public/api/change-avatar', async (route) => {
      await held
      await route.continue()
    })
    await card(page, person).getByRole('button', { name: 'Change avatar' }).click()
    const chooser = page.getByRole('dialog', { name: 'Choose an avatar' })
    // The focus starts at the current avatar, which is the second of ten; a row has three.
    await expect(chooser.getByRole('button', { name: 'user2' })).toBeFocused()
    for (const key of ['ArrowLeft', 'ArrowDown', 'ArrowDown', 'Enter']) await page.keyboard.press(key)
    await expect(chooser.getByRole('progressbar')).toBeVisible()
    const refreshed = page.waitForRequest('**/public/api/update-user-info')
    letGo()
    await refreshed
    await expect(chooser).toBeHidden()
    await expect(page.getByRole('progressbar')).toHaveCount(0)
    const avatar = card(page, person).getByRole('button', { name: 'Change avatar' }).locator('img')
    await expect(avatar).toHaveAttribute('src', /user7\.gif$/)
    expect(sent).toMatchObject([{ token: person.token, avatar: 'user7' }])
  })

  test('[G-18, G-27, G-28, G-42, GAP-49, INT-26] logging out asks for confirmation and leaves a guest', async ({
    page,
  }) => {
    const person = await visit(page, '/my-account', { settings: { accountLogout: 'Sign me off' } })
    const calls = listenTo(page, 'logout')
    await card(page, person).getByRole('button', { name: 'Sign me off' }).click()
    const dialog = page.getByRole('dialog')
    await expect(dialog.locator('svg').first()).toBeVisible()
    await dialog.getByRole('button', { name: 'Cancel' }).click()
    await expect(dialog).toBeHidden()
    expect(await stored(page, 'user')).not.toBeNull()
    await page.route('**/public/api/logout', (route) => route.abort())
    await card(page, person).getByRole('button', { name: 'Sign me off' }).click()
    await dialog.getByRole('button', { name: 'Sign me off' }).click()
    await expect(page).toHaveURL(/\/login/)
    expect(calls).toHaveLength(1)
    expect(calls[0]).toMatchObject({ token: person.token })
    const gone = await page.evaluate(() =>
      ['user', 'addresses', 'userSetAddress', 'geoLocation'].filter((name) => localStorage.getItem(name) !== null),
    )
    expect(gone).toEqual([])
    await page.goto('/')
    await expect.poll(() => stored(page, 'userSetAddress')).toMatchObject({ businessLocation: true })
  })

  test('[H-16, GAP-49] a log-out without a network still removes the customer from this device', async ({
    page,
    context,
  }) => {
    const person = await visit(page, '/my-account')
    await expect(card(page, person)).toBeVisible()
    await context.setOffline(true)
    await card(page, person).getByRole('button', { name: 'Logout' }).click()
    await expect(page.getByRole('dialog')).toContainText(
      "You're offline. We'll log you out on this device immediately.",
    )
    await page.getByRole('dialog').getByRole('button', { name: 'Logout' }).click()
    await expect.poll(() => stored(page, 'user')).toBeNull()
    expect(await stored(page, 'addresses')).toBeNull()
  })

  test('[N-02] a rider in the same browser stays signed in', async ({ page }) => {
    const rider = {
      id: 1,
      auth_token: 'x'.repeat(40),
      name: 'Ravi',
      email: null,
      wallet_balance: 0,
      onGoingCount: 0,
      completedCount: 0,
      status: 0,
    }
    const delivery_user = JSON.stringify({ success: true, data: rider })
    const person = await visit(page, '/my-account', { settings: { delivery_user } })
    await card(page, person).getByRole('button', { name: 'Logout' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Logout' }).click()
    await expect(page).toHaveURL(/\/login/)
    expect(await stored(page, 'delivery_user')).toMatchObject({ data: { name: 'Ravi' } })
  })
})

test.describe('the tax number', () => {
  const on = { showCustomerVatNumber: 'true', accountTaxVatText: 'GSTIN', customerVatSave: 'Keep it' }

  test('[G-06] is asked for only if the shop wants it', async ({ page }) => {
    await visit(page, '/my-account', { settings: { showCustomerVatNumber: 'false' } })
    await expect(page.getByRole('link', { name: 'My Billing' })).toBeVisible()
    await expect(page.getByText('Manage GST Number')).toHaveCount(0)
  })

  test('[G-06, G-07, G-08, G-09, G-37, G-38, G-39, G-42] the dialog shows the stored number', async ({ page }) => {
    await visit(page, '/my-account', { settings: on, data: { tax_number: '22AAAAA0000A1Z5' } })
    const tile = page.getByRole('button', { name: 'GSTIN' })
    await expect(tile).toContainText('GSTIN')
    await expect(tile).toContainText('Manage GST Number')
    await tile.click()
    const dialog = page.getByRole('dialog', { name: 'GSTIN' })
    const field = dialog.getByRole('textbox')
    await expect(field).toHaveValue('22AAAAA0000A1Z5')
    const save = dialog.getByRole('button', { name: 'Keep it' })
    await field.fill('')
    await expect(save).toBeDisabled()
    await field.pressSequentially('A')
    await expect(save).toBeEnabled()
    await expect(save).toHaveCSS('background-color', await brandFill(page))
  })

  test("[G-40, G-41] is saved, and the dialog closes when the customer's data has been fetched again", async ({
    page,
  }) => {
    const person = await visit(page, '/my-account', { settings: on })
    await expect(card(page, person)).toBeVisible()
    const saved = listenTo(page, 'update-tax-number')
    await page.getByRole('button', { name: 'GSTIN' }).click()
    const dialog = page.getByRole('dialog', { name: 'GSTIN' })
    await dialog.getByRole('textbox').fill('22AAAAA0000A1Z5')
    let letGo = () => {}
    const held = new Promise<void>((resolve) => {
      letGo = resolve
    })
    await page.route('**/public/api/update-user-info', async (route) => {
      await held
      await route.continue()
    })
    const asked = page.waitForRequest('**/public/api/update-user-info')
    await dialog.getByRole('button', { name: 'Keep it' }).click()
    expect((await asked).postDataJSON()).toMatchObject({ user_id: person.id, token: person.token })
    await expect(dialog).toBeVisible()
    letGo()
    await expect(dialog).toBeHidden()
    expect(saved).toMatchObject([{ token: person.token, tax_number: '22AAAAA0000A1Z5' }])
    await page.unroute('**/public/api/update-user-info')
    await page.reload()
    await page.getByRole('button', { name: 'GSTIN' }).click()
    await expect(dialog.getByRole('textbox')).toHaveValue('22AAAAA0000A1Z5')
  })
})

test.describe('earning with friends', () => {
  async function copies(page: Page, field: string, said: string, holds: RegExp): Promise<void> {
    await visit(page, '/my-account', { data: { user_coupon: 'AB C1' } })
    const region = page.getByRole('region').filter({ has: page.getByRole('textbox', { name: field }) })
    const textbox = region.getByRole('textbox', { name: field })
    await expect(textbox).toHaveValue(holds)
    await expect(textbox).not.toBeEditable()
    await region.getByRole('button', { name: 'Copy' }).click()
    const text = toast(page).getByText(said, { exact: true })
    await expect(text).toBeVisible()
    // On a screen without a cart bar, the toast must be directly above the tabs.
    const [box, tabs] = [await text.boundingBox(), await page.getByRole('navigation').boundingBox()]
    expect(tabs!.y - (box!.y + box!.height)).toBeLessThan(20)
    expect(await page.evaluate(() => navigator.clipboard.readText())).toMatch(holds)
  }

  test("[I-07] the referral link is the shop's address with the code", async ({ page }) => {
    await visit(page, '/my-account', { settings: { storeUrl: 'https://shop.test' }, data: { user_coupon: 'ABC123' } })
    await expect(page.getByRole('textbox', { name: 'Referral link' })).toHaveValue('https://shop.test/?ref=ABC123')
  })

  test('[G-29, G-33, Q-17, INT-30] the referral link can be copied', async ({ page }) => {
    await copies(page, 'Referral link', 'Referal link has been copied', /\?ref=AB%20C1$/)
  })

  test('[G-31, G-34, Q-18] the coupon code can be copied', async ({ page }) => {
    await copies(page, 'Coupon code', 'Coupon code has been copied', /^AB C1$/)
  })

  test('[I-09] home shows Rs.50 for a friend, the account Rs.200', async ({ page }) => {
    await visit(page, '/my-account')
    await expect(page.getByRole('region', { name: /Rs\.200/ })).toBeVisible()
    await page.goto('/')
    await expect(page.getByRole('region', { name: 'Share and earn' })).toContainText('Rs.50')
  })

  test('[G-30, G-32, G-35, G-36, GAP-67, INT-01] both texts have two channels, the reward and the share', async ({
    page,
  }) => {
    await visit(page, '/my-account', { data: { user_coupon: 'ABC1' } })
    const referral = page.getByRole('region', { name: /Bring a friend, earn Rs\.200/ })
    await expect(referral).toContainText('5%')
    await expect(referral.getByRole('link')).toHaveCount(2)
    const link = encodeURIComponent('?ref=ABC1')
    for (const name of ['WhatsApp', 'Facebook']) {
      await expect(referral.getByRole('link', { name })).toHaveAttribute(
        'href',
        new RegExp(link.replaceAll('.', '\\.')),
      )
    }
    const coupon = page.getByRole('region', { name: 'Share your code' })
    await expect(coupon).toContainText('5%')
    await expect(coupon.getByRole('link')).toHaveCount(2)
    for (const name of ['WhatsApp', 'Facebook']) {
      await expect(coupon.getByRole('link', { name })).toHaveAttribute('href', /ABC1/)
    }
  })
})

test.describe('pages and languages', () => {
  const languages: Language[] = [
    { id: 1, language_name: 'English', is_default: 1, code: 'en', direction: 'ltr' },
    { id: 2, language_name: 'Hindi', is_default: 0, code: 'hi', direction: 'ltr' },
  ]
  const chooser = (page: Page) => page.getByRole('combobox', { name: /Language|भाषा/ })

  test("[G-10, B-26, GAP-78] the shop's pages are listed and open without their scripts", async ({ page }) => {
    const body = '<p>We are fair.</p><img src="x" onerror="document.title=\'broken in\'">'
    await answer(page, 'get-pages', [
      { id: 1, name: 'Terms', slug: 'terms', body },
      { id: 2, name: 'Privacy', slug: 'privacy', body },
    ])
    await answer(page, 'get-single-page', { id: 1, name: 'Terms', slug: 'terms', body })
    await visit(page, '/my-account')
    await expect(page.getByRole('link', { name: 'Privacy' })).toHaveAttribute('href', '/pages/privacy')
    await page.getByRole('link', { name: 'Terms' }).click()
    await expect(page).toHaveURL('/pages/terms')
    await expect(page.getByRole('heading', { level: 1, name: 'Terms' })).toBeVisible()
    await expect(page.getByText('We are fair.')).toBeVisible()
    await expect(page).toHaveTitle('Terms · Nukkad')
  })

  test('[G-11, G-12, G-13, G-14, S-17] another language is stored and applied', async ({ page }) => {
    await answer(page, 'get-all-languages', languages)
    await visit(page, '/my-account')
    await expect(chooser(page)).toHaveValue('1')
    await expect(chooser(page).getByRole('option')).toHaveText(['English', 'Hindi'])
    await chooser(page).selectOption('Hindi')
    await expect.poll(() => stored(page, 'userPreferedLanguage')).toBe(2)
    await expect(page.getByRole('heading', { level: 1, name: 'My Account' })).toHaveCount(0)
    await expect(page.locator('html')).toHaveAttribute('lang', 'hi')
  })

  test('[G-13] the stored choice is selected', async ({ page }) => {
    await answer(page, 'get-all-languages', languages)
    await visit(page, '/my-account', { settings: { userPreferedLanguage: '2' } })
    await expect(chooser(page)).toHaveValue('2')
  })

  test('[G-11] with one language there is no choice', async ({ page }) => {
    await answer(page, 'get-all-languages', languages.slice(0, 1))
    await visit(page, '/my-account')
    await expect(page.getByRole('link', { name: 'Addresses' })).toBeVisible()
    await expect(chooser(page)).toHaveCount(0)
  })
})

test('the chosen appearance applies immediately and after a reload, and the system one follows the device', async ({
  page,
}) => {
  const ground = () => page.evaluate(() => getComputedStyle(document.documentElement).backgroundColor)
  const choice = (name: string) =>
    page.getByRole('group', { name: 'Appearance' }).getByRole('radio', { name, exact: true })
  await visit(page, '/my-account')
  await expect(choice('System')).toBeChecked()
  const light = await ground()
  await choice('Dark').check({ force: true })
  await expect.poll(ground).not.toBe(light)
  const dark = await ground()
  await page.reload()
  await expect(choice('Dark')).toBeChecked()
  expect(await ground()).toBe(dark)
  await choice('System').check({ force: true })
  await page.reload()
  await expect(choice('System')).toBeChecked()
  expect(await ground()).toBe(light)
  await page.emulateMedia({ colorScheme: 'dark' })
  await expect.poll(ground).toBe(dark)
  await choice('Light').check({ force: true })
  await page.reload()
  await expect(choice('Light')).toBeChecked()
  expect(await ground()).toBe(light)
})

test.describe('alerts', () => {
  const alertOf = (id: number, data: object, is_read: 0 | 1 = 0): Alert => ({
    id,
    user_id: 1,
    is_read,
    data: JSON.stringify(data),
    created_at: '2026-01-01 10:00:00',
    updated_at: '2026-01-01 10:00:00',
  })
  const alerts = [
    alertOf(5, { title: 'Hi', message: 'Text' }),
    alertOf(4, {
      title: 'Look',
      message: 'A picture',
      image: '/assets/img/slides/biryani-night.webp',
      click_action: '/my-wallet',
    }),
    alertOf(3, { title: 'Old', message: 'Known' }, 1),
  ]
  const row = (page: Page, title: string) => page.getByRole('listitem').filter({ hasText: title })
  const badge = (page: Page) => page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: /^Alerts/ })

  test('[L-01, L-02, L-03, A-21, A-22, A-23, A-24] opening a notification marks it as read, here and at the server', async ({
    page,
  }) => {
    await answer(page, 'get-user-notifications', alerts)
    const sent = await answer(
      page,
      'mark-one-notification-read',
      alerts.map((alert) => (alert.id === 5 ? { ...alert, is_read: 1 } : alert)),
    )
    const person = await visit(page, '/alerts')
    await expect(row(page, 'Hi')).toContainText('Unread')
    await expect(row(page, 'Old')).not.toContainText('Unread')
    await expect(badge(page)).toHaveAccessibleName('Alerts 2 unread alerts')
    await row(page, 'Hi').getByRole('button').click()
    const dialog = page.getByRole('dialog', { name: 'Hi' })
    await expect(dialog.getByText('Text')).toBeVisible()
    await expect(dialog.locator('img')).toHaveCount(0)
    await expect(dialog.getByRole('button', { name: 'Open' })).toHaveCount(0)
    await dialog.getByRole('button', { name: 'Close' }).click()
    await expect(dialog).toBeHidden()
    await expect(badge(page)).toHaveAccessibleName('Alerts 1 unread alert')
    await expect(row(page, 'Hi')).not.toContainText('Unread')
    expect(sent).toMatchObject([{ token: person.token, user_id: person.id, notification_id: 5 }])
  })

  test('[A-22, A-24] a picture and a link are shown if the notification has them', async ({ page }) => {
    await answer(page, 'get-user-notifications', alerts)
    await answer(page, 'mark-one-notification-read', alerts)
    await visit(page, '/alerts')
    await row(page, 'Look').getByRole('button').click()
    const dialog = page.getByRole('dialog', { name: 'Look' })
    await expect(dialog.locator('img')).toBeVisible()
    await dialog.getByRole('button', { name: 'Open' }).click()
    await expect(page).toHaveURL('/my-wallet')
  })

  test('[GAP-77, L-01] pulling the list down fetches it again', async ({ page }) => {
    const asked = await answer(page, 'get-user-notifications', alerts)
    await visit(page, '/alerts')
    await expect(row(page, 'Hi')).toBeVisible()
    await page.waitForLoadState('networkidle')
    const before = asked.length
    const finger = await page.context().newCDPSession(page)
    const touch = (type: 'touchStart' | 'touchMove' | 'touchEnd', y: number) =>
      finger.send('Input.dispatchTouchEvent', { type, touchPoints: type === 'touchEnd' ? [] : [{ x: 195, y }] })
    const pull = async (px: number): Promise<void> => {
      await touch('touchStart', 300)
      for (const part of [0.25, 0.5, 0.75, 1]) await touch('touchMove', 300 + px * part)
      await touch('touchEnd', 0)
    }
    await pull(100)
    expect(asked).toHaveLength(before)
    await pull(180)
    await expect.poll(() => asked.length).toBe(before + 1)
    await expect(row(page, 'Hi')).toBeVisible()
  })

  test('[L-04] all are marked as read together', async ({ page }) => {
    await answer(page, 'get-user-notifications', alerts)
    const sent = await answer(
      page,
      'mark-all-notifications-read',
      alerts.map((alert) => ({ ...alert, is_read: 1 })),
    )
    const person = await visit(page, '/alerts')
    await page.getByRole('button', { name: 'Mark all read' }).click()
    await expect(badge(page)).toHaveAccessibleName('Alerts')
    await expect(page.getByRole('button', { name: 'Mark all read' })).toHaveCount(0)
    expect(sent).toMatchObject([{ token: person.token, user_id: person.id }])
  })

  test('[L-01] an empty list says so', async ({ page }) => {
    await answer(page, 'get-user-notifications', [])
    await visit(page, '/alerts')
    await expect(page.getByRole('heading', { name: 'No alerts yet' })).toBeVisible()
  })
})
