import type { Output } from '@nukkad/contract/contract.ts'
import { fireEvent, screen, within } from '@testing-library/react'
import { beforeEach, describe, expect, test } from 'vitest'
import { address, openPage, page, person, press, take, write } from '#test/app.tsx'
import { ownerOf, staffWith } from '#test/people.ts'
import { changed, type Part, recorded, row } from '#test/recorded.ts'
import { answer, answerTable, inputsOf, refuse } from '#test/server.ts'

describe('reports', () => {
  const asked = () => inputsOf('dashboard/reports/sales').at(-1)
  const showSales = (change: Part<Output<'dashboard/reports/sales'>> = {}) =>
    answer('dashboard/reports/sales', recorded('dashboard/reports/sales', change))

  beforeEach(() => {
    showSales()
    answer('dashboard/reports/service', recorded('dashboard/reports/service'))
    answer('dashboard/reports/customers', recorded('dashboard/reports/customers'))
    answer('popular-geo-locations', recorded('popular-geo-locations'))
  })

  test('show the same period, store and area in all three parts', async () => {
    await openPage('/reports?period=own&from=2026-11-01&to=2026-11-15&pincode=560095')
    await page().findByRole('heading', { name: 'Top stores' })
    const about = { from: '2026-11-01', to: '2026-11-15', pincode: '560095' }
    expect(asked()).toMatchObject(about)
    expect(inputsOf('dashboard/reports/service').at(-1)).toMatchObject(about)
    expect(inputsOf('dashboard/reports/customers').at(-1)).toMatchObject(about)
  })

  test('change with the chosen days, which are kept in the URL', async () => {
    await openPage('/reports?period=own&from=2026-11-01&to=2026-11-15')
    await page().findByRole('heading', { name: 'Top stores' })
    // A browser changes the value of a date field only when the date is complete, so the test sets it in one step.
    fireEvent.change(page().getByLabelText('From'), { target: { value: '2026-11-05' } })
    await expect.poll(asked).toMatchObject({ from: '2026-11-05', to: '2026-11-15' })
    expect(address()).toContain('from=2026-11-05')
  })

  test('name the period in words, and compare it with the one before', async () => {
    const now = { sales: '200.00', orders: 3, average: null, new_customers: 1, cancelled: 2 }
    showSales({ now, before: { ...now, orders: 0, sales: '400.00', cancelled: 1 } })
    await openPage('/reports?period=own&from=2026-11-01&to=2026-11-15')
    const tile = async (title: string) =>
      (await page().findAllByText(title)).map((one) => one.closest('li')?.textContent).find(Boolean)
    expect(await tile('Average order')).toBe('Average order–Same as the period before')
    expect(await tile('Cancelled')).toBe('Cancelled2100% more than the period before')
    page().getByText('Nov 1, 2026 to Nov 15, 2026, in the shop’s time zone.')
  })

  test('in several currencies are shown in one of them', async () => {
    showSales({ currencies: ['INR', 'AED'] })
    await openPage('/reports')
    await person.selectOptions(await page().findByLabelText('Currency'), 'AED')
    await expect.poll(asked).toMatchObject({ currency: 'AED' })
  })

  test('in one currency offer no choice, and show owners only their stores', async () => {
    await openPage('/reports', ownerOf())
    await page().findByRole('heading', { name: 'Top stores' })
    expect(page().queryByLabelText('Currency')).toBeNull()
    expect(page().queryByLabelText('Store')).toBeNull()
  })

  test('reports that cannot be read show the reason', async () => {
    refuse('dashboard/reports/service', 'INTERNAL')
    await openPage('/reports')
    expect((await page().findByRole('alert')).textContent).toMatch(/\w/)
    await page().findByRole('heading', { name: 'Top stores' })
  })
})

describe('the map of riders', () => {
  type Rider = Output<'dashboard/riders-map'>['riders'][number]
  const [known] = recorded('dashboard/riders-map').riders as [Rider]
  beforeEach(() => answer('get-settings', recorded('get-settings')))

  test('[U-18] lists riders on duty with their orders', async () => {
    answer('dashboard/riders-map', {
      success: true,
      riders: [
        changed<Rider>(known, {
          id: 20,
          name: 'Ravi Kumar',
          at: null,
          orders: [{ id: 5, unique_order_id: 'OD-7YFCYR5W', status: 'assigned', store: 'Corner Kitchen', to: null }],
        }),
      ],
    })
    await openPage('/riders-map')
    await page().findByText('Ravi Kumar')
    page().getByText(/Corner Kitchen/)
  })

  test('[U-18] says that no one is on duty', async () => {
    answer('dashboard/riders-map', { success: true, riders: [] })
    await openPage('/riders-map')
    await expect.poll(() => screen.getByRole('main').textContent).toMatch(/duty/)
  })
})

