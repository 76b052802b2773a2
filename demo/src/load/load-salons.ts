import { percentOf } from '@nukkad/rules/money.ts'
import type pg from 'pg'
import { optionMinutes, shortestMinutes } from '../build/option-minutes.ts'
import { sections } from '../catalogue/sections.ts'
import { CITY_OFFSET_MS, DAY_MS, MINUTE_MS } from '../clock.ts'
import { type Random, randomFrom } from '../random.ts'
import type { City } from '../types.ts'
import { insertRows } from './insert-rows.ts'
import { insertMovements } from './load-money.ts'

/** Invented names of stylists; each salon has four of them. */
const names = [
  'Nila',
  'Farida',
  'Kavya',
  'Joseph',
  'Reshma',
  'Imran',
  'Lakshmi',
  'Tenzin',
  'Pooja',
  'Arun',
  'Shabnam',
  'Divya',
]
const guests = ['Meera S.', 'Rohan', 'Ayesha K.', 'Vikram', 'Sneha', 'Gautham', 'Leela', 'Nikhil', 'Zoya', 'Harini']
const PEOPLE = 4
/** The days on which the demo has visits, counted from today: the last two and the coming week. */
const DAYS = { first: -2, last: 6 }
const STEP = 15
/**
 * The minutes of the day in which the demo has visits, because people do not book a haircut at midnight, not even at a
 * salon that is open.
 */
const BOOKED_HOURS = { from: 9 * 60, to: 20 * 60 }
/** Every third visit is that of a customer with an account, so that each salon has some regular customers. */
const CUSTOMER_EVERY = 3
const REGULARS = 24
/** The first customers, whose passwords `npm start` prints, have no visits. */
const WITHOUT_VISITS = 8
const weekdays = ['sunday', 'monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday']

type Segment = { minutes: number; needsStylist: boolean; resourceKind: string | null }
type Service = { itemId: number; name: string; image: string | null; priceMinor: bigint; segments: Segment[] }
type Salon = {
  storeId: number
  services: Service[]
  stylists: { id: number; name: string; chairId: number; place: number }[]
}
type Planned = {
  id: number
  salon: Salon
  stylist: Salon['stylists'][number]
  service: Service
  guest: string
  /** The account of the visit's customer; undefined for a guest. */
  customerId?: number | undefined
  startsAt: number
}

/**
 * Gives each salon of the city four people with a chair each, hours, services with segments, and visits of guests and
 * customers around `now`. Each person of a salon always uses the same chair, so visits never overlap. Two customers are
 * on the wait list for a booked time of the first salon.
 */
export async function loadSalons(client: pg.Client, city: City, now: Date): Promise<void> {
  const salons = salonsOf(city)
  await loadPeople(client, city, salons)
  await loadServices(client, salons)
  await loadOptionMinutes(client, city, salons)
  const plans = withCustomers(
    city,
    salons.flatMap((salon) => plansOf(salon, city, now)),
  ).map((plan, index) => ({ ...plan, id: index + 1 }))
  await loadVisits(client, plans, now)
  await loadWaitList(client, city, plans, now)
  const done = plans.filter((plan) => endOf(plan) <= now.getTime())
  await loadEarnings(client, done)
  await loadTakings(client, done)
}

function salonsOf(city: City): Salon[] {
  const goods = new Set<string>([sections.shelf.name, sections.skinEye.name])
  const lengths = shortestMinutes(city)
  const shelves = new Set(city.itemCategories.filter(({ name }) => goods.has(name)).map(({ id }) => id))
  return city.stores
    .filter(({ kind }) => kind === 'salon')
    .map((store, index) => ({
      storeId: store.id,
      services: city.items
        .filter((item) => item.storeId === store.id && !shelves.has(item.itemCategoryId))
        .map(({ id, name, image, priceMinor }) => ({
          itemId: id,
          name,
          image,
          priceMinor,
          segments: segmentsOf(name, priceMinor, lengths.get(id)),
        })),
      stylists: Array.from({ length: PEOPLE }, (_, place) => ({
        id: index * PEOPLE + place + 1,
        name: names[(index * PEOPLE + place) % names.length]!,
        chairId: index * PEOPLE + place + 1,
        place,
      })),
    }))
}

/**
 * In the segment of a service in which colour develops, the stylist is free. Services without such a segment last as
 * long as their shortest option states or, without one, longer if they cost more.
 */
function segmentsOf(name: string, priceMinor: bigint, statedLength: number | undefined): Segment[] {
  const part = (minutes: number, needsStylist = true): Segment => ({ minutes, needsStylist, resourceKind: 'chair' })
  if (/colou?r|highlight|balayage|keratin/i.test(name)) return [part(30), part(30, false), part(30)]
  if (statedLength) return [part(statedLength)]
  return [part(priceMinor < 60_000n ? 30 : priceMinor < 150_000n ? 45 : 60)]
}

