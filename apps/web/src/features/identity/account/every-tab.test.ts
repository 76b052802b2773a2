import { globSync, readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import { installBrowser } from '#test/browser.ts'

/*
 * A log-out ends the session in every tab of a browser, including a suspended tab, which keeps its memory, and a
 * discarded tab, which gets its session storage back. The keys of stored data are read from their declarations, so that
 * new keys are tested too.
 */

const root = resolve(import.meta.dirname, '../../..')
const declarations = readFileSync(resolve(root, 'lib/storage.ts'), 'utf8')
const declared = [...declarations.matchAll(/^ {2}(\w+): '(device|customer|customer-next|rider)',$/gm)].map(
  ([, name = '', owner = '']) => ({ name, owner }),
)
const personal = declared.filter(({ owner }) => owner.startsWith('customer')).map(({ name }) => name)

/** In these tests, every stored value that belongs to a person contains this text. */
const secret = 'the key is under the mat'
const session = JSON.stringify({ success: true, data: { id: 7, auth_token: 'token of 7', name: secret } })
const forms: Record<string, unknown> = {
  user: JSON.parse(session),
  addresses: [{ id: 1, address: secret }],
  userSetAddress: { lat: 12.9, lng: 77.6, address: secret, house: secret, tag: null, businessLocation: false },
  checkoutKey: { key: secret, userId: 7, prints: [secret], isOpen: true },
  checkoutChoices: { tip: secret, usesWallet: true, method: secret, cashChange: secret },
  orderComment: secret,
  appliedCoupon: secret,
  orderDate: { date: secret },
  orderSlot: { slot: secret },
  items: { slug: secret },
  recentSearches: [secret],
}

let entries: Map<string, string>
let listeners: Record<string, (() => void)[]>

beforeEach(() => {
  vi.spyOn(console, 'warn').mockImplementation(() => {})
  vi.resetModules()
  entries = installBrowser(Object.fromEntries(declared.map(({ name }) => [name, entryOf(name)])))
  listeners = {}
  vi.stubGlobal('addEventListener', (event: string, act: () => void) => {
    listeners[event] = [...(listeners[event] ?? []), act]
  })
  vi.stubGlobal('location', { search: '', pathname: '/my-location' })
  vi.stubGlobal('fetch', async () => Response.json({ success: true }))
  return () => vi.restoreAllMocks()
})

function entryOf(name: string): string {
  if (name === 'endedSessions') return '[]'
  const value = forms[name] ?? secret
  return typeof value === 'string' ? value : JSON.stringify(value)
}

/** Installs the session storage of one tab, which is restored together with the tab. */
function installTab(kept: Record<string, string> = {}): Record<string, string> {
  const methods = {
    getItem: (name: string) => kept[name] ?? null,
    setItem: (name: string, value: string) => {
      kept[name] = value
    },
    removeItem: (name: string) => {
      delete kept[name]
    },
  }
  for (const [name, value] of Object.entries(methods)) Object.defineProperty(kept, name, { value, enumerable: false })
  vi.stubGlobal('sessionStorage', kept)
  return kept
}

/** Opens the app in a tab: loads every module that holds stored data. */
async function openTab() {
  vi.resetModules()
  const { listenToTabs } = await import('#lib/storage.ts')
  listenToTabs()
  await import('#lib/draft.ts')
  await import('#features/ordering/cart/place.ts')
  return {
    session: await import('#stores/session.ts'),
    holders: [
      (await import('#stores/session.ts')).useSession,
      (await import('#stores/cart.ts')).useCart,
      (await import('#stores/place.ts')).usePlace,
      (await import('#stores/schedule.ts')).useSchedule,
      (await import('#stores/preferences.ts')).usePreferences,
    ],
  }
}

async function logOutInAnotherTab(): Promise<void> {
  vi.resetModules()
  const { logOut } = await import('./use-logout.ts')
  await logOut()
}

const fire = (event: string) => {
  for (const act of listeners[event] ?? []) act()
}
const drafts = { 'person 7/ draft /my-location house': `"${secret}"`, 'nukkad-reloaded-at': '5' }
const held = (holders: { getState: () => object }[]) => JSON.stringify(holders.map(({ getState }) => getState()))

test('the declarations are found, and the test covers every key of a person', () => {
  expect(declared.length).toBeGreaterThan(40)
  expect(personal).toEqual(expect.arrayContaining(['user', 'orderComment', 'checkoutKey', 'recentSearches']))
})

describe('[H-15, GAP-49] a log-out in another tab', () => {
  test.each(['pageshow', 'visibilitychange', 'storage'])(
    'leaves nothing in a suspended tab that receives %s, and nothing comes back from it',
    async (event) => {
      const kept = installTab({ ...drafts })
      const asleep = await openTab()
      expect(held(asleep.holders)).toContain(secret)
      await logOutInAnotherTab()
      fire(event)
      expect(held(asleep.holders)).not.toContain(secret)
      expect(kept).toEqual({ 'nukkad-reloaded-at': '5' })
      // When the person leaves or uses a suspended tab, the tab must not write its old data back.
      fire('pagehide')
      asleep.session.renewSession(JSON.parse(session))
      asleep.session.keepAddresses([])
      for (const name of personal) expect([name, entries.get(name)]).toEqual([name, undefined])
    },
  )

  test('leaves nothing in a tab that was discarded and is restored', async () => {
    await logOutInAnotherTab()
    const kept = installTab({ ...drafts })
    const restored = await openTab()
    expect(held(restored.holders)).not.toContain(secret)
    expect(kept).toEqual({ 'nukkad-reloaded-at': '5' })
    for (const name of personal) expect([name, entries.get(name)]).toEqual([name, undefined])
  })

  test('and a sign-in of another person: a restored tab shows them nothing of the first person', async () => {
    const kept = installTab({ ...drafts })
    const asleep = await openTab()
    await logOutInAnotherTab()
    const { keepSession } = await import('#stores/session.ts')
    keepSession({ success: true, data: { id: 8, auth_token: 'token of 8' } } as Parameters<typeof keepSession>[0])
    fire('pageshow')
    expect(held(asleep.holders)).not.toContain(secret)
    expect(kept).toEqual({ 'nukkad-reloaded-at': '5' })
  })

  test.each(['full', 'blocked'])('does not fail if the storage of the tab is %s', async (how) => {
    const refuse = () => {
      throw new DOMException('refused')
    }
    const tab = how === 'full' ? { getItem: () => null, setItem: refuse, removeItem: () => {} } : undefined
    vi.stubGlobal('sessionStorage', tab)
    const asleep = await openTab()
    await logOutInAnotherTab()
    fire('pageshow')
    expect(held(asleep.holders)).not.toContain(secret)
  })
})

test('only the declared files use browser storage', () => {
  const found = globSync('**/*.{ts,tsx}', { cwd: root, exclude: ['**/*.test.*', 'test/**'] }).filter((file) =>
    /\b(local|session)Storage\b/.test(readFileSync(resolve(root, file), 'utf8')),
  )
  expect(found.sort()).toEqual(['lib/draft.ts', 'lib/storage.ts', 'lib/tab-storage.ts', 'lib/version-check.ts'])
})
