import { expect, test } from 'vitest'
import { readMessage } from './message.ts'

const own = ['https://shop.test']
const read = (data: unknown) => readMessage(JSON.stringify(data), own)

test('[GAP-46] a notification has a title and a message, and one of an order links to its tracking', () => {
  expect(read({ title: 'T', message: 'M', unique_order_id: 'OD-1' })).toEqual({
    title: 'T',
    message: 'M',
    image: null,
    link: '/running-order/OD-1',
    orderNumber: 'OD-1',
    kind: 'order',
  })
  expect(read({ title: 'W', message: '', is_wallet_alert: true }).kind).toBe('wallet')
})

test.each([
  [{ kind: 'order', unique_order_id: 'OD-1' }, 'order'],
  [{ kind: 'offer' }, 'offer'],
  [{ kind: 'order', click_action: '/visit/V-1' }, 'visit'],
  [{ kind: 'wallet' }, 'wallet'],
  [{ kind: 'account' }, 'news'],
  [{ kind: 'unheard of' }, 'news'],
])('a notification %j is shown as %s', (data, kind) => {
  expect(read({ title: 'T', message: 'M', ...data }).kind).toBe(kind)
})

test('unreadable JSON gives an empty message', () => {
  for (const data of ['', '{', 'null', '[]', '7']) {
    expect(readMessage(data, own)).toEqual({
      title: '',
      message: '',
      image: null,
      link: null,
      orderNumber: null,
      kind: 'news',
    })
  }
})

test.each([
  ['/alerts', '/alerts'],
  ['https://shop.test/my-orders/', '/my-orders/'],
  ['https://elsewhere.test/x', 'https://elsewhere.test/x'],
  ['javascript:alert(1)', null],
  ['data:text/html,x', null],
  ['http://elsewhere.test/x', null],
  ['https://shop.test//elsewhere.test/x', null],
  ['/\\elsewhere.test/x', 'https://elsewhere.test/x'],
  ['//elsewhere.test/x', 'https://elsewhere.test/x'],
])('[GAP-51] the link %s becomes %s', (action, link) => {
  expect(read({ title: 'T', message: 'M', click_action: action }).link).toBe(link)
})
