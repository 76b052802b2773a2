import type { Output } from '@nukkad/contract/contract.ts'
import type { RowOf } from '@nukkad/contract/tables/shapes.ts'
import { screen, within } from '@testing-library/react'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import { address, dialog, noteAt, openApp, openPage, page, person, press, signIn, write } from '#test/app.tsx'
import { administrator, employeeAs, ownerOf, staffWith } from '#test/people.ts'
import { type Part, recorded, row } from '#test/recorded.ts'
import { answer, answerTable, callsOf, inputsOf, refuse } from '#test/server.ts'

type Order = Output<'dashboard/orders/show'>['order']

const money = recorded('dashboard/orders/show').order.money!

function showOrder(change: Part<Order> = {}): void {
  const known = { id: 8, unique_order_id: 'OD-11-21-7YFC-YR5WHG93', status: 'placed', ...change } as const
  answer('dashboard/orders/show', recorded('dashboard/orders/show', { order: known as Part<Order> }))
}

async function openOrder(change: Part<Order> = {}, as = administrator) {
  showOrder(change)
  await openPage('/orders/8', as)
  await page().findByRole('heading', { level: 1, name: 'Order YR5WHG93' })
}

beforeEach(() => {
  answer('store-owner/get-cancel-reasons-for-restaurant', [{ id: 1, cancel_reason: 'Sold out' }])
  answer('dashboard/cases', { success: true, cases: [] })
})

const part = (title: string) => within(page().getByRole('region', { name: title }))
const actions = () =>
  ['Accept', 'Confirm', 'Ready', 'Collected', 'Reject', 'Approve the payment', 'Close the delivery']
    .concat('Assign a rider', 'Change rider', 'Refund', 'Cancel …')
    .filter((name) => page().queryByRole('button', { name }))

test('the head of an order shows its state and how late it is', async () => {
  await openOrder({ status: 'picked_up', promised_at: new Date(Date.now() - 28 * 60_000).toISOString() })
  const head = page().getByRole('heading', { level: 1 }).parentElement!
  expect(within(head).getByText('On the way')).toBeTruthy()
  expect(within(head).getByText('28 min late')).toBeTruthy()
})

describe('actions on an order', () => {
  test.each([
    [{ status: 'placed' }, ['Accept', 'Reject', 'Cancel …']],
    [{ status: 'awaiting_payment' }, ['Approve the payment', 'Cancel …']],
    [{ status: 'accepted', delivery_type: 1 }, ['Assign a rider', 'Cancel …']],
    [{ status: 'accepted', delivery_type: 2 }, ['Ready', 'Cancel …']],
    [{ status: 'assigned', delivery_type: 1 }, ['Change rider', 'Cancel …']],
    [
      { status: 'picked_up', delivery_type: 1, is_pin_locked: true },
      ['Close the delivery', 'Change rider', 'Cancel …'],
    ],
    [{ status: 'delivered' }, ['Refund']],
    [{ status: 'cancelled' }, []],
    [{ status: 'scheduled', delivery_type: 4 }, ['Cancel …']],
  ] as const)('[U-19] %j offers staff %j', async (change, offered) => {
    await openOrder(change)
    expect(actions()).toEqual(offered)
  })

  test('[V-26] [V-27] the goods of a visit link to its order, and one payment for both cannot be approved', async () => {
    const linked_order = {
      id: 7,
      unique_order_id: 'OD-11-21-AAAA-BBBBCCCC',
      kind: 'visit',
      shares_payment: true,
    } as const
    await openOrder({ status: 'awaiting_payment', delivery_type: 1, linked_order })
    expect(actions()).toEqual(['Cancel …'])
    const link = page().getByRole('link', { name: 'Products of the visit of order OD-11-21-AAAA-BBBBCCCC' })
    expect(link.getAttribute('href')).toBe('/dashboard/orders/7')
  })

  test('[V-26] the order of a visit links to that of its goods', async () => {
    const linked_order = {
      id: 9,
      unique_order_id: 'OD-11-21-AAAA-DDDDEEEE',
      kind: 'goods',
      shares_payment: false,
    } as const
    await openOrder({ status: 'scheduled', delivery_type: 4, linked_order })
    const link = page().getByRole('link', {
      name: 'The products of this visit are delivered with order OD-11-21-AAAA-DDDDEEEE',
    })
    expect(link.getAttribute('href')).toBe('/dashboard/orders/9')
  })

  test('[U-19] owners can move an order to its next state and reject it, and nothing else', async () => {
    await openOrder({ status: 'placed', money: null, store: { id: 1 } }, ownerOf())
    expect(actions()).toEqual(['Accept', 'Reject'])
  })

  test.each([
    ['manager', 'placed', ['Accept', 'Reject']],
    ['kitchen', 'placed', ['Accept']],
    ['kitchen', 'ready', []],
    ['cashier', 'ready', ['Collected']],
  ] as const)('[T-06] the role %s can do this with an order that is %s: %j', async (role, status, offered) => {
    await openOrder({ status, delivery_type: 2, money: null, store: { id: 1 } }, employeeAs(role))
    expect(actions()).toEqual(offered)
  })

  test('[U-19] staff who may only view have no actions', async () => {
    await openOrder({ status: 'accepted' }, staffWith('order_view'))
    expect(actions()).toEqual([])
  })

  test('[U-19] an order that does not exist says so, and links back', async () => {
    refuse('dashboard/orders/show', 'NOT_FOUND')
    await openPage('/orders/8')
    await page().findByRole('alert')
    expect(page().getByRole('link', { name: 'Orders' }).getAttribute('href')).toBe('/dashboard/orders')
  })
})

