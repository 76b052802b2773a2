import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'

type Stub = { status: number; body: unknown } | 'no network'

let answers: Stub[] = []
let posted: { path: string; body: Record<string, unknown> }[] = []
const stored = new Map<string, string>()

beforeEach(() => {
  vi.resetModules()
  answers = []
  posted = []
  stored.clear()
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => stored.get(key) ?? null,
    setItem: (key: string, value: string) => stored.set(key, value),
    removeItem: (key: string) => stored.delete(key),
  })
  vi.stubGlobal('addEventListener', () => {})
  vi.stubGlobal('navigator', { onLine: true })
  vi.stubGlobal('document', { documentElement: { lang: 'en' }, getElementById: () => null })
  vi.stubGlobal('fetch', async (path: string, { body }: { body: string }) => {
    posted.push({ path: path.replace('/public/api/', ''), body: JSON.parse(body) })
    const answer = answers.shift() ?? 'no network'
    if (answer === 'no network') throw new TypeError('no network')
    return new Response(JSON.stringify(answer.body), { status: answer.status })
  })
  vi.spyOn(console, 'warn').mockImplementation(() => {})
})

afterEach(() => {
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
})

/** Returns the queued steps of all riders on this device. */
const waiting = () => JSON.parse(stored.get('riderQueue') ?? '[]') as { orderId: number; riderId: number }[]

async function signIn(id: number): Promise<void> {
  const { keepRider } = await import('#stores/rider.ts')
  keepRider({ success: true, data: { id, auth_token: `token of ${id}` } } as Parameters<typeof keepRider>[0])
}

const done = { status: 200, body: { id: 7 } }
const pickup = { orderId: 7, step: 'pickup' as const }
const deliver = { orderId: 7, step: 'deliver' as const, pin: '48273' }

test('steps made offline are queued in order, survive a reload, and are sent when the network is back', async () => {
  await signIn(3)
  const before = await import('./queue.ts')
  before.queueStep(pickup)
  before.queueStep(deliver)
  await before.sendQueue()
  expect(waiting()).toMatchObject([pickup, deliver])

  vi.resetModules()
  const after = await import('./queue.ts')
  posted = []
  answers = [done, done]
  await after.sendQueue()
  expect(posted.map(({ path }) => path)).toEqual(['delivery/pickedup-order', 'delivery/deliver-order'])
  expect(posted[1]?.body).toMatchObject({ order_id: 7, delivery_pin: '48273' })
  expect(stored.has('riderQueue')).toBe(false)
})

test('a step that the server refuses is dropped and does not block the next', async () => {
  await signIn(3)
  const { queueStep, sendQueue } = await import('./queue.ts')
  queueStep(pickup)
  queueStep({ ...deliver, orderId: 8 })
  answers = [{ status: 401, body: { success: false, message: '', error: { code: 'ORDER_NOT_YOURS' } } }, done]
  await sendQueue()
  expect(posted).toHaveLength(2)
  expect(waiting()).toEqual([])
})

test.each([
  [503, { success: false, message: '', error: { code: 'TEMPORARILY_AWAY' } }],
  [502, '<h1>Bad gateway</h1>'],
  [429, { success: false, message: '', error: { code: 'TOO_MANY_REQUESTS' } }],
])(
  'a step that the server could not handle yet (%i) stays, before the next, and is sent again',
  async (status, body) => {
    await signIn(3)
    const { queueStep, sendQueue } = await import('./queue.ts')
    queueStep(pickup)
    queueStep(deliver)
    answers = [{ status, body }]
    await sendQueue()
    expect(posted).toHaveLength(1)
    expect(waiting()).toMatchObject([pickup, deliver])
    answers = [done, done]
    await sendQueue()
    expect(posted.slice(1).map(({ path }) => path)).toEqual(['delivery/pickedup-order', 'delivery/deliver-order'])
    expect(waiting()).toEqual([])
  },
)

test('[N-08] a queued step moves its order forward, never back', async () => {
  const { withQueued } = await import('./queue.ts')
  const order = { id: 7, orderstatus_id: 3 }
  expect(withQueued(order, [])).toBe(order)
  expect(withQueued(order, [pickup]).orderstatus_id).toBe(4)
  expect(withQueued(order, [pickup, deliver]).orderstatus_id).toBe(5)
  expect(withQueued({ ...order, orderstatus_id: 5 }, [pickup]).orderstatus_id).toBe(5)
  expect(withQueued({ ...order, id: 9 }, [pickup]).orderstatus_id).toBe(3)
})

test('a corrupt entry is read as an empty queue', async () => {
  stored.set('riderQueue', '[{"orderId":"x"}]')
  const { isQueued } = await import('./queue.ts')
  expect(isQueued(7)).toBe(false)
})

describe('steps of a rider who left', () => {
  /** The rider Asha makes two steps offline and logs out; then the rider Bina uses the same phone. */
  async function handOver(leave: 'logs out' | 'session runs out') {
    await signIn(3)
    const { queueStep, sendQueue } = await import('./queue.ts')
    queueStep(pickup)
    queueStep(deliver)
    await sendQueue()
    const { forgetRider } = await import('#stores/rider.ts')
    forgetRider(leave === 'logs out')
    posted = []
    return { queueStep, sendQueue }
  }

  test.each(['logs out', 'session runs out'] as const)(
    'wait for them alone, and are sent when they sign in again (%s)',
    async (leave) => {
      const { queueStep, sendQueue } = await handOver(leave)
      await sendQueue()
      await signIn(4)
      const { isQueued } = await import('./queue.ts')
      expect(isQueued(7)).toBe(false)
      queueStep({ ...pickup, orderId: 8 })
      answers = [done, done, done]
      await sendQueue()
      expect(posted).toMatchObject([{ path: 'delivery/pickedup-order', body: { token: 'token of 4', order_id: 8 } }])
      expect(waiting()).toMatchObject([
        { orderId: 7, riderId: 3 },
        { orderId: 7, riderId: 3 },
      ])
      await signIn(3)
      await sendQueue()
      expect(posted.slice(1)).toMatchObject([
        { path: 'delivery/pickedup-order', body: { token: 'token of 3', order_id: 7 } },
        { path: 'delivery/deliver-order', body: { token: 'token of 3', order_id: 7, delivery_pin: '48273' } },
      ])
      expect(waiting()).toEqual([])
    },
  )

  test('are limited in number, oldest dropped first; the current rider’s own are all kept', async () => {
    const { queueStep } = await handOver('session runs out')
    await signIn(4)
    for (let orderId = 100; orderId < 160; orderId++) queueStep({ orderId, step: 'pickup' })
    await signIn(5)
    queueStep({ orderId: 200, step: 'pickup' })
    const left = waiting()
    expect(left.filter(({ riderId }) => riderId !== 5)).toHaveLength(50)
    expect(left.at(-2)).toMatchObject({ orderId: 159, riderId: 4 })
    expect(left.at(-1)).toMatchObject({ orderId: 200, riderId: 5 })
  })

  test('[N-08] stay if the session ends while a step is being sent', async () => {
    await signIn(3)
    const { queueStep, sendQueue } = await import('./queue.ts')
    queueStep(pickup)
    answers = [{ status: 401, body: { error: { code: 'SESSION_EXPIRED' } } }]
    await sendQueue()
    expect(waiting()).toMatchObject([{ orderId: 7, riderId: 3 }])
  })
})
