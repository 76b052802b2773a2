import { createHmac } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import { expect, type Page, test } from '@playwright/test'
import { parse } from 'csv-parse/sync'
import { driveAccountJson, driveFolder, startDrive } from '../packages/simulators/src/drive.ts'
import { problemsOn } from './axe.ts'
import { enterDashboard } from './dashboard.ts'
import { outsiderPorts } from './outsiders.ts'
import { wholeUnless } from './whole.ts'

test.use({ viewport: { width: 1440, height: 900 }, hasTouch: false })
const ports = outsiderPorts(Number(process.env.E2E_PORT ?? 4310))

/** Makes a call as the open page of the dashboard would. */
function callAs<Answer>(page: Page, name: string, input: object): Promise<Answer> {
  return page.evaluate(
    async ([path, body]) => {
      const headers = { 'content-type': 'application/json' }
      const answer = await fetch(`/public/api/${path}`, { method: 'POST', headers, body: JSON.stringify(body) })
      return (await answer.json()) as Answer
    },
    [name, input] as const,
  )
}

/** Chooses an entry of a table's export menu and returns the content of the exported file. */
async function exported(page: Page, entry: 'CSV' | 'XML', menu = 'Export', table = 'orders'): Promise<string> {
  await page.getByRole('button', { name: menu, exact: true }).click()
  const coming = page.waitForEvent('download')
  await page.getByRole('dialog', { name: menu }).getByRole('button', { name: entry, exact: true }).click()
  const file = await coming
  expect(file.suggestedFilename()).toMatch(new RegExp(`^${table}-.*\\.${entry.toLowerCase()}$`))
  return readFile(await file.path(), 'utf8')
}

test('[U-25] [U-26] [R-32] [GAP-53] the orders that match a filter are exported as CSV and as XML', async ({
  page,
}) => {
  await enterDashboard(page, 'operator', '/orders?status=cancelled&placed_at=2026-01-01..')
  const { rows, total } = await callAs<{ rows: { id: number; unique_order_id: string }[]; total: number }>(
    page,
    'dashboard/table',
    {
      table: 'orders',
      filters: { status: 'cancelled', placed_at: '2026-01-01..' },
    },
  )
  const first = page.getByRole('table', { name: 'Orders' }).locator('tbody tr').first()
  await expect(first.getByRole('link')).toHaveAttribute('href', `/dashboard/orders/${rows[0]!.id}`)
  await page.getByRole('button', { name: 'Export' }).click()
  const menu = page.getByRole('dialog', { name: 'Export' })
  await expect(menu.getByRole('listitem')).toHaveText(['CSV', 'XML', 'Drive'])
  await page.keyboard.press('Escape')

  const csv = parse(await exported(page, 'CSV'), { columns: true }) as Record<string, string>[]
  expect(csv).toHaveLength(total)
  expect(csv[0]!.Order).toBe(rows[0]!.unique_order_id)
  expect(new Set(csv.map((row) => row.Status))).toEqual(new Set(['Cancelled']))
  const xml = await exported(page, 'XML')
  const read = await page.evaluate((text) => {
    const document_ = new DOMParser().parseFromString(text, 'application/xml')
    const orders = [...document_.querySelectorAll('row > unique_order_id')]
    return { problems: document_.querySelectorAll('parsererror').length, orders: orders.map((one) => one.textContent) }
  }, xml)
  expect(read).toEqual({ problems: 0, orders: csv.map((row) => row.Order) })
})

test('[U-25] an owner exports only the orders of their stores', async ({ page }) => {
  await enterDashboard(page, 'owner', '/orders')
  await expect(page.getByRole('table', { name: 'Orders' }).locator('tbody tr').first()).toBeVisible()
  const me = await callAs<{ data: { stores: { name: string }[] } }>(page, 'dashboard/me', {})
  const own = new Set(me.data.stores.map(({ name }) => name))
  const stores = (parse(await exported(page, 'CSV'), { columns: true }) as Record<string, string>[]).map(
    (row) => row.Store,
  )
  expect(stores.length).toBeGreaterThan(0)
  expect(stores.filter((name) => !own.has(name!))).toEqual([])
})

