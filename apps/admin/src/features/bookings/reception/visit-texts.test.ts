import { describe, expect, test } from 'vitest'
import { clockText, keptText, lengthText, longDateText, questionOf, termsText, weekText } from './visit-texts.ts'

const salon = { currency: 'INR', time_zone: 'Asia/Kolkata' }

describe('the texts of a visit', () => {
  test('[V-62] show the time of the salon, not of the reader', () => {
    expect(clockText('2026-11-30T04:30:00Z', 'Asia/Kolkata')).toMatch(/^10:00/)
    expect(clockText('2026-11-30T04:30:00Z', 'America/New_York')).toMatch(/^11:30/)
  })

  test('[V-62] write durations in hours and minutes', () => {
    expect([0, 30, 60, 85].map(lengthText)).toEqual(['0 min', '30 min', '1 h', '1 h 25 min'])
  })

  test('[V-62] name the first and the last day of a week', () => {
    expect(weekText('2026-11-30')).toMatch(/30.* – .*6/)
    expect(longDateText('2026-11-30')).toMatch(/Monday/)
  })

  test('[V-62] show the terms that the customer accepted', () => {
    const terms = { deposit: '200.00', free_cancel_hours: 24, late_cancel_percent: 50, no_show_percent: 100 }
    const text = termsText({ ...terms, free_until: '2026-11-29T04:30:00Z' }, salon)
    expect(text).toMatch(
      /^Deposit of ₹200.00\. The customer can cancel free of charge until .*29.*10:00.*\. If the customer cancels later, the salon keeps 50 % of the deposit/,
    )
    expect(termsText({ ...terms, deposit: '0.00', free_until: '' }, salon)).toMatch(/^No deposit\./)
  })

  test('[V-62] show the result for the kept part', () => {
    const kept = { amount: '100.00', pays_at: '2026-12-01T04:30:00Z' }
    expect(keptText({ ...kept, state: 'waiting' }, salon)).toMatch(/keeps ₹100.00\. The customer can object until/)
    expect(keptText({ ...kept, state: 'paid' }, salon)).toBe('The salon has kept ₹100.00.')
    expect(keptText({ ...kept, state: 'returned' }, salon)).toBe('₹100.00 was returned to the customer.')
  })
})

describe('the question before an action', () => {
  const order = { id: 8, unique_order_id: 'OD-1', total: '400.00', paid: '100.00', at_store: '300.00' }
  const terms = {
    deposit: '100.00',
    free_cancel_hours: 24,
    late_cancel_percent: 50,
    no_show_percent: 75,
    free_until: '2026-11-29T04:30:00Z',
  }
  const visit = { order, terms, kept: null } as unknown as Parameters<typeof questionOf>[1]
  const without = { order: null, terms: null, kept: null } as unknown as Parameters<typeof questionOf>[1]

  test('[V-62] shows the part that is kept after a no-show', () => {
    expect(questionOf('no-show', visit, 'INR').text).toMatch(/keeps 75 % of the deposit of ₹100.00 /)
    expect(questionOf('no-show', { ...visit, terms: { ...terms, deposit: '0.00' } }, 'INR').text).toMatch(/^No deposit/)
    expect(questionOf('no-show', without, 'INR').text).toMatch(/^No deposit/)
  })

  test('[V-62] shows the amount that is returned to the customer', () => {
    expect(questionOf('cancel', visit, 'INR').text).toMatch(/^₹100.00 goes back/)
    expect(questionOf('cancel', without, 'INR').text).toMatch(/No money moves/)
    const kept = { amount: '75.00', state: 'waiting', pays_at: '2026-12-01T04:30:00Z' } as const
    expect(questionOf('waive-share', { ...visit, kept }, 'INR').text).toMatch(/^₹75.00 goes back/)
  })
})
