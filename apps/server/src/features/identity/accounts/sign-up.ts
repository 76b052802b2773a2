import { randomInt } from 'node:crypto'
import { normaliseLine } from '@nukkad/rules/text.ts'
import { inTransaction, type Tx, violatedConstraint } from '#db/connection.ts'
import { type CarriedAddress, saveCarriedAddress } from '#features/identity/addresses/carried-address.ts'
import { beginSession, type From } from '#features/identity/sign-ins/begin-session.ts'
import { forgiveGuess } from '#features/identity/sign-ins/guesses.ts'
import { trustedLogin } from '#features/identity/sign-ins/held-login.ts'
import { paySignUpBonus } from '#features/ledger/referrals/bonus.ts'
import { findReferrer } from '#features/ledger/referrals/referrer.ts'
import type { Services } from '#http/calls.ts'
import { AppError } from '#http/errors.ts'
import { consumeCode } from './code-queries.ts'
import type { RightCode } from './one-time-codes.ts'
import { insertCustomer, insertIdentity, type NewCustomer } from './queries.ts'

/** Letters and digits that are hard to confuse when someone reads a code aloud. */
const CODE_LETTERS = '23456789ABCDEFGHJKLMNPQRSTUVWXYZ'
const CODE_LENGTH = 7
const MAX_CODE_TRIES = 5
/** The constraints that refuse a second account with the same contact. */
const takenBy = new Set(['users__email', 'users__phone', 'social_identities__provider_subject'])

export type SignUp = {
  name: string
  email: string | null
  phone: string
  passwordHash: string | null
  /** The correct code that proved the phone, which `signUp` consumes. Without a code, the phone is unproved. */
  code: RightCode | undefined
  /** The person at a social provider, if they sign up with one. */
  identity?: { provider: string; subject: string }
  refid: string | null | undefined
  /** The member of staff who creates the account and then acts for its owner (GAP-74). */
  staffId?: number
  address: CarriedAddress | null | undefined
  request: From
}

/**
 * Creates a customer account and opens its first session in one transaction, which also consumes the code and stores
 * address, bonus and reward. Returns undefined if another request consumed the code first.
 * @param alsoIn a function that runs in the same transaction
 * @throws AppError EMAIL_PHONE_ALREADY_USED
 * @see P-23, P-27, GAP-68, GAP-82, INT-10
 */
export async function signUp(
  services: Pick<Services, 'db' | 'config' | 'settings'>,
  person: SignUp,
  alsoIn: (tx: Tx, userId: number) => Promise<void> = async () => {},
): Promise<{ userId: number; token: string } | undefined> {
  try {
    const entered = await inTransaction(services.db, async (tx) => {
      const added = await addAccount(tx, services, person)
      if (added) await alsoIn(tx, added.userId)
      return added
    })
    if (entered && person.code) await forgiveGuess(services, person.code.guesser)
    return entered
  } catch (error) {
    if (takenBy.has(violatedConstraint(error) ?? '')) throw new AppError('EMAIL_PHONE_ALREADY_USED', { cause: error })
    throw error
  }
}

async function addAccount(
  tx: Tx,
  services: Pick<Services, 'config' | 'settings'>,
  { name, email, phone, passwordHash, code, identity, refid, address, staffId, request }: SignUp,
): Promise<{ userId: number; token: string } | undefined> {
  if (code && !(await consumeCode(tx, code.id))) return undefined
  const referredBy = (await findReferrer(tx, services, { refid, phone, email })) ?? null
  const isPhoneProved = code !== undefined
  const userId = await addCustomer(tx, {
    name: normaliseLine(name),
    email,
    phone,
    passwordHash,
    isPhoneProved,
    staffId: staffId ?? null,
    referredBy,
  })
  if (identity) await insertIdentity(tx, { userId, ...identity })
  await saveCarriedAddress(tx, userId, address)
  if (isPhoneProved) await paySignUpBonus(tx, services, { userId, phone, referredBy })
  const way = staffId === undefined ? 'registration' : 'staff'
  const login = trustedLogin(userId)
  const session = { login, audience: 'customer', way, request, actingStaffId: staffId ?? null } as const
  return { userId, token: await beginSession(tx, session) }
}

/** Adds the customer under an unused referral code. */
async function addCustomer(tx: Tx, customer: Omit<NewCustomer, 'referralCode'>): Promise<number> {
  for (let tries = 0; tries < MAX_CODE_TRIES; tries++) {
    const userId = await insertCustomer(tx, { ...customer, referralCode: newReferralCode() })
    if (userId !== undefined) return userId
  }
  throw new Error('no free referral code was found')
}

function newReferralCode(): string {
  return Array.from({ length: CODE_LENGTH }, () => CODE_LETTERS[randomInt(CODE_LETTERS.length)]).join('')
}
