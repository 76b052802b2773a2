import { readerOf } from '#features/bookings/reception/reader.ts'
import { getSalon } from '#features/bookings/salon/get-salon.ts'
import { routes } from '#http/calls.ts'
import { requireOwnStore } from '#platform/access/own-store.ts'
import { endOpenEntry, joinWaitList } from './change-entry.ts'
import { presentOwnEntry, presentStoreEntry } from './present.ts'
import { findOwnEntry, findStoreEntry, listOwnEntries, listStoreEntries } from './queries.ts'
import { tellOfRemoval } from './tell-customer.ts'

/** Maximum number of attempts to join in an hour, so that no one can keep times taken by joining again and again. */
const MAX_JOINS_AN_HOUR = 20

export const waitListRoutes = routes({
  'join-wait-list': {
    limit: ({ session }) => ({
      key: `join-wait-list:${session.userId}`,
      most: MAX_JOINS_AN_HOUR,
      windowSeconds: 3600,
    }),
    write: joinWaitList,
    present: async ({ tx, session: { userId } }, stored) =>
      (await findOwnEntry(tx, stored.entry.unique_wait_id, userId)) ? stored : undefined,
  },

  'leave-wait-list': {
    write: async ({ tx, session: { userId }, input }) => {
      await endOpenEntry(tx, await findOwnEntry(tx, input.unique_wait_id, userId), { ending: 'left' })
      return { success: true }
    },
  },

  'my-wait-list': async ({ db, session: { userId } }) => ({
    success: true,
    entries: (await listOwnEntries(db, userId)).map(presentOwnEntry),
  }),

  'dashboard/bookings/wait-list': async ({ db, session, settings, input: { store_id: storeId } }) => {
    await requireOwnStore(db, session, storeId)
    const salon = await getSalon(db, storeId)
    const reader = readerOf(session, storeId, settings)
    const entries = await listStoreEntries(db, storeId)
    return {
      success: true,
      time_zone: salon.time_zone,
      entries: entries.map((entry) => presentStoreEntry(entry, reader)),
      may_change: reader.isReception,
    }
  },

  'dashboard/bookings/wait-list/remove': {
    write: async ({ tx, session, input: { store_id: storeId, unique_wait_id: number, reason }, audit }) => {
      await requireOwnStore(tx, session, storeId)
      const found = await findStoreEntry(tx, number, storeId)
      const entry = await endOpenEntry(tx, found, { ending: 'removed', reason })
      await tellOfRemoval(tx, { userId: entry.user_id, storeId, reason })
      await audit('wait_entry.removed', { object: { type: 'wait_entry', id: entry.id }, after: { reason } })
      return { success: true }
    },
  },
})