async function loadPeople(client: pg.Client, city: City, salons: readonly Salon[]): Promise<void> {
  const people = salons.flatMap((salon) => salon.stylists.map((stylist) => ({ ...stylist, salon })))
  await insertRows(
    client,
    'stylists',
    people.map(({ id, name, salon, place }) => ({
      id,
      store_id: salon.storeId,
      name,
      position: place,
      is_active: true,
      created_at: new Date(0),
      commission_basis_points: rateOf({ place }),
    })),
  )
  await insertRows(
    client,
    'resources',
    people.map(({ chairId, salon, place }) => ({
      id: chairId,
      store_id: salon.storeId,
      kind: 'chair',
      name: `Chair ${place + 1}`,
      position: place,
      is_active: true,
    })),
  )
  await insertRows(
    client,
    'stylist_hours',
    people.flatMap(({ id, salon, place }) =>
      hoursOf(city, salon.storeId, place).map((row) => ({
        stylist_id: id,
        weekday: weekdays.indexOf(row.weekday),
        opens_at: row.opensAt,
        closes_at: row.closesAt,
      })),
    ),
  )
}

/** Returns the working hours of a person: the hours of the salon, except one free day in the week. */
function hoursOf(city: City, storeId: number, place: number): City['storeHours'] {
  const freeDay = weekdays[place + 1]
  return city.storeHours.filter((row) => row.storeId === storeId && row.weekday !== freeDay)
}

async function loadServices(client: pg.Client, salons: readonly Salon[]): Promise<void> {
  await insertRows(
    client,
    'services',
    salons.flatMap(({ storeId, services }) =>
      services.map(({ itemId, priceMinor, segments }) => ({
        item_id: itemId,
        store_id: storeId,
        segments,
        buffer_minutes: 0,
        deposit_kind: priceMinor >= 100_000n ? 'percent' : 'none',
        deposit_value: priceMinor >= 100_000n ? 20 : 0,
        free_cancel_hours: 24,
        late_cancel_percent: 50,
        no_show_percent: 100,
        updated_at: new Date(0),
      })),
    ),
  )
  await insertRows(
    client,
    'stylist_services',
    salons.flatMap(({ services, stylists }) =>
      stylists.flatMap((stylist) =>
        services
          .filter((service) => does(stylist.id, service))
          .map(({ itemId }) => ({ stylist_id: stylist.id, item_id: itemId, price_minor: null, minutes: null })),
      ),
    ),
  )
}

/** Writes the minutes that options (such as a longer massage) add to the salons' services. */
async function loadOptionMinutes(client: pg.Client, city: City, salons: readonly Salon[]): Promise<void> {
  const services = new Set(salons.flatMap((salon) => salon.services.map(({ itemId }) => itemId)))
  const groups = new Set(
    city.itemAddonCategories.filter(({ itemId }) => services.has(itemId)).map((row) => row.addonCategoryId),
  )
  const offered = new Set(city.addons.filter((addon) => groups.has(addon.addonCategoryId)).map(({ id }) => id))
  await insertRows(
    client,
    'addon_minutes',
    optionMinutes(city)
      .filter(({ addonId }) => offered.has(addonId))
      .map(({ addonId, minutes }) => ({ addon_id: addonId, minutes })),
  )
}

/** Each person of a salon does three of four services. */
const does = (stylistId: number, { itemId }: Service): boolean => (itemId + stylistId) % PEOPLE !== 0

function plansOf(salon: Salon, city: City, now: Date): Omit<Planned, 'id'>[] {
  const today = Math.floor((now.getTime() + CITY_OFFSET_MS) / DAY_MS)
  return salon.stylists.flatMap((stylist, place) => {
    const hours = hoursOf(city, salon.storeId, place)
    const services = salon.services.filter((service) => does(stylist.id, service))
    const plans: Omit<Planned, 'id'>[] = []
    for (let day = today + DAYS.first; day <= today + DAYS.last; day++) {
      const draw = randomFrom('salon', stylist.id, day - today)
      const weekday = weekdays[new Date(day * DAY_MS).getUTCDay()]
      for (const { opensAt, closesAt } of hours.filter((row) => row.weekday === weekday)) {
        const midnight = day * DAY_MS - CITY_OFFSET_MS
        const from = Math.max(minuteOf(opensAt), BOOKED_HOURS.from)
        const to = Math.min(minuteOf(closesAt), BOOKED_HOURS.to)
        plans.push(...fill({ salon, stylist, services }, { midnight, from, to }, draw))
      }
    }
    return plans
  })
}

