import { expect, type Locator, type Page, test } from '@playwright/test'
import { demoEmployees } from '../demo/src/catalogue/people.ts'
import { problemsOn } from './axe.ts'
import { callAs, doIt, enterDashboard, status } from './dashboard.ts'
import { call, newCustomer } from './people.ts'
import { dateIn, enterGuest, openSalon, type Salon } from './salon.ts'

test.use({ viewport: { width: 1440, height: 900 }, hasTouch: false })

const date = dateIn(3)

async function openDiary(page: Page, { store_id }: Salon): Promise<void> {
  await page.goto(`/dashboard/visits?store=${store_id}&date=${date}`)
  await page.getByRole('region', { name: 'Diary' }).waitFor()
}
const column = (page: Page, { name }: { name: string }) => page.getByRole('region', { name })

/** Drags a block to the top of another one's time in the column of a person. */
async function drag(page: Page, block: Locator, to: { column: Locator; y: number }): Promise<void> {
  await block.scrollIntoViewIfNeeded()
  const from = (await block.boundingBox())!
  const target = (await to.column.boundingBox())!
  await page.mouse.move(from.x + 20, from.y + 8)
  await page.mouse.down()
  await page.mouse.move(from.x + 30, from.y + 20)
  await page.mouse.move(target.x + target.width / 2, from.y + 8 + to.y, { steps: 5 })
  await page.mouse.up()
}

test('[V-60] [V-61] the reception drags a visit to another time and person, and a refusal puts it back', async ({
  page,
}) => {
  await enterDashboard(page)
  const salon = await openSalon(page)
  const { nila, farah, cut, word } = salon
  const services = [{ item_id: cut.id, stylist_id: nila.id }]
  await enterGuest(page, salon, { date, time: '10:00', services, guest_name: `Asha ${word}` })
  await enterGuest(page, salon, { date, time: '11:00', services, guest_name: `Tara ${word}` })
  await openDiary(page, salon)
  const asha = (time: string) => new RegExp(`^${time}.*Asha ${word}`)
  const block = column(page, nila).getByRole('button', { name: asha('10:00') })
  const hour = (await block.boundingBox())!.height * 2
  await drag(page, block, { column: column(page, farah), y: hour / 2 })
  await expect(column(page, farah).getByRole('button', { name: asha('10:30') })).toBeVisible()
  await expect(page.getByRole('button', { name: asha('10:00') })).toHaveCount(0)

  await drag(page, page.getByRole('button', { name: asha('10:30') }), { column: column(page, nila), y: hour / 2 })
  const refusal = page.getByRole('alert').filter({ hasText: `Asha ${word} stays at 10:30` })
  await expect(refusal).toBeVisible()
  await expect(column(page, farah).getByRole('button', { name: asha('10:30') })).toBeVisible()
  await refusal.getByRole('button').first().click()
  await expect(column(page, nila).getByRole('button', { name: asha('11:30') })).toBeVisible()
})

test('[V-61] a visit is moved by the keyboard alone, and Escape puts it back', async ({ page }) => {
  await enterDashboard(page)
  const salon = await openSalon(page)
  const { nila, farah, cut, word } = salon
  const services = [{ item_id: cut.id, stylist_id: nila.id }]
  await enterGuest(page, salon, { date, time: '10:00', services, guest_name: `Asha ${word}` })
  await openDiary(page, salon)
  const block = page.getByRole('button', { name: new RegExp(`Asha ${word}`) })
  await block.focus()
  await page.keyboard.press('Space')
  await page.keyboard.press('ArrowDown')
  await status(page, '10:15 am with')
  await page.keyboard.press('Escape')
  await status(page, 'Put back.')
  await expect(block).toHaveAccessibleName(/10:00 am/)
  for (const key of ['Space', 'ArrowDown', 'ArrowDown', 'ArrowRight', 'Enter']) await page.keyboard.press(key)
  await expect(column(page, farah).getByRole('button', { name: new RegExp(`^10:30 am.*Asha ${word}`) })).toBeVisible()
  await expect(page.getByRole('dialog', { name: `Asha ${word}` })).toHaveCount(0)
})

