import { screen, within } from '@testing-library/react'
import { beforeEach, describe, expect, test } from 'vitest'
import { dialog, openPage, page, person, press } from '#test/app.tsx'
import { ownerOf } from '#test/people.ts'
import { recorded } from '#test/recorded.ts'
import { date, inSalons, money, people, showDiary, visit } from '#test/salon.ts'
import { answer, inputsOf, refuse } from '#test/server.ts'
import { type Added, canAdd, changed, type Good, type TillView, totalsOf, withPiece } from './till-values.ts'

const noChoice = { addon_pricing: 'add', addon_categories: [] } as const satisfies Partial<Good>
const oil: Good = { item_id: 7, name: 'Hair oil', image: null, price: '120.50', stock: 2, ...noChoice }
const comb: Good = { item_id: 8, name: 'Comb', image: null, price: '40.00', stock: null, ...noChoice }
const kit: Good = {
  item_id: 9,
  name: 'Care kit',
  image: null,
  price: '500.00',
  stock: 2,
  addon_pricing: 'replace',
  addon_categories: [
    {
      id: 1,
      name: 'Size',
      type: 'SINGLE',
      addon_limit: 0,
      addons: [
        { id: 11, name: 'Small', price: '300.00' },
        { id: 12, name: 'Large', price: '450.00' },
      ],
    },
    {
      id: 2,
      name: 'Extras',
      type: 'MULTI',
      addon_limit: 1,
      addons: [
        { id: 21, name: 'Gift box', price: '20.00' },
        { id: 22, name: 'Card', price: '5.00' },
      ],
    },
  ],
}
const till: TillView = {
  ...recorded('dashboard/bookings/till'),
  currency: 'INR',
  lines: [{ name: 'Haircut', quantity: 1, price: '400.00' }],
  subtotal: '400.00',
  discount: '0.00',
  store_charge: '0.00',
  tax_basis_points: 500,
  tax: '20.00',
  total: '420.00',
  paid: '100.00',
  at_store: '320.00',
  stylists: people.map(({ id, name }) => ({ id, name })),
  goods: [oil, comb, kit],
}

describe('the amounts of a till', () => {
  test('[V-71] follow the rule of the server, with the tip separate', () => {
    expect(totalsOf(till, [{ key: 1, good: oil, chosen: {}, quantity: 2 }], ' 30 ')).toEqual({
      total: '673.05',
      tax: '32.05',
      atStore: '573.05',
      tip: '30.00',
      take: '603.05',
    })
    expect(totalsOf(till, [], '')).toMatchObject({ atStore: '320.00', take: '320.00' })
    expect(totalsOf(till, [], 'ten')).toBeUndefined()
  })

  test('[V-71] limit pieces to the stock, and drop goods without pieces', () => {
    const two = withPiece(withPiece([], oil), oil)
    expect(two).toEqual([{ key: 1, good: oil, chosen: {}, quantity: 2 }])
    expect([canAdd(two, oil), canAdd([], oil), canAdd(two, comb)]).toEqual([false, true, true])
    expect(changed(two, two[0]!, { quantity: 0 })).toEqual([])
  })

  test('[V-71] the amounts have a line for each choice of a product, whose pieces count together', () => {
    const one = withPiece([], kit)
    const two = withPiece(changed(one, one[0]!, { chosen: { 1: [12], 2: [21] } }), kit)
    expect(two.map(({ key }: Added) => key)).toEqual([1, 2])
    expect([canAdd(one, kit), canAdd(two, kit)]).toEqual([true, false])
    // 400.00 + 450.00 + 20.00 + 300.00, taxed with 5 %.
    expect(totalsOf(till, two, '')).toMatchObject({ total: '1228.50', take: '1128.50' })
  })
})

