import type { Output } from '@nukkad/contract/contract.ts'
import { screen, within } from '@testing-library/react'
import { beforeEach, describe, expect, test } from 'vitest'
import { address, dialog, noteAt, openPage, page, person, press, write } from '#test/app.tsx'
import { administrator, ownerOf, staffWith } from '#test/people.ts'
import { changed, type Part, recorded, row } from '#test/recorded.ts'
import { answer, answerTable, callsOf, inputsOf, queriesOf, refuse } from '#test/server.ts'

const sound = recorded('dashboard/ledger-check', {
  data: { stops_payouts: false, difference_count: 0, differences: [] },
})
type Earnings = Output<'store-owner/get-earnings'>

const earnings = (storeId: number, change: Part<Earnings> = {}): Earnings =>
  changed<Earnings>(
    recorded('store-owner/get-earnings', { restaurant: { id: storeId }, disputes: [], payoutRequests: [] }),
    change,
  )

beforeEach(() => {
  answer('dashboard/ledger-check', sound)
  answer('store-owner/get-earnings', ({ store_id }) => earnings(Number(store_id)))
  answer('store-owner/get-payout-details', recorded('store-owner/get-payout-details'))
})

describe('payouts for staff', () => {
  const payout = row('payouts', {
    id: 6,
    store: 'Corner Kitchen',
    store_id: 10,
    status: 'PENDING',
    gross: '1000.00',
    commission: '125.00',
    amount: '875.00',
    currency: 'INR',
    requested_by: 'Meena',
    created_at: '2026-11-21T10:00:00.000Z',
  })

  async function openPayout(change: Partial<typeof payout> = {}) {
    answerTable('payouts', [{ ...payout, ...change }])
    await openPage('/payouts')
    await person.click(await page().findByText('Corner Kitchen'))
    return dialog('Payout')
  }

  test('show the account of the store, and are marked as paid with a reference', async () => {
    answer('dashboard/store-payouts/pay', recorded('dashboard/store-payouts/pay'))
    const panel = await openPayout()
    await panel.findByText('123456789012')
    expect(panel.queryByText('UPI address')).toBeNull()
    const form = within(panel.getByRole('form', { name: 'Paid' }))
    await write(form, 'Method', 'NEFT')
    await write(form, 'Reference', 'UTR 4711')
    await press(form, 'Mark as paid')
    const question = await dialog('Have you sent ₹875.00 to Corner Kitchen?')
    await press(question, 'Mark as paid')
    await screen.findByText('₹875.00 marked as paid to Corner Kitchen')
    expect(inputsOf('dashboard/store-payouts/pay')).toEqual([
      { id: 6, transaction_mode: 'NEFT', transaction_id: 'UTR 4711', message: null },
    ])
    expect(queriesOf('payouts')).toHaveLength(2)
  })

  test('payouts are not recorded as paid without method and reference', async () => {
    const panel = await openPayout()
    const form = within(panel.getByRole('form', { name: 'Paid' }))
    await press(form, 'Mark as paid')
    await press(await dialog('Have you sent ₹875.00 to Corner Kitchen?'), 'Mark as paid')
    await expect.poll(() => noteAt(form, 'Method')).toBe('Please fill in this field')
    expect(noteAt(form, 'Reference')).toBe('Please fill in this field')
  })

  test('payouts are stopped while the ledger check finds differences', async () => {
    refuse('dashboard/store-payouts/pay', 'BOOKS_DIFFER')
    const panel = await openPayout()
    const form = within(panel.getByRole('form', { name: 'Paid' }))
    await write(form, 'Method', 'NEFT')
    await write(form, 'Reference', 'UTR 4711')
    await press(form, 'Mark as paid')
    await press(await dialog('Have you sent ₹875.00 to Corner Kitchen?'), 'Mark as paid')
    await form.findByText(/^The ledger check found differences, so payouts are stopped/)
    answer('dashboard/liabilities', recorded('dashboard/liabilities'))
    await press(form, 'See what differs')
    await expect.poll(() => address()).toBe('/books')
  })

  test('payouts are rejected with a reason that the store reads', async () => {
    answer('dashboard/store-payouts/reject', recorded('dashboard/store-payouts/reject'))
    const panel = await openPayout()
    const form = within(panel.getByRole('form', { name: 'Reject' }))
    await press(form, 'Reject')
    await press(await dialog('Reject this payout?'), 'Reject')
    await expect.poll(() => noteAt(form, 'Why you reject the payout')).toBe('Please fill in this field')
    await write(form, 'Why you reject the payout', 'The account is closed')
    await press(form, 'Reject')
    await press(await dialog('Reject this payout?'), 'Reject')
    await screen.findByText('The payout was rejected, and ₹1,000.00 is due to Corner Kitchen again')
    expect(inputsOf('dashboard/store-payouts/reject').at(-1)).toEqual({ id: 6, message: 'The account is closed' })
  })

  test('the payouts of a store without an account show this', async () => {
    answer('store-owner/get-payout-details', {
      success: true,
      details: { account_holder: '', bank_name: '', account_number: '', branch_code: '', upi_id: '', note: '' },
    })
    const panel = await openPayout()
    await panel.findByText('This store has no payout account yet. Ask the owner to add an account.')
  })

  test('payouts that are decided offer no actions', async () => {
    const panel = await openPayout({
      status: 'COMPLETED',
      decided_at: '2026-11-22T10:00:00.000Z',
      decided_by: 'Farah Khan',
      transaction_mode: 'NEFT',
      transaction_id: 'UTR 4711',
    })
    panel.getByText('NEFT, UTR 4711')
    expect(panel.queryByRole('form')).toBeNull()
    expect(inputsOf('store-owner/get-payout-details')).toEqual([])
  })

  test('show a warning on the page while they are stopped', async () => {
    answer('dashboard/ledger-check', recorded('dashboard/ledger-check', { data: { stops_payouts: true } }))
    answerTable('payouts', [])
    await openPage('/payouts')
    await page().findByText(/^The ledger check found differences/)
  })
})

