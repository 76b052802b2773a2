import { describe, expect, test } from 'vitest'
import { currencySign, formatAgo, formatBytes, formatMoney } from './format.ts'
import { fromLocalField, toLocalField } from './local-moment.ts'

describe('formatted numbers', () => {
  test('money keeps the digits from the server, also for large amounts', () => {
    expect(formatMoney('1200.00', 'INR')).toMatch(/^₹1,200\.00$/)
    expect(formatMoney('9007199254740993.01', 'USD')).toBe('$9,007,199,254,740,993.01')
    expect(formatMoney('1200', 'JPY')).toBe('¥1,200')
    expect(formatMoney('-5.50', 'INR')).toBe('-₹5.50')
  })

  test('the currency symbol is shown alone before a field', () => {
    expect(['INR', 'USD', 'KWD'].map(currencySign)).toEqual(['₹', '$', 'KWD'])
  })

  test('bytes are shown in megabytes below a gigabyte', () => {
    expect([formatBytes(5_000_000), formatBytes(999_000_000), formatBytes(1_500_000_000)]).toEqual([
      '5 MB',
      '999 MB',
      '1.5 GB',
    ])
  })
})

describe('relative time', () => {
  const now = Date.parse('2026-11-21T12:00:00.000Z')

  test.each([
    ['2026-11-21T12:00:30.000Z', '0 min'],
    ['2026-11-21T11:59:01.000Z', '0 min'],
    ['2026-11-21T11:01:00.000Z', '59 min'],
    ['2026-11-21T11:00:00.000Z', '1 h'],
    ['2026-11-19T12:00:01.000Z', '47 h'],
    ['2026-11-19T12:00:00.000Z', '2 days'],
    ['2026-11-01T12:00:00.000Z', '20 days'],
  ])('%s is %s', (iso, text) => {
    expect(formatAgo(iso, now)).toBe(text)
  })
})

describe('a time in a field of the browser', () => {
  test('keeps its value', () => {
    const iso = '2026-11-21T09:30:00.000Z'
    expect(fromLocalField(toLocalField(iso))).toBe(iso)
  })

  test('is shown in the time zone of this computer', () => {
    expect(toLocalField(new Date(2026, 10, 21, 15, 5).toISOString())).toBe('2026-11-21T15:05')
  })

  test('is empty if the field is empty', () => {
    expect([toLocalField(null), toLocalField(undefined), fromLocalField('')]).toEqual(['', '', null])
  })
})
