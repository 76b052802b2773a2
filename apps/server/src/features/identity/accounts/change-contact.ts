import type { FieldText } from '@nukkad/contract/texts/en.ts'
import { isEmail } from '@nukkad/rules/phone.ts'
import { inTransaction, type Tx, violatedConstraint } from '#db/connection.ts'
import { forgiveGuess, recogniseGuesser } from '#features/identity/sign-ins/guesses.ts'
import { tellCustomer } from '#features/identity/staff/tell-customer.ts'
import { paySignUpBonus } from '#features/ledger/referrals/bonus.ts'
import type { CallContext, Services } from '#http/calls.ts'
import { AppError } from '#http/errors.ts'
import { writeAudit } from '#platform/audit/write-audit.ts'
import { lockOwnAccount, type OwnAccount, updateName, updateOwnEmail, updateOwnPhone } from './change-account.ts'
import { consumeCode, killResetCodes } from './code-queries.ts'
import { mailCode } from './mail-code.ts'
import { findRightCode, sendCode, takeFromAskLimit } from './one-time-codes.ts'
import { readMobile } from './registration.ts'

type Request = CallContext<'change-contact'>['request']
type Written = { phone?: string | null | undefined; email?: string | null | undefined }
type Wanted = { kind: 'phone' | 'email'; target: string }

/** Changes a customer's name, and records the change in the audit log. */
export async function changeName(
  tx: Tx,
  { userId, name, request }: { userId: number; name: string; request: Request },
): Promise<void> {
  const before = await updateName(tx, { userId, name })
  const object = { type: 'user', id: userId }
  const action = 'customer.name_changed'
  await writeAudit(tx, { actorId: userId, action, object, before: { name: before }, after: { name }, request })
}

/**
 * Sends a code to the phone or e-mail address to which a customer wants to change. The answer does not show whether
 * another account has that contact. The limits are those of a guest, because a session must not send more messages to
 * other people than a guest.
 * @throws AppError INVALID_INPUT, PERMISSION_MISSING, REGISTRATION_INVALID for a phone that gets no codes,
 *   OTP_TOO_SOON, OTP_LIMIT, GATEWAY_FAILED, MAIL_FAILED, TEMPORARILY_AWAY
 */
export async function sendContactCode(
  services: Services,
  { userId, wanted: written, request }: { userId: number; wanted: Written; request: Request },
): Promise<void> {
  const { kind, target } = readWanted(written)
  await inTransaction(services.db, async (tx) => requireOnlyCustomer(await lockOwnAccount(tx, userId)))
  const guesser = await recogniseGuesser(services, { userId: undefined, typed: `${kind}:${target}`, request })
  await takeFromAskLimit(services, guesser, request)
  const asked = { purpose: 'contact', language: request.language, request, guesser } as const
  if (kind === 'email') await mailCode(services, { ...asked, email: target })
  else await sendCode(services, { ...asked, phone: target, isProved: false })
}

/**
 * Gives a customer the phone or e-mail address whose code they entered, and notifies them at their former contact. All
 * sessions stay. The first proved phone earns the welcome bonus (GAP-82).
 * @throws AppError INVALID_INPUT, PERMISSION_MISSING, OTP_WRONG, EMAIL_PHONE_ALREADY_USED, TOO_MANY_REQUESTS
 */
export async function changeContact(
  services: Services,
  {
    userId,
    wanted: written,
    code: typed,
    request,
  }: { userId: number; wanted: Written; code: string | null | undefined; request: Request },
): Promise<void> {
  const { kind, target } = readWanted(written)
  const code = typed ? await findRightCode(services, { purpose: 'contact', target, code: typed, request }) : undefined
  if (!code) throw new AppError('OTP_WRONG')
  try {
    await inTransaction(services.db, async (tx) => {
      if (!(await consumeCode(tx, code.id))) throw new AppError('OTP_WRONG')
      const before = await lockOwnAccount(tx, userId)
      requireOnlyCustomer(before)
      if (kind === 'email') {
        await updateOwnEmail(tx, { userId, email: target })
        if (before.email) await killResetCodes(tx, before.email)
      } else {
        await updateOwnPhone(tx, { userId, phone: target })
        const { referred_by: referredBy, is_staff_made: isStaffMade } = before
        if (!before.has_proved_any_phone && !isStaffMade)
          await paySignUpBonus(tx, services, { userId, phone: target, referredBy })
      }
      const { phone, email, is_phone_trusted } = before
      const contact = { phone, email, is_phone_trusted }
      await tellCustomer(tx, { userId, news: 'own-contact', url: request.origin, contact })
      const after = { email_changed: kind === 'email', phone_changed: kind === 'phone' }
      const object = { type: 'user', id: userId }
      await writeAudit(tx, { actorId: userId, action: 'customer.contact_changed', object, after, request })
    })
  } catch (error) {
    if (!['users__email', 'users__phone'].includes(violatedConstraint(error) ?? '')) throw error
    throw new AppError('EMAIL_PHONE_ALREADY_USED', { cause: error })
  }
  await forgiveGuess(services, code.guesser)
}

/** Refuses people who work here, because administrators create their accounts and set their logins. */
function requireOnlyCustomer({ is_only_customer: isOnlyCustomer }: OwnAccount): void {
  if (!isOnlyCustomer) throw new AppError('PERMISSION_MISSING')
}

/**
 * Returns the contact that the input contains.
 * @throws AppError INVALID_INPUT unless the input contains either a valid phone or a valid e-mail address
 */
function readWanted({ phone: writtenPhone, email: writtenEmail }: Written): Wanted {
  const fields: Record<string, FieldText> = {}
  const phone = readMobile(writtenPhone)
  if (writtenPhone && !phone) fields.phone = 'fieldPhoneInvalid'
  if (writtenEmail && !isEmail(writtenEmail)) fields.email = 'fieldEmailInvalid'
  if (!writtenPhone && !writtenEmail)
    Object.assign(fields, { phone: 'fieldValidationMsg', email: 'fieldValidationMsg' })
  if (writtenPhone && writtenEmail) fields.email = 'fieldNotOffered'
  if (Object.keys(fields).length > 0) throw new AppError('INVALID_INPUT', { fields })
  return phone ? { kind: 'phone', target: phone } : { kind: 'email', target: writtenEmail!.toLowerCase() }
}
