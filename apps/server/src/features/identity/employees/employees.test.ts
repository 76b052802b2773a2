import type { StoreRole } from '@nukkad/contract/store-roles.ts'
import { sql } from 'kysely'
import { beforeEach, describe, expect, test as it } from 'vitest'
import { fingerprint } from '#test/fingerprint.ts'
import { codeOf, useTestApp } from '#test/harness.ts'
import { runJobs } from '#test/run-jobs.ts'
import { liftLimits } from '#test/town.ts'
import { jobs } from './send-invitation.ts'

const test = useTestApp()
const password = 'saffron-door-77'
let count = 0
const newEmail = () => `invited-${++count}@example.test`
const newPhone = () => `+9198${String(45_000_000 + ++count)}`

beforeEach(async () => {
  await liftLimits(test)
  await test.db.deleteFrom('local_outbox').execute()
})

async function open() {
  const store = await test.build.store()
  return { store, owner: await test.build.owner({ stores: [store] }) }
}

type Contact = { email: string } | { phone: string }
type Giver = { store: { id: number }; by: { token: string }; role?: StoreRole }

const invite = ({ store, by, role = 'kitchen' }: Giver, contact: Contact) =>
  test.call('store-owner/employees/invite', { store_id: store.id, role, ...contact }, { token: by.token })

