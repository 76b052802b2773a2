import { en } from '@nukkad/contract/texts/en.ts'
import { hi } from '@nukkad/contract/texts/hi.ts'
import { describe, expect, it } from 'vitest'
import { codeOf, useTestApp } from '#test/harness.ts'

const test = useTestApp()

async function notify(userId: number, title: string, createdAt = new Date()): Promise<number> {
  const data = {
    title,
    message: 'It is on its way',
    badge: null,
    icon: null,
    click_action: null,
    unique_order_id: null,
  }
  const row = await test.db
    .insertInto('notifications')
    .values({ user_id: userId, data: JSON.stringify(data), created_at: createdAt })
    .returning('id')
    .executeTakeFirstOrThrow()
  return row.id
}

const daysAgo = (days: number) => new Date(Date.now() - days * 86_400_000)

describe('notifications', () => {
  it("[P-41] [L-02] [GAP-46] lists the reader's own of seven days, newest first, at most 20", async () => {
    const customer = await test.build.customer()
    const stranger = await test.build.customer()
    await notify(stranger.id, 'not yours')
    await notify(customer.id, 'too old', daysAgo(7.01))
    for (let index = 1; index <= 21; index++) await notify(customer.id, `T${index}`, daysAgo(6.9))
    const { status, body } = await test.call('get-user-notifications', { user_id: stranger.id }, customer)
    expect(status).toBe(200)
    expect(body).toHaveLength(20)
    expect(body[0]).toEqual({
      id: expect.any(Number),
      user_id: customer.id,
      is_read: 0,
      data: expect.any(String),
      created_at: expect.stringMatching(/^\d{4}-\d{2}-\d{2} \d{2}:\d{2}:\d{2}$/),
      updated_at: expect.any(String),
    })
    expect(body.map((row) => JSON.parse(row.data).title)).toEqual(
      Array.from({ length: 20 }, (_, index) => `T${21 - index}`),
    )
  })

  it('[P-41] [GAP-46] a notification of eight days ago is no longer listed', async () => {
    const customer = await test.build.customer()
    await notify(customer.id, 'eight days', daysAgo(8))
    await notify(customer.id, 'six days', daysAgo(6))
    await notify(customer.id, 'today')
    const { body } = await test.call('get-user-notifications', {}, customer)
    expect(body.map((row) => JSON.parse(row.data).title)).toEqual(['today', 'six days'])
  })

  it("[P-41] [GAP-46] presents news of an order in the reader's language", async () => {
    const customer = await test.build.customer()
    await test.db
      .insertInto('languages')
      .values({ code: 'hi', language_name: 'हिन्दी', is_default: false })
      .onConflict((conflict) => conflict.doNothing())
      .execute()
    await test.services.settings.reload()
    const data = {
      title_key: 'runningOrderPreparingTitle',
      message_key: 'runningOrderPreparingSub',
      click_action: '/running-order/OD-1',
      unique_order_id: 'OD-1',
    }
    await test.db
      .insertInto('notifications')
      .values({ user_id: customer.id, data: JSON.stringify(data) })
      .execute()
    const notified = async (language: string) => {
      const { body } = await test.call('get-user-notifications', {}, { ...customer, language })
      return JSON.parse(body[0]!.data)
    }
    expect(await notified('en')).toEqual({
      title: en.runningOrderPreparingTitle,
      message: en.runningOrderPreparingSub,
      badge: null,
      icon: null,
      click_action: '/running-order/OD-1',
      unique_order_id: 'OD-1',
      image: null,
    })
    expect(await notified('hi-IN')).toMatchObject({
      title: hi.runningOrderPreparingTitle,
      message: hi.runningOrderPreparingSub,
    })
  })

  it("[P-43] [T-08] marks the reader's own as read; another customer's stays unread", async () => {
    const customer = await test.build.customer()
    const stranger = await test.build.customer()
    const first = await notify(customer.id, 'first')
    await notify(customer.id, 'second')
    const foreign = await notify(stranger.id, 'foreign')
    const marked = await test.call('mark-one-notification-read', { notification_id: String(first) }, customer)
    expect(marked.body.map((row) => row.is_read)).toEqual([0, 1])
    const refused = await test.call('mark-one-notification-read', { notification_id: foreign }, customer)
    expect(refused.status).toBe(200)
    expect(refused.body.map((row) => row.is_read)).toEqual([0, 1])
    const theirs = await test.call('get-user-notifications', {}, stranger)
    expect(theirs.body.map((row) => row.is_read)).toEqual([0])
  })

  it("[P-42] marks all of the reader's own as read and no one else's", async () => {
    const customer = await test.build.customer()
    const stranger = await test.build.customer()
    await notify(customer.id, 'first')
    await notify(customer.id, 'second')
    await notify(stranger.id, 'foreign')
    const marked = await test.call('mark-all-notifications-read', {}, customer)
    expect(marked.body.map((row) => row.is_read)).toEqual([1, 1])
    const theirs = await test.call('get-user-notifications', {}, stranger)
    expect(theirs.body.map((row) => row.is_read)).toEqual([0])
  })

  it('[T-02] [GAP-75] requires a customer session and a valid id', async () => {
    const rider = await test.build.rider()
    const customer = await test.build.customer()
    for (const name of [
      'get-user-notifications',
      'mark-all-notifications-read',
      'mark-one-notification-read',
    ] as const) {
      const guest = await test.call(name, { notification_id: 1 })
      expect(guest.status).toBe(401)
      expect(guest.body).toMatchObject({ message: 'Token not provided' })
      expect(codeOf(await test.call(name, { notification_id: 1 }, rider))).toBe('WRONG_AUDIENCE')
    }
    const before = await test.build.counts()
    for (const notification_id of [0, -1, 'x', null, 2 ** 31, [1], {}])
      expect(
        (await test.call('mark-one-notification-read', { notification_id: notification_id as never }, customer)).status,
      ).toBe(400)
    expect(await test.build.counts()).toEqual(before)
  })
})