describe('payouts for owners', () => {
  test('show the due amount, and are requested after confirmation', async () => {
    answerTable('payouts', [])
    answer('store-owner/send-payout-request', { success: true })
    answer('store-owner/get-earnings', ({ store_id }) =>
      earnings(Number(store_id), {
        canRequestForPayout: true,
        availableForPayout: '640.00',
        balanceAfterCommission: '875.00',
        heldRecent: '235.00',
      }),
    )
    await openPage('/payouts', ownerOf())
    const own = within(await page().findByRole('region', { name: 'Earnings of Sagar Tiffins' }))
    await own.findByText('₹875.00')
    own.getByText('You can be paid ₹640.00 now. The rest is held:')
    own.getByText('Orders paid online in the last few days, whose payment the customer’s bank can still take back')
    expect(own.queryByText(/^Orders that a customer disputes/)).toBeNull()
    await press(own, 'Request a payout')
    await press(await dialog('Request a payout of ₹640.00?'), 'Request the payout')
    await screen.findByText('The payout is requested. This page shows when the payout is paid.')
    expect(inputsOf('store-owner/send-payout-request')).toEqual([{ store_id: 1 }])
    expect(callsOf('store-owner/send-payout-request')[0]!.key).not.toBeNull()
  })

  test.each([
    [{ minPayout: '500.00' }, 'You can request a payout once more than ₹500.00 can be paid to you.'],
    [
      { payoutsHeldUntil: '2026-11-26 10:30:00' },
      'Your payout details changed, so payouts are held until 2026-11-26 10:30.',
    ],
    [
      { payoutRequests: [{ ...recorded('store-owner/get-earnings').payoutRequests[0]!, status: 'PENDING' as const }] },
      'You can request another payout when staff have decided about your last request.',
    ],
  ])('payouts that cannot be requested show the reason: %#', async (change, text) => {
    answerTable('payouts', [])
    answer('store-owner/get-earnings', ({ store_id }) =>
      earnings(Number(store_id), { canRequestForPayout: false, ...change }),
    )
    await openPage('/payouts', ownerOf())
    await page().findByText(text)
    expect((page().getByRole('button', { name: 'Request a payout' }) as HTMLButtonElement).disabled).toBe(true)
  })

  test('the payouts of several stores are shown separately, or only for the chosen one', async () => {
    answerTable('payouts', [])
    const owner = ownerOf('Sagar Tiffins', 'Sagar Sweets')
    await openPage('/payouts', owner)
    await page().findByRole('region', { name: 'Earnings of Sagar Sweets' })
    await person.selectOptions(screen.getByLabelText('Selected store'), 'Sagar Tiffins')
    await expect.poll(() => page().queryByRole('region', { name: 'Earnings of Sagar Sweets' })).toBeNull()
    page().getByRole('region', { name: 'Earnings of Sagar Tiffins' })
  })

  test('show what disputes hold and what was lost', async () => {
    answerTable('payouts', [])
    answer('store-owner/get-earnings', ({ store_id }) =>
      earnings(Number(store_id), {
        disputes: [
          { unique_order_id: 'OD-1', status: 'open', amount: '100.00', since: '2026-11-20 10:00:00' },
          { unique_order_id: 'OD-2', status: 'lost', amount: '60.00', since: '2026-11-20 10:00:00' },
        ],
      }),
    )
    await openPage('/payouts', ownerOf())
    const list = within(await page().findByRole('list', { name: 'Disputed orders' }))
    const [open, lost] = list.getAllByRole('listitem').map((item) => item.textContent)
    expect(open).toMatch(/^OD-1Held since .*₹100.00$/)
    expect(lost).toMatch(/^OD-2Returned to the customer by the bank on .*−₹60.00$/)
  })
})