/** Fills about half of a person's day with visits, which start at the times of the salon's grid. */
function fill(
  { salon, stylist, services }: { salon: Salon; stylist: Planned['stylist']; services: readonly Service[] },
  { midnight, from, to }: { midnight: number; from: number; to: number },
  draw: Random,
): Omit<Planned, 'id'>[] {
  const plans: Omit<Planned, 'id'>[] = []
  let minute = Math.ceil(from / STEP) * STEP
  while (minute < to && services.length > 0) {
    const service = draw.pick(services)
    const length = lengthOf(service)
    if (minute + length <= to && draw.chance(0.55)) {
      plans.push({ salon, stylist, service, guest: draw.pick(guests), startsAt: midnight + minute * MINUTE_MS })
      minute += Math.ceil(length / STEP) * STEP
    } else minute += 4 * STEP
  }
  return plans
}

/** Gives some visits to customers with an account, who can be in only one place at a time. */
function withCustomers(city: City, plans: readonly Omit<Planned, 'id'>[]): Omit<Planned, 'id'>[] {
  // The last customers get no visits, because they are on the wait list.
  const some = city.customers.slice(WITHOUT_VISITS, -WAITING)
  const taken = new Map<number, Omit<Planned, 'id'>[]>()
  return plans.map((plan, index) => {
    if (index % CUSTOMER_EVERY > 0) return plan
    const place = plan.salon.storeId * REGULARS + ((index / CUSTOMER_EVERY) % REGULARS)
    const customerId = some[place % some.length]?.id
    if (customerId === undefined) return plan
    const theirs = taken.get(customerId) ?? []
    if (theirs.some((other) => other.startsAt < endOf(plan) && plan.startsAt < endOf(other))) return plan
    taken.set(customerId, [...theirs, plan])
    return { ...plan, customerId }
  })
}

const lengthOf = ({ segments }: Service): number => segments.reduce((total, { minutes }) => total + minutes, 0)
const minuteOf = (time: string): number => Number(time.slice(0, 2)) * 60 + Number(time.slice(3, 5))
const iso = (at: number): string => new Date(at).toISOString()
const endOf = ({ startsAt, service }: Pick<Planned, 'startsAt' | 'service'>): number =>
  startsAt + lengthOf(service) * MINUTE_MS

async function loadVisits(client: pg.Client, plans: readonly Planned[], now: Date): Promise<void> {
  const statusOf = (plan: Planned) =>
    endOf(plan) <= now.getTime() ? 'done' : plan.startsAt <= now.getTime() ? 'arrived' : 'booked'
  await insertRows(
    client,
    'visits',
    plans.map((plan) => ({
      id: plan.id,
      unique_visit_id: `V-DEMO-${String(plan.id).padStart(6, '0')}`,
      store_id: plan.salon.storeId,
      user_id: plan.customerId ?? null,
      guest_name: plan.customerId === undefined ? plan.guest : null,
      status: statusOf(plan),
      starts_at: iso(plan.startsAt),
      ends_at: iso(endOf(plan)),
      terms: { depositMinor: 0, freeCancelHours: 24, lateCancelPercent: 50, noShowPercent: 100, currency: 'INR' },
      sequence: 0,
      created_at: now,
      updated_at: now,
      ended_at: statusOf(plan) === 'done' ? iso(endOf(plan)) : null,
      tip_minor: statusOf(plan) === 'done' ? tipOf(plan) : 0n,
    })),
  )
  await insertRows(
    client,
    'visit_services',
    plans.map((plan) => ({
      id: plan.id,
      visit_id: plan.id,
      position: 0,
      item_id: plan.service.itemId,
      name: plan.service.name,
      image: plan.service.image,
      stylist_id: plan.stylist.id,
      is_wished: true,
      mode: 'after',
      starts_at: iso(plan.startsAt),
      ends_at: iso(endOf(plan)),
      segments: { bufferMinutes: 0, parts: partsOf(plan) },
      addons: [],
      price_minor: plan.service.priceMinor,
    })),
  )
  await insertRows(
    client,
    'visit_claims',
    plans.flatMap((plan) => [
      {
        visit_id: plan.id,
        thing: 'resource',
        thing_id: plan.stylist.chairId,
        during: rangeOf(iso(plan.startsAt), iso(endOf(plan))),
      },
      ...(plan.customerId === undefined
        ? []
        : [
            {
              visit_id: plan.id,
              thing: 'customer',
              thing_id: plan.customerId,
              during: rangeOf(iso(plan.startsAt), iso(endOf(plan))),
            },
          ]),
      ...partsOf(plan)
        .filter(({ needsStylist }) => needsStylist)
        .map((part) => ({
          visit_id: plan.id,
          thing: 'stylist',
          thing_id: plan.stylist.id,
          during: rangeOf(part.startsAt, part.endsAt),
        })),
    ]),
  )
}

const WAITING = 2

/**
 * Puts customers on the wait list for the time of a booked visit at the first salon, which belongs to the demo's owner.
 * The salon offers the time of the visit to the customers on the wait list when it cancels or moves the visit.
 */
