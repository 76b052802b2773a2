/** Most characters of a name (GAP-22). */
export const NAME_MAXIMUM = 255
/** Most characters of an address line (docs/reference/security.md#input). */
export const ADDRESS_MAXIMUM = 300
/** Most characters of a review (docs/reference/security.md#input). */
export const REVIEW_MAXIMUM = 1000
/** Most characters of a tax number (GAP-27). */
export const TAX_NUMBER_MAXIMUM = 50

/**
 * One way of writing for what people type: NFC, no control characters except line breaks and tabs, lone surrogates
 * replaced, ends trimmed (docs/reference/security.md#input).
 */
export function normaliseText(text: string): string {
  return text.toWellFormed().replace(/\r\n?/g, '\n').replace(controls, '').normalize('NFC').trim()
}

/** The same for text of one line, where every run of blanks is one space: names, addresses, tags. */
export function normaliseLine(text: string): string {
  return normaliseText(text).replace(/\s+/g, ' ')
}

/** What can be wrong with a line of text. */
export type TextFault = 'required' | 'too-long' | 'characters'

/** What is wrong with a name, if anything: empty, over 255 characters, or characters that could deceive. */
export function nameFault(name: string): TextFault | undefined {
  if (hasForbiddenCharacters(name)) return 'characters'
  const line = normaliseLine(name)
  if (line === '') return 'required'
  return [...line].length > NAME_MAXIMUM ? 'too-long' : undefined
}

/** A name as others may read it: the first word, and the first letter of the last; of a single word all of it. */
export function publicName(name: string): string {
  const [first = '', ...rest] = normaliseLine(name).split(' ')
  const [initial] = new Intl.Segmenter().segment(rest.at(-1) ?? '')
  return initial ? `${first} ${initial.segment}.` : first
}

/** True for control characters, lone surrogates and marks that turn the direction of writing. */
export function hasForbiddenCharacters(text: string): boolean {
  return !text.isWellFormed() || text.search(controls) >= 0 || text.search(directionOverrides) >= 0
}

/** What is wrong with a tax number, if anything: 1 to 50 characters after trimming, no other check (GAP-27). */
export function taxNumberFault(taxNumber: string): TextFault | undefined {
  const trimmed = normaliseLine(taxNumber)
  if (trimmed === '') return 'required'
  return [...trimmed].length > TAX_NUMBER_MAXIMUM ? 'too-long' : undefined
}

const controls = /(?![\t\n])\p{Cc}/gu
const directionOverrides = /[\u202a-\u202e\u2066-\u2069]/g
