import { screen, within } from '@testing-library/react'
import { describe, expect, test } from 'vitest'
import { address, dialog, openPage, page, person, press } from '#test/app.tsx'
import { ownerOf } from '#test/people.ts'
import { recorded } from '#test/recorded.ts'
import { date, inSalons, showDiary, visit } from '#test/salon.ts'
import { answer, inputsOf, refuse } from '#test/server.ts'
import { drawerOf, notNamed, type Paid, paidOf, partsOf, type Takings, takingsText } from './takings-values.ts'

const takings: Takings = {
  total: '1470.00',
  visits: 3,
  methods: [
    { method: 'cash', amount: '500.00', visits: 2 },
    { method: 'card', amount: '320.00', visits: 1 },
    { method: 'upi', amount: '0.00', visits: 0 },
  ],
  not_named: { amount: '650.00', visits: 1 },
}
const inParts = (parts: Partial<Paid['parts']>): Paid => ({ by: 'parts', parts: { ...notNamed.parts, ...parts } })

describe('the payment of a customer', () => {
  test('[V-73] is one method for the whole amount, or parts that add up to it', () => {
    expect(partsOf({ ...notNamed, by: 'upi' }, '320.00', 'INR')).toEqual({
      takings: [{ method: 'upi', amount: '320.00' }],
    })
    expect(partsOf(inParts({ cash: ' 300 ', card: '20.00' }), '320.00', 'INR')).toEqual({
      takings: [
        { method: 'cash', amount: '300.00' },
        { method: 'card', amount: '20.00' },
      ],
    })
    expect(partsOf(notNamed, '0.00', 'INR')).toEqual({ takings: [] })
  })

  test.each([
    [notNamed, 'Choose how the customer paid.'],
    [inParts({}), 'The parts are ₹320.00 less than the amount due.'],
    [inParts({ cash: '300' }), 'The parts are ₹20.00 less than the amount due.'],
    [inParts({ cash: '300', upi: '20.01' }), 'The parts are ₹0.01 more than the amount due.'],
    [inParts({ cash: '320', upi: '0' }), 'Enter an amount above zero for each part.'],
    [inParts({ cash: 'x', upi: '320' }), 'Enter an amount above zero for each part.'],
  ])('[V-73] reports the error: %j', (paid, problem) => {
    expect(partsOf(paid, '320.00', 'INR')).toEqual({ problem })
  })

  test('[V-73] is described in words, and can be edited again', () => {
    const parts = [
      { method: 'cash' as const, amount: '200.00' },
      { method: 'upi' as const, amount: '130.00' },
    ]
    expect([takingsText(parts, 'INR'), takingsText(parts.slice(0, 1), 'INR'), takingsText([], 'INR')]).toEqual([
      'Cash ₹200.00, UPI ₹130.00',
      'Cash',
      'Not named',
    ])
    expect(paidOf(parts)).toEqual(inParts({ cash: '200.00', upi: '130.00' }))
    expect(paidOf(parts.slice(1)).by).toBe('upi')
  })
})

test('[V-73] the drawer must contain the change from the morning and the cash', () => {
  expect(drawerOf(takings, { start: '', counted: '' }, 'INR')).toEqual({ expected: '500.00', difference: null })
  expect(drawerOf(takings, { start: '100', counted: '590.50' }, 'INR')).toEqual({
    expected: '600.00',
    difference: '-9.50',
  })
  expect(drawerOf(takings, { start: 'x', counted: '' }, 'INR')).toBeUndefined()
})

describe('a finished visit', () => {
  const cash = [{ method: 'cash' as const, amount: '330.00' }]
  const done = { status: 'done', no_show_from: null, taken: '330.00', may_correct_takings: true } as const

  test('[V-73] shows how it was paid, and can be corrected on its day', async () => {
    showDiary({ visits: [visit('A', { ...done, takings: cash })] })
    answer('dashboard/bookings/takings/save', { success: true, visit: visit('A', done) })
    await openPage(`/visits?date=${date}&visit=V-guest-A`, inSalons(ownerOf()))
    const panel = await dialog('Guest A')
    const section = within(panel.getByRole('region', { name: 'Taken at the salon' }))
    expect(section.getByText('₹330.00')).toBeTruthy()
    expect(section.getByText('Cash')).toBeTruthy()
    await press(panel, 'Correct how the visit was paid')
    await person.click(panel.getByLabelText('In parts'))
    await person.type(panel.getByLabelText('By card'), '300')
    await press(panel, 'Save')
    await panel.findByText('The parts are ₹30.00 less than the amount due.')
    expect(inputsOf('dashboard/bookings/takings/save')).toEqual([])
    await person.click(panel.getByLabelText('UPI'))
    await press(panel, 'Save')
    await screen.findByText('Saved how the visit was paid')
    expect(inputsOf('dashboard/bookings/takings/save')).toEqual([
      { store_id: 1, unique_visit_id: 'V-guest-A', takings: [{ method: 'upi', amount: '330.00' }] },
    ])
  })

  test('[V-73] of another day cannot be corrected, and one without a payment method shows "Not named"', async () => {
    showDiary({ visits: [visit('A', { ...done, takings: [], may_correct_takings: false })] })
    await openPage(`/visits?date=${date}&visit=V-guest-A`, inSalons(ownerOf()))
    const panel = await dialog('Guest A')
    expect(panel.getByText('Not named')).toBeTruthy()
    expect(panel.queryByRole('button', { name: /how the visit was paid/ })).toBeNull()
  })
})

describe('the page Takings', () => {
  const day = {
    ...recorded('dashboard/bookings/takings'),
    currency: 'INR',
    time_zone: 'Asia/Kolkata',
    date: '2026-12-01',
    is_today: true,
    takings,
    visits: [
      {
        unique_visit_id: 'V-1',
        customer: 'Tara',
        ended_at: '2026-12-01T05:30:00.000Z',
        taken: '650.00',
        tip: '20.00',
        takings: [],
      },
    ],
  }

  test('[V-73] lists a day by payment method, and compares the amounts with the drawer', async () => {
    answer('dashboard/bookings/takings', day)
    await openPage('/takings', inSalons(ownerOf()))
    const row = async (name: RegExp) => (await page().findByRole('row', { name })).textContent
    expect(await row(/^Cash/)).toBe('Cash2₹500.00')
    expect(await row(/^Not named/)).toBe('Not named1₹650.00')
    expect(await row(/^All/)).toBe('All3₹1,470.00')
    page().getByText(/^For ₹650.00 no payment method is recorded/)
    await person.type(page().getByLabelText('At the start'), '100')
    await person.type(page().getByLabelText('Counted now'), '590')
    page().getByText('₹600.00')
    page().getByText('₹10.00 too little')
    expect(page().getByRole('link', { name: /Tara/ }).textContent).toContain('Not named, with a tip of ₹20.00')
    expect(inputsOf('dashboard/bookings/takings')).toEqual([{ store_id: 1 }])
    expect(page().getByRole<HTMLButtonElement>('button', { name: 'Day after' }).disabled).toBe(true)
    await press(page(), 'Day before')
    await expect.poll(() => inputsOf('dashboard/bookings/takings').at(-1)).toEqual({ store_id: 1, date: '2026-11-30' })
    expect(address()).toContain('date=2026-11-30')
  })

  test('[V-73] shows the reason if it cannot be read; the kitchen role has no such page', async () => {
    refuse('dashboard/bookings/takings', 'INTERNAL')
    await openPage('/takings', inSalons(ownerOf()))
    await page().findByRole('button', { name: /again/i })
  })
})
