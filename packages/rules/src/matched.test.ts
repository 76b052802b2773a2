import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { matchedStretches } from './matched.ts'

/** Returns the name with square brackets around the parts that a list shows in bold. */
const marked = (name: string, query: string): string =>
  matchedStretches(name, query)
    .map(({ text, isMatch }) => (isMatch ? `[${text}]` : text))
    .join('')

describe('the letters of a name that a search found', () => {
  test.each([
    ['Masala Dosa', 'dosa', 'Masala [Dosa]'],
    ['Café Amrit', 'cafe', '[Café] Amrit'],
    ['Sunday Chow Chow', '  SUNDAY  chow ', '[Sunday Chow] Chow'],
    ['Dosa, masala', 'masala dosa', '[Dosa], [masala]'],
    ['Masala Dosa', 'pizza', 'Masala Dosa'],
    ['Masala Dosa', '', 'Masala Dosa'],
  ])('%s, looked for as "%s", reads %s', (name, query, expected) => {
    expect(marked(name, query)).toBe(expected)
  })

  test.each([
    ['Biryani House', 'biriyani', '[Biryani] House'],
    ['Biryani House', 'birxani', '[Bir]y[ani] House'],
    ['Paneer Tikka', 'panneer', '[Paneer] Tikka'],
    ['Idli Vada', 'idle', '[Idl]i Vada'],
  ])('%s matches the misspelt "%s", and only the same letters are marked: %s', (name, query, expected) => {
    expect(marked(name, query)).toBe(expected)
  })

  test('a letter keeps its marks and joined letters', () => {
    expect(marked('मसाला डोसा', 'डोस')).toBe('मसाला [डोसा]')
    expect(marked('क्षीर', 'क्')).toBe('[क्षी]र')
  })

  test('for any search the parts together are the name, and adjacent parts differ', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), fc.string({ unit: 'grapheme' }), (name, query) => {
        const stretches = matchedStretches(name, query)
        expect(stretches.map(({ text }) => text).join('')).toBe(name)
        for (const [index, { isMatch }] of stretches.entries()) expect(stretches[index + 1]?.isMatch).not.toBe(isMatch)
      }),
    )
  })
})
