import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { inTransaction } from '#db/connection.ts'
import { createPeople } from '#test/accounts.ts'
import { codeOf, useTestApp } from '#test/harness.ts'
import { type PushService, pushKeySettings, pushKeys, startPush } from '#test/push.ts'
import { runJobs } from '#test/run-jobs.ts'
import { createStaff } from '#test/staff.ts'
import { tellNextCustomers } from './broadcast.ts'
import { jobs } from './jobs.ts'
import { insertDeliveries } from './queries.ts'

const test = useTestApp()
let service: PushService
const { cookieWith, ask } = createStaff(test)

beforeAll(async () => {
  service = await startPush(test)
  await createPeople(test).set({
    enablePushNotification: 'true',
    ...pushKeySettings,
  })
})
beforeEach(async () => {
  service.forget()
  await test.db.deleteFrom('push_subscriptions').execute()
  await test.db.deleteFrom('limit_counters').execute()
})
afterAll(() => service.close())

const browser = () => service.subscribe(pushKeys.publicKey)
const saveAsGuest = (push_token: string, language = 'en') =>
  test.call('save-notification-token-no-user', { push_token }, { language })
const saveAs = ({ token }: { token: string }, push_token: string) =>
  test.call('save-notification-token', { push_token }, { token })
/** Returns, for each stored browser, the id of its owner; null for a guest's browser. */
const owners = async () =>
  (await test.db.selectFrom('push_subscriptions').select('user_id').orderBy('id').execute()).map(
    ({ user_id }) => user_id,
  )
const work = () => runJobs(test, jobs)

async function tellGuests(title = 'Festival week') {
  const cookie = await cookieWith('send_notification_manage')
  const said = { title, message: 'Half the charge', click_action: '/explore', to: 'guests' }
  const { body } = await ask('dashboard/send-push-notification', said, {
    cookie,
    headers: { 'idempotency-key': crypto.randomUUID() },
  })
  await work()
  const { told, pushed } = await test.db
    .selectFrom('broadcasts')
    .select(['told', 'pushed'])
    .where('id', '=', body.broadcast_id)
    .executeTakeFirstOrThrow()
  return { told, pushed, cookie }
}

describe('save-notification-token-no-user', () => {
  it('[L-05] answers the token, and is one row for any number of calls and tabs', async () => {
    const { pushToken } = browser()
    const answers = await Promise.all(Array.from({ length: 8 }, () => saveAsGuest(pushToken)))
    expect(answers.map(({ status, body }) => [status, body])).toEqual(Array(8).fill([200, pushToken]))
    expect(await owners()).toEqual([null])
  })

  it('[GAP-75] accepts only a subscription with a known push service, and few from one address', async () => {
    const foreign = JSON.stringify({ ...JSON.parse(browser().pushToken), endpoint: 'https://evil.example/push/1' })
    for (const wrong of [foreign, 'no JSON', '{}'])
      expect(codeOf((await saveAsGuest(wrong)) as never)).toBe('INVALID_INPUT')
    const { pushToken } = browser()
    const fromOneAddress = () =>
      test.send('/public/api/save-notification-token-no-user', {
        payload: { push_token: pushToken },
        ip: '203.0.113.7',
      })
    for (let times = 0; times < 60; times++) expect((await fromOneAddress()).status).toBe(200)
    expect(codeOf(await fromOneAddress())).toBe('TOO_MANY_REQUESTS')
    expect(await owners()).toEqual([null])
  })

  it('[L-05] [GAP-49] belongs to the person who signs in there, and to a guest again after the logout', async () => {
    const customer = await test.build.customer()
    const { pushToken } = browser()
    await saveAsGuest(pushToken)
    await saveAs(customer, pushToken)
    expect(await owners()).toEqual([customer.id])
    await test.call('logout', {}, customer)
    expect(await owners()).toEqual([])
    await saveAsGuest(pushToken)
    expect(await owners()).toEqual([null])
  })

  it('[GAP-49] after a logout that did not reach the server the browser leaves the person, and pending messages to them are dropped', async () => {
    const customer = await test.build.customer()
    const { pushToken, id } = browser()
    await saveAs(customer, pushToken)
    const [row] = await test.db.selectFrom('push_subscriptions').select('id').execute()
    const payload = { title: 'Yours', message: 'x', badge: '', icon: '', click_action: null, unique_order_id: null }
    await inTransaction(test.db, (tx) =>
      insertDeliveries(tx, { key: 'private', ttlSeconds: 60, urgency: 'high', kind: null }, [
        { subscriptionId: row!.id, payload },
      ]),
    )
    await saveAsGuest(pushToken)
    await work()
    expect(service.arrived.filter((message) => message.browser === id)).toEqual([])
    expect(await owners()).toEqual([null])
  })

  it("[GAP-75] someone who knows a browser's push endpoint but not its secret cannot take over its subscription during the session", async () => {
    const customer = await test.build.customer()
    const { pushToken } = browser()
    await saveAs(customer, pushToken)
    const guessed = JSON.stringify({ ...JSON.parse(browser().pushToken), endpoint: JSON.parse(pushToken).endpoint })
    expect((await saveAsGuest(guessed)).status).toBe(200)
    expect(await owners()).toEqual([customer.id])
    await test.db
      .updateTable('sessions')
      .set({ expires_at: new Date(0) })
      .where('user_id', '=', customer.id)
      .execute()
    await saveAsGuest(guessed)
    expect(await owners()).toEqual([null])
  })

  it('[L-05] a person and a guest who save one browser in parallel leave one row', async () => {
    const customer = await test.build.customer()
    for (let times = 0; times < 5; times++) {
      const { pushToken } = browser()
      await Promise.all([saveAs(customer, pushToken), saveAsGuest(pushToken), saveAs(customer, pushToken)])
    }
    expect(await owners()).toHaveLength(5)
  })
})

