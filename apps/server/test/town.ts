import type { CallShape } from '@nukkad/contract/call.ts'
import { type CallName, contract } from '@nukkad/contract/contract.ts'
import { errorCodes } from '@nukkad/contract/errors.ts'
import { settings } from '@nukkad/contract/settings/registry.ts'
import { en, type FieldText } from '@nukkad/contract/texts/en.ts'
import { sql } from 'kysely'
import { z } from 'zod'
import type { TestApp } from './harness.ts'

export type Body = Record<string, unknown>
export type Town = Awaited<ReturnType<typeof settle>>

export const shapeOf = (name: CallName): CallShape => contract[name]

/** Returns the URL path of a call; `tail` is a parameter at the end of the path. */
export const urlOf = (name: CallName, tail = ''): string =>
  `/public/${shapeOf(name).base === 'callandorder' ? 'callandorder' : 'api'}/${name}${tail}`

/** Raises all rate limits, for tests that send a thousand requests and do not test the limits. */
export async function liftLimits({ build, services }: TestApp): Promise<void> {
  for (const key of Object.keys(settings)) if (key.startsWith('limit')) await build.setting(key, '1000000')
  await services.settings.reload()
}

/**
 * The texts that may explain an error in one field of a request. All texts of errors are in the catalogue, because a
 * message of a library is not allowed.
 */
const reasons = Object.keys(en)
  .filter((key) => key.startsWith('field'))
  .map((key) => en[key as FieldText])

/** The form of every refusal; a call may add further keys. */
export const refusal = z.looseObject({
  success: z.literal(false),
  message: z.string().min(1),
  error: z.looseObject({
    code: z.enum(errorCodes),
    fields: z.record(z.string(), z.enum(reasons)).optional(),
    request_id: z.string(),
  }),
})

/**
 * Creates a town in which plausible values refer to existing things: stores, orders in many states, and one person of
 * each kind.
 */
export async function settle({ build, db }: TestApp) {
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
  const { rows } = await sql<{ id: number }>`select id from addresses`.execute(db)
  return { store, item, addon: group.addons[0]!, customer, rider, owner, coupon, orders, addressId: rows[0]!.id }
}

/** Returns a value that fits the field's name, so that many requests get past their schema. */
export function plausible(field: string, town: Town, pick: number): unknown {
  const order = town.orders[pick % town.orders.length]!
  const line = { id: town.item.id, quantity: 2, selectedaddons: [{ addon_id: String(town.addon.id) }] }
  const values: Record<string, unknown> = {
    id: [town.item.id, town.store.id][pick % 2],
    restaurant_id: town.store.id,
    store_id: town.store.id,
    order_id: order.id,
    address_id: town.addressId,
    unique_order_id: order.unique_order_id,
    slug: town.store.slug,
    notification_id: 1,
    category_ids: [1, 2],
    latitude: '12.9352',
    longitude: 77.6245,
    lat: 12.9352,
    lng: 77.6245,
    delivery_lat: 12.93,
    delivery_long: 77.62,
    order: [line],
    items: [line],
    coupon: pick % 2 ? town.coupon.code : { code: town.coupon.code },
    subtotal: '200.00',
    delivery_type: 1,
    method: 'COD',
    partial_wallet: true,
    tipAmount: '10',
    cash_change_amount: '500',
    quoted_total: null,
    schedule_date: { day: 'Monday', date: '2026-12-01' },
    schedule_slot: { open: '10:00 AM', close: '10:30 AM' },
    location: { lat: 12.9352, lng: 77.6245 },
    address: '7 Hill Road',
    house: '2',
    tag: 'Home',
    heading: 90,
    page: 1,
    q: 'masala',
    rating_store: 4,
    rating_delivery: 5,
    review_store: 'Good',
    toggle_status: true,
    delivery_pin: '24681',
    order_prep_time: 20,
    phone: town.customer.phone,
    email: town.customer.email,
    password: 'wrong horse battery',
    otp: '123456',
    code: 'ABC234',
    name: 'Asha',
    avatar: 'user3',
    tax_number: 'GST 1',
    provider: 'google',
    accessToken: 'x',
    refid: town.customer.referral_code,
  }
  return values[field]
}

/** Lists the fields of a call, including those that existing clients send but no code reads. */
export function fieldsOf(name: CallName): string[] {
  const schema = z.toJSONSchema(shapeOf(name).input, { io: 'input', unrepresentable: 'any' })
  return Object.keys(schema.properties ?? {}).filter((field) => field !== 'token')
}

/** Calls that end the session, so that each of them needs a separate person. */
const ending = new Set<string>(['logout', 'delete-my-account', 'delivery/logout', 'store-owner/logout'])

export async function tokenFor(
  { build }: TestApp,
  name: CallName,
  { who, town }: { who: string; town: Town },
): Promise<unknown> {
  const { auth } = shapeOf(name)
  if (who === 'nobody') return undefined
  if (who === 'junk') return ['x'.repeat(43), 7, {}, ''][name.length % 4]
  const kind = who !== 'own' ? who : auth === 'delivery' ? 'rider' : auth === 'store-owner' ? 'owner' : 'customer'
  if (!ending.has(name)) return { customer: town.customer, rider: town.rider, owner: town.owner }[kind]!.token
  return (await (kind === 'rider' ? build.rider() : kind === 'owner' ? build.owner() : build.customer())).token
}