describe('the order of a visit', () => {
  const visit: Part<Order> = {
    delivery_type: 4,
    bill: [
      { key: 'total', amount: '2257.50' },
      { key: 'atStore', amount: '-1827.50' },
      { key: 'payable', amount: '430.00' },
    ],
    scheduled_for: '2026-12-01T05:00:00.000Z',
    store: { id: 1 },
  }

  test.each([
    ['scheduled', true, ['To pay at the salon', 'Paid ahead']],
    ['delivered', true, ['Paid at the salon', 'Paid ahead']],
    ['awaiting_payment', false, ['To pay at the salon', 'To pay ahead']],
    ['cancelled', false, ['Not paid at the salon', 'Not paid']],
  ] as const)('the order of a visit that is %s shows which amount was paid', async (status, is_paid, labels) => {
    await openOrder({ ...visit, status, is_paid })
    const shown = part('Items').getAllByRole('term')
    expect(shown.map(({ textContent }) => textContent).slice(1)).toEqual(labels)
  })

  test('is labelled as such, and links to the diary of its day', async () => {
    await openOrder({ ...visit, status: 'scheduled', is_paid: true })
    part('Order').getByText('Visit')
    const link = part('Order').getByRole('link', { name: 'View the visit' })
    expect(link.getAttribute('href')).toContain('date=2026-12-01')
  })
})

test.each([
  [true, 'Paid'],
  [false, 'To pay'],
] as const)('an order of goods shows whether it was paid: %s', async (is_paid, label) => {
  await openOrder({ status: 'placed', delivery_type: 1, is_paid, bill: [{ key: 'payable', amount: '115.50' }] })
  part('Items').getByText(label)
})

describe('cancelling', () => {
  async function openForm() {
    await openOrder({ status: 'accepted' })
    await press(page(), 'Cancel …')
    return dialog('Cancel the order')
  }

  test('[U-19] requires the typed number, and shows what was refunded and what was kept', async () => {
    answer('dashboard/orders/cancel', { success: true, refunded: '75.00', kept: '75.00', currency: 'INR' })
    const form = await openForm()
    const button = form.getByRole('button', { name: 'Cancel the order' }) as HTMLButtonElement
    await person.selectOptions(form.getByLabelText('Refund'), 'Half of the amount')
    await write(form, 'Reason', 'store flooded')
    expect(button.disabled).toBe(true)
    await write(form, /^Type “/, 'YR5WHG93')
    await person.click(button)
    await screen.findByText('The order is cancelled: ₹75.00 was refunded, and ₹75.00 was retained')
    expect(inputsOf('dashboard/orders/cancel')).toEqual([{ order_id: 8, refund: 'half', reason: 'store flooded' }])
    expect(callsOf('dashboard/orders/cancel')[0]!.key).not.toBeNull()
  })

  test('[U-19] a missing reason is an error at the field; a refused cancellation is an error of the form', async () => {
    const form = await openForm()
    await write(form, /^Type “/, 'YR5WHG93')
    await press(form, 'Cancel the order')
    await expect.poll(() => noteAt(form, 'Reason')).toBe('Please fill in this field')
    refuse('dashboard/orders/cancel', 'TRANSITION_REFUSED')
    await write(form, 'Reason', 'late')
    await press(form, 'Cancel the order')
    await expect.poll(() => form.queryAllByRole('alert').length).toBe(1)
    expect(noteAt(form, 'Reason')).toBe('The customer can read the reason on the page of the order.')
  })
})

