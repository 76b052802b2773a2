import { randomUUID } from 'node:crypto'
import fc from 'fast-check'
import { sql } from 'kysely'
import { expect, it } from 'vitest'
import { checkLedger } from '#features/ledger/wallet/checker.ts'
import { walletBalances } from '#features/ledger/wallet/ledger.ts'
import { codeOf, type TestAnswer, useTestApp } from '#test/harness.ts'
import { createSalons, startIn, type TestSalon } from '#test/salon.ts'
import { fundWallet } from '#test/wallet.ts'
import { payKeptShares } from './kept-share.ts'

const test = useTestApp()
const { salon } = createSalons(test)
const RUNS = Number(process.env.VISIT_HISTORIES ?? process.env.PROOF_RUNS ?? 15)
const SEED = Number(process.env.VISIT_SEED ?? 20_261_127)
/** The ledger check reads all histories so far, so a long run makes the check only about 50 times. */
const HISTORIES_PER_LEDGER_CHECK = Math.ceil(RUNS / 50)
const CUSTOMERS = 3
const STYLISTS = 2
const CHAIRS = 2
const WALLET_MINOR = 1_000_000n

/** The model divides one day into cells of half an hour, counted from 10:00. Every segment is one cell long. */
const DAYS_AHEAD = 4
const CELLS = 14
const startOf = (cell: number): string => startIn(DAYS_AHEAD, 600 + 30 * cell)

/**
 * The services of the model. Both services need a chair in all of their cells. During the middle cell of the colour,
 * the person is free.
 */
const services = {
  cut: { handsOn: [true], priceMinor: 40_000n, percent: 25n, freeHours: 24 },
  colour: { handsOn: [true, false, true], priceMinor: 100_000n, percent: 50n, freeHours: 720 },
} as const
type ServiceName = keyof typeof services
const LATE_PERCENT = 40n

type Wish = { service: ServiceName; stylist: number | null }
type Step =
  | { kind: 'book'; customer: number; cell: number; wishes: Wish[] }
  | { kind: 'move'; visit: number; cell: number }
  | { kind: 'cancel' | 'refuse' | 'miss' | 'finish'; visit: number }
  | { kind: 'absence'; stylist: number; cell: number; cells: number }
  | { kind: 'pay' }

const cell = fc.nat({ max: CELLS - 1 })
const stylist = fc.nat({ max: STYLISTS - 1 })
const visit = fc.nat({ max: 20 })
const wishes = fc.array(
  fc.record<Wish>({ service: fc.constantFrom('cut', 'colour'), stylist: fc.option(stylist, { nil: null }) }),
  { minLength: 1, maxLength: 2 },
)
const step: fc.Arbitrary<Step> = fc.oneof(
  {
    weight: 8,
    arbitrary: fc.record({
      kind: fc.constant('book' as const),
      customer: fc.nat({ max: CUSTOMERS - 1 }),
      cell,
      wishes,
    }),
  },
  { weight: 4, arbitrary: fc.record({ kind: fc.constant('move' as const), visit, cell }) },
  {
    weight: 4,
    arbitrary: fc.record({ kind: fc.constantFrom('cancel' as const, 'refuse', 'miss', 'finish'), visit }),
  },
  {
    weight: 1,
    arbitrary: fc.record({
      kind: fc.constant('absence' as const),
      stylist,
      cell,
      cells: fc.integer({ min: 1, max: 4 }),
    }),
  },
  { weight: 1, arbitrary: fc.constant({ kind: 'pay' as const }) },
)

/** One planned service of a visit in the model: the person who does it, and its first cell. */
type Planned = Wish & { by: number; from: number }
type Known = {
  number: string
  orderId: number
  customer: number
  state: 'booked' | 'over'
  planned: Planned[]
  depositMinor: bigint
}
type Absence = { stylist: number; cells: number[] }
type Model = { visits: Known[]; absences: Absence[]; wallets: bigint[]; keptMinor: bigint; storeKeptMinor: bigint }
type World = { of: TestSalon; customers: { id: number; token: string }[]; model: Model }

