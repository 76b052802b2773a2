import type { CallShape } from '@nukkad/contract/call.ts'
import { type CallName, contract } from '@nukkad/contract/contract.ts'
import { orderStatusIds } from '@nukkad/rules/order-states.ts'
import { sql } from 'kysely'
import { beforeAll, describe, expect, it } from 'vitest'
import { z } from 'zod'
import { fingerprint } from './fingerprint.ts'
import { type TestAnswer, useTestApp } from './harness.ts'
import { createSalons, startIn } from './salon.ts'

const test = useTestApp({ isNoted: false })
const salons = createSalons(test)
const shapeOf = (name: CallName): CallShape => contract[name]

type Person = { id: number; token: string }
type Menu = { item: number; category: number; addonCategory: number; addon: number }
type Side = {
  store: { id: number }
  customer: Person
  rider: Person
  owner: Person
  orders: Order[]
  menu: Menu
  employee: Person
  invitation: number
  /** The public numbers of a held visit and a booked visit. */
  visits: string[]
  /** The public number of a wait entry. */
  wait: string
  /**
   * Strings from the data of one of the two stores. No person of the other store may see these strings in an answer.
   */
  marks: string[]
}
type Order = { id: number; unique_order_id: string; status: number }
type Body = Record<string, unknown>

/**
 * Fields that are not tested, because they refer to public things, or because the server takes them from the session
 * (GAP-02). The fields of Razorpay's form identify a payment attempt only when they are combined; `older-calls.test.ts`
 * tests them with another person's attempt.
 */
const open =
  /^(user_id|delivery_guy_id|restaurant_id|category_ids|(?:hold-visit|join-wait-list)\.store_id|get-.*-with-favourite\.slug|toggle-favorite\.id|accept-stripe-payment\.id|payment\/razorpay\/process\..*|store-owner\/get-store-page\.slug|store-owner\/save-payout-details\.upi_id)$/
/**
 * For each private field, the objects of one store and of its people to which the field can refer. The field `id`
 * refers to a different kind of object in each call.
 */
const named: Record<string, (side: Side) => unknown[]> = {
  order_id: ({ orders }) => orders.map(({ id }) => id),
  unique_visit_id: ({ visits }) => visits,
  unique_wait_id: ({ wait }) => [wait],
  unique_order_id: ({ orders }) => orders.map(({ unique_order_id }) => unique_order_id),
  address_id: ({ customer }) => [addresses.get(customer.id)],
  notification_id: ({ customer }) => [notifications.get(customer.id)],
  store_id: ({ store }) => [store.id],
  item_id: ({ menu }) => [menu.item],
  item_category_id: ({ menu }) => [menu.category],
  category_id: ({ menu }) => [menu.category],
  employee_id: ({ employee }) => [employee.id],
  invitation_id: ({ invitation }) => [invitation],
  'store-owner/order-items-categories.ids': ({ menu }) => [[menu.category]],
  'store-owner/change-items.items': ({ menu }) => [[{ id: menu.item, stock: 3 }]],
  'store-owner/order-items.ids': ({ menu }) => [[menu.item]],
  'store-owner/update-addon-image.id': ({ menu }) => [menu.addon],
  'store-owner/update-item.id': ({ menu }) => [menu.item],
  'store-owner/update-item-image.id': ({ menu }) => [menu.item],
  'store-owner/item/delete.id': ({ menu }) => [menu.item],
  'store-owner/update-items-categories.id': ({ menu }) => [menu.category],
  'store-owner/delete-items-categories.id': ({ menu }) => [menu.category],
  'store-owner/update-addon-category.id': ({ menu }) => [menu.addonCategory],
  'store-owner/get-addon-category-information-to-edit.id': ({ menu }) => [menu.addonCategory],
  'store-owner/delete-addon-category.id': ({ menu }) => [menu.addonCategory],
  'store-owner/delete-addon.id': ({ menu }) => [menu.addon],
}
const namedBy = (name: CallName, field: string) => named[`${name}.${field}`] ?? named[field]
const addresses = new Map<number, number>()
const notifications = new Map<number, number>()
const nobodys: Body = {
  unique_order_id: 'OD-NOBODYS-0000',
  unique_visit_id: 'V-NOBODYS-0000',
  unique_wait_id: 'W-NOBODYS-0000',
  ids: [2_000_000_000],
  '': 2_000_000_000,
}

