import type { WireInput } from '@nukkad/contract/contract.ts'
import { beforeAll, describe, expect, it } from 'vitest'
import { inTransaction } from '#db/connection.ts'
import { postTransfer } from '#features/ledger/wallet/ledger.ts'
import { codeOf, useTestApp } from '#test/harness.ts'
import { listJobs, runJobs } from '#test/run-jobs.ts'
import { createStaff } from '#test/staff.ts'
import { jobs } from './jobs.ts'

const test = useTestApp()
const { member, signIn, ask, auditOf } = createStaff(test)
let cookie = ''
let staffId = 0
beforeAll(async () => {
  const staff = await member('send_notification_manage')
  staffId = staff.id
  cookie = (await signIn(staff)).cookie
})

type To = WireInput<'dashboard/send-push-notification'>['to']
const send = (more: Partial<WireInput<'dashboard/send-push-notification'>>) =>
  ask(
    'dashboard/send-push-notification',
    { title: 'Festival', message: 'Half the charge', to: 'all', ...more },
    { cookie, headers: { 'idempotency-key': crypto.randomUUID() } },
  )
const count = async (to: To) => (await ask('dashboard/broadcasts/count', { to }, { cookie })).body
const cancel = (id: number) => ask('dashboard/broadcasts/cancel', { id }, { cookie })
const inHours = (hours: number) => new Date(Date.now() + hours * 3_600_000).toISOString()
const rowOf = async (title: string) =>
  (await ask('dashboard/table', { table: 'broadcasts', q: title }, { cookie })).body.rows[0]
async function titlesOf(customer: { token: string }): Promise<string[]> {
  const { body } = await test.call('get-user-notifications', {}, customer)
  return body.map(({ data }) => JSON.parse(data).title as string)
}

/** Creates customers of whom each meets one condition of a segment. */
async function town() {
  const store = await test.build.store()
  const far = { latitude: 19.07, longitude: 72.87 }
  const [fresh, old, rich, away] = [
    await test.build.customer({ name: 'Fresh' }),
    await test.build.customer({ name: 'Old' }),
    await test.build.customer({ name: 'Rich' }),
    await test.build.customer({ name: 'Away', address: far }),
  ]
  const ago = (days: number) => new Date(Date.now() - days * 24 * 3_600_000)
  await test.build.order({ user_id: fresh.id, store_id: store.id, status: 5, placed_at: ago(2) })
  await test.build.order({ user_id: old.id, store_id: store.id, status: 5, placed_at: ago(60) })
  await test.build.order({ user_id: away.id, store_id: store.id, status: 6, placed_at: ago(1) })
  await inTransaction(test.db, (tx) =>
    postTransfer(tx, {
      kind: 'adjustment',
      source: { type: 'test', id: rich.id },
      currency: 'INR',
      description: { key: 'walletTransactionAdjustment' },
      postings: [
        { account: { kind: 'adjustments' }, amountMinor: -500n },
        { account: { kind: 'wallet_own', userId: rich.id }, amountMinor: 500n },
      ],
    }),
  )
  return { fresh, old, rich, away, far }
}

