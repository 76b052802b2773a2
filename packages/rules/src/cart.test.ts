import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  addLine,
  type CartItem,
  type CartLine,
  cartCount,
  cartSubtotal,
  cartTotals,
  isQuantity,
  lineUnitMinor,
  MAX_CART_LINES,
  MAX_LINE_QUANTITY,
  needsReplacePrompt,
  readAddonPricing,
  removeExact,
  removeLine,
  replaceCart,
  type SelectedAddon,
  sameLine,
  unitCount,
  unitPrice,
} from './cart.ts'
import { sum } from './money.ts'

const replacing = { addonPricing: 'replace', currency: 'INR' } as const
const adding = { addonPricing: 'add', currency: 'INR' } as const

function addon(id: string, price = '10.00'): SelectedAddon {
  return { addon_category_name: 'Extras', addon_id: id, addon_name: `Add-on ${id}`, price }
}

function item(id: number, over: Partial<CartItem> & { image?: string } = {}) {
  return { id, restaurant_id: 1, name: `Item ${id}`, price: '100.00', ...over }
}

function line(id: number, quantity: number, over: Partial<CartLine> = {}): CartLine {
  return { ...item(id), quantity, selectedaddons: [], ...over }
}

const quantities = (lines: readonly CartLine[]) => lines.map(({ id, quantity }) => [id, quantity])

describe('adding', () => {
  test('[E-01] a new line has the keys of the wire and the values that the screen needs', () => {
    const [added] = addLine([], item(7, { image: 'spa.jpg' }))
    expect(added).toEqual({
      id: 7,
      restaurant_id: 1,
      name: 'Item 7',
      price: '100.00',
      quantity: 1,
      selectedaddons: [],
      image: 'spa.jpg',
    })
  })

  test('[E-03] the same item with the same add-ons increases its line, in any order of the add-ons', () => {
    const lines = [line(7, 1, { selectedaddons: [addon('1'), addon('2')] })]
    expect(quantities(addLine(lines, item(7, { selectedaddons: [addon('2'), addon('1')] })))).toEqual([[7, 2]])
  })

  test('[E-04] another item is a new line', () => {
    expect(quantities(addLine([line(7, 1)], item(8)))).toEqual([
      [7, 1],
      [8, 1],
    ])
  })

  test('[E-05] the same item with other add-ons is a new line', () => {
    const lines = [line(7, 1, { selectedaddons: [addon('1')] })]
    const withOther = addLine(lines, item(7, { selectedaddons: [addon('2')] }))
    expect(quantities(withOther)).toEqual([
      [7, 1],
      [7, 1],
    ])
    expect(quantities(addLine(withOther, item(7)))).toEqual([
      [7, 1],
      [7, 1],
      [7, 1],
    ])
  })

  test("[E-14] adds one unit, regardless of the item's own `quantity`", () => {
    expect(quantities(addLine([], item(7, { quantity: 5 })))).toEqual([[7, 1]])
    expect(quantities(addLine([line(7, 2)], item(7, { quantity: 5 })))).toEqual([[7, 3]])
    expect(quantities(removeLine([line(7, 3)], item(7, { quantity: 5 })))).toEqual([[7, 2]])
  })

  test('stops at the limits of a cart', () => {
    const full = Array.from({ length: MAX_CART_LINES }, (_, id) => line(id, MAX_LINE_QUANTITY))
    expect(addLine(full, item(1000))).toEqual(full)
    expect(addLine(full, item(3))).toEqual(full)
    expect([0, 1, 99, 100, 1.5, -1, Number.NaN].map(isQuantity)).toEqual([
      false,
      true,
      true,
      false,
      false,
      false,
      false,
    ])
  })

  test('(E-06) an item of another store needs confirmation, an empty cart or the same store does not', () => {
    expect(needsReplacePrompt([line(7, 1)], 2)).toBe(true)
    expect(needsReplacePrompt([line(7, 1)], 1)).toBe(false)
    expect(needsReplacePrompt([], 2)).toBe(false)
  })

  test('(E-08) replacing keeps only the new item, once', () => {
    expect(replaceCart(item(9, { restaurant_id: 2, quantity: 4 }))).toEqual([line(9, 1, { restaurant_id: 2 })])
  })
})

describe('removing', () => {
  test('[E-10] removing the last unit removes the line', () => {
    expect(removeLine([line(7, 1), line(8, 2)], { id: 7 })).toEqual([line(8, 2)])
  })

  test('[E-11] removing one of several units lowers the quantity', () => {
    expect(quantities(removeLine([line(7, 3)], { id: 7 }))).toEqual([[7, 2]])
  })

  test('(INT-18) the list never removes customised lines, the cart page removes exactly the chosen one', () => {
    const short = line(7, 2, { selectedaddons: [addon('1')] })
    const long = line(7, 2, { selectedaddons: [addon('2')] })
    expect(removeLine([short, long], { id: 7 })).toEqual([short, long])
    expect(quantities(removeExact([short, long], long))).toEqual([
      [7, 2],
      [7, 1],
    ])
    expect(removeExact([short, { ...long, quantity: 1 }], long)).toEqual([short])
  })

  test('removing an item that is not in the cart changes nothing', () => {
    expect(removeLine([line(7, 1)], { id: 8 })).toEqual([line(7, 1)])
  })
})

