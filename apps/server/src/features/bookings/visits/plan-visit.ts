import type { Input } from '@nukkad/contract/contract.ts'
import { freeTimes, MAX_SERVICES, planAt, refusalAt, wishesProblem } from '@nukkad/rules/availability.ts'
import { type Currency, type Minor, sum } from '@nukkad/rules/money.ts'
import type { Plan, Salon, Wish } from '@nukkad/rules/salon.ts'
import { type Deposit, depositOf } from '@nukkad/rules/visit-terms.ts'
import { addDays, wallClock } from '@nukkad/rules/wall-clock.ts'
import type { Db } from '#db/connection.ts'
import { linesOfPieces, type ReadLine, unitOf } from '#features/ordering/checkout/read-line.ts'
import { AppError } from '#http/errors.ts'
import type { Settings } from '#platform/settings/settings.ts'
import type { NewVisitService, TermsJson, VisitRow } from './queries.ts'
import { rangesOf, readSalonFacts, type SalonFacts, type ServiceFacts, salonOf } from './salon-facts.ts'

/** A service as a customer requests it. */
export type WantedService = Input<'hold-visit'>['services'][number]

/** A requested visit in the form of the rules: the salon, its diary and the requested services. */
export type Wanted = {
  facts: SalonFacts
  salon: Salon
  wishes: Wish[]
  /** Returns the rows of the services of a visit with this plan. */
  servicesOf: (plan: Plan) => NewVisitService[]
}

type Asking = {
  /** Two times: one on the first and one on the last date on which the visit can start. */
  from: Date
  to: Date
  customerId: number | null
  /** Whether the customer's own hold counts as taken; true when the salon plans the visit, not the customer. */
  isHoldTaken?: boolean
  /** Minimum number of minutes between now and the start; it replaces the salon's setting. */
  leadMinutes?: number
}

const DAY_MS = 24 * 60 * 60_000

/**
 * Reads a salon and the services that a customer requests there.
 * @throws AppError STORE_UNKNOWN, ITEM_UNAVAILABLE also for an item that is no service, ADDON_INVALID, STYLIST_CANNOT,
 * TOO_MANY_SERVICES, SERVICE_TOO_LONG
 */
export async function readWanted(
  db: Db,
  settings: Settings,
  { storeId, services, ...asking }: Asking & { storeId: number; services: readonly WantedService[] },
): Promise<Wanted> {
  if (services.length > MAX_SERVICES) throw new AppError('TOO_MANY_SERVICES')
  const sought = services.map(({ item_id, stylist_id }) => ({ itemId: item_id, stylistId: stylist_id ?? null }))
  const { from, to, customerId, isHoldTaken } = asking
  const facts = await readSalonFacts(db, { storeId, from, to, customerId, isHoldTaken, sought })
  if (!facts) throw new AppError('STORE_UNKNOWN')
  const known = services.map(({ item_id }) => {
    const service = facts.services.find((one) => one.item_id === item_id)
    if (!service) throw new AppError('ITEM_UNAVAILABLE', { extra: { item_id } })
    return service
  })
  const pieces = linesOfPieces({ items: facts.pieces }, settings, {
    storeId,
    pieces: services.map(({ item_id, addons }) => ({ itemId: item_id, addons })),
  })
  const salon = salonOf(facts, asking)
  const wishes = services.map(({ item_id, stylist_id, mode }, index) => ({
    serviceId: item_id,
    stylistId: stylist_id ?? null,
    extraMinutes: extraMinutesOf(known[index]!, addonIdsOf(pieces[index]!)),
    mode,
  }))
  const problem = wishesProblem(salon, wishes)
  if (problem) throw new AppError(problem === 'SERVICE_UNKNOWN' ? 'ITEM_UNAVAILABLE' : problem)
  const servicesOf = (plan: Plan) =>
    plan.services.map((planned, index) =>
      rowOf({ planned, wish: wishes[index]!, service: known[index]!, piece: pieces[index]!, facts }, settings),
    )
  return { facts, salon, wishes, servicesOf }
}

const addonIdsOf = ({ addons }: ReadLine): number[] => addons.map(({ id }) => id)

/** Returns the minutes that chosen add-ons add to a service. */
export function extraMinutesOf({ addons }: ServiceFacts, chosen: readonly number[]): number {
  return addons.filter(({ id }) => chosen.includes(id)).reduce((total, { minutes }) => total + minutes, 0)
}

