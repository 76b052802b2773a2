import { randomBytes } from 'node:crypto'
import type { storeValues } from '@nukkad/contract/catalogue/store-admin.ts'
import type { Input } from '@nukkad/contract/contract.ts'
import { distanceKm } from '@nukkad/rules/distance.ts'
import { type Insertable, sql, type Updateable } from 'kysely'
import type { z } from 'zod'
import type { Tx } from '#db/connection.ts'
import type { Stores } from '#db/schema.ts'
import { fillAddonPricing } from '#features/catalogue/store-menu/addon-reading.ts'
import { ownColumns } from '#features/catalogue/store-profile/profile.ts'
import { insertStore, updateStore } from '#features/catalogue/stores/write-store.ts'
import type { Services, WriteContext, Writing } from '#http/calls.ts'
import { cleanDescription } from '#http/clean-html.ts'
import { AppError } from '#http/errors.ts'
import { requireRecentProof } from '#http/session.ts'
import { type AdminStore, changeStore, readAdminStore } from './admin-store.ts'
import { copyContents, getCopiedColumns, lockStore, replaceCategories } from './queries.ts'

/**
 * Maximum distance of a delivery area from its store. A more distant area would make the store's bounding box cover
 * half a country (`stores__radius`).
 */
const FARTHEST_KM = 200
const MAX_TRIES = 5

type Change = Input<'dashboard/stores/update'>
type Answer = { success: true; store: AdminStore }

/** Adds a store, in the currency of the shop unless another is named. Staff still have to accept the store. */
export async function createStore(context: WriteContext<'dashboard/stores/create'>): Promise<Answer> {
  const { input, settings } = context
  const { token: _token, user_id: _user, currency = settings.get('currencyId'), address, ...rest } = input
  if (!isCurrency(currency)) throw new AppError('INVALID_INPUT', { fields: { currency: 'fieldNotOffered' } })
  return { success: true, store: await addStore(context, { ...rest, currency, ...(address && { address }) }) }
}

export function isCurrency(code: string): boolean {
  return Intl.supportedValuesOf('currency').includes(code)
}

export type StoreValues = z.output<typeof storeValues>
export type NewStore = StoreValues & { name: string; latitude: number; longitude: number; currency: string }

/**
 * Adds a store with the given fields and records who added it.
 * @throws AppError INVALID_INPUT
 */
export async function addStore(
  { tx, audit, settings }: Writing & Pick<Services, 'settings'>,
  given: NewStore,
): Promise<AdminStore> {
  const { name, latitude, longitude, currency, slug, kind = 'store', category_ids: categoryIds } = given
  // A salon serves its customers at the salon unless another delivery type is given (INT-06).
  const delivery_type = given.delivery_type ?? (kind === 'salon' ? 4 : 1)
  const delivery_radius = given.delivery_radius ?? settings.number('defaultDeliveryRadiusKm')
  const columns = { ...ownColumns(given, currency), ...columnsOf({ ...given, delivery_radius }) }
  const set = columns as Partial<Insertable<Stores>> // The cast is safe, because all values are defined.
  const id = await insertNamed(tx, slug, { ...set, name, kind, latitude, longitude, currency, delivery_type })
  if (categoryIds) await setCategories(tx, id, categoryIds)
  const store = await readAdminStore(tx, id)
  const after = { ...given, slug: store.slug, kind, delivery_type, delivery_radius }
  await audit('store.created', { object: { type: 'store', id }, after })
  return store
}

/**
 * Adds a copy of a store with the same menu, location and hours. Staff still have to accept the copy.
 * @throws AppError NOT_FOUND
 */
export async function duplicateStore({
  tx,
  input: { store_id: storeId, name, slug },
  audit,
}: WriteContext<'dashboard/stores/duplicate'>): Promise<Answer> {
  if (!(await lockStore(tx, storeId))) throw new AppError('NOT_FOUND')
  const { delivery_areas, ...columns } = await getCopiedColumns(tx, storeId)
  const id = await insertNamed(tx, slug, {
    ...columns,
    name,
    delivery_areas: delivery_areas && JSON.stringify(delivery_areas),
  })
  await copyContents(tx, storeId, id)
  const store = await readAdminStore(tx, id)
  const after = { name, slug: store.slug, copy_of: storeId }
  await audit('store.duplicated', { object: { type: 'store', id }, after })
  return { success: true, store }
}

/**
 * Changes the fields of a store that only staff may change.
 * @throws AppError NOT_FOUND, INVALID_INPUT
 */
