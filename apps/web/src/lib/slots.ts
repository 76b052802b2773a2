import { isRecord } from './storage.ts'

/** The day and slot of a scheduled order, in the form of the wire (docs/reference/wire.md#place-an-order). */
export type Schedule = { date: { day: string; date: string }; slot: { open: string; close: string } }

/**
 * Parses the strings in which orders and local storage hold the day and the slot; null for an order without a schedule.
 */
export function readSchedule(date: string | null | undefined, slot: string | null | undefined): Schedule | null {
  try {
    const [on, at]: unknown[] = [JSON.parse(date ?? 'null'), JSON.parse(slot ?? 'null')]
    if (!isRecord(on) || !isRecord(at)) return null
    const { day, date: dated } = on
    const { open, close } = at
    if (typeof day !== 'string' || typeof dated !== 'string' || !/^\d{4}-\d{2}-\d{2}$/.test(dated)) return null
    if (typeof open !== 'string' || typeof close !== 'string') return null
    return { date: { day, date: dated }, slot: { open, close } }
  } catch {
    return null
  }
}
