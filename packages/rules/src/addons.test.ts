import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { type AddonCategory, addonProblem, readingOf, selectedAddons, suspiciousChoice } from './addons.ts'

const length: AddonCategory = {
  name: 'Length',
  type: 'SINGLE',
  addons: [
    { id: 1, name: 'Short', price: '0.00' },
    { id: 2, name: 'Long', price: '30.00' },
  ],
}
const extras: AddonCategory = {
  name: 'Extras',
  type: 'MULTI',
  addon_limit: 2,
  addons: [11, 12, 13].map((id) => ({ id, name: `Extra ${id}`, price: '10.00' })),
}
const menu = [length, extras]

describe('add-ons', () => {
  test('[D-38] the chosen add-ons become lines of the cart with exactly four keys', () => {
    expect(selectedAddons(menu, ['12', '2'])).toEqual([
      { addon_category_name: 'Length', addon_id: '2', addon_name: 'Long', price: '30.00' },
      { addon_category_name: 'Extras', addon_id: '12', addon_name: 'Extra 12', price: '10.00' },
    ])
  })

  test('a single choice has exactly one add-on, a free choice at most its limit', () => {
    expect(addonProblem(menu, ['1', '11', '12'])).toBeUndefined()
    expect(addonProblem(menu, ['11'])).toEqual({ reason: 'choose-one', category: 'Length' })
    expect(addonProblem(menu, ['1', '2'])).toEqual({ reason: 'choose-one', category: 'Length' })
    expect(addonProblem(menu, ['1', '11', '12', '13'])).toEqual({ reason: 'over-limit', category: 'Extras', limit: 2 })
    expect(addonProblem([length, { ...extras, addon_limit: 0 }], ['1', '11', '12', '13'])).toBeUndefined()
    expect(addonProblem([{ ...length, addons: [] }], [])).toBeUndefined()
  })

  test('add-ons of other items, repeated ones and too many are refused', () => {
    expect(addonProblem(menu, ['1', '99'])).toEqual({ reason: 'unknown', addonId: '99' })
    expect(addonProblem(menu, ['1', '11', '11'])).toEqual({ reason: 'repeated', addonId: '11' })
    expect(addonProblem([], ['1'])).toEqual({ reason: 'unknown', addonId: '1' })
    const addons = Array.from({ length: 21 }, (_, id) => ({ id, name: '', price: '1.00' }))
    const ids = addons.map(({ id }) => String(id))
    const unlimited = { ...extras, addon_limit: null, addons }
    expect(addonProblem([unlimited], ids.slice(1))).toBeUndefined()
    expect(addonProblem([unlimited], ids)).toEqual({ reason: 'too-many' })
  })

  test('property: a valid choice is stored with all its add-ons', () => {
    fc.assert(
      fc.property(fc.array(fc.constantFrom('1', '2', '11', '12', '13', '99'), { maxLength: 5 }), (chosen) => {
        if (addonProblem(menu, chosen)) return
        expect(
          selectedAddons(menu, chosen)
            .map(({ addon_id }) => addon_id)
            .toSorted(),
        ).toEqual(chosen.toSorted())
      }),
    )
  })
})

describe('the pricing of add-ons', () => {
  const category = (type: string, count = 1) => ({ type, addons: Array.from({ length: count }, () => ({})) })
  test.each([
    ['no add-ons', null, [], null],
    ['all may be left out', null, [category('MULTI'), category('MULTI')], 'add'],
    ['one must be chosen', null, [category('SINGLE')], null],
    ['one of two must be chosen', null, [category('MULTI'), category('SINGLE')], null],
    ['nothing is left to choose from', null, [category('SINGLE', 0), category('MULTI')], 'add'],
    ['its own word', 'replace', [category('MULTI')], 'replace'],
    ['its own other word', 'add', [category('SINGLE')], 'add'],
  ] as const)('[INT-07] %s', (_what, own, categories, reading) => {
    expect(readingOf(own, categories)).toBe(reading)
  })

  test('[INT-07] a choice under half of the price is reported as suspicious', () => {
    expect(suspiciousChoice(1_000n, [900n, 499n, 700n])).toBe(499n)
    expect(suspiciousChoice(1_000n, [500n, 900n])).toBeUndefined()
    expect(suspiciousChoice(1_000n, [])).toBeUndefined()
    expect(suspiciousChoice(1_000n, [0n])).toBe(0n)
  })
})
