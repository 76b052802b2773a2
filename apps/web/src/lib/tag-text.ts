import { t } from './catalogue.ts'

/** The address names that the form offers, which are stored in English in every language. */
export const addressTags = ['Home', 'Work', 'Other'] as const

/** Returns an address name in the language of the screen. A name that a customer typed is not translated. */
export function tagText(tag: string | null | undefined): string {
  if (tag === 'Home') return t('mapTagHome')
  if (tag === 'Work') return t('mapTagWork')
  return !tag || tag === 'Other' ? t('mapTagOther') : tag
}
