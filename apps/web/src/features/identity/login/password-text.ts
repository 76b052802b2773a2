import { t } from '#lib/catalogue.ts'

/** Returns the text about the strength of a new password that is shown below its field. */
export function passwordText(password: string): string {
  if (password.length < 8) return t('registerPasswordHint')
  const kinds = [/[a-z]/, /[A-Z]/, /\d/, /[^a-zA-Z\d]/].filter((kind) => kind.test(password)).length
  if (password.length >= 14 || (password.length >= 10 && kinds >= 3)) return t('registerPasswordGood')
  return t(password.length >= 10 ? 'registerPasswordFair' : 'registerPasswordWeak')
}
