import type { CallShape } from '@nukkad/contract/call.ts'
import { contract } from '@nukkad/contract/contract.ts'
import { Secret, TOTP } from 'otpauth'
import pg from 'pg'
import { describe, expect, test as it } from 'vitest'
import { jobs as storeAdminJobs } from '#features/catalogue/store-admin/announce-payout-details.ts'
import { slowHash } from '#features/identity/accounts/slow-hash.ts'
import { createPeople } from '#test/accounts.ts'
import { codeOf, type TestAnswer, useTestApp } from '#test/harness.ts'
import { runJobs } from '#test/run-jobs.ts'
import { createStaff } from '#test/staff.ts'

const test = useTestApp()
const people = createPeople(test)
const { ask, signIn, cookieWith } = createStaff(test)
const password = 'a-kettle-of-tea-9'
const STEP_SECONDS = 30

const shown = (secret: string, steps = 0): string =>
  new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: Date.now() + steps * STEP_SECONDS * 1000 })

/** Creates a person who owns a store, delivers and orders, with one account and a second factor. */
async function withAllRoles({ hasProvedPhone = true } = {}) {
  const phone = people.newPhone()
  const person = (await test.build.rider({
    user: { phone, password_hash: await slowHash(password), phone_proved_at: hasProvedPhone ? new Date() : null },
  })) as { id: number; email: string | null }
  for (const role of ['store_owner', 'customer'])
    await test.db
      .insertInto('user_roles')
      .values({ user_id: person.id, role })
      .onConflict((on) => on.doNothing())
      .execute()
  const store = await test.build.store({ name: 'Own Kitchen' })
  await test.db.insertInto('store_members').values({ store_id: store.id, user_id: person.id, role: 'owner' }).execute()
  const { cookie } = await signIn({ email: person.email!, password })
  const { body } = await ask('dashboard/second-factor/start', {}, { cookie })
  await ask('dashboard/second-factor/confirm', { code: shown(body.secret, -1) }, { cookie })
  return { id: person.id, email: person.email!, phone, storeId: store.id, secret: body.secret, cookie }
}

type Refused = TestAnswer<unknown> & { body: { second_factor?: { ticket: string }; message?: string } }
const apps = [
  ['customer', 'login', 'login/second-factor'],
  ['rider', 'delivery/login', 'delivery/login/second-factor'],
  ['store owner', 'store-owner/login', 'store-owner/login/second-factor'],
] as const

