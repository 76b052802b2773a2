import { beforeEach, describe, expect, test, vi } from 'vitest'
import { installBrowser } from '#test/browser.ts'

type Session = import('#stores/session.ts').Session

let entries: Map<string, string>
let answers: (number | 'no network')[]
let posted: Record<string, unknown>[]

beforeEach(() => {
  vi.resetModules()
  vi.useFakeTimers()
  vi.spyOn(console, 'warn').mockImplementation(() => {})
  entries = installBrowser()
  answers = []
  posted = []
  vi.stubGlobal('fetch', async (_path: string, { body }: { body: string }) => {
    posted.push(JSON.parse(body))
    const status = answers.shift() ?? 'no network'
    if (status === 'no network') throw new TypeError('no network')
    return new Response(JSON.stringify(status === 200 ? { success: true } : { error: { code: 'SESSION_MISSING' } }), {
      status,
    })
  })
  return () => {
    vi.useRealTimers()
    vi.restoreAllMocks()
  }
})

const login = (id: number) =>
  ({
    success: true,
    data: { id, auth_token: String(id).repeat(40), wallet_balance: 20 },
    running_order: null,
  }) as unknown as Session

/** Signs a customer in, and returns the log-out action of the dialog. */
async function enter(id = 7) {
  const session = await import('#stores/session.ts')
  session.keepSession(login(id))
  return session
}
async function leave(): Promise<void> {
  const { logOut } = await import('./use-logout.ts')
  await logOut()
}

test('[H-16] a log-out empties user, running order, wallet and addresses, in memory and on the device', async () => {
  answers = [200]
  const session = await enter()
  const place = await import('#stores/place.ts')
  const { tokenOf } = await import('#lib/tokens.ts')
  const { queryClient } = await import('#lib/query.ts')
  session.keepAddresses([{ id: 3, address: '5th Block' }] as Parameters<typeof session.keepAddresses>[0])
  session.useSession.setState({ hasRunningOrder: true })
  place.pickPlace({ lat: 12.9, lng: 77.6, address: '5th Block', house: null, tag: null })
  queryClient.setQueryData(['get-wallet-transactions', {}], { balance: 20 })
  expect([tokenOf('customer'), entries.has('user'), entries.has('addresses')]).toEqual(['7'.repeat(40), true, true])

  await leave()
  expect(session.useSession.getState()).toEqual({ user: null, addresses: [], hasRunningOrder: false, acting: null })
  expect(place.usePlace.getState().place).toBeNull()
  expect(queryClient.getQueryData(['get-wallet-transactions', {}])).toBeUndefined()
  expect(tokenOf('customer')).toBeUndefined()
  for (const name of ['user', 'addresses', 'userSetAddress']) expect(entries.has(name)).toBe(false)
})

