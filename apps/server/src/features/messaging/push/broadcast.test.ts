import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { inTransaction } from '#db/connection.ts'
import { AppError } from '#http/errors.ts'
import { createPeople } from '#test/accounts.ts'
import { codeOf, useTestApp } from '#test/harness.ts'
import { type PushService, pushKeySettings, pushKeys, startPush } from '#test/push.ts'
import { runJobs } from '#test/run-jobs.ts'
import { createStaff } from '#test/staff.ts'
import { type Broadcast, broadcast, tellNextCustomers } from './broadcast.ts'
import { jobs } from './jobs.ts'

const test = useTestApp()
let service: PushService

beforeAll(async () => {
  service = await startPush(test)
  await createPeople(test).set({
    enablePushNotification: 'true',
    ...pushKeySettings,
    allowedLinkHosts: 'partner.example, news.example',
  })
})
beforeEach(() => service.forget())
afterAll(() => service.close())

const say = (more: Partial<Broadcast> = {}) =>
  inTransaction(test.db, (tx) =>
    broadcast(test.services, tx, {
      title: 'Festival week',
      message: 'Half the delivery charge until Sunday',
      image: '/assets/img/promo/festival.webp',
      clickAction: '/explore',
      to: 'all',
      staffId: null,
      ...more,
    }),
  )
const { cookieWith, ask } = createStaff(test)
const work = () => runJobs(test, jobs)

async function customers(count: number): Promise<number[]> {
  const rows = await test.db
    .insertInto('users')
    .values(
      Array.from({ length: count }, () => {
        const tag = crypto.randomUUID()
        return { name: 'One of many', email: `${tag}@example.test`, referral_code: tag }
      }),
    )
    .returning('id')
    .execute()
  await test.db
    .insertInto('user_roles')
    .values(rows.map(({ id }) => ({ user_id: id, role: 'customer' })))
    .execute()
  return rows.map(({ id }) => id)
}

async function notifiedOf(title: string): Promise<number[]> {
  const rows = await test.db.selectFrom('notifications').select(['user_id', 'data']).orderBy('user_id').execute()
  return rows.filter(({ data }) => (data as { title?: string }).title === title).map(({ user_id }) => user_id)
}

describe('a broadcast', () => {
  it('[L-05] [GAP-46] is among the notifications of the chosen customers and pushed to their browsers, and to no others', async () => {
    const [chosen, other] = [await test.build.customer(), await test.build.customer()]
    const browsers = [chosen, other].map((person) => ({ person, ...service.subscribe(pushKeys.publicKey) }))
    for (const { person, pushToken } of browsers)
      await test.call('save-notification-token', { push_token: pushToken }, person)
    await say({ title: 'For you', to: [chosen.id, chosen.id] })
    await work()
    expect(service.arrived).toMatchObject([
      {
        browser: browsers[0]!.id,
        urgency: 'low',
        payload: {
          title: 'For you',
          message: 'Half the delivery charge until Sunday',
          image: '/assets/img/promo/festival.webp',
          click_action: 'https://shop.test/explore',
        },
      },
    ])
    const { body } = await test.call('get-user-notifications', {}, chosen)
    expect(body).toHaveLength(1)
    expect(body[0]!.is_read).toBe(0)
    expect(JSON.parse(body[0]!.data)).toEqual({
      title: 'For you',
      message: 'Half the delivery charge until Sunday',
      badge: null,
      icon: null,
      kind: 'offer',
      click_action: '/explore',
      unique_order_id: null,
      image: '/assets/img/promo/festival.webp',
    })
    expect((await test.call('get-user-notifications', {}, other)).body).toEqual([])
  })

  it('reaches thousands in steps, each customer once, even if a step is repeated and another fails halfway', async () => {
    const ids = await customers(2300)
    const banned = await test.build.customer({ is_active: false })
    const rider = await test.build.rider()
    const id = await say({ title: 'To all' })
    await Promise.all([tellNextCustomers(test.services, id), tellNextCustomers(test.services, id)])
    const half = await notifiedOf('To all')
    expect(half).toHaveLength(1000)
    const failing = { ...test.services, settings: { ...test.services.settings, isOn: () => fail() } }
    await expect(tellNextCustomers(failing, id)).rejects.toThrow('half-way')
    expect(await notifiedOf('To all')).toEqual(half)
    await work()
    const told = await notifiedOf('To all')
    expect(new Set(told).size).toBe(told.length)
    expect(ids.filter((one) => !told.includes(one))).toEqual([])
    expect(told).not.toContain(banned.id)
    expect(told).not.toContain(rider.id)
    const row = await test.db
      .selectFrom('broadcasts')
      .select(['told', 'finished_at'])
      .where('id', '=', id)
      .executeTakeFirstOrThrow()
    expect(row).toEqual({ told: told.length, finished_at: expect.any(Date) })
    await tellNextCustomers(test.services, id)
    expect(await notifiedOf('To all')).toHaveLength(told.length)
  })

  it.each([
    'javascript:alert(1)',
    'data:text/html,x',
    '//evil.example/x',
    '/\\evil.example',
    'http://partner.example/',
    'https://evil.example/',
    'https://partner.example.evil.example/',
    'https://partner.example@evil.example/',
    'http://shop.test/explore',
  ])('[GAP-51] does not lead to %s', async (clickAction) => {
    const before = await test.db.selectFrom('broadcasts').select('id').execute()
    const refusal = await say({ clickAction }).catch((error: unknown) => error)
    expect(refusal).toBeInstanceOf(AppError)
    expect((refusal as AppError).details.fields).toHaveProperty('click_action')
    expect(await test.db.selectFrom('broadcasts').select('id').execute()).toEqual(before)
  })

  it.each(['/explore?tab=1', 'https://shop.test/explore', 'https://partner.example/offer', null])(
    '[GAP-51] may lead to %s',
    async (clickAction) => {
      expect(await say({ clickAction, to: [] })).toBeGreaterThan(0)
    },
  )

  it('shows pictures of this site only', async () => {
    for (const image of ['https://elsewhere.example/x.png', '//x', 'data:image/png;base64,AA'])
      await expect(say({ image })).rejects.toThrow('INVALID_INPUT')
  })
})

