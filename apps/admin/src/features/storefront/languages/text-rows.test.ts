import { describe, expect, test } from 'vitest'
import { donePercent, lookUp, ownText, type TextRow, textNote } from './text-rows.ts'

const row = (key: string, english: string, own: string | null = null, shipped: string | null = null): TextRow =>
  ({ key, english, own, shipped }) as TextRow
const all = { filter: 'all', group: '', q: '', page: 1 } as const
const keysOf = ({ shown }: ReturnType<typeof lookUp>) => shown.map(({ key }) => key)

describe('the stored value of a text', () => {
  test('is the shop’s own text, as it was typed', () => {
    expect(ownText(' Namaste ', { shipped: 'Hallo' })).toBe(' Namaste ')
  })

  test('is empty if the field is empty or equals the shipped text', () => {
    expect(ownText('  ', { shipped: 'Hallo' })).toBeNull()
    expect(ownText(' Hallo ', { shipped: 'Hallo' })).toBeNull()
    expect(ownText('Hallo', { shipped: null })).toBe('Hallo')
  })
})

describe('warnings about a text', () => {
  test('a missing placeholder', () => {
    expect(textNote('Hallo', 'Hello {name}, {name}: {count} left')).toBe('The text must contain {name}, {count}.')
    expect(textNote('Hallo {name}, {count} übrig', 'Hello {name}, {count} left')).toBeUndefined()
  })

  test('a length above 140 percent of the English text', () => {
    const english = 'Ten letter'
    expect(textNote('x'.repeat(14), english)).toBeUndefined()
    expect(textNote('x'.repeat(15), english)).toBe('This text is much longer than the English one and may not fit.')
    expect(textNote('Zurück zum Anfang', 'Back')).toBeUndefined()
  })

  test('none while it is empty', () => {
    expect(textNote('', 'Hello {name}')).toBeUndefined()
  })
})

describe('finding texts', () => {
  const rows = [
    row('cartEmpty', 'Your cart is empty'),
    row('cartTotal', 'Total', 'Summe'),
    row('loginButton', 'Sign in', null, 'Anmelden'),
    row('loginFailed', 'No', 'Das hat leider nicht geklappt'),
    row('offerTitle', 'Our offers', 'Unsere ganz besonderen Angebote'),
  ]

  test.each([
    ['all', ['cartEmpty', 'cartTotal', 'loginButton', 'loginFailed', 'offerTitle']],
    ['missing', ['cartEmpty']],
    ['changed', ['cartTotal', 'loginFailed', 'offerTitle']],
    ['long', ['offerTitle']],
  ] as const)('texts are found by warning: %s', (filter, keys) => {
    expect(keysOf(lookUp(rows, { ...all, filter }))).toEqual(keys)
  })

  test('texts are found by words of their key, of the English text and of the translation', () => {
    expect(keysOf(lookUp(rows, { ...all, q: 'LOGIN' }))).toEqual(['loginButton', 'loginFailed'])
    expect(keysOf(lookUp(rows, { ...all, q: 'your' }))).toEqual(['cartEmpty'])
    expect(keysOf(lookUp(rows, { ...all, q: 'anmelden' }))).toEqual(['loginButton'])
    expect(lookUp(rows, { ...all, q: 'nothing like it' })).toMatchObject({ shown: [], foundCount: 0, pageCount: 1 })
  })

  test('texts are found by screen, if it has eight texts or more; the others are grouped', () => {
    const cart = Array.from({ length: 8 }, (_, index) => row(`cartLine${index}`, 'Line'))
    const found = lookUp([...cart, row('loginButton', 'Sign in')], { ...all, group: 'other' })
    expect(found.groupNames).toEqual(['cart', 'other'])
    expect(keysOf(found)).toEqual(['loginButton'])
  })

  test('fifty at a time; a page number that is too high means the last page', () => {
    const many = Array.from({ length: 120 }, (_, index) => row(`text${index}`, 'Words'))
    expect(lookUp(many, all)).toMatchObject({ foundCount: 120, pageCount: 3, page: 1 })
    const last = lookUp(many, { ...all, page: 9 })
    expect([last.page, last.shown.length, last.shown[0]?.key]).toEqual([3, 20, 'text100'])
  })

  test('with the completed share of all texts, never rounded up to 100 percent', () => {
    expect(donePercent(rows)).toBe(80)
    const almost = Array.from({ length: 200 }, (_, index) => row(`text${index}`, 'Words', index === 0 ? null : 'Worte'))
    expect(donePercent(almost)).toBe(99)
  })
})
