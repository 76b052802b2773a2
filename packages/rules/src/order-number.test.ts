import fc from 'fast-check'
import { expect, test } from 'vitest'
import { formatOrderNumber, pinFrom, shortOrderNumber } from './order-number.ts'

test('(GAP-14) an order number contains its date, and its last 8 characters are shown', () => {
  const orderNumber = formatOrderNumber({ month: 3, day: 9, random4: 'a7k2', hash: 'x9q' })
  expect(orderNumber).toBe('OD-03-09-A7K2-X9Q')
  expect(shortOrderNumber(orderNumber)).toBe('A7K2-X9Q')
})

test('(GAP-14) property: a PIN is five different digits from 1 to 9', () => {
  fc.assert(
    fc.property(fc.uint8Array({ minLength: 5, maxLength: 16 }), (random) => {
      const pin = pinFrom(random)
      expect(pin).toMatch(/^[1-9]{5}$/)
      expect(new Set(pin).size).toBe(5)
    }),
  )
})

test('(GAP-14) all 15,120 PINs are possible, and few bytes are refused', () => {
  const pins = new Set<string>()
  for (let number = 0; number < 15_120; number++) pins.add(pinFrom(Uint8Array.of(0, 0, 0, number >> 8, number & 255)))
  expect(pins.size).toBe(15_120)
  expect(() => pinFrom(new Uint8Array(4))).toThrow(RangeError)
})