describe('data of a person', () => {
  const fill = () => {
    for (const name of personal)
      entries.set(name, name === 'checkoutKey' ? '{"key":"k"}' : '"The key is under the mat"')
    for (const name of shared) entries.set(name, '[]')
  }
  // This list repeats the declarations of `lib/storage.ts`, so that a change there fails the test.
  const personal = [
    'items',
    'user',
    'addresses',
    'userSetAddress',
    'categorySelectOptions',
    'geoLocation',
    'lastSavedNotificationToken',
    'appliedCoupon',
    'orderComment',
    'orderDate',
    'orderSlot',
    'checkoutKey',
    'checkoutChoices',
    'lastPaymentMethod',
    'recentSearches',
    'pushLanguage',
  ]
  const shared = ['cart', 'total', 'settings', 'languages', 'refid', 'gdprAccepted', 'delivery_user', 'riderQueue']

  test('is removed when they log out; the cart and the device’s data stay', async () => {
    answers = [200]
    await enter()
    fill()
    await leave()
    expect([...entries.keys()].sort()).toEqual([...shared].sort())
  })

  test('is removed when the server ends the session, except what helps the same person to continue', async () => {
    await enter()
    fill()
    const { endSession } = await import('#lib/tokens.ts')
    endSession('customer', '7'.repeat(40))
    expect([...entries.keys()].sort()).toEqual([...shared, 'checkoutKey', 'lastPaymentMethod'].sort())
  })

  test.each(['logs out', 'loses the session'])(
    'is not left in the answers that the service worker stored by location, when the person %s',
    async (how) => {
      const deleted: string[] = []
      vi.stubGlobal('caches', { delete: async (name: string) => deleted.push(name) })
      answers = [200]
      await enter()
      const { endSession } = await import('#lib/tokens.ts')
      if (how === 'logs out') await leave()
      else endSession('customer', '7'.repeat(40))
      expect(deleted).toEqual(['nukkad-answers'])
    },
  )

  test('is not stored by the service worker while staff act for them', async () => {
    await enter()
    const { keepInMemory } = await import('#lib/storage.ts')
    const { call } = await import('#lib/api.ts')
    const modes: (string | undefined)[] = []
    vi.stubGlobal('fetch', async (_path: string, { cache }: RequestInit) => {
      modes.push(cache)
      return Response.json([])
    })
    const near = () => call('get-delivery-restaurants', { latitude: 12.9, longitude: 77.6 })
    await near()
    keepInMemory()
    await near()
    expect(modes).toEqual([undefined, 'no-store'])
  })

  test('is also removed from memory, even if storage is blocked', async () => {
    vi.stubGlobal('localStorage', undefined)
    answers = [200]
    await enter()
    const { useCart, setComment, setChoices } = await import('#stores/cart.ts')
    setComment('The key is under the mat')
    setChoices({ method: 'COD', tip: '20' })
    await leave()
    expect(useCart.getState()).toMatchObject({ comment: '', method: '', tip: '' })
  })
})

describe('[H-17, GAP-49] a log-out that did not reach the server', () => {
  const waiting = () => JSON.parse(entries.get('endedSessions') ?? '[]') as unknown[]

  test('is sent again when the network is back, with the token of the ended session', async () => {
    let backOnline = () => {}
    vi.stubGlobal('addEventListener', (event: string, act: () => void) => {
      if (event === 'online') backOnline = act
    })
    await enter(7)
    entries.set('lastSavedNotificationToken', 'push of 7')
    await leave()
    expect([entries.has('user'), waiting()]).toEqual([false, [expect.objectContaining({ token: '7'.repeat(40) })]])
    const session = await enter(8)
    answers = [200]
    backOnline()
    await vi.waitFor(() => expect(waiting()).toEqual([]))
    expect(posted.at(-1)).toMatchObject({ token: '7'.repeat(40), push_token: 'push of 7' })
    expect(session.useSession.getState().user?.data.id).toBe(8)
  })

  test('is sent at the next start, and is settled if the server no longer knows the session', async () => {
    await enter()
    await leave()
    vi.resetModules()
    answers = [401]
    const { sendEnded } = await import('#lib/log-out.ts')
    await sendEnded()
    expect(waiting()).toEqual([])
  })

  test('signs the person out here, and is sent again after the answer of a busy server', async () => {
    answers = [503]
    const session = await enter()
    await leave()
    expect(session.useSession.getState().user).toBeNull()
    expect(waiting()).toHaveLength(1)
    answers = [200]
    await vi.advanceTimersByTimeAsync(30_000)
    expect(waiting()).toEqual([])
  })

  test('removes the push subscription from the device', async () => {
    const unsubscribe = vi.fn(async () => true)
    const pushManager = { getSubscription: async () => ({ unsubscribe }) }
    vi.stubGlobal('navigator', { serviceWorker: { getRegistration: async () => ({ pushManager }) } })
    await enter()
    await leave()
    expect(unsubscribe).toHaveBeenCalledOnce()
  })
})
