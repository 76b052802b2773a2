import { en } from '@nukkad/contract/texts/en.ts'
import { hi } from '@nukkad/contract/texts/hi.ts'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import webPush from 'web-push'
import { inTransaction } from '#db/connection.ts'
import { handOver, moveOrder, type OrderMove } from '#features/ordering/orders/move-order.ts'
import { createPeople } from '#test/accounts.ts'
import { codeOf, useTestApp } from '#test/harness.ts'
import { type PushService, pushKeySettings, pushKeys, startPush } from '#test/push.ts'
import { listJobs, runJobs } from '#test/run-jobs.ts'
import { createSalons, startIn } from '#test/salon.ts'
import { waitsForLock } from '#test/waits-for-lock.ts'
import { jobs } from './jobs.ts'
import { MAX_PAYLOAD_BYTES } from './payload.ts'
import { pushOrderEvent } from './push-order.ts'
import { sendDelivery } from './send.ts'
import { pushVisitOffer } from './tell-of-offer.ts'

const test = useTestApp()
const on = {
  enablePushNotification: 'true',
  enablePushNotificationOrders: 'true',
  ...pushKeySettings,
}
let service: PushService
const set = (values: Record<string, string>) => createPeople(test).set(values)

beforeAll(async () => {
  service = await startPush(test)
  await test.db.insertInto('languages').values({ code: 'hi', language_name: 'हिन्दी', is_default: false }).execute()
  await set(on)
})
beforeEach(() => service.forget())
afterAll(() => service.close())

type Person = { token: string }
type SaveCall = 'save-notification-token' | 'delivery/save-notification-token' | 'store-owner/save-notification-token'

/** Subscribes a browser of this person to pushes. */
async function listen(
  { token }: Person,
  { name = 'save-notification-token', language = 'en' }: { name?: SaveCall; language?: string } = {},
) {
  const browser = service.subscribe(pushKeys.publicKey)
  const answer = await test.call(name, { push_token: browser.pushToken }, { token, language })
  expect(answer).toMatchObject({ status: 200, body: browser.pushToken })
  return browser.id
}

const work = () => runJobs(test, jobs)
const subscriptions = () => test.db.selectFrom('push_subscriptions').select(['id', 'user_id', 'audience', 'endpoint'])
const of = (browser: string) => service.arrived.filter((message) => message.browser === browser)
const titles = (browser: string) => of(browser).map(({ payload }) => payload.title)

async function placedOrder(more: Partial<Parameters<typeof test.build.order>[0]> = {}) {
  const store = await test.build.store()
  const customer = await test.build.customer()
  const order = await test.build.order({ user_id: customer.id, store_id: store.id, ...more })
  return { store, customer, order }
}

const move = (
  orderId: number,
  from: OrderMove['from'],
  to: OrderMove['to'],
  actor: OrderMove['actor'],
  more: object = {},
) => inTransaction(test.db, (tx) => moveOrder(tx, { orderId, from, to, actor, kind: 'test', ...more }))