describe('cash of riders', () => {
  const ravi = row('cash_held', { id: 3, rider: 'Ravi Kumar', held: '500.00', limit: '800.00', currency: 'INR' })

  async function openCash() {
    answerTable('cash_held', [ravi])
    await openPage('/rider-cash')
    await person.click(await page().findByText('Ravi Kumar'))
    return dialog('Cash with Ravi Kumar')
  }

  test('[U-18] is marked near the limit and above it', async () => {
    const held = (id: number, rider: string, amount: string) => ({ ...ravi, id, rider, held: amount })
    answerTable('cash_held', [held(1, 'Asif', '719.00'), held(2, 'Bala', '720.00'), held(3, 'Chand', '800.00')])
    await openPage('/rider-cash')
    await page().findByText('Asif')
    expect(page().getByRole('row', { name: /Asif/ }).textContent).not.toMatch(/limit/i)
    expect(page().getByRole('row', { name: /Bala.*Near the limit/ })).toBeTruthy()
    expect(page().getByRole('row', { name: /Chand.*Limit reached/ })).toBeTruthy()
  })

  test('[U-18] is collected in full if no amount is typed', async () => {
    answer('dashboard/delivery-collections/collect', recorded('dashboard/delivery-collections/collect'))
    const panel = await openCash()
    panel.getByText('₹800.00')
    expect(panel.getByLabelText<HTMLInputElement>('Amount').placeholder).toBe('500.00')
    await press(panel, 'Collect')
    await press(await dialog('Record ₹500.00 as collected?'), 'Collect')
    await screen.findByText('₹200.50 collected; Ravi Kumar still holds ₹299.50')
    expect(inputsOf('dashboard/delivery-collections/collect')).toEqual([{ rider_id: 3, currency: 'INR', note: null }])
  })

  test('[U-18] is collected in part, and above the limit waits for an approver', async () => {
    answer(
      'dashboard/delivery-collections/collect',
      recorded('dashboard/delivery-collections/collect', { data: { state: 'waiting' } }),
    )
    const panel = await openCash()
    await write(panel, 'Amount', ' 200.50 ')
    await write(panel, 'Note', 'first bag')
    await press(panel, 'Collect')
    await press(await dialog('Record ₹200.50 as collected?'), 'Collect')
    await screen.findByText('The cash is recorded. Another person must approve the cash under “Cash handed in”.')
    expect(inputsOf('dashboard/delivery-collections/collect')).toEqual([
      { amount: '200.50', rider_id: 3, currency: 'INR', note: 'first bag' },
    ])
  })

  test('[U-18] above the rider’s cash is refused at the amount', async () => {
    refuse('dashboard/delivery-collections/collect', 'COLLECTION_TOO_HIGH')
    const panel = await openCash()
    await write(panel, 'Amount', '900')
    await press(panel, 'Collect')
    await press(await dialog('Record ₹900.00 as collected?'), 'Collect')
    await expect.poll(() => noteAt(panel, 'Amount')).not.toBe('Leave empty for the full amount.')
  })

  test('[U-18] links to its log only for people who may see it', async () => {
    answerTable('cash_held', [])
    await openPage('/rider-cash', staffWith('delivery_collection_manage'))
    await page().findByText('No rider holds cash.')
    expect(page().queryByRole('button', { name: 'Collections' })).toBeNull()
    expect(page().getByRole('button', { name: 'Requests' })).not.toBeNull()
  })
})

describe('debts of stores', () => {
  test('[U-09] debts are paid with the reference of the bank', async () => {
    answerTable('store_debts', [
      row('store_debts', { id: 8, store: 'Corner Kitchen', owed: '10000.00', currency: 'INR' }),
    ])
    answer('dashboard/store-settlements/record', recorded('dashboard/store-settlements/record'))
    await openPage('/store-debts')
    await person.click(await page().findByText('Corner Kitchen'))
    const panel = await dialog('Payment from Corner Kitchen')
    await press(panel, 'Record')
    await press(await dialog('Record a payment of ₹10,000.00?'), 'Record')
    await expect.poll(() => noteAt(panel, 'Reference')).toBe('Please fill in this field')
    await write(panel, 'Reference', 'UTR 7')
    await press(panel, 'Record')
    await press(await dialog('Record a payment of ₹10,000.00?'), 'Record')
    await screen.findByText('The payment is recorded. Another person must approve the payment under “Payments”.')
    expect(inputsOf('dashboard/store-settlements/record').at(-1)).toEqual({ store_id: 8, reference: 'UTR 7' })
  })
})

