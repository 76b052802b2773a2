import { beforeEach, describe, expect, test, vi } from 'vitest'
import { installBrowser } from '../test/browser.ts'
import type * as SessionStore from './session.ts'

let entries: Map<string, string>
let store: typeof SessionStore

/** Loads the store in the way that a start of the app with these stored entries does. */
async function open(stored: Record<string, string> = {}): Promise<void> {
  vi.resetModules()
  entries = installBrowser(stored)
  store = await import('./session.ts')
}
beforeEach(() => open())

const token = 'x'.repeat(40)
const login = {
  success: true,
  data: { id: 7, auth_token: token, name: 'Asha', wallet_balance: 20, tax_number: '29ABCDE1234F1Z5' },
  running_order: null,
  delivery_details: null,
} as SessionStore.Session
const home = { id: 3, address: '5th Block', is_default: 1 } as SessionStore.Address

test('[H-04] a login is stored with its token, wallet, tax number, addresses and running order', async () => {
  store.keepSession(login)
  store.keepAddresses([home])
  expect(JSON.parse(entries.get('user') ?? '')).toEqual(login)
  expect(JSON.parse(entries.get('addresses') ?? '')).toEqual([home])
  await open(Object.fromEntries(entries))
  expect(store.useSession.getState()).toMatchObject({ user: login, addresses: [home], hasRunningOrder: false })
})

test('[H-04] only an answer with `success: true` is a login', async () => {
  for (const answer of [{ ...login, success: false }, { ...login, success: 'true' }, { data: login.data }, null]) {
    await open({ user: JSON.stringify(answer), addresses: JSON.stringify([home]) })
    expect(store.useSession.getState()).toMatchObject({ user: null, addresses: [] })
  }
})

test('a refresh without a token keeps the current token', () => {
  store.keepSession(login)
  store.renewSession({ ...login, data: { ...login.data, auth_token: '', wallet_balance: 5 } })
  expect(store.useSession.getState().user?.data).toMatchObject({ auth_token: token, wallet_balance: 5 })
})

describe('two tabs', () => {
  const other = { ...login, data: { ...login.data, id: 8, auth_token: 'y'.repeat(40), name: 'Bina' } }
  const openOtherTab = async (): Promise<typeof SessionStore> => {
    vi.resetModules()
    return import('./session.ts')
  }
  const nameIn = (tab: typeof SessionStore) => tab.useSession.getState().user?.data.name

  test('[GAP-86] a log-out in one tab ends the session of the other, which never restores it', async () => {
    store.keepSession(login)
    const second = await openOtherTab()
    store.forgetSession(true)
    second.renewSession({ ...login, data: { ...login.data, wallet_balance: 5 } })
    second.keepAddresses([home])
    expect([nameIn(second), entries.has('user'), entries.has('addresses')]).toEqual([undefined, false, false])
  })

  test('a new sign-in in one tab signs the person in to both', async () => {
    store.keepSession(login)
    const second = await openOtherTab()
    store.forgetSession(true)
    store.keepSession(other)
    second.renewSession(login)
    expect(nameIn(second)).toBe('Bina')
    expect(JSON.parse(entries.get('user') ?? '').data.auth_token).toBe('y'.repeat(40))
  })

  test('newer data of the same person does not interrupt them', async () => {
    store.keepSession(login)
    const second = await openOtherTab()
    const { useTurn } = await import('#lib/query.ts')
    store.renewSession({ ...login, data: { ...login.data, wallet_balance: 5 } })
    second.renewSession({ ...login, data: { ...login.data, wallet_balance: 6 } })
    expect(useTurn.getState().turn).toBe(0)
    store.forgetSession(true)
    const { followTabs } = await import('#lib/storage.ts')
    followTabs()
    expect(useTurn.getState().turn).toBe(1)
  })

  test('an answer that ends a replaced session does not end the current one', async () => {
    store.keepSession(login)
    const { endSession } = await import('#lib/tokens.ts')
    store.keepSession(other)
    endSession('customer', token)
    expect(nameIn(store)).toBe('Bina')
    endSession('customer', 'y'.repeat(40))
    expect(nameIn(store)).toBeUndefined()
  })

  test('if storage is blocked, the session stays in its tab only', async () => {
    vi.stubGlobal('localStorage', {
      getItem: () => {
        throw new DOMException('blocked')
      },
    })
    vi.spyOn(console, 'warn').mockImplementation(() => {})
    store = await openOtherTab()
    store.keepSession(login)
    store.renewSession({ ...login, data: { ...login.data, wallet_balance: 5 } })
    expect(store.useSession.getState().user?.data).toMatchObject({ auth_token: token, wallet_balance: 5 })
  })
})
