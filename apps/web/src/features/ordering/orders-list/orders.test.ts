import { expect, test, vi } from 'vitest'
import { type Order, ordersOf, pillVariant, shelvesOf, statusTextKey } from './orders.ts'

// The months in the expected headings are in English, so the page must have that language.
vi.hoisted(() => {
  vi.stubGlobal('document', { documentElement: { lang: 'en-IN' }, getElementById: () => null })
})

function orderWith(id: number, orderstatus_id: number, created_at = '2026-11-20 10:00:00'): Order {
  // The functions under test read only these fields of an order.
  return { id, orderstatus_id, created_at } as Order
}

const idsOf = (orders: Order[]) => orders.map(({ id }) => id)

test('[F-15] the orders in the `data` of each page are joined in order', () => {
  const first = { success: true, data: [orderWith(3, 1), orderWith(2, 5)] }
  expect(idsOf(ordersOf([first]))).toEqual([3, 2])
  expect(idsOf(ordersOf([first, { data: [orderWith(1, 5)] }]))).toEqual([3, 2, 1])
  expect(ordersOf([{ data: [] }])).toEqual([])
})

test('[F-14] orders in progress come first, then scheduled ones, then past ones by month', () => {
  const shelves = shelvesOf([
    orderWith(1, 5),
    orderWith(2, 4),
    orderWith(3, 10),
    orderWith(4, 8),
    orderWith(5, 11),
    orderWith(6, 6, '2026-10-31 23:59:59'),
    orderWith(7, 9, '2026-10-01 00:00:00'),
  ])
  expect(idsOf(shelves.running)).toEqual([2, 4])
  expect(idsOf(shelves.scheduled)).toEqual([3, 5])
  expect(shelves.months.map(({ orders }) => idsOf(orders))).toEqual([[1], [6, 7]])
  expect(shelves.months.map(({ name }) => name)).toEqual(['November 2026', 'October 2026'])
})

test.each([
  [1, 'store', 5, 'deliveredStatusText'],
  [2, 'store', 5, 'invoiceCollected'],
  [2, 'salon', 5, 'visitState_done'],
  [4, 'salon', 5, 'visitState_done'],
  [2, 'store', 6, 'canceledStatusText'],
])('[GAP-06] an order of type %i at a %s in status %i is called %s', (delivery_type, kind, orderstatus_id, key) => {
  expect(statusTextKey({ delivery_type, orderstatus_id, restaurant: { kind } } as Order)).toBe(key)
})

test('[GAP-06] every status has a label, and an unknown status does not fail', () => {
  for (let id = 1; id <= 12; id++) expect(shelvesOf([orderWith(1, id)])).toBeDefined()
  expect(pillVariant('delivered')).toBe('ok')
  expect(pillVariant('cancelled')).toBe('error')
  expect(pillVariant('payment_failed')).toBe('error')
  expect(pillVariant('awaiting_payment')).toBe('gold')
  expect(pillVariant('accepted')).toBe('brand')
})