export async function updateAdminStore(context: WriteContext<'dashboard/stores/update'>): Promise<Answer> {
  const { store_id: storeId, token: _token, user_id: _user, ...values } = context.input
  const store = await changeStore(context, { storeId, action: 'store.updated' }, async (tx, before) => {
    const { commission_rate: rate } = values
    // The commission decides how much money the store gets, so changing it needs a recent proof of identity.
    if (rate !== undefined && rate !== Number(before.commission_rate)) requireRecentProof(context.session)
    await writeStore(tx, { values, before })
  })
  return { success: true, store }
}

/**
 * Writes the given values of a store: those that its owner may change and those that only staff may change. The caller
 * must have locked the store.
 * @throws AppError INVALID_INPUT
 */
export async function writeStore(
  tx: Tx,
  { values, before }: { values: StoreValues & Pick<Change, 'delivery_areas'>; before: AdminStore },
): Promise<void> {
  if (isFarFromAreas(values, before)) throw new AppError('INVALID_INPUT', { fields: { delivery_areas: 'fieldTooFar' } })
  await updateStore(tx, before.id, { ...ownColumns(values, before.currency), ...columnsOf(values) })
  if (values.kind !== undefined) await fillAddonPricing(tx, before.id)
  if (values.category_ids) await setCategories(tx, before.id, values.category_ids)
}

async function setCategories(tx: Tx, storeId: number, ids: readonly number[]): Promise<void> {
  if (!(await replaceCategories(tx, storeId, ids)))
    throw new AppError('INVALID_INPUT', { fields: { category_ids: 'fieldUnknown' } })
}

/** Returns whether a delivery area would be too far from the store after the location or the areas change. */
export function isFarFromAreas(
  change: Pick<Change, 'delivery_areas' | 'latitude' | 'longitude'>,
  before: AdminStore,
): boolean {
  const areas = change.delivery_areas === undefined ? before.delivery_areas : change.delivery_areas
  const at = { lat: change.latitude ?? Number(before.latitude), lng: change.longitude ?? Number(before.longitude) }
  return areas?.flat().some(([lng, lat]) => distanceKm(at, { lat, lng }) > FARTHEST_KM) ?? false
}

const namedAlike = [
  ...(['slug', 'kind', 'delivery_type', 'latitude', 'longitude', 'time_zone', 'sku', 'offer'] as const),
  ...(['custom_featured_name', 'custom_message', 'custom_message_on_list'] as const),
]
const flagNames = ['is_active', 'is_featured', 'is_schedulable'] as const

function columnsOf(change: Omit<Change, 'store_id'>): Updateable<Stores> {
  const { delivery_radius, delivery_areas, commission_rate } = change
  const set: Record<string, unknown> = {}
  for (const name of namedAlike) if (change[name] !== undefined) set[name] = change[name]
  if (change.custom_message) set.custom_message = cleanDescription(change.custom_message)
  for (const name of ['offer', 'custom_featured_name', 'custom_message', 'custom_message_on_list'] as const)
    if (set[name] === '') set[name] = null
  for (const name of flagNames) if (change[name] !== undefined) set[name] = change[name] === 1
  if (delivery_radius !== undefined) set.delivery_radius_km = delivery_radius
  if (delivery_areas !== undefined)
    set.delivery_areas = delivery_areas && delivery_areas.length > 0 ? JSON.stringify(delivery_areas) : sql`null`
  if (commission_rate !== undefined) set.commission_basis_points = Math.round(commission_rate * 100)
  return set
}

/**
 * Adds a store under the given slug. Without a given slug, makes a slug from the name.
 * @throws AppError INVALID_INPUT for a given slug that another store has
 */
async function insertNamed(
  tx: Tx,
  slug: string | undefined,
  store: Omit<Insertable<Stores>, 'slug'> & { name: string },
): Promise<number> {
  const wanted = slug ?? slugOf(store.name)
  for (let tries = 0; tries < MAX_TRIES; tries++) {
    const tried = tries === 0 ? wanted : `${wanted}-${randomBytes(2).toString('hex')}`
    const id = await insertStore(tx, { ...store, slug: tried })
    if (id !== undefined) return id
    if (slug) break
  }
  throw new AppError('INVALID_INPUT', { fields: { slug: 'fieldTaken' } })
}

/**
 * Makes a slug from a name, such as `cafe-namma-24` from `Café Namma 24`. A name without Latin letters gets a general
 * slug.
 */
function slugOf(name: string): string {
  const plain = name
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .slice(0, 100)
    .replace(/^-+|-+$/g, '')
  return plain || 'store'
}
