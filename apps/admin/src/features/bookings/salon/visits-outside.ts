import type { Output } from '@nukkad/contract/contract.ts'
import { joined } from '@nukkad/rules/time-ranges.ts'
import { addDays } from '@nukkad/rules/wall-clock.ts'
import type { Diary, Visit } from '#features/bookings/reception/diary.ts'
import { call } from '#lib/api.ts'
import { today } from '#lib/format.ts'

export type Covered = Output<'dashboard/bookings/absences/save'>['visits'][number]

const DAYS_A_CALL = 7
const CALLS = 4

/**
 * Lists the booked visits of the next four weeks in which a person would work outside their hours, each with the next
 * free start for the same services and people. The function moves no visit.
 */
export async function listVisitsOutside(storeId: number, stylistId: number): Promise<Covered[]> {
  const first = today()
  const diaries = await Promise.all(
    Array.from({ length: CALLS }, (_, index) =>
      call('dashboard/bookings/day', {
        store_id: storeId,
        date: addDays(first, index * DAYS_A_CALL),
        days: DAYS_A_CALL,
      }),
    ),
  )
  // A visit that passes midnight can be in two diaries, so the map keeps each visit once.
  const visits = new Map(diaries.flatMap((diary) => diary.visits.map((visit) => [visit.unique_visit_id, visit])))
  const whole = { days: diaries.flatMap(({ days }) => days), visits: [...visits.values()] }
  const found: Covered[] = []
  for (const visit of visitsOutside(whole, stylistId))
    found.push({
      unique_visit_id: visit.unique_visit_id,
      customer: visit.customer,
      starts_at: visit.starts_at,
      ends_at: visit.ends_at,
      services: visit.services.map(({ name }) => name),
      suggestion: await suggestionFor(storeId, visit),
    })
  return found
}

/** Returns the booked visits of a diary in which a person would work outside their hours. */
export function visitsOutside({ days, visits }: Pick<Diary, 'days' | 'visits'>, stylistId: number): Visit[] {
  const own = days.flatMap(({ stylists }) => stylists.find(({ id }) => id === stylistId)?.windows ?? [])
  const windows = joined(own.map(({ from, to }) => ({ from: Date.parse(from), to: Date.parse(to) })))
  const isInside = ({ starts_at, ends_at }: { starts_at: string; ends_at: string }) =>
    windows.some(({ from, to }) => from <= Date.parse(starts_at) && Date.parse(ends_at) <= to)
  return visits.filter(
    ({ status, services }) =>
      status === 'booked' &&
      services
        .flatMap(({ segments }) => segments)
        .some((segment) => segment.stylist_id === stylistId && !isInside(segment)),
  )
}

/** Returns the next free start with the people whom the customer asked for; null if there is none within a week. */
async function suggestionFor(storeId: number, visit: Visit): Promise<string | null> {
  const services = visit.services.flatMap(({ item_id, is_wished, stylist, addons, mode }) =>
    item_id === null
      ? []
      : { item_id, stylist_id: is_wished ? (stylist?.id ?? null) : null, addons: addons.map(({ id }) => id), mode },
  )
  if (services.length < visit.services.length) return null
  const from = visit.starts_at.slice(0, 10)
  const answer = await call('free-times', { store_id: storeId, services, from, days: DAYS_A_CALL }).catch(
    () => undefined,
  )
  return answer?.days.flatMap(({ starts }) => starts)[0]?.starts_at ?? null
}
