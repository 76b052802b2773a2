import { catalogues } from '@nukkad/contract/texts/catalogues.ts'
import { en } from '@nukkad/contract/texts/en.ts'
import { sql } from 'kysely'
import { describe, expect, test as it } from 'vitest'
import { slowHash } from '#features/identity/accounts/slow-hash.ts'
import { createPeople } from '#test/accounts.ts'
import { codeOf, useTestApp } from '#test/harness.ts'
import { runJobs } from '#test/run-jobs.ts'
import { createStaff } from '#test/staff.ts'
import { fundWallet } from '#test/wallet.ts'
import { jobs } from './jobs.ts'

const test = useTestApp()
const { member, admin, ask, signIn, cookieWith, actFor, auditOf } = createStaff(test)
const people = createPeople(test)

const bases = ['/public/callandorder', '/public/api/callandorder']

async function shop() {
  const store = await test.build.store()
  return { store, item: await test.build.item({ store_id: store.id }) }
}

async function messagesTo(recipient: string) {
  return test.db.selectFrom('local_outbox').select(['kind', 'text']).where('recipient', '=', recipient).execute()
}

describe('login-as-customer', () => {
  it('[P-85] [O-01] answers the customer, their addresses and a session in their name', async () => {
    const customer = await test.build.customer({ name: 'Asha Menon' })
    const staff = await member('login_as_customer')
    const { cookie } = await signIn(staff)
    const { status, body } = await ask('login-as-customer', { user_id: String(customer.id) }, { cookie })
    expect(status).toBe(200)
    expect(body).toMatchObject({
      success: true,
      newCustomer: false,
      data: { id: customer.id, name: 'Asha Menon', auth_token: expect.stringMatching(/^[\w-]{43}$/) },
      delivery_details: null,
      addresses: [{ address: '12 Lake Road', user_id: customer.id }],
      acting: { staff_name: 'Farah Khan', may_use_wallet: false },
    })
    if (body.newCustomer) throw new Error('no session')
    expect(body.data.auth_token).not.toBe(customer.token)
    const refreshed = await test.call('update-user-info', {}, { token: body.data.auth_token })
    expect(refreshed.body.data.id).toBe(customer.id)
  })

  it('[P-85] [B-33] requires the id of a customer, and without one opens no session', async () => {
    const cookie = await cookieWith('login_as_customer')
    const before = await test.build.counts()
    for (const input of [{}, { user_id: null }])
      expect((await ask('login-as-customer', input, { cookie })).body).toEqual({ newCustomer: true })
    expect(await test.build.counts()).toEqual(before)
  })

  it('[GAP-01] answers the same on both bases, and not under the other calls', async () => {
    const customer = await test.build.customer()
    const cookie = await cookieWith('login_as_customer')
    const answers = []
    for (const base of bases) {
      const { status, body } = await test.send(`${base}/login-as-customer`, {
        payload: { user_id: customer.id },
        headers: { cookie },
      })
      const { data, acting, ...rest } = body as { data: { auth_token: string }; acting: { until: string } }
      answers.push({ status, ...rest, data: { ...data, auth_token: '' }, acting: { ...acting, until: '' } })
      const refused = await test.send(`${base}/login-as-customer`, { payload: { user_id: customer.id } })
      expect(refused).toMatchObject({ status: 401, body: { message: 'Token not provided' } })
      const nobody = await test.send(`${base}/login-as-customer`, { payload: { user_id: 2e9 }, headers: { cookie } })
      expect(nobody.status).toBe(404)
    }
    expect(answers[0]).toEqual(answers[1])
    const guests = []
    for (const base of bases) {
      const guest = { name: 'Guest Rao', phone: people.newPhone() }
      const { status, body } = await test.send(`${base}/register-guest-user`, { payload: guest, headers: { cookie } })
      guests.push({ status, keys: Object.keys(body as object).sort() })
    }
    expect(guests[0]).toEqual(guests[1])
    expect((await test.send('/public/api/login-as-customer', { payload: {}, headers: { cookie } })).status).toBe(404)
  })

  it('[O-04] [P-85] [P-86] [GAP-04] [GAP-75] requires staff: no session, another person’s token and a forged cookie are refused', async () => {
    const customer = await test.build.customer()
    const others = [await test.build.rider(), await test.build.owner(), customer]
    const forbidden = { status: 403, body: { error: { code: 'PERMISSION_MISSING' } } }
    const before = await test.build.counts()
    for (const name of ['login-as-customer', 'register-guest-user', 'find-customers'] as const) {
      const input = { user_id: customer.id, name: 'Guest Rao', phone: people.newPhone(), query: 'Asha' }
      expect(codeOf(await ask(name, input))).toBe('SESSION_MISSING')
      for (const { token } of others) {
        expect(await ask(name, { ...input, token })).toMatchObject(forbidden)
        const cookie = `__Host-nukkad-staff=${token}`
        expect(await ask(name, input, { cookie })).toMatchObject(forbidden)
      }
      const cookie = `__Host-nukkad-staff=${'x'.repeat(43)}`
      expect(codeOf(await ask(name, input, { cookie }))).toBe('SESSION_REVOKED')
    }
    expect(await test.build.counts()).toEqual(before)
  })

  it('[T-10] [O-04] staff without the permission are refused; the refusal is recorded and nothing else changes', async () => {
    const customer = await test.build.customer()
    const staff = await member('order_view', 'all_users_edit', 'login_as_store_owner')
    const { cookie } = await signIn(staff)
    const before = await test.build.counts()
    for (const name of ['login-as-customer', 'register-guest-user', 'find-customers'] as const) {
      const input = { user_id: customer.id, name: 'Guest Rao', phone: people.newPhone(), query: 'Asha' }
      const answer = await ask(name, input, { cookie })
      expect(answer.status).toBe(403)
      expect(codeOf(answer)).toBe('PERMISSION_MISSING')
    }
    expect(await test.build.counts()).toEqual(before)
    const entries = (await auditOf(staff.id)).slice(1)
    expect(entries.map(({ action, object_id }) => [action, object_id])).toEqual([
      ['permission.denied', 'login-as-customer'],
      ['permission.denied', 'register-guest-user'],
      ['permission.denied', 'find-customers'],
    ])
    expect((await ask('login-as-customer', {}, { cookie: (await signIn(await admin())).cookie })).status).toBe(200)
  })

  it('[P-85] [GAP-75] only plain customers can be acted for; all others answer like an unknown account', async () => {
    const staff = await member('login_as_customer')
    const { cookie } = await signIn(staff)
    const both = await test.build.user()
    await test.db.insertInto('user_roles').values({ user_id: both.id, role: 'staff' }).execute()
    const ids = [
      2_000_000_000,
      (await test.build.user({ is_active: false })).id,
      (await test.build.user({ deleted_at: new Date() })).id,
      (await test.build.rider()).id,
      (await test.build.owner()).id,
      (await member()).id,
      (await admin()).id,
      both.id,
      staff.id,
    ]
    const before = await test.build.counts()
    for (const user_id of ids) {
      const answer = await ask('login-as-customer', { user_id }, { cookie })
      expect({ status: answer.status, code: codeOf(answer) }).toEqual({ status: 404, code: 'NOT_FOUND' })
    }
    for (const user_id of ['x', -1, 0, [1], {}])
      expect((await ask('login-as-customer', { user_id }, { cookie })).status).toBe(400)
    expect(await test.build.counts()).toEqual(before)
  })

  it('[GAP-74] the session lasts half an hour, also when used, and is recorded with its reason', async () => {
    const customer = await test.build.customer()
    const staff = await member('login_as_customer')
    const { cookie } = await signIn(staff)
    const { body } = await ask('login-as-customer', { user_id: customer.id, reason: 'Order by phone' }, { cookie })
    if (body.newCustomer) throw new Error('no session')
    const session = await test.db
      .selectFrom('sessions')
      .select(['acting_staff_id', sql<number>`extract(epoch from expires_at - created_at)::int`.as('seconds')])
      .where('user_id', '=', customer.id)
      .where('acting_staff_id', 'is not', null)
      .executeTakeFirstOrThrow()
    expect(session).toEqual({ acting_staff_id: staff.id, seconds: 30 * 60 })
    const leftMs = new Date(body.acting.until).getTime() - Date.now()
    expect(leftMs).toBeGreaterThan(29 * 60_000)
    expect(leftMs).toBeLessThanOrEqual(30 * 60_000)
    expect((await auditOf(staff.id)).at(-1)).toEqual({
      action: 'customer_session.started',
      acting_for_id: customer.id,
      object_type: 'user',
      object_id: String(customer.id),
      after: null,
      reason: 'Order by phone',
    })
    const { auth_token: token } = body.data
    await test.call('update-user-info', {}, { token })
    await sql`update sessions set expires_at = now() where acting_staff_id = ${staff.id}`.execute(test.db)
    expect(codeOf(await test.call('update-user-info', {}, { token }))).toBe('SESSION_EXPIRED')
  })

  it('[GAP-74] the session ends when it logs out, and when the member of staff logs out, is banned or loses the permission', async () => {
    const endings = [
      (staffId: number) => test.db.deleteFrom('staff_permissions').where('user_id', '=', staffId).execute(),
      (staffId: number) => test.db.deleteFrom('user_roles').where('user_id', '=', staffId).execute(),
      (staffId: number) => test.db.updateTable('users').set({ is_active: false }).where('id', '=', staffId).execute(),
    ]
    for (const end of endings) {
      const { staff, token } = await actFor(await test.build.customer())
      expect((await test.call('get-addresses', {}, { token })).status).toBe(200)
      await end(staff.id)
      expect(codeOf(await test.call('get-addresses', {}, { token }))).toBe('SESSION_REVOKED')
    }
    const customer = await test.build.customer()
    const { staff, token } = await actFor(customer)
    expect((await test.call('logout', {}, { token })).body).toEqual({ success: true })
    expect(codeOf(await test.call('get-addresses', {}, { token }))).toBe('SESSION_REVOKED')
    expect((await auditOf(staff.id)).at(-1)).toMatchObject({
      action: 'customer_session.ended',
      acting_for_id: customer.id,
    })
    expect((await test.call('get-addresses', {}, customer)).status).toBe(200)
  })

  it('[GAP-74] the customer is notified, in the app in their language and by text message', async () => {
    for (const { code, name, direction } of catalogues)
      await test.db
        .insertInto('languages')
        .values({ code, language_name: name, direction, is_default: false })
        .onConflict((conflict) => conflict.doNothing())
        .execute()
    await test.services.settings.reload()
    const customer = await test.build.customer()
    await actFor(customer)
    for (const { code, texts } of catalogues) {
      const { body } = await test.call('get-user-notifications', {}, { ...customer, language: code })
      expect(JSON.parse(body[0]!.data)).toMatchObject({
        title: texts.actingNoticeTitle,
        message: texts.actingNoticeMessage,
      })
    }
    expect(await messagesTo(customer.phone!)).toEqual([])
    await runJobs(test, jobs)
    expect(await messagesTo(customer.phone!)).toEqual([
      { kind: 'sms', text: expect.stringContaining('opened your account to order for you') },
    ])
    const byMail = await test.build.customer({ phone: null })
    await actFor(byMail)
    await runJobs(test, jobs)
    expect(await messagesTo(byMail.email!)).toMatchObject([{ kind: 'mail' }])
    const hindi = catalogues.find(({ code }) => code === 'hi')!
    const speaker = await test.build.customer({ language: 'hi' })
    await actFor(speaker)
    await runJobs(test, jobs)
    expect(await messagesTo(speaker.phone!)).toEqual([
      { kind: 'sms', text: hindi.texts.actingNoticeMessage.replace('{url}', 'https://shop.test') },
    ])
  })
})

