import type { RowOf } from '@nukkad/contract/tables/shapes.ts'
import { screen, within } from '@testing-library/react'
import { beforeEach, describe, expect, test } from 'vitest'
import { address, dialog, noteAt, openPage, page, person, press, take, write } from '#test/app.tsx'
import { administrator, staffWith } from '#test/people.ts'
import { recorded, row } from '#test/recorded.ts'
import { answer, answerTable, callsOf, hold, inputsOf, queriesOf, refuse } from '#test/server.ts'

const approver = administrator
const requester = 77

const correction = (change: Partial<RowOf<'wallet_adjustments'>> = {}) =>
  row('wallet_adjustments', {
    id: 5,
    state: 'waiting',
    customer: 'Asha Menon',
    customer_id: 10,
    amount: '6000.00',
    currency: 'INR',
    reason: 'A promise of the shop',
    proposed_by: 'Farah Khan',
    proposed_by_id: requester,
    pocket: 'own',
    created_at: '2026-11-21T10:00:00.000Z',
    ...change,
  })

async function openRequest(path: string, name: string, title: string, as = approver) {
  await openPage(path, as)
  await person.click((await page().findAllByText(name))[0]!)
  return dialog(title)
}

const factsOf = (panel: Awaited<ReturnType<typeof openRequest>>) =>
  Object.fromEntries(
    panel.getAllByRole('term').map((term) => [term.textContent, term.nextElementSibling?.textContent]),
  ) as Record<string, string>

