/** Maximum length of a name, in characters (GAP-22). */
export const NAME_MAXIMUM = 255
/** Maximum length of an address line, in characters (docs/reference/security.md#input). */
export const ADDRESS_MAXIMUM = 300
/** Maximum length of a review, in characters (docs/reference/security.md#input). */
export const REVIEW_MAXIMUM = 1000
/** Maximum length of a tax number, in characters (GAP-27). */
export const TAX_NUMBER_MAXIMUM = 50

/**
 * Returns a text in the Unicode form NFC, without control characters except line breaks and tabs, with lone surrogates
 * replaced, and without spaces at its ends (docs/reference/security.md#input).
 */
export function normaliseText(text: string): string {
  return text.toWellFormed().replace(/\r\n?/g, '\n').replace(controls, '').normalize('NFC').trim()
}

/** Normalises text of one line, such as names, addresses and tags. Also replaces each run of spaces with one space. */
export function normaliseLine(text: string): string {
  return normaliseText(text).replace(/\s+/g, ' ')
}

/** The possible problems of a line of text. */
export type TextProblem = 'required' | 'too-long' | 'characters'

/**
 * Returns the problem of a name, if any: it is empty, has over 255 characters, or has characters that could mislead a
 * reader.
 */
export function nameProblem(name: string): TextProblem | undefined {
  if (hasForbiddenCharacters(name)) return 'characters'
  const line = normaliseLine(name)
  if (line === '') return 'required'
  return [...line].length > NAME_MAXIMUM ? 'too-long' : undefined
}

/** The start of a placeholder for a name that the shop does not know. */
const UNKNOWN_NAME = '••••'

/**
 * Returns a placeholder for the name of a customer of whom only the phone is known. The placeholder shows the last four
 * digits of the phone to the store and the rider.
 */
export function placeholderName(phone: string): string {
  return `${UNKNOWN_NAME} ${phone.slice(-4)}`
}

/**
 * Returns whether a name is a placeholder from `placeholderName`, so that the app can still ask for the person's name.
 */
export function isPlaceholderName(name: string): boolean {
  return name.startsWith(`${UNKNOWN_NAME} `)
}

/**
 * Returns a name as other people may see it: the first word and the first letter of the last word. A name of a single
 * word stays as it is. A placeholder for an unknown name is shown without its digits.
 */
export function publicName(name: string): string {
  if (isPlaceholderName(name)) return UNKNOWN_NAME
  const [first = '', ...rest] = normaliseLine(name).split(' ')
  const [initial] = new Intl.Segmenter().segment(rest.at(-1) ?? '')
  return initial ? `${first} ${initial.segment}.` : first
}

/** Returns true for text with control characters, lone surrogates or marks that change the reading direction. */
export function hasForbiddenCharacters(text: string): boolean {
  return !text.isWellFormed() || text.search(controls) >= 0 || text.search(directionOverrides) >= 0
}

/**
 * Returns the problem of a tax number, if any. A tax number must have 1 to 50 characters without the spaces at both
 * ends; nothing else is checked (GAP-27).
 */
export function taxNumberProblem(taxNumber: string): TextProblem | undefined {
  const trimmed = normaliseLine(taxNumber)
  if (trimmed === '') return 'required'
  return [...trimmed].length > TAX_NUMBER_MAXIMUM ? 'too-long' : undefined
}

const controls = /(?![\t\n])\p{Cc}/gu
const directionOverrides = /[\u202a-\u202e\u2066-\u2069]/g
