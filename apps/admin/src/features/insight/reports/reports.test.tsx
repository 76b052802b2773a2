import type { Output } from '@nukkad/contract/contract.ts'
import { within } from '@testing-library/react'
import { beforeEach, describe, expect, test } from 'vitest'
import { address, dialog, openPage, page, person, press, write } from '#test/app.tsx'
import { administrator, ownerOf, staffWith } from '#test/people.ts'
import { changed, type Part, recorded } from '#test/recorded.ts'
import { answer, callsOf, inputsOf, refuse } from '#test/server.ts'

type Sales = Output<'dashboard/reports/sales'>
type Service = Output<'dashboard/reports/service'>
type Customers = Output<'dashboard/reports/customers'>

const showSales = (change: Part<Sales> = {}) =>
  answer('dashboard/reports/sales', recorded('dashboard/reports/sales', { currency: 'INR', ...change }))
const showService = (change: Part<Service>) =>
  answer('dashboard/reports/service', recorded('dashboard/reports/service', change))
const showCustomers = (change: Part<Customers>) =>
  answer('dashboard/reports/customers', recorded('dashboard/reports/customers', change))

beforeEach(() => {
  showSales()
  showService({})
  showCustomers({})
  answer('popular-geo-locations', recorded('popular-geo-locations'))
})

const period = 'period=own&from=2026-11-01&to=2026-11-15'
async function open(as = administrator) {
  await openPage(`/reports?${period}`, as)
  await page().findByRole('heading', { name: 'Top stores' })
}
const card = async (name: string) => within(await page().findByRole('region', { name }))

/** Returns the rows of a card's table: the name first, then its figures. */
async function rowsOf(name: string) {
  const table = within((await card(name)).getByRole('table', { name }))
  return table
    .getAllByRole('row')
    .slice(1)
    .map((row) => [...row.children].map((cell) => cell.textContent))
}

describe('the tables of the reports', () => {
  test('name the items and stores that sold most', async () => {
    showSales({
      items: [{ name: 'Idli', store: 'Sagar', quantity: 1200, sales: '60000.00' }],
      stores: [{ id: 1, name: 'Sagar', orders: 340, sales: '81000.50' }],
    } as Part<Sales>)
    await open()
    expect(await rowsOf('Top items')).toEqual([['Idli, Sagar', '1,200', '₹60,000.00']])
    expect(await rowsOf('Top stores')).toEqual([['Sagar', '340', '₹81,000.50']])
  })

  test('say that nothing happened in a period', async () => {
    showSales({ items: [], stores: [] })
    showService({ riders: [] })
    await open()
    for (const name of ['Top items', 'Top stores', 'Riders’ times'])
      (await card(name)).getByText('Nothing in this period.')
  })

  test('have a dash for a rider whose trips have no times', async () => {
    showService({
      riders: [
        { id: 14, name: 'Ravi', delivered: 12, to_pickup: 8, to_door: 14 },
        { id: 15, name: 'Imran', delivered: 1, to_pickup: null, to_door: null },
      ],
    } as Part<Service>)
    await open()
    expect(await rowsOf('Riders’ times')).toEqual([
      ['Ravi', '12', '8 min', '14 min'],
      ['Imran', '1', '–', '–'],
    ])
  })

  test('count returning customers as shares of those who came first', async () => {
    showCustomers({
      cohorts: [
        { month: '2026-09', customers: 8, came: [8, 2, 1] },
        { month: '2026-10', customers: 0, came: [0, 0] },
        { month: '2026-11', customers: 5, came: [5] },
      ],
    } as Part<Customers>)
    await open()
    const rows = await rowsOf('Retention')
    expect(rows).toEqual([
      ['2026-09', '8', '25%', '13%'],
      ['2026-10', '0', '–', ''],
      ['2026-11', '5', '', ''],
    ])
  })

  test('the tables of referrals are for staff alone', async () => {
    showCustomers({ referrals: null, cohorts: [] })
    await open(ownerOf())
    await card('Retention')
    expect(page().queryByRole('region', { name: 'Referrals' })).toBeNull()
  })
})