describe('save-notification-token', () => {
  it('[P-44] [L-08] answers the token as a bare string, and stores one row for two equal calls', async () => {
    const customer = await test.build.customer()
    const { pushToken } = service.subscribe(pushKeys.publicKey)
    for (let times = 0; times < 2; times++) {
      const answer = await test.call(
        'save-notification-token',
        { push_token: pushToken, user_id: customer.id },
        customer,
      )
      expect(answer).toMatchObject({ status: 200, body: pushToken })
      expect(answer.headers['content-type']).toContain('application/json')
    }
    expect(await subscriptions().where('user_id', '=', customer.id).execute()).toHaveLength(1)
  })

  it('[P-44] ten parallel calls store one row, and the browser belongs to the last caller', async () => {
    const [first, second] = [await test.build.customer(), await test.build.customer()]
    const { pushToken } = service.subscribe(pushKeys.publicKey)
    const save = (person: Person) => test.call('save-notification-token', { push_token: pushToken }, person)
    await Promise.all(Array.from({ length: 10 }, () => save(first)))
    expect(await subscriptions().where('user_id', '=', first.id).execute()).toHaveLength(1)
    await save(second)
    expect(await subscriptions().where('user_id', '=', first.id).execute()).toEqual([])
    expect(await subscriptions().where('user_id', '=', second.id).execute()).toHaveLength(1)
  })

  it('[P-44] is refused like any call without a session when the person logs out meanwhile', async () => {
    const customer = await test.build.customer()
    const { pushToken } = service.subscribe(pushKeys.publicKey)
    const leaving = await test.db.startTransaction().execute()
    await leaving.deleteFrom('sessions').where('user_id', '=', customer.id).execute()
    const saving = test.call('save-notification-token', { push_token: pushToken }, customer)
    await waitsForLock(test.db)
    await leaving.commit().execute()
    expect(codeOf(await saving)).toBe('SESSION_REVOKED')
    expect(await subscriptions().where('user_id', '=', customer.id).execute()).toEqual([])
  })

  it('a person has ten browsers at most; the newest stay', async () => {
    const customer = await test.build.customer()
    const browsers: string[] = []
    for (let index = 0; index < 12; index++) browsers.push(await listen(customer))
    const rows = await subscriptions().where('user_id', '=', customer.id).orderBy('id').execute()
    expect(rows.map(({ endpoint }) => endpoint.split('/').at(-1))).toEqual(browsers.slice(2))
  })

  const good = () => JSON.parse(service.subscribe(pushKeys.publicKey).pushToken) as { endpoint: string; keys: object }
  it.each<[string, () => unknown]>([
    ['no JSON', () => 'fcm-registration-token'],
    ['no keys', () => ({ endpoint: good().endpoint })],
    ['a key that is too short', () => ({ ...good(), keys: { ...good().keys, p256dh: 'BAAA' } })],
    ['a secret that is too long', () => ({ ...good(), keys: { ...good().keys, auth: 'A'.repeat(43) } })],
    ['a foreign host', () => ({ ...good(), endpoint: 'https://evil.example/push/1' })],
    ['an address of this machine', () => ({ ...good(), endpoint: 'http://127.0.0.1:5432/' })],
    ['a known host without TLS', () => ({ ...good(), endpoint: 'http://fcm.googleapis.com/fcm/send/1' })],
    ['a known host at another port', () => ({ ...good(), endpoint: 'https://fcm.googleapis.com:8443/fcm/send/1' })],
    ['a known host as a user name', () => ({ ...good(), endpoint: 'https://fcm.googleapis.com@evil.example/1' })],
    ['a host that only contains a known name', () => ({ ...good(), endpoint: 'https://evilpush.apple.com.example/1' })],
    ['an endless address', () => ({ ...good(), endpoint: `https://fcm.googleapis.com/${'a'.repeat(2100)}` })],
  ])('[P-44] %s is refused and not stored', async (_what, token) => {
    const customer = await test.build.customer()
    const value = token()
    const push_token = typeof value === 'string' ? value : JSON.stringify(value)
    const answer = await test.call('save-notification-token', { push_token }, customer)
    expect([answer.status, codeOf(answer)]).toEqual([400, 'INVALID_INPUT'])
    expect(await subscriptions().where('user_id', '=', customer.id).execute()).toEqual([])
  })

  it.each([
    'https://fcm.googleapis.com/fcm/send/abc',
    'https://updates.push.services.mozilla.com/wpush/v2/abc',
    'https://web.push.apple.com/abc',
    'https://wns2-pn1p.notify.windows.com/w/?token=abc',
  ])('[P-44] %s is a known push service', async (endpoint) => {
    const customer = await test.build.customer()
    const push_token = JSON.stringify({ ...good(), endpoint })
    expect((await test.call('save-notification-token', { push_token }, customer)).status).toBe(200)
  })

  it('[L-13] [GAP-75] is only for its own audience: guests and other audiences save nothing', async () => {
    const rider = await test.build.rider()
    const { pushToken: push_token } = service.subscribe(pushKeys.publicKey)
    const before = await subscriptions().execute()
    expect((await test.call('save-notification-token', { push_token })).status).toBe(401)
    expect(codeOf(await test.call('save-notification-token', { push_token }, rider))).toBe('WRONG_AUDIENCE')
    expect(await subscriptions().execute()).toEqual(before)
  })

  it('[GAP-49] a logout revokes it, and so does deleting the account; another session keeps its own', async () => {
    const customer = await test.build.customer()
    const phone = { token: await test.build.token(customer.id, 'customer') }
    await listen(customer)
    const kept = await listen(phone)
    await test.call('logout', {}, customer)
    const rows = await subscriptions().where('user_id', '=', customer.id).execute()
    expect(rows.map(({ endpoint }) => endpoint.split('/').at(-1))).toEqual([kept])
    expect((await test.call('delete-my-account', {}, phone)).body).toMatchObject({ success: true })
    expect(await subscriptions().where('user_id', '=', customer.id).execute()).toEqual([])
  })
})

