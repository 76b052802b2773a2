import { tableNames, tables } from '@nukkad/contract/tables/shapes.ts'
import type { TableShape } from '@nukkad/contract/tables/table.ts'
import { parse } from 'csv-parse/sync'
import { beforeAll, describe, expect, test as it } from 'vitest'
import { slowHash } from '#features/identity/accounts/slow-hash.ts'
import { codeOf, useTestApp } from '#test/harness.ts'
import { insertPastVisit } from '#test/past-visits.ts'
import { runJobs } from '#test/run-jobs.ts'
import { createStaff } from '#test/staff.ts'
import { jobs } from './jobs.ts'
import { storedName } from './make-export.ts'

const test = useTestApp({ hasBystanders: false })
const { admin, signIn, ask } = createStaff(test)
const PASSWORD = 'saffron-door-77'
const owned = tableNames.filter((name) => (tables[name] as TableShape).ownersToo)
const hasStore = (name: string) => name === 'stores' || 'store' in (tables as Record<string, TableShape>)[name]!.columns
const ownedTables = owned.filter(hasStore)
/**
 * Tables of sums have no column `store`, and neither has the table `export_runs`, which is no table of sums but lists
 * each person's own rows.
 */
const sumTables = owned.filter((name) => !hasStore(name) && name !== 'export_runs')

/** Creates a store with a row in every table that owners see: a salon, because only salons list customers. */
async function fullStore(name: string) {
  const store = await test.build.store({ name, delivery_type: 4 })
  const item = await test.build.item({ store_id: store.id, name: `Dosa of ${name}` })
  await test.build.addons({ item, options: [{ name: 'Ghee', price_minor: 500n }] })
  const { id: user_id } = await test.build.customer()
  const rider = (await test.build.rider()) as { id: number }
  const at = new Date()
  const order = await test.build.order({
    user_id,
    store_id: store.id,
    status: 5,
    placed_at: at,
    delivered_at: at,
    promised_at: at,
    rider_id: rider.id,
    lines: [{ name: `Dosa of ${name}`, quantity: 1, unit_price_minor: 10_000n }],
  })
  await test.db
    .insertInto('reviews')
    .values({ order_id: order.id, user_id, store_id: store.id, rating_store: 5 })
    .execute()
  await insertPastVisit(test, { storeId: store.id, from: '2026-03-01T10:00Z', to: '2026-03-01T11:00Z', status: 'done' })
  await test.db.insertInto('order_cases').values({ order_id: order.id, user_id, problem: 'late' }).execute()
  await test.db
    .insertInto('store_payouts')
    .values({
      store_id: store.id,
      requested_by: user_id,
      currency: 'INR',
      gross_minor: 1000n,
      commission_minor: 100n,
      amount_minor: 900n,
    })
    .execute()
  return store
}

