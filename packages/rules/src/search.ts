/** Characters a search needs at least (K-01, R-09). */
export const SEARCH_MINIMUM = 3
/** Characters of a query that count (docs/reference/security.md#input). */
export const SEARCH_MAXIMUM = 64
/** Pause after the last keystroke before a search runs (K-02, R-10). */
export const SEARCH_DEBOUNCE_MS = 500

/** One tolerated slip for each so many characters of the query (GAP-69). */
const CHARACTERS_PER_SLIP = 4

/** What a query asks for: the full list, an error flag, or a search (K-01 to K-04). */
export function searchState(query: string): 'empty' | 'too-short' | 'ready' {
  const { length } = characters(query)
  if (length === 0) return 'empty'
  return length < SEARCH_MINIMUM ? 'too-short' : 'ready'
}

/** The rows whose name matches, best first; rows that match equally well keep their order (GAP-69). */
export function rankByName<Row>(rows: readonly Row[], query: string, nameOf: (row: Row) => string): Row[] {
  return rows
    .map((row) => ({ row, score: nameScore(nameOf(row), query) }))
    .filter((scored): scored is { row: Row; score: number } => scored.score !== undefined)
    .toSorted((a, b) => a.score - b.score)
    .map(({ row }) => row)
}

/**
 * Lower is better: a match at the start of the name, of a word, within a word, then (only there) one slip, two …
 * Undefined: no match.
 */
function nameScore(name: string, query: string): number | undefined {
  const wanted = characters(query).slice(0, SEARCH_MAXIMUM)
  const text = characters(name)
  if (wanted.length === 0) return 0
  const slips = fewestSlips(text, wanted)
  if (slips > slipsAllowed(wanted.length)) return undefined
  return slips + placeOf(text.join(''), wanted.join(''))
}

/** How many slips a query of so many characters may hold (GAP-69). */
export function slipsAllowed(characters: number): number {
  return Math.floor(characters / CHARACTERS_PER_SLIP)
}

function placeOf(text: string, wanted: string): 0 | 1 | 2 {
  if (text.startsWith(wanted)) return 0
  return text.includes(` ${wanted}`) ? 1 : 2
}

/**
 * Fewest wrong, missing, extra or swapped letters between the query and any stretch of the text: edit distance
 * with adjacent swaps, where a match may begin and end anywhere in the text.
 */
function fewestSlips(text: readonly string[], wanted: readonly string[]): number {
  let beforeLast: number[] = []
  let last = new Array<number>(text.length + 1).fill(0)
  for (const [row, letter] of wanted.entries()) {
    const current = [row + 1]
    for (const [column, other] of text.entries()) {
      const swapped = letter === text[column - 1] && other === wanted[row - 1]
      current.push(
        Math.min(
          (last[column] ?? 0) + (letter === other ? 0 : 1),
          (last[column + 1] ?? 0) + 1,
          (current[column] ?? 0) + 1,
          swapped ? (beforeLast[column - 1] ?? Number.POSITIVE_INFINITY) + 1 : Number.POSITIVE_INFINITY,
        ),
      )
    }
    beforeLast = last
    last = current
  }
  return Math.min(...last)
}

/** Folds case, Latin accents and runs of blanks, and splits into characters. */
function characters(text: string): string[] {
  return foldCharacters(text.trim())
}

/** The same with the blanks at both ends kept. */
export function foldCharacters(text: string): string[] {
  const folded = text
    .normalize('NFKD')
    .replace(/[\u0300-\u036f]/g, '')
    .normalize('NFC')
    .toLowerCase()
  return [...folded.replace(/\s+/g, ' ')]
}
