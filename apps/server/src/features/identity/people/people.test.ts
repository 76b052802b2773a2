import { sql } from 'kysely'
import { describe, expect, test as it } from 'vitest'
import { jobs } from '#features/identity/staff/jobs.ts'
import { codeOf, type TestAnswer, useTestApp } from '#test/harness.ts'
import { runJobs } from '#test/run-jobs.ts'
import { createStaff } from '#test/staff.ts'
import { waitsForLock } from '#test/waits-for-lock.ts'
import { fundWallet } from '#test/wallet.ts'

const test = useTestApp()
const { member, admin, signIn, ask, auditOf } = createStaff(test)
const password = 'a-kettle-of-tea-9'

async function asAdmin() {
  const person = await admin()
  return { person, cookie: (await signIn(person)).cookie }
}

async function newPerson(role: 'staff' | 'rider' | 'store_owner' | 'admin') {
  const { cookie, person } = await asAdmin()
  const email = `${crypto.randomUUID()}@example.test`
  const { body } = await ask('dashboard/people/create', { role, name: 'Nila Das', email, password }, { cookie })
  return { id: body.id, email, password, cookie, by: person }
}

const show = async (cookie: string, id: number) => (await ask('dashboard/people/show', { id }, { cookie })).body.data

it.each([
  ['owner', 'dashboard/owners/set-stores', 'dashboard/stores/set-owners'],
  ['rider', 'dashboard/riders/set-stores', 'dashboard/stores/set-riders'],
] as const)(
  '[U-18] %s: a person gets a store that another request gives at the same time',
  async (role, toPerson, toStore) => {
    const { cookie } = await asAdmin()
    const store = await test.build.store()
    const { id } = role === 'owner' ? await test.build.owner() : await test.build.rider()
    for (const [name, input] of [
      [toPerson, { id, store_ids: [store.id] }],
      [toStore, { store_id: store.id, user_ids: [id] }],
    ] as const) {
      await test.db.deleteFrom('store_members').where('store_id', '=', store.id).execute()
      const giving = await test.db.startTransaction().execute()
      await giving.insertInto('store_members').values({ store_id: store.id, user_id: id, role }).execute()
      const answer = ask(name, input, { cookie })
      await waitsForLock(test.db)
      await giving.commit().execute()
      expect([name, (await answer).status]).toEqual([name, 200])
      const members = test.db.selectFrom('store_members').select('user_id').where('store_id', '=', store.id)
      expect(await members.execute()).toEqual([{ user_id: id }])
    }
  },
)

