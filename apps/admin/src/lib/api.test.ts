import { beforeEach, describe, expect, test, vi } from 'vitest'
import { ApiError, call, onProofNeeded, onSessionEnd } from './api.ts'

type Sent = { path: string; init: RequestInit }
let sent: Sent[]
let answers: (Response | Error)[]

const json = (body: unknown, status = 200) => new Response(JSON.stringify(body), { status })
const refusal = (code: string, more: object = {}, status = 422) =>
  json({ success: false, message: 'Said by the server.', error: { code, ...more } }, status)
const refused = (promise: Promise<unknown>) =>
  promise.then(
    () => expect.unreachable('the call was not refused'),
    (error: ApiError) => error,
  )

beforeEach(() => {
  sent = []
  answers = []
  vi.stubGlobal('fetch', async (path: string, init: RequestInit) => {
    sent.push({ path, init })
    const answer = answers.shift() ?? new TypeError('no network')
    if (answer instanceof Error) throw answer
    return answer
  })
  onSessionEnd(() => {})
  return () => vi.unstubAllGlobals()
})

describe('what is sent', () => {
  test('is a call by its name, its input as JSON, with one idempotency key', async () => {
    answers = [json({ success: true })]
    await call('dashboard/find-stores', { q: 'corner' }, { idempotencyKey: 'once' })
    expect(sent[0]).toMatchObject({
      path: '/public/api/dashboard/find-stores',
      init: { method: 'POST', body: '{"q":"corner"}' },
    })
    expect(sent[0]!.init.headers).toEqual({
      accept: 'application/json',
      'content-type': 'application/json',
      'idempotency-key': 'once',
    })
  })

  test('[O-01] uses the address of the shop for calls of the counter', async () => {
    answers = [json({ success: true })]
    await call('find-customers', { query: '9845' })
    expect(sent[0]!.path).toBe('/public/callandorder/find-customers')
  })

  test('sends a picture as a form, whose boundary the browser writes', async () => {
    answers = [json({ success: true })]
    const picture = new Blob(['pixels'], { type: 'image/png' })
    await call('store-owner/update-item-image', { store_id: 2, id: 5 }, { picture })
    const form = sent[0]!.init.body as FormData
    expect([form.get('store_id'), form.get('id')]).toEqual(['2', '5'])
    expect(await (form.get('image') as Blob).text()).toBe('pixels')
    expect(sent[0]!.init.headers).not.toHaveProperty('content-type')
  })

  test('sends an invalid number as text, so that the server refuses it; null would mean no limit', async () => {
    answers = [json({ success: true })]
    await call('dashboard/coupons/set-active', { ids: [Number('many')], is_active: 1 })
    expect(sent[0]!.init.body).toBe('{"ids":["NaN"],"is_active":1}')
  })

  test('appends the path after the name of the call', async () => {
    answers = [json({ success: true })]
    await call('store-owner/item/delete', { store_id: 2, id: 5 }, { tail: '/5' })
    expect(sent[0]!.path).toBe('/public/api/store-owner/item/delete/5')
  })
})

