import type { StoreRole } from '@nukkad/contract/store-roles.ts'
import type { Db } from '#db/connection.ts'
import { routes } from '#http/calls.ts'
import type { Client } from '#http/client.ts'
import { AppError } from '#http/errors.ts'
import { takeFromClientLimit } from '#http/limits.ts'
import { acceptInvitation, getOpenInvitation } from './accept-invitation.ts'
import { lockBelow, readContact, readEmployees, requireGiver, requireRole } from './manage-employees.ts'
import {
  endEmployment,
  insertEmployee,
  listOpenInvitations,
  upsertInvitation,
  withdraw,
  worksThere,
} from './queries.ts'
import { queueInvitation } from './send-invitation.ts'

const INVITATIONS_PER_HOUR = 30
const SHOWN_DIGITS = 4
const done = { success: true } as const

export const employeeRoutes = routes({
  'store-owner/employees': ({ db, session, input }) => readEmployees(db, session, input.store_id),

  'store-owner/employees/invite': {
    limit: ({ session }) => ({
      key: `invitations:${session.userId}`,
      most: INVITATIONS_PER_HOUR,
      windowSeconds: 3600,
    }),
    write: async ({ tx, input, session, request, audit }) => {
      const { store_id: storeId, role } = input
      requireRole(await requireGiver(tx, session, storeId), role)
      const contact = readContact(input)
      if (await worksThere(tx, { storeId, ...contact })) throw new AppError('EMPLOYEE_ALREADY')
      const id = await upsertInvitation(tx, { storeId, role, ...contact, invitedBy: session.userId })
      const { language } = request
      await queueInvitation(tx, { invitationId: id, ...(language && { language }) })
      await audit('employee.invited', { object: ofStore(storeId), after: { invitation: id, role, ...contact } })
      return { success: true, id }
    },
    present: async ({ tx, input }, stored) => {
      const open = await listOpenInvitations(tx, input.store_id)
      return open.some(({ id, role }) => id === stored.id && role === input.role) ? stored : undefined
    },
  },

  'store-owner/employees/withdraw-invitation': {
    write: async ({ tx, input: { store_id: storeId, invitation_id: id }, session, audit }) => {
      const roles = await requireGiver(tx, session, storeId)
      const withdrawn = await withdraw(tx, { storeId, id, roles })
      if (!withdrawn) throw new AppError('NOT_FOUND')
      await audit('employee.invitation_withdrawn', {
        object: ofStore(storeId),
        before: { invitation: id, role: withdrawn.role },
      })
      return done
    },
  },

  'store-owner/employees/set-role': {
    write: async ({ tx, input: { store_id: storeId, employee_id: userId, role }, session, audit }) => {
      const given = await requireGiver(tx, session, storeId)
      requireRole(given, role)
      const employee = await lockBelow(tx, given, { storeId, userId })
      if (employee.role === role) return done
      await endEmployment(tx, { id: employee.id, byId: session.userId })
      await insertEmployee(tx, { storeId, userId, role, addedBy: session.userId })
      await audit('employee.role_changed', { object: ofStore(storeId), ...changed(userId, employee.role, role) })
      return done
    },
  },

  'store-owner/employees/remove': {
    write: async ({ tx, input: { store_id: storeId, employee_id: userId }, session, audit }) => {
      const given = await requireGiver(tx, session, storeId)
      const { id, role } = await lockBelow(tx, given, { storeId, userId })
      await endEmployment(tx, { id, byId: session.userId })
      await audit('employee.removed', { object: ofStore(storeId), before: { user: userId, role } })
      return done
    },
  },

  'dashboard/invitations/show': async ({ db, input, request }) => {
    await takeTry(db, request.client)
    const { store, role, email, phone, account_id } = await getOpenInvitation(db, input.token)
    const phone_end = phone?.slice(-SHOWN_DIGITS) ?? null
    return { success: true, store, role, email, phone_end, has_account: account_id !== null }
  },

  'dashboard/invitations/accept': async ({ db, input, request, services }) => {
    if (!request.isFromOwnPage) throw new AppError('FOREIGN_ORIGIN')
    await takeTry(db, request.client)
    await acceptInvitation(services, input, request)
    return done
  },
})

/**
 * Counts the attempts of a client to use an invitation, and limits them, although no one can guess a token of 256 bits.
 */
async function takeTry(db: Db, client: Client): Promise<void> {
  await takeFromClientLimit(db, { name: 'invitation', client, most: 60, windowSeconds: 15 * 60 })
}

const ofStore = (id: number) => ({ type: 'store', id })

function changed(user: number, before: StoreRole, after: StoreRole) {
  return { before: { user, role: before }, after: { user, role: after } }
}
