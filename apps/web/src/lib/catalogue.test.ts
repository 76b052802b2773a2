import { beforeEach, expect, test, vi } from 'vitest'
import { installBrowser } from '../test/browser.ts'

beforeEach(() => {
  vi.resetModules()
})

test('[A-13] a value inside a right-to-left sentence keeps its own direction', async () => {
  const texts = { riderInclTip: 'آج {amount}', walletEarnSignup: 'سائن اپ پر Rs.{amount}' }
  installBrowser(texts)
  const { t } = await import('./catalogue.ts')
  expect(t('riderInclTip', { amount: '₹50.99' })).toBe('آج ₹50.99')
  document.documentElement.dir = 'rtl'
  expect(t('riderInclTip', { amount: '₹50.99' })).toBe('آج \u2068₹50.99\u2069')
  expect(t('riderInclTip')).toBe(texts.riderInclTip)
  // A currency sign before a number must stay attached to the number; an isolated number would show "Rs.200" as
  // "200.Rs".
  expect(t('walletEarnSignup', { amount: 200 })).toBe('سائن اپ پر Rs.200')
})

test('[M-11] the app renders again only if a text that it has shown changes', async () => {
  installBrowser({})
  const { keepNamed, t, useCatalogueVersion } = await import('./catalogue.ts')
  const version = () => useCatalogueVersion.getState().version
  expect(t('cartPageTitle')).toBe('')
  await keepNamed({ checkoutPageTitle: 'Pay' })
  expect(version()).toBe(0)
  await keepNamed({ checkoutPageTitle: 'Pay' })
  await keepNamed({ cartPageTitle: 'Basket', checkoutPageTitle: 'Pay now' })
  expect(version()).toBe(1)
  expect(t('checkoutPageTitle')).toBe('Pay now')
  await keepNamed({ checkoutPageTitle: 'Pay' })
  expect(version()).toBe(2)
})

test('[Q-04] a malformed answer is refused, and the next one is still stored', async () => {
  installBrowser({})
  const { keepNamed, t } = await import('./catalogue.ts')
  await expect(keepNamed(null as never)).rejects.toThrow(TypeError)
  await keepNamed({ cartPageTitle: 'Basket' })
  expect(t('cartPageTitle')).toBe('Basket')
})
