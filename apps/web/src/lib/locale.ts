/**
 * The locale of numbers, dates and times: the chosen language as it is written in India, always in the figures that
 * prices have (docs/reference/interface.md#type); Urdu would else mix two kinds of them on one line.
 */
export function locale(): string {
  const language = document.documentElement.lang || 'en'
  return language.includes('-') ? language : `${language}-IN-u-nu-latn`
}

/** "1,240" */
export function countWords(count: number): string {
  return count.toLocaleString(locale())
}

/** Distances in kilometres and ratings: "1.2" */
export function tenths(value: number): string {
  return value.toLocaleString(locale(), { minimumFractionDigits: 1, maximumFractionDigits: 1 })
}
