import { type BrowserContext, expect, type Locator, type Page, test } from '@playwright/test'
import { problemsOn } from './axe.ts'
import { enterDashboard } from './dashboard.ts'
import { tiffinRoom } from './shops.ts'
import { wholeUnless } from './whole.ts'

test.use({ viewport: { width: 1440, height: 900 }, hasTouch: false })

/** The location of the stores that this file creates, which no other test uses. */
const place = { latitude: 12.9352, longitude: 77.6245 }

/** Makes a call from the dashboard, with the session of its page. */
async function ask<Answer>(page: Page, name: string, input: object): Promise<Answer> {
  return page.evaluate(
    async ([call, body]) => {
      const answer = await fetch(`/public/api/${call}`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(body),
      })
      return answer.json()
    },
    [name, input] as const,
  ) as Promise<Answer>
}

/** Opens a phone window, because a desktop window shows the shop in a frame. */
async function asCustomer(context: BrowserContext): Promise<Page> {
  const page = await context.newPage()
  await page.setViewportSize({ width: 390, height: 844 })
  return page
}

type Made = { id: number; slug: string; name: string }

/** Creates an approved store that no other test uses. */
async function ownStore(page: Page): Promise<Made> {
  const name = `Kitchen ${crypto.randomUUID().slice(0, 8)}`
  const { store } = await ask<{ store: Made }>(page, 'dashboard/stores/create', { name, ...place })
  await ask(page, 'dashboard/stores/approve', { store_id: store.id, is_accepted: 1 })
  return store
}

/** Creates a category with items in a store. Returns the ids of the new items. */
async function withItems(page: Page, store: Made, category: string, names: string[]): Promise<number[]> {
  const made = await ask<{ category: { id: number } }>(page, 'store-owner/create-items-categories', {
    store_id: store.id,
    name: category,
  })
  const ids = []
  for (const name of names) {
    const input = { store_id: store.id, name, price: '100', item_category_id: made.category.id }
    ids.push((await ask<{ item: { id: number } }>(page, 'store-owner/create-item', input)).item.id)
  }
  return ids
}

const panel = (page: Page, name: string): Locator => page.getByRole('dialog', { name })
const namesIn = (list: Locator): Promise<string[]> =>
  list.getByRole('button', { name: /^Move / }).evaluateAll((all) => all.map((one) => one.ariaLabel!.slice(5)))

