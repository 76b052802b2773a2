import { createHash } from 'node:crypto'
import { Secret, TOTP } from 'otpauth'
import { describe, expect, test as it } from 'vitest'
import { slowHash } from '#features/identity/accounts/slow-hash.ts'
import { codeOf, useTestApp } from '#test/harness.ts'
import { createStaff, setCookieOf } from '#test/staff.ts'
import { prepareFirstAdmin } from './first-admin.ts'
import { replaceFirstAdminSecret } from './queries.ts'

const test = useTestApp()
const { member, ask, signIn, auditOf } = createStaff(test)
const STEP_SECONDS = 30

/**
 * Returns the authenticator's code this many time steps from now. A code is accepted only once, so tests use the codes
 * of neighbouring steps.
 */
function shown(secret: string, steps = 0): string {
  const at = Date.now() + steps * STEP_SECONDS * 1000
  return new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: at })
}

async function withFactor() {
  const staff = await member('order_view')
  const { cookie } = await signIn(staff)
  const { body } = await ask('dashboard/second-factor/start', {}, { cookie })
  const used = shown(body.secret, -1)
  const proved = await ask('dashboard/second-factor/confirm', { code: used }, { cookie })
  return { staff, cookie, secret: body.secret, used, recoveryCodes: proved.body.recovery_codes }
}

async function ticketOf(staff: { email: string; password: string }): Promise<string> {
  const { body } = (await signIn(staff)).answer
  if (!('second_factor' in body)) throw new Error('no second step was asked for')
  return body.second_factor.ticket
}