describe('people who work here', () => {
  it('[U-18] a new rider can log in, and no longer after a ban', async () => {
    const rider = await newPerson('rider')
    const enter = () => test.call('delivery/login', { email: rider.email, password })
    const { body } = await enter()
    expect(body).toMatchObject({ success: true })
    const refused = await ask(
      'dashboard/people/ban',
      { id: rider.id, is_banned: true, reason: '' },
      { cookie: rider.cookie },
    )
    expect(refused.status).toBe(400)
    await ask('dashboard/people/ban', { id: rider.id, is_banned: true, reason: 'Left us' }, { cookie: rider.cookie })
    expect((await enter()).body).not.toMatchObject({ success: true })
    expect(await auditOf(rider.by.id)).toContainEqual(
      expect.objectContaining({ action: 'account.banned', object_id: String(rider.id), reason: 'Left us' }),
    )
    await ask('dashboard/people/ban', { id: rider.id, is_banned: false, reason: 'Came back' }, { cookie: rider.cookie })
    expect((await enter()).body).toMatchObject({ success: true })
  })

  it('[U-18] [GAP-22] a new phone must be a mobile phone; an older fixed line stays until it is changed', async () => {
    const { cookie } = await asAdmin()
    const email = `${crypto.randomUUID()}@example.test`
    const owner = { role: 'store_owner', name: 'Nila Das', email, password } as const
    const refused = await ask('dashboard/people/create', { ...owner, phone: '+918041234567' }, { cookie })
    expect(refused).toMatchObject({
      status: 400,
      body: { error: { code: 'INVALID_INPUT', fields: { phone: 'Enter a valid mobile number' } } },
    })
    const made = await ask('dashboard/people/create', { ...owner, phone: '+447911123456' }, { cookie })
    expect(made.status).toBe(200)
    const { id } = made.body
    await test.db.updateTable('users').set({ phone: '+918041234567' }).where('id', '=', id).execute()
    const change = (phone: string) => ask('dashboard/people/update', { id, name: 'Nila Rao', email, phone }, { cookie })
    expect((await change('+918041234567')).status).toBe(200)
    expect(codeOf(await change('+918041234568'))).toBe('INVALID_INPUT')
    expect((await show(cookie, id)).phone).toBe('+918041234567')
  })

  it('[U-18] a new rider gets the limit of open orders from the current settings', async () => {
    const first = await newPerson('rider')
    expect((await show(first.cookie, first.id)).rider).toMatchObject({ max_open_orders: 3 })
    await test.build.setting('riderOpenOrderLimit', '7')
    await test.services.settings.reload()
    const second = await newPerson('rider')
    expect((await show(second.cookie, second.id)).rider).toMatchObject({ max_open_orders: 7 })
    expect((await show(first.cookie, first.id)).rider).toMatchObject({ max_open_orders: 3 })
  })

  it('[U-18] a rider’s pay, limits and stores are changed and recorded', async () => {
    const { id, cookie, by } = await newPerson('rider')
    const store = await test.build.store()
    const terms = {
      id,
      vehicle_number: 'KA 01 AB 1234',
      commission: '12.5',
      tip_share: '100',
      max_open_orders: 2,
      cash_limit: '500.00',
    }
    expect((await ask('dashboard/riders/update', terms, { cookie })).status).toBe(200)
    expect((await ask('dashboard/riders/set-stores', { id, store_ids: [store.id] }, { cookie })).status).toBe(200)
    expect(await show(cookie, id)).toMatchObject({
      roles: ['rider'],
      rider: {
        vehicle_number: 'KA 01 AB 1234',
        commission: '12.5',
        tip_share: '100',
        max_open_orders: 2,
        cash_limit: '500.00',
      },
      served_stores: [{ id: store.id }],
    })
    const wrong = await ask('dashboard/riders/update', { ...terms, commission: '101' }, { cookie })
    expect(wrong).toMatchObject({ status: 400, body: { error: { fields: { commission: expect.any(String) } } } })
    expect(codeOf(await ask('dashboard/riders/set-stores', { id, store_ids: [999_999] }, { cookie }))).toBe('NOT_FOUND')
    expect((await show(cookie, id)).served_stores).toHaveLength(1)
    expect(codeOf(await ask('dashboard/owners/set-stores', { id, store_ids: [] }, { cookie }))).toBe('NOT_FOUND')
    const customer = await test.build.customer()
    expect(codeOf(await ask('dashboard/riders/update', { ...terms, id: customer.id }, { cookie }))).toBe('NOT_FOUND')
    expect((await auditOf(by.id)).map(({ action }) => action)).toEqual(
      expect.arrayContaining(['account.created', 'rider_terms.updated', 'rider_stores.set']),
    )
  })

  it('[U-21] permissions are granted and removed, and apply at the next request', async () => {
    const staff = await newPerson('staff')
    const { cookie: theirs } = await signIn({ email: staff.email, password })
    const customer = await test.build.customer()
    const act = async () => codeOf(await ask('login-as-customer', { user_id: customer.id }, { cookie: theirs }))
    const give = (permissions: string[]) =>
      ask('dashboard/staff/set-permissions', { id: staff.id, role: 'staff', permissions }, { cookie: staff.cookie })
    expect(await act()).toBe('PERMISSION_MISSING')
    await give(['login_as_customer'])
    expect(await act()).toBeUndefined()
    await give([])
    expect(await act()).toBe('PERMISSION_MISSING')
    expect((await auditOf(staff.by.id)).filter(({ action }) => action === 'permissions.set')).toMatchObject([
      { object_id: String(staff.id), after: { permissions: ['login_as_customer'] } },
      { object_id: String(staff.id), after: { permissions: [] } },
    ])
  })

  it('[U-21] no one grants themselves permissions, and staff who may edit people cannot change those of the dashboard', async () => {
    const { cookie, person } = await asAdmin()
    const own = { id: person.id, role: 'staff', permissions: [] }
    expect(codeOf(await ask('dashboard/staff/set-permissions', own, { cookie }))).toBe('PERMISSION_MISSING')
    const clerk = await member('all_users_edit', 'all_users_view')
    const { cookie: clerks } = await signIn(clerk)
    const other = await member()
    const changes = [
      ['dashboard/staff/set-permissions', { id: other.id, role: 'admin', permissions: [] }],
      ['dashboard/people/set-password', { id: person.id, password: 'another-long-word' }],
      ['dashboard/people/update', { id: person.id, name: 'Nobody' }],
      ['dashboard/people/ban', { id: person.id, is_banned: true, reason: 'x' }],
      ['dashboard/people/end-sessions', { id: person.id }],
      ['dashboard/people/delete-address', { id: person.id, address_id: 1 }],
      ['dashboard/people/create', { role: 'admin', name: 'Me', email: 'me@example.test', password }],
      ['dashboard/people/export', { id: person.id, reason: 'x' }],
      ['dashboard/people/delete', { id: person.id, reason: 'x' }],
    ] as const
    for (const [name, input] of changes)
      expect(codeOf(await ask(name, input, { cookie: clerks })), name).toBe('PERMISSION_MISSING')
    const terms = { commission: '5', tip_share: '100', max_open_orders: 1, cash_limit: '0' }
    expect(codeOf(await ask('dashboard/riders/update', { id: person.id, ...terms }, { cookie: clerks }))).toBe(
      'PERMISSION_MISSING',
    )
  })

  it('[U-20] [U-21] only staff who may spend a customer’s wallet can change their login; the former contact is notified', async () => {
    const { cookie: clerks } = await signIn(await member('all_users_edit'))
    const { cookie: cashiers } = await signIn(await member('all_users_edit', 'all_users_wallet'))
    const { id, email } = await test.build.customer()
    const { phone } = await test.db.selectFrom('users').select('phone').where('id', '=', id).executeTakeFirstOrThrow()
    const kept = { id, name: 'Kiran R', email, phone }
    const moved = { ...kept, email: `${crypto.randomUUID()}@example.test`, phone: '+919800554433' }
    const logins = [
      ['dashboard/people/set-password', { id, password: 'another-long-word' }],
      ['dashboard/people/update', moved],
    ] as const
    const notified = async () => {
      await runJobs(test, jobs)
      const sent = test.db.selectFrom('local_outbox').select('text').where('recipient', '=', phone!)
      return (await sent.orderBy('id').execute()).map(({ text }) => text)
    }
    for (const [name, input] of logins)
      expect(codeOf(await ask(name, input, { cookie: clerks })), name).toBe('PERMISSION_MISSING')
    expect((await ask('dashboard/people/update', kept, { cookie: clerks })).status).toBe(200)
    expect(await notified()).toEqual([])
    for (const [name, input] of logins) expect((await ask(name, input, { cookie: cashiers })).status, name).toBe(200)
    expect(await notified()).toEqual([
      expect.stringContaining('set a new password for your account'),
      expect.stringContaining('changed the email or phone of your account'),
    ])
    const { body } = await test.call('get-user-notifications', {}, { token: await test.build.token(id, 'customer') })
    expect(JSON.stringify(body)).toContain('set a new password for your account')
  })

  it('[U-21] staff who may edit people can rename a store owner, but not change the login', async () => {
    const { id, email, cookie } = await newPerson('store_owner')
    const { cookie: clerks } = await signIn(await member('all_users_edit', 'login_as_store_owner'))
    const renamed = { id, name: 'Nila D. Das', email }
    const logins = [
      ['dashboard/people/set-password', { id, password: 'another-long-word' }],
      ['dashboard/people/update', { ...renamed, email: `${crypto.randomUUID()}@example.test` }],
      ['dashboard/people/update', { ...renamed, phone: '+919811122233' }],
    ] as const
    for (const [name, input] of logins)
      expect(codeOf(await ask(name, input, { cookie: clerks })), name).toBe('PERMISSION_MISSING')
    expect((await ask('dashboard/people/update', renamed, { cookie: clerks })).status).toBe(200)
    expect(await show(cookie, id)).toMatchObject({ name: 'Nila D. Das', email, phone: null })
    for (const [name, input] of logins) expect((await ask(name, input, { cookie })).status, name).toBe(200)
  })

  it('[U-21] two administrators who remove or ban each other in parallel leave one administrator', async () => {
    const others = (by: number) => (whom: { person: { id: number } }[]) => whom.find(({ person }) => person.id !== by)!
    const attacks = [
      ['dashboard/staff/set-permissions', { role: 'staff', permissions: [] }],
      ['dashboard/people/ban', { is_banned: true, reason: 'x' }],
    ] as const
    for (const [name, input] of attacks) {
      await test.db.deleteFrom('user_roles').where('role', '=', 'admin').execute()
      const pair = [await asAdmin(), await asAdmin()]
      const answers = await whileNobodyCounts(() =>
        pair.map((by) => ask(name, { id: others(by.person.id)(pair).person.id, ...input }, by)),
      )
      expect(answers.map(codeOf).toSorted(), name).toEqual(['LAST_ADMINISTRATOR', undefined])
      const { rows } = await sql<{ left: number }>`
        select count(*)::int as left from user_roles r join users u on u.id = r.user_id
         where r.role = 'admin' and u.is_active`.execute(test.db)
      expect(rows[0]!.left, name).toBe(1)
    }
  })

  it('[U-18] [U-21] an e-mail address in use, and a person who is not staff, are refused', async () => {
    const { cookie } = await asAdmin()
    const customer = await test.build.customer()
    const taken = { role: 'rider', name: 'Nila Das', email: customer.email, password }
    expect(codeOf(await ask('dashboard/people/create', taken, { cookie }))).toBe('EMAIL_PHONE_ALREADY_USED')
    const none = { id: customer.id, role: 'staff', permissions: [] }
    expect(codeOf(await ask('dashboard/staff/set-permissions', none, { cookie }))).toBe('NOT_FOUND')
  })

  it('[U-09] an owner gets stores and loses them', async () => {
    const { id, cookie, by } = await newPerson('store_owner')
    const store = await test.build.store()
    const set = (store_ids: number[]) => ask('dashboard/owners/set-stores', { id, store_ids }, { cookie })
    expect((await set([store.id])).status).toBe(200)
    expect((await show(cookie, id)).owned_stores).toMatchObject([{ id: store.id }])
    expect((await set([])).status).toBe(200)
    expect((await show(cookie, id)).owned_stores).toEqual([])
    expect((await auditOf(by.id)).filter(({ action }) => action === 'owner_stores.set')).toMatchObject([
      { object_id: String(id), after: { store_ids: [store.id] } },
      { object_id: String(id), after: { store_ids: [] } },
    ])
  })
})