describe('an account with a second factor', () => {
  it.each(apps)('must enter it in the app of a %s, and gets no token before', async (_who, first, second) => {
    const { email, id, secret } = await withAllRoles()
    const answer = (await test.call(first, { email, password })) as Refused
    expect(codeOf(answer)).toBe('SECOND_FACTOR_ASKED')
    expect(answer.body).toMatchObject({ success: false, message: expect.stringContaining('authenticator') })
    expect(JSON.stringify(answer.body)).not.toContain('auth_token')
    const { ticket } = answer.body.second_factor!
    expect(codeOf(await test.call(second, { ticket, code: '000000' }))).toBe('SECOND_FACTOR_WRONG')
    const entered = await test.call(second, { ticket, code: shown(secret) })
    expect(entered.body).toMatchObject({ success: true, data: { id } })
    expect(codeOf(await test.call(second, { ticket, code: shown(secret, 1) }))).toBe('SIGN_IN_TICKET_OVER')
  })

  it.each(apps)('allows a limited number of guesses in the app of a %s', async (_who, first, second) => {
    const { email } = await withAllRoles()
    await test.db.deleteFrom('secret_guesses').execute()
    const codes: (string | undefined)[] = []
    for (let round = 0; round < 4; round++) {
      const { body } = (await test.call(first, { email, password })) as Refused
      const ticket = body.second_factor?.ticket
      if (!ticket) break
      for (let guess = 0; guess < 3; guess++) codes.push(codeOf(await test.call(second, { ticket, code: '000000' })))
    }
    expect(codes).toContain('TOO_MANY_REQUESTS')
    expect(codes.filter((code) => code === 'SECOND_FACTOR_WRONG').length).toBeLessThanOrEqual(5)
  })

  it.each([
    ['as well', true],
    ['that proves the phone for the first time', false],
  ])('must enter it after a code by text message %s', async (_when, hasProvedPhone) => {
    const { phone, id, secret } = await withAllRoles({ hasProvedPhone })
    const otp = await people.loginCode(phone)
    const answer = (await test.call('login-with-otp', { phone, otp })) as Refused
    expect(codeOf(answer)).toBe('SECOND_FACTOR_ASKED')
    // The first sign-in has consumed the code of the text message, so a second one with the same code is refused.
    expect(codeOf(await test.call('login-with-otp', { phone, otp }))).toBe('DONOTMATCH')
    const step = { ticket: answer.body.second_factor!.ticket, code: shown(secret) }
    expect((await test.call('login/second-factor', step)).body).toMatchObject({ success: true, data: { id } })
  })

  it('has sign-in tickets that are valid only in the app that requested them', async () => {
    const { email, secret } = await withAllRoles()
    const answer = (await test.call('login', { email, password })) as Refused
    const step = { ticket: answer.body.second_factor!.ticket, code: shown(secret) }
    for (const [, , second] of apps.slice(1)) expect(codeOf(await test.call(second, step))).toBe('SIGN_IN_TICKET_OVER')
    expect(codeOf(await ask('dashboard/login/second-factor', step))).toBe('SIGN_IN_TICKET_OVER')
    expect((await test.call('login/second-factor', step)).body).toMatchObject({ success: true })
  })

  it('has five tries for one ticket, also in parallel', async () => {
    const { email } = await withAllRoles()
    await test.build.setting('limitLoginFailuresPerAccount', '1000')
    await test.services.settings.reload()
    const { body } = (await test.call('login', { email, password })) as Refused
    const step = { ticket: body.second_factor!.ticket, code: '000000' }
    const answers = await Promise.all(Array.from({ length: 15 }, () => test.call('login/second-factor', step)))
    const codes = answers.map(codeOf)
    expect(codes.filter((code) => code === 'SECOND_FACTOR_WRONG')).toHaveLength(5)
    expect(codes.filter((code) => code === 'SIGN_IN_TICKET_OVER')).toHaveLength(10)
    await test.db.deleteFrom('settings').where('key', '=', 'limitLoginFailuresPerAccount').execute()
    await test.services.settings.reload()
  })

  it('cannot sign in at any app after losing the role between the steps', async () => {
    const { email, id, secret } = await withAllRoles()
    const refusals = { customer: 'ACCOUNT_BANNED', rider: 'DONOTMATCH', 'store owner': 'DONOTMATCH' } as const
    for (const [who, first, second] of apps) {
      const answer = (await test.call(first, { email, password })) as Refused
      const role = who.replace(' ', '_')
      await test.db.deleteFrom('user_roles').where('user_id', '=', id).where('role', '=', role).execute()
      await test.db.updateTable('second_factors').set({ last_step: 0n }).where('user_id', '=', id).execute()
      await test.db.deleteFrom('secret_guesses').execute()
      const step = { ticket: answer.body.second_factor!.ticket, code: shown(secret) }
      expect(codeOf(await test.call(second, step)), who).toBe(refusals[who])
    }
  })

  it('cannot sign in after being deleted between the steps', async () => {
    const { email, id, secret } = await withAllRoles()
    const first = (await test.call('store-owner/login', { email, password })) as Refused
    await test.db.updateTable('users').set({ deleted_at: new Date() }).where('id', '=', id).execute()
    const step = { ticket: first.body.second_factor!.ticket, code: shown(secret) }
    expect(codeOf(await test.call('store-owner/login/second-factor', step))).toBe('SIGN_IN_TICKET_OVER')
  })

  it('cannot sign in after a ban between the steps, and reads the reason at the next start', async () => {
    const { email, id, secret } = await withAllRoles()
    const tickets: Record<string, string> = {}
    for (const [who, first] of apps) {
      const answer = (await test.call(first, { email, password })) as Refused
      tickets[who] = answer.body.second_factor!.ticket
    }
    await test.db.updateTable('users').set({ is_active: false }).where('id', '=', id).execute()
    await test.db.deleteFrom('secret_guesses').execute()
    for (const [who, , second] of apps) {
      const step = { ticket: tickets[who]!, code: shown(secret) }
      expect(codeOf(await test.call(second, step)), who).toBe('SIGN_IN_TICKET_OVER')
    }
    expect(codeOf(await test.call('login', { email, password }))).toBe('ACCOUNT_BANNED')
  })

  it('cannot sign in as a store owner after losing that role between the steps', async () => {
    const { email, id, secret } = await withAllRoles()
    const first = (await test.call('store-owner/login', { email, password })) as Refused
    await test.db.deleteFrom('user_roles').where('user_id', '=', id).where('role', '=', 'store_owner').execute()
    const step = { ticket: first.body.second_factor!.ticket, code: shown(secret) }
    expect(codeOf(await test.call('store-owner/login/second-factor', step))).toBe('DONOTMATCH')
  })
})

const details = {
  account_holder: 'Mallory',
  bank_name: 'Bank',
  account_number: '000111222333',
  branch_code: 'X1',
  upi_id: '',
  note: '',
}