test('[U-09] a store is added, approved, its area drawn by keyboard and map, and switching it off shows to customers', async ({
  page,
  context,
}) => {
  const name = `Anna's ${crypto.randomUUID().slice(0, 8)}`
  await enterDashboard(page, 'operator', '/stores')
  await page.getByRole('button', { name: 'Add a store' }).click()
  const form = panel(page, 'Add a store')
  await form.getByRole('button', { name: 'Add the store' }).click()
  await expect(form.getByText('This value is too short').or(form.getByText('Please fill in this field'))).toBeVisible()
  await form.getByLabel('Name').fill(name)
  await form.getByLabel('Kind').selectOption('medical')
  await form.getByRole('button', { name: 'Add the store' }).click()
  await expect(page.getByRole('heading', { level: 1, name })).toBeVisible()
  await expect(page.getByText('Pending approval')).toBeVisible()
  await page.getByRole('button', { name: 'Approve', exact: true }).click()
  await expect(page.getByText('Takes orders.')).toBeVisible()

  await page.getByRole('link', { name: 'Delivery area' }).click()
  await page.getByRole('button', { name: 'Add an area' }).click()
  const map = page.getByRole('application', { name: 'Map of the area that the store serves' })
  const latitude = page.getByLabel('Latitude of corner 1')
  const before = Number(await latitude.inputValue())
  await map.getByRole('button', { name: 'Corner 1' }).focus()
  await page.keyboard.press('Shift+ArrowUp')
  expect(Number(await latitude.inputValue())).toBeGreaterThan(before)
  await map.getByRole('button', { name: 'Corner 4' }).focus()
  await page.keyboard.press('Delete')
  await expect(map.getByRole('button', { name: /^Corner/ })).toHaveCount(3)
  const box = (await map.boundingBox())!
  await page.mouse.click(box.x + box.width * 0.1, box.y + box.height * 0.1)
  await expect(map.getByRole('button', { name: /^Corner/ })).toHaveCount(4)
  const fourth = map.getByRole('button', { name: 'Corner 4' })
  const from = (await fourth.boundingBox())!
  await page.mouse.move(from.x + from.width / 2, from.y + from.height / 2)
  await page.mouse.down()
  await page.mouse.move(box.x + box.width * 0.3, box.y + box.height * 0.2, { steps: 4 })
  await page.mouse.up()
  const moved = (await fourth.boundingBox())!
  expect(moved.x - from.x).toBeGreaterThan(50)
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByText('Saved', { exact: true })).toBeVisible()
  await page.reload()
  await expect(map.getByRole('button', { name: /^Corner/ })).toHaveCount(4)
  await expect(latitude).not.toHaveValue(String(before))

  await page.getByRole('link', { name: 'Status' }).click()
  const slug = await page.getByLabel('Page', { exact: true }).inputValue()
  const customer = await asCustomer(context)
  await customer.goto(`/stores/${slug}`)
  await expect(customer.getByRole('heading', { level: 1, name })).toBeVisible()
  await expect(customer.getByText('Not taking orders right now')).toHaveCount(0)
  await page.getByRole('checkbox', { name: 'Takes orders' }).uncheck()
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByText('The store does not take orders right now.', { exact: true })).toBeVisible()
  await customer.reload()
  await expect(customer.getByText('Not taking orders right now').first()).toBeVisible()
})

test('[U-09] profile, hours and charges are saved, a wrong value shows an error at its field, and a copy is created', async ({
  page,
}) => {
  await enterDashboard(page)
  const store = await ownStore(page)
  await withItems(page, store, 'Snacks', ['Vada'])
  await page.goto(`/dashboard/stores/${store.id}`)
  await page.getByLabel('Address').fill('7 Hill Road')
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByText('Saved', { exact: true })).toBeVisible()
  await page.getByRole('link', { name: 'Hours', exact: true }).click()
  await page.getByRole('button', { name: 'Add a time window to Monday' }).click()
  await page.getByLabel('Monday, closes').fill('18:30')
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByText('Not saved yet')).toBeHidden()
  await page.getByRole('link', { name: 'Charges' }).click()
  await page.getByLabel('Store charge').fill('ten')
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByText('Please enter an amount')).toBeVisible()
  await expect(page.getByLabel('Store charge')).toBeFocused()
  await page.getByLabel('Store charge').fill('12.50')
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByText('Not saved yet')).toBeHidden()
  await page.getByRole('button', { name: 'Duplicate' }).click()
  const copy = panel(page, `Duplicate ${store.name}`)
  await copy.getByLabel('Name of the new store').fill(`${store.name} II`)
  await copy.getByRole('button', { name: 'Duplicate' }).click()
  await expect(page.getByRole('heading', { level: 1, name: `${store.name} II` })).toBeVisible()
  await expect(page.getByLabel('Address')).toHaveValue('7 Hill Road')
  await page.getByRole('link', { name: 'Hours', exact: true }).click()
  await expect(page.getByLabel('Monday, closes')).toHaveValue('18:30')
  await page.getByRole('button', { name: 'Menu', exact: true }).click()
  await expect(page.getByRole('button', { name: 'Vada', exact: true })).toBeVisible()
})

