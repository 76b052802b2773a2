import { mailboxOf } from '@nukkad/rules/referral.ts'
import type { Tx } from '#db/connection.ts'
import type { Services } from '#http/calls.ts'
import { phoneHash } from './phone-hash.ts'
import { findCodeOwner, isPhoneKnown } from './queries.ts'

/**
 * Finds the referrer of a new customer: the owner of the referral code that they entered. Returns undefined while the
 * programme is off, for an unknown or inactive code, for a code of the same mailbox, and for a phone that already had
 * its bonus, because a returning customer is not a new one.
 * @see GAP-68, docs/reference/security.md#ledger
 */
export async function findReferrer(
  tx: Tx,
  { settings, config }: Pick<Services, 'settings' | 'config'>,
  { refid, phone, email }: { refid: string | null | undefined; phone: string; email: string | null },
): Promise<number | undefined> {
  const code = refid?.trim().toUpperCase()
  if (!code || !settings.isOn('enableReferAndEarn')) return undefined
  const owner = await findCodeOwner(tx, code)
  if (!owner) return undefined
  if (email && owner.email && mailboxOf(email) === mailboxOf(owner.email)) return undefined
  return (await isPhoneKnown(tx, phoneHash(config.secret, phone))) ? undefined : owner.userId
}
