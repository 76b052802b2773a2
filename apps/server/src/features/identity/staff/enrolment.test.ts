import { Secret, TOTP } from 'otpauth'
import { describe, expect, test as it } from 'vitest'
import { slowHash } from '#features/identity/accounts/slow-hash.ts'
import { codeOf, useTestApp } from '#test/harness.ts'
import { createStaff, setCookieOf } from '#test/staff.ts'
import { prepareEnrolment, prepareFirstAdmin } from './first-admin.ts'

const test = useTestApp({ config: { mode: 'production', demo: false } })
const { admin, member, ask, signIn, auditOf } = createStaff(test)

const start = (cookie: string, secret?: string) =>
  ask('dashboard/second-factor/start', secret === undefined ? {} : { operator_secret: secret }, { cookie })

const actionsOf = async (id: number) => (await auditOf(id)).map(({ action }) => action)

async function confirm(cookie: string, secret: string) {
  const code = new TOTP({ secret: Secret.fromBase32(secret) }).generate()
  return ask('dashboard/second-factor/confirm', { code }, { cookie })
}

it('the administrator whom the operator has just created needs no second secret', async () => {
  const secret = await prepareFirstAdmin(test.db)
  const typed = { name: 'Meera Rao', email: 'meera@example.test', password: 'a-long-word-for-her' }
  const cookie = setCookieOf(await ask('dashboard/setup', { ...typed, secret: secret! })).split(';')[0]!
  const begun = await start(cookie)
  expect(begun.status).toBe(200)
  expect((await confirm(cookie, begun.body.secret)).status).toBe(200)
  const { id } = (await ask('dashboard/me', {}, { cookie })).body.data
  expect((await auditOf(id))[0]).toMatchObject({
    action: 'first_admin.created',
    object_type: 'user',
    object_id: String(id),
  })
})

it('the password alone does not let an administrator without a second factor set one up', async () => {
  const person = await admin()
  const { cookie } = await signIn(person)
  for (const secret of [undefined, '', 'wrong'])
    expect(codeOf(await start(cookie, secret))).toBe('OPERATOR_SECRET_NEEDED')
  expect(codeOf(await ask('dashboard/second-factor/confirm', { code: '000000' }, { cookie }))).toBe('NOT_FOUND')
  expect(codeOf(await ask('dashboard/settings', {}, { cookie }))).toBe('SECOND_FACTOR_NEEDED')
  const printed = await prepareEnrolment(test.db)
  const begun = await start(cookie, ` ${printed} `)
  expect(begun.status).toBe(200)
  // The page is loaded a second time in the same session, which requires no further secret.
  const again = await start(cookie)
  expect((await confirm(cookie, again.body.secret)).status).toBe(200)
  expect((await ask('dashboard/settings', {}, { cookie })).status).toBe(200)
  expect(await actionsOf(person.id)).toEqual([
    'dashboard.signed_in',
    'second_factor.operator_secret_used',
    'second_factor.set_up',
  ])
})

it('the printed secret works once, also for two parallel requests, and a newer one replaces it', async () => {
  const [one, other] = [await signIn(await admin()), await signIn(await admin())]
  const old = await prepareEnrolment(test.db)
  const printed = await prepareEnrolment(test.db)
  expect(codeOf(await start(one.cookie, old))).toBe('OPERATOR_SECRET_NEEDED')
  const both = await Promise.all([start(one.cookie, printed), start(other.cookie, printed)])
  expect(both.map(({ status }) => status).toSorted()).toEqual([200, 403])
})

it('guesses at the printed secret are limited', async () => {
  const { cookie } = await signIn(await admin())
  const ip = '203.0.113.90'
  let last: string | undefined
  for (let tried = 0; tried < 11; tried++)
    last = codeOf(await ask('dashboard/second-factor/start', { operator_secret: `guess ${tried}` }, { cookie, ip }))
  expect(last).toBe('TOO_MANY_REQUESTS')
})