test('[U-10] a store category is created, given to a store, and customers find the store under it', async ({
  page,
}) => {
  const category = `Chaat ${crypto.randomUUID().slice(0, 8)}`
  await enterDashboard(page)
  const store = await ownStore(page)
  await page.goto('/dashboard/store-categories')
  await page.getByRole('button', { name: 'Add a category' }).click()
  await panel(page, 'Add a category').getByLabel('Name').fill('Old name')
  await panel(page, 'Add a category').getByLabel('Name').fill(category)
  await panel(page, 'Add a category').getByRole('button', { name: 'Save' }).click()
  // The panel is closed first, because a person cannot type in fields behind an open panel.
  await expect(panel(page, 'Add a category')).toBeHidden()
  await page.getByRole('searchbox').fill(category)
  await expect(page).toHaveURL(/q=Chaat/)
  await expect(page.getByRole('cell', { name: category })).toBeVisible()
  await page.goto(`/dashboard/stores/${store.id}?section=standing`)
  await page.getByRole('checkbox', { name: category }).check()
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByText('Not saved yet')).toBeHidden()
  const { categories } = await ask<{ categories: { id: number; name: string }[] }>(
    page,
    'get-all-restaurants-categories',
    {},
  )
  const { id } = categories.find(({ name }) => name === category)!
  const found = async () =>
    (await ask<Made[]>(page, 'get-filtered-restaurants', { ...place, category_ids: [id] })).map((one) => one.id)
  await expect.poll(found).toEqual([store.id])
})

test('[U-09] a new store is placed by an address that is searched with the keyboard', async ({ page }) => {
  const found = { address: '80 Feet Road, Koramangala, Bengaluru', latitude: 12.93521, longitude: 77.62449 }
  await page.route('**/public/api/dashboard/stores/find-address', (route) => {
    const { query } = route.request().postDataJSON() as { query: string }
    return route.fulfill({ json: { success: true, can_search: true, places: query ? [found] : [] } })
  })
  await enterDashboard(page)
  await page.goto('/dashboard/stores')
  await page.getByRole('button', { name: 'Add a store' }).click()
  const form = page.getByRole('dialog')
  const name = `Kitchen ${crypto.randomUUID().slice(0, 8)}`
  await form.getByLabel('Name').fill(name)
  await form.getByLabel('Find the address').fill('80 Feet Road')
  await page.keyboard.press('Enter')
  await expect(form.getByRole('button', { name: found.address })).toBeVisible()
  expect(await problemsOn(page)).toEqual([])
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Enter')
  await expect(form.getByLabel('Address', { exact: true })).toHaveValue(found.address)
  await form.getByRole('button', { name: 'Add the store' }).click()
  await expect(page).toHaveURL(/\/stores\/\d+/)
  const id = Number(/\/stores\/(\d+)/.exec(page.url())![1])
  const { store } = await ask<{ store: object }>(page, 'dashboard/stores/read', { store_id: id })
  expect(store).toMatchObject({ name, address: found.address, latitude: '12.93521', longitude: '77.62449' })
})

test('[U-11] an item is created and edited, and get-single-item returns the same values', async ({ page }) => {
  await enterDashboard(page)
  const store = await ownStore(page)
  await withItems(page, store, 'Rice', ['Curd rice'])
  await page.goto(`/dashboard/stores/${store.id}/menu`)
  await page.getByRole('button', { name: 'Add an item to Rice' }).click()
  const form = page.getByRole('dialog')
  await form.getByLabel('Name').fill('Lemon rice')
  await form.getByLabel('Price', { exact: true }).fill('80.50')
  await form.getByLabel('Old price').fill('95')
  await form.getByLabel('Description').fill('Sour')
  await form.getByLabel('Description').press('ControlOrMeta+a')
  await form.getByRole('button', { name: 'Bold' }).click()
  await expect(form.getByRole('button', { name: 'Bold' })).toHaveAttribute('aria-pressed', 'true')
  await form.getByLabel('Diet').selectOption('veg')
  await form.getByLabel('Stock').fill('12')
  await form.getByRole('button', { name: 'Save' }).click()
  const edited = panel(page, 'Lemon rice')
  await edited.getByLabel('Upload image').setInputFiles('.build/pictures/img/items/p-bottle-calasoft-jttq9f.webp')
  await expect(edited.getByRole('img', { name: 'Picture of Lemon rice' })).toBeVisible()
  await edited.getByLabel('Name').fill('Lime rice')
  await edited.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByRole('button', { name: 'Lime rice', exact: true })).toBeVisible()
  await expect(page.getByText('12 left')).toBeVisible()
  const { rows } = await ask<{ rows: { id: number }[] }>(page, 'dashboard/table', {
    table: 'items',
    filters: { store: String(store.id) },
    q: 'Lime rice',
  })
  const item = await ask<Record<string, unknown>>(page, 'get-single-item', { id: rows[0]!.id })
  expect(item).toMatchObject({
    name: 'Lime rice',
    price: '80.50',
    old_price: '95.00',
    desc: '<strong>Sour</strong>',
    is_veg: true,
    image: expect.stringMatching(/^\/assets\/img\/uploads\/i-/),
  })
})

