import type { Output } from '@nukkad/contract/contract.ts'
import { wireMoney } from '@nukkad/rules/money.ts'
import { salonUse, type Use } from '@nukkad/rules/salon-use.ts'
import type { TimeRange } from '@nukkad/rules/time-ranges.ts'
import { openingHoursOf } from '#features/catalogue/stores/opening-hours.ts'
import type { GuestGoods, Outcomes, RangeJson, Returning, SalonPeriod, Sold, UsedRows } from './queries.ts'

type Report = Output<'dashboard/bookings/report'>
type Figures = {
  currency: string
  used: UsedRows
  outcomes: Outcomes
  sold: Sold[]
  goods: GuestGoods
  takings: Report['takings']
  returning: Returning
}

/** Returns the report of a salon for the wire. */
export function presentReport(period: SalonPeriod, figures: Figures): Report {
  const { currency, used, outcomes, sold, goods, takings, returning } = figures
  const { timeZone } = period
  const { is_schedulable: hasHours, hours, people, resources } = used
  const use = salonUse(
    {
      timeZone,
      hours: hasHours ? openingHoursOf(hours) : null,
      people: people.map((person) => ({
        ...timesOf(person),
        hours: openingHoursOf(person.hours),
        absences: rangesOf(person.absences),
      })),
      resources: resources.map(timesOf),
    },
    period,
  )
  const soldOf = (id: number | null) => {
    const { services = 0, sales = 0n } = sold.find(({ stylist_id }) => stylist_id === id) ?? {}
    return { services, sales: wireMoney(sales, currency) }
  }
  return {
    success: true,
    currency,
    time_zone: timeZone,
    people: people
      .map(({ id, name, image, is_gone }, index) => ({
        person: { id, name, image, ...minutesOf(use.people[index]!), ...soldOf(id) },
        is_gone,
      }))
      .filter(({ person, is_gone }) => !is_gone || isUsed(person) || person.services > 0)
      .map(({ person }) => person),
    resources: resources
      .map(({ id, kind, name, is_gone }, index) => ({
        thing: { id, kind, name, ...minutesOf(use.resources[index]!) },
        is_gone,
      }))
      .filter(({ thing, is_gone }) => !is_gone || isUsed(thing))
      .map(({ thing }) => thing),
    days: use.days.map(({ date, open, claimed }) => ({
      day: date,
      open_minutes: Math.round(open),
      claimed_minutes: Math.round(claimed),
    })),
    without_person: soldOf(null),
    guest_goods: { pieces: goods.pieces, sales: wireMoney(goods.sales, currency) },
    takings,
    visits: {
      ...outcomes,
      kept_of_no_shows: wireMoney(outcomes.kept_of_no_shows, currency),
      kept_of_cancelled: wireMoney(outcomes.kept_of_cancelled, currency),
    },
    returning,
  }
}

/** Converts times from seconds, as the JSON of the database has them, to the milliseconds that the rules take. */
function timesOf({ since, until, claims }: UsedRows['resources'][number] | UsedRows['people'][number]) {
  const millisOf = (second: number | null) => (second === null ? null : second * 1000)
  return { since: millisOf(since), until: millisOf(until), claims: rangesOf(claims) }
}

function rangesOf(ranges: readonly RangeJson[]): TimeRange[] {
  return ranges.map(([from, to]) => ({ from: from * 1000, to: to * 1000 }))
}

type Minutes = { open_minutes: number; claimed_minutes: number; extra_minutes: number }

/** Rounds to whole minutes, because a person who was added in the middle of a minute was there for a part of it. */
function minutesOf({ open, claimed, extra }: Use): Minutes {
  return { open_minutes: Math.round(open), claimed_minutes: Math.round(claimed), extra_minutes: Math.round(extra) }
}

function isUsed({ claimed_minutes, extra_minutes }: Minutes): boolean {
  return claimed_minutes + extra_minutes > 0
}
