import { type RowOf, type TableName, tables } from '@nukkad/contract/tables/shapes.ts'
import type { TableShape } from '@nukkad/contract/tables/table.ts'
import { screen, within } from '@testing-library/react'
import { describe, expect, test } from 'vitest'
import { areas } from '#areas/areas.ts'
import { reread } from '#lib/query.ts'
import { address, dialog, factsOf, openPage, page, person, press } from '#test/app.tsx'
import { ownerOf, staffWith } from '#test/people.ts'
import { recorded, row } from '#test/recorded.ts'
import { answer, answerTable, queriesOf, refuse } from '#test/server.ts'

const at = '2026-11-21T09:30:00.000Z'

type List = {
  path: string
  permission: Parameters<typeof staffWith>[0]
  table: TableName
  /** Sets the server's answer for the table: one row. */
  answerRow: () => void
  /** The headings of the columns in their order, with the text of the row's cell in each. */
  shows: Record<string, string>
  /** The text that the list shows if it has no rows. */
  empty: string
}

type ListOf<Name extends TableName> = Omit<List, 'answerRow'> & { table: Name; cells: Partial<RowOf<Name>> }

function list<Name extends TableName>({ cells, ...one }: ListOf<Name>): List {
  return { ...one, answerRow: () => answerTable(one.table, [row(one.table, cells)]) }
}

const nothing = 'Nothing here yet.'
const request = { id: 5, amount: '1200.00', currency: 'INR', created_at: at, proposed_by: 'Farah', decided_by: 'Meena' }