describe('[P-89] get-settings', () => {
  it('gives browsers the sender id and the public key, and never the private one', async () => {
    await set({ firebaseSenderId: '1234567890' })
    const { body } = await test.call('get-settings')
    const values = new Map(body.map(({ key, value }) => [key, value]))
    expect(values.get('firebaseSenderId')).toBe('1234567890')
    expect(values.get('firebasePublic')).toBe(pushKeys.publicKey)
    expect(JSON.stringify(body)).not.toContain(pushKeys.privateKey)
    await set({ firebaseSenderId: '' })
  })
})

describe('news of an order', () => {
  it('[L-05] [L-10] [GAP-51] reach each browser of its customer, in its language, sealed and signed', async () => {
    const { store, customer, order } = await placedOrder()
    const phone = await listen(customer)
    const dashboard = await listen({ token: await test.build.token(customer.id, 'customer') }, { language: 'hi-IN' })
    await move(order.id, 'placed', 'accepted', 'store')
    await work()
    const path = `/running-order/${order.unique_order_id}`
    expect(of(phone)).toEqual([
      {
        browser: phone,
        payload: {
          title: en.runningOrderPreparingTitle,
          message: `${store.name} is preparing your order ${order.unique_order_id.slice(-8)}`,
          badge: expect.stringMatching(/^\/assets\/.+\.png$/),
          icon: expect.stringMatching(/^\/assets\/.+\.png$/),
          click_action: `https://shop.test${path}`,
          unique_order_id: order.unique_order_id,
        },
        ttl: 3600,
        urgency: 'high',
        topic: expect.stringMatching(/^[\w-]{1,32}$/),
        bytes: expect.any(Number),
      },
    ])
    expect(titles(dashboard)).toEqual([hi.runningOrderPreparingTitle])
    const notified = await test.call('get-user-notifications', {}, customer)
    expect(JSON.parse(notified.body[0]!.data)).toMatchObject({
      title: en.runningOrderPreparingTitle,
      click_action: path,
    })
  })

  it('[L-05] cover the states 2 to 7, each once', async () => {
    const { store, customer, order } = await placedOrder()
    const rider = await test.build.rider({ stores: [store] })
    const browser = await listen(customer)
    await move(order.id, 'placed', 'accepted', 'store')
    await move(order.id, 'accepted', 'assigned', 'rider', { set: { rider_id: rider.id } })
    await move(order.id, 'assigned', 'picked_up', 'rider')
    await move(order.id, 'picked_up', 'delivered', 'rider')
    const other = await test.build.order({ user_id: customer.id, store_id: store.id, delivery_type: 2 })
    await move(other.id, 'placed', 'accepted', 'store')
    await move(other.id, 'accepted', 'ready', 'store')
    const third = await test.build.order({ user_id: customer.id, store_id: store.id })
    await move(third.id, 'placed', 'cancelled', 'store')
    await work()
    expect(titles(browser).sort()).toEqual(
      [
        en.runningOrderPreparingTitle,
        en.runningOrderPreparingTitle,
        en.runningOrderDeliveryAssignedTitle,
        en.runningOrderOnwayTitle,
        en.runningOrderDelivered,
        en.runningOrderReadyForPickup,
        en.runningOrderCanceledTitle,
      ].sort(),
    )
  })

  it('name the store, its picture, the order and the rider, in the list and in the push', async () => {
    const { store, customer, order } = await placedOrder()
    await test.db.updateTable('stores').set({ image: '/assets/img/stores/s.webp' }).where('id', '=', store.id).execute()
    const rider = await test.build.rider({ stores: [store] })
    const browser = await listen(customer)
    const hindi = await listen({ token: await test.build.token(customer.id, 'customer') }, { language: 'hi' })
    await move(order.id, 'placed', 'accepted', 'store')
    await move(order.id, 'accepted', 'assigned', 'rider', { set: { rider_id: rider.id } })
    await move(order.id, 'assigned', 'picked_up', 'rider')
    await work()
    const number = order.unique_order_id.slice(-8)
    const message = `Ravi picked up your ${store.name} order ${number}`
    const payloads = of(browser).map(({ payload }) => payload)
    expect(payloads).toContainEqual(expect.objectContaining({ message, icon: '/assets/img/stores/s.webp' }))
    const inHindi = of(hindi).map(({ payload }) => payload.message)
    expect(inHindi).toContain(
      hi.alertOrderPickedUp.replace('{rider}', 'Ravi').replace('{store}', store.name).replace('{number}', number),
    )
    const { body } = await test.call('get-user-notifications', {}, customer)
    expect(JSON.parse(body[0]!.data)).toMatchObject({ message, image: '/assets/img/stores/s.webp', kind: 'order' })
  })

  it('the news of an order that the customer collected does not say that it was delivered', async () => {
    const { store, customer, order } = await placedOrder({ delivery_type: 2, status: 7 })
    await move(order.id, 'ready', 'delivered', 'store')
    const { body } = await test.call('get-user-notifications', {}, customer)
    expect(JSON.parse(body[0]!.data)).toMatchObject({
      title: en.trackingCollectedTitle,
      message: `You picked up your ${store.name} order ${order.unique_order_id.slice(-8)}`,
    })
  })

  it('[L-05] an event that is an hour old is no longer sent', async () => {
    const { store, customer, order } = await placedOrder()
    const browser = await listen(customer)
    const event = { order_id: order.id, store_id: store.id, user_id: customer.id, kind: 'test', actor: 'store' }
    const heardOf = async (minutesAgo: number) => {
      const at = new Date(Date.now() - minutesAgo * 60_000)
      await test.db
        .insertInto('order_events')
        .values({ ...event, from_status: 1, to_status: 2, at })
        .execute()
      await work()
      return titles(browser).length
    }
    expect([await heardOf(61), await heardOf(59)]).toEqual([0, 1])
  })

  it('[L-05] a job that runs twice sends once', async () => {
    const { customer, order } = await placedOrder()
    const browser = await listen(customer)
    await move(order.id, 'placed', 'accepted', 'store')
    const event = await test.db
      .selectFrom('order_events')
      .select('id')
      .where('order_id', '=', order.id)
      .executeTakeFirstOrThrow()
    await work()
    await Promise.all([1, 2, 3].map(() => pushOrderEvent(test.services, event.id)))
    await work()
    const rows = await test.db.selectFrom('push_deliveries').select('id').execute()
    for (const { id } of rows) await sendDelivery(test.services, id)
    expect(of(browser)).toHaveLength(1)
  })

  it.each([
    { enablePushNotificationOrders: 'false' },
    { enablePushNotification: 'false' },
    { firebaseSecret: '' },
  ] as Record<string, string>[])('[L-06] with %o no one is notified, and no job waits', async (off) => {
    const { customer, order } = await placedOrder()
    await listen(customer)
    await set(off)
    await move(order.id, 'placed', 'accepted', 'store')
    await work()
    await set(on)
    expect(service.asked).toEqual([])
    expect(await listJobs(test)).toEqual([])
  })

  it('messages are not queued if no browser is subscribed, or if the transaction is rolled back', async () => {
    const { customer, order } = await placedOrder()
    await move(order.id, 'placed', 'accepted', 'store')
    await listen(customer)
    const undone = inTransaction(test.db, async (tx) => {
      await moveOrder(tx, { orderId: order.id, from: 'accepted', to: 'cancelled', actor: 'admin', kind: 'test' })
      throw new Error('undone')
    })
    await expect(undone).rejects.toThrow('undone')
    expect(await listJobs(test)).toEqual([])
  })

  it('[GAP-49] [GAP-73] do not reach a browser that logged out, or whose owner was banned, before they were sent', async () => {
    const { customer, order } = await placedOrder()
    const banned = await placedOrder()
    await listen(customer)
    await listen(banned.customer)
    await move(order.id, 'placed', 'accepted', 'store')
    await move(banned.order.id, 'placed', 'accepted', 'store')
    const own = test.db.selectFrom('order_events').select('id').where('order_id', 'in', [order.id, banned.order.id])
    for (const { id } of await own.execute()) await pushOrderEvent(test.services, id)
    await test.call('logout', {}, customer)
    await test.db.updateTable('users').set({ is_active: false }).where('id', '=', banned.customer.id).execute()
    await work()
    expect(service.asked).toEqual([])
  })

  it('[L-05] a demo shows its pushes in its outbox', async () => {
    const { store, customer, order } = await placedOrder()
    await listen(customer)
    await move(order.id, 'placed', 'accepted', 'store')
    await work()
    const shown = await test.db
      .selectFrom('local_outbox')
      .select(['kind', 'recipient', 'text'])
      .where('recipient', '=', customer.phone)
      .execute()
    expect(shown).toEqual([
      {
        kind: 'push',
        recipient: customer.phone,
        text: `${en.runningOrderPreparingTitle}: ${store.name} is preparing your order ${order.unique_order_id.slice(-8)}`,
      },
    ])
  })
})