describe('the order of stores', () => {
  beforeEach(() =>
    answer('dashboard/stores/ordered', {
      success: true,
      stores: [
        { id: 12, name: 'Corner Kitchen' },
        { id: 13, name: 'Corner Tea' },
      ],
    }),
  )
  const sent = () => inputsOf('dashboard/stores/order').map(({ ids }) => ids)

  test('[U-09] can be changed by removing a store and undoing it', async () => {
    answer('dashboard/stores/order', recorded('dashboard/stores/order'))
    await openPage('/store-order')
    await press(page(), 'Remove Corner Kitchen from this list')
    await screen.findByText('Sorted')
    await press(screen, 'Undo')
    await expect.poll(sent).toEqual([[13], [12, 13]])
  })

  test('[U-09] can be extended by a found store, at its end', async () => {
    answer('dashboard/stores/order', recorded('dashboard/stores/order'))
    answer('dashboard/find-stores', {
      success: true,
      stores: [
        { id: 12, name: 'Corner Kitchen', slug: 'corner-kitchen', currency: 'INR' },
        { id: 14, name: 'Sagar', slug: 'sagar', currency: 'INR' },
      ],
    })
    await openPage('/store-order')
    await page().findByText('Corner Tea')
    await write(page(), 'Add a store', 'sa')
    expect(await page().findAllByRole('option')).toHaveLength(1)
    await take(page(), /^Sagar/)
    await expect.poll(sent).toEqual([[12, 13, 14]])
  })

  test('[U-09] an order of stores that cannot be read says why, and offers no store that would replace it', async () => {
    refuse('dashboard/stores/ordered', 'INTERNAL')
    await openPage('/store-order')
    const alert = within(await page().findByRole('alert'))
    expect(page().queryByLabelText('Add a store')).toBeNull()
    expect(page().queryByText(/^No store has a fixed position/)).toBeNull()
    answer('dashboard/stores/ordered', { success: true, stores: [] })
    await press(alert, 'Try again')
    await page().findByText(/^No store has a fixed position/)
    page().getByLabelText('Add a store')
  })

  test('[U-09] stays as it was after a refusal', async () => {
    refuse('dashboard/stores/order', 'NOT_FOUND')
    await openPage('/store-order')
    await press(page(), 'Remove Corner Kitchen from this list')
    await expect.poll(sent).toHaveLength(1)
    await page().findByRole('button', { name: 'Remove Corner Kitchen from this list' })
  })
})

describe('linked lists', () => {
  test('[U-14] uses of coupons are filtered by the coupon in the URL', async () => {
    answerTable('coupon_uses', [row('coupon_uses', { id: 1, code: 'FEAST', customer: 'Asha', discount: '50.00' })])
    await openPage('/coupons/uses?coupon=FEAST')
    await page().findByText('₹50.00')
    within(page().getByRole('list', { name: 'Filters that are set' })).getByText('Coupon: FEAST')
  })

  test.each([
    ['/wallet-movements', 'wallet_transactions', 'wallet_transactions_view'],
    ['/rider-cash/taken-in', 'cash_collections', 'delivery_collection_logs_view'],
    ['/disputes', 'disputes', 'order_view'],
    ['/sign-ins', 'sign_ins', 'all_users_view'],
    ['/reports/sales-by-day', 'sales_by_day', 'reports_view'],
    ['/reports/items-sold', 'items_sold', 'reports_view'],
    ['/reports/trips', 'trips', 'reports_view'],
    ['/reports/taxes', 'taxes', 'reports_view'],
  ] as const)('[T-06] %s is open only to staff with its permission', async (path, table, permission) => {
    answerTable(table, [])
    answer('popular-geo-locations', [])
    await openPage(path, staffWith(permission))
    await expect.poll(() => inputsOf('dashboard/table').map((query) => query.table)).toContain(table)
    expect(page().queryByText(/^You can’t open /)).toBeNull()
  })

  test.each([
    '/wallet-movements',
    '/disputes',
    '/sign-ins',
    '/reports/taxes',
    '/books',
    '/backups',
    '/server',
    '/activity',
  ])('[T-06] %s is closed to staff without its permission, and sends no call', async (path) => {
    await openPage(path, staffWith('coupons_manage'))
    await page().findByRole('heading', { name: /^You can’t open / })
    expect(inputsOf('dashboard/table')).toEqual([])
  })
})

test('[U-15] a page address that is taken is refused at its field, and the panel stays open', async () => {
  answer('dashboard/pages/preview', recorded('dashboard/pages/preview'))
  refuse('dashboard/pages/save', 'INVALID_INPUT', { fields: { slug: 'fieldTaken' } })
  await openPage('/pages/new')
  await write(page(), 'Name', 'Offers')
  await write(page(), /^Address/, 'offers')
  await press(page(), 'Create the page')
  await page().findByText('This value is already taken. Choose another.')
  expect(address()).toBe('/pages/new')
})
