import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  allocate,
  divideRounded,
  formatPrice,
  minorDigits,
  parseMoney,
  parsePercent,
  percentOf,
  sum,
  wireMoney,
  wireNumber,
} from './money.ts'
import { formatOf } from './price-format.ts'

const currency = fc.constantFrom('INR', 'USD', 'JPY', 'KWD', 'CLF')
const amount = fc.bigInt({ min: 0n, max: 10n ** 14n })
const rupee = { currency: 'INR', symbol: '₹' }

describe('parseMoney', () => {
  test.each([
    ['120', 12_000n],
    ['120.00', 12_000n],
    ['0.5', 50n],
    ['007', 700n],
    [19.99, 1_999n],
    [0, 0n],
    [-0, 0n],
  ])('reads %s', (value, minor) => {
    expect(parseMoney(value, 'INR')).toBe(minor)
  })

  test.each([
    '',
    ' ',
    ' 1',
    '1 ',
    '1\n',
    '.5',
    '5.',
    '1.234',
    '1,000',
    '1e3',
    '+1',
    '-1',
    '0x10',
    '१२',
    'NaN',
    '--1',
    '1.2.3',
    Number.NaN,
    Number.POSITIVE_INFINITY,
    1e21,
    1e-7,
    0.1 + 0.2,
  ])('refuses %j', (value) => {
    expect(parseMoney(value, 'INR')).toBeUndefined()
  })

  test('knows the decimals of each currency', () => {
    expect(parseMoney('120', 'JPY')).toBe(120n)
    expect(parseMoney('120.0', 'JPY')).toBeUndefined()
    expect(parseMoney('1.250', 'KWD')).toBe(1_250n)
    expect(parseMoney('1.2500', 'KWD')).toBeUndefined()
    expect([minorDigits('INR'), minorDigits('inr'), minorDigits('JPY'), minorDigits('KWD')]).toEqual([2, 2, 0, 3])
    const none = 'BIF CLP DJF GNF ISK JPY KMF KRW PYG RWF UGX UYI VND VUV XAF XOF XPF'
    expect(new Set(none.split(' ').map(minorDigits))).toEqual(new Set([0]))
    expect(new Set('BHD IQD JOD KWD LYD OMR TND'.split(' ').map(minorDigits))).toEqual(new Set([3]))
    expect(['CLF', 'UYW', 'XYZ'].map(minorDigits)).toEqual([4, 4, 2])
  })

  test('accepts a minus only if it is allowed', () => {
    expect(parseMoney('-5.25', 'INR', { signed: true })).toBe(-525n)
    expect(parseMoney('-5.25', 'INR')).toBeUndefined()
  })

  test('property: reads every amount that it has written', () => {
    fc.assert(
      fc.property(amount, currency, fc.boolean(), (size, code, isNegative) => {
        const minor = isNegative ? -size : size
        expect(parseMoney(wireMoney(minor, code), code, { signed: true })).toBe(minor)
      }),
    )
  })

  test('property: never throws and accepts only plain decimals', () => {
    fc.assert(
      fc.property(fc.string(), (text) => {
        const minor = parseMoney(text, 'INR', { signed: true })
        if (minor !== undefined) expect(text).toMatch(/^-?[0-9]+(\.[0-9]{1,2})?$/)
      }),
    )
  })
})

describe('writing money', () => {
  test('[E-18] [R-04] always has two decimals on the wire and no grouping', () => {
    expect(wireMoney(0n, 'INR')).toBe('0.00')
    expect(wireMoney(700n, 'INR')).toBe('7.00')
    expect(wireMoney(750n, 'INR')).toBe('7.50')
    expect(wireMoney(123_450n, 'INR')).toBe('1234.50')
    expect(wireMoney(5n, 'INR')).toBe('0.05')
    expect(wireMoney(-5n, 'INR')).toBe('-0.05')
    expect(wireMoney(120n, 'JPY')).toBe('120')
    expect(wireNumber(36_860n, 'INR')).toBe(368.6)
  })

  test('[A-13] a currency other than the shop’s is shown by its own sign, or by its code', () => {
    const shown = (minor: bigint, currency: string, align = 'left') =>
      formatPrice(minor, formatOf(currency, { ...rupee, symbol: 'Rs.', align }))
    expect(shown(10_230_000n, 'INR')).toBe('Rs.1,02,300.00')
    expect(shown(10_230_000n, 'PHP')).toBe('₱1,02,300.00')
    expect(shown(1_500n, 'JPY', 'right')).toBe('1,500¥')
    expect(shown(1_250n, 'KWD')).toBe('KWD\u00a01.250')
    expect(shown(-1_250n, 'KWD', 'right')).toBe('-1.250\u00a0KWD')
  })

  test('[A-13] puts the currency sign on the side of the setting', () => {
    expect(formatPrice(25_000n, { ...rupee, align: 'left' })).toBe('₹250.00')
    expect(formatPrice(25_000n, { ...rupee, align: 'right' })).toBe('250.00₹')
    expect(formatPrice(25_000n, { ...rupee, align: null })).toBe('₹250.00')
    expect(formatPrice(-25_000n, rupee)).toBe('-₹250.00')
  })

  test('[R-04] groups digits by locale on screens', () => {
    expect(formatPrice(123_450n, { ...rupee, symbol: '' })).toBe('1,234.50')
    expect(formatPrice(1_234_567_890n, { ...rupee, locale: 'en-IN' })).toBe('₹1,23,45,678.90')
    expect(formatPrice(1_234_567_890n, { ...rupee, locale: 'en-US' })).toBe('₹12,345,678.90')
    expect(formatPrice(1_234n, { currency: 'JPY', symbol: '¥', locale: 'en' })).toBe('¥1,234')
  })

  test('property: a screen price has the same digits as the wire price, however large', () => {
    fc.assert(
      fc.property(amount, currency, (minor, code) => {
        const figure = formatPrice(minor, { currency: code, symbol: '', locale: 'en-US' })
        expect(figure.replaceAll(',', '')).toBe(wireMoney(minor, code))
      }),
    )
  })
})

