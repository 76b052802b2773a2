/**
 * Returns the locale for numbers, dates and times: the chosen language as written in India. Digits are always Latin, as
 * in prices; Urdu would otherwise mix two kinds of digits on one line (docs/reference/interface.md#type).
 */
export function locale(): string {
  const language = document.documentElement.lang || 'en'
  return language.includes('-') ? language : `${language}-IN-u-nu-latn`
}

/** Formats a count such as "1,240". */
export function formatCount(count: number): string {
  return count.toLocaleString(locale())
}

/** Formats a distance in kilometres or a rating with one decimal, such as "1.2". */
export function tenths(value: number): string {
  return value.toLocaleString(locale(), { minimumFractionDigits: 1, maximumFractionDigits: 1 })
}
