import { expect, type Locator, type Page, test } from '@playwright/test'
import { keepCart, newOrderer, plainDish } from './carts.ts'
import { foreignShops } from './foreign-shops.ts'
import { call, comeBack } from './people.ts'
import { openStoreApp } from './shops.ts'

test.use({ serviceWorkers: 'block' })

/** The kinds of bill rows, by their label in the cart, the order and the invoice. */
const kinds = {
  items: /^Item total/,
  coupon: /^Coupon/,
  delivery: /^Delivery/,
  charge: /charges?$/i,
  tax: /^Tax/,
  total: /^Total/,
  wallet: /wallet/i,
  payable: /^(To pay|In cash)/,
} as const
type Kind = keyof typeof kinds

/** Reads the rows of the bill in a part of the screen, by kind. All kinds of minus signs count as a minus. */
async function readBill(part: Locator): Promise<Partial<Record<Kind, string>>> {
  const rows = await part
    .locator('dl > div')
    .evaluateAll((divs) =>
      divs.map((div) => [div.querySelector('dt')!.textContent, div.querySelector('dd')!.textContent] as const),
    )
  const bill: Partial<Record<Kind, string>> = {}
  for (const [name, amount] of rows)
    for (const kind of Object.keys(kinds) as Kind[])
      if (kinds[kind].test(name.trim())) bill[kind] ??= amount.replace(/^[−-]\s*/, '').trim()
  return bill
}

async function applyCoupon(page: Page, code: string): Promise<void> {
  await page.getByRole('button', { name: /^Apply coupon|All coupons/ }).click()
  await page.getByRole('textbox', { name: 'Coupon code' }).fill(code)
  await page.getByRole('button', { name: 'Apply', exact: true }).click()
  await expect(page.getByText(`${code} applied`)).toBeVisible()
}

for (const isPickup of [false, true])
  test(`[GAP-11] [GAP-81] the bill of ${isPickup ? 'a pickup' : 'a delivery'} order has the same rows on cart, checkout and order${isPickup ? ' and invoice' : ''}`, async ({
    page,
    request,
  }) => {
    const customer = await newOrderer(request)
    await comeBack(page, customer.session)
    // The items in the cart cost more than the wallet holds, and too little for free delivery.
    await keepCart(page, request, { 'Sunday Chow Chow': isPickup ? 3 : 2 })
    await page.goto('/cart')
    if (isPickup) await page.getByText('Pickup', { exact: true }).click()
    await applyCoupon(page, 'TIFFIN15')
    await page.getByRole('switch', { name: /from your wallet/ }).click()
    const bill = page.getByRole('heading', { name: 'Bill', exact: true }).locator('xpath=..')
    await expect(bill).toContainText('From wallet')
    await expect(bill.getByText(/^Delivery/)).toHaveCount(isPickup ? 0 : 1)
    const onCart = await readBill(bill)
    expect(Object.keys(onCart).toSorted()).toEqual(
      ['items', 'coupon', 'tax', 'total', 'wallet', 'payable', ...(isPickup ? [] : ['delivery'])].toSorted(),
    )

    await page.getByRole('button', { name: /Choose payment/ }).click()
    await page.locator('details summary').click()
    await expect(page.locator('details dl')).toBeVisible()
    expect(await readBill(page.locator('details'))).toEqual(onCart)

    await page.getByText(/^(Cash on delivery|Pay at the store)$/).click()
    await page.getByRole('button', { name: /Place order/ }).click()
    await expect(page).toHaveURL(/\/running-order\/OD-/)
    const number = page.url().split('/').at(-1)!
    await expect(page.locator('details dl')).toBeVisible()
    expect(await readBill(page.locator('details'))).toEqual(onCart)
    if (!isPickup) return

    const store = await openStoreApp(request)
    await store.accept(number)
    await store.markReady(number)
    await store.markCollected(number)
    const { data } = await call<{ data: { id: number; unique_order_id: string }[] }>(
      request,
      'get-orders',
      {},
      customer.token,
    )
    await page.goto(`/invoice/${data.find((order) => order.unique_order_id === number)!.id}`)
    await expect(page.getByRole('heading', { name: 'Invoice', level: 1 })).toBeVisible()
    expect(await readBill(page.getByRole('article'))).toEqual(onCart)
  })

test('[INT-21] [INT-22] [A-13] a store with another currency shows its symbol everywhere, and explains why the wallet cannot pay', async ({
  page,
  request,
}) => {
  const shop = foreignShops.PHP
  const customer = await newOrderer(request)
  await comeBack(page, customer.session)
  const dish = await plainDish(request, shop)
  const shown = async (): Promise<{ pesos: boolean; rupees: boolean }> => {
    const text = await page.locator('#content').innerText()
    return { pesos: text.includes('₱'), rupees: text.includes('₹') }
  }
  const onlyPesos = () => expect.poll(shown).toEqual({ pesos: true, rupees: false })

  await page.goto(`/stores/${shop.slug}`)
  await expect(page.getByRole('heading', { name: dish }).first()).toBeVisible()
  await onlyPesos()
  await keepCart(page, request, { [dish]: 4 }, shop)
  await page.goto('/cart')
  await expect(page.getByText('in your wallet here. This store sells in Philippine Peso')).toContainText('₹200.00')
  await expect(page.getByRole('switch', { name: /from your wallet/ })).toHaveCount(0)
  const bill = page.getByRole('heading', { name: 'Bill', exact: true }).locator('xpath=..')
  await expect(bill).toContainText('₱')
  await expect(bill).not.toContainText('₹')
  await page.getByRole('button', { name: /Choose payment/ }).click()
  await expect(page.getByText('in your wallet here')).toBeVisible()
  await expect(page.getByRole('radio', { name: /Nukkad wallet/ })).toHaveCount(0)
  await page.getByText('Cash on delivery', { exact: true }).click()
  await page.getByRole('button', { name: /₱.*Place order|Place order/ }).click()
  await expect(page).toHaveURL(/\/running-order\/OD-/)
  await expect(page.locator('details dl')).toBeVisible()
  await onlyPesos()
  await page.goto('/my-orders')
  await expect(page.getByText(shop.name).first()).toBeVisible()
  await onlyPesos()
})