test('[GAP-78] the description of a store is written with formatting; its page shows plain text, its sheet the formatting', async ({
  page,
}) => {
  await enterDashboard(page)
  const store = await ownStore(page)
  await page.goto(`/dashboard/stores/${store.id}?section=profile`)
  const description = page.getByLabel('Description')
  await description.click()
  await page.keyboard.type('Fresh idli')
  await page.keyboard.press('Enter')
  await page.keyboard.type('Hot dosa')
  await description.press('ControlOrMeta+a')
  await page.getByRole('button', { name: 'List', exact: true }).click()
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByText('Not saved yet')).toHaveCount(0)
  const saved = await ask<{ store: { slug: string; description: string } }>(page, 'dashboard/stores/read', {
    store_id: store.id,
  })
  expect(saved.store.description).toBe('<ul><li>Fresh idli</li><li>Hot dosa</li></ul>')
  await page.setViewportSize({ width: 390, height: 844 })
  await page.goto(`/stores/${saved.store.slug}`)
  await expect(page.getByText('Fresh idli Hot dosa', { exact: true })).toBeVisible()
  await page.getByRole('button', { name: 'Store details' }).click()
  await expect(page.getByRole('dialog').getByRole('listitem').filter({ hasText: 'Hot dosa' })).toBeVisible()
})

test('[U-11] the prices of selected items change together after a preview, and one press undoes it', async ({
  page,
}) => {
  await enterDashboard(page)
  const store = await ownStore(page)
  const [first] = await withItems(page, store, 'Rice', ['Curd rice', 'Lemon rice', 'Ghee rice'])
  const price = async () => (await ask<{ price: string }>(page, 'get-single-item', { id: first! })).price
  await page.goto(`/dashboard/stores/${store.id}/menu`)
  await page.getByRole('checkbox', { name: 'Choose Curd rice' }).check()
  await page.getByRole('checkbox', { name: 'Choose Ghee rice' }).check()
  await page.getByRole('button', { name: 'Edit', exact: true }).click()
  const form = panel(page, 'Change 2 items')
  await form.getByLabel('By how much').fill('12.5')
  await expect(form.getByRole('listitem').filter({ hasText: 'Curd rice' })).toContainText('₹112.50')
  await form.getByRole('button', { name: 'Change 2 items' }).click()
  await expect(page.getByText('₹112.50')).toHaveCount(2)
  await expect(page.getByText('₹100.00')).toHaveCount(1)
  expect(await price()).toBe('112.50')
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(page.getByText('₹100.00')).toHaveCount(3)
  expect(await price()).toBe('100.00')
})

