import { isRecord } from './storage.ts'

/** What an order for later is for, as the wire words it (docs/reference/wire.md#place-an-order). */
export type Schedule = { date: { day: string; date: string }; slot: { open: string; close: string } }

/** From the texts in which orders and local storage hold day and slot; null for an order at once. */
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
