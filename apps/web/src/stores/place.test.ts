import { beforeEach, expect, test, vi } from 'vitest'
import { installBrowser } from '../test/browser.ts'

let entries: Map<string, string>
let store: typeof import('./place.ts')

/** Loads the store in the way that a start of the app with these stored entries does. */
async function open(stored: Record<string, string> = {}): Promise<void> {
  vi.resetModules()
  entries = installBrowser(stored)
  store = await import('./place.ts')
}
beforeEach(() => open())

const kept = () => JSON.parse(entries.get('userSetAddress') ?? 'null')
const chosen = { lat: 12.93, lng: 77.62, address: '5th Block', house: '4B', tag: 'Home' }

test('[J-02] a chosen location is stored with exactly six keys, without its other fields', async () => {
  store.pickPlace({ ...chosen, id: 7, landmark: 'lake' } as typeof chosen)
  expect(kept()).toEqual({ ...chosen, businessLocation: false })
  expect(entries.get('userAlreadySelectedLocation')).toBe('true')
  store.keepPlace({ lat: 1, lng: 2, address: 'Centre', house: null, tag: null, businessLocation: true })
  expect(kept()).toEqual({ lat: 1, lng: 2, address: 'Centre', house: null, tag: null, businessLocation: true })
})

test('[J-02, S-15] a reload restores the stored location, and ignores a malformed one', async () => {
  await open({ userSetAddress: JSON.stringify({ ...chosen, lat: '12.93', businessLocation: 'true' }) })
  expect(store.usePlace.getState().place).toEqual({ ...chosen, businessLocation: true })
  for (const broken of ['{', '[]', 'null', '{"lat":1}', '{"lat":null,"lng":2}', '{"lat":"x","lng":2}']) {
    await open({ userSetAddress: broken })
    expect(store.usePlace.getState().place).toBeNull()
  }
})
