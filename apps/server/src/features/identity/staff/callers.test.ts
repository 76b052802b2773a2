import { en } from '@nukkad/contract/texts/en.ts'
import { beforeEach, describe, expect, test as it } from 'vitest'
import { openClient } from '#db/copy.ts'
import { createPeople } from '#test/accounts.ts'
import { codeOf, type TestAnswer, useTestApp } from '#test/harness.ts'
import { runJobs } from '#test/run-jobs.ts'
import { createStaff } from '#test/staff.ts'
import { jobs } from './jobs.ts'

const test = useTestApp()
const { member, ask, signIn, auditOf } = createStaff(test)
const people = createPeople(test)

const allow = async (value: 'true' | 'false') => {
  await test.build.setting('allowStoreOwnersPlaceLoginOrders', value)
  await test.services.settings.reload()
}
beforeEach(() => allow('true'))

/**
 * Creates an owner with one store, signed in at the dashboard, and another owner's store. Each store sells one item.
 */
async function stand() {
  const own = await test.build.store({ name: 'Sagar Tiffins' })
  const other = await test.build.store({ name: 'Far Away' })
  const [ownItem, otherItem] = [
    await test.build.item({ store_id: own.id }),
    await test.build.item({ store_id: other.id }),
  ]
  const owner = await test.build.owner({ stores: [own] })
  return { own, other, ownItem, otherItem, owner, cookie: `__Host-nukkad-staff=${owner.token}` }
}

const find = async (cookie: string, query: string) =>
  (await ask('find-customers', { query }, { cookie })).body.customers
const open = (cookie: string, id: number) => ask('login-as-customer', { user_id: id }, { cookie })
const me = async (cookie: string) => (await ask('dashboard/me', {}, { cookie })).body.data

async function actFor(cookie: string, customer: { id: number; phone: string | null }) {
  await find(cookie, customer.phone!)
  const { body } = await open(cookie, customer.id)
  if (body.newCustomer) throw new Error('no session')
  return body
}

/** The audit log is append-only, so the test moves the times of its entries back instead of deleting them. */
async function asOwnerOfTheLog(statement: string): Promise<void> {
  const client = await openClient(test.services.address as object)
  await client.query(`begin; alter table audit_entries disable trigger user; ${statement};
    alter table audit_entries enable trigger user; commit`)
  await client.end()
}

const place = (token: string, itemId: number) =>
  test.call('place-order', { order: [{ id: itemId, quantity: 1 }], method: 'COD', delivery_type: 1 }, { token })
const placed = (answer: TestAnswer) => (answer.body as { data: { id: number; unique_order_id: string } }).data

