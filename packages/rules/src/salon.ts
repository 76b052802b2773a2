import type { OpeningHours } from './opening-hours.ts'
import { joined, type TimeRange } from './time-ranges.ts'

/** A part of a service; `resourceKind` is null when the part needs no resource. */
export type Segment = { minutes: number; needsStylist: boolean; resourceKind: string | null }

/**
 * A service of a salon. After it, the stylist and the resource of its last segment stay claimed for the buffer, so far
 * as that segment needs them.
 */
export type SalonService = { id: number; segments: readonly Segment[]; bufferMinutes: number }

/** A person who does services. */
export type SalonStylist = {
  id: number
  /** The services that they do, with their own length in minutes; null for the length of the service. */
  serviceLengths: ReadonlyMap<number, number | null>
  hours: OpeningHours
  /** Claims and absences, in any order. */
  busy: readonly TimeRange[]
}

/** A chair, room or machine. */
export type SalonResource = { id: number; kind: string; busy: readonly TimeRange[] }

/** All that the rule of free times needs to know about a salon. People and resources out of use are left out. */
export type Salon = {
  timeZone: string
  hours: OpeningHours
  /** Starts lie this many minutes apart, counted from midnight on the clock. */
  stepMinutes: number
  /** Minutes between booking and the start. */
  leadMinutes: number
  /** A start lies on today's date or at most so many dates later. */
  horizonDays: number
  services: readonly SalonService[]
  stylists: readonly SalonStylist[]
  resources: readonly SalonResource[]
  /** Length of the shortest service that can be booked. */
  shortestMinutes: number
}

/** A service that a customer wants. */
export type Wish = {
  serviceId: number
  /** Null for anyone. */
  stylistId: number | null
  /** Minutes that add-ons add. */
  extraMinutes: number
  /**
   * `after` starts when everything before it has ended; `beside` starts with the wish before it, and another stylist
   * does it. The first wish is always `after`.
   */
  mode: 'after' | 'beside'
}

/** Times of one segment, in epoch milliseconds, with the things that it needs. */
export type PlannedSegment = { startsAt: number; endsAt: number; stylistId: number | null; resourceId: number | null }
/** One service of a plan; `stylistId` is null for a service without a segment that needs a stylist. */
export type PlannedService = {
  serviceId: number
  stylistId: number | null
  startsAt: number
  endsAt: number
  /** The end of the buffer. */
  heldUntil: number
  segments: PlannedSegment[]
}
/** A visit that is possible, in epoch milliseconds; its services are in the order of the wishes. */
export type Plan = { startsAt: number; endsAt: number; services: PlannedService[] }

/** A thing that a visit holds for a time. */
export type Claim = TimeRange & { thing: ClaimedThing; thingId: number }
/** The kinds of claimed things, in the order of claims. */
export const claimedThings = ['customer', 'resource', 'stylist'] as const
export type ClaimedThing = (typeof claimedThings)[number]

/**
 * Returns the claims of a plan, by kind, id and start, so that two visits insert theirs in the same order. Claims of
 * one thing neither overlap nor touch: a buffer is part of the claim, and it gives way where the visit goes on with the
 * same stylist or resource.
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
