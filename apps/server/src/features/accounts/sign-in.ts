import { inTransaction } from '#db/connection.ts'
import { type CarriedAddress, saveCarriedAddress } from '#features/addresses/carried-address.ts'
import { paySignUpBonus } from '#features/referrals/bonus.ts'
import { beginSession, type From, noteRefusal } from '#features/sign-ins/begin-session.ts'
import type { Services } from '#http/calls.ts'
import { AppError } from '#http/errors.ts'
import { consumeCode } from './code-queries.ts'
import { type AccountRow, markPhoneProved } from './queries.ts'

type SignIn = {
  account: AccountRow
  address: CarriedAddress | null | undefined
  /** The right code that let the person in, used up here; it proves the phone as well. */
  codeId?: bigint
  way: 'password' | 'code' | 'google' | 'facebook'
  request: From
}

/**
 * Opens a session for a customer who has proved who he is; with the first proof of his phone its bonus is paid
 * (GAP-82), unless staff made the account (GAP-74). `undefined` when another request used the code up first, or the account is not a customer's.
 * @throws AppError ACCOUNT_BANNED
 */
export async function signIn(
  services: Pick<Services, 'db' | 'config' | 'settings'>,
  { account, address, codeId, way, request }: SignIn,
): Promise<{ userId: number; token: string } | undefined> {
  const { id: userId, phone, referred_by: referredBy, is_staff_made: isStaffMade } = account
  if (!account.is_customer || !account.is_active) {
    const refusal = account.is_customer ? 'banned' : 'not-allowed'
    await noteRefusal(services.db, { userId, audience: 'customer', way, refusal, request })
    if (account.is_customer) throw new AppError('ACCOUNT_BANNED')
    return undefined
  }
  return inTransaction(services.db, async (tx) => {
    if (codeId !== undefined && !(await consumeCode(tx, codeId))) return undefined
    const provesPhone = codeId !== undefined && !account.has_proved_phone && (await markPhoneProved(tx, userId))
    if (provesPhone && phone && !isStaffMade) await paySignUpBonus(tx, services, { userId, phone, referredBy })
    await saveCarriedAddress(tx, userId, address)
    return { userId, token: await beginSession(tx, { userId, audience: 'customer', way, request }) }
  })
}