describe('a store owner who orders for callers', () => {
  it('[GAP-75] may do so only if the shop allows it, not staff who act for them; the dashboard shows this', async () => {
    const { owner, cookie } = await stand()
    const customer = await test.build.customer()
    const inputs = { user_id: customer.id, name: 'Guest Rao', phone: people.newPhone(), query: customer.phone! }
    const refused = async (by: string) => {
      for (const name of ['login-as-customer', 'register-guest-user', 'find-customers'] as const)
        expect(codeOf(await ask(name, inputs, { cookie: by })), name).toBe('PERMISSION_MISSING')
      expect((await me(by)).permissions).toEqual([])
    }
    expect((await me(cookie)).permissions).toEqual(['login_as_customer'])
    expect((await ask('login-as-customer', {}, { cookie })).body).toEqual({ newCustomer: true })
    const { cookie: inPlace } = await signIn(await member('login_as_store_owner'))
    await ask('dashboard/owners/act', { id: owner.id, reason: 'Asked by telephone' }, { cookie: inPlace })
    await refused(inPlace)
    await allow('false')
    await refused(cookie)
    expect(codeOf(await ask('dashboard/table', { table: 'callers' }, { cookie }))).toBe('PERMISSION_MISSING')
  })

  it('[B-33, GAP-75] finds customers of their own stores by name, anyone by the whole number, and each search is recorded', async () => {
    const { own, other, owner, cookie } = await stand()
    const [his, stranger] = [
      await test.build.customer({ name: 'Girish Karnad' }),
      await test.build.customer({ name: 'Girish Kasaravalli' }),
    ]
    await test.build.order({ user_id: his.id, store_id: own.id })
    await test.build.order({ user_id: stranger.id, store_id: other.id })
    expect(await find(cookie, 'girish')).toEqual([
      { id: his.id, name: 'Girish Karnad', phone: `…${his.phone!.slice(-4)}` },
    ])
    expect(await find(cookie, his.phone!.slice(-5))).toMatchObject([{ id: his.id }])
    expect(await find(cookie, stranger.phone!.slice(-9))).toEqual([])
    expect(await find(cookie, stranger.phone!.slice(-10))).toMatchObject([{ id: stranger.id }])
    expect((await auditOf(owner.id)).at(-1)).toMatchObject({
      action: 'customers.searched',
      after: { found: [stranger.id] },
    })
    await test.db
      .updateTable('limit_counters')
      .set({ hits: 60 })
      .where('key', '=', `find-callers:${owner.id}`)
      .execute()
    expect(codeOf(await ask('find-customers', { query: 'girish' }, { cookie }))).toBe('TOO_MANY_REQUESTS')
  })

  it('[P-85, GAP-75] can act only for customers whom they found in the last half hour; an id alone is refused', async () => {
    const { own, owner, cookie } = await stand()
    const customer = await test.build.customer({ name: 'Asha Menon' })
    expect(codeOf(await open(cookie, customer.id))).toBe('NOT_FOUND')
    const body = await actFor(cookie, customer)
    expect(body).toMatchObject({
      data: { id: customer.id, wallet_balance: 0 },
      acting: { staff_name: 'Meena Rao', may_use_wallet: false },
      store_slug: own.slug,
    })
    expect((await auditOf(owner.id)).at(-1)).toMatchObject({
      action: 'customer_session.started',
      acting_for_id: customer.id,
    })
    const notified = await test.call('get-user-notifications', {}, customer)
    expect(JSON.parse(notified.body[0]!.data)).toMatchObject({ title: en.storeActingNoticeTitle })

    const later = await test.build.customer()
    await find(cookie, later.phone!)
    await asOwnerOfTheLog("update audit_entries set at = at - interval '29 minutes'")
    expect((await open(cookie, later.id)).status).toBe(200)
    await asOwnerOfTheLog("update audit_entries set at = at - interval '2 minutes'")
    expect(codeOf(await open(cookie, later.id))).toBe('NOT_FOUND')
    await find(cookie, later.phone!)
    expect((await open(cookie, later.id)).status).toBe(200)
    const rival = await stand()
    expect(codeOf(await open(rival.cookie, later.id))).toBe('NOT_FOUND')
  })

  it('[P-86, GAP-74] registers a caller, who is notified, and finds them again', async () => {
    const { owner, cookie } = await stand()
    const phone = people.newPhone()
    const { body } = await ask('register-guest-user', { name: 'Guest Rao', phone }, { cookie })
    if (!('data' in body)) throw new Error('no account')
    expect((await auditOf(owner.id)).at(-1)).toMatchObject({ action: 'guest.registered', acting_for_id: body.data.id })
    await runJobs(test, jobs)
    const sent = await test.db.selectFrom('local_outbox').select('text').where('recipient', '=', phone).execute()
    expect(sent).toEqual([{ text: expect.stringContaining('A store created this account') }])
    expect((await open(cookie, body.data.id)).status).toBe(200)
  })

  it('[P-86, GAP-22] registers no caller whose phone is a fixed line, and sends nothing to it', async () => {
    const { cookie } = await stand()
    const answer = await ask('register-guest-user', { name: 'Guest Rao', phone: '+918041230001' }, { cookie })
    expect(answer.body).toMatchObject({
      error: { code: 'REGISTRATION_INVALID', fields: { phone: 'Enter a valid mobile number' } },
    })
    await runJobs(test, jobs)
    expect(
      await test.db.selectFrom('local_outbox').select('text').where('recipient', '=', '+918041230001').execute(),
    ).toEqual([])
  })

  it('[GAP-75, O-01] orders only from their own stores, and sees no order of other stores', async () => {
    const { own, other, ownItem, otherItem, owner, cookie } = await stand()
    const customer = await test.build.customer()
    const elsewhere = await test.build.order({ user_id: customer.id, store_id: other.id, status: 2 })
    const session = { token: (await actFor(cookie, customer)).data.auth_token }
    const before = await test.build.counts()
    expect(codeOf(await place(session.token, otherItem.id))).toBe('PERMISSION_MISSING')
    expect(await test.build.counts()).toEqual(before)
    await people.set({
      razorpayKeyId: 'rzp_test_key',
      razorpayKeySecret: 'its-secret',
      razorpayWebhookSecret: 'another',
    })
    const online = { order: [{ id: ownItem.id, quantity: 1 }], method: 'Razorpay', delivery_type: 1 as const }
    expect(codeOf(await test.call('place-order', online, session))).toBe('METHOD_NOT_AVAILABLE')
    const offered = async (by: { token: string }) =>
      (await test.call('get-payment-gateways', { restaurant_id: own.id }, by)).body.map(({ name }) => name)
    expect([await offered(customer), await offered(session)]).toEqual([['COD', 'Razorpay'], ['COD']])
    const { id, unique_order_id } = placed(await place(session.token, ownItem.id))
    const row = test.db.selectFrom('orders').select(['store_id', 'acting_staff_id']).where('id', '=', id)
    expect(await row.executeTakeFirst()).toEqual({ store_id: own.id, acting_staff_id: owner.id })

    const { body } = await test.call('get-orders', {}, session)
    expect([body.total, body.data.map((order) => order.id)]).toEqual([1, [id]])
    const running = async (number: string) =>
      (await test.call('update-user-info', { unique_order_id: number }, session)).body.running_order
    expect(await running(unique_order_id)).toMatchObject({ id })
    expect(await running(elsewhere.unique_order_id)).toBeNull()
    const events = await test.send('/public/api/events', {
      method: 'GET',
      headers: { authorization: `Bearer ${session.token}` },
    })
    expect(codeOf(events)).toBe('PERMISSION_MISSING')
  })

  it('[GAP-75, T-11] cannot continue at the next request after the shop, the role or the store ends', async () => {
    const { ownItem, owner, cookie } = await stand()
    const begin = async () => (await actFor(cookie, await test.build.customer())).data.auth_token
    const code = async (token: string) => codeOf(await test.call('get-addresses', {}, { token }))
    const token = await begin()
    expect(await code(token)).toBeUndefined()
    await allow('false')
    expect(await code(token)).toBe('SESSION_REVOKED')
    await allow('true')
    await test.db.deleteFrom('store_members').where('user_id', '=', owner.id).execute()
    expect(codeOf(await place(token, ownItem.id))).toBe('PERMISSION_MISSING')
    await test.db.updateTable('users').set({ is_active: false }).where('id', '=', owner.id).execute()
    expect(await code(token)).toBe('SESSION_REVOKED')
  })
})