test('[U-27] [GAP-53] Drive reports what is missing, then holds the file in the folder and shows its link', async ({
  page,
}) => {
  const drive = await startDrive(ports.drive)
  const set = async (values: Record<string, string>) => {
    const { edition } = await callAs<{ edition: string }>(page, 'dashboard/settings', {})
    expect(await callAs(page, 'dashboard/settings/save', { edition, values })).toMatchObject({ success: true })
  }
  const toDrive = async () => {
    await page.getByRole('button', { name: 'Export' }).click()
    await page.getByRole('dialog', { name: 'Export' }).getByRole('button', { name: 'Drive' }).click()
  }
  try {
    await enterDashboard(page, 'operator', '/orders?status=cancelled')
    await expect(page.getByRole('table', { name: 'Orders' }).locator('tbody tr').first()).toBeVisible()
    await toDrive()
    await expect(page.getByText('the setting driveServiceAccountJson is missing')).toBeVisible()

    await set({ driveServiceAccountJson: driveAccountJson, driveFolderId: driveFolder })
    await toDrive()
    const link = page.getByRole('link', { name: 'Open the file' })
    await expect(link).toHaveAttribute('href', /^https:\/\/drive\.google\.com\//, { timeout: 30_000 })
    const [file] = drive.stored()
    expect(file!.parents).toEqual([driveFolder])
    const rows = parse(file!.bytes, { columns: true }) as Record<string, string>[]
    expect(new Set(rows.map((row) => row.Status))).toEqual(new Set(['Cancelled']))
    await expect(page.getByText(`${rows.length} rows are in a file in Google Drive.`)).toBeVisible()
  } finally {
    await set({ driveServiceAccountJson: '', driveFolderId: '' })
    await drive.close()
  }
})

test('[GAP-53] an export is planned, run now, and downloaded by the person who planned it', async ({ page }) => {
  await enterDashboard(page)
  const name = `Cancelled ${crypto.randomUUID().slice(0, 8)}`
  await page.goto('/dashboard/exports')
  await page.getByRole('button', { name: 'Plan an export' }).click()
  const panel = page.getByRole('dialog', { name: 'Plan an export' })
  await panel.getByRole('button', { name: 'Save the plan' }).click()
  await expect(panel.getByRole('alert').first()).toBeVisible()
  await panel.getByLabel('Name').fill(name)
  await panel.getByLabel('Table').selectOption({ label: 'Orders' })
  await panel.getByRole('checkbox', { name: 'Cancelled' }).check()
  await panel.getByLabel('How often').selectOption({ label: 'Every week' })
  await panel.getByLabel('Day', { exact: true }).selectOption({ label: 'Friday' })
  await panel.getByRole('button', { name: 'Save the plan' }).click()
  const plan = page.getByRole('listitem').filter({ hasText: name })
  await expect(plan).toContainText('Every Friday at 06:00')
  await plan.getByRole('button', { name: 'Make now' }).click()
  const run = page.getByRole('row').filter({ hasText: name })
  await expect(run).toContainText('Done', { timeout: 30_000 })
  const coming = page.waitForEvent('download')
  await run.getByRole('button', { name: 'Download' }).click()
  const rows = parse(await readFile(await (await coming).path(), 'utf8'), { columns: true }) as Record<string, string>[]
  expect(new Set(rows.map((row) => row.Status))).toEqual(new Set(['Cancelled']))
  await plan.getByRole('button', { name: `Remove ${name}` }).click()
  await page.getByRole('button', { name: 'Remove', exact: true }).click()
  await expect(plan).toBeHidden()
})

test('[U-19] reports are shown for a period and a store, as charts and as tables', async ({ page }) => {
  await enterDashboard(page, 'operator', '/reports')
  await page.getByText('90 days').click()
  await expect(page).toHaveURL(/period=90/)
  const sales = page.getByRole('region', { name: 'Sales by day', exact: true })
  await expect(sales.locator('svg.recharts-surface')).toBeVisible()
  await sales.getByRole('button', { name: 'As a table' }).click()
  await expect(sales.getByRole('row')).toHaveCount(91)
  await expect(page.getByRole('region', { name: 'Top stores' }).first().getByRole('row')).not.toHaveCount(1)
  const orders = page.getByRole('main').getByRole('listitem').filter({ hasText: 'Orders' })
  const all = await orders.first().innerText()
  await page.getByLabel('Store', { exact: true }).fill('namma tiffin')
  await page.getByRole('listbox', { name: 'Store: found' }).getByRole('option').first().click()
  await expect(page).toHaveURL(/store=1/)
  await expect(orders.first()).not.toHaveText(all)
  const file = await exported(page, 'CSV', 'Export: Top stores', 'top-stores')
  const stores = parse(file, { columns: true }) as Record<string, string>[]
  const top = page.getByRole('region', { name: 'Top stores' }).first().getByRole('row').nth(1)
  await expect(top).toContainText(`${stores[0]!.Store}${stores[0]!.Orders}`)
  expect(stores).toHaveLength(1)
  await page.getByRole('link', { name: 'Sales by day' }).click()
  await expect(page.getByRole('table', { name: 'Sales by day' }).locator('tbody tr').first()).toBeVisible()
})

test('[U-01] home shows the week and links to open work', async ({ page }) => {
  await enterDashboard(page, 'owner')
  await expect(page.getByRole('heading', { level: 1, name: /^Hello/ })).toBeVisible()
  await expect(page.getByText('Average order')).toBeVisible()
  await page.getByRole('region', { name: 'Orders by hour' }).getByRole('button', { name: 'As a table' }).click()
  await expect(page.getByRole('row').filter({ hasText: '23:00' })).toBeVisible()
  await page.getByRole('link', { name: /open orders/ }).click()
  await expect(page).toHaveURL(/\/dashboard\/board/)
})

test('[U-22] a webhook is added, tested, found in the log and sent again', async ({ page }) => {
  const got: { body: string; headers: Record<string, unknown> }[] = []
  const receiver = createServer((request, response) => {
    let body = ''
    request.on('data', (chunk) => {
      body += chunk
    })
    request.on('end', () => {
      got.push({ body, headers: request.headers })
      response.end('thank you')
    })
  })
  await new Promise<void>((resolve) => receiver.listen(ports.hooks, '127.0.0.1', resolve))
  try {
    await enterDashboard(page, 'operator', '/integrations')
    await page.getByRole('button', { name: 'Add a webhook' }).click()
    const panel = page.getByRole('dialog', { name: 'Add a webhook' })
    await panel.getByLabel('URL').fill('https://10.0.0.1/hook')
    await panel.getByRole('checkbox', { name: 'order.placed' }).check()
    await page.keyboard.press('Escape')
    await page.getByRole('button', { name: 'Keep editing' }).click()
    await panel.getByRole('button', { name: 'Add', exact: true }).click()
    await expect(panel.getByRole('alert')).toContainText('public URL')
    const url = `http://127.0.0.1:${ports.hooks}/${crypto.randomUUID()}`
    await panel.getByLabel('URL').fill(url)
    await panel.getByRole('button', { name: 'Add', exact: true }).click()
    const secret = await page.getByRole('textbox', { name: 'Secret' }).inputValue()
    await page.getByRole('button', { name: 'I have saved the value' }).click()
    await page.getByRole('button', { name: `Send a test to ${url}` }).click()
    const row = page.getByRole('row').filter({ hasText: url })
    await expect(row).toContainText('Delivered', { timeout: 30_000 })
    const [one] = got
    const signed = createHmac('sha256', Buffer.from(secret.replace('whsec_', ''), 'base64'))
      .update(`${String(one!.headers['webhook-id'])}.${String(one!.headers['webhook-timestamp'])}.${one!.body}`)
      .digest('base64')
    expect(one!.headers['webhook-signature']).toBe(`v1,${signed}`)
    await row.click()
    const opened = page.getByRole('dialog', { name: 'test' })
    await expect(opened).toContainText('thank you')
    await opened.getByRole('button', { name: 'Send the message again' }).click()
    await expect.poll(() => got.length, { timeout: 30_000 }).toBe(2)
    expect(got[1]!.headers['webhook-id']).toBe(one!.headers['webhook-id'])
    await page.getByRole('button', { name: `Remove ${url}` }).click()
    await page.getByLabel('to confirm').fill(new URL(url).host)
    await page.getByRole('button', { name: 'Remove', exact: true }).click()
    await expect(page.getByRole('heading', { name: url })).toBeHidden()
  } finally {
    await new Promise((resolve) => receiver.close(resolve))
  }
})

test('[U-21] an API key is created, shown once, used and revoked', async ({ page, request }) => {
  await enterDashboard(page)
  const name = `Till ${crypto.randomUUID().slice(0, 8)}`
  await page.goto('/dashboard/integrations')
  await page.getByRole('button', { name: 'Create a key' }).click()
  const panel = page.getByRole('dialog', { name: 'Create a key' })
  await panel.getByLabel('What the key is for').fill(name)
  await panel.getByRole('checkbox', { name: 'See orders' }).check()
  await panel.getByRole('button', { name: 'Create the key' }).click()
  const key = await page.getByRole('textbox', { name: 'API key' }).inputValue()
  await page.getByRole('button', { name: 'I have saved the value' }).click()
  const use = (table: string) =>
    request.post('/public/api/dashboard/table', { data: { table }, headers: { authorization: `Bearer ${key}` } })
  expect((await use('orders')).status()).toBe(200)
  expect((await use('audit')).status()).toBe(403)
  const card = page.getByRole('listitem').filter({ hasText: name })
  await card.getByRole('button', { name: `Revoke ${name}` }).click()
  await expect(page.getByRole('button', { name: 'Revoke', exact: true })).toBeDisabled()
  await page.getByLabel(`Type “${name}” to confirm`).fill(name)
  await page.getByRole('button', { name: 'Revoke', exact: true }).click()
  await expect(card).toContainText('Revoked')
  expect((await use('orders')).status()).toBe(401)
})

for (const width of [390, 1440])
  for (const paths of [
    ['/', '/reports', '/reports/trips', '/reports/taxes'],
    ['/exports', '/integrations'],
  ])
    test(`[U-25] ${paths.join(', ')} are accessible at ${width} px`, wholeUnless(width === 390), async ({ page }) => {
      await page.setViewportSize({ width, height: 900 })
      await enterDashboard(page)
      for (const path of paths) {
        await page.goto(`/dashboard${path}`)
        await page.getByRole('heading', { level: 1 }).waitFor()
        await expect(page.locator('.skeleton')).toHaveCount(0)
        expect(await problemsOn(page), path).toEqual([])
      }
    })