describe('dashboard/send-push-notification', () => {
  const said = { title: 'Rain today', message: 'Riders take care, and a little longer', to: 'all' }

  it('[L-05] is for staff with the permission, is recorded, and is sent once for a key', async () => {
    const customer = await test.build.customer()
    const cookie = await cookieWith('send_notification_manage')
    const headers = { 'idempotency-key': crypto.randomUUID() }
    const first = await ask('dashboard/send-push-notification', said, { cookie, headers })
    expect(first).toMatchObject({ status: 200, body: { success: true, broadcast_id: expect.any(Number) } })
    const again = await ask('dashboard/send-push-notification', said, { cookie, headers })
    expect(again.body).toEqual(first.body)
    await work()
    expect((await notifiedOf('Rain today')).filter((id) => id === customer.id)).toHaveLength(1)
    const entries = await test.db
      .selectFrom('audit_entries')
      .select(['action', 'object_type', 'object_id', 'after'])
      .where('action', '=', 'broadcast.sent')
      .execute()
    expect(entries).toEqual([
      {
        action: 'broadcast.sent',
        object_type: 'broadcast',
        object_id: String(first.body.broadcast_id),
        after: { ...said, at: null, image: null, clickAction: null },
      },
    ])
  })

  it('[GAP-75] a caller without the permission notifies no one', async () => {
    const before = await test.db.selectFrom('broadcasts').select('id').execute()
    const answer = await ask('dashboard/send-push-notification', said, { cookie: await cookieWith('settings_manage') })
    expect([answer.status, codeOf(answer)]).toEqual([403, 'PERMISSION_MISSING'])
    expect(await test.db.selectFrom('broadcasts').select('id').execute()).toEqual(before)
  })

  it.each([
    { title: '' },
    { message: '' },
    { title: 'x'.repeat(121) },
    { to: [] },
    { to: 'everybody' },
    { click_action: 'javascript:alert(1)' },
    { image: 'https://elsewhere.example/x.png' },
  ])('[GAP-51] refuses %o', async (wrong) => {
    const cookie = await cookieWith('send_notification_manage')
    const answer = await ask('dashboard/send-push-notification', { ...said, ...wrong }, { cookie })
    expect([answer.status, codeOf(answer)]).toEqual([400, 'INVALID_INPUT'])
  })
})

function fail(): never {
  throw new Error('half-way')
}
