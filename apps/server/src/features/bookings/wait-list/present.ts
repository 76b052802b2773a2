import type { Output } from '@nukkad/contract/contract.ts'
import type { EntryRow } from './queries.ts'

type OwnEntry = Output<'join-wait-list'>['entry']
type StoreEntry = Output<'dashboard/bookings/wait-list'>['entries'][number]

/** Returns the minute of the day of a time such as 16:30; null if there is no time. */
export function minuteOf(time: string | null | undefined): number | null {
  return time ? Number(time.slice(0, 2)) * 60 + Number(time.slice(3)) : null
}

function timeOf(minute: number | null): string | null {
  if (minute === null) return null
  const pad = (part: number) => String(part).padStart(2, '0')
  return `${pad(Math.floor(minute / 60))}:${pad(minute % 60)}`
}

const iso = (instant: string): string => new Date(instant).toISOString()

function presentEntry(row: EntryRow) {
  return {
    unique_wait_id: row.unique_wait_id,
    services: row.services.map(({ name, stylist }) => ({ name: name ?? '', stylist })),
    dates: row.dates,
    from: timeOf(row.from_minute),
    to: timeOf(row.to_minute),
    joined_at: row.joined_at.toISOString(),
    passed: row.status === 'offered' ? row.offers - 1 : row.offers,
  }
}

function presentOffer(offer: NonNullable<EntryRow['offer']>) {
  const { starts_at, ends_at, held_until } = offer
  return { starts_at: iso(starts_at), ends_at: iso(ends_at), held_until: held_until && iso(held_until) }
}

/** Returns an open entry as its customer sees it. */
export function presentOwnEntry(row: EntryRow): OwnEntry {
  const { offer, time_zone, store, before } = row
  return {
    ...presentEntry(row),
    time_zone,
    store,
    before: offer ? 0 : before,
    offer: offer && { ...presentOffer(offer), unique_visit_id: offer.unique_visit_id },
  }
}

/** Returns an open entry as the people of the salon see it. */
export function presentStoreEntry(row: EntryRow, { seesPhones }: { seesPhones: boolean }): StoreEntry {
  const { offer, customer, phone } = row
  return {
    ...presentEntry(row),
    customer,
    phone: seesPhones ? phone : null,
    offer: offer && presentOffer(offer),
  }
}
