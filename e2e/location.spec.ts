import type { Output } from '@nukkad/contract/contract.ts'
import { expect, type Locator, type Page, test } from '@playwright/test'
import { knowShop } from './boot.ts'
import { answer, listenTo, stored } from './given.ts'
import { call, comeBack, newCustomer } from './people.ts'

// The service worker is blocked: it would answer from its cache, while these tests replace the server's answers.
test.use({ serviceWorkers: 'block' })
test.afterEach(({ page }) => page.unrouteAll({ behavior: 'ignoreErrors' }))

type Location = Output<'popular-geo-locations'>[number]
type Address = Output<'get-addresses'>[number]

const map = (page: Page) => page.getByRole('region', { name: 'Map' })
const field = (page: Page, name: string | RegExp) => page.getByRole('textbox', { name })
const save = (page: Page) => page.getByRole('button', { name: 'Save address' })
const addressOf = (tag: string) => ({ latitude: 12.9352, longitude: 77.6245, address: '5th Block', house: '4B', tag })

const optionsOf = (page: Page, tag: string) => page.getByRole('button', { name: `Options for ${tag}` })

test.describe('choosing a location', () => {
  test('[B-05, J-02, J-04, J-05, S-15, S-16] choosing a popular location shows it on home', async ({
    page,
    request,
  }) => {
    await knowShop(page, { userAlreadySelectedLocation: 'false' })
    const all = await call<Location[]>(request, 'popular-geo-locations')
    const three = all
      .slice(0, 3)
      .map((row, index) => ({ ...row, name: ['Indiranagar', 'Jayanagar', 'Malleshwaram'][index]! }))
    await answer(page, 'popular-geo-locations', three)
    await page.goto('/search-location')
    await expect(page.getByRole('searchbox', { name: 'Search your area' })).toBeVisible()
    const choices = page.getByRole('listitem').getByRole('button')
    await expect(choices).toHaveText(['Indiranagar', 'Jayanagar', 'Malleshwaram'])
    await choices.nth(1).click()
    await expect(page).toHaveURL('/')
    await expect(page.getByRole('banner').getByText('Jayanagar')).toBeVisible()
    expect(await stored(page, 'userAlreadySelectedLocation')).toBe(true)
    expect(await stored(page, 'userSetAddress')).toEqual({
      lat: Number(three[1]!.latitude),
      lng: Number(three[1]!.longitude),
      address: 'Jayanagar',
      house: null,
      tag: null,
      businessLocation: false,
    })
  })

  test('[B-05, S-15] choosing a saved address shows it on home', async ({ page, request }) => {
    const customer = await newCustomer(request)
    // The app uses the address that the customer saved last.
    await call(request, 'save-address', { ...addressOf('Work'), house: '9A' }, customer.token)
    await call(request, 'save-address', addressOf('Home'), customer.token)
    await knowShop(page)
    await comeBack(page, customer.session)
    await page.goto('/search-location')
    await page.getByRole('button', { name: /^Work/ }).click()
    await expect(page).toHaveURL('/')
    await expect(page.getByRole('banner').getByText('9A, 5th Block')).toBeVisible()
    expect(await stored(page, 'userSetAddress')).toMatchObject({ address: '5th Block', house: '9A', tag: 'Work' })
  })

  test('[B-05, GAP-54, R-09] the search waits for three letters', async ({ page, request }) => {
    await knowShop(page)
    const [first] = await call<Location[]>(request, 'popular-geo-locations')
    await page.goto('/search-location')
    const search = page.getByRole('searchbox', { name: 'Search your area' })
    await search.fill('xy')
    await expect(page.getByText('Type at least 3 characters')).toBeVisible()
    await search.fill(first!.name.slice(0, 5))
    await expect(page.getByText('Type at least 3 characters')).toHaveCount(0)
    await expect(page.getByRole('listitem').first()).toContainText(first!.name)
    await search.fill('zzzzzzz')
    await expect(page.getByText("No places found for 'zzzzzzz'")).toBeVisible()
  })

  for (const { query, finds } of [
    { query: 'richmond', finds: 'Richmond Town' },
    { query: 'domlor', finds: 'Domlur' },
    { query: 'hsr', finds: 'HSR Layout' },
    // The drawn map names these two places, but the shop's list of locations does not.
    { query: 'viveknagar', finds: 'Viveknagar' },
    { query: 'silk board', finds: 'Silk Board' },
  ]) {
    test(`[B-05, J-04] the search for "${query}" finds ${finds} without a map provider`, async ({ page }) => {
      await knowShop(page)
      await page.goto('/search-location')
      await page.getByRole('searchbox', { name: 'Search your area' }).fill(query)
      const choice = page.getByRole('listitem').getByRole('button', { name: finds, exact: true })
      await expect(choice).toHaveCount(1)
      await choice.click()
      await expect(page).toHaveURL('/')
      await expect(page.getByRole('banner').getByText(finds)).toBeVisible()
    })
  }

  test("[J-04] the device's position opens the map there", async ({ page, context }) => {
    await knowShop(page)
    await context.setGeolocation({ latitude: 12.9401, longitude: 77.6201 })
    await page.goto('/search-location')
    await page.getByRole('button', { name: 'Use current location' }).click()
    await expect(page).toHaveURL(/\/my-location\?lat=12\.9401&lng=77\.6201/)
    expect(await stored(page, 'geoLocation')).toEqual({ lat: 12.9401, lng: 77.6201 })
  })

  test('[J-04] a refused permission shows what to do instead', async ({ page, context }) => {
    await context.clearPermissions()
    await knowShop(page)
    await page.goto('/search-location')
    await page.getByRole('button', { name: 'Use current location' }).click()
    await expect(page.getByText('Location is off. Search for your area instead.')).toBeVisible()
    await expect(page.getByRole('alert')).toHaveCount(0)
  })
})