/**
 * Calls that need a session, each with the fields by which a person could refer to another person's objects. Calls of
 * staff are left out, because staff may act for all people; their permissions have separate tests.
 */
const guarded = (Object.keys(contract) as CallName[])
  .filter((name) => ['customer', 'delivery', 'store-owner'].includes(shapeOf(name).auth))
  .flatMap((name) => fieldsOf(name).map((field) => ({ name, field })))
  .filter(({ field }) => /^(ids?|slug)$|_ids?$/.test(field))

function fieldsOf(name: CallName): string[] {
  const schema = z.toJSONSchema(shapeOf(name).input, { io: 'input', unrepresentable: 'any' })
  return Object.keys(schema.properties ?? {})
}

const isOpen = (name: CallName, field: string): boolean => open.test(field) || open.test(`${name}.${field}`)

describe('ids in calls', () => {
  let mine: Side
  let theirs: Side
  beforeAll(async () => {
    mine = await settle('Asha')
    theirs = await settle('Zubeida')
  })

  it('[GAP-75] every field that holds an id is listed as open or private', () => {
    expect(guarded.filter(({ name, field }) => !isOpen(name, field) && !namedBy(name, field))).toEqual([])
  })

  it.each(guarded.filter(({ name, field }) => !isOpen(name, field)))(
    "[GAP-75, T-07] $name with another's $field changes nothing and answers the same as for an unknown id",
    async ({ name, field }) => {
      const { token } = personOf(name, mine)
      const unknown = await ask(name, { ...whole(name, mine), [field]: nobodys[field] ?? nobodys[''] }, token)
      const before = await fingerprint(test.db)
      for (const value of namedBy(name, field)!(theirs)) {
        const answer = await ask(name, { ...whole(name, mine), [field]: value }, token)
        expect(said(answer), `${name} ${field} ${value}`).toEqual(said(unknown))
        for (const mark of theirs.marks) expect(JSON.stringify(answer.body)).not.toContain(mark)
      }
      expect(await fingerprint(test.db)).toBe(before)
    },
  )

  it.each(
    guarded.filter(
      ({ name, field }) => !isOpen(name, field) && !(/update-(item|addon)-image$/.test(name) && field === 'id'),
    ),
  )(
    "$name with the caller's own $field answers differently, so that the test above can fail",
    async ({ name, field }) => {
      const side = await settle('Meera')
      const { token } = personOf(name, side)
      const unknown = await ask(name, { ...whole(name, side), [field]: nobodys[field] ?? nobodys[''] }, token)
      const before = await fingerprint(test.db)
      const answers = []
      for (const value of namedBy(name, field)!(side))
        answers.push(said(await ask(name, { ...whole(name, side), [field]: value }, token)))
      const isFelt = answers.some((answer) => JSON.stringify(answer) !== JSON.stringify(said(unknown)))
      expect(isFelt || (await fingerprint(test.db)) !== before).toBe(true)
    },
  )
})

/** Creates a store with its owner, a rider and a customer with orders in every state, an address and a notification. */
async function settle(name: string): Promise<Side> {
  const { build, db } = test
  const store = await build.store()
  const customer = await build.customer({ name: `${name} Customer` })
  const rider = await build.rider({ stores: [store], user: { name: `${name} Rider` } })
  const owner = await build.owner({ stores: [store] })
  const item = await build.item({ store_id: store.id, name: `${name} dish`, category: `${name} menu` })
  const { id: addonCategory, addons } = await build.addons({
    item,
    options: [{ name: `${name} ghee`, price_minor: 500n }],
  })
  const { item_category_id: category } = await db
    .selectFrom('items')
    .select('item_category_id')
    .where('id', '=', item.id)
    .executeTakeFirstOrThrow()
  const menu = { item: item.id, category, addonCategory, addon: addons[0]!.id }
  const orders = []
  for (const status of Object.values(orderStatusIds)) {
    const carried = [3, 4, 5].includes(status) ? { rider_id: rider.id } : {}
    const delivery_type = status === 7 ? 2 : 1
    orders.push(await build.order({ user_id: customer.id, store_id: store.id, status, delivery_type, ...carried }))
  }
  await db
    .insertInto('order_photos')
    .values(orders.map(({ id }) => ({ order_id: id, rider_id: rider.id, picture: Buffer.from(`${name} door`) })))
    .execute()
  const address = await db
    .selectFrom('addresses')
    .select('id')
    .where('user_id', '=', customer.id)
    .executeTakeFirstOrThrow()
  addresses.set(customer.id, address.id)
  const notification = await db
    .insertInto('notifications')
    .values({ user_id: customer.id, data: JSON.stringify({ title: `${name} only` }) })
    .returning('id')
    .executeTakeFirstOrThrow()
  notifications.set(customer.id, Number(notification.id))
  const marks = [
    `${name} Customer`,
    `${name} Rider`,
    `${name} only`,
    `${name} dish`,
    `${name} menu`,
    `${name} ghee`,
    customer.phone!,
  ]
  const employee = await build.employee({ store, role: 'kitchen' })
  const { id: invitation } = await db
    .insertInto('store_invitations')
    .values({ store_id: store.id, role: 'cashier', email: `${employee.id}@invited.test`, invited_by: owner.id })
    .returning('id')
    .executeTakeFirstOrThrow()
  const [visits, wait] = [await visit(customer), await waitFor(store.id, customer)]
  return { store, customer, rider, owner, orders, menu, employee, invitation, visits, wait, marks }
}

