import type { Input } from '@nukkad/contract/contract.ts'
import type { FieldText } from '@nukkad/contract/texts/en.ts'
import { isEmail } from '@nukkad/rules/phone.ts'
import { inTransaction, type Tx, violatedConstraint } from '#db/connection.ts'
import { replaceStaffRole, setActive, updateContact } from '#features/identity/accounts/change-account.ts'
import { endSessionsOf } from '#features/identity/accounts/end-sessions.ts'
import { readPhone } from '#features/identity/accounts/registration.ts'
import { updatePassword } from '#features/identity/accounts/update-password.ts'
import { addWorkAccount, hashPassword, readWorkAccount } from '#features/identity/accounts/work-account.ts'
import { forgetOtherClients } from '#features/identity/sign-ins/begin-session.ts'
import { issueEnrolmentCode } from '#features/identity/staff/first-admin.ts'
import { tellCustomer } from '#features/identity/staff/tell-customer.ts'
import type { CallContext, Services } from '#http/calls.ts'
import { AppError } from '#http/errors.ts'
import { requireRecentProof } from '#http/session.ts'
import { type AuditEntry, writeAudit } from '#platform/audit/write-audit.ts'
import { isMobile } from '#platform/phones/mobile.ts'
import { lockChangeable, requireAnotherAdmin, requireMaySetLogin } from './guard.ts'
import { findPersonFacts, type PersonRow, replacePermissions } from './queries.ts'

export type Context = Pick<CallContext<'dashboard/people/show'>, 'db' | 'session' | 'request'>
type Making = Context & Pick<Services, 'accountSteps' | 'settings'>
type Change = Pick<AuditEntry, 'action' | 'before' | 'after' | 'reason'>

/**
 * Changes an account and records its values before and after, in one transaction.
 * @throws AppError NOT_FOUND, PERMISSION_MISSING, and the errors of `change`
 */
export async function changePerson(
  { db, session, request }: Context,
  id: number,
  change: (tx: Tx, person: PersonRow) => Promise<Change>,
): Promise<void> {
  await inTransaction(db, async (tx) => {
    const entry = await change(tx, await lockChangeable(tx, session, id))
    await writeAudit(tx, { ...entry, actorId: session.userId, object: { type: 'user', id }, request })
  })
}

/**
 * Creates a work account; only administrators create administrators and staff.
 * @throws AppError INVALID_INPUT, PERMISSION_MISSING, EMAIL_PHONE_ALREADY_USED
 */
export async function createPerson(
  tx: Tx,
  { session, request, settings, accountSteps }: Making,
  {
    role,
    account,
  }: { role: Input<'dashboard/people/create'>['role']; account: Awaited<ReturnType<typeof readPerson>> },
): Promise<number> {
  const id = await addWorkAccount(tx, account, { role, staffId: session.userId })
  if (role === 'rider') await accountSteps.addRider(tx, settings, id)
  await writeAudit(tx, {
    actorId: session.userId,
    action: 'account.created',
    object: { type: 'user', id },
    after: { role, name: account.name, email: account.email },
    request,
  })
  return id
}

/**
 * Reads the entered data of a new work account.
 * @throws AppError INVALID_INPUT, PERMISSION_MISSING, TEMPORARILY_AWAY
 */
export async function readPerson({ session }: Context, input: Input<'dashboard/people/create'>) {
  if ((input.role === 'admin' || input.role === 'staff') && !session.isAdmin) throw new AppError('PERMISSION_MISSING')
  const phone = phoneIn(input.phone)
  requireMobile(phone)
  return readWorkAccount({ ...input, phone })
}

/**
 * Changes name, e-mail address and phone of an account.
 * @throws AppError INVALID_INPUT, NOT_FOUND, PERMISSION_MISSING, EMAIL_PHONE_ALREADY_USED
 */
export async function updatePerson(context: Context, input: Input<'dashboard/people/update'>): Promise<void> {
  const fields: Record<string, FieldText> = {}
  const email = input.email?.toLowerCase() || null
  if (email !== null && !isEmail(email)) fields.email = 'fieldEmailInvalid'
  if (Object.keys(fields).length > 0) throw new AppError('INVALID_INPUT', { fields })
  const phone = phoneIn(input.phone)
  try {
    await changePerson(context, input.id, async (tx, person) => {
      const isEmailChanged = (person.email?.toLowerCase() ?? null) !== email
      const isPhoneChanged = person.phone !== phone
      if (isEmailChanged || isPhoneChanged) {
        requireMaySetLogin(context.session, person)
        requireRecentProof(context.session)
      }
      if (isPhoneChanged) requireMobile(phone)
      await updateContact(tx, { id: input.id, name: input.name, email, phone })
      if (isEmailChanged || isPhoneChanged) await tellOwner(tx, context, { person, news: 'contact' })
      // The audit log records that contact data changed, but not the data itself
      // (docs/reference/security.md#logs-and-audit).
      return {
        action: 'account.updated',
        before: { name: person.name },
        after: { name: input.name, email_changed: isEmailChanged, phone_changed: isPhoneChanged },
      }
    })
  } catch (error) {
    if (['users__email', 'users__phone'].includes(violatedConstraint(error) ?? ''))
      throw new AppError('EMAIL_PHONE_ALREADY_USED', { cause: error })
    throw error
  }
}

