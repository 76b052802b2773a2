import { sql } from 'kysely'
import { Secret, TOTP } from 'otpauth'
import { beforeEach, describe, expect, test as it } from 'vitest'
import type { Db } from '#db/connection.ts'
import { slowHash } from '#features/identity/accounts/slow-hash.ts'
import { createPeople } from '#test/accounts.ts'
import { codeOf, type TestAnswer, useTestApp } from '#test/harness.ts'
import { createStaff } from '#test/staff.ts'

const test = useTestApp()
const people = createPeople(test)
const { admin, member, ask, signIn } = createStaff(test)
const password = 'a-kettle-of-tea-9'
const newPassword = 'a-basket-of-limes-4'
const SIGN_INS = 12

beforeEach(async () => {
  await test.db.deleteFrom('limit_counters').execute()
  await test.db.deleteFrom('secret_guesses').execute()
  await people.set({ limitLoginFailuresPerAccount: '1000', limitLoginFailuresPerAddress: '1000' })
})

let used = 0
const newAddress = () => `10.${Math.floor(++used / 250)}.${used % 250}.7`

/**
 * Begins sign-ins and the change in parallel, several times, and returns the number of the account's live sessions when
 * both are over. No matter in which order the sign-ins and the change run, no session that the old secret opened may
 * remain.
 */
async function sessionsAfter(
  userId: number,
  begin: () => Promise<TestAnswer>,
  change: () => Promise<unknown>,
): Promise<number> {
  const running = Array.from({ length: SIGN_INS }, begin)
  // The change of a credential happens while the sign-ins compare their secrets, as soon as one of them has counted a
  // guess.
  await expect
    .poll(async () => (await test.db.selectFrom('secret_guesses').select('subject').execute()).length, {
      interval: 2,
      timeout: 20_000,
    })
    .toBeGreaterThan(0)
  await Promise.all([change(), ...running])
  return (await test.db.selectFrom('sessions').select('id').where('user_id', '=', userId).execute()).length
}

const login = (name: 'login' | 'store-owner/login' | 'delivery/login', email: string) => () =>
  test.call(name, { email, password } as never, { ip: newAddress() })

async function resetOf(email: string) {
  await test.call('send-password-reset-mail', { email })
  const codes = () => test.db.selectFrom('local_outbox').select('code').where('recipient', '=', email).execute()
  await expect.poll(async () => (await codes()).length).toBe(1)
  const code = (await codes())[0]!.code!
  return async () => {
    const answer = await test.call('change-user-password', { email, code, password: newPassword })
    expect(answer.body).toMatchObject({ success: true })
  }
}

describe('an unfinished sign-in opens no session after the old secret ends', () => {
  it.each([
    ['login', 'customer'],
    ['store-owner/login', 'store_owner'],
    ['delivery/login', 'rider'],
  ] as const)('%s and a password reset', async (name, role) => {
    const person = await test.build.user({ phone: people.newPhone(), password_hash: await slowHash(password) }, role)
    if (role === 'rider')
      await test.db
        .insertInto('riders')
        .values({ user_id: person.id })
        .onConflict((on) => on.doNothing())
        .execute()
    expect(await sessionsAfter(person.id, login(name, person.email!), await resetOf(person.email!))).toBe(0)
  })

  it('a password and the first proof of the phone', async () => {
    const person = await test.build.user({
      phone: people.newPhone(),
      phone_proved_at: null,
      password_hash: await slowHash(password),
    })
    const phone = person.phone!
    const otp = await people.loginCode(phone)
    await test.db.deleteFrom('secret_guesses').execute()
    const prove = async () => {
      const entered = await test.call('login-with-otp', { phone, otp })
      expect(entered.body).toMatchObject({ success: true })
    }
    const codes = await test.db.selectFrom('one_time_codes').select('id').where('target', '=', phone).execute()
    expect(codes).toHaveLength(1)
    // Only the session that the one-time code opened remains.
    expect(await sessionsAfter(person.id, login('login', person.email!), prove)).toBe(1)
  })

  it('a password, and a new one by an administrator, a ban, and the end of all sessions', async () => {
    const { cookie } = await signIn(await admin())
    for (const change of ['set-password', 'end-sessions', 'ban'] as const) {
      await test.db.deleteFrom('secret_guesses').execute()
      const person = await test.build.user({ password_hash: await slowHash(password) }, 'store_owner')
      const input = {
        'set-password': { password: newPassword },
        'end-sessions': {},
        ban: { is_banned: true, reason: 'fraud' },
      }[change]
      const left = await sessionsAfter(person.id, login('store-owner/login', person.email!), async () => {
        const answer = await ask(`dashboard/people/${change}`, { id: person.id, ...input }, { cookie })
        expect(answer.status, change).toBe(200)
        if (change === 'ban') await test.db.deleteFrom('sessions').where('user_id', '=', person.id).execute()
      })
      // The end of all sessions is an exception: the password stays valid, so a sign-in that had not yet compared it
      // may still succeed.
      if (change !== 'end-sessions') expect(left, change).toBe(0)
    }
  })

  it('a password and the first second factor of the account', async () => {
    const staff = await member('order_view')
    const { cookie } = await signIn(staff)
    const { body } = await ask('dashboard/second-factor/start', {}, { cookie })
    await test.db.deleteFrom('secret_guesses').execute()
    const code = new TOTP({ secret: Secret.fromBase32(body.secret) }).generate()
    let confirmedAt = 0
    const entered: number[] = []
    await sessionsAfter(
      staff.id,
      async () => {
        const { answer } = await signIn(staff, newAddress())
        if (answer.status === 200 && !('second_factor' in answer.body)) entered.push(Date.now())
        return answer
      },
      async () => {
        expect((await ask('dashboard/second-factor/confirm', { code }, { cookie })).status).toBe(200)
        confirmedAt = (
          await test.db
            .selectFrom('second_factors')
            .select('confirmed_at')
            .where('user_id', '=', staff.id)
            .executeTakeFirstOrThrow()
        ).confirmed_at!.getTime()
      },
    )
    const later = await test.db
      .selectFrom('sessions')
      .select('created_at')
      .where('user_id', '=', staff.id)
      .where('created_at', '>', new Date(confirmedAt))
      .execute()
    expect(later).toEqual([])
  })
})

