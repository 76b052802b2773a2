import type { CallShape } from '@nukkad/contract/call.ts'
import type { CallName, Output } from '@nukkad/contract/contract.ts'
import { contract } from '@nukkad/contract/contract.ts'
import type { Permission } from '@nukkad/contract/permissions.ts'
import { slowHash } from '#features/identity/accounts/slow-hash.ts'
import type { TestAnswer, TestApp } from './harness.ts'

const PASSWORD = 'saffron-door-77'

/** Returns helpers for the tests of staff, which use the public calls. */
export function createStaff(test: TestApp) {
  /** Creates a member of staff with the given permissions. */
  async function member(...permissions: Permission[]) {
    const created = await test.build.user({ name: 'Farah Khan', password_hash: await slowHash(PASSWORD) }, 'staff')
    await give(created.id, ...permissions)
    return { ...created, email: created.email!, password: PASSWORD }
  }

  async function admin() {
    const created = await test.build.user({ name: 'Om Prakash', password_hash: await slowHash(PASSWORD) }, 'admin')
    return { ...created, email: created.email!, password: PASSWORD }
  }

  async function give(userId: number, ...permissions: Permission[]): Promise<void> {
    for (const permission of permissions)
      await test.db.insertInto('staff_permissions').values({ user_id: userId, permission }).execute()
  }

  /** Makes a call as a browser does on a page of the dashboard: with JSON and the session cookie. */
  async function ask<Name extends CallName>(
    name: Name,
    input: object,
    { cookie, headers, ip }: { cookie?: string; headers?: Record<string, string>; ip?: string } = {},
  ): Promise<TestAnswer<Output<Name>>> {
    const shape: CallShape = contract[name]
    const base = shape.base === 'callandorder' ? '/public/callandorder' : '/public/api'
    const answer = await test.send(`${base}/${name}`, {
      payload: input,
      headers: { ...(cookie && { cookie, 'sec-fetch-site': 'same-origin' }), ...headers },
      ...(ip && { ip }),
    })
    return answer as TestAnswer<Output<Name>>
  }

  async function signIn({ email, password }: { email: string; password: string }, ip?: string) {
    const answer = await ask('dashboard/login', { email, password }, ip ? { ip } : {})
    return { answer, cookie: cookieOf(answer) }
  }

  /** Returns the session cookie of a new member of staff with the given permissions. */
  async function cookieWith(...permissions: Permission[]): Promise<string> {
    return (await signIn(await member(...permissions))).cookie
  }

  /** Starts a session in which a new member of staff acts for a customer. */
  async function actFor(customer: { id: number }, ...permissions: Permission[]) {
    const staff = await member('login_as_customer', ...permissions)
    const { cookie } = await signIn(staff)
    const { body } = await ask('login-as-customer', { user_id: customer.id }, { cookie })
    if (body.newCustomer) throw new Error('no session')
    return { staff, cookie, token: body.data.auth_token, body }
  }

  async function auditOf(actorId: number) {
    return test.db
      .selectFrom('audit_entries')
      .select(['action', 'acting_for_id', 'object_type', 'object_id', 'after', 'reason'])
      .where('actor_id', '=', actorId)
      .orderBy('id')
      .execute()
  }

  return { member, admin, give, ask, signIn, cookieWith, actFor, auditOf }
}

/** Returns the staff cookie that an answer sets. */
export function setCookieOf(answer: TestAnswer): string {
  return setCookies(answer).find((cookie) => cookie.includes('nukkad-staff=')) ?? ''
}

/** Returns the device cookie of an answer, as the browser sends it back. */
export function deviceCookieOf(answer: TestAnswer): string {
  return (setCookies(answer).find((cookie) => cookie.includes('nukkad-device=')) ?? '').split(';')[0]!
}

function setCookies(answer: TestAnswer): string[] {
  return [answer.headers['set-cookie'] ?? []].flat().map(String)
}

function cookieOf(answer: TestAnswer): string {
  return setCookieOf(answer).split(';')[0]!
}