async function ownerWithToken() {
  const owner = await test.build.user(
    { phone: people.newPhone(), password_hash: await slowHash(password) },
    'store_owner',
  )
  const store = await test.build.store({ name: 'Corner Kitchen' })
  await test.db.insertInto('store_members').values({ store_id: store.id, user_id: owner.id, role: 'owner' }).execute()
  const { body } = await test.call('store-owner/login', { email: owner.email, password })
  if (!body.success) throw new Error('not signed in')
  return { id: owner.id, email: owner.email!, phone: owner.phone!, storeId: store.id, token: body.data.auth_token }
}

const rest = (userId: number) =>
  test.db
    .updateTable('sessions')
    .set({ proved_at: new Date(Date.now() - 11 * 60_000) })
    .where('user_id', '=', userId)
    .execute()

describe('a session that was left signed in', () => {
  it('cannot move money or change credentials until the password is entered again', async () => {
    const owner = await ownerWithToken()
    const { token, storeId: store_id } = owner
    await rest(owner.id)
    const guarded = [
      ['store-owner/save-payout-details', { store_id, ...details }],
      ['store-owner/send-payout-request', { store_id }],
      ['dashboard/change-password', { current_password: password, password: 'another-kettle-5' }],
      ['dashboard/second-factor/start', {}],
      ['dashboard/second-factor/confirm', { code: '000000' }],
      ['dashboard/second-factor/stop', { code: '000000' }],
    ] as const
    for (const [name, input] of guarded) {
      const refused = await test.call(name, input, { token })
      expect({ status: refused.status, code: codeOf(refused) }, name).toEqual({ status: 403, code: 'PROOF_NEEDED' })
    }
    expect(codeOf(await test.call('store-owner/get-earnings', { store_id }, { token }))).toBeUndefined()
    expect(codeOf(await test.call('dashboard/prove', { password: 'wrong' }, { token }))).toBe('PROOF_WRONG')
    expect((await test.call('dashboard/prove', { password }, { token })).body).toEqual({ success: true })
    const saved = await test.call('store-owner/save-payout-details', { store_id, ...details }, { token })
    expect(saved.body).toMatchObject({ success: true })
  })

  it('also requires the second factor if there is one, and each code counts once', async () => {
    const { id, cookie, secret, storeId } = await withAllRoles()
    await rest(id)
    const save = () => ask('store-owner/save-payout-details', { store_id: storeId, ...details }, { cookie })
    expect((await save()).body).toMatchObject({ error: { code: 'PROOF_NEEDED' }, needs_code: true })
    expect(codeOf(await ask('dashboard/prove', { password }, { cookie }))).toBe('PROOF_WRONG')
    const code = shown(secret)
    expect((await ask('dashboard/prove', { password, code }, { cookie })).status).toBe(200)
    expect((await save()).status).toBe(200)
    expect(codeOf(await ask('dashboard/prove', { password, code }, { cookie }))).toBe('PROOF_WRONG')
  })

  it('allows a limited number of guesses at the password', async () => {
    const owner = await ownerWithToken()
    const codes: unknown[] = []
    for (let tried = 0; tried < 12; tried++)
      codes.push(
        codeOf(
          await test.call(
            'dashboard/prove',
            { password: `guess-${tried}` },
            { token: owner.token, ip: '203.0.113.77' },
          ),
        ),
      )
    expect(codes.filter((code) => code === 'PROOF_WRONG').length).toBeLessThanOrEqual(6)
    expect(codes).toContain('TOO_MANY_REQUESTS')
  })

  it('a session of staff cannot change a password, contact, permission or provider key, or create an account or API key', async () => {
    const cookie = await cookieWith(
      'stores_add',
      'stores_edit',
      'all_users_edit',
      'settings_manage',
      'store_owners_manage_stores',
      'all_users_wallet',
    )
    const staff = (await ask('dashboard/me', {}, { cookie })).body.data
    const person = await test.build.customer()
    await rest(staff.id)
    const store = await test.build.store()
    const rider = { id: person.id, commission: '100', tip_share: '100', max_open_orders: 1, cash_limit: '0' }
    const guarded = [
      ['dashboard/riders/update', rider],
      ['dashboard/store-import/apply', { import_id: crypto.randomUUID() }],
      ['dashboard/stores/update', { store_id: store.id, commission_rate: '99' }],
      ['dashboard/people/set-password', { id: person.id, password: 'another-kettle-5' }],
      ['dashboard/people/update', { id: person.id, name: 'Nila', email: 'mallory@example.test', phone: person.phone }],
      ['dashboard/people/create', { role: 'rider', name: 'R', email: 'r@example.test', password: 'another-kettle-5' }],
      ['dashboard/staff/set-permissions', { id: person.id, role: 'staff', permissions: [] }],
      ['dashboard/owners/set-stores', { id: person.id, store_ids: [] }],
      ['dashboard/api-keys/create', { name: 'Key', permissions: [] }],
      ['dashboard/settings/save', { edition: '0', values: { razorpayKeySecret: 'x' } }],
      ['dashboard/settings/save', { edition: '0', values: { staffDailyAmount: '9999999' } }],
    ] as const
    for (const [name, input] of guarded) expect(codeOf(await ask(name, input, { cookie })), name).toBe('PROOF_NEEDED')
    // Every call that moves money must answer PROOF_NEEDED, with any input.
    const withRights = await cookieWith(
      'all_users_wallet',
      'order_actions',
      'store_payouts_manage',
      'delivery_collection_manage',
    )
    await rest((await ask('dashboard/me', {}, { cookie: withRights })).body.data.id)
    const moneyCalls = Object.entries<CallShape>(contract).filter(
      ([, { auth, permission, needsRecentProof }]) =>
        auth === 'staff' && needsRecentProof && /wallet|order_actions|payouts|collection/.test(String(permission)),
    )
    expect(moneyCalls.length).toBeGreaterThan(20)
    for (const [name] of moneyCalls) {
      const answer = await ask(name as 'dashboard/refunds/propose', {} as never, { cookie: withRights })
      expect(codeOf(answer), name).toBe('PROOF_NEEDED')
    }
    const reached = { store_id: store.id, commission_rate: '0', offer: 'Free tea' }
    expect((await ask('dashboard/stores/update', reached as never, { cookie })).status).toBe(200)
    const renamed = { id: person.id, name: 'Nila Rao', email: person.email, phone: person.phone }
    expect((await ask('dashboard/people/update', renamed, { cookie })).status).toBe(200)
  })
})

