import { beforeEach, describe, expect, test, vi } from 'vitest'
import { installBrowser } from '#test/browser.ts'

type Line = { id: number; name: string; price: string; quantity: number }
type Fate = 'answered' | 'answer lost' | 'never arrives' | 'too many' | 'no answer from a proxy'

let entries: Map<string, string>
/** The server's orders by idempotency key: one for each key, with the lines that arrived first. */
let orders: Map<string, string>
let fates: Fate[]
let sent: { key: string; order: string }[]
let place: typeof import('./place.ts')
let session: typeof import('#stores/session.ts')
let cart: typeof import('#stores/cart.ts')

/** Loads the modules in the way that a start of the app with the stored entries does. */
async function open(): Promise<void> {
  vi.resetModules()
  session = await import('#stores/session.ts')
  cart = await import('#stores/cart.ts')
  place = await import('./place.ts')
}

beforeEach(async () => {
  entries = installBrowser()
  orders = new Map()
  fates = []
  sent = []
  vi.spyOn(console, 'warn').mockImplementation(() => {})
  vi.stubGlobal('fetch', async (_path: string, { headers, body }: { headers: Headers; body: string }) => {
    const [key, order] = [headers.get('Idempotency-Key') ?? '', JSON.stringify(JSON.parse(body).order)]
    sent.push({ key, order })
    return answerTo(key, order, fates.shift() ?? 'answered')
  })
  await open()
  signIn(7)
  return () => vi.restoreAllMocks()
})

/**
 * Answers as the contract of `place-order` promises: one order for each idempotency key, and an error for another body
 * with a key that was used.
 */
function answerTo(key: string, order: string, fate: Fate): Response {
  const refuse = (status: number, code: string) => Response.json({ error: { code } }, { status })
  if (fate === 'never arrives') throw new TypeError('no network')
  if (fate === 'too many') return refuse(429, 'TOO_MANY_REQUESTS')
  if (fate === 'no answer from a proxy') return new Response('<html>', { status: 408 })
  const stands = orders.get(key)
  if (stands === undefined && order === '[]') return refuse(400, 'CART_EMPTY')
  if (stands !== undefined && stands !== order) return refuse(422, 'IDEMPOTENCY_KEY_REUSED')
  orders.set(key, order)
  if (fate === 'answer lost') throw new TypeError('connection reset')
  return Response.json({ success: true, data: { id: 1 } })
}

function signIn(id: number): void {
  const data = { id, auth_token: `token of ${id}` }
  session.keepSession({ success: true, data } as Parameters<typeof session.keepSession>[0])
}

const dosa = (quantity: number): Line => ({ id: 5, name: 'Dosa', price: '40.00', quantity })

/** Fills the cart with these lines and places the order. */
function order(...lines: Line[]) {
  const whole = lines.map((line) => ({ ...line, restaurant_id: 2, currency: 'INR', selectedaddons: [] }))
  cart.fillCart(whole as unknown as Parameters<typeof cart.fillCart>[0])
  const body = { order: lines.map((line) => ({ ...line, selectedaddons: [] })), method: 'COD', delivery_type: 1 }
  return place.placeOrder(body as Parameters<typeof place.placeOrder>[0])
}

const linesInCart = () => JSON.parse(entries.get('cart') ?? '[]') as Line[]
const keptTry = () => JSON.parse(entries.get('checkoutKey') ?? 'null') as { isOpen: boolean } | null

describe.each(['works', 'blocked'] as const)('[GAP-10] repeated attempts to order, storage %s', (storage) => {
  beforeEach(async () => {
    if (storage === 'works') return
    vi.stubGlobal('localStorage', undefined)
    await open()
    signIn(7)
  })

  test('use the same key, so that only one order exists', async () => {
    fates = ['answer lost', 'never arrives', 'too many', 'answered']
    for (const kind of ['unknown', 'unknown', 'unknown', 'placed']) expect(await order(dosa(2))).toMatchObject({ kind })
    expect(orders.size).toBe(1)
  })

  test.each(['too many', 'no answer from a proxy'] as const)(
    'attempts stay open if a later one is turned away (%s)',
    async (fate) => {
      fates = ['answer lost', fate]
      await order(dosa(2))
      expect(await order(dosa(3))).toEqual({ kind: 'unknown' })
      expect(await place.askOfOpenTry()).toMatchObject({ kind: 'placed-before', isSameCart: false })
      expect(orders.size).toBe(1)
    },
  )

  test('where the second arrived: the fingerprint shows that the cart was ordered', async () => {
    fates = ['never arrives', 'answer lost']
    await order(dosa(2))
    await order(dosa(3))
    expect(await place.askOfOpenTry()).toEqual({ kind: 'placed-before', isSameCart: true })
  })

  test('where the first arrived: ordering again reports it, and that the cart differs', async () => {
    fates = ['answer lost', 'never arrives', 'answered']
    await order(dosa(2))
    await order(dosa(3))
    expect(await order(dosa(4))).toEqual({ kind: 'placed-before', isSameCart: false })
    expect(orders.size).toBe(1)
  })

  test('attempts that never arrived can be checked, and the next one still uses their key', async () => {
    fates = ['never arrives']
    await order(dosa(2))
    expect(await place.askOfOpenTry()).toEqual({ kind: 'not-placed' })
    expect(await order(dosa(2))).toMatchObject({ kind: 'placed' })
    expect(orders.size).toBe(1)
  })

  test('a first attempt that arrives after the check is not taken for the changed cart', async () => {
    fates = ['never arrives']
    await order(dosa(2))
    await place.askOfOpenTry()
    // The first attempt reaches the server only after the app has asked about it.
    const [first] = sent
    orders.set(first!.key, first!.order)
    expect(await order(dosa(3))).toEqual({ kind: 'placed-before', isSameCart: false })
  })

  test('a first attempt that is turned away leaves nothing open', async () => {
    fates = ['too many']
    expect(await order(dosa(2))).toMatchObject({ kind: 'refused' })
    expect(await place.askOfOpenTry()).toBeUndefined()
  })

  test("belong to one person: another person's check does not see them, and a log-out ends them", async () => {
    fates = ['answer lost']
    await order(dosa(2))
    signIn(8)
    expect(await place.askOfOpenTry()).toBeUndefined()
    signIn(7)
    session.forgetSession(true)
    signIn(7)
    expect(await place.askOfOpenTry()).toBeUndefined()
  })

  test('survive an expired session, for the same person', async () => {
    fates = ['answer lost']
    await order(dosa(2))
    session.forgetSession(false)
    signIn(7)
    expect(await place.askOfOpenTry()).toMatchObject({ kind: 'placed-before' })
  })
})

test('[GAP-10] repeated attempts survive a restart, and the answer empties the ordered cart', async () => {
  fates = ['never arrives', 'answer lost']
  await order(dosa(2))
  await order(dosa(3))
  await open()
  expect(keptTry()).toMatchObject({ isOpen: true })
  expect(await place.askOfOpenTry()).toEqual({ kind: 'placed-before', isSameCart: true })
  expect(linesInCart()).toEqual([])
  expect(keptTry()).toBeNull()
})
