import type { CallShape } from '@nukkad/contract/call.ts'
import { type CallName, contract } from '@nukkad/contract/contract.ts'
import { errorCodes } from '@nukkad/contract/errors.ts'
import { settings } from '@nukkad/contract/settings/registry.ts'
import fc from 'fast-check'
import { sql } from 'kysely'
import { beforeAll, expect, it } from 'vitest'
import { z } from 'zod'
import { fingerprint } from './fingerprint.ts'
import { useTestApp } from './harness.ts'

const test = useTestApp({ isNoted: false })
const names = Object.keys(contract) as CallName[]
const shapeOf = (name: CallName): CallShape => contract[name]
const RUNS = Number(process.env.PROOF_RUNS ?? 1000)

type Body = Record<string, unknown>
type Town = Awaited<ReturnType<typeof settle>>

/** What no schema should choke on, and no statement after it. */
const junk: readonly unknown[] = [
  ...[null, true, false, 0, -1, 1.5, 1e21, 1e308, 2_147_483_647, 2_147_483_648, 9_007_199_254_740_992, -1e-7],
  ...['', ' ', '0', '-1', '1e5', '0x10', '1.0', '007', '99999999999999999999', 'true', 'null', 'NaN', '١٢'],
  ...[
    "' or 1=1 --",
    '%_\\',
    '{{x}}',
    '$1',
    '../../etc',
    '<script>',
    '\u202eabc',
    '\u0007bell',
    'e\u0301\u0323',
    '😀'.repeat(40),
  ],
  ...['\ufeff', 'a'.repeat(300), 'İstanbul', '\u2028', '2026-02-31', '9999-99-99', '{"a":1}', '[1]', 'constructor '],
  ...[
    [],
    [[]],
    [null],
    [1, 'a', {}],
    Array.from({ length: 210 }, () => ({ id: 1, quantity: 1 })),
    {},
    { id: {} },
    { lat: [] },
  ],
]

/** A town in which plausible values name something: stores, orders in many states, and one person of each kind. */
async function settle() {
  const { build } = test
  const store = await build.store({
    auto_acceptable: false,
    is_schedulable: true,
    accepts_scheduled_orders: true,
    is_active: true,
  })
  const item = await build.item({ store_id: store.id, stock: 1000 })
  const group = await build.addons({ item, options: [{ name: 'Ghee', price_minor: 500n }] })
  const customer = await build.customer()
  const rider = await build.rider({ stores: [store] })
  const owner = await build.owner({ stores: [store] })
  const coupon = await build.coupon()
  const orders = []
  for (const status of [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11]) {
    const carried = [3, 4, 5].includes(status) ? { rider_id: rider.id } : {}
    const delivery_type = status === 7 ? 2 : 1
    orders.push(await build.order({ user_id: customer.id, store_id: store.id, status, delivery_type, ...carried }))
  }
  const { rows } = await sql<{ id: number }>`select id from addresses`.execute(test.db)
  return { store, item, addon: group.addons[0]!, customer, rider, owner, coupon, orders, addressId: rows[0]!.id }
}

/** A value that the field's name promises, so that many requests get past their schema. */
function plausible(field: string, town: Town, pick: number): unknown {
  const order = town.orders[pick % town.orders.length]!
  const line = { id: town.item.id, quantity: 2, selectedaddons: [{ addon_id: String(town.addon.id) }] }
  const values: Record<string, unknown> = {
    id: [town.item.id, town.store.id][pick % 2],
    ...{ restaurant_id: town.store.id, store_id: town.store.id, order_id: order.id, address_id: town.addressId },
    ...{ unique_order_id: order.unique_order_id, slug: town.store.slug, notification_id: 1, category_ids: [1, 2] },
    ...{
      latitude: '12.9352',
      longitude: 77.6245,
      lat: 12.9352,
      lng: 77.6245,
      delivery_lat: 12.93,
      delivery_long: 77.62,
    },
    ...{
      order: [line],
      items: [line],
      coupon: pick % 2 ? town.coupon.code : { code: town.coupon.code },
      subtotal: '200.00',
    },
    ...{
      delivery_type: 1,
      method: 'COD',
      partial_wallet: true,
      tipAmount: '10',
      cash_change_amount: '500',
      quoted_total: null,
    },
    ...{ schedule_date: { day: 'Monday', date: '2026-12-01' }, schedule_slot: { open: '10:00 AM', close: '10:30 AM' } },
    ...{
      location: { lat: 12.9352, lng: 77.6245 },
      address: '7 Hill Road',
      house: '2',
      tag: 'Home',
      heading: 90,
      page: 1,
      q: 'masala',
    },
    ...{
      rating_store: 4,
      rating_delivery: 5,
      review_store: 'Good',
      toggle_status: true,
      delivery_pin: '24681',
      order_prep_time: 20,
    },
    ...{
      phone: town.customer.phone,
      email: town.customer.email,
      password: 'wrong horse battery',
      otp: '123456',
      code: 'ABC234',
    },
    ...{
      name: 'Asha',
      avatar: 'user3',
      tax_number: 'GST 1',
      provider: 'google',
      accessToken: 'x',
      refid: town.customer.referral_code,
    },
  }
  return values[field]
}