const lists: readonly List[] = [
  list({
    path: '/items',
    permission: 'items_view',
    table: 'items',
    cells: { id: 7, name: 'Idli', category: 'Breakfast', store: 'Sagar', price: '50.00', currency: 'INR', stock: 1200 },
    shows: { Picture: '–', Name: 'Idli', Category: 'Breakfast', Store: 'Sagar', Price: '₹50.00', Stock: '1,200' },
    empty: nothing,
  }),
  list({
    path: '/menu-categories',
    permission: 'menu_categories_view',
    table: 'item_categories',
    cells: { id: 3, name: 'Breakfast', store: 'Sagar', is_enabled: true, items: 4 },
    shows: { Name: 'Breakfast', Store: 'Sagar', Shown: 'Yes', Items: '4' },
    empty: nothing,
  }),
  list({
    path: '/add-ons',
    permission: 'addons_view',
    table: 'addons',
    cells: {
      id: 3,
      name: 'Ghee',
      category: 'Extras',
      type: 'MULTI',
      price: '20.00',
      currency: 'INR',
      is_active: false,
    },
    shows: { Name: 'Ghee', Category: 'Extras', 'How many': 'Any number', Price: '₹20.00', 'On sale': 'No' },
    empty: nothing,
  }),
  list({
    path: '/owners',
    permission: 'store_owners_view',
    table: 'owners',
    cells: { id: 3, name: 'Kiran', email: 'kiran@example.test', is_active: true, stores: 'Sagar', last_seen_at: at },
    shows: { Name: 'Kiran', Email: 'kiran@example.test', Stores: 'Sagar', 'Last seen': 'Nov 21, 3:00 PM' },
    empty: 'No accounts yet.',
  }),
  list({
    path: '/riders',
    permission: 'delivery_guys_view',
    table: 'riders',
    cells: {
      id: 9,
      name: 'Ravi',
      is_on_duty: true,
      open_orders: 2,
      rating: '4.8',
      cash_held: '830.00',
      currency: 'INR',
    },
    shows: { Name: 'Ravi', 'On duty': 'Yes', 'Open orders': '2', Rating: '4.8', 'Cash held': '₹830.00' },
    empty: 'No accounts yet.',
  }),
  list({
    path: '/staff',
    permission: 'all_users_view',
    table: 'staff',
    cells: { id: 2, name: 'Farah', role: 'staff', permissions: 6, has_second_factor: false },
    shows: { Name: 'Farah', Role: 'Staff', Permissions: '6', 'Second factor': 'No', 'Last seen': '–' },
    empty: 'No accounts yet.',
  }),
  list({
    path: '/sign-ins',
    permission: 'all_users_view',
    table: 'sign_ins',
    cells: { id: 1, at, person_id: 9, person: 'Ravi', outcome: 'wrong', audience: 'delivery', way: 'code' },
    shows: {
      When: 'Nov 21, 3:00 PM',
      Who: 'Ravi',
      Result: 'Refused: wrong details',
      Where: 'Riders’ area',
      How: 'Code by phone',
    },
    empty: 'No sign-ins yet.',
  }),
  list({
    path: '/activity',
    permission: 'settings_manage',
    table: 'audit',
    cells: { id: 1, at, actor: 'Meena', action: 'coupon.saved', object_type: 'coupon', object_id: '4', reason: 'Fair' },
    shows: { Who: 'Meena', For: '–', Kind: 'coupon', Object: '4', Reason: 'Fair' },
    empty: nothing,
  }),
  list({
    path: '/wallet-movements',
    permission: 'wallet_transactions_view',
    table: 'wallet_transactions',
    cells: {
      id: 5,
      created_at: at,
      customer: 'Asha',
      pocket: 'wallet_promotion',
      kind: 'signup_bonus',
      amount: '-200.00',
    },
    shows: { Customer: 'Asha', Balance: 'Promotion', Reason: 'Welcome bonus', Amount: '-₹200.00' },
    empty: 'No wallet movements yet.',
  }),
  list({
    path: '/disputes',
    permission: 'order_view',
    table: 'disputes',
    cells: {
      id: 5,
      provider: 'Stripe',
      dispute_id: 'dp_1',
      status: 'lost',
      amount: '90.00',
      lost: '40.00',
      currency: 'EUR',
    },
    shows: { Provider: 'Stripe', Reference: 'dp_1', State: 'Lost', Amount: '€90.00', Lost: '€40.00', Order: '–' },
    empty: 'No disputed payments.',
  }),
  list({
    path: '/commission-approvals',
    permission: 'all_users_wallet',
    table: 'commission_approvals',
    cells: { ...request, state: 'waiting', customer: 'Asha', reason: 'cap_day', unique_order_id: 'OD-1', order_id: 27 },
    shows: { State: 'Waiting', 'Earned by': 'Asha', 'Cap passed': 'Commissions of all customers', Order: 'OD-1' },
    empty: 'No commission has passed a daily cap.',
  }),
  list({
    path: '/rider-cash/requests',
    permission: 'delivery_collection_manage',
    table: 'cash_requests',
    cells: { ...request, state: 'booked', rider: 'Ravi', reason: 'Evening' },
    shows: { State: 'Booked', Rider: 'Ravi', Amount: '₹1,200.00', Note: 'Evening', 'Recorded by': 'Farah' },
    empty: 'No cash handed in yet. Record cash under “Cash with riders”.',
  }),
  list({
    path: '/store-debts/payments',
    permission: 'store_payouts_manage',
    table: 'store_settlements',
    cells: { ...request, state: 'refused', store: 'Sagar', reason: 'UTR 7' },
    shows: { State: 'Refused', Store: 'Sagar', Amount: '₹1,200.00', Reference: 'UTR 7', 'Decided by': 'Meena' },
    empty: 'No payments from stores yet. Record a payment under “Amounts due from stores”.',
  }),
  list({
    path: '/rider-cash/taken-in',
    permission: 'delivery_collection_logs_view',
    table: 'cash_collections',
    cells: { id: 1, created_at: at, rider: 'Ravi', amount: '830.00', currency: 'INR', collected_by: 'Meena' },
    shows: { When: 'Nov 21, 3:00 PM', Rider: 'Ravi', Amount: '₹830.00', By: 'Meena', Note: '–' },
    empty: 'No cash collected yet. Cash that riders hand in appears here.',
  }),
  list({
    path: '/reports/sales-by-day',
    permission: 'reports_view',
    table: 'sales_by_day',
    cells: { id: 'a', day: '2026-11-21', store: 'Sagar', orders: 12, cancelled: 1, sales: '4250.50', currency: 'INR' },
    shows: { Day: 'Nov 21, 2026', Store: 'Sagar', Orders: '12', Cancelled: '1', Sales: '₹4,250.50' },
    empty: nothing,
  }),
  list({
    path: '/reports/items-sold',
    permission: 'reports_view',
    table: 'items_sold',
    cells: {
      id: 'a',
      day: '2026-11-21',
      item: 'Idli',
      store: 'Sagar',
      quantity: 30,
      sales: '1500.00',
      currency: 'INR',
    },
    shows: { Day: 'Nov 21, 2026', Item: 'Idli', Store: 'Sagar', Sold: '30', Sales: '₹1,500.00' },
    empty: nothing,
  }),
  list({
    path: '/reports/trips',
    permission: 'reports_view',
    table: 'trips',
    cells: {
      id: 1,
      order: 'OD-1',
      delivered_at: at,
      store: 'Sagar',
      rider: 'Ravi',
      to_door: 14,
      promised: 35,
      real: 41,
    },
    shows: { Order: 'OD-1', Rider: 'Ravi', 'Min to store': '–', 'Promised min': '35', 'Actual min': '41' },
    empty: nothing,
  }),
  list({
    path: '/reports/taxes',
    permission: 'reports_view',
    table: 'taxes',
    cells: { id: 'a', day: '2026-11-21', store: 'Sagar', rate: '5', tax: '20.00', total: '420.00', currency: 'INR' },
    shows: { Delivered: 'Nov 21, 2026', 'Tax rate': '5%', Tax: '₹20.00', Total: '₹420.00' },
    empty: nothing,
  }),
  list({
    path: '/coupons/uses',
    permission: 'coupons_manage',
    table: 'coupon_uses',
    cells: { id: 1, at, code: 'FEAST', order: 'OD-1', customer: 'Asha', discount: '50.00', currency: 'INR' },
    shows: { Code: 'FEAST', Order: 'OD-1', Customer: 'Asha', 'Discount given': '₹50.00' },
    empty: 'No order has used a coupon yet.',
  }),
  list({
    path: '/pages',
    permission: 'pages_manage',
    table: 'pages',
    cells: { id: 1, name: 'Terms', slug: 'terms', updated_at: at },
    shows: { Name: 'Terms', Address: 'terms', Changed: 'Nov 21, 3:00 PM' },
    empty: 'No pages yet. Add the first page with “New page”.',
  }),
  list({
    path: '/sliders',
    permission: 'promo_sliders_manage',
    table: 'promo_sliders',
    cells: { id: 1, name: 'Top', position: 'At the top', slides: 3, is_active: true, is_shown: false },
    shows: { Name: 'Top', Where: 'At the top', Slides: '3', On: 'Yes', 'Shown now': 'No' },
    empty: 'No sliders yet. Add the first slider with “New slider”.',
  }),
]

