import { randomBytes } from 'node:crypto'
import type { Input } from '@nukkad/contract/contract.ts'
import { distanceKm } from '@nukkad/rules/distance.ts'
import { type Insertable, sql, type Updateable } from 'kysely'
import type { Tx } from '#db/connection.ts'
import type { Stores } from '#db/schema.ts'
import { writeAudit } from '#features/audit/write-audit.ts'
import type { CallContext } from '#http/calls.ts'
import { AppError } from '#http/errors.ts'
import { once } from '#http/idempotency.ts'
import { changeStore, type DeskStore, readDeskStore } from './desk-store.ts'
import { copyContents, getCopiedColumns, insertStore, lockStore, replaceCategories, updateStore } from './queries.ts'

/** Beyond this nobody delivers, and the box of a store would take in half a country (`stores__radius`). */
const FARTHEST_KM = 200
const MOST_TRIES = 5

type Change = Input<'dashboard/stores/update'>
type Answer = { success: true; store: DeskStore }

/** Adds a store that waits to be approved, in the currency of the shop unless another is named. */
export async function createStore(context: CallContext<'dashboard/stores/create'>): Promise<Answer> {
  const { db, input, session, request, settings } = context
  const { name, slug, kind, latitude, longitude, address } = input
  const currency = input.currency ?? settings.get('currencyId')
  if (!Intl.supportedValuesOf('currency').includes(currency))
    throw new AppError('INVALID_INPUT', { fields: { currency: 'fieldNotOffered' } })
  return once({ db, request, userId: session.userId, call: 'dashboard/stores/create' }, async (tx) => {
    // A salon comes to its customers unless somebody says otherwise (INT-06).
    const delivery_type = kind === 'salon' ? 4 : 1
    const id = await insertNamed(tx, slug, {
      ...{ name, kind, latitude, longitude, currency, delivery_type },
      ...(address && { address }),
    })
    const store = await readDeskStore(tx, id)
    const after = { name, slug: store.slug, kind, latitude, longitude, currency }
    const object = { type: 'store', id }
    await writeAudit(tx, { actorId: session.userId, action: 'store added', object, after, request })
    return { success: true, store }
  })
}

/**
 * Adds a store that sells what another one sells, at the same place and hours; it waits to be approved.
 * @throws AppError NOT_FOUND
 */
export async function duplicateStore(context: CallContext<'dashboard/stores/duplicate'>): Promise<Answer> {
  const { db, input, session, request } = context
  const { store_id: storeId, name, slug } = input
  return once({ db, request, userId: session.userId, call: 'dashboard/stores/duplicate' }, async (tx) => {
    if (!(await lockStore(tx, storeId))) throw new AppError('NOT_FOUND')
    const { delivery_areas, ...columns } = await getCopiedColumns(tx, storeId)
    const id = await insertNamed(tx, slug, {
      ...columns,
      name,
      delivery_areas: delivery_areas && JSON.stringify(delivery_areas),
    })
    await copyContents(tx, storeId, id)
    const store = await readDeskStore(tx, id)
    const after = { name, slug: store.slug, copy_of: storeId }
    const object = { type: 'store', id }
    await writeAudit(tx, { actorId: session.userId, action: 'store duplicated', object, after, request })
    return { success: true, store }
  })
}

/**
 * Changes what only the shop decides of a store.
 * @throws AppError NOT_FOUND, INVALID_INPUT
 */
export async function updateDeskStore(context: CallContext<'dashboard/stores/update'>): Promise<Answer> {
  const { input } = context
  const { store_id: storeId, category_ids: categoryIds } = input
  return changeStore(context, { storeId, action: 'store changed' }, async (tx, before) => {
    requireNear(input, before)
    await updateStore(tx, storeId, columnsOf(input))
    if (categoryIds && !(await replaceCategories(tx, storeId, categoryIds)))
      throw new AppError('INVALID_INPUT', { fields: { category_ids: 'fieldUnknown' } })
  })
}

/** The areas of delivery lie around the store, wherever the two have been moved. */
function requireNear(change: Change, before: DeskStore): void {
  const areas = change.delivery_areas === undefined ? before.delivery_areas : change.delivery_areas
  const at = { lat: change.latitude ?? Number(before.latitude), lng: change.longitude ?? Number(before.longitude) }
  const isFar = areas?.flat().some(([lng, lat]) => distanceKm(at, { lat, lng }) > FARTHEST_KM)
  if (isFar) throw new AppError('INVALID_INPUT', { fields: { delivery_areas: 'fieldTooFar' } })
}

const namedAlike = [
  ...(['slug', 'kind', 'delivery_type', 'latitude', 'longitude', 'time_zone', 'sku', 'offer'] as const),
  ...(['custom_featured_name', 'custom_message', 'custom_message_on_list'] as const),
]
const flagNames = ['is_active', 'is_featured', 'is_schedulable'] as const

function columnsOf(change: Change): Updateable<Stores> {
  const { delivery_radius, delivery_areas, commission_rate } = change
  const set: Record<string, unknown> = {}
  for (const name of namedAlike) if (change[name] !== undefined) set[name] = change[name]
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
 * Adds a store under the slug that was chosen, or under one made of its name.
 * @throws AppError INVALID_INPUT for a chosen slug that is another's
 */
async function insertNamed(
  tx: Tx,
  slug: string | undefined,
  store: Omit<Insertable<Stores>, 'slug'> & { name: string },
): Promise<number> {
  const wanted = slug ?? slugOf(store.name)
  for (let tries = 0; tries < MOST_TRIES; tries++) {
    const tried = tries === 0 ? wanted : `${wanted}-${randomBytes(2).toString('hex')}`
    const id = await insertStore(tx, { ...store, slug: tried })
    if (id !== undefined) return id
    if (slug) break
  }
  throw new AppError('INVALID_INPUT', { fields: { slug: 'fieldTaken' } })
}

/** `Café Namma 24` → `cafe-namma-24`; a name without Latin letters becomes a plain one. */
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
