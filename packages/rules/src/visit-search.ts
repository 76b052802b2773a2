import type { Plan, PlannedService } from './salon.ts'
import { roomsFor } from './salon-rooms.ts'
import type { Candidate, Diary, Group, SalonView, Variant } from './salon-view.ts'
import { holds, meets, rangeAround } from './time-ranges.ts'
import { MINUTE_MS } from './wall-clock.ts'

/** Choices of stylists that a search tries for one start before it gives up. */
const MAX_TRIES = 500

/** One service of a plan in the making; `at` is its start in epoch milliseconds. */
type Choice = { candidate: Candidate; at: number }
/** The groups of a view, with the candidates in the order in which the day takes them. */
export type Search = { view: SalonView; groups: readonly Group[] }

/** Puts the stylists with the fewest minutes taken first, then those with the lowest id. */
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
    services: services.map((of) => of.toSorted((a, b) => rank(a) - rank(b) || (a.diary?.id ?? 0) - (b.diary?.id ?? 0))),
  }))
  return { view, groups }
}

/**
 * Returns the best plan that starts then: the first one without a gap that is too short, else the first one. Plans are
 * compared service by service, in the order of the search.
 */
export function bestPlan(search: Search, startsAt: number): { plan: Plan; leavesShortGap: boolean } | undefined {
  const first = firstChoices(search, 0, startsAt)
  if (!first) return undefined
  const gapless = leavesShortGap(search.view, first) ? gaplessChoices(search, startsAt) : first
  return { plan: planOf(search.view, gapless ?? first), leavesShortGap: gapless === undefined }
}

/** After the groups before it have ended, no group depends on their choices, so a start that failed fails again. */
function firstChoices(search: Search, index: number, at: number): Choice[] | undefined {
  const group = search.groups[index]
  if (!group) return []
  if (group.impossible.has(at)) return undefined
  for (const picked of picksOf(search.view, group, at)) {
    const rest = firstChoices(search, index + 1, endOf(picked, at))
    if (rest) return [...picked.map((candidate) => ({ candidate, at })), ...rest]
  }
  group.impossible.add(at)
  return undefined
}

function gaplessChoices({ view, groups }: Search, startsAt: number): Choice[] | undefined {
  let tries = 0
  const choose = (index: number, at: number, before: readonly Choice[]): Choice[] | undefined => {
    const group = groups[index]
    if (!group) return leavesShortGap(view, before) ? undefined : [...before]
    if (group.impossible.has(at)) return undefined
    for (const picked of picksOf(view, group, at)) {
      if (tries++ >= MAX_TRIES) return undefined
      const choices = picked.map((candidate) => ({ candidate, at }))
      // No later choice changes a gap before the first claim of a stylist.
      if (choices.some((choice) => isShortAtFirst(view, choice, before))) continue
      const all = choose(index + 1, endOf(picked, at), [...before, ...choices])
      if (all) return all
    }
    return undefined
  }
  return choose(0, startsAt, [])
}

/** Yields the candidates for the services of a group that can start then, each service with another stylist. */
function* picksOf(view: SalonView, { services }: Group, at: number): Generator<Candidate[]> {
  const [only] = services
  if (services.length === 1) {
    for (const candidate of only ?? []) if (canStart(view, candidate, at)) yield [candidate]
    return
  }
  const able = services.map((of) => of.filter((candidate) => canStart(view, candidate, at)))
  if (able.some((of) => of.length === 0)) return
  const rooms = new Map<string, boolean>()
  let tries = 0
  function* pick(picked: Candidate[]): Generator<Candidate[]> {
    const of = able[picked.length]
    if (!of) {
      if (haveRooms(view, picked, at, rooms)) yield picked
      return
    }
    for (const candidate of of) {
      if (candidate.diary && picked.some(({ diary }) => diary === candidate.diary)) continue
      if (tries++ >= MAX_TRIES) return
      yield* pick([...picked, candidate])
    }
  }
  if (
    able.some(hasTwoLengths) ||
    haveRooms(
      view,
      able.map(([first]) => first as Candidate),
      at,
      rooms,
    )
  )
    yield* pick([])
}

function hasTwoLengths(of: readonly Candidate[]): boolean {
  return of.some(({ variant }) => variant !== of[0]?.variant)
}

function haveRooms(view: SalonView, picked: readonly Candidate[], at: number, known: Map<string, boolean>): boolean {
  const key = picked.map(({ variant }) => variant.lengthMs).join()
  const found = known.get(key) ?? roomsFor(view, variantsOf(picked), at) !== undefined
  known.set(key, found)
  return found
}

function canStart(view: SalonView, { diary, variant }: Candidate, at: number): boolean {
  if (diary) {
    for (const { from, claimedTo, needsStylist } of variant.segments)
      if (needsStylist && !holds(diary.free, at + from, at + claimedTo)) return false
  }
  const known = variant.fits.get(at)
  if (known !== undefined) return known
  const fits =
    holds(view.open, at, at + variant.lengthMs) &&
    !meets(view.customerBusy, at, at + variant.lengthMs) &&
    roomsFor(view, [variant], at) !== undefined
  variant.fits.set(at, fits)
  return fits
}

/** Returns true when time that a stylist has before or after their part of the visit is too short for any service. */
function leavesShortGap(view: SalonView, choices: readonly Choice[]): boolean {
  return choices.some(({ candidate: { diary } }) => {
    if (!diary) return false
    const { from, to } = claimedBy(diary, choices)
    return isShortBefore(view, diary, from) || isShortAfter(view, diary, to)
  })
}

/** Returns the first and the last instant for which the visit claims this stylist. */
function claimedBy(diary: Diary, choices: readonly Choice[]): { from: number; to: number } {
  const own = choices.filter(({ candidate }) => candidate.diary === diary)
  const segments = own.flatMap(({ candidate, at }) =>
    candidate.variant.segments
      .filter(({ needsStylist }) => needsStylist)
      .map(({ from, claimedTo }) => ({ from: at + from, to: at + claimedTo })),
  )
  return { from: Math.min(...segments.map(({ from }) => from)), to: Math.max(...segments.map(({ to }) => to)) }
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
  return at + Math.max(...picked.map(({ variant }) => variant.lengthMs))
}

function isShortAtFirst(view: SalonView, choice: Choice, before: readonly Choice[]): boolean {
  const { diary } = choice.candidate
  if (!diary || before.some(({ candidate }) => candidate.diary === diary)) return false
  return isShortBefore(view, diary, claimedBy(diary, [choice]).from)
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
