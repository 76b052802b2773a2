import { beforeEach, expect, test, vi } from 'vitest'
import { installBrowser } from '../../test/browser.ts'

let entries: Map<string, string>
let reload: typeof import('./forced-reload.ts')
let ApiError: typeof import('#lib/api.ts').ApiError

beforeEach(async () => {
  vi.resetModules()
  entries = installBrowser()
  reload = await import('./forced-reload.ts')
  ;({ ApiError } = await import('#lib/api.ts'))
})

test('[Q-02, INT-17] only the answer 400 of store info says that a store is unknown', () => {
  expect(reload.isUnknownStore(new ApiError(400, 'STORE_UNKNOWN', '', {}))).toBe(true)
  for (const status of [0, 401, 404, 429, 500, 503])
    expect(reload.isUnknownStore(new ApiError(status, 'UNKNOWN', '', {}))).toBe(false)
  expect(reload.isUnknownStore(new Error('400'))).toBe(false)
  expect(reload.isUnknownStore(null)).toBe(false)
})

test('[Q-02, GAP-55] the flag is raised once for a store, and again only after that store was known', () => {
  expect(reload.raiseForceReload('corner')).toBe(true)
  expect(entries.get('forceReloadedStore')).toBe('corner')
  expect(reload.raiseForceReload('corner')).toBe(false)
  reload.lowerForceReload('other')
  expect(reload.raiseForceReload('corner')).toBe(false)
  reload.lowerForceReload('corner')
  expect(entries.has('forceReloadedStore')).toBe(false)
  expect(reload.raiseForceReload('corner')).toBe(true)
})
