/**
 * The languages of a new installation, the default first (M-10, M-12). Each language has the texts of one file of the
 * folder `texts`.
 */
export const languages = [
  { code: 'en', name: 'English', direction: 'ltr' },
  { code: 'hi', name: 'हिन्दी', direction: 'ltr' },
  { code: 'kn', name: 'ಕನ್ನಡ', direction: 'ltr' },
  { code: 'ur', name: 'اردو', direction: 'rtl' },
] as const satisfies readonly { code: string; name: string; direction: 'ltr' | 'rtl' }[]

/** The code (BCP 47) of a language of the product. */
export type LanguageCode = (typeof languages)[number]['code']
