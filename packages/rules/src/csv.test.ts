import fc from 'fast-check'
import { expect, test } from 'vitest'
import { cellText, csvOf } from './csv.ts'

test('[GAP-53] cells are quoted if necessary, and a text that looks like a formula gets an apostrophe', () => {
  expect(
    csvOf([
      ['a', 'b,c', 'd "e"', 'f\ng'],
      ['=1+1', '+2', '-3', '@x'],
    ]),
  ).toBe(`a,"b,c","d ""e""","f\ng"\r\n'=1+1,'+2,'-3,'@x\r\n`)
})

test('[U-11] a text that is written and read is unchanged, unless it began with an apostrophe and a sign', () => {
  const text = fc.string().filter((value) => !/^'[=+\-@\t\r]/.test(value))
  fc.assert(
    fc.property(text, (value) => {
      const line = csvOf([[value]]).slice(0, -2)
      const bare = line.startsWith('"') ? line.slice(1, -1).replaceAll('""', '"') : line
      expect(cellText(bare)).toBe(value)
    }),
  )
})
