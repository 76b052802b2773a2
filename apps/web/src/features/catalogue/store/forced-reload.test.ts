import { beforeEach, expect, test, vi } from 'vitest'
import { installBrowser } from '#test/browser.ts'

let entries: Map<string, string>
let reloads: number
let reload: typeof import('./forced-reload.ts')
let ApiError: typeof import('#lib/api.ts').ApiError

beforeEach(async () => {
  vi.resetModules()
  entries = installBrowser()
  reloads = 0
  vi.stubGlobal('location', { search: '', reload: () => reloads++ })
  reload = await import('./forced-reload.ts')
  ;({ ApiError } = await import('#lib/api.ts'))
})

test('[Q-02, INT-17] a store is unknown only if its info call answers 400', () => {
  expect(reload.isUnknownStore(new ApiError(400, 'STORE_UNKNOWN', '', {}))).toBe(true)
  for (const status of [0, 401, 404, 429, 500, 503])
    expect(reload.isUnknownStore(new ApiError(status, 'UNKNOWN', '', {}))).toBe(false)
  expect(reload.isUnknownStore(new Error('400'))).toBe(false)
  expect(reload.isUnknownStore(null)).toBe(false)
})

test('[D-07, Q-02, GAP-55] the first 400 sets the flag and reloads, the next one does neither', () => {
  reload.leaveUnknownStore('corner')
  expect([entries.get('forceReloadedStore'), reloads]).toEqual(['corner', 1])
  reload.leaveUnknownStore('corner')
  expect(reloads).toBe(1)
})

test('[GAP-55] only an answer for this store clears the flag', () => {
  reload.leaveUnknownStore('corner')
  reload.lowerForceReload('other')
  expect(entries.get('forceReloadedStore')).toBe('corner')
  reload.lowerForceReload('corner')
  expect(entries.has('forceReloadedStore')).toBe(false)
})

test('a store that no longer exists is removed from storage, and another one stays', () => {
  entries.set('items', JSON.stringify({ slug: 'other', info: {} }))
  reload.leaveUnknownStore('corner')
  expect(entries.has('items')).toBe(true)
  reload.leaveUnknownStore('other')
  expect(entries.has('items')).toBe(false)
})
