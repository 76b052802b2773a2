import type { Plan, PlannedService } from './salon.ts'
import { hasRooms, roomsFor } from './salon-rooms.ts'
import type { Candidate, Diary, Group, SalonView, Variant } from './salon-view.ts'
import { holds, meets, rangeAround } from './time-ranges.ts'
import { MINUTE_MS } from './wall-clock.ts'

/**
 * Maximum number of combinations of stylists that the search tries for one start, while it looks for a plan that leaves
 * no short gap: free time of a stylist that is too short for any service.
 */
const MAX_TRIES = 200
/** Maximum number of combinations of stylists that the search tries for services at the same time, for one start. */
const MAX_TRIES_BESIDE = 500

/** One service of an unfinished plan; `at` is its start in milliseconds since 1970. */
type Choice = { candidate: Candidate; at: number }
/** A group of services on one date. `able` has, for each start tried so far, the candidates who can start then. */
type DayGroup = Group & { able: Map<number, readonly Candidate[][]> }
/** A salon and its groups of services, with the candidates sorted for one date. */
export type Search = { view: SalonView; groups: readonly DayGroup[] }

/**
 * Prepares the search for plans on one date. Stylists with the fewest claimed minutes come first; of stylists with
 * equally many, the one with the lowest id.
 */
export function searchOf(view: SalonView, takenMs: (diary: Diary) => number): Search {
  const taken = new Map<Diary, number>()
  const rank = ({ diary }: Candidate): number => {
    if (!diary) return 0
    const known = taken.get(diary) ?? takenMs(diary)
    taken.set(diary, known)
    return known
  }
  const groups = view.groups.map(({ services, impossible }) => ({
    impossible,
    able: new Map(),
    services: services.map((of) => of.toSorted((a, b) => rank(a) - rank(b) || (a.diary?.id ?? 0) - (b.diary?.id ?? 0))),
  }))
  return { view, groups }
}

/**
 * Returns the best plan with a given start: the first plan that leaves no gap too short for a service, or else the
 * first plan. The search compares plans service by service, in its own order of stylists.
 */
export function bestPlan(search: Search, startsAt: number): { plan: Plan; leavesShortGap: boolean } | undefined {
  const first = firstChoices(search, 0, startsAt)
  if (!first) return undefined
  const gapless = leavesShortGap(search.view, first) ? gaplessChoices(search, startsAt) : first
  return { plan: planOf(search.view, gapless ?? first), leavesShortGap: gapless === undefined }
}

/**
 * Returns the first possible choices for the groups from `index` on, starting at the time `at`; undefined if there are
 * none. The search remembers a start at which a group is not possible: the choices for the groups before it do not
 * matter, because those groups have ended by then.
 */
function firstChoices(search: Search, index: number, at: number): Choice[] | undefined {
  const group = search.groups[index]
  if (!group) return []
  if (group.impossible.has(at)) return undefined
  for (const picked of picksOf(search.view, group, at)) {
    const end = endOf(picked, at)
    if (search.groups[index + 1]?.impossible.has(end)) continue
    const rest = firstChoices(search, index + 1, end)
    if (rest) return [...picked.map((candidate) => ({ candidate, at })), ...rest]
  }
  group.impossible.add(at)
  return undefined
}

function gaplessChoices({ view, groups }: Search, startsAt: number): Choice[] | undefined {
  let tries = 0
  const choose = (index: number, at: number, before: readonly Choice[]): readonly Choice[] | undefined => {
    const group = groups[index]
    if (!group) return leavesShortGap(view, before) ? undefined : before
    if (group.impossible.has(at) || tries++ >= MAX_TRIES) return undefined
    const isLast = index === groups.length - 1
    const mayDo = (candidate: Candidate): boolean => !isHopeless(view, { candidate, at }, before, isLast)
    for (const picked of picksOf(view, group, at, mayDo)) {
      const choices = picked.map((candidate) => ({ candidate, at }))
      const all = choose(index + 1, endOf(picked, at), [...before, ...choices])
      if (all) return all
    }
    return undefined
  }
  return choose(0, startsAt, [])?.slice()
}

/**
 * Returns true when a stylist who has no earlier part in the visit would get a short gap that no later choice can
 * close.
 */
function isHopeless(view: SalonView, { candidate, at }: Choice, before: readonly Choice[], isLast: boolean): boolean {
  const { diary, variant } = candidate
  if (!diary || before.some((other) => other.candidate.diary === diary)) return false
  return (
    isShortBefore(view, diary, at + variant.handsOn.from) ||
    (isLast && isShortAfter(view, diary, at + variant.handsOn.to))
  )
}

/**
 * Returns the ways to start the services of a group at one time, each with a different stylist, in the order of the
 * search.
 */
function picksOf(
  view: SalonView,
  group: DayGroup,
  at: number,
  mayDo: (candidate: Candidate) => boolean = () => true,
): Iterable<Candidate[]> {
  const able = group.able.get(at) ?? group.services.map((of) => of.filter((candidate) => canStart(view, candidate, at)))
  group.able.set(at, able)
  const left = able.map((of) => of.filter(mayDo))
  return left.length > 1 ? picksBeside(view, left, at) : (left[0] ?? []).map((candidate) => [candidate])
}

