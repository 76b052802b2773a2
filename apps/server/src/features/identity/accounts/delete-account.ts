import { inTransaction } from '#db/connection.ts'
import { forgetAllAddresses } from '#features/identity/addresses/forget-address.ts'
import { forgetNotes, settleDeletion } from '#features/identity/data-requests/settle.ts'
import { leaveStores } from '#features/identity/employees/leave-stores.ts'
import { forgetSignIns } from '#features/identity/sign-ins/forget-person.ts'
import type { Services } from '#http/calls.ts'
import type { Client } from '#http/client.ts'
import { AppError } from '#http/errors.ts'
import { forgetAnswers } from '#http/idempotency.ts'
import { logEvent } from '#log-events.ts'
import { forgetMessages } from '#outside/outbox/local.ts'
import { writeAudit } from '#platform/audit/write-audit.ts'
import { forgetCodes } from './code-queries.ts'
import { erasePerson, lockForDeletion } from './deletion-queries.ts'
import { endSessionsOf } from './end-sessions.ts'

/** The member of staff who acts at the customer's request, and the reason. */
export type AskedByStaff = { id: number; reason: string }

/**
 * Deletes a customer: ends their access immediately and erases their identity. Orders and postings stay without
 * identity, because the ledger needs them; the keyed hash of a phone that had its bonus stays as well (GAP-81, GAP-82,
 * docs/reference/security.md#privacy). The account row stays without personal data, because orders and postings refer
 * to it.
 * @throws AppError ACCOUNT_HAS_ORDERS, WALLET_NOT_EMPTY, PERMISSION_MISSING for an account with another role than
 * customer
 */
export async function deleteAccount(
  { db, log, accountSteps }: Pick<Services, 'db' | 'log' | 'accountSteps'>,
  { userId, request, staff }: { userId: number; request: { id: string; client: Client }; staff?: AskedByStaff },
): Promise<void> {
  await inTransaction(db, async (tx) => {
    const account = await lockForDeletion(tx, userId)
    // Another request deleted the account first, and with it the session of this request.
    if (!account) throw new AppError(staff ? 'NOT_FOUND' : 'SESSION_REVOKED')
    if (account.has_other_role) throw new AppError('PERMISSION_MISSING')
    if (account.has_open_order) throw new AppError('ACCOUNT_HAS_ORDERS')
    if (account.has_own_money) throw new AppError('WALLET_NOT_EMPTY')
    const object = { type: 'user', id: userId }
    await writeAudit(tx, {
      actorId: staff?.id ?? userId,
      actingForId: staff ? userId : null,
      action: 'account.deleted',
      object,
      reason: staff?.reason,
      request,
    })
    await settleDeletion(tx, { userId, byId: staff?.id ?? userId })
    await endSessionsOf(tx, userId)
    for (const forget of accountSteps.forgetCustomer) await forget(tx, userId)
    await forgetAllAddresses(tx, userId)
    await forgetSignIns(tx, userId)
    await forgetNotes(tx, userId)
    await leaveStores(tx, userId)
    await forgetAnswers(tx, userId)
    const contacts = [account.phone, account.email?.toLowerCase()].filter((contact) => contact != null)
    await forgetCodes(tx, contacts)
    await forgetMessages(tx, contacts)
    await erasePerson(tx, userId)
  })
  logEvent(log, 'account.deleted', { userId })
}
