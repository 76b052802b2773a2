import { t } from './catalogue.ts'

/** The names that the address form offers, kept in one form whatever language they were chosen in. */
export const addressTags = ['Home', 'Work', 'Other'] as const

/** What an address is called, in the language of the screen; a name of somebody's own stays. */
export function tagWords(tag: string | null | undefined): string {
  if (tag === 'Home') return t('mapTagHome')
  if (tag === 'Work') return t('mapTagWork')
  return !tag || tag === 'Other' ? t('mapTagOther') : tag
}
