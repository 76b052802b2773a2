import { screen, within } from '@testing-library/react'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import { address, dialog, openPage, page, person, press, take, textIn, write } from '#test/app.tsx'
import { administrator, ownerOf, staffWith } from '#test/people.ts'
import { recorded, row } from '#test/recorded.ts'
import { answer, answerTable, callsOf, inputsOf, queriesOf, refuse } from '#test/server.ts'

const orders = [
  row('orders', {
    id: 1,
    unique_order_id: 'OD-AAAA1111',
    placed_at: '2026-11-21T09:30:00.000Z',
    status: 'placed',
    store: 'Corner Kitchen',
    customer: 'Asha Menon',
    type: 'delivery',
    payment_mode: 'COD',
    total: '1250.00',
    currency: 'INR',
  }),
  row('orders', { id: 2, unique_order_id: 'OD-BBBB2222', status: 'delivered', customer: 'Ravi', type: 'pickup' }),
  row('orders', { id: 3, unique_order_id: 'OD-CCCC3333', status: 'cancelled', customer: 'Imran' }),
]

beforeEach(() => answerTable('orders', orders))

const last = () => queriesOf('orders').at(-1)
const cellsOf = (tableRow: HTMLElement) => [...tableRow.querySelectorAll('td')].map((cell) => cell.textContent)
const rowOf = async (text: string) => (await page().findByText(text)).closest('tr')!
const columns = () =>
  page()
    .getAllByRole('columnheader')
    .map((head) => head.textContent)

describe('rows', () => {
  test('[U-19] show formatted values, and a dash for a missing one', async () => {
    await openPage('/orders')
    expect(cellsOf(await rowOf('Asha Menon'))).toEqual([
      'AAAA1111',
      'Nov 21, 3:00 PM',
      'New',
      'Corner Kitchen',
      'Asha Menon',
      'Cash',
      '₹1,250.00',
      '–',
    ])
    expect(cellsOf(await rowOf('Ravi')).slice(2)).toEqual(['Delivered', '–', 'Ravi', '–', '–', '–'])
  })

  test('[U-19] the rows are placeholders until the first answer, and the table is marked as busy', async () => {
    const { promise, resolve: release } = Promise.withResolvers<void>()
    answerTable('orders', async () => {
      await promise
      return orders
    })
    await openPage('/orders')
    const table = page().getByRole('region', { name: 'Orders' })
    expect(table.getAttribute('aria-busy')).toBe('true')
    expect(page().queryByRole('navigation', { name: 'Pages' })).toBeNull()
    release()
    await page().findByText('Asha Menon')
    await expect.poll(() => table.getAttribute('aria-busy')).toBe('false')
  })

  test('[U-19] rows that are empty say where rows will come from', async () => {
    answerTable('orders', [])
    await openPage('/orders')
    await page().findByText('No orders yet. Orders appear here when customers place them.')
    expect(page().queryByRole('navigation', { name: 'Pages' })).toBeNull()
  })

  test('[U-19] rows that cannot be read show the reason, and can be retried', async () => {
    answerTable('orders', () => [])
    refuse('dashboard/table', 'INTERNAL')
    await openPage('/coupons')
    const alert = within(await page().findByRole('alert'))
    answerTable('coupons', [row('coupons', { id: 4, code: 'FEAST' })])
    await press(alert, 'Try again')
    await page().findByText('FEAST')
    expect(page().queryByRole('alert')).toBeNull()
  })

  test('[U-19] the rows are one stop of the Tab key, and the arrow keys move between them', async () => {
    await openPage('/orders')
    const first = await rowOf('Asha Menon')
    first.focus()
    await person.keyboard('{ArrowDown}')
    expect(document.activeElement?.textContent).toContain('Ravi')
    await person.keyboard('{End}')
    expect(document.activeElement?.textContent).toContain('Imran')
    await person.keyboard('{ArrowDown}')
    expect(document.activeElement?.textContent).toContain('Imran')
    await person.keyboard('{Home}{ArrowUp}')
    expect(document.activeElement).toBe(first)
  })

  test('[U-19] open with Enter next to the list; a link in the row opens only its own target', async () => {
    answer('dashboard/orders/show', ({ order_id }) =>
      recorded('dashboard/orders/show', { order: { id: Number(order_id), unique_order_id: 'OD-AAAA1111' } }),
    )
    answer('store-owner/get-cancel-reasons-for-restaurant', [])
    await openPage('/orders')
    ;(await rowOf('Asha Menon')).focus()
    await person.keyboard('{Enter}')
    await dialog('Order AAAA1111')
    expect(inputsOf('dashboard/orders/show')).toEqual([{ order_id: 1 }])
    expect(address()).toBe('/orders')
  })
})