describe('a waiting request', () => {
  test('[U-20] shows its content before anyone decides', async () => {
    answerTable('wallet_adjustments', [correction({ amount: '-6000.00', note: 'cold soup' })])
    const panel = await openRequest('/wallet-corrections', 'Asha Menon', 'Correction')
    expect(factsOf(panel)).toMatchObject({
      Customer: 'Asha Menon',
      'Taken from the wallet': '₹6,000.00',
      Reason: 'A promise of the shop',
      'Note to the customer': 'cold soup',
      State: 'Waiting for approval',
      'Requested by': 'Farah Khan, Nov 21, 2026, 3:30 PM',
    })
    panel.getByText('₹6,000.00 is taken from the own money of Asha Menon, who is notified.')
  })

  test('[U-20] is approved by another person after confirmation, and once', async () => {
    answerTable('wallet_adjustments', [correction()])
    answer('dashboard/wallet-adjustments/approve', recorded('dashboard/wallet-adjustments/approve'))
    const release = hold('dashboard/wallet-adjustments/approve')
    const panel = await openRequest('/wallet-corrections', 'Asha Menon', 'Correction')
    const form = within(panel.getByRole('form', { name: 'Approve' }))
    await press(form, 'Approve')
    const question = await dialog('Approve this request?')
    expect(inputsOf('dashboard/wallet-adjustments/approve')).toEqual([])
    await press(question, 'Approve')
    release()
    await screen.findByText('The request was approved, and the customer is notified')
    expect(callsOf('dashboard/wallet-adjustments/approve').map(({ input }) => input)).toEqual([{ id: 5 }])
    expect(queriesOf('wallet_adjustments').length).toBeGreaterThan(1)
    await expect.poll(() => screen.queryByRole('dialog', { name: 'Correction' })).toBeNull()
  })

  test('[U-20] is not approved if the question is cancelled', async () => {
    answerTable('wallet_adjustments', [correction()])
    const panel = await openRequest('/wallet-corrections', 'Asha Menon', 'Correction')
    await press(within(panel.getByRole('form', { name: 'Approve' })), 'Approve')
    await press(await dialog('Approve this request?'), 'Cancel')
    expect(inputsOf('dashboard/wallet-adjustments/approve')).toEqual([])
  })

  test('[U-20] is refused with a reason; without one the field shows an error', async () => {
    answerTable('wallet_adjustments', [correction()])
    answer('dashboard/wallet-adjustments/refuse', recorded('dashboard/wallet-adjustments/refuse'))
    const panel = await openRequest('/wallet-corrections', 'Asha Menon', 'Correction')
    const form = within(panel.getByRole('form', { name: 'Refuse' }))
    await press(form, 'Refuse')
    await press(await dialog('Refuse this request?'), 'Refuse')
    await expect.poll(() => noteAt(form, 'Why you refuse the request')).toBe('Please fill in this field')
    await write(form, 'Why you refuse the request', 'No such promise')
    await press(form, 'Refuse')
    await press(await dialog('Refuse this request?'), 'Refuse')
    await screen.findByText('The request was refused, and no money was moved')
    expect(inputsOf('dashboard/wallet-adjustments/refuse').at(-1)).toEqual({ id: 5, reason: 'No such promise' })
  })

  test('[U-20] can be withdrawn only by the person who made it', async () => {
    answerTable('wallet_adjustments', [correction({ proposed_by_id: approver.id })])
    answer('dashboard/wallet-adjustments/refuse', recorded('dashboard/wallet-adjustments/refuse'))
    const panel = await openRequest('/wallet-corrections', 'Asha Menon', 'Correction')
    expect(panel.queryByRole('form', { name: 'Approve' })).toBeNull()
    const form = within(panel.getByRole('form', { name: 'Withdraw' }))
    await write(form, 'Why you withdraw the request', 'Wrong customer')
    await press(form, 'Withdraw')
    await press(await dialog('Withdraw this request?'), 'Withdraw')
    await screen.findByText('The request was withdrawn, and no money was moved')
  })

  test('[U-20] about one’s own money must be decided by others', async () => {
    answerTable('wallet_adjustments', [correction({ customer_id: approver.id })])
    const panel = await openRequest('/wallet-corrections', 'Asha Menon', 'Correction')
    panel.getByText('You cannot decide about your own money. Another member of staff must decide.')
    expect(panel.queryByRole('form')).toBeNull()
  })

  test.each(['ALREADY_DECIDED', 'WALLET_TOO_LOW', 'SECOND_PERSON_NEEDED'] as const)(
    '[U-20] a request that is refused with %s stays open and shows the reason',
    async (code) => {
      answerTable('wallet_adjustments', [correction()])
      refuse('dashboard/wallet-adjustments/approve', code)
      const panel = await openRequest('/wallet-corrections', 'Asha Menon', 'Correction')
      const form = within(panel.getByRole('form', { name: 'Approve' }))
      await press(form, 'Approve')
      await press(await dialog('Approve this request?'), 'Approve')
      expect((await form.findByRole('alert')).textContent).toMatch(/\w/)
    },
  )

  test('[U-20] a request that was decided offers no actions', async () => {
    answerTable('wallet_adjustments', [
      correction({ state: 'refused', decided_by: 'Imran', decision_reason: 'No such promise' }),
    ])
    const panel = await openRequest('/wallet-corrections', 'Asha Menon', 'Correction')
    expect(factsOf(panel)).toMatchObject({ 'Decided by': 'Imran', 'Reason of the decision': 'No such promise' })
    expect(panel.queryByRole('form')).toBeNull()
  })

  test('[U-20] has its own page', async () => {
    answerTable('wallet_adjustments', [correction()])
    await openPage('/wallet-corrections')
    await person.click(
      within(page().getByRole('navigation', { name: 'Requests' })).getByRole('link', { name: 'Waiting' }),
    )
    await expect.poll(() => queriesOf('wallet_adjustments').at(-1)).toMatchObject({ filters: { state: 'waiting' } })
    const current = within(page().getByRole('navigation', { name: 'Requests' })).getByRole('link', { current: 'page' })
    expect(current.textContent).toBe('Waiting')
  })
})