describe('the till of a visit', () => {
  const about = { store_id: 1, unique_visit_id: 'V-guest-A' }
  const done = { success: true as const, visit: visit('A', { status: 'done' }) }
  beforeEach(() => answer('dashboard/bookings/till', till))

  async function openTill(change: { order?: null } = {}) {
    showDiary({ visits: [visit('A', { status: 'arrived', no_show_from: null, order: money, ...change })] })
    await openPage(`/visits?date=${date}`, inSalons(ownerOf()))
    await person.click(await page().findByRole('button', { name: /Guest A/ }))
    const panel = await dialog('Guest A')
    await press(panel, 'Finish')
    return panel
  }

  test('[V-71] shows the bill and ends the visit with a second press', async () => {
    answer('dashboard/bookings/finish', done)
    const panel = await openTill()
    await panel.findByText('To pay at the salon')
    await press(panel, /^Take ₹320.00 and finish$/)
    await panel.findByText('Choose how the customer paid.')
    expect(inputsOf('dashboard/bookings/finish')).toEqual([])
    await person.click(panel.getByLabelText('Card'))
    await press(panel, /^Take ₹320.00 and finish$/)
    await screen.findByText('The visit of Guest A is finished')
    const takings = [{ method: 'card', amount: '320.00' }]
    expect(inputsOf('dashboard/bookings/finish')).toEqual([{ ...about, goods: [], quoted_at_store: '320.00', takings }])
  })

  test('[V-71] adds products and a tip for one person', async () => {
    answer('dashboard/bookings/finish', done)
    const panel = await openTill()
    await press(panel, /^Add Hair oil/)
    await press(panel, /^Add Hair oil/)
    await person.type(panel.getByLabelText('Tip'), '30')
    await person.selectOptions(panel.getByLabelText('Tip for'), 'Farah')
    await person.click(panel.getByLabelText('In parts'))
    await person.type(panel.getByLabelText('In cash'), '600')
    await press(panel, /^Take ₹603.05 and finish$/)
    await panel.findByText('The parts are ₹3.05 less than the amount due.')
    await person.type(panel.getByLabelText('By UPI'), '3.05')
    await press(panel, /^Take ₹603.05 and finish$/)
    await screen.findByText('The visit of Guest A is finished')
    expect(inputsOf('dashboard/bookings/finish')).toEqual([
      {
        ...about,
        goods: [{ item_id: 7, quantity: 2, addons: [] }],
        tip: '30.00',
        tip_stylist_id: 2,
        quoted_at_store: '573.05',
        takings: [
          { method: 'cash', amount: '600.00' },
          { method: 'upi', amount: '3.05' },
        ],
      },
    ])
  })

  test('[V-71] offers the add-ons of a product, within the limit of each kind', async () => {
    answer('dashboard/bookings/finish', done)
    const panel = await openTill()
    await press(panel, /^Add Care kit/)
    await person.selectOptions(panel.getByLabelText('Size'), 'Large · ₹450.00')
    await person.click(panel.getByLabelText('Gift box · ₹20.00'))
    expect(panel.getByLabelText<HTMLInputElement>('Card · ₹5.00').disabled).toBe(true)
    // The amount to take: 400.00 + 470.00, with 5 % tax, less the 100.00 that are already paid.
    await person.click(panel.getByLabelText('Cash'))
    await press(panel, /^Take ₹813.50 and finish$/)
    await screen.findByText('The visit of Guest A is finished')
    expect(inputsOf('dashboard/bookings/finish')).toMatchObject([
      { goods: [{ item_id: 9, quantity: 1, addons: [12, 21] }], quoted_at_store: '813.50' },
    ])
  })

  test('[V-71] searches products, and Enter in the search does not end the visit', async () => {
    const panel = await openTill()
    await person.type(await panel.findByLabelText('Search products'), 'oil{Enter}')
    await expect.poll(() => inputsOf('dashboard/bookings/till').at(-1)).toMatchObject({ search: 'oil' })
    expect(inputsOf('dashboard/bookings/finish')).toEqual([])
  })

  test('[V-71] clears the search after a product was added, and offers the other products again', async () => {
    answer('dashboard/bookings/till', ({ search }) => ({
      ...till,
      goods: [oil, comb].filter(({ name }) => name.toLowerCase().includes(String(search))),
    }))
    const panel = await openTill()
    await person.type(await panel.findByLabelText('Search products'), 'oil')
    await expect.poll(() => panel.queryByRole('button', { name: /^Add Comb/ })).toBeNull()
    await press(panel, /^Add Hair oil/)
    expect(panel.getByLabelText<HTMLInputElement>('Search products').value).toBe('')
    expect(await panel.findByRole('button', { name: /^Add Comb/ })).toBeTruthy()
    expect(panel.queryByText('No product has this name.')).toBeNull()
  })

  test('[V-71] shows why a visit did not end; after a changed price the products must be chosen again', async () => {
    refuse('dashboard/bookings/finish', 'PRICE_CHANGED')
    const panel = await openTill()
    await press(panel, /^Add Comb/)
    await person.click(panel.getByLabelText('UPI'))
    await press(panel, /and finish$/)
    await panel.findByRole('alert')
    expect(panel.queryByRole('button', { name: /^One (more|fewer)/ })).toBeNull()
    expect(panel.getByRole('button', { name: 'Take ₹320.00 and finish' })).toBeTruthy()
  })

  test('[V-71] the till of a guest shows afterwards which products they bought', async () => {
    const goods = [{ name: 'Hair oil', quantity: 2, price: '271.00', addons: ['Gift box'] }]
    showDiary({ visits: [visit('A', { status: 'done', no_show_from: null, order: null, tip: '10.00', goods })] })
    await openPage(`/visits?date=${date}`, inSalons(ownerOf()))
    await person.click(await page().findByRole('button', { name: /Guest A/ }))
    const panel = await dialog('Guest A')
    const bought = within(panel.getByRole('region', { name: 'Products' })).getByRole('listitem')
    expect(bought.textContent).toBe('2 × Hair oil₹271.00Gift box')
  })

  test('[V-71] does not end the visit with a wrong tip', async () => {
    const panel = await openTill({ order: null })
    await person.type(await panel.findByLabelText('Tip'), 'x')
    expect((panel.getByRole('button', { name: 'Finish the visit' }) as HTMLButtonElement).disabled).toBe(true)
    await press(panel, 'Not yet')
    await panel.findByRole('button', { name: 'Finish' })
  })
})

