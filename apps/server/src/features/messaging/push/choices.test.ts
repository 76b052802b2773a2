import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { inTransaction } from '#db/connection.ts'
import { moveOrder } from '#features/ordering/orders/move-order.ts'
import { notify } from '#platform/notifications/notify.ts'
import { createPeople } from '#test/accounts.ts'
import { codeOf, useTestApp } from '#test/harness.ts'
import { type PushService, pushKeySettings, pushKeys, startPush } from '#test/push.ts'
import { runJobs } from '#test/run-jobs.ts'
import { broadcast, countAddressees } from './broadcast.ts'
import { jobs } from './jobs.ts'

const test = useTestApp()
let service: PushService

beforeAll(async () => {
  service = await startPush(test)
  await createPeople(test).set({
    enablePushNotification: 'true',
    enablePushNotificationOrders: 'true',
    ...pushKeySettings,
  })
})
beforeEach(() => service.forget())
afterAll(() => service.close())

type Person = { id: number; token: string }
type ChoiceName = 'order/push' | 'offer/push' | 'offer/list' | 'wallet/list'

async function listener() {
  const customer = await test.build.customer()
  const { pushToken } = service.subscribe(pushKeys.publicKey)
  await test.call('save-notification-token', { push_token: pushToken }, customer)
  return customer
}

const choose = (person: Person, choice: ChoiceName, isOn: boolean) =>
  test.call('set-notification-choice', { choice, is_on: isOn }, person)
const alertsOf = async (person: Person) => (await test.call('get-user-notifications', {}, person)).body
const work = () => runJobs(test, jobs)

async function acceptOrderOf(customer: Person) {
  const store = await test.build.store()
  const order = await test.build.order({ user_id: customer.id, store_id: store.id })
  await inTransaction(test.db, (tx) =>
    moveOrder(tx, { orderId: order.id, from: 'placed', to: 'accepted', actor: 'store', kind: 'test' }),
  )
}

const offer = (people: Person[]) =>
  inTransaction(test.db, (tx) =>
    broadcast(test.services, tx, {
      title: 'Half price',
      message: 'Today',
      image: null,
      clickAction: null,
      to: people.map(({ id }) => id),
      staffId: null,
    }),
  )

describe('choices of notifications', () => {
  it('the choices are all on at first, are changed one by one, and belong to one person', async () => {
    const [customer, stranger] = [await test.build.customer(), await test.build.customer()]
    const all = (await test.call('get-notification-choices', {}, customer)).body.choices
    expect(all.map(({ kind, channel, is_on }) => [`${kind}/${channel}`, is_on])).toEqual([
      ['order/push', true],
      ['reminder/push', true],
      ['reminder/sms', true],
      ['reminder/mail', true],
      ['offer/push', true],
      ['offer/list', true],
      ['wallet/list', true],
    ])
    for (let times = 0; times < 2; times++) {
      const { body } = await choose(customer, 'offer/push', false)
      expect(body.choices.filter(({ is_on }) => !is_on)).toEqual([{ kind: 'offer', channel: 'push', is_on: false }])
    }
    expect((await test.call('get-notification-choices', {}, stranger)).body.choices).toEqual(all)
    expect((await choose(customer, 'offer/push', true)).body.choices).toEqual(all)
  })

  it.each(['order/list', 'account/list', 'order', '', 'wallet/push'])(
    'refuse the unknown choice %j',
    async (choice) => {
      const customer = await test.build.customer()
      const refused = await choose(customer, choice as ChoiceName, false)
      expect(codeOf(refused)).toBe('INVALID_INPUT')
      expect(await test.db.selectFrom('notification_refusals').where('user_id', '=', customer.id).execute()).toEqual([])
    },
  )

  it('ten parallel changes leave one of the two states', async () => {
    const customer = await test.build.customer()
    const answers = await Promise.all(
      Array.from({ length: 10 }, (_, index) => choose(customer, 'order/push', index % 2 === 0)),
    )
    expect(answers.map(({ status }) => status)).toEqual(Array.from({ length: 10 }, () => 200))
  })
})

describe('sending', () => {
  it('pushes no order news to a person who switched them off, and keeps them in the list', async () => {
    const customer = await listener()
    await choose(customer, 'order/push', false)
    await acceptOrderOf(customer)
    await work()
    expect(service.arrived).toEqual([])
    expect(await alertsOf(customer)).toHaveLength(1)
  })

  it('drops a queued push when its kind is switched off before it is sent', async () => {
    const customer = await listener()
    await offer([customer])
    await jobs.tasks!['tell-next-customers']!(await lastBroadcast(), test.services)
    await choose(customer, 'offer/push', false)
    await work()
    expect(service.arrived).toEqual([])
  })

  it('an offer is sent, and counted in the preview, according to the choices of each person', async () => {
    const people = [await listener(), await listener(), await listener(), await listener()] as const
    const [, listOnly, pushOnly, nothing] = people
    await choose(listOnly, 'offer/push', false)
    await choose(pushOnly, 'offer/list', false)
    await choose(nothing, 'offer/push', false)
    await choose(nothing, 'offer/list', false)
    const to = people.map(({ id }) => id)
    expect(await countAddressees(test.services, to)).toEqual({ customers: 3, browsers: 2 })
    const id = await offer([...people])
    await work()
    expect(service.arrived).toHaveLength(2)
    const listed = await Promise.all(people.map(async (person) => (await alertsOf(person)).length))
    expect(listed).toEqual([1, 1, 0, 0])
    const row = await test.db
      .selectFrom('broadcasts')
      .select(['told', 'pushed'])
      .where('id', '=', id)
      .executeTakeFirstOrThrow()
    expect(row).toEqual({ told: 3, pushed: 2 })
  })

  it('leaves out wallet notices that are switched off; notices of the account always arrive', async () => {
    const customer = await test.build.customer()
    await choose(customer, 'wallet/list', false)
    const title = 'refundNoticeTitle'
    const params = { amount: '1' }
    await inTransaction(test.db, async (tx) => {
      await notify(tx, { userId: customer.id, kind: 'wallet', title, message: 'refundNoticeWallet', params })
      await notify(tx, { userId: customer.id, title: 'firstProofNoticeTitle', message: 'firstProofNoticeMessage' })
    })
    const kinds = (await alertsOf(customer)).map(({ data }) => JSON.parse(data).kind)
    expect(kinds).toEqual(['account'])
  })
})

async function lastBroadcast(): Promise<{ id: string }> {
  const { id } = await test.db.selectFrom('broadcasts').select('id').orderBy('id', 'desc').executeTakeFirstOrThrow()
  return { id: String(id) }
}
