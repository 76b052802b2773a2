import { beforeAll, expect, test } from 'vitest'
import { installBrowser } from '../../test/browser.ts'

let entries: Map<string, string>
let forgetCustomer: typeof import('./use-logout.ts').forgetCustomer
let session: typeof import('#stores/session.ts')
let place: typeof import('#stores/place.ts')
let tokenOf: typeof import('#lib/tokens.ts').tokenOf
let queryClient: typeof import('#lib/query.ts').queryClient

beforeAll(async () => {
  entries = installBrowser()
  ;({ forgetCustomer } = await import('./use-logout.ts'))
  session = await import('#stores/session.ts')
  place = await import('#stores/place.ts')
  ;({ tokenOf } = await import('#lib/tokens.ts'))
  ;({ queryClient } = await import('#lib/query.ts'))
})

test('[H-16] a logout empties user, running order, wallet and addresses, in memory and on the device', () => {
  const login = { success: true, data: { id: 7, auth_token: 'x'.repeat(40), wallet_balance: 20 }, running_order: null }
  session.keepSession(login as Parameters<typeof session.keepSession>[0])
  session.keepAddresses([{ id: 3, address: '5th Block' }] as Parameters<typeof session.keepAddresses>[0])
  session.useSession.setState({ hasRunningOrder: true })
  place.pickPlace({ lat: 12.9, lng: 77.6, address: '5th Block', house: null, tag: null })
  queryClient.setQueryData(['get-wallet-transactions', {}], { balance: 20 })
  expect([tokenOf('customer'), entries.has('user'), entries.has('addresses')]).toEqual(['x'.repeat(40), true, true])

  forgetCustomer()
  expect(session.useSession.getState()).toEqual({ user: null, addresses: [], hasRunningOrder: false, acting: null })
  expect(place.usePlace.getState().place).toBeNull()
  expect(queryClient.getQueryData(['get-wallet-transactions', {}])).toBeUndefined()
  expect(tokenOf('customer')).toBeUndefined()
  for (const name of ['user', 'addresses', 'userSetAddress']) expect(entries.has(name)).toBe(false)
})