describe('a payment that staff approve', () => {
  async function openForm() {
    await openOrder({ status: 'awaiting_payment' })
    await press(page(), 'Approve the payment')
    return dialog('Approve the payment')
  }

  test.each([
    ['booked', 'The payment is approved, and the order continues'],
    ['waiting', 'The payment is reported. Another person must approve the payment under “Reported payments”.'],
  ] as const)('[U-19] is %s', async (state, text) => {
    answer('dashboard/orders/approve-payment', { success: true, status: 'placed', state })
    const form = await openForm()
    await write(form, 'Reference', 'UTR 5512')
    await write(form, 'How do you know that the payment has arrived?', 'seen at the bank')
    await press(form, 'Approve the payment')
    await screen.findByText(text)
    expect(inputsOf('dashboard/orders/approve-payment')).toEqual([
      { order_id: 8, reference: 'UTR 5512', reason: 'seen at the bank' },
    ])
  })

  test.each([
    ['Reference', 'x'.repeat(300), /long/],
    ['How do you know that the payment has arrived?', '', /fill in/],
  ])('[U-19] is refused at the field %s', async (label, typed, text) => {
    const form = await openForm()
    await write(form, 'How do you know that the payment has arrived?', 'seen at the bank')
    await write(form, label, typed)
    await press(form, 'Approve the payment')
    await expect.poll(() => noteAt(form, label)).toMatch(text)
  })
})

test('[U-19] a delivery with a locked PIN is closed only with the name of a person who confirms the delivery', async () => {
  answer('dashboard/orders/close-delivery', { success: true })
  await openOrder({ status: 'picked_up', delivery_type: 1, is_pin_locked: true })
  part('Order').getByText('The delivery PIN is locked after five wrong tries.')
  await press(page(), 'Close the delivery')
  const form = await dialog('Close the delivery')
  await press(form, 'Close the delivery')
  await expect.poll(() => noteAt(form, 'Who said that the order was delivered?')).toBe('Please fill in this field')
  await write(form, 'Who said that the order was delivered?', 'Asha, by phone')
  await press(form, 'Close the delivery')
  await screen.findByText('The delivery is closed')
  expect(inputsOf('dashboard/orders/close-delivery').at(-1)).toEqual({ order_id: 8, reason: 'Asha, by phone' })
})

describe('what an order shows', () => {
  test('[U-19] lines with their choices, and the bill', async () => {
    const [line] = recorded('dashboard/orders/show').order.lines
    await openOrder({
      coupon_name: 'FEAST',
      tax_percent: '5',
      lines: [{ ...line!, quantity: 2, unit_price: '50.00', amount: '100.00' }],
      bill: [
        { key: 'itemTotal', amount: '100.00' },
        { key: 'coupon', amount: '-20.00' },
        { key: 'tax', amount: '4.00' },
        { key: 'total', amount: '84.00' },
      ],
    })
    const items = part('Items')
    items.getByText('Extras: Ghee, ₹15.00')
    items.getByText('₹50.00 each')
    const terms = items
      .getAllByRole('term')
      .map((term) => `${term.textContent} ${term.nextElementSibling?.textContent}`)
    expect(terms).toEqual(['Items ₹100.00', 'Coupon FEAST -₹20.00', 'Tax 5% ₹4.00', 'Total ₹84.00'])
  })

  test('[U-19] only the facts that exist', async () => {
    await openOrder({ prep_minutes: 0, distance_km: 1.46, cash_change: '500.00', cancel_reason: null })
    const facts = part('Order')
      .getAllByRole('term')
      .map((term) => [term.textContent, term.nextElementSibling?.textContent])
    expect(Object.fromEntries(facts)).toMatchObject({
      'Time to prepare': '0 min',
      Distance: '1.5 km',
      'Change for': '₹500.00',
      Payment: 'Cash',
    })
    expect(facts.map(([name]) => name)).not.toContain('Cancelled because')
  })

  test('[U-19] people as links only for staff who may see them, and a link to the address on a map', async () => {
    await openOrder({}, staffWith('order_view'))
    const people = part('People and places')
    expect(people.queryByRole('button', { name: 'Asha Menon' })).toBeNull()
    expect(people.getByRole('link', { name: /Lake Road/ }).getAttribute('href')).toBe(
      'https://maps.google.com/maps?q=12.9352,77.6245',
    )
  })

  test('[U-19] the store as a link to its page, for owners', async () => {
    await openOrder({ money: null, audit: [], customer: { phone: null, email: null }, at: null }, ownerOf())
    const people = part('People and places')
    expect(people.queryByRole('button', { name: 'Asha Menon' })).toBeNull()
    expect(people.queryByRole('link', { name: /Lake Road/ })).toBeNull()
    people.getByRole('button', { name: 'Corner Kitchen' })
    expect(page().queryByRole('region', { name: 'Payments and refunds' })).toBeNull()
  })

  test('[U-19] payments and refunds, and the refund of a delivered order', async () => {
    answerTable('refunds', [])
    await openOrder({
      status: 'delivered',
      money: {
        ...money,
        wallet_own: '40.00',
        online: '0.00',
        refunded: '10.00',
        refunds: [
          { id: '3', amount: '10.00', to: 'wallet', state: 'booked', reason: 'x', at: '2026-11-21T10:00:00.000Z' },
        ],
      },
    })
    const shown = part('Payments and refunds')
    shown.getByText('₹40.00')
    expect(shown.queryByText('Online')).toBeNull()
    shown.getByText(/^Refund to wallet/)
    expect(shown.getByRole('link', { name: 'View refunds' }).getAttribute('href')).toBe(
      '/dashboard/refunds?q=OD-11-21-7YFC-YR5WHG93',
    )
    await press(page(), 'Refund')
    await expect.poll(address).toBe('/refunds?order=8')
  })

  test('[U-19] no refund before the order is delivered', async () => {
    await openOrder({ status: 'accepted' })
    expect(page().queryByRole('button', { name: 'Refund' })).toBeNull()
    part('Payments and refunds').getByText('Cash. Collected on delivery.')
  })
})

