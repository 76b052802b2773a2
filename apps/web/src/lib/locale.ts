/**
 * The locale of numbers, dates and times: the chosen language as it is written in India, always in the figures that
 * prices have (ux §3.2); Urdu would else mix two kinds of them on one line.
 */
export function locale(): string {
  const language = document.documentElement.lang || 'en'
  return language.includes('-') ? language : `${language}-IN-u-nu-latn`
}

/** "1,240" */
export function countWords(count: number): string {
  return count.toLocaleString(locale())
}

/** "1.2" */
export function kilometres(distance: number): string {
  return distance.toLocaleString(locale(), { minimumFractionDigits: 1, maximumFractionDigits: 1 })
}
