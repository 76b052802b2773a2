import { readFileSync } from 'node:fs'
import { expect, test } from '@playwright/test'
import { problemsOn } from './axe.ts'
import { enterDashboard, status } from './dashboard.ts'
import { dateIn, enterGuest, openSalon } from './salon.ts'

test.use({ viewport: { width: 1440, height: 900 }, hasTouch: false })

test('[V-25] a picture of a person is uploaded in their form, and customers see it', async ({ page }) => {
  await enterDashboard(page)
  const { store_id, nila } = await openSalon(page)
  await page.goto(`/dashboard/salon?store=${store_id}`)
  await page.getByRole('button', { name: nila.name }).click()
  await page.getByLabel('Upload image').setInputFiles('.build/pictures/img/items/p-bottle-calasoft-jttq9f.webp')
  await status(page, 'The picture was saved')
  await expect(page.getByRole('img', { name: `Picture of ${nila.name}` })).toBeVisible()
  expect(await problemsOn(page)).toEqual([])
  // The window is that of a phone, because on a wide screen the phone app runs in a frame.
  await page.setViewportSize({ width: 390, height: 844 })
  await page.goto('/stores/noor-beauty-lounge')
  const person = page.getByRole('listitem').filter({ hasText: nila.name })
  await person.scrollIntoViewIfNeeded()
  await expect
    .poll(() => person.locator('img').evaluate((image: HTMLImageElement) => image.naturalWidth))
    .toBeGreaterThan(0)
})

test('[V-24] people are downloaded as a file, and one that is added to it is imported', async ({ page }) => {
  await enterDashboard(page)
  const { store_id, word, cut } = await openSalon(page)
  await page.goto(`/dashboard/salon?store=${store_id}&section=file`)
  const download = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Download these people' }).click()
  const held = readFileSync(await (await download).path(), 'utf8')
  const [heading] = held.replace('\ufeff', '').split('\r\n')
  const cells = { name: `Tara ${word}`, monday: '09:00-13:00', services: cut.name } as Record<string, string>
  const added = heading!.split(',').map((column) => cells[column] ?? '')
  const buffer = Buffer.from(`${heading}\r\n${added.join(',')}\r\n`)
  await page.getByLabel('Choose a CSV file').setInputFiles({ name: 'people.csv', mimeType: 'text/csv', buffer })
  await expect(page.getByRole('row', { name: `Tara ${word}` })).toContainText('Will be added')
  expect(await problemsOn(page)).toEqual([])
  await page.getByRole('button', { name: 'Import 1 row' }).click()
  await status(page, 'Imported: 1 added, 0 changed')
  await page.getByRole('link', { name: 'People', exact: true }).click()
  await expect(page.getByRole('button', { name: `Tara ${word}` })).toContainText('Mon')
})

test('[V-23] [V-72] a visit of a person is in the list of visits and in the report of the salon', async ({ page }) => {
  await enterDashboard(page)
  const salon = await openSalon(page)
  const { store_id, nila, cut, word } = salon
  const date = dateIn(2)
  const services = [{ item_id: cut.id, stylist_id: nila.id }]
  await enterGuest(page, salon, { date, time: '10:00', services, guest_name: `Asha ${word}` })
  await page.goto(`/dashboard/visits/all?store=${store_id}&stylist=${nila.id}`)
  await expect(page.getByText(`Person: ${nila.name}`)).toBeVisible()
  const row = page.getByRole('row').filter({ hasText: `Asha ${word}` })
  await expect(row).toContainText('Booked')
  expect(await problemsOn(page)).toEqual([])
  for (const size of [
    { width: 390, height: 844 },
    { width: 1440, height: 900 },
  ]) {
    await page.setViewportSize(size)
    await page.goto(`/dashboard/reports/salon?store=${store_id}&period=own&from=${date}&to=${date}`)
    await expect(page.getByRole('row', { name: nila.name })).toContainText('% of')
    expect(await problemsOn(page)).toEqual([])
    expect(await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)).toBe(0)
  }
})