/** Sends the waiting invitations and returns the token of the newest one that went to this recipient. */
async function tokenFor(recipient: string): Promise<string> {
  await runJobs(test, jobs)
  const { text } = await test.db
    .selectFrom('local_outbox')
    .select('text')
    .where('recipient', '=', recipient)
    .orderBy('id', 'desc')
    .executeTakeFirstOrThrow()
  return text.match(/\/dashboard\/join#([\w-]{43})/)![1]!
}

async function invited(giver: Giver, contact: Contact) {
  const { body, status } = await invite(giver, contact)
  expect(status, JSON.stringify(body)).toBe(200)
  return { id: body.id, token: await tokenFor(Object.values(contact)[0]!) }
}

const accept = (token: string, typed: { email: string; password?: string; name?: string }) =>
  test.call('dashboard/invitations/accept', { token, password, name: 'Divya Shetty', ...typed })
const show = (token: string) => test.call('dashboard/invitations/show', { token })
const signIn = (email: string) => test.call('dashboard/login', { email, password })
const rolesAt = (storeId: number) =>
  test.db
    .selectFrom('store_employees')
    .select(['user_id', 'role', 'until'])
    .where('store_id', '=', storeId)
    .orderBy('id')
    .execute()

describe('an invitation', () => {
  it('by e-mail creates an account for a new person, who signs in with the role at that store', async () => {
    const { store, owner } = await open()
    const email = newEmail()
    const { token } = await invited({ store, by: owner, role: 'manager' }, { email })
    expect((await show(token)).body).toEqual({
      success: true,
      store: store.name,
      role: 'manager',
      email,
      phone_end: null,
      has_account: false,
    })
    expect((await accept(token, { email })).body).toEqual({ success: true })
    const { body } = await signIn(email)
    expect(body).toMatchObject({
      data: { role: 'store_owner', permissions: [], stores: [{ id: store.id, role: 'manager' }] },
    })
    const listed = await test.call('store-owner/employees', { store_id: store.id }, { token: owner.token })
    expect(listed.body).toMatchObject({
      owners: [{ id: owner.id }],
      employees: [{ name: 'Divya Shetty', email, role: 'manager' }],
      invitations: [],
      may_give: ['manager', 'kitchen', 'cashier'],
    })
  })

  it('by text message proves the phone of the new account', async () => {
    const { store, owner } = await open()
    const [phone, email] = [newPhone(), newEmail()]
    const { token } = await invited({ store, by: owner }, { phone })
    expect((await show(token)).body).toMatchObject({
      email: null,
      phone_end: phone.slice(-4),
    })
    expect((await accept(token, { email })).body).toEqual({ success: true })
    const account = await test.db
      .selectFrom('users')
      .select(['phone', 'phone_proved_at'])
      .where('email', '=', email)
      .executeTakeFirstOrThrow()
    expect(account).toEqual({ phone, phone_proved_at: expect.any(Date) })
  })

  it('to a person with an account requires its password and changes nothing else of it', async () => {
    const { store, owner } = await open()
    const first = newEmail()
    await accept((await invited({ store, by: owner }, { email: first })).token, { email: first })
    const second = await open()
    const { token } = await invited({ store: second.store, by: second.owner, role: 'cashier' }, { email: first })
    expect((await show(token)).body.has_account).toBe(true)
    const wrong = await accept(token, { email: first, password: 'wrong-door-77' })
    expect(codeOf(wrong)).toBe('STAFF_LOGIN_WRONG')
    expect((await accept(token, { email: first, name: 'Other Name' })).body).toEqual({ success: true })
    const { body } = await signIn(first)
    expect(body).toMatchObject({ data: { name: 'Divya Shetty' } })
    expect((body as { data: { stores: object[] } }).data.stores).toEqual(
      expect.arrayContaining([
        expect.objectContaining({ id: store.id, role: 'kitchen' }),
        expect.objectContaining({ id: second.store.id, role: 'cashier' }),
      ]),
    )
  })

  it('removes an unproved phone from the account, so that its owner cannot get the store by proving it', async () => {
    const { store, owner } = await open()
    const email = newEmail()
    await accept((await invited({ store, by: owner }, { email })).token, { email })
    const phone = newPhone()
    await test.db.updateTable('users').set({ phone, phone_proved_at: null }).where('email', '=', email).execute()
    const other = await open()
    await accept((await invited({ store: other.store, by: other.owner }, { email })).token, { email })
    const account = await test.db.selectFrom('users').select('phone').where('email', '=', email).executeTakeFirst()
    expect(account).toEqual({ phone: null })
  })

  it('is refused with its own text when used twice, expired, withdrawn, unknown or for another person', async () => {
    const { store, owner } = await open()
    const giver = { store, by: owner }
    const used = newEmail()
    const first = await invited(giver, { email: used })
    await accept(first.token, { email: used })
    const old = newEmail()
    const expired = await invited(giver, { email: old })
    await sql`update store_invitations set expires_at = now() - interval '1 second' where id = ${expired.id}`.execute(
      test.db,
    )
    const gone = newEmail()
    const withdrawn = await invited(giver, { email: gone })
    await test.call(
      'store-owner/employees/withdraw-invitation',
      { store_id: store.id, invitation_id: withdrawn.id },
      { token: owner.token },
    )
    const mine = newEmail()
    const open3 = await invited(giver, { email: mine })
    const before = [await fingerprint(test.db), await rolesAt(store.id)]
    const answers = [
      await accept(first.token, { email: used }),
      await accept(expired.token, { email: old }),
      await accept(withdrawn.token, { email: gone }),
      await accept('x'.repeat(43), { email: newEmail() }),
      await accept(open3.token, { email: newEmail() }),
    ]
    expect(answers.map(codeOf)).toEqual([
      'INVITATION_USED',
      'INVITATION_EXPIRED',
      'INVITATION_WITHDRAWN',
      'INVITATION_UNKNOWN',
      'INVITATION_FOR_ANOTHER',
    ])
    const shown = [first, expired, withdrawn, { token: 'x'.repeat(43) }].map(({ token }) => show(token))
    expect((await Promise.all(shown)).map(codeOf)).toEqual(answers.slice(0, 4).map(codeOf))
    const texts = answers.map(({ body }) => (body as unknown as { message: string }).message)
    expect(new Set(texts).size).toBe(5)
    expect([await fingerprint(test.db), await rolesAt(store.id)]).toEqual(before)
  })

  it('by phone cannot be accepted by an account with another phone', async () => {
    const { store, owner } = await open()
    const [phone, email] = [newPhone(), newEmail()]
    await accept((await invited({ store, by: owner }, { email })).token, { email })
    await test.build.user({ phone })
    const { token } = await invited({ store, by: owner }, { phone })
    expect(codeOf(await accept(token, { email }))).toBe('INVITATION_FOR_ANOTHER')
  })

  it('is replaced by a new one to the same person, and the earlier link no longer exists', async () => {
    const { store, owner } = await open()
    const email = newEmail()
    const first = await invited({ store, by: owner }, { email })
    const second = await invited({ store, by: owner, role: 'cashier' }, { email })
    expect(second.id).toBe(first.id)
    expect(codeOf(await accept(first.token, { email }))).toBe('INVITATION_UNKNOWN')
    await accept(second.token, { email })
    expect(await rolesAt(store.id)).toMatchObject([{ role: 'cashier', until: null }])
  })

  it('is accepted once by parallel requests', async () => {
    const { store, owner } = await open()
    const email = newEmail()
    const { token } = await invited({ store, by: owner }, { email })
    const answers = await Promise.all(Array.from({ length: 6 }, () => accept(token, { email })))
    expect(answers.filter((answer) => codeOf(answer) === undefined)).toHaveLength(1)
    expect(await rolesAt(store.id)).toHaveLength(1)
    const accounts = await test.db.selectFrom('users').select('id').where('email', '=', email).execute()
    expect(accounts).toHaveLength(1)
  })

  it('is invalid after the manager who sent it has left', async () => {
    const { store, owner } = await open()
    const manager = await test.build.employee({ store, role: 'manager' })
    const email = newEmail()
    const { token } = await invited({ store, by: manager }, { email })
    await test.call(
      'store-owner/employees/remove',
      { store_id: store.id, employee_id: manager.id },
      { token: owner.token },
    )
    expect(codeOf(await accept(token, { email }))).toBe('INVITATION_WITHDRAWN')
  })

  it.each([
    ['neither phone nor e-mail', {}],
    ['both', { email: 'a@example.test', phone: '+919845000001' }],
    ['no e-mail address', { email: 'nonsense' }],
    ['no mobile number', { phone: '12' }],
  ])('is refused with %s', async (_what, contact) => {
    const { store, owner } = await open()
    const answer = await invite({ store, by: owner }, contact as Contact)
    expect(codeOf(answer)).toBe('INVALID_INPUT')
  })

  it('is invalid while the person who sent it is banned, or after staff lost their permission', async () => {
    const { store, owner } = await open()
    const manager = await test.build.employee({ store, role: 'manager' })
    const clerk = await test.build.user({}, 'staff')
    const right = { user_id: clerk.id, permission: 'store_owners_manage_stores' }
    await test.db.insertInto('staff_permissions').values(right).execute()
    const by = { token: await test.build.token(clerk.id, 'staff') }
    const sent = {
      owner: await invited({ store, by: owner, role: 'manager' }, { email: newEmail() }),
      manager: await invited({ store, by: manager }, { email: newEmail() }),
      clerk: await invited({ store, by, role: 'manager' }, { email: newEmail() }),
    }
    for (const { token } of Object.values(sent)) expect((await show(token)).status).toBe(200)
    const setActive = (is_active: boolean) =>
      test.db.updateTable('users').set({ is_active }).where('id', 'in', [owner.id, manager.id]).execute()
    await setActive(false)
    await test.db.deleteFrom('staff_permissions').where('user_id', '=', clerk.id).execute()
    for (const { token } of Object.values(sent)) {
      expect(codeOf(await show(token))).toBe('INVITATION_WITHDRAWN')
      expect(codeOf(await accept(token, { email: newEmail() }))).toBe('INVITATION_WITHDRAWN')
    }
    expect((await rolesAt(store.id)).filter(({ until }) => until === null)).toHaveLength(1)
    await setActive(true)
    expect((await show(sent.owner.token)).status).toBe(200)
  })

  it('cannot be sent to a person who already works at the store', async () => {
    const { store, owner } = await open()
    const { email } = await test.build.employee({ store, role: 'kitchen' })
    const answers = [email, owner.email].map((taken) => invite({ store, by: owner }, { email: taken! }))
    expect((await Promise.all(answers)).map(codeOf)).toEqual(['EMPLOYEE_ALREADY', 'EMPLOYEE_ALREADY'])
  })

  it('cannot be accepted by a person who has started to work at the store since', async () => {
    const { store, owner } = await open()
    const other = await open()
    const email = newEmail()
    await accept((await invited({ store: other.store, by: other.owner }, { email })).token, { email })
    const { id } = await test.db.selectFrom('users').select('id').where('email', '=', email).executeTakeFirstOrThrow()
    const { token } = await invited({ store, by: owner, role: 'cashier' }, { email })
    const job = { store_id: store.id, user_id: id, role: 'kitchen', added_by: owner.id }
    await test.db.insertInto('store_employees').values(job).execute()
    expect(codeOf(await accept(token, { email }))).toBe('EMPLOYEE_ALREADY')
    expect(await rolesAt(store.id)).toEqual([{ user_id: id, role: 'kitchen', until: null }])
  })

  it('cannot be accepted by people who work for the shop', async () => {
    const { store, owner } = await open()
    const email = newEmail()
    await accept((await invited({ store, by: owner }, { email })).token, { email })
    const { id } = await test.db.selectFrom('users').select('id').where('email', '=', email).executeTakeFirstOrThrow()
    await test.db.insertInto('user_roles').values({ user_id: id, role: 'staff' }).execute()
    const other = await open()
    const { token } = await invited({ store: other.store, by: other.owner }, { email })
    expect(codeOf(await accept(token, { email }))).toBe('PERMISSION_MISSING')
    expect(await rolesAt(other.store.id)).toEqual([])
  })
})

describe('roles at a store', () => {
  it('[T-06] a manager grants and removes only roles below their own', async () => {
    const { store } = await open()
    const manager = await test.build.employee({ store, role: 'manager' })
    const [peer, cook] = [
      await test.build.employee({ store, role: 'manager' }),
      await test.build.employee({ store, role: 'kitchen' }),
    ]
    const before = await rolesAt(store.id)
    const at = { token: manager.token }
    const of = (employee_id: number) => ({ store_id: store.id, employee_id })
    const refused = [
      await invite({ store, by: manager, role: 'manager' }, { email: newEmail() }),
      await invite({ store, by: manager, role: 'owner' as StoreRole }, { email: newEmail() }),
      await test.call('store-owner/employees/set-role', { ...of(cook.id), role: 'manager' }, at),
      await test.call('store-owner/employees/set-role', { ...of(peer.id), role: 'kitchen' }, at),
      await test.call('store-owner/employees/remove', of(peer.id), at),
      await test.call('store-owner/employees/remove', of(manager.id), at),
    ]
    expect(refused.map(codeOf)).toEqual(['PERMISSION_MISSING', 'INVALID_INPUT', ...Array(4).fill('PERMISSION_MISSING')])
    expect(await rolesAt(store.id)).toEqual(before)
    expect((await test.call('store-owner/employees/set-role', { ...of(cook.id), role: 'cashier' }, at)).status).toBe(
      200,
    )
  })

  it('are neither visible to the owner of another store nor changed by them', async () => {
    const { store, owner } = await open()
    const { owner: stranger } = await open()
    const cook = await test.build.employee({ store, role: 'kitchen' })
    const { id: invitation_id } = await invited({ store, by: owner }, { email: newEmail() })
    const before = [await fingerprint(test.db), await rolesAt(store.id)]
    const [at, own] = [{ token: stranger.token }, { store_id: store.id }]
    const employee = { ...own, employee_id: cook.id }
    const answers = [
      await test.call('store-owner/employees', own, at),
      await invite({ store, by: stranger }, { email: newEmail() }),
      await test.call('store-owner/employees/withdraw-invitation', { ...own, invitation_id }, at),
      await test.call('store-owner/employees/set-role', { ...employee, role: 'cashier' }, at),
      await test.call('store-owner/employees/remove', employee, at),
    ]
    expect(answers.map(codeOf)).toEqual(Array(5).fill('ORDER_NOT_YOURS'))
    expect([await fingerprint(test.db), await rolesAt(store.id)]).toEqual(before)
  })

  it('are not found for an unknown store, person or invitation', async () => {
    const { store } = await open()
    const admin = await test.build.user({}, 'admin')
    const by = { token: await test.build.token(admin.id, 'staff') }
    const [own, nobody] = [{ store_id: store.id }, 2_000_000_000]
    const answers = [
      await test.call('store-owner/employees', { store_id: nobody }, by),
      await invite({ store: { id: nobody }, by }, { email: newEmail() }),
      await test.call('store-owner/employees/withdraw-invitation', { ...own, invitation_id: nobody }, by),
      await test.call('store-owner/employees/set-role', { ...own, employee_id: nobody, role: 'cashier' }, by),
      await test.call('store-owner/employees/remove', { ...own, employee_id: nobody }, by),
    ]
    expect(answers.map(codeOf)).toEqual(Array(5).fill('NOT_FOUND'))
  })

  it('change at the next request, and keep their history', async () => {
    const { store, owner } = await open()
    const cook = await test.build.employee({ store, role: 'kitchen' })
    const past = () => test.call('store-owner/get-past-orders', { store_id: store.id }, { token: cook.token })
    expect(codeOf(await past())).toBe('PERMISSION_MISSING')
    const input = { store_id: store.id, employee_id: cook.id, role: 'cashier' as const }
    await test.call('store-owner/employees/set-role', input, { token: owner.token })
    expect(codeOf(await past())).not.toBe('PERMISSION_MISSING')
    await test.call('store-owner/employees/set-role', input, { token: owner.token })
    expect(await rolesAt(store.id)).toMatchObject([
      { role: 'kitchen', until: expect.any(Date) },
      { role: 'cashier', until: null },
    ])
  })

  it('end at the next request of the removed person, who reads the reason', async () => {
    const { store, owner } = await open()
    const cook = await test.build.employee({ store, role: 'kitchen' })
    const board = () => test.call('dashboard/orders/board', {}, { token: cook.token })
    expect((await board()).status).toBe(200)
    const input = { store_id: store.id, employee_id: cook.id }
    await test.call('store-owner/employees/remove', input, { token: owner.token })
    expect(await board()).toMatchObject({ status: 401, body: { error: { code: 'WORK_ENDED' } } })
    expect(codeOf(await test.call('store-owner/employees/remove', input, { token: owner.token }))).toBe('NOT_FOUND')
    const actions = await test.db
      .selectFrom('audit_entries')
      .select('action')
      .where('actor_id', '=', owner.id)
      .orderBy('id')
      .execute()
    expect(actions).toEqual([{ action: 'employee.removed' }])
  })

  it('are one for each person and store, also when two owners change them in parallel', async () => {
    const { store, owner } = await open()
    const cook = await test.build.employee({ store, role: 'kitchen' })
    const roles = ['manager', 'cashier'] as const
    const set = (role: StoreRole) =>
      test.call(
        'store-owner/employees/set-role',
        { store_id: store.id, employee_id: cook.id, role },
        { token: owner.token },
      )
    const answers = await Promise.all(Array.from({ length: 12 }, (_, index) => set(roles[index % 2]!)))
    expect(answers.filter(({ status }) => status >= 500)).toEqual([])
    expect((await rolesAt(store.id)).filter(({ until }) => until === null)).toHaveLength(1)
  })

  it('are set by the owner of the store, not by staff who act for the owner', async () => {
    const { store, owner } = await open()
    const admin = await test.build.user({}, 'admin')
    const token = await test.build.token(admin.id, 'staff')
    await test.call('dashboard/owners/act', { id: owner.id, reason: 'Asked by phone' }, { token })
    expect(codeOf(await invite({ store, by: { token } }, { email: newEmail() }))).toBe('PERMISSION_MISSING')
  })

  it('end when the person deletes the account', async () => {
    const { store } = await open()
    const cook = await test.build.employee({ store, role: 'kitchen' })
    const token = await test.build.token(cook.id, 'customer')
    expect((await test.call('delete-my-account', {}, { token })).status).toBe(200)
    expect(await rolesAt(store.id)).toMatchObject([{ user_id: cook.id, until: expect.any(Date) }])
  })
})