/** Returns the texts of the first row by the names of their columns; a mark counts as its name. */
function firstRow(): Record<string, string | null | undefined> {
  const heads = page().getAllByRole('columnheader')
  const [, first] = page().getAllByRole('row')
  const cells = first ? within(first).getAllByRole('cell') : []
  const textOf = (cell?: HTMLElement) => cell && (cell.textContent || within(cell).queryByRole('img')?.ariaLabel)
  return Object.fromEntries(heads.map((head, index) => [head.textContent, textOf(cells[index])]))
}

describe('a list', () => {
  test.each(lists)('[U-19] $path says where its rows will come from, then shows them in its columns', async (one) => {
    answerTable(one.table, [])
    await openPage(one.path, staffWith(one.permission))
    await page().findByText(one.empty)
    expect(page().queryByRole('button', { name: 'Show all' })).toBeNull()
    one.answerRow()
    await reread('dashboard/table')
    await expect.poll(firstRow).toMatchObject(one.shows)
    const shown = Object.keys(firstRow()).filter((column) => column in one.shows)
    expect(shown).toEqual(Object.keys(one.shows))
  })

  test('[U-01] is on a page with the permission that the server asks for its rows', () => {
    const pages = areas.flatMap((area) => area.pages)
    const wrong = lists.filter(({ path, table, permission }) => {
      const access = pages.find((one) => one.path === path)!
      const shape = tables[table] as TableShape
      return (
        access.permission !== permission ||
        shape.permission !== permission ||
        Boolean(access.owners) !== Boolean(shape.ownersToo)
      )
    })
    expect(wrong.map(({ path }) => path)).toEqual([])
  })
})