describe('a refusal', () => {
  test('has its code, its text and the errors of each field', async () => {
    answers = [refusal('INVALID_INPUT', { fields: { slug: 'Taken.' } })]
    const error = await refused(call('dashboard/find-stores', { q: '' }))
    expect(error).toMatchObject({
      status: 422,
      code: 'INVALID_INPUT',
      message: 'Said by the server.',
      fields: { slug: 'Taken.' },
    })
  })

  test('[V-61] contains the next free starts if a time is taken', async () => {
    const next_starts = ['2026-12-01T06:30:00.000Z']
    answers = [json({ success: false, message: 'Taken.', error: { code: 'SLOT_TAKEN' }, next_starts }, 409)]
    const input = { store_id: 1, unique_visit_id: 'V-1234', starts_at: '2026-12-01T05:30:00Z' }
    expect(await refused(call('dashboard/bookings/move', input))).toMatchObject({
      code: 'SLOT_TAKEN',
      nextStarts: next_starts,
      message: 'This time is taken by another visit or an absence. Choose another time.',
    })
  })

  test('[U-20] names the customer if the text of the server addresses the customer', async () => {
    answers = [refusal('WALLET_TOO_LOW')]
    const error = await refused(call('dashboard/find-stores', { q: '' }))
    expect(error.message).toBe('The customer’s wallet does not hold enough money.')
  })

  test('is also an answer with status 200 that contains an error', async () => {
    answers = [refusal('NOT_FOUND', {}, 200)]
    expect(await refused(call('dashboard/find-stores', { q: '' }))).toMatchObject({ status: 200, code: 'NOT_FOUND' })
  })

  test('a refusal without a code is reported as unclear', async () => {
    answers = [new Response('<html>Bad gateway</html>', { status: 502 }), new Response('', { status: 200 })]
    for (const status of [502, 200]) {
      const error = await refused(call('dashboard/find-stores', { q: '' }))
      expect(error).toMatchObject({ status, code: 'UNKNOWN' })
      expect(error.message).toBe('We could not read the answer of the server. Please try again.')
    }
  })

  test('means no change if no answer came', async () => {
    const error = await refused(call('dashboard/find-stores', { q: '' }))
    expect(error).toBeInstanceOf(ApiError)
    expect(error).toMatchObject({ status: 0, code: 'NETWORK' })
  })

  test('is not created for a call that the page cancelled', async () => {
    const left = new AbortController()
    left.abort()
    const error = await refused(call('dashboard/find-stores', { q: '' }, { signal: left.signal }))
    expect(error).not.toBeInstanceOf(ApiError)
  })
})

describe('the session', () => {
  test.each(['SESSION_MISSING', 'SESSION_EXPIRED', 'SESSION_REVOKED', 'ACCOUNT_BANNED'])(
    '[U-01] ends with %s, and the page is notified',
    async (code) => {
      const tell = vi.fn()
      onSessionEnd(tell)
      answers = [refusal(code, {}, 401)]
      await refused(call('dashboard/find-stores', { q: '' }))
      expect(tell).toHaveBeenCalledOnce()
    },
  )

  test('[U-01] does not end with another refusal', async () => {
    const tell = vi.fn()
    onSessionEnd(tell)
    answers = [refusal('PERMISSION_MISSING', {}, 403)]
    await refused(call('dashboard/find-stores', { q: '' }))
    expect(tell).not.toHaveBeenCalled()
  })

  const needsProof = () => json({ success: false, needs_code: true, error: { code: 'PROOF_NEEDED' } }, 403)

  test('[U-01] asks for proof if a call requires it, and repeats the call with the same key', async () => {
    const ask = vi.fn(async () => true)
    const forget = onProofNeeded(ask)
    answers = [needsProof(), json({ success: true, stores: [] })]
    const answer = await call('dashboard/find-stores', { q: 'corner' }, { idempotencyKey: 'once' })
    forget()
    expect(answer).toEqual({ success: true, stores: [] })
    expect(ask).toHaveBeenCalledExactlyOnceWith(true)
    expect(sent.map(({ init }) => [init.body, (init.headers as Record<string, string>)['idempotency-key']])).toEqual([
      ['{"q":"corner"}', 'once'],
      ['{"q":"corner"}', 'once'],
    ])
  })

  test('[U-01] does not repeat the call if the dialog is closed', async () => {
    const forget = onProofNeeded(async () => false)
    answers = [needsProof()]
    expect(await refused(call('dashboard/find-stores', { q: '' }))).toMatchObject({ code: 'PROOF_NEEDED' })
    forget()
    expect(sent).toHaveLength(1)
  })

  test('[U-01] does not ask for a second factor after its dialog has been removed', async () => {
    const ask = vi.fn(async () => true)
    onProofNeeded(ask)()
    answers = [needsProof()]
    await refused(call('dashboard/find-stores', { q: '' }))
    expect(ask).not.toHaveBeenCalled()
  })
})
