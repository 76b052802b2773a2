import type { Room, SalonView, Variant } from './salon-view.ts'
import { meets } from './time-ranges.ts'

/** Maximum number of combinations of resources that the search tries for services at the same time. */
const MAX_TRIES = 2000

/** A segment that needs a resource. The times of the segment are milliseconds since 1970. */
type Need = { service: number; segment: number; from: number; to: number; claimedTo: number; kind: string }
type Given = Need & { room: Room }

/**
 * Chooses a resource for each segment of services that start together. A segment keeps the resource of the segment
 * before it if it can. A segment that cannot do so takes the resource that can be used for the most of the following
 * segments; of several such resources, the one with the lowest id. Between segments of the same visit no buffer is
 * needed, so a resource is occupied only during the segments themselves.
 * @param at the start, in milliseconds since 1970
 * @param before id of the resource that the visit uses directly before
 * @returns the id for each segment of each service, null if the segment needs none; undefined when it is not possible
 */
export function roomsFor(
  view: SalonView,
  variants: readonly Variant[],
  at: number,
  before: number | null = null,
): (number | null)[][] | undefined {
  const needs = variants.flatMap((variant, service) => needsOf(variant, service, at))
  let tries = 0
  const give = (given: readonly Given[]): readonly Given[] | undefined => {
    const need = needs[given.length]
    if (!need) return given
    const kept = keptRoom(given.at(-1), need, before)
    const free = (view.rooms.get(need.kind) ?? []).filter((room) => isFree(room, need) && !isGiven(room, need, given))
    for (const room of ranked(free, needs.slice(given.length), kept)) {
      if (tries++ >= MAX_TRIES) return undefined
      const all = give([...given, { ...need, room }])
      if (all) return all
    }
    return undefined
  }
  const given = give([])
  if (!given) return undefined
  const ids: (number | null)[][] = variants.map(({ segments }) => segments.map(() => null))
  for (const { service, segment, room } of given) (ids[service] as (number | null)[])[segment] = room.id
  return ids
}

/** Returns true when each segment of a service, considered alone, finds a free resource. */
export function hasRooms(view: SalonView, { segments }: Variant, at: number): boolean {
  return segments.every(
    ({ kind, from, claimedTo }) =>
      kind === null || view.rooms.get(kind)?.some(({ busy }) => !meets(busy, at + from, at + claimedTo)),
  )
}

function needsOf({ segments }: Variant, service: number, at: number): Need[] {
  return segments.flatMap(({ kind, from, to, claimedTo }, segment) =>
    kind === null ? [] : [{ service, segment, kind, from: at + from, to: at + to, claimedTo: at + claimedTo }],
  )
}

function isFree(room: Room, need: Need): boolean {
  return !meets(room.busy, need.from, need.claimedTo)
}

function isGiven(room: Room, need: Need, given: readonly Given[]): boolean {
  return given.some((other) => other.room === room && other.from < need.to && need.from < other.to)
}

function keptRoom(last: Given | undefined, need: Need, before: number | null): number | null {
  if (last && goesOn(last, need)) return last.room.id
  return need.service === 0 && need.segment === 0 ? before : null
}

/**
 * Returns true when the second need belongs to the next segment of the same service and is for the same kind of
 * resource.
 */
function goesOn(need: Need, next: Need): boolean {
  return need.service === next.service && need.segment + 1 === next.segment && need.kind === next.kind
}

function ranked(free: readonly Room[], needs: readonly Need[], kept: number | null): readonly Room[] {
  if (free.length < 2) return free
  const rank = (room: Room): number => (room.id === kept ? Number.POSITIVE_INFINITY : reachOf(room, needs))
  const ranks = free.map((room) => ({ room, rank: rank(room) }))
  return ranks.sort((a, b) => b.rank - a.rank).map(({ room }) => room)
}

/** Returns for how many of the given needs, counted from the first one, a resource can be used without a break. */
function reachOf(room: Room, needs: readonly Need[]): number {
  const end = needs.findIndex((need, index) => {
    const previous = needs[index - 1]
    return (previous && !goesOn(previous, need)) || !isFree(room, need)
  })
  return end < 0 ? needs.length : end
}
