import type { Input, Output } from '@nukkad/contract/contract.ts'
import type { Updateable } from 'kysely'
import { type Db, inTransaction } from '#db/connection.ts'
import type { Stores } from '#db/schema.ts'
import { followHours } from '#features/catalogue/stores/follow-hours.ts'
import { readStores } from '#features/catalogue/stores/read-stores.ts'
import { pauseStore, updateStore } from '#features/catalogue/stores/write-store.ts'
import type { CallContext } from '#http/calls.ts'
import { cleanDescription } from '#http/clean-html.ts'
import { AppError } from '#http/errors.ts'
import { readAmount } from '#http/read-amount.ts'
import { writeAudit } from '#platform/audit/write-audit.ts'
import { savePicture, showPicture } from '#platform/pictures/save-picture.ts'
import { getOpening, listOwnFacts, lockStore } from './queries.ts'

type Change = Input<'store-owner/update-store'>
type OwnStore = Output<'store-owner/get-store'>

/** The columns that store a string as it was sent, with their names on the wire. */
const textColumns = {
  name: 'name',
  description: 'description',
  address: 'address',
  pincode: 'pincode',
  landmark: 'landmark',
  phone: 'phone',
  certificate: 'certificate',
  delivery_time: 'delivery_time',
  price_range: 'price_range',
  delivery_type: 'delivery_type',
  delivery_radius: 'delivery_radius_km',
  delivery_charge_type: 'delivery_charge_type',
  base_delivery_distance: 'base_delivery_distance_km',
  extra_delivery_distance: 'extra_delivery_distance_km',
} as const satisfies Partial<Record<keyof Change, keyof Stores>>

const flagColumns = ['is_pureveg', 'auto_acceptable', 'is_notifiable'] as const

const moneyColumns = {
  restaurant_charges: 'store_charge_minor',
  delivery_charges: 'delivery_charge_minor',
  base_delivery_charge: 'base_delivery_charge_minor',
  extra_delivery_charge: 'extra_delivery_charge_minor',
  min_order_price: 'minimum_order_minor',
  free_delivery_subtotal: 'free_delivery_subtotal_minor',
} as const satisfies Partial<Record<keyof Change, keyof Stores>>

/** Reads a store as its owner sees it. */
export async function readOwnStore(db: Db, storeId: number): Promise<OwnStore> {
  const [store] = await readOwnStores(db, [storeId])
  return store!
}

/** Reads several stores as their owners see them, in the order of the ids. */
export async function readOwnStores(db: Db, ids: readonly number[]): Promise<OwnStore[]> {
  const [stores, rows] = await Promise.all([readStores(db, ids), listOwnFacts(db, ids)])
  const rowOf = new Map(rows.map((row) => [row.id, row]))
  return stores.map((store) => {
    const { commission_basis_points, time_zone, paused_until } = rowOf.get(store.id)!
    return {
      ...store,
      commission_rate: (commission_basis_points / 100).toFixed(2),
      time_zone,
      paused_until: paused_until?.toISOString() ?? null,
    }
  })
}

/**
 * Changes the given fields that an owner may change, and no others (docs/reference/security.md#authorisation).
 * @throws AppError INVALID_INPUT
 */
export async function updateOwnStore({
  db,
  input,
  session,
  request,
}: CallContext<'store-owner/update-store'>): Promise<Output<'store-owner/update-store'>> {
  const { store_id: storeId, token: _token, user_id: _user, ...change } = input
  return inTransaction(db, async (tx) => {
    await lockStore(tx, storeId)
    const before = await readOwnStore(tx, storeId)
    // Only the operator sets up a salon that serves customers at their address (INT-06).
    if (before.kind === 'salon' && change.delivery_type !== undefined)
      throw new AppError('INVALID_INPUT', { fields: { delivery_type: 'fieldFixed' } })
    await updateStore(tx, storeId, ownColumns(change, before.currency))
    const after = await readOwnStore(tx, storeId)
    // The cast is safe, because fields have equal names in the request and the answer.
    const fields = Object.keys(change) as (keyof OwnStore & keyof Change)[]
    await writeAudit(tx, {
      actorId: session.userId,
      action: 'store.updated',
      object: { type: 'store', id: storeId },
      before: pick(before, fields),
      after: pick(after, fields),
      request,
    })
    return after
  })
}

