import { randomBytes } from 'node:crypto'
import type { FieldText } from '@nukkad/contract/texts/en.ts'
import { isEmail, passwordProblem } from '@nukkad/rules/phone.ts'
import { nameProblem } from '@nukkad/rules/text.ts'
import { type Tx, violatedConstraint } from '#db/connection.ts'
import { AppError } from '#http/errors.ts'
import { isCommonPassword } from './common-passwords.ts'
import { insertWorkAccount } from './queries.ts'
import { slowHash } from './slow-hash.ts'

type Typed = { name: string; email: string; password: string; phone?: string | null }
export type WorkAccount = { name: string; email: string; phone: string | null; passwordHash: string }

const passwordTexts = {
  'too-short': 'fieldPasswordShort',
  'too-long': 'fieldPasswordLong',
  'too-common': 'fieldPasswordCommon',
} as const satisfies Record<string, FieldText>

/**
 * Reads the entered data of a work account: an administrator, staff, a rider or a store owner.
 * @throws AppError INVALID_INPUT with every field that is wrong, TEMPORARILY_AWAY
 */
export async function readWorkAccount({ name, email, password, phone = null }: Typed): Promise<WorkAccount> {
  const fields: Record<string, FieldText> = {}
  if (nameProblem(name)) fields.name = 'fieldNameMissing'
  if (!isEmail(email)) fields.email = 'fieldEmailInvalid'
  const problem = workPasswordProblem(password, { name, email, phone })
  if (problem) fields.password = passwordTexts[problem]
  if (Object.keys(fields).length > 0) throw new AppError('INVALID_INPUT', { fields })
  return { name, email: email.toLowerCase(), phone, passwordHash: await slowHash(password) }
}

/**
 * Checks a new password and returns its hash.
 * @throws AppError INVALID_INPUT, TEMPORARILY_AWAY
 */
export async function hashPassword(password: string, person: Omit<Typed, 'password'>): Promise<string> {
  const problem = workPasswordProblem(password, person)
  if (problem) throw new AppError('INVALID_INPUT', { fields: { password: passwordTexts[problem] } })
  return slowHash(password)
}

/**
 * Adds a work account with its role. A store's employee is a customer who works there.
 * @throws AppError EMAIL_PHONE_ALREADY_USED
 */
export async function addWorkAccount(
  tx: Tx,
  account: WorkAccount,
  { role, staffId }: { role: 'admin' | 'staff' | 'rider' | 'store_owner' | 'customer'; staffId: number | null },
): Promise<number> {
  try {
    // A work account places no orders and refers no one, but the column requires a referral code.
    const referralCode = randomBytes(8).toString('hex').toUpperCase()
    return await insertWorkAccount(tx, { ...account, role, staffId, referralCode })
  } catch (error) {
    if (['users__email', 'users__phone'].includes(violatedConstraint(error) ?? ''))
      throw new AppError('EMAIL_PHONE_ALREADY_USED', { cause: error })
    throw error
  }
}

function workPasswordProblem(password: string, { name, email, phone }: Omit<Typed, 'password'>) {
  const isCommon = isCommonPassword(password, { name, email, phone: phone ?? '' })
  return passwordProblem(password) ?? (isCommon ? ('too-common' as const) : undefined)
}
