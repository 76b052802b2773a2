import { globSync, readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import fc from 'fast-check'
import { beforeEach, describe, expect, test, vi } from 'vitest'

type Storage = 'works' | 'full' | 'blocked'
const storages: Storage[] = ['works', 'full', 'blocked']

/**
 * Simulates a tab of a browser. All page loads of the tab share one history entry, and also the storage if it works.
 */
function openTab(storage: Storage, stored: Record<string, string> = {}) {
  const reloadedAt: number[] = []
  const kept = { local: new Map(Object.entries(stored)), session: new Map<string, string>() }
  let state: unknown = null
  const area = (entries: Map<string, string>) => {
    const unless = <Value>(refusing: Storage[], act: () => Value): Value => {
      if (refusing.includes(storage)) throw new DOMException('refused')
      return act()
    }
    return {
      getItem: (name: string) => unless(['blocked'], () => entries.get(name) ?? null),
      setItem: (name: string, value: string) => unless(['blocked', 'full'], () => entries.set(name, value)),
      removeItem: (name: string) => unless(['blocked'], () => entries.delete(name)),
    }
  }
  const load = async () => {
    vi.resetModules()
    vi.stubGlobal('localStorage', area(kept.local))
    vi.stubGlobal('sessionStorage', area(kept.session))
    vi.stubGlobal('history', {
      get state() {
        return state
      },
      replaceState: (next: unknown) => {
        state = next
      },
    })
    vi.stubGlobal('document', { getElementById: () => null, documentElement: { lang: 'en' } })
    vi.stubGlobal('addEventListener', () => {})
    vi.stubGlobal('navigator', { onLine: true })
    vi.stubGlobal('location', { search: '', pathname: '/', reload: () => reloadedAt.push(Date.now()) })
    return import('#lib/reload.ts')
  }
  /** Follows a link or enters an address, which creates another history entry in the same tab. */
  const leave = () => {
    state = null
  }
  return { load, leave, reloadedAt }
}

beforeEach(() => {
  vi.useFakeTimers({ now: Date.UTC(2026, 10, 22) })
  vi.spyOn(console, 'warn').mockImplementation(() => {})
  vi.spyOn(console, 'error').mockImplementation(() => {})
  return () => {
    vi.useRealTimers()
    vi.restoreAllMocks()
  }
})

describe('automatic reloads', () => {
  test.each(storages)(
    '[GAP-85] happen at most once a minute, for any sequence of requests (storage %s)',
    async (storage) => {
      const waits = fc.array(fc.integer({ min: 1, max: 90_000 }), { minLength: 1, maxLength: 30 })
      await fc.assert(
        fc.asyncProperty(waits, fc.integer({ min: 1, max: 4 }), async (pauses, asks) => {
          const { load, reloadedAt } = openTab(storage)
          for (const pause of pauses) {
            const { forceReload } = await load()
            for (let ask = 0; ask < asks; ask++) forceReload()
            vi.advanceTimersByTime(pause)
          }
          expect(reloadedAt.length).toBeGreaterThan(0)
          for (const [index, at] of reloadedAt.entries())
            if (index > 0) expect(at - reloadedAt[index - 1]!).toBeGreaterThanOrEqual(60_000)
        }),
        { numRuns: 40 },
      )
    },
  )

  test('reloads are limited across further page loads of the tab', async () => {
    const { load, leave, reloadedAt } = openTab('works')
    ;(await load()).forceReload()
    leave()
    expect((await load()).forceReload()).toBe(false)
    vi.advanceTimersByTime(60_000)
    expect((await load()).forceReload()).toBe(true)
    expect(reloadedAt).toHaveLength(2)
  })

  test('reloads are not blocked forever by a clock that was set back', async () => {
    const { load } = openTab('works')
    ;(await load()).forceReload()
    vi.setSystemTime(Date.UTC(2020, 0, 1))
    expect((await load()).forceReload()).toBe(true)
  })

  test('[GAP-61] wait after a return from a payment', async () => {
    const { load } = openTab('works')
    const { forceReload } = await load()
    vi.stubGlobal('location', { search: '?payment=ok', reload: () => expect.unreachable() })
    expect(forceReload()).toBe(false)
  })
})

/**
 * The causes of an automatic reload, each of which the test applies at every start of the page, as if the cause
 * remained.
 */
const reasons: Record<string, () => Promise<void>> = {
  'a store that is gone': async () => {
    const { leaveUnknownStore } = await import('#features/catalogue/store/forced-reload.ts')
    leaveUnknownStore('gone')
  },
  'a store that was known from storage and is gone': async () => {
    const { leaveUnknownStore, lowerForceReload } = await import('#features/catalogue/store/forced-reload.ts')
    lowerForceReload('gone')
    leaveUnknownStore('gone')
  },
  'a part that is gone': async () => {
    const { RouteError } = await import('#features/shell/route-error.tsx')
    const screen = new RouteError({ path: '/', children: null })
    screen.setState = () => {}
    const error = new TypeError('Failed to fetch dynamically imported module: /assets/app/cart.js')
    screen.state = RouteError.getDerivedStateFromError(error)
    screen.componentDidCatch(error)
  },
  'a version that never matches': async () => {
    vi.stubGlobal('fetch', async () => Response.json({ forceNewSettingsVersion: 's', forceCacheClearVersion: 'new' }))
    vi.stubGlobal('window', {})
    const { checkVersions } = await import('#lib/version-check.ts')
    await checkVersions()
    vi.advanceTimersByTime(3_000)
  },
  'a first visit on a desktop': async () => {
    const { reloadFirstVisit } = await import('./first-reload.ts')
    const stop = reloadFirstVisit()
    vi.advanceTimersByTime(2_500)
    stop()
  },
}
const stored = { languages: '[]', forceNewSettingsVersion: 's', forceCacheClearVersion: 'old' }

describe.each(Object.entries(reasons))('%s', (_name, act) => {
  test.each(storages)('reloads at most once in 55 seconds of trying (storage %s)', async (storage) => {
    const { load, reloadedAt } = openTab(storage, stored)
    const startedAt = Date.now()
    while (Date.now() - startedAt < 55_000) {
      await load()
      await act()
      vi.advanceTimersByTime(500)
    }
    expect(reloadedAt.length).toBeLessThanOrEqual(1)
  })
})

test.each(['works', 'full'] as const)('a first visit on a desktop reloads, storage %s', async (storage) => {
  const { load, reloadedAt } = openTab(storage, stored)
  await load()
  await reasons['a first visit on a desktop']!()
  expect(reloadedAt).toHaveLength(1)
})

describe('no other code navigates without a press', () => {
  const root = resolve(import.meta.dirname, '..')
  const files = globSync('**/*.{ts,tsx}', { cwd: root, exclude: ['**/*.test.*', 'test/**'] })
  const placesOf = (act: RegExp) => files.filter((file) => act.test(readFileSync(resolve(root, file), 'utf8'))).sort()

  test('to the same page', () => {
    expect(placesOf(/\breload\s*\(\s*\)|history\s*\.\s*go\s*\(/).filter((file) => !callsOwn(file))).toEqual([
      'lib/reload.ts',
    ])
    // A file may call the app's own `reload` function.
    function callsOwn(file: string): boolean {
      const text = readFileSync(resolve(root, file), 'utf8')
      return /import \{[^}]*\breload\b[^}]*\} from '#lib\/reload.ts'/.test(text) && !/\.\s*reload\b/.test(text)
    }
  })

  test('to another page', () => {
    const leaving = /location\s*\.\s*(assign|replace)\b|location(\s*\.\s*href)?\s*=[^=]|\.navigate\s*\(/
    expect(placesOf(leaving)).toEqual(leavesAfterPress)
  })
})

// The files that may load another page: for sign-in and payment at a provider, for the end of acting for a customer,
// and for a press on a push message.
const leavesAfterPress = [
  'features/identity/login/social.ts',
  'features/shell/acting-bar.tsx',
  'lib/open-payment.ts',
  'sw-push.ts',
]