describe('a sign-in whose secret was compared before a change, and whose session would begin after it', () => {
  const changes = {
    'another password': sql`update users set password_hash = 'another'`,
    'no password': sql`update users set password_hash = null`,
    'another e-mail address': sql`update users set email = 'moved-' || email`,
    'a ban': sql`update users set is_active = false`,
    'a deleted account': sql`update users set deleted_at = now()`,
  }

  it.each(
    (['login', 'store-owner/login', 'delivery/login', 'dashboard/login'] as const).flatMap((name) =>
      Object.keys(changes).map((change) => ({ name, change: change as keyof typeof changes })),
    ),
  )('is refused: $name and $change', async ({ name, change }) => {
    const role = {
      login: 'customer',
      'store-owner/login': 'store_owner',
      'delivery/login': 'rider',
      'dashboard/login': 'admin',
    } as const
    const person = await test.build.user({ password_hash: await slowHash(password) }, role[name])
    const input = { email: person.email!, password }
    // Counts the sign-ins that wait for the transaction that has locked the account.
    const waitingFor = async (tx: Db) => {
      const { rows } = await sql<{ count: number }>`
        select count(*)::int as count from pg_locks w join pg_locks h using (transactionid)
         where not w.granted and h.granted and h.pid = pg_backend_pid()`.execute(tx)
      return rows[0]!.count
    }
    let answer: Promise<TestAnswer> | undefined
    await test.db.transaction().execute(async (tx) => {
      await sql`select from users where id = ${person.id} for update`.execute(tx)
      answer = name === 'dashboard/login' ? ask(name, input) : test.call(name, input)
      await expect.poll(() => waitingFor(tx), { interval: 10, timeout: 20_000 }).toBe(1)
      await sql`${changes[change]} where id = ${person.id}`.execute(tx)
    })
    expect(codeOf((await answer)!)).toBe(name === 'dashboard/login' ? 'STAFF_LOGIN_WRONG' : 'DONOTMATCH')
    expect(await test.db.selectFrom('sessions').select('id').where('user_id', '=', person.id).execute()).toEqual([])
  })
})

describe('a ticket for the second step', () => {
  it.each(['new password', 'end of all sessions'])('is invalid after the %s', async (what) => {
    const staff = await member('order_view')
    const { cookie } = await signIn(staff)
    const { body } = await ask('dashboard/second-factor/start', {}, { cookie })
    const shown = (steps: number) =>
      new TOTP({ secret: Secret.fromBase32(body.secret) }).generate({ timestamp: Date.now() + steps * 30_000 })
    const confirmed = await ask('dashboard/second-factor/confirm', { code: shown(-1) }, { cookie })
    const { answer } = await signIn(staff)
    if (!('second_factor' in answer.body)) throw new Error('no second step was asked for')
    const chief = await signIn(await admin())
    const [name, input] =
      what === 'new password'
        ? (['dashboard/people/set-password', { id: staff.id, password: newPassword }] as const)
        : (['dashboard/people/end-sessions', { id: staff.id }] as const)
    expect((await ask(name, input, { cookie: chief.cookie })).status).toBe(200)
    const { ticket } = answer.body.second_factor
    for (const code of [shown(0), confirmed.body.recovery_codes[0]!]) {
      const step = await ask('dashboard/login/second-factor', { ticket, code })
      expect(step.status).not.toBe(200)
    }
    expect(await test.db.selectFrom('sessions').select('id').where('user_id', '=', staff.id).execute()).toEqual([])
  })
})