describe('a new correction', () => {
  beforeEach(() => {
    answerTable('wallet_adjustments', [])
    answer('find-customers', { customers: [{ id: 10, name: 'Asha Menon', phone: '+9198…210' }] })
    answer(
      'dashboard/people/show',
      recorded('dashboard/people/show', {
        data: { id: 10, wallets: [{ currency: 'INR', own: '120.00', promotion: '40.00' }] },
      }),
    )
    answer('dashboard/wallet-adjustments/propose', recorded('dashboard/wallet-adjustments/propose'))
  })

  async function openNew(as = approver, search = '') {
    await openPage(`/wallet-corrections${search}`, as)
    await press(page(), 'New correction')
    return dialog('New correction')
  }

  test('[U-20] the correction of a found customer shows the balance and the effect on it', async () => {
    const form = await openNew()
    await write(form, 'Customer', 'asha')
    await take(form, /^Asha Menon/)
    await form.findByText(/the wallet holds ₹120.00 own money and ₹40.00 promotion credit\.$/)
    await person.selectOptions(form.getByLabelText('What to do'), 'Take from the wallet')
    await write(form, 'Amount', '50.50')
    await person.selectOptions(form.getByLabelText('Balance'), 'Promotion credit')
    await write(form, 'Reason', 'Booked twice')
    await write(form, 'Note to the customer', ' Sorry ')
    form.getByText(/^50.50 is taken from the promotion credit of Asha Menon/)
    await press(form, 'Take from the wallet')
    await screen.findByText('₹250.50 added to the wallet of Asha Menon')
    expect(inputsOf('dashboard/wallet-adjustments/propose')).toEqual([
      {
        customer_id: 10,
        direction: 'debit',
        amount: '50.50',
        pocket: 'promotion',
        reason: 'Booked twice',
        note: 'Sorry',
      },
    ])
  })

  test('[U-20] above the limit shows that another person must approve it', async () => {
    answer(
      'dashboard/wallet-adjustments/propose',
      recorded('dashboard/wallet-adjustments/propose', { data: { state: 'waiting', amount: '6000.00' } }),
    )
    const form = await openNew(approver, '?customer=10')
    await write(form, 'Amount', '6000')
    await write(form, 'Reason', 'A promise')
    await press(form, 'Add to the wallet')
    await screen.findByText('₹6,000.00 needs approval by another person')
  })

  test('[U-20] a correction without customer, amount or reason is refused at these fields', async () => {
    const form = await openNew()
    await press(form, 'Add to the wallet')
    await expect.poll(() => noteAt(form, 'Reason')).toBe('Please fill in this field')
    expect(noteAt(form, 'Customer')).not.toMatch(/^Name, last digits/)
  })

  test.each([
    ['AMOUNT_INVALID', /\w/],
    ['WALLET_TOO_LOW', /^The wallet does not hold enough money\.$/],
  ] as const)('[U-20] refused with %s shows the error at the amount', async (code, text) => {
    refuse('dashboard/wallet-adjustments/propose', code)
    const form = await openNew(approver, '?customer=10')
    await write(form, 'Amount', '999999')
    await write(form, 'Reason', 'A promise')
    await press(form, 'Add to the wallet')
    await expect.poll(() => noteAt(form, 'Amount')).toMatch(text)
  })

  test('[U-20] the correction of staff who may not search customers is made by the number of the account', async () => {
    const form = await openNew(staffWith('all_users_wallet'))
    await write(form, 'Customer', 'No. 27')
    await take(form, 'Account no. 27')
    await write(form, 'Amount', '5')
    await write(form, 'Reason', 'x')
    await press(form, 'Add to the wallet')
    await expect.poll(() => inputsOf('dashboard/wallet-adjustments/propose')[0]).toMatchObject({ customer_id: 27 })
    expect([...inputsOf('find-customers'), ...inputsOf('dashboard/people/show')]).toEqual([])
  })
})