/**
 * Holds the lock that counting administrators needs until both requests wait for it, so that they run at the same time.
 */
async function whileNobodyCounts(begin: () => Promise<TestAnswer>[]): Promise<TestAnswer[]> {
  const holder = await test.pool.connect()
  try {
    await holder.query(`begin; select pg_advisory_xact_lock(hashtext('administrators'))`)
    const running = begin()
    for (let waiting = 0; waiting < running.length; ) {
      const { rows } = await holder.query(
        `select count(*)::int as waiting from pg_locks where locktype = 'advisory' and not granted
           and database = (select oid from pg_database where datname = current_database())`,
      )
      waiting = rows[0].waiting
    }
    await holder.query('commit')
    return await Promise.all(running)
  } finally {
    holder.release()
  }
}

describe('customers', () => {
  it('[U-20] customers are listed without those who work for the shop or a store, or only those', async () => {
    const { cookie } = await asAdmin()
    const name = `Lister ${crypto.randomUUID()}`
    const plain = await test.build.customer({ name })
    const cook = await test.build.customer({ name })
    const past = await test.build.customer({ name })
    const store = await test.build.store()
    const work = { store_id: store.id, role: 'kitchen' } as const
    await test.db
      .insertInto('store_employees')
      .values({ ...work, user_id: cook.id })
      .execute()
    const ended = { ...work, user_id: past.id, since: new Date('2026-01-01'), until: new Date('2026-02-01') }
    await test.db.insertInto('store_employees').values(ended).execute()
    const read = async (works_here: string) => {
      const asked = { table: 'customers', q: name, filters: { works_here } } as const
      return (await ask('dashboard/table', asked, { cookie })).body.rows.map(({ id }) => id)
    }
    expect((await read('no')).toSorted()).toEqual([plain.id, past.id].toSorted())
    expect(await read('yes')).toEqual([cook.id])
  })

  it('[U-20] customers are listed with the wallet balance that they see, own money and promotion credit together', async () => {
    const { cookie } = await asAdmin()
    const customer = await test.build.customer({ name: `Saver ${crypto.randomUUID()}` })
    await fundWallet(test.db, customer.id, { ownMinor: 5_000n, promotionMinor: 20_000n })
    const asked = { table: 'customers', q: customer.name } as const
    const { rows } = (await ask('dashboard/table', asked, { cookie })).body
    expect(rows).toMatchObject([{ id: customer.id, wallet: '250.00' }])
    const { body } = await test.call('get-wallet-transactions', {}, { token: customer.token })
    expect(body).toMatchObject({ balance: 250 })
  })

  it('[U-20] [T-11] a ban is shown by check-ban and prevents orders; lifting it ends this', async () => {
    const { cookie } = await asAdmin()
    const customer = await test.build.customer()
    const isIn = async () => (await test.call('check-ban', {}, { token: customer.token })).body
    expect(await isIn()).toMatchObject({ success: true })
    await ask('dashboard/people/ban', { id: customer.id, is_banned: true, reason: 'Ordered for others' }, { cookie })
    expect(await isIn()).toMatchObject({ success: false })
    expect(codeOf(await test.call('get-orders', {}, { token: customer.token }))).toBe('ACCOUNT_BANNED')
    await ask('dashboard/people/ban', { id: customer.id, is_banned: false, reason: 'A mistake' }, { cookie })
    expect(await isIn()).toMatchObject({ success: true })
  })

  it('[U-20] can be opened with the details that staff need, and changed', async () => {
    const { cookie } = await asAdmin()
    const customer = await test.build.customer({ name: 'Kiran Rao' })
    const store = await test.build.store()
    await test.build.order({ user_id: customer.id, store_id: store.id, status: 5 })
    const person = await show(cookie, customer.id)
    expect(person).toMatchObject({
      name: 'Kiran Rao',
      roles: ['customer'],
      orders: { placed: 1, delivered: 1, cancelled: 0 },
      addresses: [{ tag: 'Home', is_default: true }],
      sessions: [{ audience: 'customer', acting_staff: null }],
      is_phone_proved: true,
    })
    const phone = '+919812345670'
    const changed = await ask(
      'dashboard/people/update',
      { id: customer.id, name: 'Kiran R', email: 'kiran@example.test', phone },
      { cookie },
    )
    expect(changed.status).toBe(200)
    expect(await show(cookie, customer.id)).toMatchObject({ name: 'Kiran R', phone, is_phone_proved: false })
    const address = person.addresses[0]!.id
    expect(
      (await ask('dashboard/people/delete-address', { id: customer.id, address_id: address }, { cookie })).status,
    ).toBe(200)
    expect(
      codeOf(await ask('dashboard/people/delete-address', { id: customer.id, address_id: address }, { cookie })),
    ).toBe('NOT_FOUND')
    const other = await test.build.customer()
    const taken = { id: customer.id, name: 'Kiran R', phone: other.phone }
    expect(codeOf(await ask('dashboard/people/update', taken, { cookie }))).toBe('EMAIL_PHONE_ALREADY_USED')
    const wrong = await ask(
      'dashboard/people/update',
      { id: customer.id, name: 'K', email: 'no', phone: 'no' },
      { cookie },
    )
    expect(wrong.status).toBe(400)
    const odd = { id: customer.id, name: 'Kiran R', email: 'kiran@example', phone }
    const refused = await ask('dashboard/people/update', odd, { cookie })
    expect(refused).toMatchObject({ status: 400, body: { error: { fields: { email: expect.any(String) } } } })
    expect(await show(cookie, customer.id)).toMatchObject({ email: 'kiran@example.test' })
  })

  it('[U-20] a new password, and ending all sessions, close open sessions', async () => {
    const { cookie } = await asAdmin()
    const customer = await test.build.customer()
    const asked = async (token: string) => codeOf(await test.call('get-orders', {}, { token }))
    await ask('dashboard/people/end-sessions', { id: customer.id }, { cookie })
    expect(await asked(customer.token)).toBe('SESSION_REVOKED')
    const weak = await ask('dashboard/people/set-password', { id: customer.id, password: 'password' }, { cookie })
    expect(weak).toMatchObject({ status: 400, body: { error: { fields: { password: expect.any(String) } } } })
    const token = await test.build.token(customer.id, 'customer')
    await ask('dashboard/people/set-password', { id: customer.id, password }, { cookie })
    expect(await asked(token)).toBe('SESSION_REVOKED')
    const entered = await test.call('login', { email: customer.email, password })
    expect(entered.body).toMatchObject({ success: true })
  })

  it('[U-20] staff export and delete their data, at their request and with the reason', async () => {
    const { cookie, person } = await asAdmin()
    const customer = await test.build.customer()
    const reason = 'Asked by letter'
    const taken = await ask('dashboard/people/export', { id: customer.id, reason }, { cookie })
    expect(taken.body.data).toMatchObject({ profile: { id: customer.id } })
    const store = await test.build.store()
    const order = await test.build.order({ user_id: customer.id, store_id: store.id, status: 2 })
    expect(codeOf(await ask('dashboard/people/delete', { id: customer.id, reason }, { cookie }))).toBe(
      'ACCOUNT_HAS_ORDERS',
    )
    await test.db.updateTable('orders').set({ status: 6 }).where('id', '=', order.id).execute()
    expect((await ask('dashboard/people/delete', { id: customer.id, reason }, { cookie })).status).toBe(200)
    expect(await auditOf(person.id)).toContainEqual(
      expect.objectContaining({ action: 'account.deleted', acting_for_id: customer.id, reason }),
    )
    for (const name of [
      'update',
      'ban',
      'set-password',
      'end-sessions',
      'delete',
      'export',
      'delete-address',
    ] as const) {
      const input = { id: customer.id, name: 'x', is_banned: true, reason, password, address_id: 1 }
      expect(codeOf(await ask(`dashboard/people/${name}`, input, { cookie })), name).toBe('NOT_FOUND')
    }
    expect((await show(cookie, customer.id)).is_deleted).toBe(true)
    expect(codeOf(await ask('dashboard/people/show', { id: 999_999_999 }, { cookie }))).toBe('NOT_FOUND')
  })

  it('[U-20] own money prevents the deletion of an account, and exports are limited', async () => {
    const { cookie } = await asAdmin()
    const customer = await test.build.customer()
    await ask(
      'dashboard/wallet-adjustments/propose',
      { customer_id: customer.id, direction: 'credit', amount: '50', reason: 'x' },
      { cookie },
    )
    expect(codeOf(await ask('dashboard/people/delete', { id: customer.id, reason: 'x' }, { cookie }))).toBe(
      'WALLET_NOT_EMPTY',
    )
    expect((await show(cookie, customer.id)).wallets).toEqual([{ currency: 'INR', own: '50.00', promotion: '0.00' }])
    let last: string | undefined
    for (let tried = 0; tried < 12; tried++)
      last = codeOf(await ask('dashboard/people/export', { id: customer.id, reason: 'x' }, { cookie }))
    expect(last).toBe('TOO_MANY_REQUESTS')
  })
})