/** Adds a customer to the wait list of a salon. */
async function waitFor(storeId: number, customer: Person): Promise<string> {
  const number = `W-${storeId}-${customer.id}`
  await test.db
    .insertInto('wait_entries')
    .values({
      unique_wait_id: number,
      store_id: storeId,
      user_id: customer.id,
      services: JSON.stringify([{ item_id: 1, stylist_id: null, addons: [], mode: 'after' }]),
      dates: sql`'{2999-01-01}'::date[]`,
    })
    .execute()
  return number
}

/**
 * Holds one visit and books another for a customer, at a new salon. The salon does not belong to the people of the
 * tested store.
 */
async function visit(customer: Person): Promise<string[]> {
  const { store, cut } = await salons.salon()
  const hold = async (starts_at: string) => {
    const wanted = { store_id: store.id, services: [{ item_id: cut }], starts_at }
    return (await test.call('hold-visit', wanted, customer)).body.visit.unique_visit_id
  }
  const booked = await hold(startIn(3))
  const order = { order: [], delivery_type: 4 as const, unique_visit_id: booked, method: 'COD' }
  await test.call('place-order', order, customer)
  return [await hold(startIn(4)), booked]
}

/** Valid values for fields of calls that do not refer to objects. */
const further: Body = {
  delivery_pin: '24681',
  problem: 'missing',
  trouble: 'rider_stopped',
  minutes: 20,
  rating_store: 5,
  rating_delivery: 5,
  q: 'OD-',
  starts_at: startIn(5),
  gateway: 'razorpay',
  gateways: ['COD'],
  schedule_data: {},
  is_schedulable: 0,
  latitude: 12.9,
  longitude: 77.6,
  address: '7 Hill Road',
  role: 'cashier',
  account_holder: 'Meera Rao',
  bank_name: '',
  account_number: '1',
  branch_code: '',
  upi_id: '',
  note: '',
  name: 'Ghee',
  price: '10',
  type: 'MULTI',
  addons: [{ name: 'Butter', price: '5' }],
}

/**
 * Returns a body with the fields that a call needs in addition to the tested field. All fields of the body refer to
 * objects of the person who makes the call.
 */
function whole(name: CallName, side: Side): Body {
  const body: Body = { ...further, ...(name === 'place-order' && { order: [], delivery_type: 4, method: 'COD' }) }
  for (const field of fieldsOf(name)) {
    const values = isOpen(name, field) ? undefined : namedBy(name, field)?.(side)
    if (values) body[field] = values[0]
  }
  return body
}

function personOf(name: CallName, side: Side): Person {
  const { auth } = shapeOf(name)
  return auth === 'delivery' ? side.rider : auth === 'store-owner' ? side.owner : side.customer
}

/** Resets the rate limits and makes one call. */
async function ask(name: CallName, body: Body, token: string): Promise<TestAnswer> {
  await test.db.deleteFrom('limit_counters').execute()
  const tail = (shapeOf(name).path ?? '').replace(/\{(\w+)\}/g, (_, key: string) => String(body[key]))
  return test.send(`/public/api/${name}${tail}`, { payload: { ...body, token } })
}

/** Returns an answer without the parts that differ from request to request. */
function said({ status, body }: TestAnswer): unknown {
  return { status, body: JSON.stringify(body).replace(/"request_id":"[^"]*"/, '') }
}
