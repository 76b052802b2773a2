import { type Text, textOf } from '@nukkad/rules/word-match.ts'

const MAX_TEXTS = 20_000
const texts = new Map<string, Text>()

/**
 * Prepares a text for comparison only once, because searches compare the same names many times and many cells share
 * their stores.
 */
export function preparedText(text: string): Text {
  const known = texts.get(text)
  if (known) return known
  if (texts.size >= MAX_TEXTS) texts.clear()
  const prepared = textOf(text)
  texts.set(text, prepared)
  return prepared
}