/**
 * Sets the password of an account, ends its sessions and notifies its owner.
 * @throws AppError INVALID_INPUT, NOT_FOUND, PERMISSION_MISSING, TEMPORARILY_AWAY
 */
export async function setPassword(context: Context, { id, password }: { id: number; password: string }): Promise<void> {
  const person = await findPersonFacts(context.db, id)
  if (!person || person.is_deleted) throw new AppError('NOT_FOUND')
  const { name, email, phone } = person
  const hash = await hashPassword(password, { name, email: email ?? '', phone })
  await changePerson(context, id, async (tx, held) => {
    requireMaySetLogin(context.session, held)
    await updatePassword(tx, { id, hash })
    await endSessionsOf(tx, id)
    await forgetOtherClients(tx, { userId: id })
    await tellOwner(tx, context, { person: held, news: 'password' })
    return { action: 'password.set' }
  })
}

/**
 * Issues a code with which a member of staff or a store owner sets up their first second factor. Administrators use a
 * secret that the server prints instead.
 * @throws AppError NOT_FOUND, PERMISSION_MISSING, SECOND_FACTOR_SET, SECOND_FACTOR_NEEDED
 */
export async function issueCode(context: Context, id: number): Promise<{ code: string; expiresAt: Date }> {
  const { isAdmin, hasSecondFactor, userId: byId } = context.session
  if (!isAdmin) throw new AppError('PERMISSION_MISSING')
  if (!hasSecondFactor) throw new AppError('SECOND_FACTOR_NEEDED')
  let issued: { code: string; expiresAt: Date } | undefined
  await changePerson(context, id, async (tx, { roles, is_employee }) => {
    if (roles.includes('admin')) throw new AppError('PERMISSION_MISSING')
    if (!roles.includes('staff') && !roles.includes('store_owner') && !is_employee) throw new AppError('NOT_FOUND')
    if ((await findPersonFacts(tx, id))?.has_second_factor) throw new AppError('SECOND_FACTOR_SET')
    issued = await issueEnrolmentCode(tx, { userId: id, byId })
    return { action: 'second_factor.enrolment_code_issued' }
  })
  return issued!
}

/**
 * Bans an account or lifts its ban. The sessions of the account are refused or allowed from their next request
 * (V8.3.2).
 * @throws AppError NOT_FOUND, PERMISSION_MISSING, LAST_ADMINISTRATOR
 */
export async function ban(
  context: Context,
  { id, is_banned: isBanned, reason }: Input<'dashboard/people/ban'>,
): Promise<void> {
  await changePerson(context, id, async (tx, person) => {
    if (isBanned) await requireAnotherAdmin(tx, person)
    await setActive(tx, { id, isActive: !isBanned })
    return {
      action: isBanned ? 'account.banned' : 'account.unbanned',
      before: { is_active: person.is_active },
      after: { is_active: !isBanned },
      reason,
    }
  })
}

/**
 * Sets the role and permissions of a member of staff. Only administrators, who have every permission, may make this
 * change.
 * @throws AppError NOT_FOUND for a person who is not staff, PERMISSION_MISSING, LAST_ADMINISTRATOR
 */
export async function setPermissions(context: Context, input: Input<'dashboard/staff/set-permissions'>): Promise<void> {
  const { id, role } = input
  const permissions = role === 'admin' ? [] : [...new Set(input.permissions)].toSorted()
  await changePerson(context, id, async (tx, person) => {
    if (!person.roles.some((held) => held === 'staff' || held === 'admin')) throw new AppError('NOT_FOUND')
    if (role !== 'admin') await requireAnotherAdmin(tx, person)
    await replaceStaffRole(tx, { id, role })
    await replacePermissions(tx, { id, permissions })
    return {
      action: 'permissions.set',
      before: { roles: person.roles, permissions: person.permissions },
      after: { role, permissions },
    }
  })
}

/** Notifies the owner of the account at their former contact, because the new one may belong to another person. */
async function tellOwner(
  tx: Tx,
  { request, session }: Context,
  { person: { id, ...contact }, news }: { person: PersonRow; news: 'password' | 'contact' },
): Promise<void> {
  const { phone, email, is_phone_trusted } = contact
  const about = { userId: id, news, actorId: session.userId, url: request.origin }
  await tellCustomer(tx, { ...about, contact: { phone, email, is_phone_trusted } })
}

/**
 * Refuses a phone that text messages cannot reach.
 * @throws AppError INVALID_INPUT
 */
function requireMobile(phone: string | null): void {
  if (phone !== null && !isMobile(phone))
    throw new AppError('INVALID_INPUT', { fields: { phone: 'fieldPhoneInvalid' } })
}

function phoneIn(written: string | null | undefined): string | null {
  if (!written) return null
  const phone = readPhone(written)
  if (!phone) throw new AppError('INVALID_INPUT', { fields: { phone: 'fieldPhoneInvalid' } })
  return phone
}