describe('payment issues', () => {
  const issue = row('payment_issues', {
    id: 3,
    kind: 'refund_failed',
    provider: 'Razorpay',
    provider_ref: 'rfnd_1',
    reason: 'account closed',
    amount: '50.00',
    currency: 'INR',
    payment_id: 31,
    created_at: '2026-11-21T10:00:00.000Z',
  })

  async function openIssue(change: Partial<typeof issue> = {}, as = administrator) {
    answerTable('payment_issues', [{ ...issue, ...change }])
    await openPage('/payment-issues', as)
    await person.click(await page().findByText('rfnd_1'))
    return dialog('Payment issue')
  }

  test('say what to do, and are recorded as handled with a note', async () => {
    answer('dashboard/payment-issues/handle', recorded('dashboard/payment-issues/handle'))
    const panel = await openIssue()
    panel.getByText(/^The provider could not give the money back/)
    await press(panel, 'Mark as handled')
    await expect.poll(() => noteAt(panel, 'What was done')).toBe('Please fill in this field')
    await write(panel, 'What was done', 'Sent by bank transfer')
    await press(panel, 'Mark as handled')
    await screen.findByText('Marked as handled')
    expect(inputsOf('dashboard/payment-issues/handle').at(-1)).toEqual({ id: 3, note: 'Sent by bank transfer' })
  })

  test('link to the refund of their payment', async () => {
    answerTable('refunds', [])
    const panel = await openIssue()
    await press(panel, 'Refund this payment')
    await dialog('New refund')
    expect(address()).toBe('/refunds?payment=31')
  })

  test('have a view for open and one for handled ones', async () => {
    answerTable('payment_issues', [issue])
    await openPage('/payment-issues')
    await page().findByText('rfnd_1')
    expect(queriesOf('payment_issues')[0]).toMatchObject({ filters: { is_handled: 'no' } })
    await person.click(page().getByRole('link', { name: 'Handled' }))
    await expect.poll(() => queriesOf('payment_issues').at(-1)).toMatchObject({ filters: { is_handled: 'yes' } })
  })

  test.each([
    ['seen by staff who may not act', {}, staffWith('order_view')],
    ['handled already', { handled_by: 'Farah Khan', handling_note: 'Done' }, administrator],
  ])('%s offer no action', async (_name, change, as) => {
    const panel = await openIssue(change, as)
    expect(panel.queryByRole('form')).toBeNull()
    expect(panel.queryByRole('button', { name: 'Refund this payment' })).toBeNull()
  })
})

describe('the ledger', () => {
  test('groups its accounts by side, and describes in words who owes whom', async () => {
    answer('dashboard/liabilities', {
      success: true,
      rows: [
        { kind: 'wallet_own', currency: 'INR', amount: '120.00', holders: 2 },
        { kind: 'rider_cash', currency: 'INR', amount: '-500.00', holders: 1 },
      ],
      sums: [
        { currency: 'INR', amount: '0.00' },
        { currency: 'USD', amount: '5.00' },
      ],
    })
    await openPage('/books')
    const cells = (await page().findAllByRole('cell')).map((cell) => cell.textContent)
    expect(cells.some((text) => text?.startsWith('₹120.00'))).toBe(true)
    expect(cells.some((text) => text?.startsWith('₹500.00') && !text.includes('-'))).toBe(true)
    await page().findByText('Everything agrees.')
    page().getByText('as expected')
    page().getByText('not zero')
  })

  test('can be checked immediately, and lists each difference', async () => {
    answer('dashboard/liabilities', recorded('dashboard/liabilities'))
    answer('dashboard/ledger-check/now', () => {
      answer(
        'dashboard/ledger-check',
        recorded('dashboard/ledger-check', {
          data: {
            difference_count: 130,
            differences: [{ check: 'balances', subject: 'account 7', expected: '1', found: '2' }],
          },
        }),
      )
      return { success: true }
    })
    await openPage('/books')
    await page().findByText('Everything agrees.')
    await press(page(), 'Check now')
    await page().findByText('130 differences: payouts are stopped.')
    const list = within(page().getByRole('list', { name: 'Differences' }))
    expect(list.getByRole('listitem').textContent).toBe(
      'Balance of a person equals the total of their entriesaccount 7: should be 1, is 2',
    )
    page().getByText('The first 1 are shown.')
  })

  test('a ledger that was never checked says how to do it', async () => {
    answer('dashboard/liabilities', recorded('dashboard/liabilities'))
    answer('dashboard/ledger-check', { success: true, data: null })
    await openPage('/books')
    await page().findByText(/^No ledger check has run yet/)
  })
})
