import { beforeEach, expect, test, vi } from 'vitest'
import { installBrowser } from '../test/browser.ts'
import type * as SessionStore from './session.ts'

let entries: Map<string, string>
let store: typeof SessionStore

/** A fresh start of the app on what is stored. */
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

test('[H-04] a login is kept with its token, wallet, tax number, addresses and running order', async () => {
  store.keepSession(login)
  store.keepAddresses([home])
  expect(JSON.parse(entries.get('user') ?? '')).toEqual(login)
  expect(JSON.parse(entries.get('addresses') ?? '')).toEqual([home])
  await open(Object.fromEntries(entries))
  expect(store.useSession.getState()).toMatchObject({ user: login, addresses: [home], hasRunningOrder: false })
})

test('[H-04] only an answer that says success is a login', async () => {
  for (const answer of [{ ...login, success: false }, { ...login, success: 'true' }, { data: login.data }, null]) {
    await open({ user: JSON.stringify(answer), addresses: JSON.stringify([home]) })
    expect(store.useSession.getState()).toMatchObject({ user: null, addresses: [] })
  }
})

test('a refresh without a token leaves the one in use', () => {
  store.keepSession(login)
  store.keepSession({ ...login, data: { ...login.data, auth_token: '', wallet_balance: 5 } })
  expect(store.useSession.getState().user?.data).toMatchObject({ auth_token: token, wallet_balance: 5 })
})