/** Connects as the owner of the database, for whom no trigger applies, to move a change two days back. */
async function letTwoDaysPass(storeId: number): Promise<void> {
  const client = new pg.Client(test.services.address)
  await client.connect()
  await client.query('set session_replication_role = replica')
  await client.query("update store_payout_details set changed_at = now() - interval '49 hours' where store_id = $1", [
    storeId,
  ])
  await client.end()
}

describe('payouts after their details have changed', () => {
  it('payouts are held for two days by the database, and every owner is notified by e-mail and text message', async () => {
    const owner = await ownerWithToken()
    const { token, storeId: store_id } = owner
    await test.call('store-owner/save-payout-details', { store_id, ...details }, { token })
    await runJobs(test, storeAdminJobs)
    const sent = await test.db
      .selectFrom('local_outbox')
      .select(['recipient', 'text'])
      .where('recipient', 'in', [owner.email, owner.phone])
      .execute()
    expect(sent.map(({ recipient }) => recipient).toSorted()).toEqual([owner.phone, owner.email].toSorted())
    expect(sent[0]!.text).toContain('Corner Kitchen')
    const payout = {
      store_id,
      requested_by: owner.id,
      currency: 'INR',
      gross_minor: 1000n,
      commission_minor: 0n,
      amount_minor: 1000n,
    }
    const request = () => test.db.insertInto('store_payouts').values(payout).returning('id').executeTakeFirstOrThrow()
    await expect(request()).rejects.toMatchObject({ constraint: 'store_payouts__held' })
    // The database refuses to backdate a change of payout details, even when the server tries.
    const old = { changed_at: new Date(Date.now() - 49 * 3_600_000) }
    await test.db.updateTable('store_payout_details').set(old).where('store_id', '=', store_id).execute()
    await test.db.deleteFrom('store_payout_details').where('store_id', '=', store_id).execute()
    await test.db
      .insertInto('store_payout_details')
      .values({ store_id, ...details, ...old })
      .execute()
    await expect(request()).rejects.toMatchObject({ constraint: 'store_payouts__held' })
    await letTwoDaysPass(store_id)
    const { id } = await request()
    // If the same payout details are saved again, no payout is held. If another bank account is saved, the payouts that
    // were requested before are held.
    await test.call('store-owner/save-payout-details', { store_id, ...details }, { token })
    await test.call('store-owner/save-payout-details', { store_id, ...details, upi_id: 'mallory@upi' }, { token })
    const cookie = await cookieWith('store_payouts_manage')
    const pay = { id, transaction_mode: 'UPI', transaction_id: 'T1' }
    expect(codeOf(await ask('dashboard/store-payouts/pay', pay, { cookie }))).toBe('PAYOUT_HELD')
    expect(codeOf(await test.call('store-owner/send-payout-request', { store_id }, { token }))).toBe('PAYOUT_PENDING')
  })
})
