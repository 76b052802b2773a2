import { en, type FieldText } from '@nukkad/contract/texts/en.ts'
import type { z } from 'zod'

const MAX_FIELDS = 20

/** Returns why a request does not match its schema: for each wrong field, the key of a text that explains the error. */
export function reasonsOf(error: z.ZodError, sent: unknown): Record<string, FieldText> {
  return Object.fromEntries(
    error.issues
      .slice(0, MAX_FIELDS)
      .map((issue) => [issue.path.join('.') || 'body', reasonOf(issue, valueAt(sent, issue.path))]),
  )
}

function reasonOf(issue: z.core.$ZodIssue, value: unknown): FieldText {
  if (value === undefined || value === null) return 'fieldValidationMsg'
  if (isFieldText(issue.message)) return issue.message
  switch (issue.code) {
    case 'invalid_type':
      return typeTexts[issue.expected] ?? 'fieldInvalid'
    case 'invalid_value':
      return 'fieldNotOffered'
    case 'too_big':
      return sizeTexts[issue.origin]?.big ?? 'fieldTooLarge'
    case 'too_small':
      return value === '' ? 'fieldValidationMsg' : (sizeTexts[issue.origin]?.small ?? 'fieldTooSmall')
    case 'custom':
      return 'fieldInvalid'
    default:
      return 'fieldInvalid'
  }
}

const typeTexts: Record<string, FieldText> = { number: 'fieldNotNumber', int: 'fieldNotNumber', string: 'fieldNotText' }
const sizeTexts: Record<string, { big: FieldText; small: FieldText }> = {
  string: { big: 'fieldTooLong', small: 'fieldTooShort' },
  array: { big: 'fieldTooMany', small: 'fieldTooFew' },
}

function valueAt(sent: unknown, path: readonly PropertyKey[]): unknown {
  return path.reduce<unknown>((value, key) => (value as Record<PropertyKey, unknown> | null | undefined)?.[key], sent)
}

function isFieldText(key: string): key is FieldText {
  return key.startsWith('field') && key in en
}

/** Kinds of errors that the rules find in a field. */
type Problem = keyof typeof problemTexts

const problemTexts = {
  required: 'fieldValidationMsg',
  'too-long': 'fieldTooLong',
  'too-short': 'fieldTooShort',
  'too-common': 'fieldPasswordCommon',
  characters: 'fieldCharacters',
  invalid: 'fieldInvalid',
  'not-applicable': 'fieldNotNeeded',
} as const satisfies Record<string, FieldText>

/**
 * Returns the texts for the errors that the rules found, by field; `own` has more precise texts, by `field.problem`.
 */
export function reasonsOfProblems(
  problems: Partial<Record<string, Problem>>,
  own: Record<string, FieldText> = {},
): Record<string, FieldText> {
  return Object.fromEntries(
    Object.entries(problems).flatMap(([field, problem]) =>
      problem ? [[field, own[`${field}.${problem}`] ?? problemTexts[problem]]] : [],
    ),
  )
}
