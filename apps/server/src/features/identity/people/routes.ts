import type { Input } from '@nukkad/contract/contract.ts'
import { inTransaction } from '#db/connection.ts'
import { replaceStoresOf } from '#features/catalogue/store-admin/store-members.ts'
import { deleteAccount } from '#features/identity/accounts/delete-account.ts'
import { endSessionsOf } from '#features/identity/accounts/end-sessions.ts'
import { exportData } from '#features/identity/accounts/export-data.ts'
import { forgetAddress } from '#features/identity/addresses/forget-address.ts'
import { readOpenRequests } from '#features/identity/data-requests/settle.ts'
import { routes, type WriteContext } from '#http/calls.ts'
import { AppError } from '#http/errors.ts'
import { once } from '#http/idempotency.ts'
import {
  ban,
  changePerson,
  createPerson,
  issueCode,
  readPerson,
  setPassword,
  setPermissions,
  updatePerson,
} from './change-person.ts'
import { requireCustomer } from './guard.ts'
import { presentPerson } from './present.ts'
import { findPersonFacts, listStoresOf, lockPerson } from './queries.ts'

const done = { success: true } as const

export const peopleRoutes = routes({
  'dashboard/people/show': async ({ db, input: { id }, settings }) => {
    const person = await findPersonFacts(db, id)
    if (!person) throw new AppError('NOT_FOUND')
    const [owned, served, requests] = await Promise.all([
      listStoresOf(db, { id, role: 'owner' }),
      listStoresOf(db, { id, role: 'rider' }),
      readOpenRequests(db, id),
    ])
    const currency = settings.get('currencyId')
    return {
      success: true,
      data: {
        ...presentPerson(person, currency),
        owned_stores: owned,
        served_stores: served,
        open_requests: requests.map((asked) => ({
          ...asked,
          asked_at: asked.asked_at.toISOString(),
          due_at: asked.due_at.toISOString(),
        })),
      },
    }
  },

  'dashboard/people/create': async (context) => {
    const account = await readPerson(context, context.input)
    const { db, request, session } = context
    return once({ db, request, userId: session.userId, call: 'dashboard/people/create' }, async (tx) => ({
      success: true as const,
      id: await createPerson(tx, context, { role: context.input.role, account }),
    }))
  },

  'dashboard/people/update': async (context) => {
    await updatePerson(context, context.input)
    return done
  },

  'dashboard/people/set-password': async (context) => {
    await setPassword(context, context.input)
    return done
  },

  'dashboard/people/enrolment-code': async (context) => {
    const { code, expiresAt } = await issueCode(context, context.input.id)
    context.request.setHeader('cache-control', 'no-store')
    return { success: true, code, expires_at: expiresAt.toISOString() }
  },

  'dashboard/people/ban': async (context) => {
    await ban(context, context.input)
    return done
  },

  'dashboard/people/end-sessions': async (context) => {
    await changePerson(context, context.input.id, async (tx) => {
      await endSessionsOf(tx, context.input.id)
      return { action: 'sessions.ended' }
    })
    return done
  },

  'dashboard/people/delete-address': async (context) => {
    const { id, address_id: addressId } = context.input
    await changePerson(context, id, async (tx) => {
      if (!(await forgetAddress(tx, { userId: id, addressId }))) throw new AppError('NOT_FOUND')
      return { action: 'address.deleted', before: { address_id: addressId } }
    })
    return done
  },

  'dashboard/people/export': async (context) => {
    const { id, reason } = context.input
    await inTransaction(context.db, (tx) => requireCustomer(tx, context.session, id))
    const staff = { id: context.session.userId, reason }
    return { success: true, data: { ...(await exportData(context, { userId: id, request: context.request, staff })) } }
  },

  'dashboard/people/delete': async (context) => {
    const { id, reason } = context.input
    await inTransaction(context.db, (tx) => requireCustomer(tx, context.session, id))
    await deleteAccount(context, {
      userId: id,
      request: context.request,
      staff: { id: context.session.userId, reason },
    })
    return done
  },

  'dashboard/staff/set-permissions': async (context) => {
    if (!context.session.isAdmin) throw new AppError('PERMISSION_MISSING')
    await setPermissions(context, context.input)
    return done
  },

  'dashboard/riders/set-stores': { write: (context) => setStores(context, 'rider') },
  'dashboard/owners/set-stores': { write: (context) => setStores(context, 'owner') },
})

/** Replaces the stores of a rider or an owner. */
async function setStores(
  { tx, input, audit }: WriteContext<'dashboard/riders/set-stores' | 'dashboard/owners/set-stores'>,
  role: 'rider' | 'owner',
): Promise<typeof done> {
  const { id, store_ids: storeIds }: Input<'dashboard/owners/set-stores'> = input
  const person = await lockPerson(tx, id)
  if (!person?.roles.includes(role === 'owner' ? 'store_owner' : 'rider')) throw new AppError('NOT_FOUND')
  const before = (await listStoresOf(tx, { id, role })).map((store) => store.id)
  if (!(await replaceStoresOf(tx, { id, role, storeIds }))) throw new AppError('NOT_FOUND')
  await audit(role === 'owner' ? 'owner_stores.set' : 'rider_stores.set', {
    object: { type: 'user', id },
    before: { store_ids: before },
    after: { store_ids: storeIds },
  })
  return done
}