it(
  '[V-04] [V-08] [V-12] [V-13] after any history, claims and money equal those of a separate model',
  async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 8, maxLength: 30 }), live),
      // The test does not shrink a failed history, because the rows that it leaves would make every shorter history fail
      // too.
      { numRuns: RUNS, seed: SEED, endOnFailure: true },
    )
    expect(await checkLedger(test.db)).toEqual([])
  },
  3_600_000 + RUNS * 1000,
)

let lived = 0

async function live(history: readonly Step[]): Promise<void> {
  const world = await begin()
  for (const one of history) {
    if (one.kind === 'book') await book(world, one)
    else if (one.kind === 'absence') await leave(world, one)
    else if (one.kind === 'pay') await pay(world)
    else {
      const known = world.model.visits[one.visit % Math.max(1, world.model.visits.length)]
      if (!known) continue
      if (one.kind === 'move') await move(world, known, one.cell)
      else if (one.kind === 'finish') await finish(world, known)
      else await end(world, known, one.kind)
    }
    expect(await claimedCells(world.of)).toEqual(claimedByModel(world.model))
  }
  const { model, customers } = world
  for (const [index, { id }] of customers.entries())
    expect(await walletBalances(test.db, id)).toEqual({ ownMinor: model.wallets[index], promotionMinor: 0n })
  expect(await keptOf(world.of)).toEqual({ waiting: model.keptMinor, paid: model.storeKeptMinor })
  if (++lived % HISTORIES_PER_LEDGER_CHECK === 0) expect(await checkLedger(test.db)).toEqual([])
}

/** Makes a call with a new key: without one, a repeated step within 30 s would get the answer of the earlier step. */
const call: typeof test.call = (name, input, options) => test.call(name, input, { key: randomUUID(), ...options })

async function begin(): Promise<World> {
  const terms = { deposit_kind: 'percent', late_cancel_percent: Number(LATE_PERCENT), no_show_percent: 100 }
  const of = await salon({ stylists: STYLISTS, chairs: CHAIRS })
  for (const [name, itemId] of [['cut', of.cut] as const, ['colour', of.colour] as const])
    await test.db
      .updateTable('services')
      .set({
        ...terms,
        deposit_value: services[name].percent,
        free_cancel_hours: services[name].freeHours,
        segments: JSON.stringify(
          services[name].handsOn.map((needsStylist) => ({ minutes: 30, needsStylist, resourceKind: 'chair' })),
        ),
      })
      .where('item_id', '=', itemId)
      .execute()
  const customers = await Promise.all(Array.from({ length: CUSTOMERS }, () => test.build.customer()))
  for (const { id } of customers) await fundWallet(test.db, id, { ownMinor: WALLET_MINOR })
  const wallets = customers.map(() => WALLET_MINOR)
  return { of, customers, model: { visits: [], absences: [], wallets, keptMinor: 0n, storeKeptMinor: 0n } }
}

async function book(world: World, { customer, cell: at, wishes: wanted }: Step & { kind: 'book' }): Promise<void> {
  const { of, customers, model } = world
  const planned = planFor(model, { customer, wishes: wanted, at })
  const { token } = customers[customer]!
  const held = await call(
    'hold-visit',
    {
      store_id: of.store.id,
      services: wanted.map(({ service, stylist: by }) => ({
        item_id: of[service],
        ...(by !== null && { stylist_id: of.stylists[by]! }),
      })),
      starts_at: startOf(at),
    },
    { token },
  )
  expect(codeOf(held)).toBe(planned ? undefined : 'SLOT_TAKEN')
  if (!planned) return
  const number = held.body.visit.unique_visit_id
  const placed = await call(
    'place-order',
    { order: [], delivery_type: 4, unique_visit_id: number, method: 'WALLET' },
    { token },
  )
  if (!placed.body.success) throw new Error(JSON.stringify(placed.body))
  const depositMinor = wanted.reduce(
    (total, { service }) => total + (services[service].priceMinor * services[service].percent) / 100n,
    0n,
  )
  model.wallets[customer]! -= depositMinor
  model.visits.push({ number, orderId: placed.body.data.id, customer, state: 'booked', planned, depositMinor })
}