test('[V-62] [V-63] a guest walks in, is served and done; a booked one is cancelled after a question', async ({
  page,
}) => {
  await enterDashboard(page)
  const salon = await openSalon(page)
  const { nila, cut, colour, word } = salon
  await openDiary(page, salon)
  await page.getByRole('button', { name: 'Walk-in' }).click()
  const form = page.getByRole('dialog', { name: 'Walk-in' })
  await form.getByRole('button', { name: 'Choose a service' }).click()
  await form.getByLabel('Service', { exact: true }).selectOption(String(cut.id))
  await form.getByLabel('With').selectOption(String(nila.id))
  await form
    .getByRole('button', { name: /^10:00/ })
    .or(form.getByRole('button', { name: /^\d+:\d\d/ }))
    .first()
    .click()
  await form.getByLabel('Name').fill(`Ravi ${word}`)
  expect(await problemsOn(page)).toEqual([])
  await form.getByRole('button', { name: 'Check in' }).click()
  const ravi = page.getByRole('button', { name: new RegExp(`Ravi ${word} Arrived`) })
  await ravi.click({ position: { x: 12, y: 8 } })
  const panel = page.getByRole('dialog', { name: `Ravi ${word}` })
  await panel.getByRole('button', { name: 'Finish' }).click()
  await panel.getByRole('button', { name: 'Take ₹400.00 and finish' }).click()
  await expect(panel.getByText('Done', { exact: true })).toBeVisible()
  expect(await problemsOn(page)).toEqual([])
  await panel.getByRole('button', { name: 'Close' }).click()

  const services = [{ item_id: colour.id, stylist_id: nila.id }]
  await enterGuest(page, salon, { date, time: '15:00', services, guest_name: `Meera ${word}` })
  await page.reload()
  await page.getByRole('button', { name: new RegExp(`Meera ${word}`) }).click({ position: { x: 12, y: 8 } })
  await doIt(page, `Meera ${word}`, 'Cancel visit')
  await page
    .getByRole('dialog', { name: `Meera ${word}` })
    .getByRole('button', { name: 'Close' })
    .click()
  await expect(page.getByRole('button', { name: new RegExp(`Meera ${word} Colour`) })).toBeVisible()
})

test('[V-71] the till adds a product and a tip, and the person finds both in their earnings', async ({
  page,
  request,
}) => {
  await enterDashboard(page)
  const salon = await openSalon(page)
  const { store_id, word, nila, cut, oil } = salon
  await page.goto(`/dashboard/salon?store=${store_id}`)
  await page.getByRole('button', { name: nila.name }).click()
  const form = page.getByRole('dialog', { name: nila.name })
  await form.getByLabel('Commission', { exact: true }).fill('40')
  await form.getByRole('button', { name: 'Save' }).click()
  await status(page, 'Saved. Booked visits stay as they are.')

  const customer = await newCustomer(request, `Asha ${word}`)
  const services = [{ item_id: cut.id, stylist_id: nila.id }]
  const starts_at = `${date}T10:00:00+05:30`
  const { visit } = await call<{ visit: { unique_visit_id: string } }>(
    request,
    'hold-visit',
    { store_id, services, starts_at },
    customer.token,
  )
  const { unique_visit_id } = visit
  const order = { order: [], delivery_type: 4, unique_visit_id, method: 'COD' }
  expect(await call(request, 'place-order', order, customer.token)).toMatchObject({ success: true })
  await callAs(page, 'bookings/arrive', { store_id, unique_visit_id })

  await openDiary(page, salon)
  await page.getByRole('button', { name: new RegExp(`Asha ${word}`) }).click({ position: { x: 12, y: 8 } })
  const panel = page.getByRole('dialog', { name: `Asha ${word}` })
  await panel.getByRole('button', { name: 'Finish' }).click()
  await panel.getByLabel('Search products').fill(oil.name)
  await panel.getByRole('button', { name: `Add ${oil.name}` }).click()
  await panel.getByLabel('Tip').fill('50')
  expect(await problemsOn(page)).toEqual([])
  await panel.getByRole('button', { name: /^Take ₹.* and finish$/ }).click()
  await expect(panel.getByText('Done', { exact: true })).toBeVisible()
  await expect(panel.getByText('₹50.00')).toBeVisible()
  const placed = await call<{ data: { orderitems: { name: string }[] }[] }>(request, 'get-orders', {}, customer.token)
  expect(placed.data[0]!.orderitems.map(({ name }) => name)).toEqual([cut.name, oil.name])

  await page.goto(`/dashboard/earnings?store=${store_id}`)
  const row = page.getByRole('row', { name: new RegExp(nila.name) })
  for (const amount of ['₹160.00', '₹50.00', '₹210.00']) await expect(row.getByText(amount)).toBeVisible()
  expect(await problemsOn(page)).toEqual([])
})