describe('messages to customers on the dashboard', () => {
  it('[U-17] a segment contains the customers who match every condition: orders, no orders, a balance, a location', async () => {
    const { fresh, old, rich, away, far } = await town()
    const people = { fresh, old, rich, away }
    const chosen = async (segment: object) => {
      const title = crypto.randomUUID()
      await send({ title, to: { segment } })
      await runJobs(test, jobs)
      const told = []
      for (const [name, person] of Object.entries(people)) if ((await titlesOf(person)).includes(title)) told.push(name)
      return told
    }
    expect(await chosen({ ordered_within_days: 7 })).toEqual(['fresh'])
    expect(await chosen({ ordered_within_days: 90 })).toEqual(['fresh', 'old'])
    expect(await chosen({ not_ordered_for_days: 30 })).toEqual(['old', 'rich', 'away'])
    expect(await chosen({ has_wallet_balance: true })).toEqual(['rich'])
    expect(await chosen({ near: { ...far, radius: 10 } })).toEqual(['away'])
    expect(await chosen({ ordered_within_days: 90, not_ordered_for_days: 30 })).toEqual(['old'])
    const everybody = (await count('all')).customers
    expect((await count({ segment: { has_wallet_balance: true } })).customers).toBe(1)
    expect(everybody).toBeGreaterThanOrEqual(4)
    expect(await count([fresh.id, fresh.id, 999_999])).toEqual({ success: true, customers: 1, browsers: 0 })
    expect(codeOf(await send({ to: { segment: {} } }))).toBe('INVALID_INPUT')
  })

  it('[U-17] a scheduled message is sent at its time, and notifies each customer once however often the job runs', async () => {
    const customer = await test.build.customer()
    const sent = await send({ title: 'Tomorrow', to: [customer.id], at: inHours(20) })
    const id = sent.body.broadcast_id
    await runJobs(test, jobs)
    expect(await titlesOf(customer)).toEqual([])
    expect(await rowOf('Tomorrow')).toMatchObject({ state: 'scheduled', to: '1 chosen', told: 0, staff: 'Farah Khan' })
    const waiting = (await listJobs(test)).find(({ key }) => key === `broadcast:${id}`)
    expect(waiting!.inSeconds).toBeGreaterThan(19 * 3600)
    // Runs the job of the broadcast, as if its scheduled time had come.
    const step = () => jobs.tasks['tell-next-customers']!({ id: String(id) }, test.services)
    await Promise.all([step(), step(), step()])
    expect(await titlesOf(customer)).toEqual(['Tomorrow'])
    const audit = (await auditOf(staffId)).find(({ object_id }) => object_id === String(id))
    expect(audit).toMatchObject({ action: 'broadcast.scheduled' })
  })

  it('[U-17] a scheduled message can be cancelled once, and then notifies no one', async () => {
    const customer = await test.build.customer()
    const { broadcast_id: id } = (await send({ title: 'Never', to: [customer.id], at: inHours(2) })).body
    const answers = await Promise.all([cancel(id), cancel(id)])
    expect(answers.map((answer) => codeOf(answer) ?? 'ok').toSorted()).toEqual(['BROADCAST_OVER', 'ok'])
    await jobs.tasks['tell-next-customers']!({ id: String(id) }, test.services)
    expect(await titlesOf(customer)).toEqual([])
    expect(await rowOf('Never')).toMatchObject({ state: 'cancelled', told: 0 })
    const noted = (await auditOf(staffId)).filter(({ object_id }) => object_id === String(id))
    expect(noted.map(({ action }) => action)).toEqual(['broadcast.scheduled', 'broadcast.cancelled'])
    const sent = await send({ title: 'Gone out', to: [customer.id] })
    await runJobs(test, jobs)
    expect(await rowOf('Gone out')).toMatchObject({ state: 'sent', told: 1 })
    expect(codeOf(await cancel(sent.body.broadcast_id))).toBe('BROADCAST_OVER')
    expect(codeOf(await cancel(999_999))).toBe('NOT_FOUND')
  })

  it('[U-17] a scheduled time must be in the future, within a year', async () => {
    for (const at of [inHours(-24), inHours(24 * 400)])
      expect((await send({ at })).body).toMatchObject({ error: { fields: { at: expect.stringContaining('future') } } })
  })

  it('[U-17] customers are found by a part of their name or their whole phone', async () => {
    const customer = await test.build.customer({ name: 'Zubin 100% Mehta' })
    await test.build.customer({ name: 'Zubin Banned', is_active: false })
    const find = async (q: string) =>
      (await ask('dashboard/broadcasts/find-customers', { q }, { cookie })).body.customers
    const found = [{ id: customer.id, name: 'Zubin 100% Mehta' }]
    expect(await find('zubin')).toEqual(found)
    expect(await find('100%')).toEqual(found)
    expect(await find(customer.phone!)).toEqual(found)
    expect(await find(customer.phone!.slice(0, 9))).toEqual([])
  })
})
