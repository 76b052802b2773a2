import { afterEach, beforeEach, expect, test, vi } from 'vitest'

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

const done = { status: 200, body: { id: 7 } }
const pickup = { orderId: 7, step: 'pickup' as const }
const deliver = { orderId: 7, step: 'deliver' as const, pin: '48273' }

test('steps made without a network wait in order, over a reload too, and are sent once it is back', async () => {
  const before = await import('./queue.ts')
  before.queueStep(pickup)
  before.queueStep(deliver)
  await before.sendQueue()
  expect(before.useQueue.getState().steps).toEqual([pickup, deliver])

  vi.resetModules()
  const after = await import('./queue.ts')
  expect(after.useQueue.getState().steps).toEqual([pickup, deliver])
  posted = []
  answers = [done, done]
  await after.sendQueue()
  expect(posted.map(({ path }) => path)).toEqual(['delivery/pickedup-order', 'delivery/deliver-order'])
  expect(posted[1]?.body).toMatchObject({ order_id: 7, delivery_pin: '48273' })
  expect(after.useQueue.getState().steps).toEqual([])
  expect(stored.has('riderQueue')).toBe(false)
})

test('a step that the server refuses is dropped and does not hold up the next', async () => {
  const { queueStep, sendQueue, useQueue } = await import('./queue.ts')
  queueStep(pickup)
  queueStep({ ...deliver, orderId: 8 })
  answers = [{ status: 401, body: { success: false, message: '', error: { code: 'ORDER_NOT_YOURS' } } }, done]
  await sendQueue()
  expect(posted).toHaveLength(2)
  expect(useQueue.getState().steps).toEqual([])
})

test('[N-08] a waiting step shows its order one further, and never takes one back', async () => {
  const { withQueued } = await import('./queue.ts')
  const order = { id: 7, orderstatus_id: 3 }
  expect(withQueued(order, [])).toBe(order)
  expect(withQueued(order, [pickup]).orderstatus_id).toBe(4)
  expect(withQueued(order, [pickup, deliver]).orderstatus_id).toBe(5)
  expect(withQueued({ ...order, orderstatus_id: 5 }, [pickup]).orderstatus_id).toBe(5)
  expect(withQueued({ ...order, id: 9 }, [pickup]).orderstatus_id).toBe(3)
})

test('a corrupt entry is no queue', async () => {
  stored.set('riderQueue', '[{"orderId":"x"}]')
  const { useQueue } = await import('./queue.ts')
  expect(useQueue.getState().steps).toEqual([])
})
