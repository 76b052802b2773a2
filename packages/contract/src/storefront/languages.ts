import { z } from 'zod'
import { call } from '../call.ts'
import { because, filledText, id, ignored, success } from '../wire.ts'

const direction = z.enum(['ltr', 'rtl'])
const languageRow = z.object({
  id: z.int(),
  code: z.string(),
  language_name: z.string(),
  direction,
  is_default: z.boolean(),
  is_active: z.boolean(),
  /** The number of texts that the shop has changed. */
  changed: z.int(),
  /** The number of texts that exist in this language, translated by the product or written by the shop. */
  done: z.int(),
  total: z.int(),
})
const answer = z.object({ success: z.literal(true), language: languageRow })

const access = { auth: 'staff', permission: 'translations_manage' } as const

export const listAdminLanguages = call('dashboard/languages', {
  ...access,
  // U-07
  summary: 'All languages of the shop, with how much of each is translated.',
  input: z.object(ignored),
  output: z.object({ success: z.literal(true), languages: z.array(languageRow) }),
  errors: [],
})

export const createLanguage = call('dashboard/languages/create', {
  ...access,
  // U-07
  summary: 'Adds a language. A new language is turned off, so that customers do not see it half translated.',
  input: z.object({
    ...ignored,
    code: z
      .string()
      .max(8)
      .refine((code) => /^[a-z]{2,3}$/.test(code), because('fieldLanguageCode')),
    language_name: filledText(60),
    direction,
  }),
  output: answer,
  errors: ['NAME_TAKEN'],
})

export const updateLanguage = call('dashboard/languages/update', {
  ...access,
  // U-07
  summary: 'Changes the name or direction of a language, or turns it on or off. The default stays on.',
  input: z.object({ ...ignored, id, language_name: filledText(60), direction, is_active: z.boolean() }),
  output: answer,
  errors: ['NOT_FOUND', 'LANGUAGE_NEEDED'],
})

export const makeDefaultLanguage = call('dashboard/languages/make-default', {
  ...access,
  // U-07
  summary: 'Makes an active language the default, in place of the previous one.',
  input: z.object({ ...ignored, id }),
  output: answer,
  errors: ['NOT_FOUND', 'LANGUAGE_OFF'],
})

export const deleteLanguage = call('dashboard/languages/delete', {
  ...access,
  // U-07
  summary: "Deletes a language and the shop's texts in it. The default cannot be deleted.",
  input: z.object({ ...ignored, id }),
  output: success,
  errors: ['NOT_FOUND', 'LANGUAGE_NEEDED'],
})

/** Maximum number of texts in one save; the product has fewer texts than this. */
const MAX_TEXTS = 3_000
const LONGEST_TEXT = 5_000

const textRow = z.object({
  key: z.string(),
  english: z.string(),
  /** The product's own text in this language; null if the product has none, so that customers see the English text. */
  shipped: z.string().nullable(),
  /** The text that the shop wrote to replace the product's own. */
  own: z.string().nullable(),
})

export const listAdminTexts = call('dashboard/texts', {
  ...access,
  // U-07
  summary: "All texts in one language: the English text, the shipped translation, and the shop's own text.",
  input: z.object({ ...ignored, language_id: id }),
  output: z.object({ success: z.literal(true), texts: z.array(textRow) }),
  errors: ['NOT_FOUND'],
})

export const saveAdminTexts = call('dashboard/texts/save', {
  ...access,
  // U-07
  summary:
    'Changes texts of one language, all or none. null restores the shipped text. Each refused text has its reason.',
  input: z.object({
    ...ignored,
    language_id: id,
    texts: z
      .record(z.string().max(80), z.string().max(LONGEST_TEXT).nullable())
      .refine((texts) => Object.keys(texts).length <= MAX_TEXTS, because('fieldTooMany')),
  }),
  output: z.object({ success: z.literal(true), changed: z.array(z.string()) }),
  errors: ['NOT_FOUND'],
})

export const importAdminTexts = call('dashboard/texts/import', {
  ...access,
  takesTable: true,
  // U-07
  summary:
    'Imports a file of texts (columns key and text) for one language. Without `apply`, it only shows the changes and errors; with `apply`, it saves all changes or none.',
  input: z.object({ ...ignored, language_id: id, apply: z.enum(['yes', 'no']) }),
  output: z.object({
    success: z.literal(true),
    is_applied: z.boolean(),
    rows: z.int(),
    changes: z.array(z.object({ key: z.string(), before: z.string(), after: z.string() })),
    errors: z.array(z.object({ row: z.int(), key: z.string(), reason: z.string() })),
  }),
  errors: ['NOT_FOUND'],
})