describe('what staff may do in a customer’s name', () => {
  it('[GAP-74] orders, addresses and movements of money record who acted', async () => {
    const { item } = await shop()
    const customer = await test.build.customer()
    await fundWallet(test.db, customer.id, { ownMinor: 50_000n })
    const { staff, token } = await actFor(customer, 'all_users_wallet')
    await test.call('save-address', { latitude: '12.93', longitude: '77.62', address: '7 Hill Road' }, { token })
    const order = [{ id: item.id, quantity: 1 }]
    const input = { order, method: 'COD' as const, delivery_type: 1 as const, partial_wallet: true }
    const { body } = await test.call('place-order', input, { token })
    if (!body.success) throw new Error(JSON.stringify(body))
    const { id } = body.data
    expect(await actingIds('orders', sql`id = ${id}`)).toEqual([staff.id])
    expect(await actingIds('addresses', sql`user_id = ${customer.id} and address = '7 Hill Road'`)).toEqual([staff.id])
    expect(await actingIds('transfers', sql`kind = 'order_payment' and source_id = ${String(id)}`)).toEqual([staff.id])
    expect((await test.call('cancel-order', { order_id: id }, { token })).body).toEqual({ success: true, refund: true })
    expect(await actingIds('transfers', sql`kind = 'order_refund' and source_id = ${String(id)}`)).toEqual([staff.id])
  })

  async function actingIds(table: 'orders' | 'addresses' | 'transfers', where: ReturnType<typeof sql>) {
    const { rows } = await sql<{ acting_staff_id: number }>`
      select acting_staff_id from ${sql.table(table)} where ${where}`.execute(test.db)
    return rows.map((row) => row.acting_staff_id)
  }

  it('[GAP-74] staff can change neither avatar nor tax number, and cannot export or delete the data', async () => {
    const customer = await test.build.customer()
    const { token, cookie } = await actFor(customer, 'all_users_wallet')
    const before = await test.db.selectFrom('users').selectAll().where('id', '=', customer.id).executeTakeFirst()
    for (const [name, input] of [
      ['change-avatar', { avatar: 'user3' }],
      ['update-tax-number', { tax_number: 'GST1' }],
      ['export-my-data', {}],
      ['delete-my-account', {}],
    ] as const) {
      const answer = await test.call(name, input as never, { token })
      expect({ name, status: answer.status, code: codeOf(answer) }).toEqual({
        name,
        status: 403,
        code: 'PERMISSION_MISSING',
      })
    }
    expect(await test.db.selectFrom('users').selectAll().where('id', '=', customer.id).executeTakeFirst()).toEqual(
      before,
    )
    // The session cannot open another customer's account, because it is now a customer's session.
    const other = await test.build.customer()
    expect(codeOf(await ask('login-as-customer', { user_id: other.id, token }))).toBe('PERMISSION_MISSING')
    expect(cookie).not.toContain(token)
  })

  it('[GAP-74] staff do not mark notifications as read, so that the customer learns who acted', async () => {
    const customer = await test.build.customer()
    const { token } = await actFor(customer, 'all_users_wallet')
    const { body: news } = await test.call('get-user-notifications', {}, { token })
    expect(codeOf(await test.call('mark-all-notifications-read', {}, { token }))).toBe('PERMISSION_MISSING')
    expect(codeOf(await test.call('mark-one-notification-read', { notification_id: news[0]!.id }, { token }))).toBe(
      'PERMISSION_MISSING',
    )
    const { body: unread } = await test.call('get-user-notifications', {}, customer)
    expect(unread.map((row) => row.is_read)).toEqual([0])
  })

  it('[GAP-74] the wallet is neither read nor spent without its permission', async () => {
    const { item } = await shop()
    const customer = await test.build.customer()
    await fundWallet(test.db, customer.id, { ownMinor: 50_000n })
    const { token, body: seen } = await actFor(customer)
    const refreshed = await test.call('update-user-info', {}, { token })
    expect([seen.data.wallet_balance, refreshed.body.data.wallet_balance]).toEqual([0, 0])
    const order = [{ id: item.id, quantity: 1 }]
    const before = await test.build.counts()
    const ways = [
      { method: 'WALLET', partial_wallet: false },
      { method: 'COD', partial_wallet: true },
    ] as const
    for (const way of ways) {
      const input = { order, delivery_type: 1 as const, ...way }
      expect(codeOf(await test.call('quote', input, { token }))).toBe('PERMISSION_MISSING')
      expect(codeOf(await test.call('place-order', input, { token }))).toBe('PERMISSION_MISSING')
    }
    expect(codeOf(await test.call('get-wallet-transactions', {}, { token }))).toBe('PERMISSION_MISSING')
    expect(codeOf(await test.call('get-wallet-statement', { format: 'csv' }, { token }))).toBe('PERMISSION_MISSING')
    const topUp = { amount: '100', gateway: 'Razorpay' }
    expect(codeOf(await test.call('wallet-top-up', topUp, { token }))).toBe('PERMISSION_MISSING')
    expect(await test.build.counts()).toEqual(before)
    expect((await test.call('get-wallet-transactions', {}, customer)).body).toMatchObject({ balance: 500 })
    const { token: allowed } = await actFor(customer, 'all_users_wallet')
    expect((await test.call('get-wallet-transactions', {}, { token: allowed })).body).toMatchObject({ balance: 500 })
    const input = { order, delivery_type: 1 as const, ...ways[0] }
    expect((await test.call('place-order', input, { token: allowed })).body).toMatchObject({ success: true })
  })
})

