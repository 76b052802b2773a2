import type { FieldText } from '@nukkad/contract/texts/en.ts'
import { isEmail, isPhone, type RegistrationProblems, registrationProblems } from '@nukkad/rules/phone.ts'
import { nameProblem } from '@nukkad/rules/text.ts'
import type { From } from '#features/identity/sign-ins/begin-session.ts'
import type { Services } from '#http/calls.ts'
import type { Client } from '#http/client.ts'
import { AppError } from '#http/errors.ts'
import { reasonsOfProblems } from '#http/field-reasons.ts'
import { takeFromClientLimit } from '#http/limits.ts'
import { isMobile } from '#platform/phones/mobile.ts'
import { isCommonPassword } from './common-passwords.ts'
import { findRightCode, type RightCode } from './one-time-codes.ts'

const HOUR_SECONDS = 3600

type Filled = { name: string; email: string; phone: string; password: string }
type Problems = Omit<RegistrationProblems, 'password'> & { password?: RegistrationProblems['password'] | 'too-common' }

/** Reads a phone number in the form in which people write it; undefined if the text is no phone number. */
export function readPhone(written: string | null | undefined): string | undefined {
  const phone = (written ?? '').replace(/[\s().-]/g, '')
  return isPhone(phone) ? phone : undefined
}

/** Reads the phone of a new account; undefined if text messages cannot reach it. */
export function readMobile(written: string | null | undefined): string | undefined {
  const phone = readPhone(written)
  return phone && isMobile(phone) ? phone : undefined
}

/**
 * Refuses an invalid registration. The error names each invalid field and gives the reason for the first one (GAP-22).
 * @throws AppError REGISTRATION_INVALID
 */
export function requireValidRegistration(
  { settings }: Pick<Services, 'settings'>,
  registration: Filled,
  language: string | undefined,
): void {
  const problems: Problems = registrationProblems(registration)
  if (!problems.password && isCommonPassword(registration.password, registration)) problems.password = 'too-common'
  if (Object.keys(problems).length > 0) throw refusalOf('REGISTRATION_INVALID', settings, problems, language)
}

/**
 * Refuses invalid data of a guest whom staff register. The e-mail address is optional, and there is no password
 * (GAP-74).
 * @throws AppError REGISTRATION_INVALID
 */
export function requireValidGuest(
  services: Pick<Services, 'settings'>,
  guest: { name: string; phone: string; email: string | null },
  language: string | undefined,
): void {
  const { email, ...filled } = guest
  const {
    email: emailProblem,
    password: _none,
    ...found
  } = registrationProblems({ ...filled, email: email ?? '', password: '' })
  if (email !== null && emailProblem) Object.assign(found, { email: emailProblem })
  if (Object.keys(found).length > 0) throw refusalOf('REGISTRATION_INVALID', services.settings, found, language)
}

/**
 * Refuses a new customer with a code but without a valid name, or without a valid e-mail address where one is required.
 * The code stays valid for the next attempt.
 * @throws AppError NEW_USER_NEEDS_DETAILS
 */
export function requireNewCustomerDetails(
  { settings }: Pick<Services, 'settings'>,
  { name, email }: { name: string; email: string },
  language: string | undefined,
): void {
  const needsEmail = email !== '' || !settings.isOn('removeEmailOnOtp')
  const problems: Problems = {}
  const problem = nameProblem(name)
  if (problem) problems.name = problem
  if (needsEmail && !isEmail(email)) problems.email = 'invalid'
  if (Object.keys(problems).length > 0) throw refusalOf('NEW_USER_NEEDS_DETAILS', settings, problems, language)
}

/** Returns the error for an invalid e-mail address or phone, which is checked before a code is sent. */
export function contactRefusal(
  { settings }: Pick<Services, 'settings'>,
  field: 'email' | 'phone',
  language: string | undefined,
): AppError {
  return refusalOf('REGISTRATION_INVALID', settings, { [field]: 'invalid' }, language)
}

/**
 * Counts one registration, completed or not, from an IP address. The limit also protects the information about accounts
 * that the answer reveals.
 * @throws AppError TOO_MANY_REQUESTS
 */
export async function takeFromRegistrationLimit(
  { db, settings }: Pick<Services, 'db' | 'settings'>,
  client: Client,
): Promise<void> {
  await takeFromClientLimit(db, {
    name: 'register',
    client,
    most: settings.number('limitRegistrationsPerAddress'),
    windowSeconds: HOUR_SECONDS,
  })
}

/**
 * Requires the code that proves the phone of a registration, if the setting enSOV is on (P-23, GAP-82).
 * @throws AppError OTP_WRONG, TOO_MANY_REQUESTS
 */
export async function requireRegisterCode(
  services: Services,
  { phone, code, request }: { phone: string; code: string | null | undefined; request: From },
): Promise<RightCode | undefined> {
  if (!services.settings.isOn('enSOV')) return undefined
  const right = code ? await findRightCode(services, { purpose: 'register', target: phone, code, request }) : undefined
  if (!right) throw new AppError('OTP_WRONG')
  return right
}

const texts: Record<string, FieldText> = {
  'name.required': 'fieldNameMissing',
  'name.too-long': 'fieldNameTooLong',
  'email.invalid': 'fieldEmailInvalid',
  'phone.invalid': 'fieldPhoneInvalid',
  'password.too-short': 'fieldPasswordShort',
  'password.too-long': 'fieldPasswordLong',
}

function refusalOf(
  code: 'REGISTRATION_INVALID' | 'NEW_USER_NEEDS_DETAILS',
  settings: Services['settings'],
  problems: Problems,
  language: string | undefined,
): AppError {
  const fields = reasonsOfProblems(problems, texts)
  return new AppError(code, { fields, message: settings.text(Object.values(fields)[0]!, {}, language) })
}