type ToWrite = {
  planned: Plan['services'][number]
  wish: Wish
  service: ServiceFacts
  piece: ReadLine
  facts: SalonFacts
}

function rowOf({ planned, wish, service, piece, facts }: ToWrite, settings: Settings): NewVisitService {
  const own = facts.stylists
    .find(({ id }) => id === planned.stylistId)
    ?.services.find(({ item_id }) => item_id === service.item_id)
  const unitMinor = unitOf(piece, settings, BigInt(own?.price_minor ?? service.price_minor))
  return {
    item_id: service.item_id,
    name: service.name,
    image: service.image,
    stylist_id: planned.stylistId,
    is_wished: wish.stylistId !== null,
    mode: wish.mode,
    ...timesOf(planned),
    segments: {
      bufferMinutes: service.buffer_minutes,
      parts: planned.segments.map((segment, index) => ({
        startsAt: iso(segment.startsAt),
        endsAt: iso(segment.endsAt),
        stylistId: segment.stylistId,
        resourceId: segment.resourceId,
        needsStylist: service.segments[index]!.needsStylist,
        resourceKind: service.segments[index]!.resourceKind,
      })),
    },
    addons: piece.addons,
    price_minor: String(unitMinor),
  }
}

const iso = (at: number): string => new Date(at).toISOString()
const timesOf = ({ startsAt, endsAt }: { startsAt: number; endsAt: number }) => ({
  starts_at: iso(startsAt),
  ends_at: iso(endsAt),
})

/**
 * Reads the salon of a booked visit and what the visit needs. Lengths and resources of its services stay as they were
 * booked, even if a service has changed or no longer exists. The visit may use its own current time, which counts as
 * free.
 * @param stylistIds the people for its services, instead of those that the customer chose; null for anyone
 * @throws AppError STORE_UNKNOWN, STYLIST_CANNOT
 */
export async function readWantedAgain(
  db: Db,
  visit: VisitRow,
  { stylistIds, ...asking }: Asking & { stylistIds?: readonly (number | null)[] | undefined },
): Promise<Wanted> {
  const { store_id: storeId, id: exceptVisitId, services } = visit
  const { from, to, customerId, isHoldTaken } = asking
  const most = services.length
  const facts = await readSalonFacts(db, { storeId, from, to, most, customerId, isHoldTaken, exceptVisitId })
  if (!facts) throw new AppError('STORE_UNKNOWN')
  const plain = salonOf(facts, asking)
  const hereIds = new Set(plain.stylists.map(({ id }) => id))
  const pseudo = visit.services.map((service, index) => ({ service, serviceId: -1 - index }))
  const salon: Salon = {
    ...plain,
    services: [
      ...plain.services,
      ...pseudo.map(({ service, serviceId }) => ({
        id: serviceId,
        bufferMinutes: service.segments.bufferMinutes,
        segments: service.segments.parts.map(({ startsAt, endsAt, needsStylist, resourceKind }) => ({
          minutes: (Date.parse(endsAt) - Date.parse(startsAt)) / 60_000,
          needsStylist,
          resourceKind,
        })),
      })),
    ],
    stylists: plain.stylists.map((stylist) => ({
      ...stylist,
      serviceLengths: new Map([
        ...stylist.serviceLengths,
        ...pseudo
          .filter(
            ({ service }) =>
              stylist.id === service.stylist?.id ||
              (service.item_id !== null && stylist.serviceLengths.has(service.item_id)),
          )
          .map(({ serviceId }): [number, null] => [serviceId, null]),
      ]),
    })),
  }
  const wishes = pseudo.map(({ service, serviceId }, index): Wish => {
    const wished = stylistIds ? stylistIds[index] : service.is_wished ? service.stylist?.id : null
    const isHere = stylistIds !== undefined || (wished != null && hereIds.has(wished))
    return { serviceId, stylistId: isHere ? (wished ?? null) : null, extraMinutes: 0, mode: service.mode }
  })
  if (wishesProblem(salon, wishes)) throw new AppError('STYLIST_CANNOT')
  const servicesOf = (plan: Plan) =>
    plan.services.map((planned, index) => movedRow(visit.services[index]!, planned, stylistIds !== undefined))
  return { facts, salon, wishes, servicesOf }
}

