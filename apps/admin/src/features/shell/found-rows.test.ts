import { type RowOf, type TableName, tables } from '@nukkad/contract/tables/shapes.ts'
import type { TableShape } from '@nukkad/contract/tables/table.ts'
import { describe, expect, test } from 'vitest'
import { areas } from '#areas/areas.ts'
import { may } from '#lib/session.ts'
import { ownerOf, staffWith } from '#test/people.ts'
import { row } from '#test/recorded.ts'
import { kinds } from './found-rows.ts'

function shown<Name extends TableName>(table: Name, cells: Partial<RowOf<Name>>) {
  const { icon: _, ...found } = kinds.find((kind) => kind.table === table)!.show(row(table, cells) as never)
  return found
}

describe('the results of the search', () => {
  test('show an order with its store, customer, price and state', () => {
    const cells = { id: 27, unique_order_id: 'OD-11-21-ABCDEFGH', store: 'Sagar', customer: 'Asha', status: 'placed' }
    expect(shown('orders', { ...cells, total: '1250.00', currency: 'INR' })).toEqual({
      to: '/orders/27',
      title: 'ABCDEFGH',
      detail: 'Sagar · Asha',
      note: '₹1,250.00',
      status: { value: 'placed', label: 'New' },
    })
    expect(shown('orders', { id: 27, unique_order_id: null, customer: 'Asha' })).toEqual({
      to: '/orders/27',
      title: '',
      detail: 'Asha',
      note: '',
    })
  })

  test('link an item to the menu of its store, at this item', () => {
    expect(
      shown('items', { id: 106, name: 'Idli', store: 'Sagar', store_id: 3, price: '50.00', currency: 'INR' }),
    ).toEqual({
      to: '/stores/3/menu',
      search: { item: '106' },
      title: 'Idli',
      detail: 'Sagar · ₹50.00',
      note: 'Item',
    })
  })

  test('link a store to its page', () => {
    expect(shown('stores', { id: 3, name: 'Sagar' })).toEqual({ to: '/stores/3', title: 'Sagar', note: 'Store' })
  })

  test.each([
    ['customers', 'Customer'],
    ['riders', 'Rider'],
    ['owners', 'Store owner'],
    ['staff', 'Staff'],
  ] as const)('link people of the table %s to their page', (table, note) => {
    expect(shown(table, { id: 9, name: 'Ravi', phone: '+91 98' })).toMatchObject({
      to: '/people/9',
      title: 'Ravi',
      note,
    })
  })
})

describe('the permissions of a member', () => {
  const found = (...given: Parameters<typeof staffWith>) =>
    kinds
      .filter(({ accesses }) => accesses.every((access) => may(staffWith(...given), access)))
      .map(({ table }) => table)

  test('[T-06] riders need both permissions, because their page is that of a person', () => {
    expect(found('delivery_guys_view')).toEqual([])
    expect(found('all_users_view')).toEqual(['customers', 'staff'])
    expect(found('all_users_view', 'delivery_guys_view')).toEqual(['customers', 'riders', 'staff'])
  })

  test('[T-06] owners find their orders, stores and items, and no people', () => {
    const own = kinds.filter(({ accesses }) => accesses.every((access) => may(ownerOf(), access)))
    expect(own.map(({ table }) => table)).toEqual(['orders', 'stores', 'items'])
  })

  test('[T-06] no one finds rows of a table that the server would refuse them', () => {
    const narrower = kinds.filter(({ table, accesses }) => {
      const shape = tables[table] as TableShape
      const asks = accesses.some(({ permission }) => permission === shape.permission)
      return !asks || (accesses.some(({ owners }) => owners) && !shape.ownersToo)
    })
    expect(narrower.map(({ table }) => table)).toEqual([])
  })

  test('[T-06] every result leads to a page that exists', () => {
    const paths = areas.flatMap((area) => area.pages.map(({ path }) => path.replace(/\$\w+/g, '7')))
    const ids = { id: 7, store_id: 7, name: 'x', unique_order_id: 'x' }
    expect(kinds.map(({ show }) => show(ids as never).to).filter((to) => !paths.includes(to))).toEqual([])
  })
})
