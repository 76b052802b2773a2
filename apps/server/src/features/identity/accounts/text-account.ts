import type { Services } from '#http/calls.ts'
import { AppError } from '#http/errors.ts'
import { giveBackToLimit, isWithinLimit } from '#http/limits.ts'
import { logEvent } from '#log-events.ts'
import { isMobile } from '#platform/phones/mobile.ts'
import { giveBackToCodeBudget, requireTrustedPrefix, takeFromCodeBudget } from './code-budgets.ts'
import { takesCodes } from './code-phones.ts'

/** Maximum number of text messages to unproved phones that one member of staff or store owner may cause in an hour. */
const MAX_UNTRUSTED_PER_ACTOR = 20
const HOUR_SECONDS = 3600

export type PhoneOfAccount = {
  phone: string
  /**
   * Whether the customer has proved the phone, or it belongs to a person who works here, whose account an administrator
   * created.
   */
  isTrusted: boolean
}
type Text = PhoneOfAccount & {
  text: string
  /** The member of staff or store owner who caused the message. */
  actorId?: number | undefined
}

/**
 * Sends a text message without a code to the phone of an account. An unproved phone may belong to anyone, and some
 * numbers pay their owner for each message. An unproved phone gets a message only where a new customer would get a
 * code: a mobile number of a served country, no blocked prefix, within the message budget for new customers and the
 * limit of the actor. Any other message to an unproved phone is dropped and logged. A number that is not a mobile
 * number never gets a message.
 * @throws MessageProviderError so that the worker tries again later; the message then counts against no limit
 */
export async function textAccount(services: Services, { phone, isTrusted, text, actorId }: Text): Promise<void> {
  const { db, outside } = services
  const dropped = (reason: string) => logEvent(services.log, 'text.dropped', { reason, actorId })
  // Accounts that were created before the server checked phone numbers may have one that is not a mobile number.
  if (!isMobile(phone)) return dropped('number_not_mobile')
  if (isTrusted) return outside.sms.send({ to: phone, text }).then(() => {})
  if (!takesCodes(services.settings, phone)) return dropped('number_not_served')
  const key = actorId === undefined ? undefined : `untrusted-text:${actorId}`
  if (key && !(await isWithinLimit(db, { key, most: MAX_UNTRUSTED_PER_ACTOR, windowSeconds: HOUR_SECONDS })))
    return dropped('actor_limit')
  try {
    await requireTrustedPrefix(services, phone)
    await takeFromCodeBudget(services, 'newcomers')
  } catch (error) {
    if (error instanceof AppError && error.code === 'OTP_LIMIT') return dropped('budget')
    throw error
  }
  try {
    await outside.sms.send({ to: phone, text })
  } catch (error) {
    await giveBackToCodeBudget(services, 'newcomers')
    if (key) await giveBackToLimit(db, key)
    throw error
  }
}
