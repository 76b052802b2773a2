import { areConnected, type Resident } from '@nukkad/rules/referral.ts'
import type { Db } from '#db/connection.ts'
import { findMaker, findResident, listInsiders } from './queries.ts'

/**
 * Returns those of the given people who belong to a store: its members, owners who are paid into the same bank account,
 * and people who share a phone, mailbox, address or browser with one of these. People of a store earn no commission by
 * its orders (decision 0040).
 */
export async function peopleOfStore(
  db: Db,
  storeId: number,
  people: readonly Resident[],
): Promise<ReadonlySet<number>> {
  const insiders = await listInsiders(db, storeId)
  const own = people.filter((person) => insiders.some((insider) => areConnected(person, insider)))
  return new Set(own.map(({ userId }) => userId))
}

/** Returns whether one account belongs to a store by the rule of `peopleOfStore`. */
export async function isOfStore(db: Db, { storeId, userId }: { storeId: number; userId: number }): Promise<boolean> {
  const person = await findResident(db, userId)
  return person !== undefined && (await peopleOfStore(db, storeId, [person])).has(userId)
}

/**
 * Returns whether a member of staff created an account, or shares a phone, mailbox, address or browser with it. A
 * member of staff who is connected to an account in one of these ways may not decide about its money (decision 0041).
 */
export async function isTiedTo(db: Db, { staffId, userId }: { staffId: number; userId: number }): Promise<boolean> {
  const [staff, person, maker] = [
    await findResident(db, staffId),
    await findResident(db, userId),
    await findMaker(db, userId),
  ]
  return maker === staffId || (staff !== undefined && person !== undefined && areConnected(staff, person))
}
