import { createHmac } from 'node:crypto'
import { createServer, type IncomingHttpHeaders } from 'node:http'
import type { AddressInfo } from 'node:net'
import { keyPermissions } from '@nukkad/contract/key-permissions.ts'
import type { webhookKinds } from '@nukkad/contract/webhook-kinds.ts'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { inTransaction } from '#db/connection.ts'
import { createWebhookSender, isPublicAddress, isWebhookAddress } from '#outside/webhooks/send.ts'
import { codeOf, useTestApp } from '#test/harness.ts'
import { listJobs, runJobs } from '#test/run-jobs.ts'
import { createStaff } from '#test/staff.ts'
import { waitsForLock } from '#test/waits-for-lock.ts'
import { fundWallet, payOrder } from '#test/wallet.ts'
import { pausesSeconds } from './deliver.ts'
import { jobs } from './jobs.ts'

const test = useTestApp()
const { admin, member, signIn, ask, auditOf } = createStaff(test)

type Got = { body: string; headers: IncomingHttpHeaders }
/** Simulates another program, which accepts webhooks or answers as the test configures it. */
const got: Got[] = []
let answer: { status: number; body?: string; headers?: Record<string, string> } | 'silence' | 'hang-up' = {
  status: 200,
}
const receiver = createServer((request, response) => {
  const chunks: Buffer[] = []
  request.on('data', (chunk: Buffer) => chunks.push(chunk))
  request.on('end', () => {
    got.push({ body: Buffer.concat(chunks).toString(), headers: request.headers })
    if (answer === 'silence') return
    if (answer === 'hang-up') return void request.socket.destroy()
    response.writeHead(answer.status, answer.headers).end(answer.body)
  })
})
let url = ''
let cookie = ''
let keeperId = 0
const notedOf = async (type: string, id: number) =>
  (await auditOf(keeperId))
    .filter(({ object_type, object_id }) => object_type === type && object_id === String(id))
    .map(({ action }) => action)
beforeAll(async () => {
  await new Promise<void>((resolve) => receiver.listen(0, '127.0.0.1', resolve))
  const host = `127.0.0.1:${(receiver.address() as AddressInfo).port}`
  url = `http://${host}/hooks`
  // The environment lists the hosts and ports that webhooks may reach in tests; the port of this receiver is known only
  // after it has started, so the test adds it to that list.
  Object.assign(test.services.config, { webhookHosts: [host] })
  const webhooks = createWebhookSender({ allowedHosts: [host], timeoutMs: 300 })
  Object.assign(test.services.outside, { webhooks })
  const keeper = await admin()
  keeperId = keeper.id
  cookie = (await signIn(keeper)).cookie
})
afterAll(
  () =>
    new Promise<void>((resolve) => {
      receiver.closeAllConnections()
      receiver.close(() => resolve())
    }),
)
beforeEach(() => {
  got.length = 0
  answer = { status: 200 }
})

const save = (endpoint: object = {}) =>
  ask('dashboard/webhooks/save', { url, kinds: ['order.placed'], ...endpoint }, { cookie })
async function listener(...kinds: (typeof webhookKinds)[number][]) {
  const { body } = await save({ kinds })
  return { id: body.endpoint.id, secret: body.secret! }
}
const isSigned = ({ body, headers }: Got, secret: string): boolean => {
  const signature = createHmac('sha256', Buffer.from(secret.replace('whsec_', ''), 'base64'))
    .update(`${headers['webhook-id']}.${headers['webhook-timestamp']}.${body}`)
    .digest('base64')
  return String(headers['webhook-signature']).split(' ').includes(`v1,${signature}`)
}
const log = async (endpoint: number) =>
  (await ask('dashboard/table', { table: 'webhook_deliveries', filters: { endpoint: String(endpoint) } }, { cookie }))
    .body.rows
