import { beforeEach, expect, test, vi } from 'vitest'
import { customersFor, findItems, findOrders, findPeople, findRecipients, findStores } from './find.ts'

let answer: object
let asked: { path: string; body: unknown }[]

beforeEach(() => {
  asked = []
  vi.stubGlobal('fetch', async (path: string, { body }: { body: string }) => {
    asked.push({ path, body: JSON.parse(body) })
    return new Response(JSON.stringify({ success: true, ...answer }))
  })
  return () => vi.unstubAllGlobals()
})

test('[U-14] stores are listed with their address, items with their store', async () => {
  answer = { stores: [{ id: 7, name: 'Corner Kitchen', slug: 'corner-kitchen' }] }
  expect(await findStores('cor')).toEqual([{ id: 7, name: 'Corner Kitchen', note: 'corner-kitchen' }])
  answer = { items: [{ id: 5, name: 'Dosa', store: 'Corner Kitchen' }] }
  expect(await findItems('dosa')).toEqual([{ id: 5, name: 'Dosa', note: 'Corner Kitchen' }])
})

test('[U-19] orders are found by number, ten at most, with customer and store', async () => {
  const row = (id: number) => ({ id, unique_order_id: `OD-${id}`, customer: 'Asha', store: id === 1 ? null : 'Corner' })
  answer = { rows: Array.from({ length: 12 }, (_, index) => row(index + 1)) }
  const found = await findOrders('OD')
  expect(found).toHaveLength(10)
  expect(found.slice(0, 2)).toEqual([
    { id: 1, name: 'OD-1', note: 'Asha' },
    { id: 2, name: 'OD-2', note: 'Asha, Corner' },
  ])
})

test('[U-18] people of one table are distinguished by phone, otherwise by email', async () => {
  answer = {
    rows: [
      { id: 1, name: 'Imran', phone: '+9198', email: 'i@example.com' },
      { id: 2, name: 'Ravi', phone: '', email: 'r@example.com' },
    ],
  }
  expect(await findPeople('riders')('i')).toEqual([
    { id: 1, name: 'Imran', note: '+9198' },
    { id: 2, name: 'Ravi', note: 'r@example.com' },
  ])
  expect(asked[0]!.body).toMatchObject({ table: 'riders', q: 'i' })
})

test('[U-17] recipients of a message are shown by number, not by phone', async () => {
  answer = { customers: [{ id: 7, name: 'Asha', phone: '+9198' }] }
  expect(await findRecipients('ash')).toEqual([{ id: 7, name: 'Asha', note: 'No. 7' }])
})

test.each(['27', '#27', 'No. 27', 'no 27'])('[U-20] “%s” finds the customer with that number', async (text) => {
  expect(await customersFor(false)(text)).toEqual([{ id: 27, name: 'Account no. 27' }])
  expect(asked).toEqual([])
})

test.each(['asha', '0', '027', '27 b', '1234567890'])('[U-20] “%s” does not match a number', async (text) => {
  expect(await customersFor(false)(text)).toEqual([])
})

test('[U-20] staff who may search customers find them by three letters or more, after the one with the number', async () => {
  answer = { customers: [{ id: 7, name: 'Asha', phone: '+919845067803' }] }
  expect(await customersFor(true)('as')).toEqual([])
  expect(asked).toEqual([])
  expect(await customersFor(true)('803')).toEqual([
    { id: 803, name: 'Account no. 803' },
    { id: 7, name: 'Asha', note: '+919845067803' },
  ])
})