describe('riders and stores', () => {
  it('riders on duty are notified of an offer and of its end; the rider who took it is not notified of its end', async () => {
    const { store, order } = await placedOrder()
    const [quick, slow, off] = [
      await test.build.rider({ stores: [store] }),
      await test.build.rider({ stores: [store] }),
      await test.build.rider({ stores: [store], is_on_duty: false }),
    ]
    const name = 'delivery/save-notification-token'
    const browsers = [await listen(quick, { name }), await listen(slow, { name }), await listen(off, { name })]
    await move(order.id, 'placed', 'accepted', 'store')
    await work()
    expect(browsers.map(titles)).toEqual([
      [en.deliveryGuyNewOrderNotificationMsg],
      [en.deliveryGuyNewOrderNotificationMsg],
      [],
    ])
    expect(of(browsers[0]!)[0]!.payload.click_action).toBe(`https://shop.test/delivery/orders/${order.unique_order_id}`)
    service.forget()
    await move(order.id, 'accepted', 'assigned', 'rider', { set: { rider_id: quick.id } })
    await work()
    expect(browsers.map((browser) => of(browser).map(({ payload }) => payload.stop_playing))).toEqual([[], ['yes'], []])
  })

  it('[U-19] [L-05] a rider whom staff assign is notified, and the customer once, even if the rider changes again', async () => {
    const { store, customer, order } = await placedOrder()
    const [ravi, sita] = [await test.build.rider({ stores: [store] }), await test.build.rider()]
    const name = 'delivery/save-notification-token'
    const browsers = [await listen(ravi, { name }), await listen(sita, { name }), await listen(customer)]
    await move(order.id, 'placed', 'accepted', 'store')
    await work()
    service.forget()
    await move(order.id, 'accepted', 'assigned', 'admin', { set: { rider_id: ravi.id } })
    await inTransaction(test.db, (tx) =>
      handOver(tx, { orderId: order.id, status: 3, fromRiderId: ravi.id, toRiderId: sita.id, staffId: 1 }),
    )
    await work()
    expect(browsers.map(titles)).toEqual([
      [en.deliveryGuyNewOrderNotificationMsg],
      [en.deliveryGuyNewOrderNotificationMsg],
      [en.runningOrderDeliveryAssignedTitle],
    ])
  })

  it('a self-pickup is offered to no rider', async () => {
    const { store, order } = await placedOrder({ delivery_type: 2 })
    const rider = await test.build.rider({ stores: [store] })
    await listen(rider, { name: 'delivery/save-notification-token' })
    await move(order.id, 'placed', 'accepted', 'store')
    await work()
    expect(service.asked).toEqual([])
  })

  it('[L-05] [GAP-08] an order that is accepted automatically notifies its customer, and riders get the offer', async () => {
    const store = await test.build.store({ auto_acceptable: true })
    const item = await test.build.item({ store_id: store.id })
    const customer = await test.build.customer()
    const browser = await listen(customer)
    const offered = await listen(await test.build.rider({ stores: [store] }), {
      name: 'delivery/save-notification-token',
    })
    const order = { order: [{ id: item.id, quantity: 1 }], method: 'COD', delivery_type: 1 as const }
    expect((await test.call('place-order', order, customer)).body).toMatchObject({ success: true })
    await work()
    expect(titles(browser)).toEqual([en.runningOrderPreparingTitle])
    expect(titles(offered)).toEqual([en.deliveryGuyNewOrderNotificationMsg])
  })

  it('the owner is notified of a new order with the texts of the settings, but not of one that they accepted themselves', async () => {
    const store = await test.build.store()
    const owner = await test.build.owner({ stores: [store] })
    const browser = await listen(owner, { name: 'store-owner/save-notification-token' })
    const customer = await test.build.customer()
    const item = await test.build.item({ store_id: store.id })
    const body = {
      order: [{ id: item.id, quantity: 1, addons: [] }],
      restaurant_id: store.id,
      delivery_type: 2,
      method: 'COD',
    }
    await set({ enCODonSF: 'true' })
    const placed = await test.call('place-order', body as never, { token: customer.token, key: crypto.randomUUID() })
    expect(placed.body).toMatchObject({ success: true })
    await work()
    expect(titles(browser)).toEqual(['New order received'])
    await test.call(
      'store-owner/accept-order',
      { store_id: store.id, order_id: (placed.body as { data: { id: number } }).data.id },
      owner,
    )
    await work()
    expect(titles(browser)).toEqual(['New order received'])
  })
})

