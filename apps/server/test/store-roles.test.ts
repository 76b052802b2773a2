import { type CallName, contract } from '@nukkad/contract/contract.ts'
import { mayInStore, type StoreRole, storeRoles } from '@nukkad/contract/store-roles.ts'
import { tableNames, tables } from '@nukkad/contract/tables/shapes.ts'
import type { TableShape } from '@nukkad/contract/tables/table.ts'
import { beforeAll, describe, expect, it } from 'vitest'
import { fingerprint } from './fingerprint.ts'
import { codeOf, useTestApp } from './harness.ts'
import { type Body, liftLimits, shapeOf, urlOf } from './town.ts'
import { validBody } from './valid-body.ts'

const test = useTestApp({ isNoted: false })
const calls = (Object.keys(contract) as CallName[]).filter(
  (name) => shapeOf(name).auth === 'store-owner' || shapeOf(name).ownersToo,
)
const cells = storeRoles.flatMap((role) => calls.map((name) => ({ role, name })))
/** Returns the URL of a call; the parameter in its path is taken from the body. */
const addressOf = (name: CallName, body: Body): string =>
  urlOf(
    name,
    (shapeOf(name).path ?? '').replace(/\{(\w+)\}/g, (_all, key: string) => String(body[key] ?? 'x')),
  )
const rightOf = (name: CallName) => ({ call: name, permission: shapeOf(name).permission ?? shapeOf(name).staffMay })
const ofTable = (table: (typeof tableNames)[number]): TableShape => tables[table]

/** Creates a store with a menu, a customer and open orders; every text in their data begins with `mark`. */
async function settle(mark: string) {
  const store = await test.build.store({ name: `${mark} Kitchen` })
  const item = await test.build.item({ store_id: store.id, name: `${mark} Dosa`, category: `${mark} Meals` })
  const category = await test.build.category(store.id, `${mark} Meals`)
  const group = await test.build.addons({
    item,
    name: `${mark} Extras`,
    options: [{ name: `${mark} Ghee`, price_minor: 500n }],
  })
  const customer = await test.build.customer({ name: `${mark} Menon` })
  const orders = []
  for (const status of [1, 2, 5, 7, 10])
    orders.push(
      await test.build.order({
        user_id: customer.id,
        store_id: store.id,
        status,
        delivery_type: 2,
        lines: [{ name: `${mark} Dosa`, quantity: 1, unit_price_minor: 10_000n }],
      }),
    )
  return { store, item, category, group, orders }
}

type Side = Awaited<ReturnType<typeof settle>>

/** For each field, the objects of a store to which it can refer. */
function idsOf({ store, item, category, group, orders }: Side): Record<string, number[]> {
  const orderIds = orders.map(({ id }) => id)
  return {
    store_id: [store.id],
    restaurant_id: [store.id],
    order_id: orderIds,
    item_id: [item.id],
    item_category_id: [category.id],
    category_id: [category.id],
    id: [item.id, category.id, group.id, group.addons[0]!.id, store.id, ...orderIds],
  }
}

describe('roles of employees', () => {
  const mark = 'Zubeida'
  let own: Side
  let other: Side
  const tokens = {} as Record<StoreRole, string>
  beforeAll(async () => {
    await liftLimits(test)
    own = await settle('Asha')
    other = await settle(mark)
    for (const role of storeRoles) tokens[role] = (await test.build.employee({ store: own.store, role })).token
  })

  /**
   * Returns valid bodies of a call that refer to objects of a store, one for each object to which one of its fields may
   * refer.
   */
  function bodiesAbout(name: CallName, side: Side): Body[] {
    const ids = idsOf(side)
    const first = Object.fromEntries(Object.entries(ids).map(([key, all]) => [key, all[0]]))
    const known = { ...first, unique_order_id: side.orders[0]!.unique_order_id, slug: side.store.slug }
    const whole: Body = validBody(name, known) ?? known
    const bodies = Object.keys(ids).flatMap((key) =>
      key in whole ? ids[key]!.map((value): Body => ({ ...whole, [key]: value })) : [],
    )
    return bodies.length > 0 ? bodies : [whole]
  }

  it.each(cells.filter(({ role, name }) => !mayInStore(role, rightOf(name))))(
    '[T-10] $name is closed to the role $role also in its own store, and the refusal is logged',
    async ({ role, name }) => {
      const before = await fingerprint(test.db)
      for (const body of bodiesAbout(name, own)) {
        const answer = await test.send(addressOf(name, body), { payload: { ...body, token: tokens[role] } })
        expect({ status: answer.status, code: codeOf(answer) }).toEqual({ status: 403, code: 'PERMISSION_MISSING' })
      }
      expect(await fingerprint(test.db)).toBe(before)
      const entry = await test.db
        .selectFrom('audit_entries')
        .select(['action', 'object_id'])
        .orderBy('id', 'desc')
        .executeTakeFirst()
      expect(entry).toEqual({ action: 'permission.denied', object_id: name })
    },
  )

  // Calls that sign out are left out, because they would end the session that the other tests of the roles use.
  const allowed = cells.filter(({ role, name }) => mayInStore(role, rightOf(name)) && !/logout$/.test(name))

  it.each(allowed)('[T-10] $name is open to the role $role', async ({ role, name }) => {
    const [body] = bodiesAbout(name, own)
    // The request has no ids except that of the store, so that the call changes nothing and the next test finds the
    // same store.
    const payload = { token: tokens[role], store_id: body!.store_id }
    const answer = await test.send(addressOf(name, {}), { payload })
    expect(answer.status).toBeLessThan(500)
    expect(['PERMISSION_MISSING', 'WRONG_AUDIENCE', 'SESSION_REVOKED']).not.toContain(codeOf(answer))
  })

  it.each(allowed)('[GAP-75, T-07] $name by the role $role has no access to another store', async ({ role, name }) => {
    const bodies = bodiesAbout(name, other)
    const namesOther = Object.keys(bodies[0]!).some((key) => key in idsOf(other))
    const before = namesOther ? await fingerprint(test.db) : undefined
    for (const body of bodies) {
      const answer = await test.send(addressOf(name, body), { payload: { ...body, token: tokens[role] } })
      expect(answer.status, JSON.stringify(body)).toBeLessThan(500)
      expect(JSON.stringify(answer.body)).not.toContain(mark)
    }
    if (before) expect(await fingerprint(test.db)).toBe(before)
  })

  it.each(storeRoles.flatMap((role) => tableNames.map((table) => ({ role, table }))))(
    '[T-10] in the table $table, the role $role sees the rows of its own store, or nothing',
    async ({ role, table }) => {
      const { permission, ownersToo } = ofTable(table)
      const payload = { token: tokens[role], table }
      const read = await test.send('/public/api/dashboard/table', { payload })
      const exported = await test.send('/public/api/dashboard/export', { payload: { ...payload, format: 'csv' } })
      const isOpen = ownersToo === true && mayInStore(role, { table, permission })
      expect(codeOf(read)).toBe(isOpen ? undefined : 'PERMISSION_MISSING')
      expect(codeOf(exported)).toBe(isOpen && role === 'manager' ? undefined : 'PERMISSION_MISSING')
      expect(JSON.stringify(read.body)).not.toContain(mark)
    },
  )

  it('shows each role the open orders of its own store, so that the tests above can fail', async () => {
    for (const role of storeRoles) {
      const { body } = await test.call('dashboard/orders/board', {}, { token: tokens[role] })
      expect(body.orders.map(({ store }) => store.id)).toEqual(expect.arrayContaining([own.store.id]))
    }
  })
})