test.describe('the map', () => {
  test("[B-06, J-02, J-05] a guest's location under the pin is stored in this browser", async ({ page }) => {
    await knowShop(page, { userAlreadySelectedLocation: 'false' })
    const saved = listenTo(page, 'save-address')
    await page.goto('/my-location')
    await expect(map(page)).toBeVisible()
    await expect(save(page)).toBeVisible()
    await field(page, 'Address').fill('12 Temple Road')
    await field(page, /House or flat/).fill('4B')
    await page.getByRole('button', { name: 'Work' }).click()
    await save(page).click()
    await expect(page).toHaveURL('/')
    await expect(page.getByRole('banner').getByText('4B, 12 Temple Road')).toBeVisible()
    // When home opens, the toast about the saved address moves from above the map's dock to above the tabs.
    const said = page.getByRole('status').getByText('Address saved')
    const endOf = async (box: Locator) => (await box.boundingBox())!.y + (await box.boundingBox())!.height
    await expect
      .poll(async () => (await page.getByRole('navigation', { name: 'Main' }).boundingBox())!.y - (await endOf(said)))
      .toBeLessThan(30)
    expect(await stored(page, 'userSetAddress')).toEqual({
      lat: 12.9352,
      lng: 77.6245,
      address: '12 Temple Road',
      house: '4B',
      tag: 'Work',
      businessLocation: false,
    })
    expect(await stored(page, 'userAlreadySelectedLocation')).toBe(true)
    expect(saved).toEqual([])
  })

  test('[B-06] moves under its pin by touch and by arrow keys, and the address follows', async ({ page }) => {
    await knowShop(page)
    const asked = listenTo(page, 'get-delivery-restaurants')
    await page.goto('/my-location?lat=12.9352&lng=77.6245')
    await expect(field(page, 'Address')).not.toHaveValue('')
    await expect.poll(() => asked).toEqual([{ latitude: 12.9352, longitude: 77.6245 }])
    const box = (await map(page).boundingBox())!
    const [x, y] = [box.x + box.width / 2, box.y + box.height / 2]
    await page.mouse.move(x, y)
    await page.mouse.down()
    await page.mouse.move(x - 120, y + 40, { steps: 4 })
    await page.mouse.up()
    await expect.poll(() => asked.length).toBe(2)
    expect(Number(asked[1]!.longitude)).toBeGreaterThan(77.6245)
    expect(Number(asked[1]!.latitude)).toBeGreaterThan(12.9352)
    await page.getByRole('application', { name: 'Map' }).press('ArrowLeft')
    await expect.poll(() => asked.length).toBe(3)
    expect(Number(asked[2]!.longitude)).toBeLessThan(Number(asked[1]!.longitude))
  })

  test('[J-06] each point under the pin is queried and shows the returned address', async ({ page }) => {
    await knowShop(page)
    const asked = listenTo(page, 'coordinate-to-address')
    await page.route('**/public/api/coordinate-to-address', (route) =>
      route.fulfill({ json: `Lane ${asked.length}, 5th Block` }),
    )
    await page.goto('/my-location?lat=12.9352&lng=77.6245')
    await expect(field(page, 'Address')).toHaveValue('Lane 1, 5th Block')
    expect(asked).toEqual([{ lat: 12.9352, lng: 77.6245 }])
    await page.getByRole('application', { name: 'Map' }).press('ArrowLeft')
    await expect(field(page, 'Address')).toHaveValue('Lane 2, 5th Block')
    expect(asked[1]!.lng).toBeLessThan(77.6245)
  })

  test('[J-06, GAP-30] without an answer there is no alert, and the address can be typed', async ({ page }) => {
    await knowShop(page)
    const asked = await answer(page, 'coordinate-to-address', { success: false, message: 'away' }, 401)
    await page.goto('/my-location')
    await expect.poll(() => asked.length).toBe(1)
    await field(page, 'Address').fill('12 Temple Road')
    await page.getByRole('button', { name: 'Work' }).click()
    await expect(page.getByRole('alert')).toHaveCount(0)
    await expect(field(page, 'Address')).toHaveValue('12 Temple Road')
  })

  test('[GAP-20] an address is required, and a house number if the shop wants one', async ({ page }) => {
    await knowShop(page, { flatApartmentAddressRequired: 'true' })
    // The address that the server finds must arrive in the field before the test empties the field.
    const named = page.waitForResponse('**/public/api/coordinate-to-address')
    await page.goto('/my-location')
    await named
    await expect(field(page, 'Address')).not.toHaveValue('')
    await field(page, 'Address').fill('')
    await save(page).click()
    await expect(field(page, 'Address')).toHaveAccessibleDescription(/.+/)
    await expect(field(page, 'House or flat')).toHaveAccessibleDescription(/.+/)
    await expect(page).toHaveURL('/my-location')
    await field(page, 'Address').fill('5th Block')
    await field(page, 'House or flat').fill('4B')
    await save(page).click()
    await expect(page).toHaveURL('/')
  })

  test('[B-06] says that no store delivers to a point', async ({ page }) => {
    await knowShop(page)
    await page.goto('/my-location?lat=28.6&lng=77.2')
    await expect(page.getByRole('alert').filter({ hasText: 'No stores deliver here yet' })).toBeVisible()
    await expect(save(page)).toBeDisabled()
  })
})

