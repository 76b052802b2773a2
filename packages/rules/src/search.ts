/** Minimum length of a search query, in characters (K-01, R-09). */
export const SEARCH_MINIMUM = 3
/** Maximum number of characters of a query that the search uses (docs/reference/security.md#input). */
export const SEARCH_MAXIMUM = 64
/** Pause in milliseconds after the last keystroke, before a search runs (K-02, R-10). */
export const SEARCH_DEBOUNCE_MS = 500

/** A query may contain one typing error for each four of its characters (GAP-69). */
const CHARACTERS_PER_SLIP = 4

/** Returns how the app reacts to a query: it shows the full list, shows a hint, or searches (K-01 to K-04). */
export function searchState(query: string): 'empty' | 'too-short' | 'ready' {
  const { length } = characters(query)
  if (length === 0) return 'empty'
  return length < SEARCH_MINIMUM ? 'too-short' : 'ready'
}

/** Returns the rows whose name matches, best first. Rows that match equally well stay in their order (GAP-69). */
export function rankByName<Row>(rows: readonly Row[], query: string, nameOf: (row: Row) => string): Row[] {
  return rows
    .map((row) => ({ row, score: nameScore(nameOf(row), query) }))
    .filter((scored): scored is { row: Row; score: number } => scored.score !== undefined)
    .toSorted((a, b) => a.score - b.score)
    .map(({ row }) => row)
}

/**
 * Returns how well a name matches a query as a number; the lowest number is best. A match at the start of the name
 * scores 0, at the start of a word 1, and within a word 2. Each typing error in the query adds 1 to the number. Returns
 * undefined when the name does not match.
 */
function nameScore(name: string, query: string): number | undefined {
  const wanted = characters(query).slice(0, SEARCH_MAXIMUM)
  const text = characters(name)
  if (wanted.length === 0) return 0
  const slips = fewestSlips(text, wanted)
  if (slips > slipsAllowed(wanted.length)) return undefined
  return slips + placeOf(text.join(''), wanted.join(''))
}

/** Returns how many typing errors a query of this length may contain (GAP-69). */
export function slipsAllowed(characters: number): number {
  return Math.floor(characters / CHARACTERS_PER_SLIP)
}

function placeOf(text: string, wanted: string): 0 | 1 | 2 {
  if (text.startsWith(wanted)) return 0
  return text.includes(` ${wanted}`) ? 1 : 2
}

/**
 * Returns the minimum number of wrong, missing, extra or swapped letters between the query and any part of the text.
 * The result is the edit distance with adjacent swaps, where a match may start and end anywhere in the text.
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

/**
 * Normalises a text (lower case, no Latin accents, single spaces, no spaces at its ends), and splits it into
 * characters.
 */
function characters(text: string): string[] {
  return foldCharacters(text.trim())
}

/** Normalises a text as `characters` does, but keeps the spaces at its ends. */
export function foldCharacters(text: string): string[] {
  const folded = text
    .normalize('NFKD')
    .replace(/[\u0300-\u036f]/g, '')
    .normalize('NFC')
    .toLowerCase()
  return [...folded.replace(/\s+/g, ' ')]
}
