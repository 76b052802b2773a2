import { orderStores, updateStore } from '#features/catalogue/stores/write-store.ts'
import { routes, type WriteContext } from '#http/calls.ts'
import { AppError } from '#http/errors.ts'
import { requireOwnHand } from '#http/session.ts'
import { requireOwnStore } from '#platform/access/own-store.ts'
import { changeStore, readAdminStore } from './admin-store.ts'
import { announcePayoutDetails } from './announce-payout-details.ts'
import { findAddress } from './find-address.ts'
import {
  insertCategory,
  listOrderedStores,
  lockCategory,
  lockStore,
  readPayoutDetails,
  savePayoutDetails,
  updateCategory,
} from './queries.ts'
import { createStore, duplicateStore, updateAdminStore } from './save-store.ts'
import { replaceMembers } from './store-members.ts'

export const storeAdminRoutes = routes({
  'dashboard/stores/read': async ({ db, input }) => ({
    success: true,
    store: await readAdminStore(db, input.store_id),
  }),

  'dashboard/stores/find-address': findAddress,
  'dashboard/stores/create': { write: createStore },
  'dashboard/stores/duplicate': { write: duplicateStore },
  'dashboard/stores/update': { write: updateAdminStore },

  'dashboard/stores/approve': {
    write: async (context) => {
      const { store_id: storeId, is_accepted } = context.input
      const action = is_accepted ? 'store.approved' : 'store.withdrawn'
      const store = await changeStore(context, { storeId, action }, (tx) =>
        updateStore(tx, storeId, { is_accepted: is_accepted === 1 }),
      )
      return { success: true, store }
    },
  },

  'dashboard/stores/order': {
    write: async ({ tx, input: { ids }, audit }) => {
      const before = { ids: (await listOrderedStores(tx)).map(({ id }) => id) }
      if (!(await orderStores(tx, ids))) throw new AppError('NOT_FOUND')
      await audit('stores.ordered', { before, after: { ids } })
      return { success: true }
    },
  },

  'dashboard/stores/ordered': async ({ db }) => ({ success: true, stores: await listOrderedStores(db) }),

  'dashboard/stores/set-owners': { write: (context) => setMembers(context, 'owner') },
  'dashboard/stores/set-riders': { write: (context) => setMembers(context, 'rider') },

  'dashboard/store-categories/create': {
    write: async ({ tx, input, audit }) => {
      const after = { name: input.name, is_active: input.is_active === 1 }
      const id = await insertCategory(tx, after)
      await audit('store_category.created', { object: { type: 'store category', id }, after })
      return { success: true, id }
    },
  },

  'dashboard/store-categories/update': {
    write: async ({ tx, input: { id, name, is_active }, audit }) => {
      const before = await lockCategory(tx, id)
      if (!before) throw new AppError('NOT_FOUND')
      const after = {
        id,
        name: name ?? before.name,
        is_active: is_active === undefined ? before.is_active : is_active === 1,
      }
      await updateCategory(tx, after)
      await audit('store_category.updated', { object: { type: 'store category', id }, before, after })
      return { success: true }
    },
  },

  'store-owner/get-payout-details': async ({ db, input: { store_id: storeId }, session }) => {
    await requireOwnStore(db, session, storeId)
    requireOwnHand(session)
    return { success: true, details: await readPayoutDetails(db, storeId) }
  },

  'store-owner/save-payout-details': {
    check: async ({ db, input, session }) => {
      await requireOwnStore(db, session, input.store_id)
      requireOwnHand(session)
    },
    write: async ({ tx, input, request, audit }) => {
      const { store_id: storeId, token: _token, user_id: _user, ...details } = input
      await lockStore(tx, storeId)
      const held = await readPayoutDetails(tx, storeId)
      await savePayoutDetails(tx, storeId, details)
      if (isChanged(held, details)) await announcePayoutDetails(tx, { storeId, url: request.origin })
      const object = { type: 'store', id: storeId }
      await audit('payout_details.updated', { object, before: veiled(held), after: veiled(details) })
      return { success: true, details }
    },
  },
})

/**
 * Sets the owners or the riders of a store to exactly these people.
 * @throws AppError NOT_FOUND for a store that does not exist, INVALID_INPUT for people without the role
 */
async function setMembers(
  context: WriteContext<'dashboard/stores/set-owners' | 'dashboard/stores/set-riders'>,
  role: 'owner' | 'rider',
) {
  const { store_id: storeId, user_ids: userIds } = context.input
  const action = role === 'owner' ? 'store_owners.set' : 'store_riders.set'
  const store = await changeStore(context, { storeId, action }, async (tx) => {
    if (!(await replaceMembers(tx, { storeId, role, userIds })))
      throw new AppError('INVALID_INPUT', { fields: { user_ids: 'fieldUnknown' } })
  })
  return { success: true as const, store }
}

function isChanged<Details extends object>(before: Details, after: Details): boolean {
  return (Object.keys(before) as (keyof Details)[]).some((key) => before[key] !== after[key])
}

/** Hides all but the last four characters of an account number, because the audit entry stores only these. */
function veiled<Details extends { account_number: string }>(details: Details): Details {
  return { ...details, account_number: details.account_number.replace(/.(?=.{4})/g, '•') }
}