async function loadWaitList(client: pg.Client, city: City, plans: readonly Planned[], now: Date): Promise<void> {
  const own = plans.filter(({ salon, startsAt }) => salon === plans[0]?.salon && startsAt > now.getTime() + DAY_MS)
  const [wanted] = own.toSorted((a, b) => a.startsAt - b.startsAt)
  if (!wanted) return
  const local = new Date(wanted.startsAt + CITY_OFFSET_MS)
  const minute = local.getUTCHours() * 60 + local.getUTCMinutes()
  await insertRows(
    client,
    'wait_entries',
    // The last customers of the list wait, because `npm start` prints the passwords of the first.
    city.customers.slice(-WAITING).map((customer, index) => ({
      id: index + 1,
      unique_wait_id: `W-DEMO-${String(index + 1).padStart(6, '0')}`,
      store_id: wanted.salon.storeId,
      user_id: customer.id,
      services: [{ item_id: wanted.service.itemId, stylist_id: wanted.stylist.id, addons: [], mode: 'after' }],
      dates: [local.toISOString().slice(0, 10)],
      from_minute: minute,
      // Both wanted start times overlap the booked visit, so that they are offered only when the visit is cancelled or
      // moved.
      to_minute: minute + STEP,
    })),
  )
}

/** The commission of a stylist in hundredths of a percent. */
const rateOf = ({ place }: { place: number }): number => 3000 + 500 * (place % 3)
/** The tip of a visit in minor units, which every third guest gives. */
const tipOf = ({ id }: Planned): bigint => (id % 3 === 0 ? 5_000n : 0n)

const methods = ['cash', 'upi', 'card', 'upi'] as const

/** Writes by which methods the guests of past visits paid: one method, or, for every seventh visit, cash and UPI. */
async function loadTakings(client: pg.Client, done: readonly Planned[]): Promise<void> {
  await insertRows(
    client,
    'visit_takings',
    done.flatMap((plan) => {
      const dueMinor = plan.service.priceMinor + tipOf(plan)
      const row = { visit_id: plan.id, store_id: plan.salon.storeId, currency: 'INR', created_at: iso(endOf(plan)) }
      const inCash = (dueMinor / 20_000n) * 10_000n
      if (plan.id % 7 === 0 && inCash > 0n)
        return [
          { ...row, method: 'cash', amount_minor: inCash },
          { ...row, method: 'upi', amount_minor: dueMinor - inCash },
        ]
      return [{ ...row, method: methods[plan.id % methods.length]!, amount_minor: dueMinor }]
    }),
  )
}

/** Writes the stylists' earnings from visits that are over: the rows and the transfers. */
async function loadEarnings(client: pg.Client, done: readonly Planned[]): Promise<void> {
  const earned = done.map((plan) => ({
    id: plan.id,
    storeId: plan.salon.storeId,
    stylistId: plan.stylist.id,
    at: iso(endOf(plan)),
    rate: rateOf(plan.stylist),
    baseMinor: plan.service.priceMinor,
    tipMinor: tipOf(plan),
    commissionMinor: percentOf(plan.service.priceMinor, rateOf(plan.stylist), 'down'),
  }))
  await insertRows(
    client,
    'visit_earnings',
    earned.map((row) => ({
      visit_id: row.id,
      position: 0,
      store_id: row.storeId,
      stylist_id: row.stylistId,
      currency: 'INR',
      refunded_minor: 0,
      basis_points: row.rate,
      base_minor: row.baseMinor,
      commission_minor: row.commissionMinor,
      tip_minor: row.tipMinor,
      created_at: row.at,
    })),
  )
  await insertMovements(
    client,
    earned.map(({ id, storeId, stylistId, at, commissionMinor, tipMinor }) => ({
      kind: 'visit_earnings',
      source_type: 'visit',
      source_id: String(id),
      description_key: 'visitEarnings',
      description_params: {},
      created_at: new Date(at),
      postings: [
        { account: { kind: 'stylist_earnings', storeId, stylistId }, amountMinor: commissionMinor + tipMinor },
        { account: { kind: 'stylist_costs', storeId }, amountMinor: -(commissionMinor + tipMinor) },
      ],
    })),
  )
}

const rangeOf = (from: string, to: string): string => `[${from},${to})`

/** Returns the segments of a visit with their times, in the form in which a table stores them. */
function partsOf({ service, stylist, startsAt }: Planned) {
  let at = startsAt
  return service.segments.map((segment) => {
    const from = at
    at += segment.minutes * MINUTE_MS
    return {
      startsAt: iso(from),
      endsAt: iso(at),
      stylistId: segment.needsStylist ? stylist.id : null,
      resourceId: stylist.chairId,
      needsStylist: segment.needsStylist,
      resourceKind: segment.resourceKind,
    }
  })
}
