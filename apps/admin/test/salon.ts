import type { Output } from '@nukkad/contract/contract.ts'
import type { Diary, Visit } from '#features/bookings/reception/diary.ts'
import type { Member } from '#lib/session.ts'
import { changed, type Part, recorded } from './recorded.ts'
import { answer } from './server.ts'

/** The date that the diaries of tests show. */
export const date = '2026-12-01'
/** Returns the instant of a time of day on the date of the diaries, in the salon's time zone. */
export const at = (time: string) => new Date(`${date}T${time}:00+05:30`).toISOString()
/** The order of a visit of which a quarter is paid. */
export const money = {
  id: 8,
  unique_order_id: 'OD-12-01-ABCDEFGH',
  total: '400.00',
  paid: '100.00',
  at_store: '300.00',
}
export const terms = {
  deposit: '100.00',
  free_cancel_hours: 24,
  late_cancel_percent: 50,
  no_show_percent: 100,
  free_until: at('10:00'),
}
export const people = [
  { id: 1, name: 'Nila', image: null },
  { id: 2, name: 'Farah', image: null },
]

/** Returns a booked visit; `stylist` is the index of its person. */
export function visit(id: string, { stylist = 0, from = '10:00', to = '10:30', ...change }: VisitChange = {}): Visit {
  const [known] = recorded('dashboard/bookings/arrive').visit.services
  const times = { starts_at: at(from), ends_at: at(to) }
  const segments = [{ ...times, stylist_id: people[stylist]!.id, resource_id: 1 }]
  return changed<Visit>(recorded('dashboard/bookings/arrive').visit, {
    unique_visit_id: `V-guest-${id}`,
    customer: `Guest ${id}`,
    status: 'booked',
    ...times,
    services: [
      { ...known!, is_wished: false, item_id: 1, name: 'Haircut', stylist: people[stylist]!, ...times, segments },
    ],
    phone: null,
    is_first: false,
    order: null,
    goods: [],
    tip: null,
    taken: null,
    takings: [],
    may_correct_takings: false,
    terms: null,
    kept: null,
    no_show_from: at('10:15'),
    ...change,
  })
}
export type VisitChange = Part<Visit> & { stylist?: number; from?: string; to?: string }

/** Answers the calls of a salon's diary with two people. */
export function showDiary(change: Partial<Diary> = {}): void {
  const windows = [{ from: at('09:00'), to: at('18:00') }]
  answer('dashboard/bookings/day', (input) => ({
    ...recorded('dashboard/bookings/day'),
    now: at('09:40'),
    stylists: people.map((one) => ({ ...one, service_ids: [1, 2] })),
    days: [{ date: String(input.date), stylists: people.map(({ id }) => ({ id, windows })) }],
    absences: [],
    visits: [],
    may_change: true,
    ...change,
  }))
  showWaitList([])
}

type WaitList = Output<'dashboard/bookings/wait-list'>

/** Answers the calls of a salon's wait list. */
export function showWaitList(entries: readonly Part<WaitList['entries'][number]>[], may_change = true): void {
  const known = recorded('dashboard/bookings/wait-list')
  const whole = entries.map((entry) => ({ ...known.entries[0]!, offer: null, ...entry }) as WaitList['entries'][number])
  answer('dashboard/bookings/wait-list', { ...known, entries: whole, may_change })
}

/** Returns the person with all their stores changed to salons. */
export function inSalons(member: Member): Member {
  return { ...member, stores: member.stores.map((store) => ({ ...store, is_salon: true })) }
}
