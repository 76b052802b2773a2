import type { OpeningHours } from './opening-hours.ts'
import { joined, type TimeRange } from './time-ranges.ts'

/** A part of a service. `resourceKind` is null when the part needs no resource. */
export type Segment = { minutes: number; needsStylist: boolean; resourceKind: string | null }

/**
 * A service of a salon. During the buffer after its last segment, a service still claims the stylist and the resource
 * of that segment, if the segment has any.
 */
export type SalonService = { id: number; segments: readonly Segment[]; bufferMinutes: number }

/** A person of a salon who does services. */
export type SalonStylist = {
  id: number
  /**
   * The services that the person does. The value for a service is the number of minutes that the person needs for it;
   * null means the usual length.
   */
  serviceLengths: ReadonlyMap<number, number | null>
  hours: OpeningHours
  /** The times of the person's claims and absences, in any order. */
  busy: readonly TimeRange[]
}

/** A chair, room or machine of a salon. */
export type SalonResource = { id: number; kind: string; busy: readonly TimeRange[] }

/**
 * Everything that the function `freeTimes` needs to know about a salon. The lists leave out people and resources that
 * are switched off.
 */
export type Salon = {
  timeZone: string
  hours: OpeningHours
  /** Number of minutes between two possible starts, counted from local midnight. */
  stepMinutes: number
  /** Minimum number of minutes between booking and start. */
  leadMinutes: number
  /** Number of days from today to the last date on which customers can book a start. */
  horizonDays: number
  services: readonly SalonService[]
  stylists: readonly SalonStylist[]
  resources: readonly SalonResource[]
  /** Length in minutes of the shortest service that can be booked. */
  shortestMinutes: number
}

/** A service that a customer requests for a visit. */
export type Wish = {
  serviceId: number
  /** The requested stylist; null if any stylist may do the service. */
  stylistId: number | null
  /** The number of minutes by which the chosen add-ons make the service longer. */
  extraMinutes: number
  /**
   * When the service starts: `after` everything before it has ended, or `beside` the service before it, at the same
   * time and by another stylist. The first service of a visit is always `after`.
   */
  mode: 'after' | 'beside'
}

/** The times of one segment, in milliseconds since 1970, with its stylist and resource. */
export type PlannedSegment = { startsAt: number; endsAt: number; stylistId: number | null; resourceId: number | null }
/** One service of a plan. `stylistId` is null for a service in which no segment needs a stylist. */
export type PlannedService = {
  serviceId: number
  stylistId: number | null
  startsAt: number
  endsAt: number
  /** The end of the buffer after the service. */
  heldUntil: number
  segments: PlannedSegment[]
}
/**
 * A visit that is possible. The times of a plan are in milliseconds since 1970; the services are in the order of the
 * request.
 */
export type Plan = { startsAt: number; endsAt: number; services: PlannedService[] }

/** A person or resource that a visit claims for a time. */
export type Claim = TimeRange & { thing: ClaimedThing; thingId: number }
/** The kinds of claims, in the order in which claims are sorted. */
export const claimedThings = ['customer', 'resource', 'stylist'] as const
export type ClaimedThing = (typeof claimedThings)[number]

/**
 * Returns the claims of a plan, sorted by kind, id and start, so that two visits insert their claims in the same order.
 * Claims on one person or resource neither overlap nor touch: a buffer is part of a claim, and is left out where the
 * visit continues with the same stylist or resource.
 * @param customerId null for a person without an account
 */
export function claimsOf(plan: Plan, customerId: number | null): Claim[] {
  const ranges = new Map<ClaimedThing, Map<number, TimeRange[]>>(claimedThings.map((thing) => [thing, new Map()]))
  const add = (thing: ClaimedThing, id: number | null, range: TimeRange): void => {
    if (id === null) return
    const ofThing = ranges.get(thing) as Map<number, TimeRange[]>
    ofThing.set(id, [...(ofThing.get(id) ?? []), range])
  }
  add('customer', customerId, { from: plan.startsAt, to: plan.endsAt })
  for (const { segments, endsAt, heldUntil } of plan.services)
    for (const segment of segments) {
      const range = { from: segment.startsAt, to: segment.endsAt === endsAt ? heldUntil : segment.endsAt }
      add('resource', segment.resourceId, range)
      add('stylist', segment.stylistId, range)
    }
  return [...ranges].flatMap(([thing, byId]) =>
    [...byId]
      .sort(([a], [b]) => a - b)
      .flatMap(([thingId, of]) => joined(of).map((range) => ({ thing, thingId, ...range }))),
  )
}