const isLate = ({ planned }: Known): boolean =>
  planned.some(({ service }) => services[service].freeHours > 24 * DAYS_AHEAD)

async function move(world: World, known: Known, at: number): Promise<void> {
  const { model, customers } = world
  const planned = planFor(model, { customer: known.customer, wishes: known.planned, at, except: known })
  const moved = await call(
    'move-visit',
    { unique_visit_id: known.number, starts_at: startOf(at) },
    customers[known.customer]!,
  )
  if (known.state === 'over') return expect(codeOf(moved)).toBe('VISIT_CLOSED')
  if (isLate(known)) return expect(codeOf(moved)).toBe('MOVE_TOO_LATE')
  expect(codeOf(moved)).toBe(planned ? undefined : 'SLOT_TAKEN')
  if (planned) known.planned = planned
}

/**
 * Sends two requests in parallel that end a visit: the customer cancels it, the salon cancels it, or the salon marks it
 * as missed.
 */
async function end(world: World, known: Known, how: 'cancel' | 'refuse' | 'miss'): Promise<void> {
  const { model } = world
  if (how === 'miss' && known.state === 'booked') await letBegin(known)
  const answers = await Promise.all([1, 2].map(() => askToEnd(world, known, how)))
  expect(answers.filter((answer) => codeOf(answer) === undefined)).toHaveLength(known.state === 'booked' ? 1 : 0)
  if (known.state === 'over') return
  known.state = 'over'
  const kept = { refuse: 0n, miss: 100n, cancel: isLate(known) ? LATE_PERCENT : 0n }[how]
  const keptMinor = (known.depositMinor * kept) / 100n
  model.keptMinor += keptMinor
  model.wallets[known.customer]! += known.depositMinor - keptMinor
  known.planned = []
}

function askToEnd({ of, customers }: World, { number, customer }: Known, how: string): Promise<TestAnswer> {
  if (how === 'cancel') return call('cancel-visit', { unique_visit_id: number }, customers[customer]!)
  const input = { store_id: of.store.id, unique_visit_id: number }
  return how === 'miss'
    ? call('dashboard/bookings/no-show', input, of.owner)
    : call('dashboard/bookings/cancel', { ...input, reason: 'Ill' }, of.owner)
}

/** Sets the start of a visit to a time in the past; its claims stay. */
async function letBegin({ number }: Known): Promise<void> {
  await sql`update visits set starts_at = now() - interval '1 hour', ends_at = now() + interval '1 hour'
    where unique_visit_id = ${number}`.execute(test.db)
}

async function finish({ of }: World, known: Known): Promise<void> {
  const input = { store_id: of.store.id, unique_visit_id: known.number }
  const arrived = await call('dashboard/bookings/arrive', input, of.owner)
  if (known.state === 'over') {
    // A visit that is done accepts a repeated call; a cancelled or missed visit refuses it.
    expect([undefined, 'VISIT_CLOSED']).toContain(codeOf(arrived))
    return
  }
  expect(codeOf(arrived)).toBeUndefined()
  expect(codeOf(await call('dashboard/bookings/finish', input, of.owner))).toBeUndefined()
  known.state = 'over'
}

/** Records an absence of a person. An absence moves no visit. */
async function leave(
  { of, model }: World,
  { stylist: by, cell: from, cells }: Step & { kind: 'absence' },
): Promise<void> {
  const away = Array.from({ length: cells }, (_, index) => from + index)
  const overlaps = model.absences.some((other) => other.stylist === by && other.cells.some((one) => away.includes(one)))
  const saved = await call(
    'dashboard/bookings/absences/save',
    {
      store_id: of.store.id,
      stylist_id: of.stylists[by]!,
      starts_at: startOf(from),
      ends_at: startOf(from + cells),
      reason: '',
    },
    of.owner,
  )
  expect(codeOf(saved)).toBe(overlaps ? 'ABSENCE_OVERLAPS' : undefined)
  if (!overlaps) model.absences.push({ stylist: by, cells: away })
}

