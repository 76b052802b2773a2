import { randomBytes } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { useTestApp } from '#test/harness.ts'
import { jobs } from './delete-old-rows.ts'

const test = useTestApp()

const inHours = (hours: number) => new Date(Date.now() + hours * 3_600_000)

describe('the hourly clean-up', () => {
  it('deletes expired data and nothing else', async () => {
    const { id: userId } = await test.build.customer()
    const { db } = test
    await db.deleteFrom('sessions').execute()
    await db
      .insertInto('sessions')
      .values(
        [inHours(-25), inHours(-23), inHours(1)].map((expires_at) => ({
          token_hash: randomBytes(32),
          user_id: userId,
          audience: 'customer',
          expires_at,
        })),
      )
      .execute()
    await db
      .insertInto('one_time_codes')
      .values([
        { purpose: 'login', target: 'expired', code_hash: 'x', expires_at: inHours(-2) },
        { purpose: 'login', target: 'used', code_hash: 'x', expires_at: inHours(1), used_at: inHours(-2) },
        { purpose: 'login', target: 'live', code_hash: 'x', expires_at: inHours(1) },
      ])
      .execute()
    await db
      .insertInto('limit_counters')
      .values([
        { key: 'old', window_started_at: inHours(-49), hits: 1 },
        { key: 'of today', window_started_at: inHours(-20), hits: 1 },
      ])
      .execute()
    await db
      .insertInto('idempotency_keys')
      .values(
        [inHours(-1), inHours(1)].map((expires_at, index) => ({
          user_id: userId,
          call: 'place-order',
          key: `key-${index}`,
          fingerprint: randomBytes(32),
          body: '{}',
          expires_at,
        })),
      )
      .execute()
    const sign = { user_id: userId, audience: 'customer', way: 'code', network: '10.1.2.0/24', device: 'Chrome' }
    await db
      .insertInto('sign_ins')
      .values([inHours(-366 * 24), inHours(-364 * 24)].map((at) => ({ ...sign, at })))
      .execute()

    await jobs.tasks['forget-what-is-over']!({}, test.services)

    expect(await db.selectFrom('sessions').select('id').execute()).toHaveLength(2)
    expect(await db.selectFrom('sign_ins').select('id').execute()).toHaveLength(1)
    expect(await db.selectFrom('one_time_codes').select('target').execute()).toEqual([{ target: 'live' }])
    expect(await db.selectFrom('limit_counters').select('key').execute()).toEqual([{ key: 'of today' }])
    expect(await db.selectFrom('idempotency_keys').select('key').execute()).toEqual([{ key: 'key-1' }])
  })

  it('keeps the positions of a trip for thirty days', async () => {
    const store = await test.build.store()
    const customer = await test.build.customer()
    const rider = await test.build.rider({ stores: [store] })
    const order = await test.db
      .insertInto('orders')
      .values({
        unique_order_id: 'OD-TRIP',
        status: 3,
        user_id: customer.id,
        store_id: store.id,
        rider_id: rider.id,
        delivery_type: 1,
        payment_mode: 'COD',
        currency: 'INR',
        address: '12 Lake Road',
        location: '{}',
        subtotal_minor: 10_000n,
        total_minor: 10_000n,
        payable_minor: 10_000n,
        delivery_pin: '12345',
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    await test.db
      .insertInto('rider_positions')
      .values(
        [inHours(-30 * 24 - 1), inHours(-30 * 24 + 1)].map((at) => ({
          order_id: order.id,
          rider_id: rider.id,
          latitude: 12.9,
          longitude: 77.6,
          at,
        })),
      )
      .execute()

    await jobs.tasks['forget-what-is-over']!({}, test.services)

    const left = await test.db.selectFrom('rider_positions').select('at').execute()
    expect(left).toHaveLength(1)
  })

  it('deletes push messages after a week, and keeps the browsers', async () => {
    const { db } = test
    const { id: user_id, token } = await test.build.customer()
    const keys = { p256dh: Buffer.concat([Buffer.of(4), randomBytes(64)]).toString('base64url') }
    const endpoint = 'https://fcm.googleapis.com/fcm/send/a-browser'
    const push_token = JSON.stringify({ endpoint, keys: { ...keys, auth: randomBytes(16).toString('base64url') } })
    await test.call('save-notification-token', { push_token }, { token })
    const { id } = await db
      .selectFrom('push_subscriptions')
      .select('id')
      .where('user_id', '=', user_id)
      .executeTakeFirstOrThrow()
    await db
      .insertInto('push_deliveries')
      .values(
        [inHours(-169), inHours(-167)].map((created_at, index) => ({
          subscription_id: id,
          message_key: `message-${index}`,
          payload: '{}',
          ttl_seconds: 60,
          urgency: 'low',
          created_at,
        })),
      )
      .execute()
    await jobs.tasks['forget-what-is-over']!({}, test.services)
    const kept = await db.selectFrom('push_deliveries').select('message_key').execute()
    expect(kept).toEqual([{ message_key: 'message-1' }])
    expect(await db.selectFrom('push_subscriptions').select('id').execute()).toEqual([{ id }])
  })

  it('deletes browsers of guests that were not seen for three months, and no others', async () => {
    const { db } = test
    await db.deleteFrom('push_subscriptions').execute()
    const keys = { p256dh: 'x', auth: 'x', public_key: 'x', audience: 'customer' }
    await db
      .insertInto('push_subscriptions')
      .values(
        [inHours(-90 * 24 - 1), inHours(-90 * 24 + 1)].map((seen_at) => ({ ...keys, endpoint: `${seen_at}`, seen_at })),
      )
      .execute()
    await jobs.tasks['forget-what-is-over']!({}, test.services)
    expect(await db.selectFrom('push_subscriptions').select('endpoint').execute()).toHaveLength(1)
  })
})