/** The fields that a call takes. Ones that only existing clients send and nobody reads are fields too. */
function fieldsOf(name: CallName): string[] {
  const schema = z.toJSONSchema(shapeOf(name).input, { io: 'input', unrepresentable: 'any' })
  return Object.keys(schema.properties ?? {}).filter((field) => field !== 'token')
}

const change = fc.record({
  field: fc.nat(50),
  how: fc.constantFrom('junk', 'junk', 'junk', 'missing', 'wrapped', 'inside'),
  value: fc.oneof(fc.constantFrom(...junk), fc.jsonValue({ maxDepth: 3 }), fc.string({ unit: 'binary' })),
})
const request = fc.record({
  name: fc.constantFrom(...names),
  who: fc.constantFrom('own', 'own', 'own', 'own', 'customer', 'rider', 'owner', 'nobody', 'junk'),
  changes: fc.array(change, { maxLength: 3 }),
  pick: fc.nat(1000),
})

function bodyFor(
  name: CallName,
  changes: readonly { field: number; how: string; value: unknown }[],
  town: Town,
  pick: number,
): Body {
  const fields = fieldsOf(name)
  const body: Body = Object.fromEntries(fields.map((field) => [field, plausible(field, town, pick)]))
  for (const { field, how, value } of changes) {
    const key = fields[field % Math.max(1, fields.length)] ?? 'extra'
    if (how === 'missing') delete body[key]
    else if (how === 'wrapped') body[key] = [body[key]]
    else if (how === 'inside') body[key] = spoiled(body[key], value)
    else body[key] = value
  }
  return body
}

/** The value with its first inner field, at any depth, replaced. */
function spoiled(whole: unknown, value: unknown): unknown {
  if (Array.isArray(whole)) return whole.length > 0 ? [spoiled(whole[0], value), ...whole.slice(1)] : [value]
  if (whole === null || typeof whole !== 'object') return value
  const keys = Object.keys(whole)
  const last = keys.at(-1)
  return last === undefined ? value : { ...whole, [last]: spoiled((whole as Body)[last], value) }
}

/** Calls after which a token is worth nothing, each made by somebody of its own. */
const ending = new Set<string>(['logout', 'delete-my-account', 'delivery/logout', 'store-owner/logout'])

async function tokenFor(name: CallName, who: string, town: Town): Promise<unknown> {
  const { auth } = shapeOf(name)
  if (who === 'nobody') return undefined
  if (who === 'junk') return ['x'.repeat(43), 7, {}, ''][name.length % 4]
  const kind = who !== 'own' ? who : auth === 'delivery' ? 'rider' : auth === 'store-owner' ? 'owner' : 'customer'
  if (!ending.has(name)) return { customer: town.customer, rider: town.rider, owner: town.owner }[kind]!.token
  return (await (kind === 'rider' ? test.build.rider() : kind === 'owner' ? test.build.owner() : test.build.customer()))
    .token
}

function sendTo(name: CallName, body: Body): ReturnType<typeof test.send> {
  const tail = (shapeOf(name).path ?? '').replace(/\{(\w+)\}/g, (_, key: string) =>
    encodeURIComponent(pathText(body[key])),
  )
  return test.send(`/public/api/${name}${tail}`, {
    payload: JSON.stringify(body),
    headers: { 'idempotency-key': crypto.randomUUID() },
  })
}

function pathText(value: unknown): string {
  const text = typeof value === 'string' ? value.toWellFormed() : JSON.stringify(value)
  return (text || 'x').slice(0, 60)
}

const refusal = z.looseObject({
  success: z.literal(false),
  message: z.string().min(1),
  error: z.looseObject({ code: z.enum(errorCodes), request_id: z.string() }),
})

beforeAll(async () => {
  for (const key of Object.keys(settings)) if (key.startsWith('limit')) await test.build.setting(key, '1000000')
  for (const key of ['enableDeliveryPin', 'enableOrderSchedulingOnCustomer', 'enSOV'])
    await test.build.setting(key, 'true')
  await test.services.settings.reload()
})

it(
  `[GAP-04] no input, however odd, gives a 5xx; a refusal has the one shape and changes no row (${RUNS} requests)`,
  async () => {
    const town = await settle()
    await fc.assert(
      fc.asyncProperty(request, async ({ name, who, changes, pick }) => {
        const token = await tokenFor(name, who, town)
        const body = { ...bodyFor(name, changes, town, pick), ...(token !== undefined && { token }) }
        const before = await fingerprint(test.db)
        const answer = await sendTo(name, body)
        expect(answer.status, JSON.stringify(answer.body)).toBeLessThan(500)
        const isRefused = answer.status >= 400 || refusal.safeParse(answer.body).success
        if (!isRefused) return
        expect(refusal.safeParse(answer.body).error).toBeUndefined()
        expect(await fingerprint(test.db)).toBe(before)
      }),
      { numRuns: RUNS, seed: 20_261_121, endOnFailure: true },
    )
  },
  60_000 + RUNS * 60,
)
