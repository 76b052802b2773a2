import { foldCharacters, slipsAllowed } from './search.ts'

/** A stretch of a name, and whether a search found it there. */
export type Stretch = { text: string; isMatch: boolean }

/**
 * The name in stretches, so that a list can show why it found it: the whole query where it stands, or else each of its
 * words for itself; of what was found with slips only the letters that are the same
 * (docs/reference/interface.md#explore).
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

/** Where in the text the letters stand that a stretch of it shares with what is wanted; undefined where it has none. */
function alike(text: readonly string[], wanted: readonly string[]): number[] | undefined {
  if (wanted.length === 0) return undefined
  const rows = slipTable(text, wanted)
  const last = rows.at(-1)!
  const fewest = Math.min(...last)
  if (fewest > slipsAllowed(wanted.length)) return undefined
  return walkBack(rows, text, wanted, last.indexOf(fewest))
}

/** Edit distance of every beginning of what is wanted to a stretch that ends at each letter, begun anywhere. */
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

/** Words of a query that say something by themselves. */
function wordsOf(wanted: readonly string[]): string[][] {
  const words = wanted.join('').split(' ')
  return words.length < 2 ? [] : words.map((word) => [...word]).filter(({ length }) => length > 1)
}

/** Marks of a letter, and what a virama ties to it, are never parted from it: alone they cannot be written. */
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
