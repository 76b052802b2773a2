import { en, type TextKey } from './en.ts'
import { hi } from './hi.ts'
import { kn } from './kn.ts'
import { ur } from './ur.ts'

/** A language of the product: its code, its name in that language, its writing direction and its texts. */
type Catalogue = {
  code: 'en' | 'hi' | 'kn' | 'ur'
  name: string
  direction: 'ltr' | 'rtl'
  texts: Record<TextKey, string>
}

/** The languages of a new installation, the default first (M-10, M-12). */
export const catalogues: readonly Catalogue[] = [
  { code: 'en', name: 'English', direction: 'ltr', texts: en },
  { code: 'hi', name: 'हिन्दी', direction: 'ltr', texts: hi },
  { code: 'kn', name: 'ಕನ್ನಡ', direction: 'ltr', texts: kn },
  { code: 'ur', name: 'اردو', direction: 'rtl', texts: ur },
]