describe('earnings', () => {
  const [row] = recorded('dashboard/bookings/earnings').stylists
  const shown = { ...recorded('dashboard/bookings/earnings'), from: '2026-12-01', to: '2026-12-05' }

  test('[V-71] earnings are listed by person for chosen dates', async () => {
    const nila = { ...row!, name: 'Nila', commission: '160.00', tips: '20.00', taken_back: '40.00', total: '140.00' }
    answer('dashboard/bookings/earnings', { ...shown, currency: 'INR', sees_all: true, stylists: [nila] })
    await openPage('/earnings?from=2026-12-01', inSalons(ownerOf()))
    expect(await page().findByText('₹140.00')).toBeTruthy()
    expect(page().getByText('-₹40.00')).toBeTruthy()
    expect(inputsOf('dashboard/bookings/earnings')).toEqual([{ store_id: 1, from: '2026-12-01' }])
  })

  test('[V-71] the earnings of several people end with their total', async () => {
    const amounts = { commission: '160.00', tips: '20.00', taken_back: '40.00', total: '140.00', sales: '400.00' }
    const nila = { ...row!, ...amounts, id: 1, name: 'Nila', services: 2 }
    const farah = { ...row!, ...amounts, id: 2, name: 'Farah', services: 3, total: '-20.50' }
    answer('dashboard/bookings/earnings', { ...shown, currency: 'INR', sees_all: true, stylists: [nila, farah] })
    await openPage('/earnings', inSalons(ownerOf()))
    const last = (await page().findAllByRole('row')).at(-1)!
    const cells = within(last)
      .getAllByRole('cell')
      .map(({ textContent }) => textContent)
    expect(cells).toEqual(['All people', '5', '₹800.00', '₹320.00', '₹40.00', '-₹80.00', '₹119.50'])
  })

  test('[V-71] earnings that cannot be read keep the dates on the page, so that they can be changed', async () => {
    refuse('dashboard/bookings/earnings', 'INVALID_INPUT')
    await openPage('/earnings?from=2026-12-05&to=2026-12-01', inSalons(ownerOf()))
    await page().findByRole('alert')
    expect(page().getByLabelText<HTMLInputElement>('From').value).toBe('2026-12-05')
    expect(page().getByLabelText<HTMLInputElement>('To').value).toBe('2026-12-01')
  })

  test('[V-71] earnings are hidden from a person who does no services', async () => {
    answer('dashboard/bookings/earnings', { ...shown, sees_all: false, stylists: [] })
    await openPage('/earnings', inSalons(ownerOf()))
    await page().findByText(/^You are not among the people/)
  })
})