describe('a refund', () => {
  beforeEach(() => {
    answerTable('refunds', [])
    answerTable('orders', [row('orders', { id: 5, unique_order_id: 'OD-7YFCYR5W', customer: 'Asha', store: 'Corner' })])
    answer('dashboard/refunds/propose', recorded('dashboard/refunds/propose'))
    answer('dashboard/orders/show', ({ order_id }) =>
      recorded('dashboard/orders/show', {
        order: { id: Number(order_id), total: '150.00', unique_order_id: 'OD-7YFCYR5W' },
      }),
    )
  })

  test('[U-19] the refund of an order that was found by its number is sent after confirmation', async () => {
    await openPage('/refunds')
    await press(page(), 'New refund')
    const form = await dialog('New refund')
    await write(form, 'Order', 'OD-7')
    await take(form, /^OD-7YFCYR5W/)
    await form.findByText('₹150.00')
    await person.selectOptions(form.getByLabelText('Refund to'), 'Back to the original payment method')
    await write(form, 'Amount', '50')
    await write(form, 'Note for staff', 'soup was cold')
    await press(form, 'Refund')
    const question = await dialog('Send this refund?')
    question.getByText(/^50 goes back through the payment provider/)
    await press(question, 'Refund')
    await screen.findByText('₹50.00 goes back to Asha Menon')
    expect(inputsOf('dashboard/refunds/propose')).toEqual([
      { order_id: 5, amount: '50', to: 'provider', reason: 'soup was cold' },
    ])
  })

  test('[U-19] opened from an order or a payment already has it', async () => {
    await openPage('/refunds?payment=31')
    const form = await dialog('New refund')
    expect((form.getByLabelText('Payment') as HTMLInputElement).value).toBe('31')
    await write(form, 'Note for staff', 'twice')
    await press(form, 'Refund')
    await press(await dialog('Send this refund?'), 'Refund')
    await expect
      .poll(() => inputsOf('dashboard/refunds/propose'))
      .toEqual([{ payment_id: '31', to: 'wallet', reason: 'twice' }])
  })

  test('[U-19] a refund without an order shows the error at the order', async () => {
    await openPage('/refunds')
    await press(page(), 'New refund')
    const form = await dialog('New refund')
    await write(form, 'Note for staff', 'x')
    await press(form, 'Refund')
    await press(await dialog('Send this refund?'), 'Refund')
    await expect.poll(() => noteAt(form, 'Order')).toMatch(/small|fill|valid/)
  })

  test('[U-19] a refund that is too high shows the error at the amount; an impossible one at the form', async () => {
    refuse('dashboard/refunds/propose', 'REFUND_TOO_HIGH')
    await openPage('/refunds?order=5')
    const form = await dialog('New refund')
    const { store } = recorded('dashboard/orders/show').order
    await form.findByText(`7YFCYR5W · ${store.name}`)
    await write(form, 'Amount', '500')
    await write(form, 'Note for staff', 'x')
    await press(form, 'Refund')
    await press(await dialog('Send this refund?'), 'Refund')
    await expect.poll(() => noteAt(form, 'Amount')).not.toMatch(/if blank/)
    refuse('dashboard/refunds/propose', 'REFUND_IMPOSSIBLE')
    await press(form, 'Refund')
    await press(await dialog('Send this refund?'), 'Refund')
    await form.findByText('This payment cannot be refunded in this way. Choose another way.')
  })

  test('[U-19] in the list links to its order, only for people who may see it', async () => {
    answerTable('refunds', [row('refunds', { id: 8, unique_order_id: 'OD-7YFCYR5W', order_id: 5, state: 'booked' })])
    await openPage('/refunds', staffWith('order_actions'))
    await page().findByText('OD-7YFCYR5W')
    expect(page().queryByRole('button', { name: 'OD-7YFCYR5W' })).toBeNull()
  })

  test('[U-19] a refund that failed at the provider says what to do', async () => {
    answerTable('refunds', [
      row('refunds', {
        id: 8,
        customer: 'Asha Menon',
        state: 'booked',
        destination: 'provider',
        provider_state: 'failed',
        payment_id: 31,
        unique_order_id: 'OD-7YFCYR5W',
        order_id: 5,
        amount: '50.00',
        currency: 'INR',
      }),
    ])
    const panel = await openRequest('/refunds', 'Asha Menon', 'Refund')
    expect(factsOf(panel)).toMatchObject({
      Refund: 'to the original payment method',
      Payment: '31',
      'At the provider': 'The refund failed. Refund the payment again.',
    })
    answer('store-owner/get-cancel-reasons-for-restaurant', [])
    answer('dashboard/cases', { success: true, cases: [] })
    await press(panel, 'OD-7YFCYR5W')
    await expect.poll(() => address()).toBe('/orders/5')
  })
})

