import type { Input, Output } from '@nukkad/contract/contract.ts'
import { type OpeningWindow, weekdays } from '@nukkad/rules/opening-hours.ts'
import { type Db, inTransaction } from '#db/connection.ts'
import { followHours } from '#features/catalogue/stores/follow-hours.ts'
import { openingHoursOf } from '#features/catalogue/stores/opening-hours.ts'
import { replaceHours } from '#features/catalogue/stores/write-hours.ts'
import { updateStore } from '#features/catalogue/stores/write-store.ts'
import type { CallContext } from '#http/calls.ts'
import { writeAudit } from '#platform/audit/write-audit.ts'
import { getOpening, lockStore } from './queries.ts'

type HoursOnWire = Output<'store-owner/get-hours'>

/** Reads a store's hours and the settings that depend on them. */
export async function readHours(db: Db, storeId: number): Promise<HoursOnWire> {
  const store = await getOpening(db, storeId)
  const { weekly, exceptions = {} } = openingHoursOf(store.hours)
  const week = weekdays.map((name) => [name, [...(weekly[name] ?? [])]])
  return {
    // The cast is safe, because the object has all weekdays.
    schedule_data: Object.fromEntries(week) as HoursOnWire['schedule_data'],
    exceptions: Object.entries(exceptions).map(([date, windows]) => ({ date, windows: [...windows] })),
    is_schedulable: store.is_schedulable ? 1 : 0,
    accept_scheduled_orders: store.accepts_scheduled_orders ? 1 : 0,
    schedule_slot_buffer: store.schedule_slot_buffer_minutes,
    time_zone: store.time_zone,
  }
}

/** Replaces all hours of a store; a store that follows its hours opens or closes immediately. */
export async function saveHours({
  db,
  input,
  session,
  request,
}: CallContext<'store-owner/save-hours'>): Promise<Output<'store-owner/save-hours'>> {
  const { store_id: storeId } = input
  return inTransaction(db, async (tx) => {
    await lockStore(tx, storeId)
    const before = await readHours(tx, storeId)
    await updateStore(tx, storeId, {
      is_schedulable: input.is_schedulable === 1,
      ...(input.accept_scheduled_orders !== undefined && {
        accepts_scheduled_orders: input.accept_scheduled_orders === 1,
      }),
      ...(input.schedule_slot_buffer !== undefined && { schedule_slot_buffer_minutes: input.schedule_slot_buffer }),
    })
    await replaceHours(tx, storeId, { weekly: input.schedule_data, exceptions: exceptionsOf(input) })
    await followHours(tx, storeId)
    const after = await readHours(tx, storeId)
    const object = { type: 'store', id: storeId }
    await writeAudit(tx, { actorId: session.userId, action: 'store_hours.updated', object, before, after, request })
    const { is_active } = await getOpening(tx, storeId)
    return { success: true, status: is_active ? 1 : 0, ...after }
  })
}

function exceptionsOf({ exceptions }: Input<'store-owner/save-hours'>): Record<string, OpeningWindow[]> {
  return Object.fromEntries(exceptions.map(({ date, windows }) => [date, windows]))
}
