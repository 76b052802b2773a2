import { mayInStore } from '@nukkad/contract/store-roles.ts'
import type { Db } from '#db/connection.ts'
import { routes } from '#http/calls.ts'
import { AppError } from '#http/errors.ts'
import { requireOwnHand, type Session } from '#http/session.ts'
import { requireOwnStore } from '#platform/access/own-store.ts'
import {
  deleteOwnFeed,
  deleteStylistFeed,
  type FeedState,
  findOwnFeed,
  listStylistFeeds,
  type StylistFeed,
  upsertOwnFeed,
  upsertStylistFeed,
} from './queries.ts'
import { drawToken } from './token.ts'

export const feedRoutes = routes({
  'calendar-feed': async ({ db, session }) => {
    const feed = await findOwnFeed(db, session.userId)
    return { success: true, feed: feed ? presentFeed(feed) : null }
  },

  'make-calendar-feed': {
    check: ({ session }) => requireOwnHand(session),
    write: async ({ tx, session }) => {
      const { path, tokenHash } = drawToken()
      return { success: true, path, feed: presentFeed(await upsertOwnFeed(tx, session.userId, tokenHash)) }
    },
  },

  'revoke-calendar-feed': {
    check: ({ session }) => requireOwnHand(session),
    write: async ({ tx, session }) => {
      await deleteOwnFeed(tx, session.userId)
      return { success: true }
    },
  },

  'dashboard/bookings/feeds': async ({ db, session, input: { store_id: storeId } }) => {
    const people = await listPeople(db, session, storeId)
    return {
      success: true,
      feeds: people.map(({ stylist_id, name, user_id, feed }) => ({
        stylist_id,
        name,
        is_own: user_id === session.userId,
        feed: feed && presentFeed(feed),
      })),
    }
  },

  'dashboard/bookings/feeds/make': {
    check: ({ session }) => requireOwnHand(session),
    write: async ({ tx, session, input, audit }) => {
      const { stylist_id: stylistId, user_id: accountId } = await findPerson(tx, session, input)
      const { path, tokenHash } = drawToken()
      const feed = await upsertStylistFeed(tx, { stylistId, accountId, madeBy: session.userId, tokenHash })
      await audit('calendar_feed.made', { object: { type: 'stylist', id: stylistId } })
      return { success: true, path, feed: presentFeed(feed) }
    },
  },

  'dashboard/bookings/feeds/revoke': {
    check: ({ session }) => requireOwnHand(session),
    write: async ({ tx, session, input, audit }) => {
      const { stylist_id: id } = await findPerson(tx, session, input)
      if (await deleteStylistFeed(tx, id)) await audit('calendar_feed.revoked', { object: { type: 'stylist', id } })
      return { success: true }
    },
  },
})

function presentFeed({ created_at, read_at }: FeedState) {
  return { created_at: created_at.toISOString(), read_at: read_at?.toISOString() ?? null }
}

type Caller = Pick<Session, 'userId' | 'stores' | 'work'>

/**
 * Lists the people of a store whose feeds the caller may make: everyone for owners, managers and staff; only themselves
 * for other employees.
 * @throws AppError ORDER_NOT_YOURS, NOT_FOUND
 */
async function listPeople(db: Db, session: Caller, storeId: number): Promise<StylistFeed[]> {
  await requireOwnStore(db, session, storeId)
  const { work, userId } = session
  const right = { permission: 'stores_edit' } as const
  const mayAll =
    !work ||
    work.owned.includes(storeId) ||
    work.jobs.some((job) => job.storeId === storeId && mayInStore(job.role, right))
  return listStylistFeeds(db, { storeId, userId: mayAll ? null : userId })
}

/**
 * Finds a person of a store whose feed the caller may make.
 * @throws AppError ORDER_NOT_YOURS, NOT_FOUND also for a person whose feed the caller may not make
 */
async function findPerson(
  db: Db,
  session: Caller,
  { store_id: storeId, stylist_id: id }: { store_id: number; stylist_id: number },
): Promise<StylistFeed> {
  const person = (await listPeople(db, session, storeId)).find(({ stylist_id }) => stylist_id === id)
  if (!person) throw new AppError('NOT_FOUND')
  return person
}