describe('the link of a row', () => {
  const menu = recorded('store-owner/get-menu-with-details')

  test.each([
    ['item_categories', '/menu-categories', '/stores/1/menu'],
    ['addons', '/add-ons', '/stores/1/menu?part=addons'],
  ] as const)('[U-12] [U-13] leads from %s to the menu of its store', async (table, path, to) => {
    answer('store-owner/get-menu-with-details', menu)
    answer('store-owner/get-store', recorded('store-owner/get-store', { id: 1 }))
    answerTable(table, [row(table, { id: 3, name: 'Breakfast', store: 'Sagar Tiffins', store_id: 1 })])
    await openPage(path, ownerOf())
    await person.click(await page().findByText('Breakfast'))
    await expect.poll(address).toBe(to)
  })

  test('[U-20] leads from a wallet movement to its order, if one is its source', async () => {
    answerTable('wallet_transactions', [
      row('wallet_transactions', { id: 1, source: 'OD-27', order_id: 27 }),
      row('wallet_transactions', { id: 2, source: 'sign-up' }),
    ])
    answer('dashboard/orders/show', recorded('dashboard/orders/show', { order: { id: 27 } }))
    answer('store-owner/get-cancel-reasons-for-restaurant', [])
    await openPage('/wallet-movements')
    await page().findByText('sign-up')
    expect(page().queryByRole('button', { name: 'sign-up' })).toBeNull()
    await press(page(), 'OD-27')
    await expect.poll(address).toBe('/orders/27')
  })

  test('[U-20] is missing at a wallet movement for staff who may not see orders', async () => {
    answerTable('wallet_transactions', [row('wallet_transactions', { id: 1, source: 'OD-27', order_id: 27 })])
    await openPage('/wallet-movements', staffWith('wallet_transactions_view'))
    await page().findByText('OD-27')
    expect(page().queryByRole('button', { name: 'OD-27' })).toBeNull()
  })

  test('[U-01] leads from a sign-in to the person, if that person is known', async () => {
    answerTable('sign_ins', [
      row('sign_ins', { id: 1, person_id: 9, person: 'Ravi' }),
      row('sign_ins', { id: 2, person_id: null, person: 'x@example.test' }),
      row('sign_ins', { id: 3, person_id: 31, person: '—' }),
    ])
    await openPage('/sign-ins')
    const links = await page().findAllByRole('link')
    expect(links.map((link) => [link.textContent, link.getAttribute('href')])).toEqual([
      ['Ravi', '/dashboard/people/9'],
      ['Deleted account 31', '/dashboard/people/31'],
    ])
    page().getByText('No such account')
  })

  test('[U-20] is missing at people for staff who may only list them', async () => {
    answerTable('riders', [row('riders', { id: 9, name: 'Ravi' })])
    await openPage('/riders', staffWith('delivery_guys_view'))
    await person.click(await page().findByText('Ravi'))
    expect(address()).toBe('/riders')
    expect(page().queryByRole('button', { name: 'New rider' })).toBeNull()
  })

  test('[U-15] leads from a page to its editor', async () => {
    answerTable('pages', [row('pages', { id: 1, name: 'Terms', slug: 'terms' })])
    answer('get-single-page', recorded('get-single-page'))
    await openPage('/pages')
    await person.click(await page().findByText('Terms'))
    await expect.poll(address).toBe('/pages/terms')
  })
})

