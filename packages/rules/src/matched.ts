import { foldCharacters, slipsAllowed } from './search.ts'

/** A part of a name, and whether it matches the search. */
export type Stretch = { text: string; isMatch: boolean }

/**
 * Splits a name into parts, so that a list can show in bold the letters by which the search found the name. If the name
 * contains the whole query, only the query is marked; otherwise, each word of the query in the name is marked. A match
 * with typing errors marks only the letters that are equal (docs/reference/interface.md#explore).
 */
export function matchedStretches(name: string, query: string): Stretch[] {
  const letters = [...name]
  const folded = letters.flatMap((letter, at) => foldCharacters(letter).map((part) => ({ part, at })))
  const text = folded.map(({ part }) => part)
  const wanted = foldCharacters(query.trim())
  const found = alike(text, wanted) ?? wordsOf(wanted).flatMap((word) => alike(text, word) ?? [])
  const marked = new Set(found.map((index) => folded[index]!.at))
  return joinStretches(letters.map((letter, at) => ({ text: letter, isMatch: marked.has(at) })))
}

/**
 * Returns the positions of the letters that the best-matching part of a text shares with a word of the query; undefined
 * when no part matches.
 */
function alike(text: readonly string[], wanted: readonly string[]): number[] | undefined {
  if (wanted.length === 0) return undefined
  const rows = slipTable(text, wanted)
  const last = rows.at(-1)!
  const fewest = Math.min(...last)
  if (fewest > slipsAllowed(wanted.length)) return undefined
  return walkBack(rows, text, wanted, last.indexOf(fewest))
}

/**
 * Returns a table of edit distances, with a row for each beginning of the word and a column for each letter of the
 * text. A cell is the distance to the nearest part of the text that ends at its letter.
 */
function slipTable(text: readonly string[], wanted: readonly string[]): number[][] {
  const rows = [new Array<number>(text.length + 1).fill(0)]
  for (const [row, letter] of wanted.entries()) {
    const above = rows[row]!
    const current = [row + 1]
    for (const [column, other] of text.entries()) {
      const same = above[column]! + (letter === other ? 0 : 1)
      current.push(Math.min(same, above[column + 1]! + 1, current[column]! + 1))
    }
    rows.push(current)
  }
  return rows
}

function walkBack(rows: number[][], text: readonly string[], wanted: readonly string[], end: number): number[] {
  const found: number[] = []
  let [row, column] = [wanted.length, end]
  while (row > 0) {
    const here = rows[row]![column]!
    const isSame = column > 0 && wanted[row - 1] === text[column - 1]
    if (column > 0 && here === rows[row - 1]![column - 1]! + (isSame ? 0 : 1)) {
      if (isSame) found.push(column - 1)
      row -= 1
      column -= 1
    } else if (here === rows[row - 1]![column]! + 1) row -= 1
    else column -= 1
  }
  return found
}

/** Returns the words of a query that has several words, without words of one letter. */
function wordsOf(wanted: readonly string[]): string[][] {
  const words = wanted.join('').split(' ')
  return words.length < 2 ? [] : words.map((word) => [...word]).filter(({ length }) => length > 1)
}

/**
 * Matches a character that stays with the letter before it, because it cannot be written alone: a combining mark, or a
 * letter joined by a virama.
 */
const belongsToLast = /^[\p{M}\u200c\u200d]/u
const ties = /[\u094d\u0ccd]$/

function joinStretches(letters: Stretch[]): Stretch[] {
  const stretches: Stretch[] = []
  for (const { text, isMatch } of letters) {
    const last = stretches.at(-1)
    if (last && (last.isMatch === isMatch || belongsToLast.test(text) || ties.test(last.text))) last.text += text
    else stretches.push({ text, isMatch })
  }
  return stretches
}
