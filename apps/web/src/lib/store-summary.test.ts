import { beforeEach, expect, test, vi } from 'vitest'
import { installBrowser } from '../test/browser.ts'
import type { ListedStore } from './store-summary.ts'

beforeEach(() => {
  vi.resetModules()
})

const charges = {
  kind: 'salon',
  currency: 'INR',
  delivery_charge: '99.00',
  free_delivery_subtotal: '0.00',
} satisfies Partial<ListedStore>

test.each(['99.00', '0.00'])(
  'the card of a salon that takes visits names no visit at home, with a charge of %s',
  async (amount) => {
    installBrowser({
      storeVisitSalon: 'At the salon',
      storeCardVisit: '{amount} home visit',
      storeCardFreeVisit: 'Free home visit',
    })
    const { chargeText } = await import('./store-summary.ts')
    const salon = { ...charges, delivery_charge: amount }
    expect(chargeText({ ...salon, takes_visits: true })).toBe('At the salon')
    expect(chargeText({ ...salon, takes_visits: false })).toContain('home visit')
  },
)

test.each([
  ['an open store', { is_active: 1, opens_at: null }, false],
  ['a store that is closed by its hours', { is_active: 0, opens_at: '09:00' }, true],
  [
    'a salon that takes visits and is closed by its hours',
    { is_active: 0, opens_at: '09:00', takes_visits: true },
    false,
  ],
  ['a salon that was switched off', { is_active: 0, opens_at: null, takes_visits: true }, true],
] as const)('%s is shut: %s', async (_name, store, isShutNow) => {
  const { isShut } = await import('./store-summary.ts')
  expect(isShut(store)).toBe(isShutNow)
})
