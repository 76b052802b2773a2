import type { Input, Output } from '@nukkad/contract/contract.ts'
import { freeTimes } from '@nukkad/rules/availability.ts'
import { wireMoney } from '@nukkad/rules/money.ts'
import { rangesOn } from '@nukkad/rules/opening-hours.ts'
import type { Plan } from '@nukkad/rules/salon.ts'
import { addDays, wallClock, type ZonePiece, zonePieces } from '@nukkad/rules/wall-clock.ts'
import type { Db } from '#db/connection.ts'
import { AppError } from '#http/errors.ts'
import type { Settings } from '#platform/settings/settings.ts'
import { extraMinutesOf, readWanted, readWantedAgain, stretchOf, type Wanted } from './plan-visit.ts'
import { moneyOfJson } from './present.ts'
import { findOwnVisit } from './queries.ts'
import { rangesOf, readSalonFacts, type SalonFacts, type ServiceFacts, salonOf, termsOf } from './salon-facts.ts'

/** Number of days in which the next free start of each person is searched. */
const NEXT_FREE_DAYS = 7
const DAY_MS = 24 * 60 * 60_000

/**
 * Reads the free starts of a range of days.
 * @throws AppError the refusals declared by the call
 */
export async function readFreeTimes(
  db: Db,
  settings: Settings,
  { input, userId }: { input: Input<'free-times'>; userId: number | null },
): Promise<Output<'free-times'>> {
  const { from, days } = input
  const wanted = await readAsked(db, settings, { input, userId })
  const { facts, salon, wishes } = wanted
  const asked = { now: Date.now(), customerBusy: rangesOf(facts.customer_busy) }
  const dates = Array.from({ length: days }, (_, index) => addDays(from, index))
  const noon = Date.parse(`${from}T12:00:00Z`)
  const pieces = zonePieces(noon - 2 * DAY_MS, noon + (days + 2) * DAY_MS, salon.timeZone)
  const starts = freeTimes(salon, wishes, { ...asked, from, days }).map((plan) => presentStart(plan, pieces))
  const byDate = Map.groupBy(starts, ({ date }) => date)
  return {
    success: true,
    time_zone: salon.timeZone,
    days: dates.map((date) => ({
      date,
      is_open: byDate.has(date) || rangesOn(salon.hours, date).length > 0,
      starts: (byDate.get(date) ?? []).map(({ start }) => start),
    })),
  }
}

async function readAsked(
  db: Db,
  settings: Settings,
  { input, userId }: { input: Input<'free-times'>; userId: number | null },
): Promise<Wanted> {
  const { store_id: storeId, services, unique_visit_id: number, from, days } = input
  const asking = { customerId: userId, ...stretchOf(from, addDays(from, days - 1)) }
  // The schema requires either the number of a visit, or a store with services.
  if (number === undefined) return readWanted(db, settings, { ...asking, storeId: storeId!, services: services! })
  const visit = userId === null ? undefined : await findOwnVisit(db, { number, userId })
  if (!visit) throw new AppError('VISIT_UNKNOWN')
  if (visit.status !== 'booked') throw new AppError('VISIT_CLOSED')
  return readWantedAgain(db, visit, asking)
}

type Start = Output<'free-times'>['days'][number]['starts'][number]

function presentStart(
  { startsAt, endsAt, services }: Plan,
  pieces: readonly ZonePiece[],
): { date: string; start: Start } {
  const { offsetMs } = pieces.find(({ to }) => startsAt < to)!
  const [date, time] = new Date(startsAt + offsetMs).toISOString().split('T') as [string, string]
  return {
    date,
    start: {
      starts_at: new Date(startsAt).toISOString(),
      ends_at: new Date(endsAt).toISOString(),
      time: time.slice(0, 5),
      stylists: services.map(({ stylistId }) => stylistId),
    },
  }
}

/**
 * Reads the services of a salon and the people who do them.
 * @throws AppError STORE_UNKNOWN
 */
