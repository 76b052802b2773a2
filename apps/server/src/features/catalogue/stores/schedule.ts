import { type OfferedDay, scheduleOffer } from '@nukkad/rules/opening-hours.ts'
import type { Settings } from '#platform/settings/settings.ts'
import type { StoreRow } from './columns.ts'
import { type HoursJson, openingHoursOf } from './opening-hours.ts'

/** The facts that decide when a store takes scheduled orders. */
export type SchedulableStore = Pick<
  StoreRow,
  'is_accepted' | 'is_schedulable' | 'accepts_scheduled_orders' | 'schedule_slot_buffer_minutes' | 'time_zone'
> & { hours: HoursJson }

/**
 * Returns the days and slots in which a store takes scheduled orders. The store must follow its hours, and both its
 * owner and the operator must allow scheduled orders. A store that is closed by its hours still takes scheduled orders.
 * A store that was closed manually takes no scheduled orders, because it no longer follows its hours
 * (docs/reference/wire.md#opening-hours).
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
