import { expect, type Page, test } from '@playwright/test'
import { problemsOn } from './axe.ts'
import { knowShop } from './boot.ts'
import { callAs, enterDashboard } from './dashboard.ts'
import { comeBack, newCustomer, type Person } from './people.ts'
import { dateIn, enterGuest, openSalon } from './salon.ts'

/** The day of the salon that the test fills with visits, in days from now. */
const DAY = 5
const date = dateIn(DAY)
const slug = 'noor-beauty-lounge'

/** Fills a day of a salon except for half an hour, which a guest books, and signs a customer in on the page. */
async function fullDay(page: Page): Promise<{ customer: Person; itemId: number; free: () => Promise<unknown> }> {
  await enterDashboard(page)
  const salon = await openSalon(page)
  const { store_id, nila, farah, cut, word } = salon
  const services = [{ item_id: cut.id, stylist_id: nila.id }]
  const guest = await enterGuest(page, salon, { date, time: '10:00', services, guest_name: `Tara ${word}` })
  const absent = (stylist_id: number, from: string, to: string) =>
    callAs(page, 'bookings/absences/save', {
      store_id,
      stylist_id,
      starts_at: `${date}T${from}:00+05:30`,
      ends_at: `${to}:00+05:30`,
    })
  const midnight = `${dateIn(DAY + 1)}T00:00`
  await absent(farah.id, '00:00', midnight)
  await absent(nila.id, '00:00', `${date}T10:00`)
  await absent(nila.id, '10:30', midnight)
  const customer = await newCustomer(page.request)
  await comeBack(page, customer.session)
  await knowShop(page)
  const free = () => callAs(page, 'bookings/cancel', { store_id, unique_visit_id: guest })
  return { customer, itemId: cut.id, free }
}

/** Joins the wait list for the full day, as its customer does. */
async function join(page: Page, itemId: number): Promise<void> {
  await page.goto(`/book/${slug}?s=${itemId}.0`)
  const day = page.getByRole('radiogroup', { name: 'Days' }).getByRole('radio').nth(DAY)
  await expect(day).toBeAttached()
  await day.check({ force: true })
  await expect(page.getByRole('status').filter({ hasText: 'No free time on this day' })).toBeVisible()
  await page.getByRole('button', { name: 'Join the wait list' }).click()
  const sheet = page.getByRole('dialog', { name: 'Join the wait list' })
  await expect(sheet.getByRole('checkbox', { checked: true })).toHaveCount(1)
  await sheet.getByRole('button', { name: 'Join the wait list' }).click()
  await expect(page.getByRole('heading', { name: 'Wait list' })).toBeVisible()
}

test('[V-44] a customer joins the wait list of a full day, is offered the time that becomes free, and books it', async ({
  page,
}) => {
  const { itemId, free } = await fullDay(page)
  await join(page, itemId)
  const list = page.getByRole('region', { name: 'Wait list' })
  await expect(list.getByText('You are first in line')).toBeVisible()
  expect(await problemsOn(page)).toEqual([])
  await free()
  await expect(list.getByText('A time is free for you')).toBeVisible({ timeout: 60_000 })
  await expect(list.getByText(/10:00 am$/i)).toBeVisible()
  await expect(list.getByRole('timer')).toHaveText(/We hold this time for you for 1[0-5]:\d\d/)
  expect(await problemsOn(page)).toEqual([])
  await list.getByRole('link', { name: 'Review and book' }).click()
  await expect(page.getByRole('heading', { name: 'Review and book' })).toBeVisible()
  await expect(page.getByRole('timer')).toHaveText(/We hold this time for you for 1[0-5]:\d\d/)
  await page.getByRole('button', { name: 'Book visit' }).click()
  await expect(page.getByText('Booked', { exact: true })).toBeVisible()
  await page.goto('/my-visits')
  await expect(page.getByRole('heading', { name: 'Upcoming' })).toBeVisible()
  await expect(list).toHaveCount(0)
})

test('[V-44] if a time is free already, it is offered instead of joining, and a customer can leave a list', async ({
  page,
}) => {
  const { itemId, free } = await fullDay(page)
  await page.goto(`/book/${slug}?s=${itemId}.0`)
  await page.getByRole('button', { name: 'Join the wait list' }).click()
  const sheet = page.getByRole('dialog', { name: 'Join the wait list' })
  await sheet.getByLabel('Earliest start').fill('18:00')
  await sheet.getByLabel('Latest start').fill('17:00')
  await expect(sheet.getByText('The latest start is before the earliest')).toBeVisible()
  await expect(sheet.getByRole('button', { name: 'Join the wait list' })).toBeDisabled()
  await sheet.getByLabel('Earliest start').fill('')
  await sheet.getByLabel('Latest start').fill('')
  for (const day of await sheet.getByRole('checkbox').all()) await day.setChecked(true, { force: true })
  await sheet.getByRole('button', { name: 'Join the wait list' }).click()
  await expect(sheet.getByRole('alert').getByRole('listitem')).toHaveCount(3)
  await sheet.getByRole('button', { name: 'Choose a time' }).click()
  await join(page, itemId)
  const list = page.getByRole('region', { name: 'Wait list' })
  await list.getByRole('button', { name: 'Leave' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Leave' }).click()
  await expect(list).toHaveCount(0)
  await free()
  await page.reload()
  await expect(page.getByText('No visits yet')).toBeVisible()
})