function movedRow(
  service: VisitRow['services'][number],
  planned: Plan['services'][number],
  isChosenByStaff: boolean,
): NewVisitService {
  const { item_id, name, image, mode, addons, price_minor, segments } = service
  return {
    item_id,
    name,
    image,
    mode,
    addons,
    price_minor: String(price_minor),
    stylist_id: planned.stylistId,
    is_wished: service.is_wished && (!isChosenByStaff || planned.stylistId === service.stylist?.id),
    ...timesOf(planned),
    segments: {
      bufferMinutes: segments.bufferMinutes,
      parts: planned.segments.map((segment, index) => ({
        ...segments.parts[index]!,
        startsAt: iso(segment.startsAt),
        endsAt: iso(segment.endsAt),
        stylistId: segment.stylistId,
        resourceId: segment.resourceId,
      })),
    },
  }
}

/**
 * Returns the plan for one start.
 * @throws AppError SLOT_INVALID, SLOT_TAKEN
 */
export function requirePlan({ facts, salon, wishes }: Wanted, startsAt: Date, now: Date): Plan {
  const at = startsAt.getTime()
  const asked = { now: now.getTime(), customerBusy: rangesOf(facts.customer_busy) }
  const plan = planAt(salon, wishes, at, asked)
  if (!plan) throw new AppError(refusalAt(salon, wishes, at, asked.now))
  return plan
}

const NEXT_STARTS = 3
const NEXT_DAYS = 14

/** Returns the next starts after a time, as ISO 8601; at most three. */
export function nextStarts({ facts, salon, wishes }: Wanted, from: Date, now: Date): string[] {
  const { date } = wallClock(from, salon.timeZone)
  const asked = { now: now.getTime(), customerBusy: rangesOf(facts.customer_busy), days: 1 }
  const found: string[] = []
  // Searches one day after another, because the first day usually has enough starts.
  for (let day = 0; day < NEXT_DAYS && found.length < NEXT_STARTS; day++) {
    const plans = freeTimes(salon, wishes, { ...asked, from: addDays(date, day) })
    found.push(...plans.filter(({ startsAt }) => startsAt > from.getTime()).map(({ startsAt }) => iso(startsAt)))
  }
  return found.slice(0, NEXT_STARTS)
}

/** Returns the period in which the next starts after a time are searched. */
export function stretchOfNext(startsAt: Date): { from: Date; to: Date } {
  return { from: startsAt, to: new Date(startsAt.getTime() + NEXT_DAYS * DAY_MS) }
}

/** Returns a time before the end of the first date and one after the start of the last date, in every time zone. */
export function stretchOf(first: string, last: string): { from: Date; to: Date } {
  return { from: new Date(`${first}T00:00:00Z`), to: new Date(`${last}T12:00:00Z`) }
}

/**
 * Returns the terms of a visit: the sum of the deposits of its services, and the strictest terms of the services that
 * have a deposit.
 * @param services the services in the order of the rows
 */
export function termsOfVisit(
  facts: SalonFacts,
  rows: readonly Pick<NewVisitService, 'item_id' | 'price_minor'>[],
  currency: Currency,
): TermsJson {
  const services = rows.map((row) => ({
    priceMinor: BigInt(row.price_minor),
    service: facts.services.find(({ item_id }) => item_id === row.item_id)!,
  }))
  const totalMinor: Minor = sum(services.map(({ priceMinor }) => priceMinor))
  const depositMinor = depositOf(
    services.map(({ priceMinor, service }) => ({ priceMinor, deposit: depositTerms(service) })),
    totalMinor,
  )
  const withDeposit = services.filter(({ service }) => service.deposit_kind !== 'none')
  const strict = withDeposit.length > 0 ? withDeposit : services
  const most = (of: (service: ServiceFacts) => number) => Math.max(...strict.map(({ service }) => of(service)))
  return {
    depositMinor: Number(depositMinor),
    freeCancelHours: most(({ free_cancel_hours }) => free_cancel_hours),
    lateCancelPercent: most(({ late_cancel_percent }) => late_cancel_percent),
    noShowPercent: most(({ no_show_percent }) => no_show_percent),
    currency,
  }
}

function depositTerms({ deposit_kind, deposit_value }: ServiceFacts): Deposit {
  if (deposit_kind === 'amount') return { kind: 'amount', minor: BigInt(deposit_value) }
  return deposit_kind === 'percent' ? { kind: 'percent', basisPoints: deposit_value * 100 } : { kind: 'none' }
}
