import { describe, expect, test } from 'vitest'
import { clockText, keptText, lengthText, termsText, weekText } from './visit-texts.ts'

const salon = { currency: 'INR', time_zone: 'Asia/Kolkata' }

describe('the texts of a visit', () => {
  test('[V-62] show the clock of the salon, not of the reader', () => {
    expect(clockText('2026-11-30T04:30:00Z', 'Asia/Kolkata')).toMatch(/^10:00/)
    expect(clockText('2026-11-30T04:30:00Z', 'America/New_York')).toMatch(/^11:30/)
  })

  test('[V-62] name lengths in hours and minutes', () => {
    expect([0, 30, 60, 85].map(lengthText)).toEqual(['0 min', '30 min', '1 h', '1 h 25 min'])
  })

  test('[V-62] name the first and the last day of a week', () => {
    expect(weekText('2026-11-30')).toMatch(/30.* – .*6/)
  })

  test('[V-62] say what the customer accepted', () => {
    const terms = { deposit: '200.00', free_cancel_hours: 24, late_cancel_percent: 50, no_show_percent: 100 }
    const text = termsText({ ...terms, free_until: '2026-11-29T04:30:00Z' }, salon)
    expect(text).toMatch(/^Deposit of ₹200.00\. Free to cancel until .*29.*10:00.*\. Later the salon keeps 50 % of it/)
    expect(termsText({ ...terms, deposit: '0.00', free_until: '' }, salon)).toMatch(/^No deposit\./)
  })

  test('[V-62] say what became of the kept part', () => {
    const kept = { amount: '100.00', pays_at: '2026-12-01T04:30:00Z' }
    expect(keptText({ ...kept, state: 'waiting' }, salon)).toMatch(/keeps ₹100.00\. The customer can object until/)
    expect(keptText({ ...kept, state: 'paid' }, salon)).toBe('The salon has kept ₹100.00.')
    expect(keptText({ ...kept, state: 'returned' }, salon)).toBe('₹100.00 went back to the customer.')
  })
})