describe('a chart', () => {
  test('is also a table with the same figures in words', async () => {
    const [known] = recorded('dashboard/reports/sales').days
    showSales({
      days: [
        changed(known!, { day: '2026-11-01', sales: '150.00', orders: 3 }),
        changed(known!, { day: '2026-11-02', sales: '0.00', orders: 0 }),
      ],
    })
    await open()
    const chart = await card('Sales by day')
    const toggle = chart.getByRole('button', { name: 'As a table' })
    expect(toggle.getAttribute('aria-pressed')).toBe('false')
    await person.click(toggle)
    expect(await rowsOf('Sales by day')).toEqual([
      ['Nov 1, 2026', '₹150.00, 3 orders'],
      ['Nov 2, 2026', '₹0.00, 0 orders'],
    ])
    await person.click(toggle)
    expect(chart.queryByRole('table', { name: 'Sales by day' })).toBeNull()
  })

  test('the chart of promises says how late in words, and how many were on time', async () => {
    showService({
      promise: {
        delivered: 7,
        promised: 35,
        real: 38,
        on_time: 71,
        late: [
          { from: null, to: -10, orders: 1 },
          { from: -10, to: 0, orders: 4 },
          { from: 0, to: 10, orders: 1 },
          { from: 10, to: null, orders: 1 },
        ],
      },
    } as Part<Service>)
    await open()
    const chart = await card('Promised vs actual')
    chart.getByText('Median promised time 35 min, median real time 38 min. 71% of the orders were on time.')
    await press(chart, 'As a table')
    expect(await rowsOf('Promised vs actual')).toEqual([
      ['10 early', '1 order'],
      ['10–0 early', '4 orders'],
      ['0–10 late', '1 order'],
      ['10 late', '1 order'],
    ])
  })

  test('the chart of promises without deliveries says so', async () => {
    showService({ promise: { delivered: 0 } } as Part<Service>)
    await open()
    ;(await card('Promised vs actual')).getByText('No order was delivered in this period.')
  })
})

describe('the figures of a card', () => {
  test('[U-25] the figures are exported for the same period and currency', async () => {
    answer('dashboard/export', recorded('dashboard/export'))
    await open()
    await press(page(), 'Export: Top items')
    await press(await dialog('Export: Top items'), 'CSV')
    await expect
      .poll(() => inputsOf('dashboard/export'))
      .toMatchObject([
        { table: 'top_items', format: 'csv', filters: { day: '2026-11-01..2026-11-15', currency: 'INR' } },
      ])
  })

  test('[U-25] cannot be exported by staff who see no reports', async () => {
    await openPage('/reports', staffWith('order_view'))
    await page().findByRole('heading', { name: 'You can’t open Reports' })
    expect(callsOf('dashboard/reports/sales')).toEqual([])
  })
})

describe('the choices of the reports', () => {
  const asked = () => inputsOf('dashboard/reports/sales').at(-1)

  test('the choices are an area by its name or its pincode, which the address keeps', async () => {
    const [place] = recorded('popular-geo-locations') as readonly { id: number; name: string }[]
    await open()
    await person.selectOptions(page().getByLabelText('Within 5 km of'), place!.name)
    await write(page(), 'Pincode', '560095')
    await expect.poll(asked).toMatchObject({ location_id: place!.id, pincode: '560095' })
    expect(address()).toContain('pincode=560095')
    await person.selectOptions(page().getByLabelText('Within 5 km of'), 'Everywhere')
    await write(page(), 'Pincode', '')
    await expect.poll(address).not.toContain('pincode')
    expect(address()).not.toContain('location')
  })

  test('the choices of a usual period forget the days that were typed', async () => {
    await open()
    expect(page().getByLabelText<HTMLInputElement>('From').value).toBe('2026-11-01')
    const usual = within(page().getByRole('group', { name: 'Period' })).getAllByRole('radio')
    await person.click(usual[0]!)
    await expect.poll(() => page().queryByLabelText('From')).toBeNull()
    expect(address()).not.toContain('from=')
  })

  test('a report that cannot be loaded for the new choices says so', async () => {
    await open()
    refuse('dashboard/reports/sales', 'INTERNAL')
    await write(page(), 'Pincode', '560095')
    await page().findByRole('alert')
  })
})