describe('sorting', () => {
  test('[U-19] sorting by a column is descending first, then ascending; the heading shows the direction', async () => {
    await openPage('/orders?q=asha&page=3')
    const head = page().getByRole('columnheader', { name: 'Placed' })
    expect(head.getAttribute('aria-sort')).toBe('descending')
    await press(page(), 'Placed')
    await expect.poll(() => last()).toMatchObject({ sort: 'placed_at', q: 'asha', page: 1 })
    expect(head.getAttribute('aria-sort')).toBe('ascending')
    await press(page(), 'Placed')
    await expect.poll(() => last()).toMatchObject({ sort: '-placed_at' })
    expect(address()).toBe('/orders?q=asha&sort=-placed_at')
  })

  test('[U-19] is offered only for columns that the server sorts by', async () => {
    await openPage('/orders')
    const buttons = page()
      .getAllByRole('columnheader')
      .filter((head) => within(head).queryByRole('button'))
    expect(buttons.map((head) => head.textContent)).toEqual(['Placed'])
  })
})

describe('search and filters', () => {
  test('[U-19] come from the URL, and a search starts at the first page', async () => {
    await openPage('/orders?q=asha&status=placed,accepted&page=2&per=50')
    expect(last()).toEqual({
      table: 'orders',
      q: 'asha',
      filters: { status: 'placed,accepted' },
      page: 2,
      per_page: 50,
    })
    await write(page(), 'Search', 'ravi')
    await expect.poll(() => last()).toMatchObject({ q: 'ravi', page: 1, per_page: 50 })
    expect(queriesOf('orders').map(({ q }) => q)).toEqual(['asha', 'ravi'])
  })

  test('[U-19] a set filter shows its value, and can be removed', async () => {
    await openPage('/orders?status=placed,accepted&placed_at=2026-11-01..&type=pickup')
    const set = within(page().getByRole('list', { name: 'Filters that are set' }))
    expect(set.getAllByRole('listitem').map((item) => item.textContent)).toEqual([
      'Status: New, Preparing',
      'Placed: 2026-11-01 on',
      'Type: Self-pickup',
    ])
    await press(set, 'Remove the filter Status')
    await expect.poll(() => last()?.filters).toEqual({ placed_at: '2026-11-01..', type: 'pickup' })
  })

  test('[U-19] filters are set in the menu: text, dates and a store by its name', async () => {
    answer('dashboard/find-stores', {
      success: true,
      stores: [{ id: 7, name: 'Corner Kitchen', slug: 'corner-kitchen', currency: 'INR' }],
    })
    await openPage('/orders')
    await press(page(), 'Filter')
    const menu = await dialog('Filter')
    await person.click(within(menu.getByRole('group', { name: 'Status' })).getByLabelText('Cancelled'))
    await expect.poll(() => last()?.filters).toEqual({ status: 'cancelled' })
    await person.click(within(menu.getByRole('group', { name: 'Status' })).getByLabelText('Delivered'))
    await expect.poll(() => last()?.filters).toEqual({ status: 'cancelled,delivered' })
    await person.click(within(menu.getByRole('group', { name: 'Status' })).getByLabelText('Cancelled'))
    await write(within(menu.getByRole('group', { name: 'Placed' })), 'To', '2026-11-20')
    await expect.poll(() => last()?.filters).toEqual({ status: 'delivered', placed_at: '..2026-11-20' })
    await write(menu, 'Store', 'corner')
    await take(menu, /^Corner Kitchen/)
    await expect.poll(() => last()?.filters).toMatchObject({ store: '7' })
    const set = within(page().getByRole('list', { name: 'Filters that are set' }))
    await set.findByText(/Store: Corner Kitchen/)
  })

  test('[U-19] filters that match no rows are cleared with one press', async () => {
    answerTable('orders', ({ q }) => (q === 'nobody' ? [] : orders))
    await openPage('/orders?q=nobody&status=placed&sort=placed_at')
    await page().findByText(/No results for this search/)
    await press(page(), 'Show all')
    await page().findByText('Asha Menon')
    expect(last()).toMatchObject({ sort: 'placed_at', filters: {} })
    expect(last()).not.toHaveProperty('q')
    expect(textIn(page(), 'Search')).toBe('')
  })

  test('[U-19] a person is found by name by staff who may see them', async () => {
    answerTable('riders', [row('riders', { id: 14, name: 'Ravi Kumar', phone: '+919876543210' })])
    await openPage('/orders')
    await press(page(), 'Filter')
    const menu = await dialog('Filter')
    await write(menu, 'Rider', 'ravi')
    await take(menu, /^Ravi Kumar/)
    await expect.poll(() => last()?.filters).toEqual({ rider: '14' })
    await page().findByText('Rider: Ravi Kumar')
  })

  test('[U-19] a person is a number to staff who may not see them', async () => {
    await openPage('/orders', staffWith('order_view', 'delivery_guys_view'))
    await press(page(), 'Filter')
    const menu = await dialog('Filter')
    await write(menu, 'Customer (number)', '27')
    await expect.poll(() => last()?.filters).toEqual({ customer: '27' })
    expect(menu.queryByLabelText('Rider (number)')).toBeNull()
    expect(menu.getByLabelText('Rider')).not.toBeNull()
  })

  test('offer owners their own stores', async () => {
    await openPage('/orders', ownerOf('Sagar Tiffins', 'Sagar Sweets'))
    await press(page(), 'Filter')
    const menu = await dialog('Filter')
    await person.selectOptions(menu.getByLabelText('Store'), 'Sagar Sweets')
    await expect.poll(() => last()?.filters).toEqual({ store: '2' })
    await page().findByText('Store: Sagar Sweets')
    expect(inputsOf('dashboard/find-stores')).toEqual([])
  })

  test('do not let an owner remove the store that they chose for all pages', async () => {
    const owner = ownerOf('Sagar Tiffins', 'Sagar Sweets')
    await openPage('/orders', owner)
    await person.selectOptions(screen.getByLabelText('Selected store'), 'Sagar Sweets')
    await expect.poll(() => last()?.filters).toEqual({ store: '2' })
    expect(page().queryByRole('list', { name: 'Filters that are set' })).toBeNull()
    await press(page(), 'Filter')
    expect((await dialog('Filter')).queryByLabelText('Store')).toBeNull()
    await person.selectOptions(screen.getByLabelText('Selected store'), 'All my stores')
    await press(page(), 'Filter')
    await (await dialog('Filter')).findByLabelText('Store')
  })
})