test('[U-12] categories are created and sorted by keyboard and by drag, and a hidden one is missing from the store page', async ({
  page,
  context,
}) => {
  await enterDashboard(page)
  const store = await ownStore(page)
  await withItems(page, store, 'Rice', ['Curd rice', 'Lemon rice'])
  await withItems(page, store, 'Sweets', ['Jalebi'])
  await page.goto(`/dashboard/stores/${store.id}/menu`)
  await page.getByRole('button', { name: 'Add a category' }).click()
  await page.getByRole('dialog').getByLabel('Name').fill('Drinks')
  await page.getByRole('dialog').getByRole('button', { name: 'Save' }).click()
  await page.getByRole('button', { name: /^Rice/ }).click()
  const list = page.getByRole('list', { name: 'Categories' })
  await expect.poll(() => namesIn(list)).toEqual(['Rice', 'Sweets', 'Drinks'])

  await list.getByRole('button', { name: 'Move Drinks' }).focus()
  await page.keyboard.press('Space')
  await expect(page.getByText('Drinks is at position 3 of 3.')).toBeAttached()
  // The test waits before it presses an arrow key, because the list listens to arrow keys only a moment after a row is
  // picked up.
  await page.evaluate(() => new Promise((resolve) => setTimeout(resolve)))
  await page.keyboard.press('ArrowUp')
  await expect(page.getByText('Drinks is at position 2 of 3.')).toBeAttached()
  await page.keyboard.press('Space')
  await expect.poll(() => namesIn(list)).toEqual(['Rice', 'Drinks', 'Sweets'])

  const [rice, sweets] = [
    list.getByRole('button', { name: 'Move Rice' }),
    list.getByRole('button', { name: 'Move Sweets' }),
  ]
  const [from, to] = [(await rice.boundingBox())!, (await sweets.boundingBox())!]
  await page.mouse.move(from.x + 20, from.y + 20)
  await page.mouse.down()
  await page.mouse.move(to.x + 20, to.y + 30, { steps: 8 })
  await page.mouse.up()
  await expect.poll(() => namesIn(list)).toEqual(['Drinks', 'Sweets', 'Rice'])
  await page.reload()
  await expect.poll(() => namesIn(list)).toEqual(['Drinks', 'Sweets', 'Rice'])

  const customer = await asCustomer(context)
  await customer.goto(`/stores/${store.slug}`)
  await expect(customer.getByRole('button', { name: /^Sweets/ }).first()).toBeVisible()
  await page.getByRole('checkbox', { name: 'Show Sweets' }).click()
  await expect(page.getByText('Sweets is hidden from customers')).toBeVisible()
  await customer.reload()
  await expect(customer.getByRole('button', { name: /^Rice/ }).first()).toBeVisible()
  await expect(customer.getByRole('button', { name: /^Sweets/ })).toHaveCount(0)
})

test('[U-13] an add-on category with its add-ons is created, attached, and shown in the add-on drawer', async ({
  page,
  context,
}) => {
  await enterDashboard(page)
  const store = await ownStore(page)
  await withItems(page, store, 'Rice', ['Ghee rice'])
  await page.goto(`/dashboard/stores/${store.id}/menu?part=addons`)
  await page.getByRole('button', { name: 'Add an add-on category' }).click()
  const form = page.getByRole('dialog')
  await form.getByLabel('Name', { exact: true }).fill('Size')
  await form.getByLabel('Name of add-on 1').fill('Small')
  await form.getByRole('button', { name: 'Add an add-on', exact: true }).click()
  await form.getByLabel('Name of add-on 2').fill('Large')
  await form.getByLabel('Price of add-on 2').fill('30')
  await form.getByRole('button', { name: 'Move add-on 2 up' }).click()
  await form.getByRole('button', { name: 'Save' }).click()
  await page.getByRole('button', { name: /^Size/ }).click()
  await panel(page, 'Size')
    .getByLabel('Upload image of Large')
    .setInputFiles('.build/pictures/img/items/p-bottle-calasoft-jttq9f.webp')
  await expect(panel(page, 'Size').getByRole('img', { name: 'Picture of Large' })).toBeVisible()
  await page.goto(`/dashboard/stores/${store.id}/menu`)
  await page.getByRole('button', { name: 'Ghee rice', exact: true }).click()
  await panel(page, 'Ghee rice').getByRole('checkbox', { name: /^Size/ }).check()
  await panel(page, 'Ghee rice').getByRole('button', { name: 'Save' }).click()
  await expect(panel(page, 'Ghee rice')).toBeHidden()
  const customer = await asCustomer(context)
  await customer.goto(`/stores/${store.slug}`)
  const row = customer.getByRole('article').filter({ has: customer.getByRole('heading', { name: 'Ghee rice' }) })
  await row.first().getByRole('button', { name: 'Add', exact: true }).click()
  const radios = customer.getByRole('dialog').getByRole('radio')
  await expect(radios).toHaveCount(2)
  await expect(radios.first()).toBeChecked()
  await expect(customer.getByRole('dialog').getByRole('radio', { name: /Large/ })).toBeChecked()
})

