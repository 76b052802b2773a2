import { Secret, TOTP } from 'otpauth'
import { expect, test as it } from 'vitest'
import { inTransaction } from '#db/connection.ts'
import { slowHash } from '#features/identity/accounts/slow-hash.ts'
import { type SessionAudience, startSession } from '#http/session.ts'
import { createPeople } from '#test/accounts.ts'
import { type TestAnswer, useTestApp } from '#test/harness.ts'
import { createStaff } from '#test/staff.ts'
import { issueTicket } from './tickets.ts'

const test = useTestApp()
const people = createPeople(test)
const { admin, member, ask, signIn } = createStaff(test)
const password = 'a-kettle-of-tea-9'
const newPassword = 'a-basket-of-limes-4'

/**
 * Creates what earlier sign-ins leave behind: two sessions, a ticket and, for staff, a session in which they act for a
 * customer.
 */
async function leaveSignIns(userId: number, audience: SessionAudience): Promise<void> {
  const customer = await test.build.customer()
  await inTransaction(test.db, async (tx) => {
    for (let device = 0; device < 2; device++) await startSession(tx, { userId, audience })
    if (audience === 'staff')
      await startSession(tx, { userId: customer.id, audience: 'customer', actingStaffId: userId })
  })
  const { login_version: loginVersion } = await test.db
    .selectFrom('users')
    .select('login_version')
    .where('id', '=', userId)
    .executeTakeFirstOrThrow()
  await issueTicket(test.db, { userId, loginVersion, audience })
}

async function leftOf(userId: number) {
  const sessions = await test.db
    .selectFrom('sessions')
    .select('id')
    .where(({ or, eb }) => or([eb('user_id', '=', userId), eb('acting_staff_id', '=', userId)]))
    .execute()
  const tickets = await test.db.selectFrom('sign_in_tickets').select('user_id').where('user_id', '=', userId).execute()
  return { sessions: sessions.length, tickets: tickets.length }
}

const shown = (secret: string, steps = 0) =>
  new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: Date.now() + steps * 30_000 })

/** Signs a member of staff in to the dashboard and leaves the session open. */
async function atDashboard() {
  const person = await member('order_view')
  const { cookie } = await signIn(person)
  return { id: person.id, audience: 'staff' as const, cookie, person }
}

const byAdmin = async (name: 'set-password' | 'end-sessions' | 'ban', input: object, id: number) => {
  const { cookie } = await signIn(await admin())
  return ask(`dashboard/people/${name}`, { id, ...input }, { cookie })
}

type Case = {
  /** Number of sessions that the change does not end. */
  keeps: number
  prepare: () => Promise<{ id: number; audience: SessionAudience; change: () => Promise<TestAnswer> }>
}
const changes: Record<string, Case> = {
  'the own password at the dashboard': {
    keeps: 1,
    prepare: async () => {
      const { cookie, person, ...rest } = await atDashboard()
      const input = { current_password: person.password, password: newPassword }
      return { ...rest, change: () => ask('dashboard/change-password', input, { cookie }) }
    },
  },
  'a first second factor': {
    keeps: 1,
    prepare: async () => {
      const { cookie, ...rest } = await atDashboard()
      const { body } = await ask('dashboard/second-factor/start', {}, { cookie })
      return {
        ...rest,
        change: () => ask('dashboard/second-factor/confirm', { code: shown(body.secret) }, { cookie }),
      }
    },
  },
  'no second factor any more': {
    keeps: 1,
    prepare: async () => {
      const { cookie, ...rest } = await atDashboard()
      const { body } = await ask('dashboard/second-factor/start', {}, { cookie })
      const proved = await ask('dashboard/second-factor/confirm', { code: shown(body.secret) }, { cookie })
      const [code] = proved.body.recovery_codes
      return { ...rest, change: () => ask('dashboard/second-factor/stop', { code: code! }, { cookie }) }
    },
  },
  'a reset by e-mail': {
    keeps: 0,
    prepare: async () => {
      const { id, email } = await test.build.user({ password_hash: await slowHash(password) })
      await test.call('send-password-reset-mail', { email: email! })
      const code = await people.mailedCodeTo(email!)
      const input = { email: email!, code, password: newPassword }
      return { id, audience: 'customer', change: () => test.call('change-user-password', input) }
    },
  },
  'a password that an administrator sets': {
    keeps: 0,
    prepare: async () => {
      const { id } = await member('order_view')
      return { id, audience: 'staff', change: () => byAdmin('set-password', { password: newPassword }, id) }
    },
  },
  'the end of all sessions': {
    keeps: 0,
    prepare: async () => {
      const { id } = await member('order_view')
      return { id, audience: 'staff', change: () => byAdmin('end-sessions', {}, id) }
    },
  },
  'the first proof of the phone': {
    keeps: 1,
    prepare: async () => {
      const { id, phone } = await test.build.user({ phone: people.newPhone(), phone_proved_at: null })
      const otp = await people.loginCode(phone!)
      return { id, audience: 'customer', change: () => test.call('login-with-otp', { phone: phone!, otp }) }
    },
  },
  'the deletion of the account': {
    keeps: 0,
    prepare: async () => {
      const customer = await test.build.customer()
      return { id: customer.id, audience: 'customer', change: () => test.call('delete-my-account', {}, customer) }
    },
  },
}

it.each(Object.entries(changes))(
  '%s ends all other sessions and unfinished sign-ins',
  async (_what, { keeps, prepare }) => {
    await test.db.deleteFrom('secret_guesses').execute()
    const { id, audience, change } = await prepare()
    await leaveSignIns(id, audience)
    const before = await leftOf(id)
    expect(before.sessions).toBeGreaterThan(keeps)
    expect(before.tickets).toBe(1)
    expect((await change()).status).toBe(200)
    expect(await leftOf(id)).toEqual({ sessions: keeps, tickets: 0 })
  },
)

it('a ban ends unfinished sign-ins; sessions stay and answer that the account is banned', async () => {
  const { id } = await member('order_view')
  await leaveSignIns(id, 'staff')
  await byAdmin('ban', { is_banned: true, reason: 'fraud' }, id)
  expect((await leftOf(id)).tickets).toBe(0)
})