test.describe("a customer's addresses", () => {
  test('[B-17, J-01, J-07] a saved one is sent and listed', async ({ page, request }) => {
    const customer = await newCustomer(request)
    await knowShop(page)
    await comeBack(page, customer.session)
    const saved = listenTo(page, 'save-address')
    await page.goto('/my-addresses')
    await expect(page.getByText('No saved addresses')).toBeVisible()
    await page.getByRole('link', { name: 'Add address' }).click()
    await field(page, 'Address').fill('12 Temple Road')
    await field(page, /House or flat/).fill('4B')
    await save(page).click()
    await expect(page).toHaveURL('/my-addresses')
    const row = page.getByRole('listitem').filter({ hasText: '4B, 12 Temple Road' })
    await expect(row).toContainText('Home')
    await expect(row).toContainText('Default')
    const place = { latitude: 12.9352, longitude: 77.6245, address: '12 Temple Road', house: '4B', tag: 'Home' }
    expect(saved).toMatchObject([{ token: customer.token, ...place }])
  })

  test('[J-07, J-08, J-09] one becomes the default, another is deleted', async ({ page, request }) => {
    const customer = await newCustomer(request)
    for (const tag of ['Home', 'Work']) await call(request, 'save-address', addressOf(tag), customer.token)
    const addresses = await call<Address[]>(request, 'get-addresses', {}, customer.token)
    const idOf = (tag: string) => addresses.find((address) => address.tag === tag)!.id
    await knowShop(page)
    await comeBack(page, customer.session)
    const defaults = listenTo(page, 'set-default-address')
    const deleted = listenTo(page, 'delete-address')
    await page.goto('/my-addresses')
    const row = (tag: string) => page.getByRole('listitem').filter({ hasText: tag })
    await expect(row('Work')).toContainText('Default')
    await optionsOf(page, 'Home').click()
    await page.getByRole('dialog', { name: 'Home' }).getByRole('button', { name: 'Set as default' }).click()
    await expect(row('Home')).toContainText('Default')
    await expect(row('Work')).not.toContainText('Default')
    expect(await stored(page, 'userSetAddress')).toMatchObject({ tag: 'Home', house: '4B' })
    await optionsOf(page, 'Work').click()
    await page.getByRole('dialog', { name: 'Work' }).getByRole('button', { name: 'Delete' }).click()
    await expect(row('Work')).toHaveCount(0)
    expect(defaults).toMatchObject([{ token: customer.token, address_id: idOf('Home') }])
    expect(deleted).toMatchObject([{ token: customer.token, address_id: idOf('Work') }])
    await page.reload()
    await expect(row('Home')).toContainText('Default')
    await expect(row('Work')).toHaveCount(0)
  })

  test('[B-17, J-07] a changed one keeps its place, and the default stays', async ({ page, request }) => {
    const customer = await newCustomer(request)
    for (const tag of ['Home', 'Work']) await call(request, 'save-address', addressOf(tag), customer.token)
    await knowShop(page)
    await comeBack(page, customer.session)
    await page.goto('/my-addresses')
    await optionsOf(page, 'Home').click()
    await page.getByRole('dialog', { name: 'Home' }).getByRole('button', { name: 'Edit' }).click()
    await expect(page.getByRole('heading', { level: 1, name: 'Edit address' })).toBeAttached()
    await expect(field(page, 'Address')).toHaveValue('5th Block')
    await expect(field(page, /House or flat/)).toHaveValue('4B')
    await field(page, /House or flat/).fill('9C')
    await save(page).click()
    await expect(page).toHaveURL('/my-addresses')
    const row = (tag: string) => page.getByRole('listitem').filter({ hasText: tag })
    await expect(row('Home')).toContainText('9C, 5th Block')
    await expect(row('Work')).toContainText('4B, 5th Block')
    await expect(row('Work')).toContainText('Default')
    await expect(row('Home')).not.toContainText('Default')
  })

  test('[J-08] a deleted one can be restored', async ({ page, request }) => {
    const customer = await newCustomer(request)
    await call(request, 'save-address', addressOf('Home'), customer.token)
    await knowShop(page)
    await comeBack(page, customer.session)
    await page.goto('/my-addresses')
    const row = page.getByRole('listitem').filter({ hasText: '5th Block' })
    await optionsOf(page, 'Home').click()
    await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click()
    await expect(row).toHaveCount(0)
    await page.getByRole('button', { name: 'Undo' }).click()
    await expect(row).toBeVisible()
  })
})