describe('rounding', () => {
  test('[R-28] commission of 5 % on 999 is 49.95, discounts round down and tax rounds half up', () => {
    expect(percentOf(99_900n, 500, 'down')).toBe(4_995n)
    expect(percentOf(33_210n, 500, 'half-up')).toBe(1_661n)
    expect(percentOf(33_210n, 500, 'down')).toBe(1_660n)
  })

  test('[GAP-70] half a unit rounds up, and a negative amount mirrors its positive one', () => {
    expect(divideRounded(89n, 2n, 'half-up')).toBe(45n)
    expect(divideRounded(-89n, 2n, 'half-up')).toBe(-45n)
    expect(divideRounded(7n, 3n, 'up')).toBe(3n)
    expect(divideRounded(6n, 3n, 'up')).toBe(2n)
    expect(() => divideRounded(1n, 0n, 'down')).toThrow(RangeError)
  })

  test('property: rounding changes less than one unit: down below, up above, half-up to the nearest', () => {
    fc.assert(
      fc.property(amount, fc.bigInt({ min: 1n, max: 10n ** 6n }), (numerator, denominator) => {
        const [down, half, up] = (['down', 'half-up', 'up'] as const).map(
          (rounding) => divideRounded(numerator, denominator, rounding) * denominator - numerator,
        ) as [bigint, bigint, bigint]
        expect(down <= 0n && -down < denominator).toBe(true)
        expect(up >= 0n && up < denominator).toBe(true)
        expect(half * 2n <= denominator && half * 2n > -denominator).toBe(true)
      }),
    )
  })

  test('accepts percentages with at most two decimals', () => {
    expect(['5', '12.5', '12.50', 0, '100', '0.01'].map(parsePercent)).toEqual([500, 1250, 1250, 0, 10_000, 1])
    expect(['', '-5', '5%', '1.234', '1e2', 'NaN', Number.NaN].map(parsePercent)).toEqual(Array(7).fill(undefined))
  })
})

describe('allocate', () => {
  test('gives the remaining units to the largest remainders, the earlier first', () => {
    expect(allocate(100n, [1n, 1n, 1n])).toEqual([34n, 33n, 33n])
    expect(allocate(10n, [1n, 2n, 3n])).toEqual([2n, 3n, 5n])
    expect(allocate(-100n, [1n, 1n, 1n])).toEqual([-34n, -33n, -33n])
    expect(allocate(5n, [0n, 0n])).toEqual([3n, 2n])
    expect(allocate(5n, [0n, 7n])).toEqual([0n, 5n])
    expect(allocate(0n, [])).toEqual([])
    expect(() => allocate(1n, [])).toThrow(RangeError)
    expect(() => allocate(1n, [2n, -1n])).toThrow(RangeError)
  })

  const weights = fc.array(fc.bigInt({ min: 0n, max: 10n ** 9n }), { minLength: 1, maxLength: 50 })

  test('property: parts add up to the whole, and each is its share rounded down or up', () => {
    fc.assert(
      fc.property(fc.bigInt({ min: -(10n ** 12n), max: 10n ** 12n }), weights, (total, shares) => {
        const parts = allocate(total, shares)
        const whole = sum(shares)
        expect(sum(parts)).toBe(total)
        if (whole === 0n) return
        for (const [index, part] of parts.entries()) {
          const exact = total * (shares[index] ?? 0n)
          expect(part * whole - exact < whole && exact - part * whole < whole).toBe(true)
        }
      }),
    )
  })

  test('property: a part never exceeds its weight when the whole does not exceed the sum of weights', () => {
    fc.assert(
      fc.property(weights, fc.bigInt({ min: 0n, max: 10_000n }), (shares, part) => {
        const total = (sum(shares) * part) / 10_000n
        expect(allocate(total, shares).every((value, index) => value >= 0n && value <= (shares[index] ?? 0n))).toBe(
          true,
        )
      }),
    )
  })
})

test('a foreign currency is shown with its unambiguous sign, or by its code if it has none', () => {
  const own = { currency: 'AUD', symbol: '$', align: 'left' } as const
  const currencies = 'INR PHP BRL NPR USD EUR GBP JPY KRW BDT THB VND CHF AUD'.split(' ')
  expect(currencies.map((currency) => formatOf(currency, own).symbol).join(' ')).toBe(
    '₹ ₱ R$ रू US$ € £ ¥ ₩ ৳ ฿ ₫ CHF $',
  )
  expect(formatPrice(150n, formatOf('CHF', own))).toBe('CHF\u00a01.50')
  expect(['ABCD', 'abc', 'xABC', 'ABCx'].map((symbol) => formatPrice(100n, { ...own, symbol }))).toEqual([
    'ABCD1.00',
    'abc1.00',
    'xABC1.00',
    'ABCx1.00',
  ])
})

test('a fraction needs a denominator above zero', () => {
  for (const denominator of [0n, -1n]) expect(() => divideRounded(1n, denominator, 'down')).toThrow(/denominator/)
  expect(divideRounded(0n, 3n, 'half-up')).toBe(0n)
})
