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

/** A sign-in, and a log-out by the dialog's own action. */
async function enter(id = 7) {
  const session = await import('#stores/session.ts')
  session.keepSession(login(id))
  return session
}
async function leave(): Promise<void> {
  const { logOut } = await import('./use-logout.ts')
  await logOut()
}

test('[H-16] a logout empties user, running order, wallet and addresses, in memory and on the device', async () => {
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

describe('what a person wrote', () => {
  const fill = () => {
    for (const name of personal)
      entries.set(name, name === 'checkoutKey' ? '{"key":"k"}' : '"The key is under the mat"')
    for (const name of shared) entries.set(name, '[]')
  }
  // Written by hand, so that a declaration that changes is seen.
  const personal = [
    ...['items', 'user', 'addresses', 'userSetAddress', 'categorySelectOptions', 'geoLocation'],
    ...['lastSavedNotificationToken', 'appliedCoupon', 'orderComment', 'orderDate', 'orderSlot', 'checkoutKey'],
    ...['checkoutChoices', 'lastPaymentMethod', 'recentSearches', 'pushLanguage'],
  ]
  const shared = ['cart', 'total', 'settings', 'languages', 'refid', 'gdprAccepted', 'delivery_user', 'riderQueue']

  test('leaves with them when they log out; the cart and what is the device’s stay', async () => {
    answers = [200]
    await enter()
    fill()
    await leave()
    expect([...entries.keys()].sort()).toEqual([...shared].sort())
  })

  test('leaves when the server ends the session, but for what only helps the same person to go on', async () => {
    await enter()
    fill()
    const { endSession } = await import('#lib/tokens.ts')
    endSession('customer', '7'.repeat(40))
    expect([...entries.keys()].sort()).toEqual([...shared, 'checkoutKey', 'lastPaymentMethod'].sort())
  })

  test('is gone from memory too, even where storage is blocked', async () => {
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

describe('[H-17, GAP-49] a log-out that the server did not hear of', () => {
  const waiting = () => JSON.parse(entries.get('endedSessions') ?? '[]') as unknown[]

  test('is sent again when the network is back, with the token of the session that ended', async () => {
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

  test('is sent at the next start, and a session that is unknown by then is done with', async () => {
    await enter()
    await leave()
    vi.resetModules()
    answers = [401]
    const { sendEnded } = await import('#lib/log-out.ts')
    await sendEnded()
    expect(waiting()).toEqual([])
  })

  test('signs the person out meanwhile, and retries after an answer of a busy server', async () => {
    answers = [503]
    const session = await enter()
    await leave()
    expect(session.useSession.getState().user).toBeNull()
    expect(waiting()).toHaveLength(1)
    answers = [200]
    await vi.advanceTimersByTimeAsync(30_000)
    expect(waiting()).toEqual([])
  })

  test('takes the subscription to messages off the device', async () => {
    const unsubscribe = vi.fn(async () => true)
    const pushManager = { getSubscription: async () => ({ unsubscribe }) }
    vi.stubGlobal('navigator', { serviceWorker: { getRegistration: async () => ({ pushManager }) } })
    await enter()
    await leave()
    expect(unsubscribe).toHaveBeenCalledOnce()
  })
})
