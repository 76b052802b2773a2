import type { Output } from '@nukkad/contract/contract.ts'

export type TextRow = Output<'dashboard/texts'>['texts'][number]
export type TextFilter = 'all' | 'missing' | 'changed' | 'long'

/** A text that is longer than the English one by this factor may not fit on its screen. */
const LONG_SHARE = 1.4
const SHORT_TEXT = 8
const MIN_IN_GROUP = 8

export const shownText = ({ own, shipped }: TextRow): string => own ?? shipped ?? ''
export const isMissing = ({ own, shipped }: TextRow): boolean => own === null && shipped === null

export function isLong(text: string, english: string): boolean {
  return english.length > SHORT_TEXT && text.length > english.length * LONG_SHARE
}

/** Returns the placeholders of a text, which are in curly brackets. */
export function placeholdersOf(text: string): string[] {
  return [...new Set(text.match(/\{\w+\}/g))]
}

/** Returns the text to store: nothing if it is empty or equals the text of the product. */
export function ownText(typed: string, { shipped }: Pick<TextRow, 'shipped'>): string | null {
  return typed.trim() === '' || typed.trim() === shipped ? null : typed
}

/** Describes a possible problem of a text: a missing placeholder, or too great a length. */
export function textNote(typed: string, english: string): string | undefined {
  const lost = placeholdersOf(english).filter((part) => typed !== '' && !typed.includes(part))
  if (lost.length > 0) return `The text must contain ${lost.join(', ')}.`
  return isLong(typed, english) ? 'This text is much longer than the English one and may not fit.' : undefined
}

/** Returns the group of each key: its first word, or `other` for words that few texts share. */
export function groupsOf(rows: readonly TextRow[]): Map<string, string> {
  const counts = new Map<string, number>()
  for (const { key } of rows) counts.set(wordOf(key), (counts.get(wordOf(key)) ?? 0) + 1)
  return new Map(rows.map(({ key }) => [key, (counts.get(wordOf(key)) ?? 0) < MIN_IN_GROUP ? 'other' : wordOf(key)]))
}

function wordOf(key: string): string {
  return /^[a-z\d]+/.exec(key)?.[0] ?? 'other'
}

export function passes(row: TextRow, filter: TextFilter): boolean {
  if (filter === 'missing') return isMissing(row)
  if (filter === 'changed') return row.own !== null
  return filter === 'all' || isLong(shownText(row), row.english)
}

export function holds(row: TextRow, query: string): boolean {
  return `${row.key} ${row.english} ${shownText(row)}`.toLowerCase().includes(query.toLowerCase())
}

const PER_PAGE = 50

type Looked = { filter: TextFilter; group: string; q: string; page: number }

/** Returns the current page of texts, and how many texts and pages there are. */
export function lookUp(rows: readonly TextRow[], { filter, group, q, page }: Looked) {
  const groups = groupsOf(rows)
  const found = rows.filter((row) => passes(row, filter) && (!group || groups.get(row.key) === group) && holds(row, q))
  const pageCount = Math.max(1, Math.ceil(found.length / PER_PAGE))
  const shownPage = Math.min(page, pageCount)
  return {
    groupNames: [...new Set(groups.values())].sort(),
    shown: found.slice((shownPage - 1) * PER_PAGE, shownPage * PER_PAGE),
    foundCount: found.length,
    page: shownPage,
    pageCount,
  }
}

/** Returns the translated share of the rows, in whole percent. */
export function donePercent(rows: readonly TextRow[]): number {
  return Math.floor((rows.filter((row) => !isMissing(row)).length * 100) / rows.length)
}