test('[U-11] a menu file shows each row’s errors first, then a preview, then the import, then its undo', async ({
  page,
}) => {
  await enterDashboard(page)
  const store = await ownStore(page)
  await withItems(page, store, 'Rice', ['Curd rice'])
  await page.goto(`/dashboard/stores/${store.id}/menu?part=file`)
  const upload = (text: string) =>
    page
      .getByLabel('Choose a CSV file')
      .setInputFiles({ name: 'menu.csv', mimeType: 'text/csv', buffer: Buffer.from(text) })
  await upload('category,name,price\nRice,Curd rice,ten\nSweets,,20\n')
  const wrong = page.getByRole('table', { name: 'What is wrong' })
  await expect(wrong.getByRole('row')).toHaveCount(3)
  await expect(wrong.getByRole('row').nth(1)).toContainText('Please enter an amount')
  await expect(page.getByRole('button', { name: /^Import/ })).toHaveCount(0)
  await upload('category,name,price\nRice,Curd rice,110\nSweets,=Jalebi,20\n')
  await expect(page.getByText('2 rows: 1 to add, 1 to change, 0 unchanged. New categories: Sweets.')).toBeVisible()
  await expect(page.getByRole('cell', { name: 'Changes: price' })).toBeVisible()
  await page.getByRole('button', { name: 'Import 2 rows' }).click()
  await expect(page.getByText('1 items were added and 1 changed.')).toBeVisible()
  const download = page.waitForEvent('download')
  await page.getByRole('button', { name: 'This menu' }).click()
  const text = await new Response((await (await download).createReadStream()) as never).text()
  expect(text).toContain("Sweets,'=Jalebi,20.00")
  await page.getByRole('button', { name: 'Undo (within ten minutes)' }).click()
  await expect(page.getByText('2 items have their old values again.')).toBeVisible()
  await page.getByRole('link', { name: 'Items', exact: true }).last().click()
  await expect(page.getByText('₹100.00')).toBeVisible()
  await expect(page.getByRole('button', { name: /^Sweets/ })).toHaveCount(0)
})

test('[U-09] a store file shows errors by row, then each store before and after, then the import and its undo', async ({
  page,
}) => {
  await enterDashboard(page)
  const store = await ownStore(page)
  const added = `Bakery ${crypto.randomUUID().slice(0, 8)}`
  await page.goto('/dashboard/stores')
  await page.getByRole('button', { name: 'From a file' }).click()
  const upload = (text: string) =>
    page
      .getByLabel('Choose a CSV file')
      .setInputFiles({ name: 'stores.csv', mimeType: 'text/csv', buffer: Buffer.from(text) })
  await upload(`No.,Name,Latitude,Longitude,Kind\n,${added},95,,Palace\n`)
  await expect(page.getByRole('table', { name: 'What is wrong' }).getByRole('row')).toHaveCount(4)
  await expect(page.getByRole('button', { name: /^Import/ })).toHaveCount(0)
  await upload(`No.,Name,Latitude,Longitude,Landmark\n${store.id},,,,Clock tower\n,${added},12.93,77.62,\n`)
  await expect(page.getByRole('row', { name: /Landmark/ })).toContainText('Landmark: nothing Clock tower')
  await page.getByRole('button', { name: 'Import 2 rows' }).click()
  await expect(page.getByText('1 stores were added and 1 changed.')).toBeVisible()
  const landmark = async () =>
    (await ask<{ store: { landmark: string | null } }>(page, 'dashboard/stores/read', { store_id: store.id })).store
      .landmark
  expect(await landmark()).toBe('Clock tower')
  await page.getByRole('button', { name: 'Undo (within ten minutes)' }).click()
  await expect(page.getByText('1 added stores were removed, and 1 changed stores were restored.')).toBeVisible()
  await expect(page.getByRole('main')).toBeFocused()
  expect(await landmark()).toBeNull()
})

