import type { CallName } from '@nukkad/contract/contract.ts'
import { sql } from 'kysely'
import { describe, expect, test as it } from 'vitest'
import { codeOf, useTestApp } from '#test/harness.ts'
import { runJobs } from '#test/run-jobs.ts'
import { createStaff } from '#test/staff.ts'
import { jobs } from './jobs.ts'

const test = useTestApp()
const { member, admin, give, ask, signIn } = createStaff(test)

async function stand() {
  const own = await test.build.store({ name: 'Sagar Tiffins' })
  const other = await test.build.store({ name: 'Far Away' })
  const owner = await test.build.owner({ stores: [own] })
  const staff = await member('login_as_store_owner', 'stores_view', 'stores_edit')
  const { cookie } = await signIn(staff)
  return { own, other, owner, staff, cookie }
}

const act = (cookie: string, id: number, reason = 'Asked by telephone') =>
  ask('dashboard/owners/act', { id, reason }, { cookie })
const me = async (cookie: string) => (await ask('dashboard/me', {}, { cookie })).body

async function lastAudit() {
  return test.db
    .selectFrom('audit_entries')
    .select(['actor_id', 'acting_for_id', 'action', 'object_id', 'before', 'after', 'reason'])
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirstOrThrow()
}

describe('acting for a store owner', () => {
  it('[GAP-75] gives the session the stores of the owner and none of the permissions of staff, until it ends', async () => {
    const { own, other, owner, staff, cookie } = await stand()
    expect((await act(cookie, owner.id)).body).toEqual({ success: true })
    const { data, acting } = await me(cookie)
    expect(data).toMatchObject({
      id: owner.id,
      role: 'store_owner',
      permissions: [],
      stores: [{ id: own.id, is_salon: false }],
    })
    expect(acting).toEqual({ staff_name: 'Farah Khan', until: expect.any(String) as string })
    const minutes = (Date.parse(acting!.until) - Date.now()) / 60_000
    expect(minutes).toBeGreaterThan(29)
    expect(minutes).toBeLessThanOrEqual(30)
    expect((await ask('store-owner/get-store', { store_id: own.id }, { cookie })).status).toBe(200)
    expect(codeOf(await ask('store-owner/get-store', { store_id: other.id }, { cookie }))).toBe('ORDER_NOT_YOURS')
    expect(codeOf(await ask('dashboard/people/show', { id: String(owner.id) }, { cookie }))).toBe('PERMISSION_MISSING')
    expect((await ask('dashboard/owners/stop-acting', {}, { cookie })).body).toEqual({ success: true })
    expect(await me(cookie)).toMatchObject({ data: { id: staff.id, role: 'staff' }, acting: null })
    expect((await ask('store-owner/get-store', { store_id: other.id }, { cookie })).status).toBe(200)
    // A person who acts for no one can send the call that ends acting; it changes nothing.
    expect((await ask('dashboard/owners/stop-acting', {}, { cookie })).body).toEqual({ success: true })
  })

  it('[GAP-75] ends for the person who ends it, and not for others', async () => {
    const first = await stand()
    const second = await stand()
    await act(first.cookie, first.owner.id)
    await act(second.cookie, second.owner.id)
    await ask('dashboard/owners/stop-acting', {}, { cookie: first.cookie })
    expect((await me(first.cookie)).acting).toBeNull()
    expect(await me(second.cookie)).toMatchObject({
      data: { id: second.owner.id },
      acting: { staff_name: 'Farah Khan' },
    })
  })

  it('[GAP-75] is recorded with its reason, and so are the actions of the member of staff, under their own name', async () => {
    const { own, owner, staff, cookie } = await stand()
    await act(cookie, owner.id, 'Cannot reach his shop')
    const named = { actor_id: staff.id, acting_for_id: owner.id }
    expect(await lastAudit()).toMatchObject({
      ...named,
      action: 'owner_session.started',
      object_id: String(owner.id),
      reason: 'Cannot reach his shop',
    })
    const hours = { store_id: own.id, schedule_data: {}, is_schedulable: 0 }
    const saved = await ask('store-owner/save-hours', hours, { cookie })
    expect(saved.status, JSON.stringify(saved.body)).toBe(200)
    expect(await lastAudit()).toMatchObject({ ...named, action: 'store_hours.updated', object_id: String(own.id) })
    const buyer = await test.build.customer()
    const order = await test.build.order({ user_id: buyer.id, store_id: own.id, status: 1 })
    const accepted = await ask('store-owner/accept-order', { store_id: own.id, order_id: order.id }, { cookie })
    expect(accepted.status, JSON.stringify(accepted.body)).toBe(200)
    expect(await lastAudit()).toMatchObject({ ...named, action: 'order.moved', object_id: String(order.id) })
    const event = await test.db
      .selectFrom('order_events')
      .select(['actor', 'actor_id'])
      .where('order_id', '=', order.id)
      .orderBy('id', 'desc')
      .executeTakeFirstOrThrow()
    expect(event).toEqual({ actor: 'staff', actor_id: staff.id })
    await ask('dashboard/owners/stop-acting', {}, { cookie })
    expect(await lastAudit()).toMatchObject({ ...named, action: 'owner_session.ended' })
  })

  it('[GAP-75] cannot change the owner’s login, or see or change their payout details', async () => {
    const { own, owner, cookie } = await stand()
    await act(cookie, owner.id)
    const before = await test.build.counts()
    const code = '123456'
    const account = {
      account_holder: 'Meena Rao',
      bank_name: '',
      account_number: '123456789012',
      branch_code: 'SBIN0001',
      upi_id: '',
      note: '',
    }
    const kept: [CallName, object][] = [
      ['dashboard/second-factor/start', {}],
      ['dashboard/second-factor/confirm', { code }],
      ['dashboard/second-factor/stop', { code }],
      ['store-owner/get-payout-details', { store_id: own.id }],
      ['store-owner/save-payout-details', { store_id: own.id, ...account }],
      ['store-owner/send-payout-request', { store_id: own.id }],
      [
        'dashboard/export-plans/save',
        {
          name: 'Mine',
          table: 'orders',
          filters: {},
          format: 'csv',
          destination: 'mail',
          cadence: 'daily',
          on_day: null,
          at_hour: 6,
        },
      ],
    ]
    for (const [name, input] of kept)
      expect(codeOf(await ask(name, input, { cookie })), name).toBe('PERMISSION_MISSING')
    expect(await test.build.counts()).toEqual(before)
  })

  it('[GAP-75] is possible only for plain store owners, and only for staff with the permission', async () => {
    const { own, owner, cookie } = await stand()
    const colleague = await test.build.owner({ stores: [own] })
    await test.db.insertInto('user_roles').values({ user_id: colleague.id, role: 'staff' }).execute()
    const banned = await test.build.owner({ stores: [own] })
    await test.db.updateTable('users').set({ is_active: false }).where('id', '=', banned.id).execute()
    const customer = await test.build.customer()
    for (const id of [colleague.id, banned.id, customer.id, 999_999])
      expect(codeOf(await act(cookie, id))).toBe('NOT_FOUND')
    expect(codeOf(await act(cookie, owner.id, ''))).toBe('INVALID_INPUT')
    const without = await member('login_as_customer', 'all_users_edit', 'store_owners_manage_stores')
    const { cookie: powerless } = await signIn(without)
    expect(codeOf(await act(powerless, owner.id))).toBe('PERMISSION_MISSING')
    expect((await act((await signIn(await admin())).cookie, owner.id)).status).toBe(200)
  })

  it('[GAP-75] ends automatically after its time, without its permission, and with the account of the owner', async () => {
    const { owner, staff, cookie } = await stand()
    const idNow = async () => (await me(cookie)).data.id
    await act(cookie, owner.id)
    expect(await idNow()).toBe(owner.id)
    await test.db.deleteFrom('staff_permissions').where('user_id', '=', staff.id).execute()
    expect(await idNow()).toBe(staff.id)
    await give(staff.id, 'login_as_store_owner')
    expect(await idNow()).toBe(owner.id)
    await test.db.updateTable('users').set({ is_active: false }).where('id', '=', owner.id).execute()
    expect(await idNow()).toBe(staff.id)
    await test.db.updateTable('users').set({ is_active: true }).where('id', '=', owner.id).execute()
    await sql`update sessions set as_owner_until = now() where as_owner_id = ${owner.id}`.execute(test.db)
    expect(await idNow()).toBe(staff.id)
  })

  it('[GAP-75] notifies the owner, in the app and by message', async () => {
    const { owner, cookie } = await stand()
    await act(cookie, owner.id)
    await runJobs(test, jobs)
    const { phone, email } = await test.db
      .selectFrom('users')
      .select(['phone', 'email'])
      .where('id', '=', owner.id)
      .executeTakeFirstOrThrow()
    const notified = await test.db
      .selectFrom('local_outbox')
      .select('text')
      .where('recipient', '=', (phone ?? email)!)
      .execute()
    expect(notified.map(({ text }) => text).join()).toContain('help with your stores')
  })
})