describe('a reported payment', () => {
  const payment = (change: Partial<RowOf<'payment_approvals'>>) =>
    row('payment_approvals', {
      id: 4,
      customer: 'Asha Menon',
      amount: '1000.00',
      currency: 'INR',
      reason: 'seen at the bank',
      proposed_by: 'Farah Khan',
      proposed_by_id: requester,
      reference: 'UTR 5512',
      ...change,
    })

  test('[U-19] is confirmed with a bank statement', async () => {
    answerTable('payment_approvals', [payment({ state: 'booked' })])
    answer('dashboard/payment-approvals/confirm', recorded('dashboard/payment-approvals/confirm'))
    const panel = await openRequest('/payment-approvals', 'Asha Menon', 'Reported payment')
    expect(factsOf(panel)).toMatchObject({ Reference: 'UTR 5512', Confirmed: 'Not yet' })
    await write(panel, 'Reference', 'Statement of 22 November')
    await press(panel, 'Confirm')
    await press(await dialog('Confirm ₹1,000.00?'), 'Confirm')
    await screen.findByText('Payment confirmed')
    expect(inputsOf('dashboard/payment-approvals/confirm')).toEqual([{ id: 4, reference: 'Statement of 22 November' }])
  })

  test('[U-19] a reported payment without the bank’s reference cannot be confirmed', async () => {
    answerTable('payment_approvals', [payment({ state: 'booked' })])
    const panel = await openRequest('/payment-approvals', 'Asha Menon', 'Reported payment')
    await press(panel, 'Confirm')
    await press(await dialog('Confirm ₹1,000.00?'), 'Confirm')
    await expect.poll(() => noteAt(panel, 'Reference')).toBe('Please fill in this field')
  })

  test.each([
    ['confirmed already', { state: 'booked', confirmed_at: '2026-11-22T10:00:00.000Z' }],
    ['waiting', { state: 'waiting' }],
    ['refused', { state: 'refused' }],
  ])('[U-19] a reported payment that is %s offers no confirmation', async (_name, change) => {
    answerTable('payment_approvals', [payment(change)])
    const panel = await openRequest('/payment-approvals', 'Asha Menon', 'Reported payment')
    expect(panel.queryByRole('form', { name: 'Confirm the payment' })).toBeNull()
  })
})

test('a commission above a cap shows the cap and the programme', async () => {
  answerTable('commission_approvals', [
    row('commission_approvals', {
      id: 9,
      state: 'waiting',
      customer: 'Asha Menon',
      customer_id: 10,
      amount: '80.00',
      currency: 'INR',
      reason: 'cap_pair',
      store: 'Corner Kitchen',
      created_at: '2026-11-21T10:00:00.000Z',
    }),
  ])
  answer('dashboard/commission-approvals/approve', recorded('dashboard/commission-approvals/approve'))
  const panel = await openRequest('/commission-approvals', 'Asha Menon', 'Commission')
  expect(factsOf(panel)).toMatchObject({
    'Cap passed': 'Commissions from one customer at one store',
    'Requested by': 'Referral programme, Nov 21, 2026, 3:30 PM',
  })
  await press(within(panel.getByRole('form', { name: 'Approve' })), 'Approve')
  await press(await dialog('Approve this request?'), 'Approve')
  await screen.findByText('The request was approved')
  expect(inputsOf('dashboard/commission-approvals/approve')).toEqual([{ id: 9 }])
})
