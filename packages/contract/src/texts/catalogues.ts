import { en, type TextKey } from './en.ts'
import { hi } from './hi.ts'
import { kn } from './kn.ts'
import { type LanguageCode, languages } from './languages.ts'
import { ur } from './ur.ts'

const texts: Record<LanguageCode, Record<TextKey, string>> = { en, hi, kn, ur }

/** The languages of a new installation with their texts, the default first. */
export const catalogues = languages.map((language) => ({ ...language, texts: texts[language.code] }))