test('[V-60] the diary shows one person at a time on a phone, and nothing is cut with letters twice as large', async ({
  browser,
}) => {
  for (const colorScheme of ['light', 'dark'] as const) {
    const context = await browser.newContext({ viewport: { width: 390, height: 844 }, hasTouch: true, colorScheme })
    const page = await context.newPage()
    await enterDashboard(page)
    const salon = await openSalon(page)
    const services = [{ item_id: salon.colour.id, stylist_id: salon.farah.id }]
    await enterGuest(page, salon, { date, time: '10:00', services, guest_name: `Asha ${salon.word}` })
    await openDiary(page, salon)
    await page.getByRole('button', { name: salon.farah.name, exact: true }).click()
    const block = page.getByRole('button', { name: new RegExp(`Asha ${salon.word}`) })
    await expect(block).toBeVisible()
    await expect(column(page, salon.nila)).toHaveCount(0)
    expect(await problemsOn(page)).toEqual([])
    await page.evaluate(() => document.documentElement.style.setProperty('font-size', '200%'))
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390)
    await context.close()
  }
})

test('[V-65] [V-66] [V-68] the salon is edited without problems for assistive software', async ({ page }) => {
  await enterDashboard(page)
  const salon = await openSalon(page)
  for (const section of ['people', 'services', 'resources', 'terms']) {
    await page.goto(`/dashboard/salon?store=${salon.store_id}&section=${section}`)
    await page.getByRole('heading', { level: 2 }).first().waitFor()
    expect(await problemsOn(page), section).toEqual([])
  }
  await page.goto(`/dashboard/salon?store=${salon.store_id}&section=services`)
  await page.getByRole('button', { name: salon.colour.name }).click()
  const form = page.getByRole('dialog', { name: salon.colour.name })
  await form.getByLabel('Kind').selectOption('percent')
  await form.getByLabel('Deposit', { exact: true }).fill('25')
  await expect(form.getByText(/^You pay a deposit of 25 % of the price now/)).toBeVisible()
  expect(await problemsOn(page)).toEqual([])
  await form.getByRole('button', { name: 'Save' }).click()
  await status(page, 'Saved. Booked visits keep their terms.')
})

test('[V-67] an absence over booked visits lists them with a suggestion, and moves one when it is chosen', async ({
  page,
}) => {
  await enterDashboard(page)
  const salon = await openSalon(page)
  const { nila, cut, word } = salon
  const services = [{ item_id: cut.id, stylist_id: nila.id }]
  const number = await enterGuest(page, salon, { date, time: '10:00', services, guest_name: `Asha ${word}` })
  await page.goto(`/dashboard/salon?store=${salon.store_id}`)
  await page.getByRole('button', { name: nila.name }).click()
  const panel = page.getByRole('dialog', { name: nila.name })
  await panel.getByLabel('From').fill(`${date}T09:00`)
  await panel.getByLabel('Until').fill(`${date}T12:00`)
  await panel.getByRole('button', { name: 'Record the absence' }).click()
  await expect(panel.getByText('One booked visit lies in this time. None has been moved.')).toBeVisible()
  const startOf = async () => {
    const { visits } = await callAs<{ visits: { unique_visit_id: string; starts_at: string }[] }>(
      page,
      'bookings/day',
      { store_id: salon.store_id, date },
    )
    return visits.find(({ unique_visit_id }) => unique_visit_id === number)?.starts_at
  }
  const before = new Date(`${date}T10:00:00+05:30`).toISOString()
  expect(await startOf()).toBe(before)
  await panel.getByRole('button', { name: /^Move to .*12:00/ }).click()
  await expect(panel.getByRole('alert')).toHaveCount(0)
  expect(await startOf()).toBe(new Date(`${date}T12:00:00+05:30`).toISOString())
})

test('[V-64] an owner with a salon has its pages, and the manager of a restaurant has not', async ({
  page,
  browser,
}) => {
  await enterDashboard(page, 'owner', '/visits')
  await expect(page.getByRole('region', { name: 'Diary' })).toBeVisible()
  expect(await problemsOn(page)).toEqual([])
  await page.getByRole('button', { name: 'Week', exact: true }).click()
  await expect(page.getByLabel('Person')).toBeVisible()
  await expect(page.getByRole('region', { name: 'Diary' }).getByRole('region')).toHaveCount(7)
  expect(await problemsOn(page)).toEqual([])
  await page.goto('/dashboard/salon')
  await expect(page.getByRole('heading', { level: 2, name: 'People' })).toBeVisible()

  const context = await browser.newContext({ viewport: { width: 1440, height: 900 } })
  const other = await context.newPage()
  await enterDashboard(other, demoEmployees.find(({ role }) => role === 'manager')!, '/board')
  await expect(other.getByRole('link', { name: 'Live board' })).toBeVisible()
  await expect(other.getByRole('link', { name: 'Visits' })).toHaveCount(0)
  await other.goto('/dashboard/visits')
  await expect(other.getByRole('heading', { name: 'Visits is not open to you' })).toBeVisible()
})