describe('a failing push service', () => {
  async function tell() {
    const { customer, order } = await placedOrder()
    const browser = await listen(customer)
    await move(order.id, 'placed', 'accepted', 'store')
    return { customer, browser }
  }

  it.each([404, 410])('the status %d deletes the push subscription', async (status) => {
    const { customer } = await tell()
    service.moods.push(status)
    await work()
    expect(await subscriptions().where('user_id', '=', customer.id).execute()).toEqual([])
    expect(await listJobs(test)).toEqual([])
  })

  it('429 with Retry-After: tried again at that time, and not before', async () => {
    const { browser } = await tell()
    service.moods.push({ status: 429, retryAfter: '120' })
    await work()
    const [job] = await listJobs(test)
    expect(job).toMatchObject({ name: 'send-push' })
    expect(job!.inSeconds).toBeGreaterThan(110)
    expect(job!.inSeconds).toBeLessThanOrEqual(120)
    await work()
    expect(service.asked).toHaveLength(1)
    await bringForward()
    await work()
    expect(of(browser)).toHaveLength(1)
  })

  it('a date in Retry-After, and one that has already passed', async () => {
    const { browser } = await tell()
    service.moods.push({ status: 503, retryAfter: new Date(Date.now() - 5000).toUTCString() })
    await work()
    expect(of(browser)).toHaveLength(1)
  })

  it.each([500, 502, 'hang-up', 'redirect'] as const)('%s: tried again later, sent once', async (mood) => {
    const { browser } = await tell()
    service.moods.push(mood)
    await work()
    const [job] = await listJobs(test)
    expect(job).toMatchObject({ name: 'send-push', attempts: 1 })
    expect(job!.lastError).toContain('the push service')
    expect(job!.lastError).not.toContain(browser)
    await bringForward()
    await work()
    expect(of(browser)).toHaveLength(1)
    expect(await listJobs(test)).toEqual([])
  })

  it.each([400, 401, 403, 413])('%d: not tried again, and the browser stays', async (status) => {
    const { customer } = await tell()
    service.moods.push(status)
    await work()
    expect(service.asked).toHaveLength(1)
    expect(await listJobs(test)).toEqual([])
    expect(await subscriptions().where('user_id', '=', customer.id).execute()).toHaveLength(1)
  })

  it('[L-09] a new key pair: browsers that subscribed with the old one get no message', async () => {
    const { customer, order } = await placedOrder()
    const browser = await listen(customer)
    await move(order.id, 'placed', 'accepted', 'store')
    for (const { id } of await test.db
      .selectFrom('order_events')
      .select('id')
      .where('order_id', '=', order.id)
      .execute())
      await pushOrderEvent(test.services, id)
    const fresh = webPush.generateVAPIDKeys()
    await set({ firebasePublic: fresh.publicKey, firebaseSecret: fresh.privateKey })
    await work()
    await set(on)
    expect(of(browser)).toEqual([])
    expect(await subscriptions().where('user_id', '=', customer.id).execute()).toEqual([])
  })

  it('endless texts are cut to the allowed size, at a whole letter', async () => {
    const { customer } = await placedOrder()
    const browser = await listen(customer)
    const { broadcast } = await import('./broadcast.ts')
    await inTransaction(test.db, (tx) =>
      broadcast(test.services, tx, {
        title: 'ಹಬ್ಬ',
        message: '🎉'.repeat(2000),
        image: null,
        clickAction: null,
        to: [customer.id],
        staffId: null,
      }),
    )
    await work()
    const { payload } = of(browser)[0]!
    expect(Buffer.byteLength(JSON.stringify(payload))).toBeLessThanOrEqual(MAX_PAYLOAD_BYTES)
    expect(payload.message).toMatch(/^(🎉)+…$/u)
  })

  /** Makes every waiting job due. */
  async function bringForward(): Promise<void> {
    const client = await test.pool.connect()
    await client.query('set role none')
    await client.query('update graphile_worker._private_jobs set run_at = now()')
    await client.query('set role nukkad_app')
    client.release()
  }
})

