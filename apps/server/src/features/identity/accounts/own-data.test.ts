import { randomBytes } from 'node:crypto'
import { sql } from 'kysely'
import { beforeAll, describe, expect, it } from 'vitest'
import { createPeople } from '#test/accounts.ts'
import { codeOf, useTestApp } from '#test/harness.ts'
import { waitsForLock } from '#test/waits-for-lock.ts'

const test = useTestApp()
let people: ReturnType<typeof createPeople>
beforeAll(() => {
  people = createPeople(test)
})

async function actAs(customer: { id: number; token: string }): Promise<void> {
  const staff = await test.build.user({ name: 'Om Staff' }, 'admin')
  await test.db.updateTable('sessions').set({ acting_staff_id: staff.id }).where('user_id', '=', customer.id).execute()
}

async function customerWithHistory() {
  const store = await test.build.store({ name: 'Corner Kitchen' })
  const customer = await test.build.customer({ name: 'Asha Menon', tax_number: '29ABCDE1234F1Z5' })
  const order = await test.build.order({
    user_id: customer.id,
    store_id: store.id,
    status: 5,
    order_comment: 'Ring twice',
    delivery_instructions: ['leave_at_door'],
    delivery_note: 'Blue door',
    delivered_at: new Date(),
  })
  const review = await test.db
    .insertInto('reviews')
    .values({ order_id: order.id, user_id: customer.id, store_id: store.id, rating_store: 5, review_store: 'By Asha' })
    .returning('id')
    .executeTakeFirstOrThrow()
  const item = await test.build.item({ store_id: store.id, name: 'Rava Idli' })
  await test.db.insertInto('review_items').values({ review_id: review.id, item_id: item.id, stars: 4 }).execute()
  await test.db
    .insertInto('review_photos')
    .values({ order_id: order.id, user_id: customer.id, review_id: review.id, path: '/photos/a.webp', names: [] })
    .execute()
  await test.db
    .insertInto('order_cases')
    .values({ order_id: order.id, user_id: customer.id, problem: 'missing', words: 'No chutney' })
    .execute()
  await test.db
    .insertInto('notification_refusals')
    .values({ user_id: customer.id, kind: 'offer', channel: 'push' })
    .execute()
  await test.db.insertInto('favourites').values({ user_id: customer.id, store_id: store.id }).execute()
  const [startsAt, endsAt] = [new Date('2026-12-01T10:00:00Z'), new Date('2026-12-01T10:30:00Z')]
  const times = { starts_at: startsAt, ends_at: endsAt }
  const visit = await test.db
    .insertInto('visits')
    .values({
      unique_visit_id: `V-${randomBytes(8).toString('hex')}`,
      store_id: store.id,
      user_id: customer.id,
      status: 'done',
      ended_at: new Date(),
      terms: JSON.stringify({ currency: 'INR' }),
      ...times,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  await test.db
    .insertInto('visit_services')
    .values({
      visit_id: visit.id,
      position: 1,
      name: 'Haircut',
      is_wished: false,
      segments: '[]',
      price_minor: 1n,
      ...times,
    })
    .execute()
  await test.db
    .insertInto('visit_takings')
    .values({ visit_id: visit.id, store_id: store.id, method: 'cash', currency: 'INR', amount_minor: 1n })
    .execute()
  await test.db
    .insertInto('wait_entries')
    .values({
      unique_wait_id: `W-${randomBytes(8).toString('hex')}`,
      store_id: store.id,
      user_id: customer.id,
      services: JSON.stringify([{ item_id: 1, stylist_id: null, addons: [], mode: 'after' }]),
      dates: sql`'{2999-01-01}'::date[]`,
    })
    .execute()
  await test.db
    .insertInto('social_identities')
    .values({ user_id: customer.id, provider: 'google', subject: `s-${customer.id}` })
    .execute()
  await test.db
    .insertInto('notifications')
    .values({ user_id: customer.id, data: JSON.stringify({ title: 'Hello Asha' }) })
    .execute()
  return { store, customer, order }
}

type Left = Awaited<ReturnType<typeof customerWithHistory>>

/** Inserts rows of a customer into each table that the customer's orders do not fill. */
async function leaveTraces({ customer: { id, email }, order }: Left): Promise<void> {
  const { db } = test
  const rider = await test.build.rider()
  const soon = new Date(Date.now() + 60_000)
  const target = email!.toLowerCase()
  await Promise.all([
    db
      .insertInto('rider_positions')
      .values({ order_id: order.id, rider_id: rider.id, latitude: 1, longitude: 1 })
      .execute(),
    db
      .insertInto('known_devices')
      .values({ user_id: id, device_hash: randomBytes(32) })
      .execute(),
    db.insertInto('known_clients').values({ user_id: id, client: 'address:10.1.2.3' }).execute(),
    db
      .insertInto('sign_in_tickets')
      .values({ user_id: id, ticket_hash: randomBytes(32), login_version: 0, audience: 'customer', expires_at: soon })
      .execute(),
    db
      .insertInto('secret_guesses')
      .values({ subject: `user:${id}`, pool: 'strangers', tries: 1, asked: 1, last_at: new Date(), was_taken: true })
      .execute(),
    db.insertInto('code_turns').values({ target, asker: '10.1.2.0/24' }).execute(),
    db.insertInto('one_time_codes').values({ purpose: 'reset', target, code_hash: 'x', expires_at: soon }).execute(),
    db.insertInto('local_outbox').values({ kind: 'mail', recipient: target, text: 'Hello Asha' }).execute(),
    db.insertInto('data_requests').values({ user_id: id, kind: 'export', due_at: soon, note: 'Asha called' }).execute(),
    db
      .insertInto('idempotency_keys')
      .values({
        user_id: id,
        call: 'place-order',
        key: 'k',
        fingerprint: randomBytes(32),
        body: '{}',
        expires_at: soon,
      })
      .execute(),
  ])
}

/** Counts the rows about a customer in each table. */
async function tracesOf({ customer: { id, email }, order }: Left): Promise<Record<string, number>> {
  const ofPerson = sql`user_id = ${id}`
  const ofTarget = sql`target = ${email!.toLowerCase()}`
  const conditions = {
    rider_positions: sql`order_id = ${order.id}`,
    known_devices: ofPerson,
    known_clients: ofPerson,
    sign_in_tickets: ofPerson,
    secret_guesses: sql`subject = ${`user:${id}`}`,
    code_turns: ofTarget,
    one_time_codes: ofTarget,
    local_outbox: sql`recipient = ${email!.toLowerCase()}`,
    data_requests: sql`user_id = ${id} and note is not null`,
    idempotency_keys: ofPerson,
  }
  const counted = Object.entries(conditions).map(async ([table, condition]) => {
    const { rows } = await sql<{ count: number }>`
      select count(*)::int as count from ${sql.table(table)} where ${condition}`.execute(test.db)
    return [table, rows[0]!.count] as const
  })
  return Object.fromEntries(await Promise.all(counted))
}

describe('export-my-data', () => {
  it('[GAP-81] answers all data about the customer, and nothing about others', async () => {
    const { customer, order, store } = await customerWithHistory()
    const stranger = await customerWithHistory()
    const { status, body, headers } = await test.call('export-my-data', { user_id: stranger.customer.id }, customer)
    expect(status).toBe(200)
    expect(headers['cache-control']).toBe('no-store')
    expect(body.data).toMatchObject({
      exported_at: expect.stringMatching(/^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/),
      profile: {
        id: customer.id,
        name: 'Asha Menon',
        email: customer.email,
        phone: customer.phone,
        tax_number: '29ABCDE1234F1Z5',
        has_password: false,
      },
      social_identities: [{ provider: 'google', subject: `s-${customer.id}` }],
      sessions: [{ audience: 'customer' }],
      addresses: [{ address: '12 Lake Road', house: '4B' }],
      favourites: [{ store: store.name }],
      orders: [
        {
          unique_order_id: order.unique_order_id,
          status: 'delivered',
          total: '100.00',
          order_comment: 'Ring twice',
          delivery_instructions: ['leave_at_door'],
          delivery_note: 'Blue door',
          door_photo_taken_at: null,
          shared_at: null,
          lines: [{ name: 'Masala Dosa', quantity: 1, unit_price: '100.00', addons: [] }],
        },
      ],
      reviews: [{ order_id: order.id, rating_store: 5, review_store: 'By Asha' }],
      dish_ratings: [{ order_id: order.id, item: 'Rava Idli', stars: 4 }],
      review_photos: [{ order_id: order.id, path: '/photos/a.webp' }],
      order_cases: [{ order_id: order.id, problem: 'missing', words: 'No chutney', state: 'open' }],
      visits: [{ store: store.name, status: 'done', order_id: null, tip: '0.00', taken_cash: '0.01' }],
      visit_services: [{ name: 'Haircut' }],
      wait_entries: [{ store: store.name, status: 'waiting', dates: ['2999-01-01'] }],
      notification_refusals: [{ kind: 'offer', channel: 'push' }],
      notifications: [{ data: { title: 'Hello Asha' } }],
      audit: [{ action: 'Exported personal data' }],
    })
    const written = JSON.stringify(body)
    expect(written).not.toContain(stranger.customer.email)
    expect(written).not.toContain(stranger.order.unique_order_id)
    expect(written).not.toMatch(/hash|token/)
  })

  it('[GAP-81] [I-02] contains every posting of the wallet', async () => {
    const { data } = await people.joinByCode()
    const { body } = await test.call('export-my-data', {}, { token: data.auth_token })
    expect(body.data.wallet).toMatchObject([{ account: 'wallet_promotion', kind: 'signup_bonus', amount: '200.00' }])
  })

  it('[GAP-81] every table that belongs to a customer is exported, or left out for a stated reason', async () => {
    const exported = [
      'addresses',
      'commissions',
      'coupon_uses',
      'data_requests',
      'favourites',
      'known_clients',
      'ledger_accounts',
      'notification_refusals',
      'notifications',
      'order_cases',
      'orders',
      'payment_attempts',
      'push_subscriptions',
      'review_photos',
      'reviews',
      'sessions',
      'sign_ins',
      'social_identities',
      'visits',
      'wait_entries',
    ]
    const leftOut = [
      // Tables of secrets and proofs, which contain no data about the person.
      'calendar_feeds',
      'enrolment_codes',
      'guess_warnings',
      'known_devices',
      'recovery_codes',
      'second_factors',
      'sign_in_tickets',
      // Tables about the work of owners, riders and staff, which the export of a customer does not contain.
      'api_keys',
      'export_plans',
      'export_runs',
      'menu_imports',
      'riders',
      'staff_notes',
      'staff_permissions',
      'store_employees',
      'store_imports',
      'store_members',
      'stylists',
      'user_roles',
      // Internal tables of orders and of the wallet; the export contains the orders and the wallet in another form.
      'changed_orders',
      'first_orders',
      'idempotency_keys',
      'money_proposals',
      'order_announcements',
      'order_events',
      'order_texts',
    ]
    const { rows } = await sql<{ table: string }>`
      select c.relname as table from pg_class c join pg_attribute a on a.attrelid = c.oid
      where c.relkind in ('r', 'p') and not c.relispartition and a.attname = 'user_id'
        and c.relnamespace = 'public'::regnamespace order by 1`.execute(test.db)
    expect(rows.map(({ table }) => table)).toEqual([...exported, ...leftOut].sort())
  })

  it('is limited by the hour', async () => {
    const customer = await test.build.customer()
    for (let count = 0; count < 10; count++) expect((await test.call('export-my-data', {}, customer)).status).toBe(200)
    expect(codeOf(await test.call('export-my-data', {}, customer))).toBe('TOO_MANY_REQUESTS')
  })
})

describe('delete-my-account', () => {
  it('[GAP-81] ends access immediately and leaves no personal data', async () => {
    const { customer, order, store } = await customerWithHistory()
    const second = await test.build.token(customer.id, 'customer')
    const answer = await test.call('delete-my-account', {}, customer)
    expect(answer).toMatchObject({ status: 200, body: { success: true } })
    for (const token of [customer.token, second]) expect((await test.call('check-ban', {}, { token })).status).toBe(401)
    const tables = [
      'wait_entries',
      'sign_ins',
      'addresses',
      'favourites',
      'social_identities',
      'notifications',
      'sessions',
    ] as const
    for (const table of tables) {
      expect(await test.db.selectFrom(table).selectAll().where('user_id', '=', customer.id).execute(), table).toEqual(
        [],
      )
    }
    const kept = await test.db.selectFrom('orders').selectAll().where('id', '=', order.id).executeTakeFirstOrThrow()
    expect(kept).toMatchObject({ user_id: customer.id, total_minor: 10_000n, address: '—', order_comment: null })
    expect(kept).toMatchObject({ delivery_instructions: [], delivery_note: null })
    const cases = test.db.selectFrom('order_cases').select('words').where('user_id', '=', customer.id)
    expect(await cases.execute()).toEqual([{ words: null }])
    const user = await test.db.selectFrom('users').selectAll().where('id', '=', customer.id).executeTakeFirstOrThrow()
    expect(user).toMatchObject({
      name: '—',
      email: null,
      phone: null,
      password_hash: null,
      tax_number: null,
      is_active: false,
      deleted_at: expect.any(Date),
    })
    const reviews = await test.send(`/public/api/get-store-reviews/${store.slug}`, { method: 'GET' })
    expect(JSON.stringify(reviews.body)).not.toContain('Asha')
  })

  it('[GAP-81] deletes the customer’s data in every part of the shop, and nothing of others', async () => {
    const leaving = await customerWithHistory()
    const staying = await customerWithHistory()
    for (const person of [leaving, staying]) await leaveTraces(person)
    const before = await tracesOf(leaving)
    const everyOne = Object.fromEntries(Object.keys(before).map((table) => [table, 1]))
    expect(before).toEqual(everyOne)
    expect((await test.call('delete-my-account', {}, leaving.customer)).body).toMatchObject({ success: true })
    expect(await tracesOf(leaving)).toEqual(Object.fromEntries(Object.keys(before).map((table) => [table, 0])))
    expect(await tracesOf(staying)).toEqual(everyOne)
  })

  it('[GAP-81] [GAP-82] the phone can register again and gets no second bonus', async () => {
    const { data, phone, email } = await people.joinByCode()
    await test.call('delete-my-account', {}, { token: data.auth_token })
    await people.letCodesRest(31, phone)
    const again = await people.joinByCode({ phone })
    expect(again.answer.body).toMatchObject({ success: true, data: { phone, wallet_balance: 0 } })
    expect(again.data.id).not.toBe(data.id)
    const postings = await people.walletOf(data.id)
    expect(postings).toMatchObject([{ kind: 'wallet_promotion', amount: 20_000n }])
    const left = await test.db.selectFrom('local_outbox').select('id').where('recipient', '=', email).execute()
    expect(left).toEqual([])
  })

  it.each([1, 2, 3, 4, 7, 8, 10, 11])('[GAP-81] is refused while an order is in status %i', async (status) => {
    const store = await test.build.store()
    const customer = await test.build.customer()
    const rider = await test.build.rider()
    await test.build.order({ user_id: customer.id, store_id: store.id, status, rider_id: rider.id })
    const before = await test.build.counts()
    const answer = await test.call('delete-my-account', {}, customer)
    expect(answer).toMatchObject({
      status: 200,
      body: { success: false, has_running_order: true, error: { code: 'ACCOUNT_HAS_ORDERS' } },
    })
    expect(await test.build.counts()).toEqual(before)
    expect((await test.call('check-ban', {}, customer)).body).toEqual({ success: true })
  })

  it('[GAP-81] [GAP-07] is refused while an order whose payment failed holds money of the wallet', async () => {
    const store = await test.build.store()
    const customer = await test.build.customer()
    const { id } = await test.build.order({ user_id: customer.id, store_id: store.id, status: 9 })
    expect(codeOf(await test.call('delete-my-account', {}, customer))).toBe('ACCOUNT_HAS_ORDERS')
    await test.db.updateTable('orders').set({ released_at: new Date() }).where('id', '=', id).execute()
    expect((await test.call('delete-my-account', {}, customer)).body).toMatchObject({ success: true })
  })

  it('[GAP-81] is refused while the wallet holds own money', async () => {
    const customer = await test.build.customer()
    await test.db
      .insertInto('ledger_accounts')
      .values({ kind: 'wallet_own', user_id: customer.id, currency: 'INR', balance_minor: 1n })
      .execute()
    const answer = await test.call('delete-my-account', {}, customer)
    expect(codeOf(answer)).toBe('WALLET_NOT_EMPTY')
    expect(answer).toMatchObject({ status: 200, body: { success: false } })
  })

  it('refuses an account that also has another role', async () => {
    const customer = await test.build.customer()
    await test.db.insertInto('user_roles').values({ user_id: customer.id, role: 'rider' }).execute()
    expect(codeOf(await test.call('delete-my-account', {}, customer))).toBe('PERMISSION_MISSING')
  })

  it('of several parallel deletions one succeeds, and the others find no account', async () => {
    const customer = await test.build.customer()
    const answers = await Promise.all([1, 2, 3, 4].map(() => test.call('delete-my-account', {}, customer)))
    expect(answers.filter(({ body }) => body.success)).toHaveLength(1)
    expect(answers.filter(({ status }) => status === 401)).toHaveLength(3)
  })

  it('an order and a deletion in parallel never leave an order without a customer', async () => {
    const store = await test.build.store({ delivery_charge_minor: 0n })
    const item = await test.build.item({ store_id: store.id })
    for (let round = 0; round < 6; round++) {
      const customer = await test.build.customer()
      const order = { order: [{ id: item.id, quantity: 1 }], method: 'COD', delivery_type: 1 }
      const [placed, deleted] = await Promise.all([
        test.call('place-order', order as never, { token: customer.token }),
        test.call('delete-my-account', {}, customer),
      ])
      expect([placed.body, deleted.body].filter((body) => (body as { success: boolean }).success)).toHaveLength(1)
      expect([200, 401]).toContain(placed.status)
    }
  })
})

describe('a change that the customer sent before the deletion, but that came after it', () => {
  const place = { address: '12 Lake Road', house: '4B', latitude: 12.9352, longitude: 77.6245 }
  it.each([
    ['change-name', async () => ({ name: 'Asha again' })],
    ['update-tax-number', async () => ({ tax_number: '29ABCDE1234F1Z5' })],
    ['change-avatar', async () => ({ avatar: 'user3' })],
    ['save-address', async () => place],
    ['set-notification-choice', async () => ({ choice: 'offer/push', is_on: false })],
    ['toggle-favorite', async () => ({ id: (await test.build.store()).id })],
  ] as const)('[GAP-81] %s writes nothing to the deleted account', async (name, inputOf) => {
    const customer = await test.build.customer()
    const input = await inputOf()
    const held = await test.db.startTransaction().execute()
    await sql`select from users where id = ${customer.id} for update`.execute(held)
    const deletion = test.call('delete-my-account', {}, customer)
    await waitsForLock(test.db)
    const change = test.call(name, input as never, customer)
    await waitsForLock(test.db, 2)
    await held.rollback().execute()
    expect((await deletion).body).toMatchObject({ success: true })
    // The call about a choice then changes nothing and answers as always.
    expect(codeOf(await change)).toBe(name === 'set-notification-choice' ? undefined : 'SESSION_REVOKED')
    const user = await test.db.selectFrom('users').selectAll().where('id', '=', customer.id).executeTakeFirstOrThrow()
    expect(user).toMatchObject({ name: '—', tax_number: null, avatar: null, default_address_id: null })
    for (const table of ['addresses', 'favourites', 'notification_refusals'] as const)
      expect(await test.db.selectFrom(table).selectAll().where('user_id', '=', customer.id).execute()).toEqual([])
  })

  it('[GAP-81] a proved new phone is not given to the deleted account, so that its owner can register', async () => {
    const customer = await test.build.customer()
    const { phone } = await test.build.user()
    await test.db.updateTable('users').set({ phone: null }).where('phone', '=', phone).execute()
    expect((await test.call('send-contact-code', { phone }, customer)).body).toEqual({ otp: true })
    const { code } = await test.db
      .selectFrom('local_outbox')
      .select('code')
      .where('recipient', '=', phone)
      .executeTakeFirstOrThrow()
    const held = await test.db.startTransaction().execute()
    await sql`select from users where id = ${customer.id} for update`.execute(held)
    const deletion = test.call('delete-my-account', {}, customer)
    await waitsForLock(test.db)
    const change = test.call('change-contact', { phone, otp: code }, customer)
    await waitsForLock(test.db, 2)
    await held.rollback().execute()
    expect((await deletion).body).toMatchObject({ success: true })
    expect(codeOf(await change)).toBe('SESSION_REVOKED')
    const taken = await test.db.selectFrom('users').select('id').where('phone', '=', phone).execute()
    expect(taken).toEqual([])
  })
})

describe.each(['export-my-data', 'delete-my-account'] as const)('%s', (name) => {
  it('[GAP-81] requires a session of the customer, not of staff who act for them', async () => {
    expect(await test.call(name)).toMatchObject({ status: 401, body: { message: 'Token not provided' } })
    const rider = await test.build.rider()
    expect(await test.call(name, {}, rider)).toMatchObject({ status: 401, body: { error: { code: 'WRONG_AUDIENCE' } } })
    const customer = await test.build.customer()
    await actAs(customer)
    const before = await test.build.counts()
    expect(await test.call(name, {}, customer)).toMatchObject({
      status: 403,
      body: { error: { code: 'PERMISSION_MISSING' } },
    })
    expect(await test.build.counts()).toEqual(before)
  })
})
