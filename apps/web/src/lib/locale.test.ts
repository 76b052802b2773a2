import { expect, test, vi } from 'vitest'
import { installBrowser } from '../test/browser.ts'

const evening = new Date(2026, 10, 21, 19, 15)

/** Loads the module under test in a page with this language and direction. */
async function wearing(lang: string, dir = 'ltr') {
  vi.resetModules()
  installBrowser({})
  Object.assign(document.documentElement, { lang, dir })
  return { ...(await import('./calendar.ts')), ...(await import('./clock.ts')), ...(await import('./locale.ts')) }
}

test('[R-04] distances and counts use Indian grouping and Latin digits in every language', async () => {
  for (const lang of ['en', 'hi']) {
    const { formatCount, tenths } = await wearing(lang)
    expect([formatCount(102_300), tenths(1.25), tenths(3)], lang).toEqual(['1,02,300', '1.3', '3.0'])
  }
  for (const lang of ['kn', 'ur']) {
    const { formatCount, tenths } = await wearing(lang)
    expect([formatCount(2400), tenths(0.6)], lang).toEqual(['2,400', '0.6'])
  }
})

test('dates and times use the chosen language in its Indian form', async () => {
  const en = await wearing('en')
  expect([en.dateOf(evening), en.timeOf(evening), en.monthOf(evening)]).toEqual([
    '21 November 2026',
    '7:15 pm',
    'November 2026',
  ])
  const hi = await wearing('hi')
  expect([hi.dateOf(evening), hi.weekdayOf(evening)]).toEqual(['21 नवंबर 2026', 'शनि'])
  const kn = await wearing('kn')
  expect(kn.monthOf(evening)).toBe('ನವೆಂಬರ್ 2026')
  const ur = await wearing('ur', 'rtl')
  // The time is between isolating characters, because it runs from left to right inside a right-to-left text.
  expect([ur.dateOf(evening), ur.timeOf(evening)]).toEqual(['21 نومبر، 2026', '\u20687:15 PM\u2069'])
})