describe('the amounts that the shop owes', () => {
  it('[U-20] the amounts are summed by kind and currency, add up to zero, and staff can start a ledger check', async () => {
    const { cookie, person } = await asAdmin()
    const customer = await test.build.customer()
    await ask(
      'dashboard/wallet-adjustments/propose',
      { customer_id: customer.id, direction: 'credit', amount: '75', reason: 'x' },
      { cookie },
    )
    const { body } = await ask('dashboard/liabilities', {}, { cookie })
    expect(body.sums).toEqual([{ currency: 'INR', amount: '0.00' }])
    const own = await test.db
      .selectFrom('ledger_accounts')
      .select((eb) => eb.fn.sum<string>('balance_minor').as('sum'))
      .where('kind', '=', 'wallet_own')
      .executeTakeFirstOrThrow()
    const row = body.rows.find(({ kind }) => kind === 'wallet_own')!
    expect(BigInt(row.amount.replace('.', ''))).toBe(BigInt(own.sum))
    const newest = async () => (await ask('dashboard/ledger-check', {}, { cookie })).body.data
    expect(await newest()).toBeNull()
    expect((await ask('dashboard/ledger-check/now', {}, { cookie })).status).toBe(200)
    expect((await auditOf(person.id)).at(-1)).toMatchObject({ action: 'ledger.checked' })
    expect(await newest()).toMatchObject({ checked_at: expect.any(String) })
    let last: string | undefined
    for (let tried = 0; tried < 4; tried++) last = codeOf(await ask('dashboard/ledger-check/now', {}, { cookie }))
    expect(last).toBe('TOO_MANY_REQUESTS')
  })
})
