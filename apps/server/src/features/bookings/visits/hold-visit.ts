import { randomBytes } from 'node:crypto'
import type { Input, Output } from '@nukkad/contract/contract.ts'
import { claimsOf } from '@nukkad/rules/salon.ts'
import pg from 'pg'
import type { Tx } from '#db/connection.ts'
import { lockSalonWithNext } from '#features/bookings/salon/lock-salon.ts'
import type { Writer } from '#http/calls.ts'
import { AppError } from '#http/errors.ts'
import type { Settings } from '#platform/settings/settings.ts'
import { nextStarts, readWanted, requirePlan, stretchOfNext, termsOfVisit } from './plan-visit.ts'
import { presentOwnVisit } from './present.ts'
import { deleteHolds, findOwnVisit, insertVisit, type NewVisit, type VisitRow } from './queries.ts'
import type { SalonFacts } from './salon-facts.ts'

/** Seconds after which a hold without an order ends. */
const HOLD_SECONDS = 120
/** Maximum number of attempts to hold in a minute, because each one reads the diary of a salon. */
const MAX_HOLDS_A_MINUTE = 30

/**
 * Holds people and resources of a salon for the customer. Bookings of one salon run one after another. A constraint in
 * the database also refuses two claims for the same time.
 * @throws AppError the refusals declared by the call; SLOT_TAKEN carries the next starts
 */
export const holdVisit: Writer<'hold-visit'> = {
  limit: ({ session }) => ({ key: `hold-visit:${session.userId}`, most: MAX_HOLDS_A_MINUTE, windowSeconds: 60 }),
  write: ({ tx, settings, input, session }) => insertHold(tx, settings, { input, userId: session.userId }),
  present: async ({ tx, session: { userId } }, stored) => {
    const visit = await findOwnVisit(tx, { number: stored.visit.unique_visit_id, userId })
    const isHeld = visit?.status === 'held' && visit.order_id === null && visit.held_until! > new Date()
    return isHeld ? stored : undefined
  },
  around: ({ db, settings, input, session }, hold) =>
    withNextStarts(
      () => inTurn(input.store_id, hold),
      async () => {
        const startsAt = new Date(input.starts_at)
        const { store_id: storeId, services } = input
        const asking = { storeId, services, customerId: session.userId, ...stretchOfNext(startsAt) }
        return nextStarts(await readWanted(db, settings, asking), startsAt, new Date())
      },
    ),
}

async function insertHold(
  tx: Tx,
  settings: Settings,
  { input, userId }: { input: Input<'hold-visit'>; userId: number },
): Promise<Output<'hold-visit'>> {
  const startsAt = new Date(input.starts_at)
  const { store_id: storeId, services, replaces } = input
  await lockSalonWithNext(tx, storeId)
  const held = { storeId, services, userId, startsAt, replaces, seconds: HOLD_SECONDS }
  const { visit, facts } = await insertHeld(tx, settings, held)
  return {
    success: true,
    visit: presentOwnVisit(visit, { store: facts, order: null, kept: null, kept_credit: null }, new Date()),
  }
}

type ToHold = Pick<Input<'hold-visit'>, 'services' | 'replaces'> & {
  storeId: number
  userId: number
  startsAt: Date
  seconds: number
}

/**
 * Inserts a hold at a salon that the transaction has locked.
 * @throws AppError the refusals of `readWanted`, SLOT_INVALID, SLOT_TAKEN, HOLD_OPEN
 */
export async function insertHeld(
  tx: Tx,
  settings: Settings,
  { storeId, services, userId, startsAt, replaces, seconds }: ToHold,
): Promise<{ visit: VisitRow; facts: SalonFacts }> {
  const wanted = await readWanted(tx, settings, { storeId, services, customerId: userId, from: startsAt, to: startsAt })
  const { facts } = wanted
  const plan = requirePlan(wanted, startsAt, new Date())
  const claims = claimsOf(plan, userId)
  await deleteHolds(tx, facts, { claims, userId, replaces })
  const rows = wanted.servicesOf(plan)
  const visit = {
    number: drawVisitNumber(),
    storeId,
    userId,
    status: 'held',
    startsAt,
    endsAt: new Date(plan.endsAt),
    heldSeconds: seconds,
    terms: termsOfVisit(facts, rows, facts.currency),
    services: rows,
    claims,
  } satisfies NewVisit
  const inserted = await insertVisit(tx, visit)
  return { visit: { ...visitRowOf(visit, facts), ...inserted }, facts }
}

/** Returns a new visit in the form in which queries read one. */
function visitRowOf(
  visit: NewVisit & { userId: number },
  { stylists }: SalonFacts,
): Omit<VisitRow, 'id' | 'held_until'> {
  return {
    unique_visit_id: visit.number,
    store_id: visit.storeId,
    user_id: visit.userId,
    guest_name: null,
    guest_phone: null,
    order_id: null,
    status: visit.status,
    starts_at: visit.startsAt,
    ends_at: visit.endsAt,
    terms: visit.terms,
    sequence: 0,
    tip_minor: 0n,
    services: visit.services.map(({ stylist_id, price_minor, ...service }, position) => {
      const stylist = stylists.find(({ id }) => id === stylist_id)
      return {
        ...service,
        position,
        stylist: stylist ? { id: stylist.id, name: stylist.name, image: stylist.image } : null,
        price_minor: Number(price_minor),
      }
    }),
  }
}

/** For each salon, the booking that this process began last. */
const turns = new Map<number, Promise<unknown>>()

/**
 * Runs the bookings of one salon one after another in this process, so that waiting bookings hold no database
 * connection. Bookings in other processes wait for the lock of the salon.
 */
async function inTurn<Answer>(storeId: number, run: () => Promise<Answer>): Promise<Answer> {
  const mine = (turns.get(storeId) ?? Promise.resolve()).then(run)
  const ended = mine.catch(() => {})
  turns.set(storeId, ended)
  try {
    return await mine
  } finally {
    if (turns.get(storeId) === ended) turns.delete(storeId)
  }
}

/** Creates a visit number with 64 random bits, so that no two visits get the same one. */
export function drawVisitNumber(): string {
  return `V-${randomBytes(8).toString('hex').toUpperCase()}`
}

/**
 * Adds the next free starts to the error of a taken time. A deadlock that remains after the retries of the transaction
 * also means that the time is taken.
 */
export async function withNextStarts<Answer>(
  run: () => Promise<Answer>,
  listNext: () => Promise<string[]>,
): Promise<Answer> {
  try {
    return await run()
  } catch (error) {
    const isDeadlock = error instanceof pg.DatabaseError && (error.code === '40P01' || error.code === '40001')
    const isTaken = error instanceof AppError && error.code === 'SLOT_TAKEN'
    if (!isDeadlock && !isTaken) throw error
    throw new AppError('SLOT_TAKEN', { extra: { next_starts: await listNext() }, cause: error })
  }
}
