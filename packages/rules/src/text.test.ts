import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  hasForbiddenCharacters,
  nameProblem,
  normaliseLine,
  normaliseText,
  placeholderName,
  publicName,
  taxNumberProblem,
} from './text.ts'

describe('text', () => {
  test('is normalised', () => {
    expect(normaliseText('  a\u0000b\u0007\r\nc\u009f\t ')).toBe('ab\nc')
    expect(normaliseText('e\u0301')).toBe('\u00e9')
    expect(normaliseText('\ud800x')).toBe('\ufffdx')
    expect(normaliseLine(' Ravi \n\t Kumar ')).toBe('Ravi Kumar')
  })

  test.each([
    ['Asha Menon', 'Asha M.'],
    [' Ravi  Kumar Rao ', 'Ravi R.'],
    ['Meera', 'Meera'],
    [placeholderName('+919876543210'), '••••'],
    ['—', '—'],
    ['', ''],
    ['ರವಿ ಕುಮಾರ್', 'ರವಿ ಕು.'],
    ['علی احمد', 'علی ا.'],
    ['Ana 👩‍👩‍👧', 'Ana 👩‍👩‍👧.'],
  ])('%j is displayed to others as %j', (name, shown) => {
    expect(publicName(name)).toBe(shown)
  })

  test('[GAP-22] names are required, have at most 255 characters, and contain nothing deceptive', () => {
    expect(['Ravi', 'ರವಿ ಕುಮಾರ್', 'علی', '👩‍👩‍👧'].map(nameProblem)).toEqual(Array(4).fill(undefined))
    expect(['', '   ', '\n'].map(nameProblem)).toEqual(Array(3).fill('required'))
    expect(['x'.repeat(255), '😀'.repeat(255)].map(nameProblem)).toEqual([undefined, undefined])
    expect(nameProblem('x'.repeat(256))).toBe('too-long')
    expect(['a\u202eb', 'a\u2066b', 'a\u0000b', 'a\udc00b'].map(nameProblem)).toEqual(Array(4).fill('characters'))
  })

  test('[GAP-27] tax numbers have 1 to 50 characters after trimming, in any format', () => {
    expect(['29ABCDE1234F1Z5', ' GB 999 ', 'x'.repeat(50)].map(taxNumberProblem)).toEqual(Array(3).fill(undefined))
    expect(taxNumberProblem('x'.repeat(51))).toBe('too-long')
    expect(taxNumberProblem('   ')).toBe('required')
  })

  test('property: normalising twice changes nothing more, and leaves no forbidden characters except direction marks', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (text) => {
        const once = normaliseText(text)
        expect(normaliseText(once)).toBe(once)
        expect(hasForbiddenCharacters(once.replace(/[\u202a-\u202e\u2066-\u2069]/g, ''))).toBe(false)
      }),
    )
  })
})