describe('pages', () => {
  test('[U-19] show the number of rows, and lead forward and back', async () => {
    answerTable('orders', orders, { total: 60 })
    await openPage('/orders')
    const pages = within(await page().findByRole('navigation', { name: 'Pages' }))
    const back = pages.getByRole('button', { name: 'Previous page' }) as HTMLButtonElement
    const on = pages.getByRole('button', { name: 'Next page' }) as HTMLButtonElement
    expect(pages.getByRole('status').textContent).toBe('1–25 of 60')
    expect(back.disabled).toBe(true)
    await person.click(on)
    await expect.poll(() => pages.getByRole('status').textContent).toBe('26–50 of 60')
    await person.click(on)
    await expect.poll(() => pages.getByRole('status').textContent).toBe('51–60 of 60')
    expect(on.disabled).toBe(true)
    expect(last()).toMatchObject({ page: 3, per_page: 25 })
    await person.selectOptions(pages.getByLabelText('Rows'), '100')
    await expect.poll(() => last()).toMatchObject({ page: 1, per_page: 100 })
    expect(pages.getByRole('status').textContent).toBe('1–60 of 60')
  })

  test('[U-19] say if there are more rows than were counted', async () => {
    answerTable('orders', orders, { total: 10_000, has_more: true })
    await openPage('/orders')
    await page().findByText('1–25 of 10,000+')
  })

  test('[U-19] an invalid page number in the URL means the first page', async () => {
    await openPage('/orders?page=none&per=7')
    expect(last()).toMatchObject({ page: 1, per_page: 25 })
  })
})