test('[GAP-75] an owner sees and changes only their own stores', async ({ page, browser }) => {
  await enterDashboard(page, 'owner', '/stores')
  await page.getByRole('row').filter({ hasText: tiffinRoom.name }).click()
  await expect(page.getByRole('heading', { level: 1, name: tiffinRoom.name })).toBeVisible()
  for (const name of ['Hours', 'Delivery area', 'Charges', 'Payment methods', 'Pictures', 'Payout'])
    await expect(page.getByRole('link', { name, exact: true })).toBeVisible()
  await page.getByRole('link', { name: 'Payment methods', exact: true }).click()
  const letStoresChoose = async (value: 'true' | 'false') => {
    const operator = await browser.newPage()
    await enterDashboard(operator)
    const { edition } = await ask<{ edition: string }>(operator, 'dashboard/settings', {})
    await ask(operator, 'dashboard/settings/save', { edition, values: { allowPaymentGatewaySelection: value } })
    await operator.close()
    await page.reload()
  }
  await letStoresChoose('true')
  const cash = page.getByRole('checkbox', { name: 'Cash' })
  for (const isOn of [true, false]) {
    await cash.setChecked(isOn)
    await page.getByRole('button', { name: 'Save' }).click()
    await expect(page.getByRole('button', { name: 'Save' })).toBeDisabled()
    await page.reload()
    await expect(cash).toBeChecked({ checked: isOn })
  }
  await letStoresChoose('false')
  await expect(page.getByText('Every store accepts all payment methods of the shop')).toBeVisible()
  await expect(page.getByRole('link', { name: 'Status' })).toHaveCount(0)
  await expect(page.getByRole('button', { name: 'Duplicate' })).toHaveCount(0)
  await page.getByRole('button', { name: 'Menu', exact: true }).click()
  await expect(page.getByRole('list', { name: 'Categories' })).toBeVisible()
  const foreign = await ask<{ error: { code: string } }>(page, 'store-owner/get-store', { store_id: 60 })
  expect(foreign.error.code).toBe('ORDER_NOT_YOURS')
  await page.goto('/dashboard/stores/60')
  await expect(page.getByRole('alert')).toHaveText('Unauthorized')
})

const pages = {
  stores: ['/stores', '/stores/1', '/store-order', '/store-file', '/store-categories'],
  'a store': ['hours', 'reach', 'charges', 'gateways', 'pictures', 'payout', 'standing', 'people'].map(
    (section) => `/stores/1?section=${section}`,
  ),
  menus: [
    '/stores/1/menu',
    '/stores/1/menu?part=addons',
    '/stores/1/menu?part=file',
    '/items',
    '/menu-categories',
    '/add-ons',
  ],
}

for (const [what, paths] of Object.entries(pages))
  for (const width of [390, 1440])
    test(`[U-09] the pages of ${what} are accessible at ${width} px`, wholeUnless(width === 390), async ({ page }) => {
      test.slow()
      await page.setViewportSize({ width, height: 900 })
      await enterDashboard(page)
      for (const path of paths) {
        await page.goto(`/dashboard${path}`)
        await page.getByRole('heading', { level: 1, name: /./ }).waitFor()
        await expect(page.locator('[aria-busy=true], .skeleton')).toHaveCount(0)
        expect(await problemsOn(page), path).toEqual([])
      }
    })