export async function readSalonServices(db: Db, storeId: number): Promise<Output<'salon-services'>> {
  const now = new Date()
  const to = new Date(now.getTime() + NEXT_FREE_DAYS * DAY_MS)
  const facts = await readSalonFacts(db, { storeId, from: now, to, most: 1 })
  if (!facts) throw new AppError('STORE_UNKNOWN')
  return {
    success: true,
    currency: facts.currency,
    time_zone: facts.time_zone,
    horizon_days: termsOf(facts).horizon_days,
    services: facts.services.map((service) => presentSalonService(service, facts)),
    stylists: facts.stylists.map((stylist) => ({
      id: stylist.id,
      name: stylist.name,
      image: stylist.image,
      rating: null,
      ...nextFree(facts, stylist, now),
    })),
  }
}

function presentSalonService(
  service: ServiceFacts,
  { stylists, currency }: SalonFacts,
): Output<'salon-services'>['services'][number] {
  const minutes = minutesOf(service)
  const doers = stylists.flatMap(({ id, services }) => {
    const own = services.find(({ item_id }) => item_id === service.item_id)
    return own ? [{ id, priceMinor: own.price_minor ?? service.price_minor, minutes: own.minutes ?? minutes }] : []
  })
  const prices = doers.length > 0 ? doers.map(({ priceMinor }) => priceMinor) : [service.price_minor]
  const { item_id, name, image, category, deposit_kind, deposit_value } = service
  return {
    item_id,
    name,
    image,
    category,
    price_from: moneyOfJson(Math.min(...prices), currency),
    price_to: moneyOfJson(Math.max(...prices), currency),
    minutes,
    deposit_kind,
    deposit_value: deposit_kind === 'amount' ? wireMoney(BigInt(deposit_value), currency) : String(deposit_value),
    free_cancel_hours: service.free_cancel_hours,
    late_cancel_percent: service.late_cancel_percent,
    no_show_percent: service.no_show_percent,
    stylists: doers.map((doer) => ({
      id: doer.id,
      price: moneyOfJson(doer.priceMinor, currency),
      minutes: doer.minutes,
    })),
    addons: service.addons.map(({ id, minutes: more }) => ({ id, minutes: more })),
  }
}

/**
 * Returns the next free start of a person for the shortest of their services, with the add-ons that are chosen by
 * default; undefined when no start is found in the days that were read.
 */
function nextFree(
  facts: SalonFacts,
  { id, services }: SalonFacts['stylists'][number],
  now: Date,
): { next_free: string | null; next_service: number | null } {
  const salon = salonOf(facts)
  const [shortest] = services
    .flatMap(({ item_id, minutes }) => {
      const service = facts.services.find((one) => one.item_id === item_id)
      if (!service) return []
      const firsts = service.addons.filter(({ is_first }) => is_first).map((addon) => addon.id)
      const extraMinutes = extraMinutesOf(service, firsts)
      return [{ serviceId: item_id, extraMinutes, length: (minutes ?? minutesOf(service)) + extraMinutes }]
    })
    .toSorted((a, b) => a.length - b.length || a.serviceId - b.serviceId)
  if (!shortest) return { next_free: null, next_service: null }
  const { serviceId, extraMinutes } = shortest
  const wish = { serviceId, stylistId: id, extraMinutes, mode: 'after' } as const
  const { date } = wallClock(now, salon.timeZone)
  for (let day = 0; day < NEXT_FREE_DAYS; day++) {
    const [first] = freeTimes(salon, [wish], {
      now: now.getTime(),
      customerBusy: [],
      from: addDays(date, day),
      days: 1,
    })
    if (first) return { next_free: new Date(first.startsAt).toISOString(), next_service: serviceId }
  }
  return { next_free: null, next_service: null }
}

function minutesOf({ segments }: Pick<ServiceFacts, 'segments'>): number {
  return segments.reduce((total, { minutes }) => total + minutes, 0)
}
