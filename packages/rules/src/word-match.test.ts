import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { romanised } from './romanise.ts'
import { isNamed, queryOf, rankOf, rootOf, textOf, wayOf } from './word-match.ts'

const rank = (q: string, name: string) => rankOf(textOf(name), queryOf(q)!, true)
const way = (q: string, name: string) => {
  const found = rank(q, name)
  return found === undefined ? undefined : wayOf(found)
}
const order = (q: string, names: string[]) => names.toSorted((a, b) => (rank(q, a) ?? 99) - (rank(q, b) ?? 99))

describe('how a search finds a name', () => {
  test.each([
    ['dosa', 'Masala Dosa', 'exact'],
    ['dosas', 'Masala Dosa', 'exact'],
    ['masala dosa near me', 'Masala Dosa', 'exact'],
    ['cafe', 'Café', 'exact'],
    ['groceries', 'Grocery', 'exact'],
    ['grocery', 'Groceries', 'exact'],
    ['sandwiches', 'Club Sandwich', 'exact'],
    ['masala do', 'Masala Dosa', 'start'],
    ['hair cut', 'Haircut', 'joined'],
    ['icecream', 'Vanilla Ice Cream', 'joined'],
    ['chicken roll', 'Chicken Tikka Roll', 'spread'],
    ['dosa', 'Podidosa', 'inside'],
    ['panir tika', 'Paneer Tikka', 'sound'],
    ['idly', 'Idli', 'sound'],
    ['hiar spa', 'Hair Spa', 'slip'],
    ['chcken', 'Chicken 65', 'slip'],
    ['डोसा', 'Masala Dosa', 'sound'],
    ['ದೋಸೆ', 'Masala Dosa', 'sound'],
    ['चाय', 'मसाला चाय', 'exact'],
    ['dosa', 'Donne Biryani Mane', undefined],
    ['hair cut', 'Coconut Hair Oil', undefined],
    ['tea', 'Tender Coconut', undefined],
    ['rosa', 'Masala Dosa', undefined],
    ['zzzzqqq', 'Skin Room', undefined],
    ['dosa', '', undefined],
  ])('%s, %s: %s', (q, name, expected) => expect(way(q, name)).toBe(expected))

  test('the whole name comes first, then words that name the thing, then other words', () => {
    expect(order('dosa', ['Dosa Batter', 'Masala Dosa', 'Dosa'])).toEqual(['Dosa', 'Masala Dosa', 'Dosa Batter'])
    expect(order('eggs', ['Egg Curry', 'Eggs (6)'])).toEqual(['Eggs (6)', 'Egg Curry'])
    expect(order('blow dry', ['Blow Dry Spray', 'Haircut & Blow-dry'])).toEqual([
      'Haircut & Blow-dry',
      'Blow Dry Spray',
    ])
    expect(isNamed(rank('ice cream', 'Brownie with Ice Cream')!)).toBe(false)
    expect(isNamed(rank('rose', 'Hand Cream, Rose (75 g)')!)).toBe(false)
  })

  test('without tolerance, neither similar sounds nor typos match', () => {
    for (const q of ['panir', 'chcken']) {
      expect(rankOf(textOf('Paneer Chicken'), queryOf(q)!, false)).toBeUndefined()
      expect(rankOf(textOf('Paneer Chicken'), queryOf(q)!, true)).toBeDefined()
    }
  })

  test('a search without letters is empty, and filler words count only if there are no others', () => {
    expect(queryOf(' ,(')).toBeUndefined()
    expect(queryOf('near me')?.words).toEqual(['near', 'me'])
  })

  test('singular and plural have the same root', () => {
    expect(['dosas', 'cookies', 'tomatoes', 'glass', 'egg'].map(rootOf)).toEqual([
      'dosa',
      'cook',
      'tomato',
      'glass',
      'egg',
    ])
  })

  test('Devanagari and Kannada are matched in Latin letters', () => {
    expect(['डोसा', 'पनीर', 'ದೋಸೆ', 'ಇಡ್ಲಿ', 'आंध्र', 'dosa'].map(romanised)).toEqual([
      'dosa',
      'panir',
      'dosa',
      'idli',
      'andr',
      'dosa',
    ])
  })
})

describe('properties', () => {
  const words = fc
    .array(fc.string({ unit: fc.constantFrom(...'abcdeghi'), minLength: 3, maxLength: 8 }), {
      minLength: 1,
      maxLength: 4,
    })
    .filter((all) => all.every((word) => !['and', 'here'].includes(word)))

  test('each whole name is the best match, and each beginning of it finds it', () => {
    fc.assert(
      fc.property(words, (all) => {
        const name = all.join(' ')
        expect(rank(name, name)).toBe(0)
        for (let length = 3; length < name.length; length++) {
          const found = rank(name.slice(0, length), name)
          expect(found, name.slice(0, length)).toBeDefined()
          expect(['exact', 'start']).toContain(wayOf(found!))
        }
      }),
    )
  })

  test('a name is also found without spaces, and with its words in another order', () => {
    fc.assert(
      fc.property(words, (all) => {
        const name = all.join(' ')
        expect(rank(all.join(''), name)).toBeDefined()
        expect(rank(all.toReversed().join(' '), name)).toBeDefined()
      }),
    )
  })

  test('any text is accepted', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), fc.string({ unit: 'binary' }), (q, name) => {
        const query = queryOf(q)
        const found = query && rankOf(textOf(name), query, true)
        expect(found === undefined || found >= 0).toBe(true)
      }),
    )
  })
})