describe('columns', () => {
  test('[U-19] can be shown and hidden, which this browser stores', async () => {
    await openPage('/orders')
    expect(columns()).not.toContain('Phone')
    await press(page(), 'Columns')
    const menu = await dialog('Columns')
    await person.click(menu.getByLabelText('Phone'))
    await person.click(menu.getByLabelText('Rider'))
    expect(columns()).toContain('Phone')
    expect(columns()).not.toContain('Rider')
    expect(JSON.parse(localStorage.getItem('dashboardColumns:orders') ?? '')).toContain('phone')
  })

  test('[U-19] the last column cannot be hidden', async () => {
    localStorage.setItem('dashboardColumns:orders', '["customer","a column of an old release"]')
    await openPage('/orders')
    expect(columns()).toEqual(['Customer'])
    await press(page(), 'Columns')
    await person.click((await dialog('Columns')).getByLabelText('Customer'))
    expect(columns()).toEqual(['Customer'])
  })

  test('[U-19] columns that were stored incorrectly are the default ones', async () => {
    localStorage.setItem('dashboardColumns:orders', '{"no":')
    await openPage('/orders')
    expect(columns()).toHaveLength(8)
  })
})

describe('saved views', () => {
  test('[U-19] restore search, filters, order and columns, only for this person', async () => {
    await openPage('/orders?status=placed&sort=placed_at')
    await press(page(), 'Columns')
    await person.click((await dialog('Columns')).getByLabelText('Phone'))
    await press(page(), 'Views')
    const menu = await dialog('Views')
    await menu.findByText(/^No saved views yet/)
    await write(menu, 'Name of this view', '  New ones ')
    await press(menu, 'Save')
    await press(page(), 'Remove the filter Status')
    await press(page(), 'Columns')
    await person.click((await dialog('Columns')).getByLabelText('Phone'))
    await expect.poll(() => last()?.filters).toEqual({})
    await press(page(), 'Views')
    await press(await dialog('Views'), 'New ones')
    await page().findByText('Status: New')
    expect(page().getByRole('columnheader', { name: 'Placed' }).getAttribute('aria-sort')).toBe('ascending')
    expect(columns()).toContain('Phone')
    expect(localStorage.getItem(`dashboardViews:${administrator.id}:orders`)).toContain('New ones')
  })

  test('[U-19] with an existing name replace it, and can be deleted', async () => {
    await openPage('/orders?status=placed')
    await press(page(), 'Views')
    let menu = await dialog('Views')
    await press(menu, 'Save')
    expect(menu.queryByRole('list', { name: 'Saved views' })).toBeNull()
    await write(menu, 'Name of this view', 'Mine')
    await press(menu, 'Save')
    await press(page(), 'Remove the filter Status')
    await expect.poll(() => last()?.filters).toEqual({})
    await press(page(), 'Views')
    menu = await dialog('Views')
    await write(menu, 'Name of this view', 'Mine')
    await press(menu, 'Save')
    expect(within(menu.getByRole('list', { name: 'Saved views' })).getAllByRole('listitem')).toHaveLength(1)
    await press(menu, 'Mine')
    expect(last()?.filters).toEqual({})
    await press(page(), 'Views')
    menu = await dialog('Views')
    await press(menu, 'Delete Mine')
    expect(menu.queryByRole('list', { name: 'Saved views' })).toBeNull()
    expect(document.activeElement).toBe(menu.getByLabelText('Name of this view'))
  })
})

