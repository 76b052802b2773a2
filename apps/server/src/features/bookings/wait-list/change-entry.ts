import { randomBytes } from 'node:crypto'
import type { Output } from '@nukkad/contract/contract.ts'
import { rangesOn } from '@nukkad/rules/opening-hours.ts'
import { MAX_OPEN_ENTRIES, suitingPlans } from '@nukkad/rules/wait-list.ts'
import { addDays, wallClock } from '@nukkad/rules/wall-clock.ts'
import type { Tx } from '#db/connection.ts'
import { lockSalon } from '#features/bookings/salon/lock-salon.ts'
import { releaseOffer } from '#features/bookings/visits/offer-hold.ts'
import { readWanted, stretchOf } from '#features/bookings/visits/plan-visit.ts'
import { rangesOf } from '#features/bookings/visits/salon-facts.ts'
import type { WriteContext } from '#http/calls.ts'
import { AppError } from '#http/errors.ts'
import { minuteOf, presentOwnEntry } from './present.ts'
import { countOpen, endEntry, insertEntry, listOwnEntries, lockOpen, type OpenEntry } from './queries.ts'

/** Number of free starts that an error lists. */
const MAX_STARTS = 3
/** The longest booking horizon in days, plus one day for time zones ahead of UTC. */
const MAX_DAYS_AHEAD = 366

/**
 * Adds a customer to the wait list of a salon.
 * @throws AppError the refusals of the call; SLOT_FREE carries the first free starts that fit the request
 */
export async function joinWaitList({
  tx,
  settings,
  input,
  session: { userId },
}: WriteContext<'join-wait-list'>): Promise<Output<'join-wait-list'>> {
  const { store_id: storeId, services } = input
  const dates = input.dates.toSorted()
  const wish = { dates, from: minuteOf(input.from), to: minuteOf(input.to) }
  // Dates are checked before the lock, so that no request can make the server read a long period of the diary while the
  // salon is locked.
  const utcToday = new Date().toISOString().slice(0, 10)
  if (dates[0]! < addDays(utcToday, -1) || dates.at(-1)! > addDays(utcToday, MAX_DAYS_AHEAD))
    throw new AppError('SLOT_INVALID')
  await lockSalon(tx, storeId)
  if ((await countOpen(tx, storeId, userId)) >= MAX_OPEN_ENTRIES) throw new AppError('WAIT_LIST_FULL')
  const stretch = stretchOf(dates[0]!, dates.at(-1)!)
  const { salon, wishes, facts } = await readWanted(tx, settings, { storeId, services, customerId: userId, ...stretch })
  const today = wallClock(new Date(), salon.timeZone).date
  if (dates[0]! < today || dates.at(-1)! > addDays(today, salon.horizonDays)) throw new AppError('SLOT_INVALID')
  if (dates.some((date) => rangesOn(salon.hours, date).length === 0)) throw new AppError('WAIT_DATE_CLOSED')
  const asked = { now: Date.now(), most: MAX_STARTS, customerBusy: rangesOf(facts.customer_busy), offered: [] }
  const free = suitingPlans(salon, { ...wish, wishes }, asked)
  if (free.length > 0)
    throw new AppError('SLOT_FREE', {
      extra: { next_starts: free.map(({ startsAt }) => new Date(startsAt).toISOString()) },
    })
  const number = `W-${randomBytes(8).toString('hex').toUpperCase()}`
  const { from: fromMinute, to: toMinute } = wish
  await insertEntry(tx, { number, storeId, userId, services, dates, fromMinute, toMinute })
  const entries = await listOwnEntries(tx, userId)
  return { success: true, entry: presentOwnEntry(entries.find((entry) => entry.unique_wait_id === number)!) }
}

/**
 * Ends an open entry. The time of the entry's open offer becomes free again, unless the offer already has an order.
 * @throws AppError WAIT_UNKNOWN
 */
export async function endOpenEntry(
  tx: Tx,
  found: OpenEntry | undefined,
  ending: Parameters<typeof endEntry>[2],
): Promise<OpenEntry> {
  if (!found) throw new AppError('WAIT_UNKNOWN')
  await lockSalon(tx, found.store_id)
  // The entry is read again, because it can have got an offer, or ended, while this transaction waited for the lock of
  // the salon.
  const entry = await lockOpen(tx, found.id)
  if (!entry) throw new AppError('WAIT_UNKNOWN')
  if (entry.visit_id !== null) await releaseOffer(tx, entry.visit_id)
  await endEntry(tx, entry.id, ending)
  return entry
}