describe('register-guest-user', () => {
  it('[P-86] [O-02] [T-05] [INT-29] [GAP-74] creates an account that records its creator, with a generated e-mail address and an empty wallet', async () => {
    const staff = await member('login_as_customer')
    const { cookie } = await signIn(staff)
    const phone = people.newPhone()
    const { status, body } = await ask('register-guest-user', { name: ' Guest  Rao ', phone }, { cookie })
    expect(status).toBe(200)
    const email = `${phone.slice(1)}@shop.test`
    expect(body).toMatchObject({
      success: true,
      data: { name: 'Guest Rao', phone, email, wallet_balance: 0, default_address_id: 0 },
      addresses: [],
      acting: { staff_name: 'Farah Khan' },
    })
    if (!('data' in body)) throw new Error('no account')
    const account = await test.db
      .selectFrom('users')
      .select(['created_by_staff_id', 'password_hash', 'phone_proved_at', 'referred_by'])
      .where('id', '=', body.data.id)
      .executeTakeFirst()
    expect(account).toEqual({
      created_by_staff_id: staff.id,
      password_hash: null,
      phone_proved_at: null,
      referred_by: null,
    })
    expect((await auditOf(staff.id)).at(-1)).toMatchObject({ action: 'guest.registered', acting_for_id: body.data.id })
    await runJobs(test, jobs)
    expect(await messagesTo(phone)).toEqual([{ kind: 'sms', text: expect.stringContaining('https://shop.test') }])
  })

  it('[O-03] [GAP-74] the guest is a normal customer: they order, and sign in by code without a bonus', async () => {
    const { item } = await shop()
    await people.set({ enableReferAndEarn: 'true' })
    const cookie = await cookieWith('login_as_customer')
    const phone = people.newPhone()
    const { body } = await ask('register-guest-user', { name: 'Guest Rao', phone }, { cookie })
    if (!('data' in body)) throw new Error('no account')
    const otp = await people.loginCode(phone)
    const entered = await test.call('login-with-otp', { phone, otp })
    expect(entered.body).toMatchObject({ success: true, data: { id: body.data.id, wallet_balance: 0 } })
    expect(await people.walletOf(body.data.id)).toEqual([])
    const { auth_token: token } = (entered.body as { data: { auth_token: string } }).data
    await test.call('save-address', { latitude: '12.9352', longitude: '77.6245', address: '7 Hill Road' }, { token })
    const order = [{ id: item.id, quantity: 1 }]
    const placed = await test.call('place-order', { order, method: 'COD', delivery_type: 1 }, { token })
    expect(placed.body).toMatchObject({ success: true })
  })

  it('[P-86] [O-03] accepts no password, and no password reset is sent to an e-mail address that staff entered', async () => {
    const cookie = await cookieWith('login_as_customer')
    const guest = {
      name: 'Guest Rao',
      phone: people.newPhone(),
      email: people.newEmail(),
      password: 'marigold-street-9',
    }
    const { body } = await ask('register-guest-user', guest, { cookie })
    expect(body).toMatchObject({ success: true, data: { email: guest.email } })
    const { email, password } = guest
    expect(codeOf(await test.call('login', { email, password }))).toBe('DONOTMATCH')
    expect((await test.call('send-password-reset-mail', { email })).body).toMatchObject({ success: true })
    expect(await messagesTo(email)).toEqual([])
  })

  it('nothing that was set before the person proved the phone can open the account afterwards', async () => {
    const { cookie, ...clerk } = { cookie: await cookieWith('login_as_customer'), ip: '203.0.113.61' }
    const guest = { name: 'Guest Rao', phone: people.newPhone(), email: people.newEmail() }
    const { body } = await ask('register-guest-user', guest, { cookie, ...clerk })
    if (!('data' in body)) throw new Error('no account')
    const { id, auth_token: acting } = body.data
    // A row like this can exist after an older release, or after someone changed the table by hand.
    const password = 'marigold-street-9'
    await test.db
      .updateTable('users')
      .set({ password_hash: await slowHash(password), is_email_own: true })
      .where('id', '=', id)
      .execute()
    await test.db
      .insertInto('social_identities')
      .values({ user_id: id, provider: 'google', subject: `s-${id}` })
      .execute()
    const before = await test.call('login', { email: guest.email, password }, clerk)
    const { auth_token: old } = (before.body as { data: { auth_token: string } }).data
    const otp = await people.loginCode(guest.phone)
    const entered = await test.call('login-with-otp', { phone: guest.phone, otp })
    const { auth_token: token } = (entered.body as { data: { auth_token: string } }).data
    expect(entered.body).toMatchObject({ success: true, data: { id, email: null } })
    for (const stale of [old, acting])
      expect(codeOf(await test.call('get-addresses', {}, { token: stale }))).toBe('SESSION_REVOKED')
    expect(codeOf(await test.call('login', { email: guest.email, password }, clerk))).toBe('DONOTMATCH')
    expect(await test.db.selectFrom('social_identities').select('subject').where('user_id', '=', id).execute()).toEqual(
      [],
    )
    const known = await test.db.selectFrom('known_clients').select('client').where('user_id', '=', id).execute()
    expect(known.map(({ client }) => client)).not.toContain(`address:${clerk.ip}`)
    const news = await test.call('get-user-notifications', {}, { token })
    expect(JSON.stringify(news.body)).toContain('we removed the password')
    // The caller signs in by code a second time, which ends no sessions.
    await people.letCodesRest(31, guest.phone)
    await test.call('login-with-otp', { phone: guest.phone, otp: await people.loginCode(guest.phone) })
    expect((await test.call('get-addresses', {}, { token })).status).toBe(200)
  })

  it('the same holds for values of a person who registered another person’s phone without a code', async () => {
    await people.set({ enSOV: 'false' })
    const person = {
      name: 'Mallory',
      email: people.newEmail(),
      phone: people.newPhone(),
      password: 'marigold-street-9',
    }
    const made = await test.call('register', person)
    const { auth_token: old } = (made.body as { data: { auth_token: string } }).data
    await people.set({ enSOV: 'true' })
    const otp = await people.loginCode(person.phone)
    expect((await test.call('login-with-otp', { phone: person.phone, otp })).body).toMatchObject({ success: true })
    expect(codeOf(await test.call('get-addresses', {}, { token: old }))).toBe('SESSION_REVOKED')
    const { email, password } = person
    expect(codeOf(await test.call('login', { email, password }))).toBe('DONOTMATCH')
  })

  it('[P-86] a taken phone or e-mail address is reported, and no account is created', async () => {
    const cookie = await cookieWith('login_as_customer')
    const known = await test.build.customer()
    const before = await test.build.counts()
    for (const taken of [{ phone: known.phone }, { phone: people.newPhone(), email: known.email!.toUpperCase() }]) {
      const { status, body } = await ask('register-guest-user', { name: 'Guest Rao', ...taken }, { cookie })
      expect(status).toBe(200)
      expect(body).toMatchObject({ email_phone_already_used: true })
    }
    expect(await test.build.counts()).toEqual(before)
  })

  it('[P-86] [GAP-22] names the invalid field', async () => {
    const cookie = await cookieWith('login_as_customer')
    const right = { name: 'Guest Rao', phone: people.newPhone() }
    for (const [wrong, fields] of [
      [{ name: '' }, { name: en.fieldNameMissing }],
      [{ phone: '12' }, { phone: en.fieldPhoneInvalid }],
      [{ phone: undefined }, { phone: en.fieldPhoneInvalid }],
      [{ email: 'no' }, { email: en.fieldEmailInvalid }],
    ] as const) {
      const answer = await ask('register-guest-user', { ...right, ...wrong }, { cookie })
      expect(codeOf(answer)).toBe('REGISTRATION_INVALID')
      expect((answer.body as unknown as { error: object }).error).toMatchObject({ fields })
    }
    for (const absent of [{ email: '' }, { password: '' }, { email: null, password: null }])
      expect(
        (await ask('register-guest-user', { ...right, phone: people.newPhone(), ...absent }, { cookie })).body,
      ).toMatchObject({ success: true })
  })
})

describe('find-customers', () => {
  it('[B-33] finds plain customers by name or last digits, with shortened phones, and records whom it showed', async () => {
    const asha = await test.build.user({ name: 'Zainab Ashraf', phone: '+919812345671' })
    await test.build.user({ name: 'Zainab Banned', is_active: false })
    await test.build.user({ name: 'Zainab Rider' }, 'rider')
    const staff = await member('login_as_customer')
    const { cookie } = await signIn(staff)
    for (const query of ['zainab', 'ASHRAF', '5671', '+91 98123 45671']) {
      const { body } = await ask('find-customers', { query }, { cookie })
      expect(body).toEqual({ customers: [{ id: asha.id, name: 'Zainab Ashraf', phone: '…5671' }] })
    }
    for (const query of ['%%%', '___', '\\\\\\'])
      expect((await ask('find-customers', { query }, { cookie })).body).toEqual({ customers: [] })
    expect((await ask('find-customers', { query: 'za' }, { cookie })).status).toBe(400)
    expect((await auditOf(staff.id))[1]).toMatchObject({
      action: 'customers.searched',
      after: { found: [asha.id] },
    })
  })
})
