import { setImmediate } from 'node:timers/promises'
import { OFFER_MINUTES, type Offer, offersOf, type WaitEntry } from '@nukkad/rules/wait-list.ts'
import { type Db, inTransaction, type Tx } from '#db/connection.ts'
import { lockSalon } from '#features/bookings/salon/lock-salon.ts'
import { holdOffer, releaseEnded } from '#features/bookings/visits/offer-hold.ts'
import { extraMinutesOf, stretchOf } from '#features/bookings/visits/plan-visit.ts'
import { rangesOf, readSalonFacts, type SalonFacts, salonOf } from '#features/bookings/visits/salon-facts.ts'
import type { Services } from '#http/calls.ts'
import { AppError } from '#http/errors.ts'
import { addJob } from '#worker/add-job.ts'
import {
  listOfferHolds,
  listWaiting,
  lockWaiting,
  MAX_ENTRIES,
  setOffered,
  settleEntries,
  type WaitingRow,
  type WaitServiceJson,
} from './queries.ts'
import { tellOfEnd, tellOfOffer } from './tell-customer.ts'

type OfferServices = Pick<Services, 'db' | 'settings'>

/**
 * Maximum number of times that a run plans one page. Other bookings can take a time after the diary was read and before
 * the hold; then the run plans the page again.
 */
const MAX_ROUNDS = 20

/**
 * Offers the free time of a salon to the customers who wait for it, in their order. Several workers may make offers in
 * parallel: each offer locks the salon and its entry, and the database constraint on claims refuses a taken time. A
 * long list is read in pages; the diary of each page includes the offers of the pages before.
 * @throws Error when the diary changed too often; the queue runs the job again
 */
export async function offerFreedTime({ db, settings }: OfferServices, storeId: number): Promise<void> {
  await inTransaction(db, (tx) => settleOffers(tx, storeId))
  let last: WaitingRow | undefined
  do last = await offerToPage({ db, settings }, storeId, last)
  while (last)
}

/**
 * Makes the offers to one page of entries, beginning after the position `after`. Returns the last entry of the page if
 * more can follow.
 */
async function offerToPage(
  { db, settings }: OfferServices,
  storeId: number,
  after: WaitingRow | undefined,
): Promise<WaitingRow | undefined> {
  /** The entries that the run skips: no hold is possible for them now, for example because a service was deleted. */
  const failed = new Set<number>()
  for (let round = 0; round < MAX_ROUNDS; round++) {
    const waiting = await listWaiting(db, storeId, { exceptIds: [...failed], after: after?.place })
    const offers = await findOffers(db, storeId, waiting)
    const results: OfferResult[] = []
    for (const offer of offers) {
      const result = await makeOffer({ db, settings }, storeId, offer)
      if (result === 'impossible') failed.add(offer.entryId)
      results.push(result)
    }
    if (results.every((result) => result === 'made')) return waiting.length < MAX_ENTRIES ? undefined : waiting.at(-1)
  }
  throw new Error(`The diary of salon ${storeId} changed during each look`)
}

/** Releases expired offers and moves their entries to the next state. */
async function settleOffers(tx: Tx, storeId: number): Promise<void> {
  await lockSalon(tx, storeId)
  await releaseEnded(tx, await listOfferHolds(tx, storeId))
  for (const { user_id: userId } of await settleEntries(tx, storeId)) await tellOfEnd(tx, { userId, storeId })
}

/** Finds the offers that the salon can make to these entries, all from one reading of its diary. */
async function findOffers(db: Db, storeId: number, waiting: readonly WaitingRow[]): Promise<Offer[]> {
  const dates = waiting.flatMap((entry) => entry.dates).sort()
  const [first, last] = [dates[0], dates.at(-1)]
  if (!first || !last) return []
  const facts = await readSalonFacts(db, { storeId, ...stretchOf(first, last) })
  if (!facts) return []
  const offers: Offer[] = []
  const entries = waiting.map((row) => entryOf(row, facts))
  for (const offer of offersOf(salonOf(facts), entries, Date.now())) {
    if (offer) offers.push(offer)
    // Pauses for a moment, so that other requests run between two entries.
    await setImmediate()
  }
  return offers
}

function entryOf(row: WaitingRow, facts: SalonFacts): WaitEntry {
  return {
    id: row.id,
    userId: row.user_id,
    turnAt: row.turn_at.getTime(),
    wishes: wishesOf(row.services, facts),
    dates: row.dates,
    from: row.from_minute,
    to: row.to_minute,
    customerBusy: rangesOf(row.customer_busy),
    offered: rangesOf(row.offered),
    isHolding: row.is_holding,
  }
}

function wishesOf(services: readonly WaitServiceJson[], facts: SalonFacts): WaitEntry['wishes'] {
  return services.map(({ item_id, stylist_id, addons, mode }) => {
    const service = facts.services.find((one) => one.item_id === item_id)
    const extraMinutes = service ? extraMinutesOf(service, addons) : 0
    return { serviceId: item_id, stylistId: stylist_id, extraMinutes, mode }
  })
}

/** `stale` means that the diary or the entry changed after they were read. */
type OfferResult = 'made' | 'stale' | 'impossible'

async function makeOffer({ db, settings }: OfferServices, storeId: number, offer: Offer): Promise<OfferResult> {
  try {
    return await inTransaction(db, (tx) => insertOffer(tx, settings, { storeId, ...offer }))
  } catch (error) {
    if (!(error instanceof AppError)) throw error
    const isStale = error.code === 'SLOT_TAKEN' || error.code === 'SLOT_INVALID' || error.code === 'HOLD_OPEN'
    return isStale ? 'stale' : 'impossible'
  }
}

async function insertOffer(
  tx: Tx,
  settings: Services['settings'],
  { storeId, entryId, plan }: Offer & { storeId: number },
): Promise<OfferResult> {
  await lockSalon(tx, storeId)
  const entry = await lockWaiting(tx, entryId)
  if (!entry) return 'stale'
  const startsAt = new Date(plan.startsAt)
  const { services, user_id: userId } = entry
  const seconds = OFFER_MINUTES * 60
  const { id, number, endsAt } = await holdOffer(tx, settings, { storeId, userId, services, startsAt, seconds })
  await setOffered(tx, entryId, { visitId: id, startsAt, endsAt })
  await tellOfOffer(tx, { userId, storeId, visitId: id, number, startsAt })
  const runAt = new Date(Date.now() + seconds * 1000 + JUST_AFTER_MS)
  await addJob(tx, { name: 'offer-freed-time', payload: { store_id: storeId }, key: `offer-ends:${id}`, runAt })
  return 'made'
}

/** Milliseconds by which the clocks of server and database may differ. */
const JUST_AFTER_MS = 1500