/** Opens a closed store or closes an open one. After this call, the store no longer follows its hours. */
export async function toggleOwnStore({
  db,
  input: { store_id: storeId },
  session,
  request,
}: CallContext<'store-owner/toggle-store-status'>): Promise<Output<'store-owner/toggle-store-status'>> {
  return inTransaction(db, async (tx) => {
    await lockStore(tx, storeId)
    const { is_active, is_schedulable } = await getOpening(tx, storeId)
    const after = { is_active: !is_active, is_schedulable: false }
    await updateStore(tx, storeId, after)
    await writeAudit(tx, {
      actorId: session.userId,
      action: is_active ? 'store.closed' : 'store.opened',
      object: { type: 'store', id: storeId },
      before: { is_active, is_schedulable },
      after,
      request,
    })
    return { success: true, status: is_active ? 0 : 1 }
  })
}

/**
 * Pauses a store for a number of minutes; 0 ends its pause. The job that opens and closes stores by their hours also
 * ends pauses that are over.
 * @throws AppError STORE_CLOSED for a store that is closed without a pause
 */
export async function pauseOwnStore({
  db,
  input: { store_id: storeId, minutes },
  session,
  request,
}: CallContext<'store-owner/pause-store'>): Promise<Output<'store-owner/pause-store'>> {
  return inTransaction(db, async (tx) => {
    await lockStore(tx, storeId)
    const before = await getOpening(tx, storeId)
    if (minutes > 0) {
      if (!(await pauseStore(tx, { storeId, minutes }))) throw new AppError('STORE_CLOSED')
    } else if (before.paused_until) {
      await updateStore(tx, storeId, { is_active: true })
      await followHours(tx, storeId)
    }
    const after = await getOpening(tx, storeId)
    await writeAudit(tx, {
      actorId: session.userId,
      action: minutes > 0 ? 'store.paused' : 'store.opened',
      object: { type: 'store', id: storeId },
      before: { is_active: before.is_active, paused_until: before.paused_until },
      after: { is_active: after.is_active, paused_until: after.paused_until },
      request,
    })
    return { success: true, status: after.is_active ? 1 : 0, paused_until: after.paused_until?.toISOString() ?? null }
  })
}

/**
 * Replaces the picture of a store. The old picture is deleted once no screen can show it (docs/decisions/0018).
 * @throws AppError INVALID_INPUT, and the errors of `savePicture`
 */
export async function changeStorePicture({
  input: { store_id: storeId },
  session,
  request,
  services,
}: CallContext<'store-owner/update-store-image'>): Promise<OwnStore> {
  if (!request.picture) throw new AppError('INVALID_INPUT', { fields: { image: 'fieldPictureMissing' } })
  const { path, placeholder } = await savePicture(services, { storeId, kind: 'store', bytes: request.picture })
  return inTransaction(services.db, async (tx) => {
    await lockStore(tx, storeId)
    const before = await readOwnStore(tx, storeId)
    await updateStore(tx, storeId, { image: path, placeholder_image: placeholder })
    await showPicture(tx, { storeId, path, before: before.image })
    await writeAudit(tx, {
      actorId: session.userId,
      action: 'store_picture.updated',
      object: { type: 'store', id: storeId },
      before: { image: before.image },
      after: { image: path },
      request,
    })
    return readOwnStore(tx, storeId)
  })
}

function pick<Key extends string>(from: Record<Key, unknown>, keys: readonly Key[]): Partial<Record<Key, unknown>> {
  return Object.fromEntries(keys.map((key) => [key, from[key]])) as Partial<Record<Key, unknown>>
}

type OwnValues = Omit<Change, 'store_id' | 'delivery_type'> & { delivery_type?: OwnStore['delivery_type'] | undefined }

/**
 * Returns the columns for the given fields that an owner may change.
 * @throws AppError INVALID_INPUT for an invalid amount
 */
export function ownColumns(change: OwnValues, currency: string): Updateable<Stores> {
  const set: Record<string, unknown> = {}
  for (const [field, column] of entriesOf(textColumns)) {
    if (change[field] !== undefined) set[column] = change[field]
  }
  if (change.description !== undefined) set.description = cleanDescription(change.description)
  for (const field of flagColumns) {
    if (change[field] !== undefined) set[field] = change[field] === 1
  }
  for (const [field, column] of entriesOf(moneyColumns)) {
    const value = change[field]
    if (value !== undefined) set[column] = readAmount(value, { currency, field })
  }
  return set
}

function entriesOf<Key extends string, Value>(table: Record<Key, Value>): [Key, Value][] {
  return Object.entries(table) as [Key, Value][] // The keys are known, because they come from an object literal.
}
