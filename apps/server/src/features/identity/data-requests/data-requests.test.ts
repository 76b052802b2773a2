import { sql } from 'kysely'
import { describe, expect, test as it } from 'vitest'
import { codeOf, useTestApp } from '#test/harness.ts'
import { createStaff } from '#test/staff.ts'

const test = useTestApp()
const { admin, signIn, ask, cookieWith, auditOf } = createStaff(test)

async function asAdmin() {
  const person = await admin()
  return { person, cookie: (await signIn(person)).cookie }
}

async function requestsOf(id: number, cookie: string) {
  const query = { table: 'data_requests', sort: 'id', filters: { person: String(id) } }
  return (await ask('dashboard/table', query, { cookie })).body.rows
}

describe('requests for data and deletion', () => {
  it('[GAP-81] requests that customers complete in the app are recorded as done by them', async () => {
    const { cookie } = await asAdmin()
    const customer = await test.build.customer()
    await test.call('export-my-data', {}, customer)
    await test.call('delete-my-account', {}, customer)
    expect(await requestsOf(customer.id, cookie)).toMatchObject([
      { kind: 'export', state: 'done', noted_by: 'In the app', decided_by: 'The customer' },
      { kind: 'deletion', state: 'done', noted_by: 'In the app', decided_by: 'The customer', person: '—' },
    ])
  })

  it('[GAP-81] a request by phone is open for thirty days, once, until staff complete it', async () => {
    const { cookie, person } = await asAdmin()
    const customer = await test.build.customer()
    const note = { id: customer.id, kind: 'export', note: 'By letter' }
    const [first, second] = [
      (await ask('dashboard/data-requests/create', note, { cookie })).body,
      (await ask('dashboard/data-requests/create', note, { cookie })).body,
    ]
    expect(second.id).toBe(first.id)
    await ask('dashboard/data-requests/create', { id: customer.id, kind: 'deletion' }, { cookie })
    const { open_requests: open } = (await ask('dashboard/people/show', { id: customer.id }, { cookie })).body.data
    expect(open).toMatchObject([{ id: first.id, kind: 'export', note: 'By letter' }, { kind: 'deletion' }])
    const days = (Date.parse(open[0]!.due_at) - Date.parse(open[0]!.asked_at)) / 86_400_000
    expect(days).toBeCloseTo(30, 1)

    await ask('dashboard/people/export', { id: customer.id, reason: 'His letter' }, { cookie })
    await ask('dashboard/people/delete', { id: customer.id, reason: 'His call' }, { cookie })
    expect(await requestsOf(customer.id, cookie)).toMatchObject([
      { kind: 'export', state: 'done', noted_by: 'Om Prakash', decided_by: 'Om Prakash', note: null },
      { kind: 'deletion', state: 'done', noted_by: 'Om Prakash', decided_by: 'Om Prakash' },
    ])
    expect((await auditOf(person.id)).map(({ action }) => action)).toEqual(
      expect.arrayContaining([
        'data_export.requested',
        'account_deletion.requested',
        'personal_data.exported',
        'account.deleted',
      ]),
    )
  })

  it('[GAP-81] a deletion closes an open request for the data, and a late request is found', async () => {
    const { cookie } = await asAdmin()
    const customer = await test.build.customer()
    await ask('dashboard/data-requests/create', { id: customer.id, kind: 'export' }, { cookie })
    const late = async () =>
      (await ask('dashboard/table', { table: 'data_requests', filters: { is_late: 'yes' } }, { cookie })).body.rows
    expect(await late()).toEqual([])
    await sql`update data_requests set due_at = now() - interval '1 minute' where user_id = ${customer.id}`.execute(
      test.db,
    )
    expect(await late()).toMatchObject([{ person_id: customer.id, is_late: true }])
    await test.call('delete-my-account', {}, customer)
    expect(await late()).toEqual([])
    expect(await requestsOf(customer.id, cookie)).toMatchObject([
      { kind: 'export', state: 'refused', reason: 'The account was deleted first' },
      { kind: 'deletion', state: 'done' },
    ])
  })

  it('[GAP-81] a request is refused with a reason, once', async () => {
    const { cookie, person } = await asAdmin()
    const customer = await test.build.customer()
    const { body } = await ask('dashboard/data-requests/create', { id: customer.id, kind: 'deletion' }, { cookie })
    const refuse = (reason: string) => ask('dashboard/data-requests/refuse', { id: body.id, reason }, { cookie })
    expect((await refuse(' ')).status).toBe(400)
    expect((await refuse('Could not say who he is')).status).toBe(200)
    expect(codeOf(await refuse('Again'))).toBe('NOT_FOUND')
    expect(await requestsOf(customer.id, cookie)).toMatchObject([
      { state: 'refused', reason: 'Could not say who he is' },
    ])
    expect((await auditOf(person.id)).filter(({ object_id }) => object_id === String(customer.id))).toMatchObject([
      { action: 'account_deletion.requested', after: { request: body.id } },
      { action: 'account_deletion.refused', after: { request: body.id }, reason: 'Could not say who he is' },
    ])
  })

  it('[GAP-75] a request is recorded only for customers, by staff who may change accounts', async () => {
    const { cookie } = await asAdmin()
    const rider = (await test.build.rider()) as { id: number }
    const create = (id: number, by = cookie) =>
      ask('dashboard/data-requests/create', { id, kind: 'export' }, { cookie: by })
    expect(codeOf(await create(rider.id))).toBe('PERMISSION_MISSING')
    expect(codeOf(await create(999_999))).toBe('NOT_FOUND')
    const customer = await test.build.customer()
    expect((await create(customer.id, await cookieWith('all_users_view'))).status).toBe(403)
    expect(await requestsOf(customer.id, cookie)).toEqual([])
  })
})
