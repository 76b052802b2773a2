import { MAX_SERVICE_MINUTES } from '@nukkad/contract/bookings/salon.ts'
import type { CallName, Output } from '@nukkad/contract/contract.ts'
import { parsePercent } from '@nukkad/rules/money.ts'
import type { Tx } from '#db/connection.ts'
import type { WriteContext } from '#http/calls.ts'
import { AppError } from '#http/errors.ts'
import { readAmount } from '#http/read-amount.ts'
import { isOwnerOf, requireOwnStore } from '#platform/access/own-store.ts'
import { lockSalon } from './lock-salon.ts'
import { presentResource, presentService, presentStylist } from './present.ts'
import {
  findStylist,
  insertAbsence,
  lockItem,
  readSetup,
  replaceAddonMinutes,
  replaceStylistHours,
  replaceStylistServices,
  type SalonSetup,
  type StylistSetup,
  upsertResource,
  upsertService,
  upsertStylist,
} from './queries.ts'

type Saving<Name extends CallName> = WriteContext<Name>

/**
 * Locks the salon of a call for a change, and reads its setup before the change.
 * @throws AppError ORDER_NOT_YOURS, NOT_FOUND
 */
export async function openSalon(
  tx: Tx,
  session: Parameters<typeof requireOwnStore>[1],
  storeId: number,
): Promise<SalonSetup> {
  await requireOwnStore(tx, session, storeId)
  await lockSalon(tx, storeId)
  return readSetup(tx, storeId)
}

/**
 * Adds or changes a person of a salon, with their hours and services.
 * @throws AppError ORDER_NOT_YOURS, NOT_FOUND also for a service of another store, INVALID_INPUT, PERMISSION_MISSING
 * for a manager who sends a commission rate, drops a separate rate of a service, or gives a person another account
 */
export async function saveStylist({
  tx,
  input,
  session,
  audit,
}: Saving<'dashboard/bookings/stylists/save'>): Promise<Output<'dashboard/bookings/stylists/save'>> {
  const { store_id: storeId, account_id: sentId } = input
  const setup = await openSalon(tx, session, storeId)
  const { currency, accounts } = setup
  if (sentId != null && !accounts.some((account) => account.user_id === sentId))
    throw new AppError('INVALID_INPUT', { fields: { account_id: 'fieldNotOffered' } })
  const old = setup.stylists.find((one) => one.id === input.id)
  const isOwner = isOwnerOf(session, storeId)
  const rates = ratesOf(input, old)
  if (!isOwner && changesRates(input)) throw new AppError('PERMISSION_MISSING')
  requireRatesKept({ session, storeId, setup }, old, input.services)
  const userId = sentId === undefined ? (old?.user_id ?? null) : sentId
  // Only an owner may give a person another account, because the holder of the new account would see the person's
  // earlier earnings.
  if (!isOwner && old && userId !== old.user_id) throw new AppError('PERMISSION_MISSING')
  const row = { name: input.name, user_id: userId, position: input.position, is_active: input.is_active === 1 }
  const id = await upsertStylist(tx, { storeId, id: input.id }, { ...row, commission_basis_points: rates.usual })
  if (id === undefined) throw new AppError('NOT_FOUND')
  const exceptions = Object.fromEntries(input.exceptions.map(({ date, windows }) => [date, windows]))
  await replaceStylistHours(tx, id, { weekly: input.hours, exceptions })
  const services = input.services.map(({ item_id, price, minutes }) => ({
    item_id,
    price_minor: price == null ? null : readAmount(price, { currency, field: 'price' }),
    minutes: minutes ?? null,
    commission_basis_points: rates.own(item_id),
  }))
  if (!(await replaceStylistServices(tx, { storeId, stylistId: id }, services))) throw new AppError('NOT_FOUND')
  const saved = (await readSetup(tx, storeId)).stylists.find((one) => one.id === id)!
  // The audit log gets the commission rates even if a manager changes another field, so that the values before and
  // after a change can be compared.
  const inFull = { currency, isOwner: true }
  await audit(old ? 'stylist.updated' : 'stylist.created', {
    object: { type: 'stylist', id },
    ...(old && { before: presentStylist(old, inFull) }),
    after: presentStylist(saved, inFull),
  })
  return { success: true, stylist: presentStylist(saved, { currency, isOwner }) }
}

type SentStylist = Saving<'dashboard/bookings/stylists/save'>['input']

function changesRates({ commission, services }: SentStylist): boolean {
  return commission !== undefined || services.some((service) => service.commission !== undefined)
}

/**
 * Refuses a change by someone other than an owner that drops a service for which a person has a separate rate. Without
 * this check, a manager could drop a service and add it again with the person's usual rate. A service of a deleted item
 * may be dropped, because it cannot come back.
 * @throws AppError PERMISSION_MISSING
 */
export function requireRatesKept(
  { session, storeId, setup }: { session: Parameters<typeof isOwnerOf>[0]; storeId: number; setup: SalonSetup },
  old: StylistSetup | undefined,
  kept: readonly { item_id: number }[],
): void {
  if (!old || isOwnerOf(session, storeId)) return
  const stays = (itemId: number) =>
    kept.some(({ item_id }) => item_id === itemId) || !setup.services.some(({ item_id }) => item_id === itemId)
  if (!old.services.every((one) => one.commission_basis_points === null || stays(one.item_id)))
    throw new AppError('PERMISSION_MISSING')
}

/**
 * Returns the commission rates of a person in hundredths of a percent. A rate that the request leaves out stays as it
 * is.
 */