/**
 * Yields the ways to do several services at the same time. The search stops when too many combinations of stylists have
 * failed because resources are missing.
 */
function* picksBeside(view: SalonView, able: readonly Candidate[][], at: number): Generator<Candidate[]> {
  const rooms = new Map<string, boolean>()
  const haveRooms = (picked: readonly Candidate[]): boolean => {
    const key = picked.map(({ variant }) => variant.lengthMs).join()
    const found = rooms.get(key) ?? roomsFor(view, variantsOf(picked), at) !== undefined
    rooms.set(key, found)
    return found
  }
  let tries = 0
  function* pick(picked: Candidate[]): Generator<Candidate[]> {
    const next = able[picked.length]
    if (tries++ >= MAX_TRIES_BESIDE || (!next && !haveRooms(picked))) return
    if (!next) yield picked
    for (const candidate of next ?? [])
      if (!candidate.diary || picked.every(({ diary }) => diary !== candidate.diary))
        yield* pick([...picked, candidate])
  }
  const firsts = able.flatMap(([first]) => first ?? [])
  const isOneLength = able.every((of, index) => of.every(({ variant }) => variant === firsts[index]?.variant))
  if (firsts.length === able.length && (!isOneLength || haveRooms(firsts))) yield* pick([])
}

function canStart(view: SalonView, { diary, variant }: Candidate, at: number): boolean {
  if (!fits(view, variant, at)) return false
  if (!diary) return true
  return variant.segments.every(
    ({ from, claimedTo, needsStylist }) => !needsStylist || holds(diary.free, at + from, at + claimedTo),
  )
}

/** Returns true when the store, the customer and the resources allow a service at a start. */
function fits(view: SalonView, variant: Variant, at: number): boolean {
  const known = variant.fits.get(at)
  if (known !== undefined) return known
  const found =
    holds(view.open, at, at + variant.lengthMs) &&
    !meets(view.customerBusy, at, at + variant.lengthMs) &&
    hasRooms(view, variant, at)
  variant.fits.set(at, found)
  return found
}

/** Returns true when the free time that a stylist has before or after the visit is too short for any service. */
function leavesShortGap(view: SalonView, choices: readonly Choice[]): boolean {
  return choices.some(({ candidate: { diary } }) => {
    if (!diary) return false
    const { from, to } = claimedBy(diary, choices)
    return isShortBefore(view, diary, from) || isShortAfter(view, diary, to)
  })
}

/** Returns the first and the last moment at which the visit claims a stylist. */
function claimedBy(diary: Diary, choices: readonly Choice[]): { from: number; to: number } {
  const claimed = { from: Number.POSITIVE_INFINITY, to: Number.NEGATIVE_INFINITY }
  for (const { candidate, at } of choices) {
    if (candidate.diary !== diary) continue
    claimed.from = Math.min(claimed.from, at + candidate.variant.handsOn.from)
    claimed.to = Math.max(claimed.to, at + candidate.variant.handsOn.to)
  }
  return claimed
}

function isShortBefore({ shortestMs }: SalonView, diary: Diary, from: number): boolean {
  const range = rangeAround(diary.bookable, from)
  return range !== undefined && range.from < from && from - range.from < shortestMs
}

function isShortAfter({ shortestMs }: SalonView, diary: Diary, to: number): boolean {
  const range = rangeAround(diary.bookable, to)
  return range !== undefined && range.to - to < shortestMs
}

function endOf(picked: readonly Candidate[], at: number): number {
  return picked.reduce((end, { variant }) => Math.max(end, at + variant.lengthMs), at)
}

function variantsOf(picked: readonly Candidate[]): Variant[] {
  return picked.map(({ variant }) => variant)
}

function planOf(view: SalonView, choices: readonly Choice[]): Plan {
  const services: PlannedService[] = []
  let before: number | null = null
  for (const group of Map.groupBy(choices, ({ at }) => at).values()) {
    const at = (group[0] as Choice).at
    const rooms = roomsFor(view, variantsOf(group.map(({ candidate }) => candidate)), at, before)
    for (const [index, choice] of group.entries()) services.push(plannedOf(choice, rooms?.[index] ?? []))
    before = group.length === 1 ? (services.at(-1)?.segments.at(-1)?.resourceId ?? null) : null
  }
  return { startsAt: services[0]?.startsAt ?? 0, endsAt: Math.max(...services.map(({ endsAt }) => endsAt)), services }
}

function plannedOf({ candidate: { diary, variant }, at }: Choice, rooms: readonly (number | null)[]): PlannedService {
  const stylistId = diary?.id ?? null
  const segments = variant.segments.map(({ from, to, needsStylist }, index) => ({
    startsAt: at + from,
    endsAt: at + to,
    stylistId: needsStylist ? stylistId : null,
    resourceId: rooms[index] ?? null,
  }))
  const endsAt = at + variant.lengthMs
  const heldUntil = endsAt + variant.service.bufferMinutes * MINUTE_MS
  return { serviceId: variant.service.id, stylistId, startsAt: at, endsAt, heldUntil, segments }
}