const stop = (id: number) => ask('dashboard/webhooks/delete', { id }, { cookie })
const makeDue = async (endpoint: number) => {
  await test.db
    .updateTable('webhook_deliveries')
    .set({ next_try_at: new Date(Date.now() - 1000) })
    .where('endpoint_id', '=', endpoint)
    .execute()
  for (const { id } of await test.db
    .selectFrom('webhook_deliveries')
    .select('id')
    .where('endpoint_id', '=', endpoint)
    .where('status', '=', 'waiting')
    .execute())
    await jobs.tasks['deliver-webhook']!({ id: String(id) }, test.services)
}

async function placeOrder() {
  const store = await test.build.store()
  const customer = await test.build.customer()
  const order = await test.build.order({ user_id: customer.id, store_id: store.id })
  const move = (from_status: number | null, to_status: number) =>
    test.db
      .insertInto('order_events')
      .values({
        order_id: order.id,
        store_id: store.id,
        user_id: customer.id,
        kind: 'x',
        actor: 'customer',
        from_status,
        to_status,
      })
      .execute()
  return { order, store, customer, move }
}

it('[U-22] an order is placed while the endpoint that would hear of it is being deleted', async () => {
  const { id } = await listener('order.placed')
  const store = await test.build.store({ auto_acceptable: false })
  const item = await test.build.item({ store_id: store.id })
  const customer = await test.build.customer()
  const deleting = await test.db.startTransaction().execute()
  await deleting.deleteFrom('webhook_endpoints').where('id', '=', id).execute()
  const placing = test.call(
    'place-order',
    { order: [{ id: item.id, quantity: 1 }], method: 'COD', delivery_type: 1 } as never,
    customer,
  )
  await waitsForLock(test.db)
  await deleting.commit().execute()
  expect((await placing).body).toMatchObject({ success: true })
})