function ratesOf({ commission, services }: SentStylist, old: StylistSetup | undefined) {
  return {
    usual: commission === undefined ? (old?.commission_basis_points ?? 0) : parsePercent(commission)!,
    own: (itemId: number): number | null => {
      const sent = services.find(({ item_id }) => item_id === itemId)?.commission
      if (sent !== undefined) return sent === null ? null : parsePercent(sent)!
      return old?.services.find(({ item_id }) => item_id === itemId)?.commission_basis_points ?? null
    },
  }
}

/**
 * Records an absence. Booked visits during the absence stay as they are.
 * @returns the id
 * @throws AppError ORDER_NOT_YOURS, NOT_FOUND, INVALID_INPUT, ABSENCE_OVERLAPS
 */
export async function addAbsence({
  tx,
  input,
  session,
  audit,
}: Saving<'dashboard/bookings/absences/save'>): Promise<{ id: number; startsAt: Date; endsAt: Date }> {
  const { store_id: storeId, stylist_id: stylistId, reason } = input
  const [startsAt, endsAt] = [new Date(input.starts_at), new Date(input.ends_at)]
  await openSalon(tx, session, storeId)
  if (!(await findStylist(tx, { storeId, id: stylistId }))) throw new AppError('NOT_FOUND')
  if (endsAt <= startsAt) throw new AppError('INVALID_INPUT', { fields: { ends_at: 'fieldTooSmall' } })
  if (endsAt.getTime() - startsAt.getTime() > MAX_ABSENCE_MS)
    throw new AppError('INVALID_INPUT', { fields: { ends_at: 'fieldTooLarge' } })
  const id = await insertAbsence(tx, { stylistId, startsAt, endsAt, reason })
  const after = { absence: id, starts_at: startsAt.toISOString(), ends_at: endsAt.toISOString() }
  await audit('absence.created', { object: { type: 'stylist', id: stylistId }, after })
  return { id, startsAt, endsAt }
}

const MAX_ABSENCE_MS = 366 * 24 * 60 * 60_000

/**
 * Adds or changes a chair, room or machine.
 * @throws AppError ORDER_NOT_YOURS, NOT_FOUND
 */
export async function saveResource({
  tx,
  input,
  session,
  audit,
}: Saving<'dashboard/bookings/resources/save'>): Promise<Output<'dashboard/bookings/resources/save'>> {
  const { store_id: storeId, kind, name, position } = input
  const { resources } = await openSalon(tx, session, storeId)
  const row = { kind, name, position, is_active: input.is_active === 1 }
  const id = await upsertResource(tx, { storeId, id: input.id }, row)
  if (id === undefined) throw new AppError('NOT_FOUND')
  const before = resources.find((one) => one.id === id)
  const action = before ? 'resource.updated' : 'resource.created'
  await audit(action, { object: { type: 'resource', id }, ...(before && { before }), after: row })
  return { success: true, resource: presentResource({ id, ...row }) }
}

/**
 * Makes an item a service, or changes the service that it is.
 * @throws AppError ORDER_NOT_YOURS, NOT_FOUND also for an add-on of another item, INVALID_INPUT, SERVICE_TOO_LONG
 */
export async function saveService({
  tx,
  input,
  session,
  audit,
}: Saving<'dashboard/bookings/services/save'>): Promise<Output<'dashboard/bookings/services/save'>> {
  const { store_id: storeId, item_id: itemId } = input
  const { currency, services } = await openSalon(tx, session, storeId)
  const minutes = input.segments.reduce((total, segment) => total + segment.minutes, 0)
  if (minutes > MAX_SERVICE_MINUTES) throw new AppError('SERVICE_TOO_LONG')
  if (!(await lockItem(tx, { storeId, itemId }))) throw new AppError('NOT_FOUND')
  await upsertService(tx, {
    item_id: itemId,
    store_id: storeId,
    segments: JSON.stringify(
      input.segments.map(({ minutes, needs_stylist, resource_kind }) => ({
        minutes,
        needsStylist: needs_stylist,
        resourceKind: resource_kind,
      })),
    ),
    buffer_minutes: input.buffer_minutes,
    deposit_kind: input.deposit_kind,
    deposit_value: readDeposit(input, currency),
    free_cancel_hours: input.free_cancel_hours,
    late_cancel_percent: input.late_cancel_percent,
    no_show_percent: input.no_show_percent,
  })
  if (!(await replaceAddonMinutes(tx, itemId, input.addons))) throw new AppError('NOT_FOUND')
  const saved = (await readSetup(tx, storeId)).services.find((one) => one.item_id === itemId)!
  const before = services.find((one) => one.item_id === itemId)
  await audit(before ? 'service.updated' : 'service.created', {
    object: { type: 'item', id: itemId },
    ...(before && { before: presentService(before, currency) }),
    after: presentService(saved, currency),
  })
  return { success: true, service: presentService(saved, currency) }
}

function readDeposit(
  { deposit_kind: kind, deposit_value: value }: Saving<'dashboard/bookings/services/save'>['input'],
  currency: string,
): bigint {
  if (kind === 'none') return 0n
  const invalid = new AppError('INVALID_INPUT', { fields: { deposit_value: 'fieldAmountInvalid' } })
  if (kind === 'percent') {
    if (!/^\d{1,3}$/.test(value) || Number(value) < 1 || Number(value) > 100) throw invalid
    return BigInt(value)
  }
  const minor = readAmount(value, { currency, field: 'deposit_value' })
  if (minor <= 0n) throw invalid
  return minor
}