describe('a message to devices without an account', () => {
  it("[L-05] [U-17] reaches only guests, as many as the preview counted, and is in no one's notifications", async () => {
    const customer = await test.build.customer()
    const [guest, own] = [browser(), browser()]
    await saveAsGuest(guest.pushToken)
    await saveAs(customer, own.pushToken)
    const { cookie, ...counted } = await tellGuests()
    expect(counted).toEqual({ told: 1, pushed: 1 })
    expect(service.arrived).toMatchObject([
      { browser: guest.id, payload: { title: 'Festival week', click_action: 'https://shop.test/explore' } },
    ])
    expect((await test.call('get-user-notifications', {}, customer)).body).toEqual([])
    const count = (to: unknown) => ask('dashboard/broadcasts/count', { to }, { cookie })
    expect((await count('guests')).body).toEqual({ success: true, customers: 0, browsers: 1 })
    expect((await count('all')).body).toMatchObject({ browsers: 1 })
    const { body } = await ask('dashboard/table', { table: 'broadcasts', q: 'Festival week' }, { cookie })
    expect(body.rows[0]).toMatchObject({ to: 'Devices without an account', told: 1, pushed: 1, reached: 1 })
  })

  it('[L-05] a device whose push service reports it as gone is deleted', async () => {
    const gone = browser()
    await saveAsGuest(gone.pushToken)
    service.moods.push(410)
    await tellGuests('Gone')
    expect(await owners()).toEqual([])
  })

  it('[L-09] browsers that listen with another key are not notified, and no one is while pushes are off', async () => {
    await saveAsGuest(browser().pushToken)
    await test.db.updateTable('push_subscriptions').set({ public_key: 'another' }).execute()
    expect(await tellGuests('Old key')).toMatchObject({ told: 0, pushed: 0 })
  })

  it('[L-05] reaches more devices than one step holds, each once, even if a step is repeated', async () => {
    await test.db
      .insertInto('push_subscriptions')
      .values(
        Array.from({ length: 1200 }, (_, index) => ({
          audience: 'customer',
          endpoint: `http://${service.host}/push/many-${index}`,
          p256dh: 'x',
          auth: 'x',
          public_key: pushKeys.publicKey,
        })),
      )
      .execute()
    const { id } = await test.db
      .insertInto('broadcasts')
      .values({
        to_guests: true,
        data: JSON.stringify({ title: 'Many', message: 'x', image: null, click_action: null }),
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    for (let step = 0; step < 2; step++)
      await Promise.all([tellNextCustomers(test.services, id), tellNextCustomers(test.services, id)])
    const [written, row] = await Promise.all([
      test.db
        .selectFrom('push_deliveries')
        .select('subscription_id')
        .where('message_key', '=', `broadcast:${id}`)
        .execute(),
      test.db.selectFrom('broadcasts').select(['told', 'pushed', 'finished_at']).where('id', '=', id).execute(),
    ])
    expect(new Set(written.map(({ subscription_id }) => subscription_id)).size).toBe(1200)
    expect(row).toEqual([{ told: 1200, pushed: 1200, finished_at: expect.any(Date) }])
  })
})