/** Ends the objection time of all kept shares of the salon. */
async function pay({ of, model }: World): Promise<void> {
  await sql`update visit_kept set pays_at = now() - interval '1 second' where store_id = ${of.store.id}`.execute(
    test.db,
  )
  await payKeptShares(test.services)
  model.storeKeptMinor += model.keptMinor
  model.keptMinor = 0n
}

type Asked = { customer: number; wishes: readonly Wish[]; at: number; except?: Known }

/**
 * Plans the services one after the other, each with the first person who is free; undefined when no choice of people
 * fits.
 */
function planFor(model: Model, { customer, wishes: wanted, at, except }: Asked): Planned[] | undefined {
  const others = model.visits.filter((known) => known !== except)
  const busy = Array.from({ length: STYLISTS }, (_, by) => new Set(stylistCells(others, model.absences, by)))
  const chairs = others.flatMap(({ planned }) => planned.flatMap(cellsOf))
  const own = others.filter((known) => known.customer === customer).flatMap(({ planned }) => planned.flatMap(cellsOf))
  const order = [...busy.keys()].sort((a, b) => busy[a]!.size - busy[b]!.size || a - b)
  const choose = (index: number, from: number): Planned[] | undefined => {
    const wish = wanted[index]
    if (!wish) return []
    for (const by of wish.stylist === null ? order : [wish.stylist]) {
      const planned = { service: wish.service, stylist: wish.stylist, by, from }
      const cells = cellsOf(planned)
      if (handsOnCells(planned).some((one) => busy[by]!.has(one))) continue
      if (cells.some((one) => own.includes(one) || chairs.filter((taken) => taken === one).length >= CHAIRS)) continue
      const rest = choose(index + 1, from + cells.length)
      if (rest) return [planned, ...rest]
    }
    return undefined
  }
  return choose(0, at)
}

const cellsOf = ({ service, from }: Planned): number[] => services[service].handsOn.map((_, index) => from + index)
const handsOnCells = (planned: Planned): number[] =>
  cellsOf(planned).filter((_, index) => services[planned.service].handsOn[index])

function stylistCells(visits: readonly Known[], absences: readonly Absence[], by: number): number[] {
  return [
    ...visits.flatMap(({ planned }) => planned.filter((one) => one.by === by).flatMap(handsOnCells)),
    ...absences.filter((absence) => absence.stylist === by).flatMap(({ cells }) => cells),
  ]
}

type Claimed = { stylists: number[][]; chairs: number[] }

/** Lists the claimed cells of each person, and those of all chairs together, in ascending order. */
function claimedByModel({ visits }: Model): Claimed {
  return {
    stylists: Array.from({ length: STYLISTS }, (_, by) => stylistCells(visits, [], by).sort((a, b) => a - b)),
    chairs: visits.flatMap(({ planned }) => planned.flatMap(cellsOf)).sort((a, b) => a - b),
  }
}

async function claimedCells(of: TestSalon): Promise<Claimed> {
  const { rows } = await sql<{ thing: string; thing_id: number; cell: number }>`
    select c.thing, c.thing_id, (extract(epoch from t - ${startOf(0)}::timestamptz) / 1800)::int as cell
      from visit_claims c join visits v on v.id = c.visit_id,
           generate_series(lower(c.during), upper(c.during) - interval '1 minute', interval '30 minutes') t
     where v.store_id = ${of.store.id} order by cell`.execute(test.db)
  return {
    stylists: of.stylists.map((id) =>
      rows.filter(({ thing, thing_id }) => thing === 'stylist' && thing_id === id).map((row) => row.cell),
    ),
    chairs: rows.filter(({ thing }) => thing === 'resource').map((row) => row.cell),
  }
}

async function keptOf(of: TestSalon): Promise<{ waiting: bigint; paid: bigint }> {
  const { rows } = await sql<{ waiting: bigint; paid: bigint }>`
    select coalesce(sum(amount_minor) filter (where state = 'waiting'), 0)::bigint as waiting,
           coalesce(sum(amount_minor) filter (where state = 'paid'), 0)::bigint as paid
      from visit_kept where store_id = ${of.store.id}`.execute(test.db)
  return rows[0]!
}