describe('totals', () => {
  test('[INT-08] [E-02] productQuantity counts lines; units are counted separately', () => {
    const lines = [line(1, 3), line(2, 1)]
    expect(cartTotals(lines, replacing)).toEqual({ productQuantity: 2, totalPrice: 400 })
    expect(unitCount(lines)).toBe(4)
    expect(cartTotals([], replacing)).toEqual({ productQuantity: 0, totalPrice: 0 })
  })

  test('(A-10) (A-11) the cart bar counts lines, or units by setting', () => {
    const lines = [line(1, 3), line(2, 1)]
    expect(['false', 'null', null, 'true'].map((setting) => cartCount(lines, setting))).toEqual([2, 2, 2, 4])
  })

  test('[E-16] the total without add-ons is price times quantity', () => {
    expect(cartSubtotal([line(1, 2), line(2, 1, { price: '50.00' })], replacing)).toBe(25_000n)
  })

  test('[E-17] [INT-07] add-ons replace the price or are added to it, by setting', () => {
    const lines = [line(1, 2, { selectedaddons: [addon('1', '20.00'), addon('2', '30.00')] })]
    expect(cartSubtotal(lines, replacing)).toBe(10_000n)
    expect(cartSubtotal(lines, adding)).toBe(30_000n)
  })

  test('[INT-07] an item’s own pricing overrides the setting', () => {
    const chosen = { selectedaddons: [addon('1', '20.00')] }
    expect(lineUnitMinor(line(1, 1, { ...chosen, addon_pricing: 'add' }), 'replace', 'INR')).toBe(12_000n)
    expect(lineUnitMinor(line(1, 1, { ...chosen, addon_pricing: 'replace' }), 'add', 'INR')).toBe(2_000n)
    expect(lineUnitMinor(line(1, 1, { ...chosen, addon_pricing: null }), 'add', 'INR')).toBe(12_000n)
    expect(['replace', 'add', '', null].map(readAddonPricing)).toEqual(['replace', 'add', 'replace', 'replace'])
  })

  test('[R-03] lines with and without add-ons add up', () => {
    const variant = line(2, 3, { price: '50.00', selectedaddons: [addon('1', '20.00'), addon('2', '30.00')] })
    expect(cartTotals([line(1, 2), variant], replacing)).toEqual({ productQuantity: 2, totalPrice: 350 })
  })

  test('an invalid price counts as zero', () => {
    expect(cartSubtotal([line(1, 2, { price: 'free' }), line(2, 1)], replacing)).toBe(10_000n)
  })
})

describe('properties', () => {
  const anyItem = fc.record({
    id: fc.integer({ min: 1, max: 4 }),
    addonIds: fc.uniqueArray(fc.constantFrom('1', '2', '3'), { maxLength: 3 }),
    paise: fc.integer({ min: 0, max: 1_000_000 }),
  })
  const anyCart = fc.array(anyItem, { maxLength: 30 })
  const toItem = ({ id, addonIds, paise }: { id: number; addonIds: string[]; paise: number }) =>
    item(id, { price: (paise / 100).toFixed(2), selectedaddons: addonIds.map((addonId) => addon(addonId)) })
  const fill = (taps: Parameters<typeof toItem>[0][]) =>
    taps.map(toItem).reduce((lines: (CartItem & CartLine)[], tapped) => addLine(lines, tapped), [])

  test('property: every tap adds one unit, and no two lines are the same', () => {
    fc.assert(
      fc.property(anyCart, (taps) => {
        const lines = fill(taps)
        expect(unitCount(lines)).toBe(taps.length)
        for (const [index, one] of lines.entries()) {
          expect(lines.slice(index + 1).some((other) => sameLine(one, other))).toBe(false)
        }
      }),
    )
  })

  test('property: removing the added items restores the cart', () => {
    fc.assert(
      fc.property(anyCart, anyItem, (taps, extra) => {
        const before = fill(taps)
        expect(removeExact(addLine(before, toItem(extra)), toItem(extra))).toEqual(before)
      }),
    )
  })

  test('property: the subtotal is the sum of its lines, and never depends on the order of lines', () => {
    fc.assert(
      fc.property(anyCart, fc.constantFrom(replacing, adding), (taps, pricing) => {
        const lines = fill(taps)
        const apart = sum(lines.map((one) => cartSubtotal([one], pricing)))
        expect(cartSubtotal(lines, pricing)).toBe(apart)
        expect(cartSubtotal(lines.toReversed(), pricing)).toBe(apart)
      }),
    )
  })

  test('property: the added pricing is the price plus the replacing pricing, once add-ons are chosen', () => {
    const prices = fc.array(fc.bigInt({ min: 0n, max: 10n ** 6n }), { minLength: 1, maxLength: 20 })
    fc.assert(
      fc.property(fc.bigInt({ min: 0n, max: 10n ** 6n }), prices, (priceMinor, addonsMinor) => {
        const replaced = unitPrice({ priceMinor, addonsMinor, pricing: 'replace' })
        expect(unitPrice({ priceMinor, addonsMinor, pricing: 'add' })).toBe(priceMinor + replaced)
        expect(unitPrice({ priceMinor, addonsMinor: [], pricing: 'replace' })).toBe(priceMinor)
      }),
    )
  })
})