describe('the second factor', () => {
  it('[U-01] is required after the password, and each code is valid once', async () => {
    const { staff, secret, used } = await withFactor()
    const { answer } = await signIn(staff)
    expect(setCookieOf(answer)).toBe('')
    if (!('second_factor' in answer.body)) throw new Error('no second step was asked for')
    const { ticket } = answer.body.second_factor
    expect(codeOf(await ask('dashboard/login/second-factor', { ticket, code: '000000' }))).toBe('SECOND_FACTOR_WRONG')
    // The authenticator's code that confirmed the second factor cannot be used again.
    expect(codeOf(await ask('dashboard/login/second-factor', { ticket, code: used }))).toBe('SECOND_FACTOR_WRONG')
    const code = shown(secret)
    const both = await Promise.all([1, 2].map(() => ask('dashboard/login/second-factor', { ticket, code })))
    expect(both.map(({ status }) => status).toSorted()).toEqual([200, 401])
    const entered = both.find(({ status }) => status === 200)!
    const cookie = setCookieOf(entered).split(';')[0]!
    expect((await ask('dashboard/me', {}, { cookie })).body.data).toMatchObject({
      id: staff.id,
      has_second_factor: true,
      needs_second_factor: false,
    })
    expect(codeOf(await ask('dashboard/login/second-factor', { ticket, code: shown(secret, 1) }))).toBe(
      'SIGN_IN_TICKET_OVER',
    )
  })

  it('[U-01] the ticket is invalid after five wrong codes', async () => {
    const { staff, secret } = await withFactor()
    const ticket = await ticketOf(staff)
    for (let tried = 0; tried < 5; tried++) {
      await ask('dashboard/login/second-factor', { ticket, code: '000000' })
      await test.db.deleteFrom('secret_guesses').execute()
    }
    expect(codeOf(await ask('dashboard/login/second-factor', { ticket, code: shown(secret) }))).toBe(
      'SIGN_IN_TICKET_OVER',
    )
  })

  it('[U-01] a recovery code works once, and the tables contain neither secret nor codes', async () => {
    const { staff, secret, recoveryCodes } = await withFactor()
    expect(new Set(recoveryCodes).size).toBe(10)
    const stored = JSON.stringify([
      await test.db.selectFrom('second_factors').select('secret').where('user_id', '=', staff.id).execute(),
      await test.db.selectFrom('recovery_codes').select('code_hash').where('user_id', '=', staff.id).execute(),
    ])
    expect(stored).not.toContain(secret)
    expect(stored).not.toContain(recoveryCodes[0])
    const [code] = recoveryCodes as [string]
    const first = await ask('dashboard/login/second-factor', { ticket: await ticketOf(staff), code })
    expect(first.status).toBe(200)
    const second = await ask('dashboard/login/second-factor', { ticket: await ticketOf(staff), code })
    expect(codeOf(second)).toBe('SECOND_FACTOR_WRONG')
  })

  it('[U-01] is removed with one of its codes, and both setting up and removing are recorded', async () => {
    const { staff, cookie, secret } = await withFactor()
    expect(codeOf(await ask('dashboard/second-factor/start', {}, { cookie }))).toBe('SECOND_FACTOR_SET')
    expect(codeOf(await ask('dashboard/second-factor/confirm', { code: '123456' }, { cookie }))).toBe(
      'SECOND_FACTOR_SET',
    )
    expect(codeOf(await ask('dashboard/second-factor/stop', { code: '000000' }, { cookie }))).toBe(
      'SECOND_FACTOR_WRONG',
    )
    expect((await ask('dashboard/second-factor/stop', { code: shown(secret) }, { cookie })).status).toBe(200)
    expect((await signIn(staff)).answer.status).toBe(200)
    const done = (await auditOf(staff.id)).map(({ action }) => action)
    expect(done).toContain('second_factor.set_up')
    expect(done).toContain('second_factor.removed')
  })

  it('[U-01] cannot be proved or removed before its set-up begins', async () => {
    const { cookie } = await signIn(await member())
    expect(codeOf(await ask('dashboard/second-factor/confirm', { code: '123456' }, { cookie }))).toBe('NOT_FOUND')
    expect(codeOf(await ask('dashboard/second-factor/stop', { code: '123456' }, { cookie }))).toBe('NOT_FOUND')
    const { body } = await ask('dashboard/second-factor/start', {}, { cookie })
    expect(body.uri).toMatch(/^otpauth:\/\/totp\//)
    expect(codeOf(await ask('dashboard/second-factor/confirm', { code: 'abcdef' }, { cookie }))).toBe(
      'SECOND_FACTOR_WRONG',
    )
  })

  it('[U-01] guesses are limited, both when setting up and when removing it', async () => {
    const fresh = await signIn(await member())
    await ask('dashboard/second-factor/start', {}, fresh)
    const proved = await withFactor()
    for (const [name, cookie] of [
      ['dashboard/second-factor/confirm', fresh.cookie],
      ['dashboard/second-factor/stop', proved.cookie],
    ] as const) {
      let last: string | undefined
      for (let tried = 0; tried < 11; tried++) last = codeOf(await ask(name, { code: '1' }, { cookie }))
      expect(last, name).toBe('TOO_MANY_REQUESTS')
    }
  })

  it('[GAP-76] a page of another site cannot take a step of signing in', async () => {
    const headers = { 'sec-fetch-site': 'cross-site' }
    const inputs = {
      'dashboard/login/second-factor': { ticket: 'x', code: '1' },
      'dashboard/setup': { secret: 'x', name: 'x', email: 'x', password: 'x' },
    }
    for (const name of ['dashboard/login/second-factor', 'dashboard/setup'] as const)
      expect(codeOf(await ask(name, inputs[name], { headers })), name).toBe('FOREIGN_ORIGIN')
  })
})

describe('a store owner at the dashboard', () => {
  it('[GAP-76] [GAP-75] gets their own stores and the session time of staff, and cannot make calls of staff', async () => {
    const password = 'saffron-door-77'
    const owner = await test.build.user({ password_hash: await slowHash(password) }, 'store_owner')
    const own = await test.build.store({ name: 'Own Kitchen' })
    const other = await test.build.store()
    await test.db.insertInto('store_members').values({ store_id: own.id, user_id: owner.id, role: 'owner' }).execute()
    const { answer, cookie } = await signIn({ email: owner.email!, password })
    expect(answer.body).toMatchObject({ data: { role: 'store_owner', permissions: [], stores: [{ id: own.id }] } })
    expect((await ask('store-owner/get-store', { store_id: own.id }, { cookie })).status).toBe(200)
    expect(codeOf(await ask('store-owner/get-store', { store_id: other.id }, { cookie }))).toBe('ORDER_NOT_YOURS')
    expect(codeOf(await ask('dashboard/refunds', {}, { cookie }))).toBe('PERMISSION_MISSING')
    await test.db
      .updateTable('sessions')
      .set({ last_seen_at: new Date(Date.now() - 31 * 60_000) })
      .where('user_id', '=', owner.id)
      .execute()
    expect(codeOf(await ask('dashboard/me', {}, { cookie }))).toBe('SESSION_EXPIRED')
  })

  it('[GAP-75] staff with the permission reach every store through the calls of owners, and their actions are recorded', async () => {
    const staff = await member('order_actions')
    const { cookie } = await signIn(staff)
    const order = await test.build.order({
      user_id: (await test.build.customer()).id,
      store_id: (await test.build.store()).id,
      status: 1,
    })
    const accepted = await ask('store-owner/accept-order', { store_id: order.store_id, order_id: order.id }, { cookie })
    expect(accepted).toMatchObject({ status: 200, body: { orderstatus_id: 2 } })
    expect(await auditOf(staff.id)).toContainEqual(
      expect.objectContaining({ action: 'order.moved', object_id: String(order.id), after: { status: 'accepted' } }),
    )
    const event = await test.db
      .selectFrom('order_events')
      .select(['actor', 'actor_id'])
      .where('order_id', '=', order.id)
      .orderBy('id', 'desc')
      .executeTakeFirst()
    expect(event).toEqual({ actor: 'staff', actor_id: staff.id })
  })
})

describe('the first administrator', () => {
  const typed = { name: 'Meera Rao', email: 'meera@example.test', password: 'a-long-word-for-her' }

  it('[U-01] is created once, with the secret that the start printed, also by two parallel requests', async () => {
    expect((await ask('dashboard/setup-state', {})).body).toEqual({ needs_setup: true })
    const secret = await prepareFirstAdmin(test.db)
    expect(codeOf(await ask('dashboard/setup', { ...typed, secret: 'not-it' }))).toBe('SETUP_SECRET_WRONG')
    const weak = await ask('dashboard/setup', { ...typed, secret, email: 'meera', password: 'password' })
    expect(weak).toMatchObject({
      status: 400,
      body: { error: { fields: { email: expect.any(String), password: expect.any(String) } } },
    })
    const tries = await Promise.all(
      ['a', 'b'].map((tag) => ask('dashboard/setup', { ...typed, email: `${tag}@example.test`, secret })),
    )
    expect(tries.map(({ status }) => status).toSorted()).toEqual([200, 401])
    const cookie = setCookieOf(tries.find(({ status }) => status === 200)!).split(';')[0]!
    expect((await ask('dashboard/me', {}, { cookie })).body.data).toMatchObject({ role: 'admin' })
    expect((await ask('dashboard/setup-state', {})).body).toEqual({ needs_setup: false })
    expect(await prepareFirstAdmin(test.db)).toBeUndefined()
    // This secret was printed before an administrator was created in another way, so it no longer works.
    await replaceFirstAdminSecret(test.db, createHash('sha256').update('printed-earlier').digest())
    const late = { ...typed, email: 'late@example.test', secret: 'printed-earlier' }
    expect(codeOf(await ask('dashboard/setup', late))).toBe('SETUP_SECRET_WRONG')
  })

  it('[U-01] guesses at the secret are limited', async () => {
    let last: string | undefined
    for (let tried = 0; tried < 11; tried++)
      last = codeOf(await ask('dashboard/setup', { ...typed, secret: 'no' }, { ip: '203.0.113.88' }))
    expect(last).toBe('TOO_MANY_REQUESTS')
  })

  it('[U-01] cannot be created with an e-mail address in use', async () => {
    await test.db.deleteFrom('user_roles').where('role', '=', 'admin').execute()
    const secret = await prepareFirstAdmin(test.db)
    const { email } = await test.build.user()
    expect(codeOf(await ask('dashboard/setup', { ...typed, email, secret }))).toBe('EMAIL_PHONE_ALREADY_USED')
    expect((await ask('dashboard/setup-state', {})).body).toEqual({ needs_setup: true })
  })
})