describe('a webhook', () => {
  it('[U-22] is signed according to Standard Webhooks, with the secret that was shown once', async () => {
    const { id, secret } = await listener('order.placed', 'order.accepted')
    const { order, move } = await placeOrder()
    await move(null, 1)
    await move(1, 2)
    await move(2, 2)
    await runJobs(test, jobs)
    expect(got.map(({ body }) => JSON.parse(body).type)).toEqual(['order.placed', 'order.accepted'])
    expect(JSON.parse(got[0]!.body)).toMatchObject({
      data: { order_id: order.id, orderstatus_id: 1, total_minor: 10_000, currency: 'INR' },
    })
    for (const one of got) {
      expect(isSigned(one, secret)).toBe(true)
      expect(isSigned({ ...one, body: `${one.body} ` }, secret)).toBe(false)
      expect(Math.abs(Number(one.headers['webhook-timestamp']) - Date.now() / 1000)).toBeLessThan(10)
    }
    expect(new Set(got.map(({ headers }) => headers['webhook-id'])).size).toBe(2)
    expect(await log(id)).toMatchObject([{ state: 'delivered', tries: 1, answer_status: 200 }, { state: 'delivered' }])
    const kept = await test.db
      .selectFrom('webhook_endpoints')
      .select('secret')
      .where('id', '=', id)
      .executeTakeFirstOrThrow()
    expect(kept.secret).not.toContain(secret.slice(8, 20))
    await stop(id)
  })

  it('[U-22] is recorded with its cause or not at all', async () => {
    const { id } = await listener('order.placed')
    const { order, store, customer } = await placeOrder()
    const event = {
      order_id: order.id,
      store_id: store.id,
      user_id: customer.id,
      kind: 'x',
      actor: 'customer',
      to_status: 1,
    }
    const undone = inTransaction(test.db, async (tx) => {
      await tx.insertInto('order_events').values(event).execute()
      throw new Error('undone')
    })
    await expect(undone).rejects.toThrow('undone')
    await runJobs(test, jobs)
    expect(got).toEqual([])
    expect(await log(id)).toEqual([])
    await stop(id)
  })

  it('[U-22] reports payments, refunds and wallets in minor units', async () => {
    const { id } = await listener('payment.captured', 'payment.refunded', 'wallet.credited', 'wallet.debited')
    const { order, customer } = await placeOrder()
    const attempt = await test.db
      .insertInto('payment_attempts')
      .values({
        reference: crypto.randomUUID(),
        purpose: 'order',
        order_id: order.id,
        user_id: customer.id,
        provider: 'razorpay',
        amount_minor: 10_000n,
        currency: 'INR',
        expires_at: new Date(),
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    const payment = await test.db
      .insertInto('payments')
      .values({
        attempt_id: attempt.id,
        provider: 'razorpay',
        payment_id: 'pay_1',
        amount_minor: 10_000n,
        currency: 'INR',
        use: 'order',
        order_id: order.id,
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    const refund = await test.db
      .insertInto('refunds')
      .values({ payment_row_id: payment.id, amount_minor: 2500n, reason: 'requested' })
      .returning('id')
      .executeTakeFirstOrThrow()
    await test.db.updateTable('refunds').set({ status: 'done' }).where('id', '=', refund.id).execute()
    await fundWallet(test.db, customer.id, { ownMinor: 500n })
    await payOrder(test.db, order, { ownMinor: 200n })
    await runJobs(test, jobs)
    expect(got.map(({ body }) => JSON.parse(body)).map(({ type, data }) => [type, data.amount_minor])).toEqual([
      ['payment.captured', 10_000],
      ['payment.refunded', 2500],
      ['wallet.credited', 500],
      ['wallet.debited', 200],
    ])
    await stop(id)
  })

  it.each([
    ['500', { status: 500, body: 'x'.repeat(5000) }, 500, 'answered 500'],
    ['a redirect', { status: 302, headers: { location: 'http://127.0.0.1:1/' } }, 302, 'answered 302'],
    ['silence', 'silence' as const, null, 'no answer in time'],
    ['a broken connection', 'hang-up' as const, null, 'the line broke'],
  ])(
    '[U-22] is tried again after %s, later each time, and given up after the last',
    async (_, how, status, fault) => {
      answer = how
      const { id } = await listener('order.placed')
      const { move } = await placeOrder()
      await move(null, 1)
      await runJobs(test, jobs)
      const [first] = await log(id)
      expect(first).toMatchObject({ state: 'waiting', tries: 1, answer_status: status, fault })
      expect(String(first!.answer ?? '').length).toBeLessThanOrEqual(1000)
      // The next try is still in the queue, because it is delayed; if it were due now, it would have run together with
      // the first try.
      expect(await listJobs(test)).toContainEqual(expect.objectContaining({ name: 'deliver-webhook', lastError: null }))
      const waits: number[] = []
      for (let tries = 0; tries < pausesSeconds.length; tries++) {
        const [row] = await log(id)
        waits.push(Date.parse(String(row!.next_try_at)) - Date.parse(String(row!.last_try_at)))
        await makeDue(id)
      }
      expect(waits.map((ms) => ms / 1000)).toEqual([...pausesSeconds])
      expect(await log(id)).toMatchObject([{ state: 'dead', tries: pausesSeconds.length + 1 }])
      expect(new Set(got.map(({ headers }) => headers['webhook-id'])).size).toBe(1)
      await stop(id)
    },
    30_000,
  )

  it('[U-22] is stopped after five days without an accepted delivery, and the person who added it is notified', async () => {
    answer = { status: 503 }
    const { id } = await listener('order.placed')
    const { move } = await placeOrder()
    await move(null, 1)
    await runJobs(test, jobs)
    await test.db
      .updateTable('webhook_endpoints')
      .set({ failing_since: new Date(Date.now() - 5 * 86_400_000 - 1000) })
      .where('id', '=', id)
      .execute()
    await makeDue(id)
    await runJobs(test, jobs)
    const { body } = await ask('dashboard/webhooks', {}, { cookie })
    expect(body.endpoints.find((one) => one.id === id)).toMatchObject({ is_active: false, paused_because: 'failing' })
    const mail = await test.db
      .selectFrom('local_outbox')
      .select('text')
      .where('kind', '=', 'mail')
      .orderBy('id', 'desc')
      .executeTakeFirstOrThrow()
    expect(mail.text).toContain(url)
    await move(null, 1)
    expect(await log(id)).toHaveLength(1)
    expect((await save({ id, is_active: true })).body.endpoint).toMatchObject({
      is_active: true,
      paused_because: null,
      failing_since: null,
    })
    await stop(id)
  })

  it('[U-22] is stopped immediately if the receiver answers that it is gone', async () => {
    answer = { status: 410 }
    const { id } = await listener('order.placed')
    const { move } = await placeOrder()
    await move(null, 1)
    await runJobs(test, jobs)
    const { body } = await ask('dashboard/webhooks', {}, { cookie })
    expect(body.endpoints.find((one) => one.id === id)).toMatchObject({ is_active: false, paused_because: 'gone' })
    await stop(id)
  })

  it('[U-22] is sent again under its id: one, or all that were not accepted since a given time', async () => {
    const since = new Date().toISOString()
    const { id } = await listener('order.placed')
    const { move } = await placeOrder()
    await move(null, 1)
    await runJobs(test, jobs)
    answer = { status: 410 }
    await move(null, 1)
    await runJobs(test, jobs)
    answer = { status: 200 }
    const again = (what: object) => ask('dashboard/webhooks/replay', { what }, { cookie })
    expect((await again({ endpoint_id: id, since, only_failed: true })).body).toEqual({ success: true, again: 0 })
    await save({ id, is_active: true })
    expect((await again({ endpoint_id: id, since, only_failed: true })).body).toEqual({ success: true, again: 1 })
    await runJobs(test, jobs)
    expect(await log(id)).toMatchObject([{ state: 'delivered' }, { state: 'delivered' }])
    const [row] = await log(id)
    expect((await again({ delivery_id: row!.id })).body).toEqual({ success: true, again: 1 })
    await runJobs(test, jobs)
    expect(got.filter(({ headers }) => headers['webhook-id'] === row!.message_id)).toHaveLength(3)
    expect((await again({ endpoint_id: id, since, only_failed: false })).body).toEqual({ success: true, again: 2 })
    expect(codeOf(await again({ delivery_id: 999_999 }))).toBe('NOT_FOUND')
    await stop(id)
    const replays = Array.from({ length: 3 }, () => 'webhook_deliveries.replayed')
    expect(await notedOf('webhook', id)).toEqual([
      'webhook.created',
      replays[0],
      'webhook.updated',
      ...replays.slice(1),
      'webhook.deleted',
    ])
    expect(await notedOf('webhook', Number(row!.id))).toContain('webhook_delivery.replayed')
  })

  it('[U-22] has both secrets for a day after a change, and a test without content', async () => {
    const { id, secret } = await listener('wallet.debited')
    const rotated = await ask('dashboard/webhooks/rotate', { id }, { cookie })
    const test_ = await ask('dashboard/webhooks/test', { id }, { cookie })
    expect(test_.body.delivery_id).toBeGreaterThan(0)
    await runJobs(test, jobs)
    expect(JSON.parse(got[0]!.body)).toMatchObject({ type: 'test', data: { endpoint_id: id } })
    expect([secret, rotated.body.secret].map((one) => isSigned(got[0]!, one))).toEqual([true, true])
    await test.db.updateTable('webhook_endpoints').set({ old_secret_until: new Date() }).where('id', '=', id).execute()
    await ask('dashboard/webhooks/test', { id }, { cookie })
    await runJobs(test, jobs)
    expect([secret, rotated.body.secret].map((one) => isSigned(got[1]!, one))).toEqual([false, true])
    for (const call of ['dashboard/webhooks/rotate', 'dashboard/webhooks/test', 'dashboard/webhooks/delete'] as const)
      expect(codeOf(await ask(call, { id: 999_999 }, { cookie }))).toBe('NOT_FOUND')
    expect(codeOf(await save({ id: 999_999 }))).toBe('NOT_FOUND')
    await stop(id)
    expect(await notedOf('webhook', id)).toEqual([
      'webhook.created',
      'webhook.secret_replaced',
      'webhook.tested',
      'webhook.tested',
      'webhook.deleted',
    ])
  })

  it.each([
    'http://example.com/x',
    'https://127.0.0.1/x',
    'https://10.1.2.3/x',
    'https://[::1]/x',
    'https://[fd00::1]/x',
    'https://[::ffff:10.0.0.1]/x',
    'https://2130706433/x',
    'https://0x7f.1/x',
    'https://localhost/x',
    'https://printer.local/x',
    'https://user:pw@example.com/x',
    'https://intranet/x',
    'ftp://example.com/x',
    'not an address',
    'https://localhost./x',
    'https://hooks.localhost./x',
    'https://printer.local./x',
    'https://shop.example.com./x',
    'https://127.0.0.1./x',
    'https://vault.internal/x',
    'https://nas.lan/x',
    'https://db.home.arpa./x',
    'https://hooks.example.com:22/x',
    'https://hooks.example.com:25/x',
    'https://hooks.example.com:80/x',
    'https://hooks.example.com:0/x',
    'https://hooks.example.com:5432/x',
    'https://hooks.example.com:6379/x',
    'https://1.1.1.1:22/x',
  ])('[U-22] is sent to no address such as %s', async (address) => {
    expect(isWebhookAddress(address, [])).toBe(false)
    const refused = await save({ url: address })
    expect(refused.status).toBe(400)
    expect(refused.body).toMatchObject({ error: { fields: { url: expect.any(String) as string } } })
  })

  it('[U-22] is stored in its normal form', async () => {
    const { body } = await save({ url: ' HTTPS://Münze.Example/Hook' })
    expect(body.endpoint.url).toBe('https://xn--mnze-0ra.example/Hook')
    expect((await save({ url: `https://example.com/${'ü'.repeat(900)}` })).status).toBe(400)
    await stop(body.endpoint.id)
  })

  it('[U-22] is sent to no private address that a public name resolves to', async () => {
    const send = createWebhookSender({ allowedHosts: [] })
    // A host name of this machine must be refused even if a resolver returns a public address for it.
    expect(await send('https://localhost.localdomain.test/x', '{}', {})).toMatchObject({
      status: null,
      problem: expect.any(String) as string,
    })
    expect(['8.8.8.8', '2606:4700::1111'].map(isPublicAddress)).toEqual([true, true])
    const own = [
      '0.0.0.0',
      '169.254.169.254',
      '100.64.1.1',
      '192.168.1.1',
      '::',
      '::1',
      'fe80::1',
      '::ffff:127.0.0.1',
      '64:ff9b::7f00:1',
      '2002:7f00:1::',
    ]
    expect(own.map(isPublicAddress)).toEqual(own.map(() => false))
  })
})

describe('an API key', () => {
  const create = (permissions: string[], as = cookie) =>
    ask('dashboard/api-keys/create', { name: 'Till', permissions }, { cookie: as })
  const use = (key: string, call = 'dashboard/table', payload: object = { table: 'orders' }) =>
    test.send(`/public/${call === 'login-as-customer' ? 'callandorder' : 'api'}/${call}`, {
      payload,
      headers: { authorization: `Bearer ${key}` },
    })

  it('[U-21] reads and changes what it may, and nothing else', async () => {
    const { body } = await create(['order_view'])
    expect(body.key).toMatch(/^nk_[\w-]{43}$/)
    expect(body.api_key).toMatchObject({ ending: body.key.slice(-4), last_used_at: null })
    expect((await use(body.key)).status).toBe(200)
    expect(codeOf(await use(body.key, 'dashboard/table', { table: 'audit' }))).toBe('PERMISSION_MISSING')
    const { body: list } = await ask('dashboard/api-keys', {}, { cookie })
    const found = list.keys.find(({ id }) => id === body.api_key.id)
    expect(found?.last_used_at).not.toBeNull()
    expect(JSON.stringify(list)).not.toContain(body.key)
    const { rows } = await sql<{ kept: string }>`select row_to_json(k)::text as kept from api_keys k`.execute(test.db)
    expect(rows.some(({ kept }) => kept.includes(body.key.slice(3)))).toBe(false)
  })

  it.each([
    'dashboard/me',
    'dashboard/logout',
    'dashboard/second-factor/start',
    'dashboard/second-factor/stop',
    'dashboard/api-keys',
    'dashboard/api-keys/create',
    'dashboard/webhooks',
    'dashboard/export',
    'login-as-customer',
  ])('[U-21] does not make the call %s, regardless of its maker', async (call) => {
    const { body } = await create([...keyPermissions])
    expect(codeOf(await use(body.key, call, { name: 'x', permissions: ['order_view'] }))).toBe('PERMISSION_MISSING')
  })

  it('[U-21] cannot get rights that only a person has, or that its maker lacks', async () => {
    for (const permission of ['settings_manage', 'all_users_edit', 'all_users_wallet', 'login_as_customer'])
      expect((await create([permission])).status).toBe(400)
    const clerk = await signIn(await member('settings_manage', 'order_view'))
    expect(codeOf(await create(['coupons_manage'], clerk.cookie))).toBe('PERMISSION_MISSING')
    expect((await create(['order_view'], clerk.cookie)).status).toBe(200)
    const other = await signIn(await member('order_view'))
    expect(codeOf(await create(['order_view'], other.cookie))).toBe('PERMISSION_MISSING')
  })

  it("[U-21, V8.3.2] loses the rights that its maker loses, and ends with its maker's account or when it is revoked", async () => {
    const maker = await member('settings_manage', 'order_view')
    const { cookie: makerCookie } = await signIn(maker)
    const { body } = await create(['order_view'], makerCookie)
    expect((await use(body.key)).status).toBe(200)
    await test.db
      .deleteFrom('staff_permissions')
      .where('user_id', '=', maker.id)
      .where('permission', '=', 'order_view')
      .execute()
    expect(codeOf(await use(body.key))).toBe('PERMISSION_MISSING')
    await test.db.updateTable('users').set({ is_active: false }).where('id', '=', maker.id).execute()
    expect(codeOf(await use(body.key))).toBe('SESSION_REVOKED')

    const second = (await create(['order_view'])).body
    expect((await ask('dashboard/api-keys/revoke', { id: second.api_key.id }, { cookie })).status).toBe(200)
    expect(codeOf(await use(second.key))).toBe('SESSION_REVOKED')
    expect(codeOf(await ask('dashboard/api-keys/revoke', { id: second.api_key.id }, { cookie }))).toBe('NOT_FOUND')
    expect(codeOf(await use(`nk_${'x'.repeat(43)}`))).toBe('SESSION_REVOKED')
    expect(await notedOf('api key', second.api_key.id)).toEqual(['api_key.created', 'api_key.revoked'])
  })

  it('[U-21] has its own limit of calls, and its actions are recorded under its name', async () => {
    const maker = await member('settings_manage', 'coupons_manage')
    const { body } = await create(['coupons_manage'], (await signIn(maker)).cookie)
    expect(codeOf(await use(body.key, 'dashboard/table', { table: 'audit' }))).toBe('PERMISSION_MISSING')
    expect(codeOf(await use(body.key, 'dashboard/refunds', {}))).toBe('PERMISSION_MISSING')
    const refused = (await auditOf(maker.id)).filter(({ action }) => action === 'permission.denied')
    expect(refused).toHaveLength(2)
    const { body: audit } = await ask(
      'dashboard/table',
      { table: 'audit', filters: { actor: String(maker.id) } },
      { cookie },
    )
    expect(audit.rows.filter((row) => row.key === 'Till')).toHaveLength(2)
    await test.build.setting('limitCallsPerKey', '2')
    await test.services.settings.reload()
    expect(codeOf(await use(body.key))).toBe('TOO_MANY_REQUESTS')
    await test.build.setting('limitCallsPerKey', '120')
    await test.services.settings.reload()
  })

  it('[U-21] is sent in its own header, never together with a session, and is refused for customers', async () => {
    const { body } = await create(['order_view'])
    const inBody = await test.send('/public/api/dashboard/table', { payload: { table: 'orders', token: body.key } })
    expect(codeOf(inBody)).toBe('SESSION_REVOKED')
    expect(codeOf(await use(body.key, 'get-orders', {}))).toBe('SESSION_REVOKED')
  })
})