describe('the exports of a store owner', () => {
  let ownersCookie = ''
  let adminsCookie = ''
  beforeAll(async () => {
    const own = await fullStore('Own Kitchen')
    await fullStore('Far Kitchen')
    const owner = await test.build.user({ name: 'Meena Rao', password_hash: await slowHash(PASSWORD) }, 'store_owner')
    await test.db.insertInto('store_members').values({ store_id: own.id, user_id: owner.id, role: 'owner' }).execute()
    ownersCookie = (await signIn({ email: owner.email!, password: PASSWORD })).cookie
    adminsCookie = (await signIn(await admin())).cookie
  })

  const fetched = async (answer: object, cookie: string) => {
    if (!('url' in answer)) throw new Error(JSON.stringify(answer))
    const file = await test.send(String(answer.url), { method: 'GET', headers: { cookie } })
    return parse(String(file.body), { columns: true }) as Record<string, string>[]
  }
  const exported = async (table: string, cookie: string) =>
    fetched((await ask('dashboard/export', { table, format: 'csv' }, { cookie })).body, cookie)
  const planned = async (table: string) => {
    const plan = {
      name: table,
      table,
      format: 'csv',
      destination: 'mail',
      cadence: 'daily',
      on_day: null,
      at_hour: 6,
    }
    const { body } = await ask('dashboard/export-plans/save', plan, { cookie: ownersCookie })
    const run = await ask('dashboard/export-plans/run', { id: body.plan.id }, { cookie: ownersCookie })
    await runJobs(test, jobs)
    const file = await ask('dashboard/exports/fetch', { id: run.body.run_id }, { cookie: ownersCookie })
    return fetched(file.body, ownersCookie)
  }
  /** Returns the names of the stores in a file. */
  const storesIn = (table: string, rows: Record<string, string>[]) => [
    ...new Set(rows.map((row) => row[table === 'stores' ? 'Name' : 'Store'])),
  ]

  it.each(ownedTables)(
    "[GAP-75] [GAP-53] %s: only the owner's stores, both in a direct export and in a planned one",
    async (table) => {
      expect(storesIn(table, await exported(table, adminsCookie)).toSorted()).toEqual(['Far Kitchen', 'Own Kitchen'])
      const own = await exported(table, ownersCookie)
      expect(storesIn(table, own)).toEqual(['Own Kitchen'])
      expect(await planned(table)).toEqual(own)
    },
  )

  const added = (rows: Record<string, string>[]) =>
    rows.reduce((sum, row) => sum + Number(row.Orders ?? row.Delivered ?? row.Customers), 0)

  it.each(sumTables)("[GAP-75] [GAP-53] %s: adds up only the owner's stores", async (table) => {
    expect(added(await exported(table, adminsCookie))).toBe(2)
    const own = await exported(table, ownersCookie)
    expect(added(own)).toBe(1)
    expect(await planned(table)).toEqual(own)
  })

  it('[GAP-75] [GAP-53] lists finished files only to the person who requested them', async () => {
    await planned('orders')
    expect((await exported('export_runs', ownersCookie)).map((row) => row.Table)).toContain('orders')
    expect(await exported('export_runs', adminsCookie)).toEqual([])
  })

  it('[T-10] an export of a manager holds their store, and none is made after they lose the right', async () => {
    const store = await fullStore('Manager Kitchen')
    const { id, token } = await test.build.employee({ store, role: 'manager' })
    const plan = { name: 'Orders', table: 'orders', format: 'csv', destination: 'mail', cadence: 'daily' } as const
    const at = { token }
    const saved = await test.call('dashboard/export-plans/save', { ...plan, on_day: null, at_hour: 6 }, at)
    const run = async (key: string) =>
      (await test.call('dashboard/export-plans/run', { id: saved.body.plan.id }, { ...at, key })).body.run_id
    const first = await run('first-run-of-manager')
    await runJobs(test, jobs)
    const second = await run('second-run-of-manager')
    await test.db.updateTable('store_employees').set({ role: 'kitchen' }).where('user_id', '=', id).execute()
    await runJobs(test, jobs)
    const runs = await test.db
      .selectFrom('export_runs')
      .select(['status', 'row_count', 'fault'])
      .where('id', 'in', [first, second])
      .orderBy('id')
      .execute()
    expect(runs).toMatchObject([
      { status: 'done', row_count: 1 },
      { status: 'failed', fault: 'permission' },
    ])
  })

  const mailed = { name: 'Orders', table: 'orders', format: 'csv', destination: 'mail', cadence: 'daily', at_hour: 6 }

  /** Makes a file of all orders that the person sees, and returns the id of its run. */
  async function orderFile(cookie: string): Promise<number> {
    const saved = await ask('dashboard/export-plans/save', { ...mailed, on_day: null }, { cookie })
    const { body } = await ask('dashboard/export-plans/run', { id: saved.body.plan.id }, { cookie })
    await runJobs(test, jobs)
    return body.run_id
  }
  const download = (url: string, cookie: string) => test.send(url, { method: 'GET', headers: { cookie } })

  it('[T-10] a finished file with rows of a store is closed to a person who no longer works there', async () => {
    const [kept, lost] = [await fullStore('Kept Kitchen'), await fullStore('Lost Kitchen')]
    const person = await test.build.user({ password_hash: await slowHash(PASSWORD) })
    const jobs = [kept, lost].map(({ id }) => ({ store_id: id, user_id: person.id, role: 'manager' }))
    await test.db.insertInto('store_employees').values(jobs).execute()
    const { cookie } = await signIn({ email: person.email!, password: PASSWORD })
    const ofBoth = await orderFile(cookie)
    const fetch = (id: number) => ask('dashboard/exports/fetch', { id }, { cookie })
    const { url } = (await fetch(ofBoth)).body
    await test.db.updateTable('store_employees').set({ until: new Date() }).where('store_id', '=', lost.id).execute()
    expect(codeOf(await download(url, cookie))).toBe('PERMISSION_MISSING')
    expect(codeOf(await fetch(ofBoth))).toBe('PERMISSION_MISSING')
    const { body } = await fetch(await orderFile(cookie))
    expect(storesIn('orders', await fetched(body, cookie))).toEqual(['Kept Kitchen'])
  })

  it('[T-10] a file that a person made as staff is closed to them once they only own a store', async () => {
    const person = await admin()
    const staff = (await signIn(person)).cookie
    const id = await orderFile(staff)
    expect((await ask('dashboard/exports/fetch', { id }, { cookie: staff })).status).toBe(200)
    await test.db.updateTable('user_roles').set({ role: 'store_owner' }).where('user_id', '=', person.id).execute()
    const { cookie } = await signIn(person)
    expect(codeOf(await ask('dashboard/exports/fetch', { id }, { cookie }))).toBe('PERMISSION_MISSING')
  })

  it('[GAP-53] a file that was removed from the folder is not found', async () => {
    await planned('orders')
    const { id } = await test.db
      .selectFrom('export_runs')
      .select('id')
      .orderBy('id', 'desc')
      .limit(1)
      .executeTakeFirstOrThrow()
    const { body } = await ask('dashboard/exports/fetch', { id }, { cookie: ownersCookie })
    await test.services.outside.exports.remove(storedName({ id, format: 'csv' }))
    const answer = await test.send(String((body as { url: string }).url), {
      method: 'GET',
      headers: { cookie: ownersCookie },
    })
    expect([answer.status, codeOf(answer)]).toEqual([404, 'NOT_FOUND'])
  })
})
