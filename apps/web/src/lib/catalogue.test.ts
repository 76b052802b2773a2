import { beforeEach, expect, test, vi } from 'vitest'
import { installBrowser } from '../test/browser.ts'

beforeEach(() => {
  vi.resetModules()
})

test('[A-13] what fills a sentence keeps its own direction where the sentence runs from right to left', async () => {
  const texts = { riderEarningsToday: 'آج {amount}' }
  installBrowser(texts)
  const { t } = await import('./catalogue.ts')
  expect(t('riderEarningsToday', { amount: '₹50.99' })).toBe('آج ₹50.99')
  document.documentElement.dir = 'rtl'
  expect(t('riderEarningsToday', { amount: '₹50.99' })).toBe('آج \u2068₹50.99\u2069')
  expect(t('riderEarningsToday')).toBe(texts.riderEarningsToday)
})