describe('the list of orders', () => {
  const inList = (id: number, cells: Partial<RowOf<'orders'>>) =>
    row('orders', { id, unique_order_id: `OD-0000${String(id).padStart(8, '0')}`, currency: 'INR', ...cells })
  const minutesAgo = (minutes: number) => new Date(Date.now() - minutes * 60_000 - 1000).toISOString()

  test('[U-19] marks the late ones, and the panel begins with status, promised time, customer and phone numbers', async () => {
    answerTable('orders', [
      inList(8, { status: 'assigned', promised_at: minutesAgo(12), type: 'delivery', payment_mode: 'COD' }),
      inList(9, { status: 'delivered', promised_at: minutesAgo(90), type: 'pickup', payment_mode: 'COD' }),
    ])
    showOrder({
      status: 'assigned',
      promised_at: minutesAgo(12),
      customer: { name: 'Asha Menon', phone: '+919876543210' },
      rider: null,
    })
    await openPage('/orders')
    const late = (await page().findByText('12 min late')).closest('tr')!
    expect(page().getAllByText(/ late$/)).toHaveLength(1)
    await person.click(within(late).getByText('Rider assigned'))
    const panel = await dialog('Order 00000008')
    const summary = within(await panel.findByRole('region', { name: 'Summary' }))
    summary.getByText('Rider assigned')
    summary.getByText(/^Promised /)
    summary.getByText('12 min late')
    const customer = summary.getByRole('link', { name: /^Call customer ?Asha Menon$/ })
    expect(customer.getAttribute('href')).toBe('tel:+919876543210')
    expect(summary.queryByRole('link', { name: /^Call rider/ })).toBeNull()
  })
})

describe('a printed order', () => {
  let printed = 0

  beforeEach(() => {
    printed = 0
    // The test DOM (jsdom) cannot print, loads no fonts, and does not support stylesheets whose text can be replaced.
    vi.stubGlobal('print', () => printed++)
    vi.stubGlobal(
      'CSSStyleSheet',
      class {
        text = ''
        replaceSync(text: string) {
          this.text = text
        }
      },
    )
    Object.defineProperty(document, 'adoptedStyleSheets', { configurable: true, writable: true, value: [] })
    Object.defineProperty(document, 'fonts', { configurable: true, value: { ready: Promise.resolve() } })
    signIn(administrator)
    showOrder({ comment: 'no onions', scheduled_for: null })
  })

  test('[U-19] an order for the kitchen has no prices', async () => {
    openApp('/print/8?kind=kitchen&paper=58')
    const ticket = within(await screen.findByRole('main'))
    ticket.getByText('YR5WHG93')
    ticket.getByText('+ Ghee')
    ticket.getByText('no onions')
    expect(screen.getByRole('main').textContent).not.toMatch(/₹/)
    await expect.poll(() => printed).toBe(1)
    expect(document.adoptedStyleSheets).toEqual([{ text: expect.stringMatching(/size: 58mm \d+mm; margin: 2mm/) }])
  })

  test('[U-19] as a receipt has prices, address and phone', async () => {
    openApp('/print/8?paper=unknown')
    const ticket = within(await screen.findByRole('main'))
    expect(ticket.getAllByText('₹100.00').length).toBeGreaterThan(0)
    ticket.getByText('OD-11-21-7YFC-YR5WHG93')
    ticket.getByText('+919876543210')
    await expect.poll(() => printed).toBe(1)
    expect(document.adoptedStyleSheets).toEqual([{ text: expect.stringMatching(/size: 80mm \d+mm; margin: 3mm/) }])
  })

  test('[U-19] an order that cannot be read shows the reason', async () => {
    refuse('dashboard/orders/show', 'NOT_FOUND')
    openApp('/print/8')
    await screen.findByRole('alert')
    expect(screen.queryByRole('main')).toBeNull()
  })
})
