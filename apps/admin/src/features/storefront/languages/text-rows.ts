import type { Output } from '@nukkad/contract/contract.ts'

export type TextRow = Output<'dashboard/texts'>['texts'][number]
export type TextFilter = 'all' | 'missing' | 'changed' | 'long'

/** A text that is so much longer than the English one may not fit where it stands. */
const LONG_SHARE = 1.4
const SHORT_TEXT = 8
const LEAST_IN_GROUP = 8

export const shownText = ({ own, shipped }: TextRow): string => own ?? shipped ?? ''
export const isMissing = ({ own, shipped }: TextRow): boolean => own === null && shipped === null

export function isLong(text: string, english: string): boolean {
  return english.length > SHORT_TEXT && text.length > english.length * LONG_SHARE
}

/** What the parts in curly brackets are. */
export function placeholdersOf(text: string): string[] {
  return [...new Set(text.match(/\{\w+\}/g))]
}

/** Texts of one screen begin with the same word; words that few share stand under `other`. */
export function groupsOf(rows: readonly TextRow[]): Map<string, string> {
  const counts = new Map<string, number>()
  for (const { key } of rows) counts.set(wordOf(key), (counts.get(wordOf(key)) ?? 0) + 1)
  return new Map(rows.map(({ key }) => [key, (counts.get(wordOf(key)) ?? 0) < LEAST_IN_GROUP ? 'other' : wordOf(key)]))
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
