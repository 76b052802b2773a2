import type { ProviderName } from '@nukkad/contract/payments/providers.ts'
import { describe, expect, it } from 'vitest'
import { inTransaction } from '#db/connection.ts'
import { upsertDispute } from '#features/payments/disputes/dispute-queries.ts'
import { findRefundByProviderId } from '#features/payments/refunds/refund-queries.ts'
import { isKeptApart } from '#features/payments/webhooks/event-queries.ts'
import { useTestApp } from '#test/harness.ts'
import { findOpenAttempt, findOpeningAttempt } from './attempt-queries.ts'

const test = useTestApp()
const [HERE, ELSEWHERE] = ['razorpay', 'stripe'] as const

type Attempt = Parameters<ReturnType<typeof test.db.insertInto<'payment_attempts'>>['values']>[0]

/** Adds an attempt to pay an order at the provider `HERE`, which the payer can still continue. */
async function attempt(row: Partial<Attempt> = {}): Promise<{ id: bigint; orderId: number }> {
  const customer = await test.build.customer()
  const store = await test.build.store()
  const { id: orderId } = await test.build.order({ user_id: customer.id, store_id: store.id, status: 8 })
  const { id } = await test.db
    .insertInto('payment_attempts')
    .values({
      provider: HERE,
      purpose: 'order',
      order_id: orderId,
      user_id: customer.id,
      reference: crypto.randomUUID(),
      amount_minor: 100n,
      currency: 'INR',
      status: 'pending',
      expires_at: new Date(Date.now() + 600_000),
      page: JSON.stringify({ kind: 'redirect', url: '/pay' }),
      ...(row as object),
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return { id, orderId }
}

/** Adds an amount that the provider `HERE` captured. */
async function captured(use: string): Promise<{ id: bigint; paymentId: string }> {
  const { id: attempt_id } = await attempt()
  const paymentId = `pay_${crypto.randomUUID()}`
  const row = { attempt_id, provider: HERE, payment_id: paymentId, amount_minor: 100n, currency: 'INR', use }
  const { id } = await test.db.insertInto('payments').values(row).returning('id').executeTakeFirstOrThrow()
  return { id, paymentId }
}

describe('an id of one provider', () => {
  it('names a dispute at this provider, and nothing at another one', async () => {
    const news = { disputeId: 'dp_1', status: 'lost', paymentId: undefined } as const
    const tell = (provider: ProviderName, more: object) =>
      inTransaction(test.db, (tx) => upsertDispute(tx, { ...news, provider, ...more }, null))
    expect(await tell(HERE, {})).toMatchObject({ status: 'lost', isChanged: true })
    expect(await tell(HERE, { isOnlyIfKnown: true })).toMatchObject({ status: 'lost', isChanged: false })
    expect(await tell(ELSEWHERE, { status: 'open', isOnlyIfKnown: true })).toBeUndefined()
    expect(await tell(ELSEWHERE, { status: 'open' })).toMatchObject({ status: 'open', isChanged: true })
  })

  it('is an amount mismatch only at this provider, and only if the amount differs', async () => {
    const odd = await captured('mismatch')
    const fitting = await captured('surplus')
    const isKept = (provider: ProviderName, { paymentId }: { paymentId: string }) =>
      isKeptApart(test.db, { provider, captured: [{ paymentId, amountMinor: 100n, currency: 'INR' }] as never })
    expect(await isKept(HERE, odd)).toBe(true)
    expect(await isKept(ELSEWHERE, odd)).toBe(false)
    expect(await isKept(HERE, fitting)).toBe(false)
  })

  it('is a refund at this provider, and not at another one', async () => {
    const { id: payment_row_id } = await captured('surplus')
    const row = { payment_row_id, amount_minor: 100n, reason: 'second', provider_refund_id: 'rf_1' }
    const { id } = await test.db.insertInto('refunds').values(row).returning('id').executeTakeFirstOrThrow()
    const find = (provider: ProviderName) =>
      findRefundByProviderId(test.db, { provider, refundId: 'rf_1', ownId: null })
    expect(await find(HERE)).toEqual({ id })
    expect(await find(ELSEWHERE)).toBeUndefined()
  })

  it('is opened at this provider, and not at another one', async () => {
    const { id, orderId } = await attempt({ status: 'created', page: null })
    await test.db
      .updateTable('payment_attempts')
      .set((eb) => ({ updated_at: eb.ref('created_at') }))
      .where('id', '=', id)
      .execute()
    const find = (provider: ProviderName) =>
      inTransaction(test.db, (tx) => findOpeningAttempt(tx, { orderId, provider }))
    expect(await find(HERE)).toMatchObject({ id })
    expect(await find(ELSEWHERE)).toBeUndefined()
  })
})

it('a payer continues on the kind of page that their app requested', async () => {
  const { id, orderId } = await attempt({ page: JSON.stringify({ kind: 'intent', data: {} }) })
  const find = (isIntent: boolean) => findOpenAttempt(test.db, { orderId, provider: HERE, isIntent })
  expect(await find(true)).toMatchObject({ id })
  expect(await find(false)).toBeUndefined()
})