it('[L-09] [GAP-51] the manifest names the sender id when one is set, and only then', async () => {
  const read = async () => (await test.send('/manifest.json', { method: 'GET' })).body as Record<string, unknown>
  expect(await read()).toMatchObject({ start_url: expect.any(String) })
  expect(await read()).not.toHaveProperty('gcm_sender_id')
  await set({ firebaseSenderId: '1234567890' })
  expect(await read()).toMatchObject({ gcm_sender_id: '1234567890' })
  await set({ firebaseSenderId: '' })
})

describe('an offer of a wait list', () => {
  const { salon } = createSalons(test)
  it('[V-18] reaches the browsers of its customer once, in their language, and then needs no text message', async () => {
    const [customer, { store, cut }] = [await test.build.customer(), await salon()]
    const browsers = [await listen(customer), await listen(customer, { language: 'hi' })]
    const services = [{ item_id: cut }]
    const held = await test.call('hold-visit', { store_id: store.id, services, starts_at: startIn(2) }, customer)
    const number = held.body.visit.unique_visit_id
    const { id } = await test.db
      .selectFrom('visits')
      .select('id')
      .where('unique_visit_id', '=', number)
      .executeTakeFirstOrThrow()
    for (let times = 0; times < 2; times++) await pushVisitOffer(test.services, id)
    expect((await listJobs(test)).map(({ name }) => name)).not.toContain('text-visit-offer')
    await work()
    expect(browsers.map(titles)).toEqual([[en.waitOfferTitle], [hi.waitOfferTitle]])
    expect(of(browsers[0]!)[0]!.payload).toMatchObject({
      message: expect.stringContaining('at 10:00 am. We hold the time for you for 15 minutes.'),
      click_action: expect.stringContaining(`/book/${store.slug}/${number}`),
    })
  })
})
