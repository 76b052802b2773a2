import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { rankByName, SEARCH_DEBOUNCE_MS, SEARCH_MINIMUM, searchState } from './search.ts'

const rank = (names: string[], query: string) => rankByName(names, query, (name) => name)
/** Returns true when a search with the query finds the name. */
const matchesName = (name: string, query: string) => rank([name], query).length === 1

describe('search', () => {
  test('[K-01] [K-03] [R-09] fewer than 3 characters are an error, an empty query is the full list', () => {
    expect(SEARCH_MINIMUM).toBe(3)
    expect(['', '   ', 'ha', ' ha ', 'hai', 'ह', '💇💇'].map(searchState)).toEqual([
      'empty',
      'empty',
      'too-short',
      'too-short',
      'ready',
      'too-short',
      'too-short',
    ])
  })

  test('[K-02] [R-10] the delay before a search is 500 ms', () => {
    expect(SEARCH_DEBOUNCE_MS).toBe(500)
  })

  test('[D-39] finds names in any case, and with misspellings', () => {
    for (const query of ['hair', 'HAIR', 'hiar SPA', 'hair spa', 'spa', 'har spa', 'hairspa', '  hair   spa ']) {
      expect(matchesName('Hair Spa', query), query).toBe(true)
    }
  })

  test('[GAP-69] one wrong, missing or swapped letter is allowed for every 4 characters', () => {
    expect(matchesName('Hair Spa', 'hiar spa')).toBe(true)
    expect(matchesName('Hair Spa', 'xyz')).toBe(false)
    expect(matchesName('Hair Spa', 'hoir')).toBe(true)
    expect(matchesName('Hair Spa', 'hxxr')).toBe(false)
    expect(matchesName('Hair Spa', 'hxr')).toBe(false)
    expect(matchesName('Hair', 'ahri')).toBe(false)
    expect(matchesName('Orange', 'orxage')).toBe(false)
    expect(matchesName('Masala Dosa', 'masla dsoa')).toBe(true)
    expect(matchesName('Masala Dosa', 'mxsxl dxsa')).toBe(false)
  })

  test('[GAP-69] the best match comes first', () => {
    expect(rank(['Chair polish', 'Hoir', 'Dry Hair wash', 'Hair Spa', 'Nails'], 'hair')).toEqual([
      'Hair Spa',
      'Dry Hair wash',
      'Chair polish',
      'Hoir',
    ])
    expect(rank(['Tea B', 'Tea A'], 'tea')).toEqual(['Tea B', 'Tea A'])
  })

  test('[K-04] an empty query keeps everything in order', () => {
    expect(rank(['b', 'a'], ' ')).toEqual(['b', 'a'])
  })

  test('accents do not matter, and other scripts are unchanged', () => {
    expect(matchesName('Crème brûlée', 'creme brulee')).toBe(true)
    expect(matchesName('मसाला डोसा', 'मसाला')).toBe(true)
    expect(matchesName('ಮಸಾಲೆ ದೋಸೆ', 'ದೋಸೆ')).toBe(true)
    expect(matchesName('मेहंदी', 'फल रस')).toBe(false)
  })
})

/**
 * Returns all texts that one wrong, missing, extra or swapped letter makes from a text, with the letters a, b and c.
 */
function oneEditAway(text: string): string[] {
  return [...text, ''].flatMap((_, at) => {
    const [before, after] = [text.slice(0, at), text.slice(at)]
    const swapped = before + after.charAt(1) + after.charAt(0) + after.slice(2)
    const written = ['a', 'b', 'c'].flatMap((letter) => [before + letter + after, before + letter + after.slice(1)])
    return [before + after.slice(1), ...(after.length > 1 ? [swapped] : []), ...written]
  })
}

describe('properties', () => {
  const word = fc.string({ unit: fc.constantFrom(...'abcdefghij '), minLength: 6, maxLength: 40 })

  test('property: every part of a name finds it', () => {
    fc.assert(
      fc.property(word, fc.nat(), fc.integer({ min: 1, max: 20 }), (name, start, length) => {
        const folded = name.trim().replace(/\s+/g, ' ')
        const from = folded.length === 0 ? 0 : start % folded.length
        expect(matchesName(name, folded.slice(from, from + length))).toBe(true)
      }),
    )
  })

  test('property: one typo in a part of 4 or more letters is allowed', () => {
    const letters = fc.string({ unit: fc.constantFrom(...'abcdefgh'), minLength: 5, maxLength: 30 })
    fc.assert(
      fc.property(letters, fc.nat(), fc.constantFrom('wrong', 'missing', 'swapped'), (name, place, slip) => {
        const at = place % (name.length - 1)
        const [one, two] = [name.charAt(at), name.charAt(at + 1)]
        const slipped = { wrong: `z${two}`, missing: two, swapped: two + one }[slip]
        expect(matchesName(name, name.slice(0, at) + slipped + name.slice(at + 2))).toBe(true)
      }),
    )
  })

  test('property: the result equals trying every edit', () => {
    const few = fc.string({ unit: fc.constantFrom('a', 'b', 'c'), minLength: 1, maxLength: 7 })
    fc.assert(
      fc.property(few, few, (name, query) => {
        const reachable = query.length < 4 ? [query] : [query, ...oneEditAway(query)]
        expect(matchesName(name, query)).toBe(reachable.some((text) => name.includes(text)))
      }),
    )
  })

  test('property: letters that are not in a name never find it', () => {
    fc.assert(
      fc.property(word, fc.string({ unit: fc.constantFrom(...'xyz'), minLength: 2, maxLength: 20 }), (name, query) => {
        expect(matchesName(name, query)).toBe(false)
      }),
    )
  })

  test('property: a ranking contains exactly the matches, once each', () => {
    fc.assert(
      fc.property(fc.array(word, { maxLength: 20 }), word, (names, query) => {
        expect(rank(names, query).toSorted()).toEqual(names.filter((name) => matchesName(name, query)).toSorted())
      }),
    )
  })
})