describe('the activity', () => {
  const change = row('audit', {
    id: 1,
    at,
    actor: 'Meena',
    acting_for: 'Kiran',
    action: 'store.changed' as never,
    object_type: 'store',
    object_id: '12',
    reason: 'A call',
    before: JSON.stringify({ name: 'Sagar', delivery_radius: 5, phone: null }) as never,
    after: JSON.stringify({ name: 'Sagar', delivery_radius: 8, phone: '+91 98' }) as never,
    address: '10.0.0.0',
  })

  test('[U-02] shows who changed what, for whom and why, with the values before and after', async () => {
    answerTable('audit', [change])
    await openPage('/activity')
    await person.click(await page().findByText('A call'))
    const panel = within(await screen.findByRole('dialog'))
    expect(factsOf(panel)).toEqual(
      expect.arrayContaining([
        ['Who', 'Meena'],
        ['Acting as', 'Kiran'],
        ['Which', '12'],
        ['Reason', 'A call'],
        ['From', '10.0.0.0'],
        ['delivery radius', '5'],
        ['phone', 'Nothing'],
      ]),
    )
    const changes = within(panel.getByRole('region', { name: 'What changed' }))
    expect(changes.getAllByRole('definition').map((value) => value.textContent)).toEqual([
      '5',
      '8',
      'Nothing',
      '+91 98',
    ])
    expect(panel.getByRole('link', { name: '12' }).getAttribute('href')).toBe('/dashboard/stores/12')
  })

  test('[U-02] leads to a list where the object has no page, and nowhere for an unknown kind', async () => {
    answerTable('audit', [
      row('audit', { id: 1, object_type: 'coupon', object_id: '4' }),
      row('audit', { id: 2, object_type: 'store', object_id: 'all' }),
      row('audit', { id: 3, object_type: 'moon', object_id: '5' }),
    ])
    await openPage('/activity')
    const links = await page().findAllByRole('link')
    expect(links.map((link) => link.getAttribute('href'))).toEqual(['/dashboard/coupons'])
  })

  test('[U-02] the activity of an API key names it, and one without values says nothing of changes', async () => {
    answerTable('audit', [row('audit', { id: 1, at, actor: 'Meena', key: 'Till', object_type: 'export' })])
    await openPage('/activity')
    await person.click(await page().findByText('export'))
    const panel = within(await screen.findByRole('dialog'))
    panel.getByText('Till')
    expect(panel.queryByRole('region', { name: 'What changed' })).toBeNull()
  })
})

describe('store categories', () => {
  const food = row('store_categories', { id: 3, name: 'Food', is_active: true, stores: 4 })

  test('[U-10] store categories are added with a name, which is required', async () => {
    answerTable('store_categories', [food])
    answer('dashboard/store-categories/create', recorded('dashboard/store-categories/create'))
    await openPage('/store-categories')
    await press(page(), 'Add a category')
    const form = await dialog('Add a category')
    await press(form, 'Save')
    await form.findByText('Please fill in this field')
    await person.type(form.getByLabelText('Name'), 'Flowers')
    await press(form, 'Save')
    await screen.findByText('Saved')
    expect(queriesOf('store_categories')).toHaveLength(2)
  })

  test('[U-10] store categories are renamed and hidden in their row, for those who may edit stores', async () => {
    answerTable('store_categories', [food])
    refuse('dashboard/store-categories/update', 'INVALID_INPUT', { fields: { name: 'fieldTaken' } })
    await openPage('/store-categories')
    await person.click(await page().findByText('Food'))
    const form = await dialog('Category')
    expect(form.getByLabelText<HTMLInputElement>('Name').value).toBe('Food')
    await person.click(form.getByLabelText('Shown'))
    await press(form, 'Save')
    await form.findByText('This value is already taken. Choose another.')
    expect(form.getByLabelText<HTMLInputElement>('Shown').checked).toBe(false)
  })

  test('[U-10] store categories are read by staff who may only view stores', async () => {
    answerTable('store_categories', [food])
    await openPage('/store-categories', staffWith('stores_view'))
    await person.click(await page().findByText('Food'))
    expect(screen.queryByRole('dialog')).toBeNull()
    expect(page().queryByRole('button', { name: 'Add a category' })).toBeNull()
  })
})
