import type { Output } from '@nukkad/contract/contract.ts'
import { type OpeningHours, rangesOn } from '@nukkad/rules/opening-hours.ts'
import { instantRanges } from '@nukkad/rules/salon-view.ts'
import { joined } from '@nukkad/rules/time-ranges.ts'
import { addDays, type ZonePiece, zonePieces } from '@nukkad/rules/wall-clock.ts'
import { moneyOfJson } from '#features/bookings/visits/present.ts'
import { readStoreVisits } from '#features/bookings/visits/read-visit.ts'
import { readSalonFacts, type SalonFacts, termsOf } from '#features/bookings/visits/salon-facts.ts'
import { openingHoursOf } from '#features/catalogue/stores/opening-hours.ts'
import type { CallContext } from '#http/calls.ts'
import { AppError } from '#http/errors.ts'
import { requireOwnStore } from '#platform/access/own-store.ts'
import { findToday, listAbsences } from './queries.ts'
import { readReceptionVisits } from './read-reception-visits.ts'
import { readerOf } from './reader.ts'

type Day = Output<'dashboard/bookings/day'>

/**
 * Reads the diary of a salon for one or more days.
 * @throws AppError ORDER_NOT_YOURS, NOT_FOUND also for a store that is no salon
 */
export async function readDay({ db, input, session, settings }: CallContext<'dashboard/bookings/day'>): Promise<Day> {
  const { store_id: storeId, days } = input
  await requireOwnStore(db, session, storeId)
  const date = input.date ?? (await findToday(db, storeId))
  const now = new Date()
  const facts = await readSalonFacts(db, { storeId, from: now, to: now })
  if (!facts) throw new AppError('NOT_FOUND')
  const reader = readerOf(session, storeId, settings)
  const dates = Array.from({ length: days }, (_, index) => addDays(date, index))
  const noon = Date.parse(`${date}T12:00:00Z`)
  const pieces = zonePieces(noon - 2 * DAY_MS, noon + (days + 2) * DAY_MS, facts.time_zone)
  const stretch = stretchOf(dates, pieces)
  const stylists = facts.stylists.filter((stylist) => reader.isReception || stylist.user_id === reader.userId)
  const isShown = (id: number | null | undefined) => stylists.some((stylist) => stylist.id === id)
  const [visits, absences] = await Promise.all([
    readStoreVisits(db, { storeId, ...stretch }),
    listAbsences(db, { storeId, ...stretch }),
  ])
  const shown = visits.filter(
    ({ services }) => reader.isReception || services.some(({ stylist }) => isShown(stylist?.id)),
  )
  return {
    success: true,
    now: now.toISOString(),
    time_zone: facts.time_zone,
    currency: facts.currency,
    step_minutes: termsOf(facts).step_minutes,
    stylists: stylists.map(({ id, name, image, services }) => ({
      id,
      name,
      image,
      service_ids: services.map(({ item_id }) => item_id),
    })),
    resources: facts.resources.map(({ id, kind, name }) => ({ id, kind, name })),
    services: facts.services.map((service) => presentServiceOfDay(service, facts, reader.isReception)),
    days: dates.map((day) => ({
      date: day,
      stylists: stylists.map(({ id, hours }) => ({ id, windows: windowsOn(openingHoursOf(hours), day, pieces) })),
    })),
    absences: absences
      .filter(({ stylist_id }) => isShown(stylist_id))
      .map((absence) => ({
        ...absence,
        starts_at: absence.starts_at.toISOString(),
        ends_at: absence.ends_at.toISOString(),
      })),
    visits: await readReceptionVisits(db, shown, { reader, graceMinutes: termsOf(facts).no_show_grace_minutes }),
    may_change: reader.isReception,
  }
}

const DAY_MS = 24 * 60 * 60_000

function presentServiceOfDay(
  { item_id, name, segments, price_minor }: SalonFacts['services'][number],
  { currency }: SalonFacts,
  seesMoney: boolean,
): Day['services'][number] {
  return {
    item_id,
    name,
    minutes: segments.reduce((total, { minutes }) => total + minutes, 0),
    price: seesMoney ? moneyOfJson(price_minor, currency) : null,
  }
}

function stretchOf(dates: readonly string[], pieces: readonly ZonePiece[]): { from: Date; to: Date } {
  const [first] = instantRanges(dates[0]!, [0, MINUTES_A_DAY], pieces)
  const last = instantRanges(dates.at(-1)!, [0, MINUTES_A_DAY], pieces).at(-1)
  return { from: new Date(first!.from), to: new Date(last!.to) }
}

const MINUTES_A_DAY = 1440

function windowsOn(hours: OpeningHours, date: string, pieces: readonly ZonePiece[]): { from: string; to: string }[] {
  const ranges = rangesOn(hours, date).flatMap((minutes) => instantRanges(date, minutes, pieces))
  return joined(ranges).map(({ from, to }) => ({ from: new Date(from).toISOString(), to: new Date(to).toISOString() }))
}
