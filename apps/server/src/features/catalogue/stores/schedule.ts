import { type OfferedDay, scheduleOffer } from '@nukkad/rules/opening-hours.ts'
import type { Settings } from '#platform/settings/settings.ts'
import { type HoursJson, openingHoursOf } from './opening-hours.ts'

/** The facts that decide for which times a store takes orders. */
export type SchedulableStore = {
  is_accepted: boolean
  is_schedulable: boolean
  accepts_scheduled_orders: boolean
  schedule_slot_buffer_minutes: number
  time_zone: string
  hours: HoursJson
}

/**
 * Returns the days and slots of a store that takes orders for later: one that follows its hours and wants such orders,
 * while the operator allows them. A store that its hours have closed for now takes them too; one that was closed by
 * hand does not follow its hours any more (docs/reference/wire.md#opening-hours).
 */
export function offeredDays(store: SchedulableStore, settings: Settings, now: Date): OfferedDay[] {
  const isOffered = store.is_accepted && store.is_schedulable && store.accepts_scheduled_orders
  if (!isOffered || !settings.isOn('enableOrderSchedulingOnCustomer')) return []
  return scheduleOffer({
    hours: openingHoursOf(store.hours),
    now,
    timeZone: store.time_zone,
    bufferMinutes: store.schedule_slot_buffer_minutes,
    futureDays: settings.number('orderSchedulingFutureDays'),
    isFixed: settings.isOn('enFixedNumberOfDays'),
  })
}
