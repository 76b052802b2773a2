import { beforeEach, describe, expect, it } from 'vitest'
import { codeOf, useTestApp } from '#test/harness.ts'
import { createStaff } from '#test/staff.ts'

type Line = {
  event: string
  userId?: number
  role?: string
  client?: string
  apiKeyId?: number
  actingStaffId?: number
}
const lines: Line[] = []
const test = useTestApp({ onLog: (line) => void lines.push(JSON.parse(line) as Line) })
const staff = createStaff(test)
const ip = '203.0.113.77'

beforeEach(() => {
  lines.length = 0
})

/** Returns, for each request, the log line that says whether it was answered or refused. */
const left = (): Line[] => lines.filter(({ event }) => event === 'request.answered' || event === 'request.refused')

function expectNamed(person: { userId: number; role: string; actingStaffId?: number }): void {
  expect(left().length).toBeGreaterThan(0)
  for (const line of left()) expect(line).toMatchObject({ ...person, client: ip })
}

describe('the log names the person', () => {
  it('the log names the person of an answered call, and of a call that is refused for any reason', async () => {
    const customer = await test.build.customer()
    expect((await test.call('get-orders', {}, { token: customer.token, ip })).status).toBe(200)
    expectNamed({ userId: customer.id, role: 'customer' })
    lines.length = 0
    // Makes requests that are refused: with a session of another audience, with a wrong body, for an unknown order,
    // from a banned account.
    const { token } = customer
    expect(codeOf(await test.call('delivery/get-delivery-orders', {}, { token, ip }))).toBe('WRONG_AUDIENCE')
    expect(codeOf(await test.call('cancel-order', { order_id: 'x' } as never, { token, ip }))).toBe('INVALID_INPUT')
    expect((await test.call('cancel-order', { order_id: 2_000_000_000 }, { token, ip })).status).not.toBe(200)
    await test.db.updateTable('users').set({ is_active: false }).where('id', '=', customer.id).execute()
    expect(codeOf(await test.call('get-orders', {}, { token, ip }))).toBe('ACCOUNT_BANNED')
    expect(left()).toHaveLength(8)
    expectNamed({ userId: customer.id, role: 'customer' })
  })

  it('the log names staff without the permission, and an administrator whose recent proof has expired', async () => {
    const member = await staff.member('order_view')
    const { cookie } = await staff.signIn(member)
    lines.length = 0
    expect(codeOf(await staff.ask('dashboard/people/export', { id: 1, reason: 'x' }, { cookie, ip }))).toBe(
      'PERMISSION_MISSING',
    )
    expectNamed({ userId: member.id, role: 'staff' })
    const denied = lines.filter(({ event }) => event === 'permission.denied')
    expect(denied).toMatchObject([
      { userId: member.id, permission: 'all_users_edit', object: { type: 'call', id: 'dashboard/people/export' } },
    ])
    const admin = await staff.admin()
    const session = await staff.signIn(admin)
    await test.db
      .updateTable('sessions')
      .set({ proved_at: new Date(0) })
      .where('user_id', '=', admin.id)
      .execute()
    lines.length = 0
    const input = { id: member.id, password: 'a-kettle-of-tea-9' }
    const refused = await staff.ask('dashboard/people/set-password', input, { cookie: session.cookie, ip })
    expect(codeOf(refused)).toBe('PROOF_NEEDED')
    expectNamed({ userId: admin.id, role: 'admin' })
  })

  it('the log names a person who listens to events, fetches a file or opens a page of an older app', async () => {
    const customer = await test.build.customer()
    await test.db.updateTable('users').set({ is_active: false }).where('id', '=', customer.id).execute()
    const authorization = `Bearer ${customer.token}`
    const banned = await test.send('/public/api/events', { method: 'GET', headers: { authorization }, ip })
    expect(codeOf(banned)).toBe('ACCOUNT_BANNED')
    expectNamed({ userId: customer.id, role: 'customer' })
    const member = await staff.member('order_view')
    const { cookie } = await staff.signIn(member)
    for (const url of [`/dashboard/exports/${'x'.repeat(43)}`, '/dashboard/backups/none']) {
      lines.length = 0
      const { status } = await test.send(url, {
        method: 'GET',
        headers: { cookie, 'sec-fetch-site': 'same-origin' },
        ip,
      })
      expect(status).not.toBe(200)
      expectNamed({ userId: member.id, role: 'staff' })
    }
  })

  it('the log names staff who act for a customer', async () => {
    const customer = await test.build.customer()
    const { token, staff: by } = await staff.actFor(customer)
    lines.length = 0
    expect((await test.call('get-orders', {}, { token, ip })).status).toBe(200)
    expectNamed({ userId: customer.id, role: 'customer', actingStaffId: by.id })
  })
})