describe('a member of staff or a store owner', () => {
  const owner = async () => {
    const created = await test.build.user({ password_hash: await slowHash('saffron-door-77') }, 'store_owner')
    return { ...created, email: created.email!, password: 'saffron-door-77' }
  }
  /** Signs in an administrator, sets up their second factor, and returns the cookie of their session. */
  const chief = async () => {
    const { cookie } = await signIn(await admin())
    const begun = await start(cookie, await prepareEnrolment(test.db))
    expect((await confirm(cookie, begun.body.secret)).status).toBe(200)
    return cookie
  }
  const issue = (id: number, cookie: string) => ask('dashboard/people/enrolment-code', { id }, { cookie })
  const enrol = (cookie: string, code?: string) =>
    ask('dashboard/second-factor/start', code === undefined ? {} : { enrolment_code: code }, { cookie })

  it.each([
    ['staff who may do little', () => member('order_view')],
    ['staff who move money', () => member('all_users_edit', 'all_users_wallet')],
    ['a store owner', owner],
  ] as const)(
    'a person whose password has leaked cannot get a second factor set up by a stranger: %s',
    async (_who, make) => {
      const person = await make()
      const { cookie } = await signIn(person)
      const ofOther = (await issue((await member('order_view')).id, await chief())).body.code
      for (const code of [undefined, '', 'wrong', ofOther])
        expect(codeOf(await enrol(cookie, code))).toBe('ENROLMENT_CODE_NEEDED')
      // The secret that the operator reads works only for administrators.
      await admin()
      expect(codeOf(await start(cookie, await prepareEnrolment(test.db)))).toBe('ENROLMENT_CODE_NEEDED')
      expect(codeOf(await ask('dashboard/second-factor/confirm', { code: '000000' }, { cookie }))).toBe('NOT_FOUND')
      const issued = await issue(person.id, await chief())
      expect(issued.headers['cache-control']).toBe('no-store')
      expect(Date.parse(issued.body.expires_at) - Date.now()).toBeLessThanOrEqual(24 * 3600_000 + 60_000)
      expect((await enrol(cookie, issued.body.code)).status).toBe(200)
      // The page is loaded a second time in the same session, which requires no further code; another session requires
      // one.
      const again = await enrol(cookie)
      expect(codeOf(await enrol((await signIn(person)).cookie, issued.body.code))).toBe('ENROLMENT_CODE_NEEDED')
      expect((await confirm(cookie, again.body.secret)).status).toBe(200)
      expect(await actionsOf(person.id)).toContain('second_factor.enrolment_code_used')
    },
  )

  it('removes a second factor and sets up another in the same session', async () => {
    const person = await member('order_view')
    const { cookie } = await signIn(person)
    const { code } = (await issue(person.id, await chief())).body
    const { secret } = (await enrol(cookie, code)).body
    const { recovery_codes } = (await confirm(cookie, secret)).body
    expect((await ask('dashboard/second-factor/stop', { code: recovery_codes[0]! }, { cookie })).status).toBe(200)
    expect((await enrol(cookie)).status).toBe(200)
    expect(codeOf(await enrol((await signIn(person)).cookie))).toBe('ENROLMENT_CODE_NEEDED')
  })

  it('uses a code once, also in parallel, until it is a day old or a newer one is issued', async () => {
    const person = await member('order_view')
    const [one, other] = [await signIn(person), await signIn(person)]
    const boss = await chief()
    const old = (await issue(person.id, boss)).body.code
    const { code } = (await issue(person.id, boss)).body
    expect(codeOf(await enrol(one.cookie, old))).toBe('ENROLMENT_CODE_NEEDED')
    const both = await Promise.all([enrol(one.cookie, code), enrol(other.cookie, code)])
    expect(both.map(({ status }) => status).toSorted()).toEqual([200, 403])
    const late = (await issue(person.id, boss)).body.code
    await test.db
      .updateTable('enrolment_codes')
      .set({ expires_at: new Date(Date.now() - 1000) })
      .execute()
    expect(codeOf(await enrol((await signIn(person)).cookie, late))).toBe('ENROLMENT_CODE_NEEDED')
  })

  it('gets a code only from an administrator with a second factor and a recent proof', async () => {
    const person = await member('order_view')
    const boss = await chief()
    expect(codeOf(await issue(person.id, (await signIn(await member('all_users_edit'))).cookie))).toBe(
      'PERMISSION_MISSING',
    )
    expect(codeOf(await issue((await owner()).id, (await signIn(await member('all_users_edit'))).cookie))).toBe(
      'PERMISSION_MISSING',
    )
    expect(codeOf(await issue(person.id, (await signIn(await admin())).cookie))).toBe('SECOND_FACTOR_NEEDED')
    expect(codeOf(await issue((await admin()).id, boss))).toBe('PERMISSION_MISSING')
    expect(codeOf(await issue((await test.build.customer()).id, boss))).toBe('NOT_FOUND')
    expect(codeOf(await issue(999_999_999, boss))).toBe('NOT_FOUND')
    const { cookie } = await signIn(person)
    const { code } = (await issue(person.id, boss)).body
    await confirm(cookie, (await enrol(cookie, code)).body.secret)
    expect(codeOf(await issue(person.id, boss))).toBe('SECOND_FACTOR_SET')
    await test.db
      .updateTable('sessions')
      .set({ proved_at: new Date(Date.now() - 3600_000) })
      .execute()
    expect(codeOf(await issue((await owner()).id, boss))).toBe('PROOF_NEEDED')
    const rows = await test.db
      .selectFrom('audit_entries')
      .select('action')
      .where('object_id', '=', String(person.id))
      .where('action', 'like', 'second_factor.%')
      .execute()
    expect(rows.map(({ action }) => action)).toEqual(['second_factor.enrolment_code_issued'])
  })
})

it('no secret is printed when every administrator has a second factor', async () => {
  await test.db.deleteFrom('user_roles').where('role', '=', 'admin').execute()
  expect(await prepareEnrolment(test.db)).toBeUndefined()
})
