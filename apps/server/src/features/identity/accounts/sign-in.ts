import { inTransaction } from '#db/connection.ts'
import { type CarriedAddress, saveCarriedAddress } from '#features/identity/addresses/carried-address.ts'
import { beginSession, type From, noteRefusal } from '#features/identity/sign-ins/begin-session.ts'
import { clientsOf, isDevice } from '#features/identity/sign-ins/clients.ts'
import { endGuessing, type Guesser } from '#features/identity/sign-ins/guesses.ts'
import { holdLogin, loginVersionOf } from '#features/identity/sign-ins/held-login.ts'
import {
  askSecondFactor,
  GUESSES_OF_TWO_STEPS,
  secondFactorAsked,
  takeSecondStep,
} from '#features/identity/sign-ins/two-steps.ts'
import { paySignUpBonus } from '#features/ledger/referrals/bonus.ts'
import type { Services } from '#http/calls.ts'
import { AppError } from '#http/errors.ts'
import { notify } from '#platform/notifications/notify.ts'
import { clearUnproved } from './clear-unproved.ts'
import { consumeCode } from './code-queries.ts'
import type { RightCode } from './one-time-codes.ts'
import { type AccountRow, findAccount, markPhoneProved } from './queries.ts'

type SignIn = {
  account: AccountRow
  address: CarriedAddress | null | undefined
  /** The correct code, which `signIn` consumes; it also proves the phone. */
  code?: RightCode
  /** The client whose guess of the password was correct. */
  guesser?: Guesser
  /**
   * The login version of the account when its password was compared; if missing, the version when the account was read.
   */
  loginVersion?: number
  way: 'password' | 'code' | 'google' | 'facebook'
  request: From
}

/**
 * Opens a session for a customer who has proved their identity. The first proof of the phone pays its bonus (GAP-82),
 * unless staff created the account (GAP-74), and removes everything that a stranger may have set before.
 * @returns undefined if another request consumed the code first, if a credential of the account changed meanwhile, or
 *   if it is not a customer's account
 * @throws AppError ACCOUNT_BANNED, SECOND_FACTOR_ASKED
 */
export async function signIn(
  services: Pick<Services, 'db' | 'config' | 'settings'>,
  { account, address, code, guesser = code?.guesser, loginVersion = account.login_version, way, request }: SignIn,
): Promise<{ userId: number; token: string } | undefined> {
  const { id: userId, phone, is_staff_made: isStaffMade } = account
  if (!account.is_customer || !account.is_active) {
    const refusal = account.is_customer ? 'banned' : 'not-allowed'
    await noteRefusal(services.db, { userId, audience: 'customer', way, refusal, request })
    if (account.is_customer) throw new AppError('ACCOUNT_BANNED')
    return undefined
  }
  const entered = await inTransaction(services.db, async (tx) => {
    if (code && !(await consumeCode(tx, code.id))) return undefined
    const login = await holdLogin(tx, { userId, loginVersion })
    if (!login) return undefined
    const provesPhone = code !== undefined && !account.has_proved_phone && (await markPhoneProved(tx, userId))
    if (provesPhone) {
      const browsers = clientsOf(request).filter(isDevice)
      const cleared = await clearUnproved(tx, { userId, referredBy: account.referred_by, browsers })
      if (cleared.hadWayIn)
        await notify(tx, { userId, title: 'firstProofNoticeTitle', message: 'firstProofNoticeMessage' })
      const { referredBy } = cleared
      if (phone && !isStaffMade) await paySignUpBonus(tx, services, { userId, phone, referredBy })
    }
    await saveCarriedAddress(tx, userId, address)
    const versionNow = provesPhone ? await loginVersionOf(tx, login) : loginVersion
    const ticket = await askSecondFactor(tx, { userId, loginVersion: versionNow, audience: 'customer' })
    if (ticket !== undefined) return { ticket }
    return { userId, token: await beginSession(tx, { login, audience: 'customer', way, request }), ticket }
  })
  if (!entered) return undefined
  if (entered.ticket !== undefined) throw secondFactorAsked(entered.ticket)
  if (guesser) await endGuessing(services, guesser, 1)
  return { userId, token: entered.token }
}

/**
 * Opens the session of a customer whose second factor was correct.
 * @throws AppError SIGN_IN_TICKET_OVER, SECOND_FACTOR_WRONG, TOO_MANY_REQUESTS, ACCOUNT_BANNED
 */
export async function finishSignIn(
  services: Services,
  { ticket, code, request }: { ticket: string; code: string; request: From },
): Promise<{ userId: number; token: string }> {
  const step = { audience: 'customer', way: 'second-factor', request } as const
  const { guesser, ...proved } = await takeSecondStep(services, { ticket, code, ...step })
  const { userId } = proved
  const account = await findAccount(services.db, userId)
  if (!account?.is_customer || !account.is_active) throw new AppError('ACCOUNT_BANNED')
  const token = await inTransaction(services.db, async (tx) => {
    const login = await holdLogin(tx, proved)
    return login && beginSession(tx, { login, ...step })
  })
  if (token === undefined) throw new AppError('SIGN_IN_TICKET_OVER')
  await endGuessing(services, guesser, GUESSES_OF_TWO_STEPS)
  return { userId, token }
}
