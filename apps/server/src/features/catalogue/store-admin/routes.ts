import { inTransaction } from '#db/connection.ts'
import { orderStores, updateStore } from '#features/catalogue/stores/write-store.ts'
import { type CallContext, routes } from '#http/calls.ts'
import { AppError } from '#http/errors.ts'
import { requireOwnHand } from '#http/session.ts'
import { requireOwnStore } from '#platform/access/own-store.ts'
import { writeAudit } from '#platform/audit/write-audit.ts'
import { changeStore, readAdminStore } from './admin-store.ts'
import { announcePayoutDetails } from './announce-payout-details.ts'
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

  'dashboard/stores/create': async (context) => createStore(context),
  'dashboard/stores/duplicate': async (context) => duplicateStore(context),
  'dashboard/stores/update': async (context) => updateAdminStore(context),

  'dashboard/stores/approve': async (context) => {
    const { store_id: storeId, is_accepted } = context.input
    const action = is_accepted ? 'store.approved' : 'store.withdrawn'
    return changeStore(context, { storeId, action }, (tx) =>
      updateStore(tx, storeId, { is_accepted: is_accepted === 1 }),
    )
  },

  'dashboard/stores/order': async ({ db, input: { ids }, session, request }) =>
    inTransaction(db, async (tx) => {
      const before = { ids: (await listOrderedStores(tx)).map(({ id }) => id) }
      if (!(await orderStores(tx, ids))) throw new AppError('NOT_FOUND')
      await writeAudit(tx, { actorId: session.userId, action: 'stores.ordered', before, after: { ids }, request })
      return { success: true }
    }),

  'dashboard/stores/ordered': async ({ db }) => ({ success: true, stores: await listOrderedStores(db) }),

  'dashboard/stores/set-owners': async (context) => setMembers(context, 'owner'),
  'dashboard/stores/set-riders': async (context) => setMembers(context, 'rider'),

  'dashboard/store-categories/create': async ({ db, input, session, request }) =>
    inTransaction(db, async (tx) => {
      const after = { name: input.name, is_active: input.is_active === 1 }
      const id = await insertCategory(tx, after)
      await writeAudit(tx, { ...about(session, id), action: 'store_category.created', after, request })
      return { success: true, id }
    }),

  'dashboard/store-categories/update': async ({ db, input: { id, name, is_active }, session, request }) =>
    inTransaction(db, async (tx) => {
      const before = await lockCategory(tx, id)
      if (!before) throw new AppError('NOT_FOUND')
      const after = {
        id,
        name: name ?? before.name,
        is_active: is_active === undefined ? before.is_active : is_active === 1,
      }
      await updateCategory(tx, after)
      await writeAudit(tx, { ...about(session, id), action: 'store_category.updated', before, after, request })
      return { success: true }
    }),

  'store-owner/get-payout-details': async ({ db, input: { store_id: storeId }, session }) => {
    await requireOwnStore(db, session, storeId)
    requireOwnHand(session)
    return { success: true, details: await readPayoutDetails(db, storeId) }
  },

  'store-owner/save-payout-details': async ({ db, input, session, request }) => {
    const { store_id: storeId, token: _token, user_id: _user, ...details } = input
    await requireOwnStore(db, session, storeId)
    requireOwnHand(session)
    return inTransaction(db, async (tx) => {
      await lockStore(tx, storeId)
      const held = await readPayoutDetails(tx, storeId)
      await savePayoutDetails(tx, storeId, details)
      if (isChanged(held, details)) await announcePayoutDetails(tx, { storeId, url: request.origin })
      const before = veiled(held)
      const object = { type: 'store', id: storeId }
      const entry = { actorId: session.userId, object, before, after: veiled(details), request }
      await writeAudit(tx, { ...entry, action: 'payout_details.updated' })
      return { success: true, details }
    })
  },
})

/**
 * Sets the owners or the riders of a store to exactly these people.
 * @throws AppError NOT_FOUND for a store that does not exist, INVALID_INPUT for people without the role
 */
async function setMembers(
  context: CallContext<'dashboard/stores/set-owners' | 'dashboard/stores/set-riders'>,
  role: 'owner' | 'rider',
) {
  const { store_id: storeId, user_ids: userIds } = context.input
  const action = role === 'owner' ? 'store_owners.set' : 'store_riders.set'
  return changeStore(context, { storeId, action }, async (tx) => {
    if (!(await replaceMembers(tx, { storeId, role, userIds })))
      throw new AppError('INVALID_INPUT', { fields: { user_ids: 'fieldUnknown' } })
  })
}

const about = (session: CallContext<'dashboard/stores/read'>['session'], id: number) => ({
  actorId: session.userId,
  object: { type: 'store category', id },
})

function isChanged<Details extends object>(before: Details, after: Details): boolean {
  return (Object.keys(before) as (keyof Details)[]).some((key) => before[key] !== after[key])
}

/** Hides all but the last four characters of an account number, for the audit entry. */
function veiled<Details extends { account_number: string }>(details: Details): Details {
  return { ...details, account_number: details.account_number.replace(/.(?=.{4})/g, '•') }
}