describe('the selection', () => {
  test('[U-19] contains only rows on the screen: another page or search clears it', async () => {
    answerTable('coupons', [row('coupons', { id: 4, code: 'FEAST' })], { total: 60 })
    await openPage('/coupons')
    await person.click(await page().findByLabelText('Choose row 4'))
    await page().findByText('1 selected')
    await press(page(), 'Next page')
    await expect.poll(() => page().queryByText('1 selected')).toBeNull()
    await person.click(await page().findByLabelText('Choose row 4'))
    await page().findByText('1 selected')
    await person.click(page().getByLabelText('Choose row 4'))
    expect(page().queryByText('1 selected')).toBeNull()
  })
})

describe('the export', () => {
  async function exportAs(format: string) {
    await press(page(), 'Export')
    const menu = await dialog('Export')
    await press(menu, format)
  }

  test('[U-19] the export of this view uses its search, filters and order; the browser downloads the file', async () => {
    const opened = vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (
      this: HTMLAnchorElement,
    ) {
      saved.push(this.getAttribute('href'))
    })
    const saved: (string | null)[] = []
    answer('dashboard/export', { success: true, url: '/dashboard/exports/the-ticket' })
    await openPage('/orders?q=asha&status=placed&sort=placed_at&page=2')
    await exportAs('CSV')
    await expect.poll(() => saved).toEqual(['/dashboard/exports/the-ticket'])
    opened.mockRestore()
    const [{ input, key }] = callsOf('dashboard/export') as [ReturnType<typeof callsOf>[number]]
    expect(input).toEqual({
      table: 'orders',
      q: 'asha',
      sort: 'placed_at',
      filters: { status: 'placed' },
      format: 'csv',
    })
    expect(key).not.toBeNull()
  })

  test('[U-19] the export of all rows ignores the search, but not the store that an owner has chosen', async () => {
    refuse('dashboard/export', 'INTERNAL')
    const owner = ownerOf('Sagar Tiffins', 'Sagar Sweets')
    localStorage.setItem(`dashboardStore:${owner.id}`, '2')
    await openPage('/orders?q=asha&status=placed', owner)
    await press(page(), 'Export')
    const menu = await dialog('Export')
    await person.click(menu.getByLabelText('All rows'))
    await press(menu, 'XML')
    await expect
      .poll(() => inputsOf('dashboard/export'))
      .toEqual([{ table: 'orders', filters: { store: '2' }, format: 'xml' }])
  })

  test('[U-19] to Drive shows its progress, then the link', async () => {
    answer('dashboard/export', { success: true, run_id: 8 })
    answer(
      'dashboard/exports/show',
      recorded('dashboard/exports/show', { run: { status: 'running', rows: 1200, link: null, done_at: null } }),
    )
    await openPage('/orders')
    await exportAs('Drive')
    await page().findByText(/Uploading to Drive: 1,200 rows/)
    answer(
      'dashboard/exports/show',
      recorded('dashboard/exports/show', { run: { rows: 5156, link: 'https://drive.google.com/file/d/8' } }),
    )
    const link = await page().findByRole('link', { name: 'Open the file' })
    expect(link.getAttribute('href')).toBe('https://drive.google.com/file/d/8')
    expect(inputsOf('dashboard/exports/show')[0]).toEqual({ id: 8 })
  })

  test('[U-19] to Drive that failed shows the reason', async () => {
    answer('dashboard/export', { success: true, run_id: 8 })
    answer(
      'dashboard/exports/show',
      recorded('dashboard/exports/show', { run: { status: 'failed', fault: 'drive-full', link: null } }),
    )
    await openPage('/orders')
    await exportAs('Drive')
    await page().findByText('There is no space left in Google Drive.')
    expect(page().queryByRole('link', { name: 'Open the file' })).toBeNull()
  })
})
