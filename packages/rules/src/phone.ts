import { nameProblem, type TextProblem } from './text.ts'

/** Minimum length of a password, in characters (GAP-22). */
export const PASSWORD_MINIMUM = 8
/** Maximum length of a password, in characters (docs/reference/security.md#passwords). */
export const PASSWORD_MAXIMUM = 128
/** Maximum length of an email address, in characters (docs/reference/wire.md#sign-in-codes-and-passwords). */
export const EMAIL_MAXIMUM = 255

/**
 * Returns true for a phone number in the international form: a plus, no leading zero, at most 15 digits, at least 8
 * characters (GAP-22).
 */
export function isPhone(phone: string): boolean {
  return phone.length >= 8 && /^\+[1-9]\d{1,14}$/.test(phone)
}

/**
 * Joins a country code such as `+91` and a typed number, without its leading zeros and spaces
 * (docs/reference/wire.md#forms).
 */
export function joinPhone(countryCode: string, typed: string): string {
  return `+${countryCode.replace(/\D/g, '')}${typed.replace(/[\s().-]/g, '').replace(/^0+/, '')}`
}

/**
 * Returns true for a possible email address: one @, a domain with a dot, no spaces or quotes, at most 255 characters.
 */
export function isEmail(email: string): boolean {
  if (email.length > EMAIL_MAXIMUM || !email.isWellFormed()) return false
  const [local, domain, more] = email.split('@')
  if (!local || !domain || more !== undefined || local.length > 64) return false
  return localPart.test(local) && domainPart.test(domain) && !email.includes('..')
}

/** The fields of a registration. */
export type Registration = { name: string; email: string; phone: string; password: string }
/** The problems of a registration by field; a valid field is absent. */
export type RegistrationProblems = {
  name?: TextProblem
  email?: 'invalid'
  phone?: 'invalid'
  password?: 'too-short' | 'too-long'
}

/**
 * Returns the problems of a registration by field; an empty object if it has none (GAP-22,
 * docs/reference/security.md#passwords and docs/reference/security.md#input).
 */
export function registrationProblems(registration: Registration): RegistrationProblems {
  const problems: RegistrationProblems = {
    name: nameProblem(registration.name),
    email: isEmail(registration.email) ? undefined : 'invalid',
    phone: isPhone(registration.phone) ? undefined : 'invalid',
    password: passwordProblem(registration.password),
  }
  return Object.fromEntries(Object.entries(problems).filter(([, problem]) => problem !== undefined))
}

/**
 * Returns the problem of a new password, if any. A new password must have 8 to 128 characters of any kind (GAP-22,
 * docs/reference/security.md#passwords).
 */
export function passwordProblem(password: string): 'too-short' | 'too-long' | undefined {
  const { length } = [...password]
  if (length < PASSWORD_MINIMUM) return 'too-short'
  return length > PASSWORD_MAXIMUM ? 'too-long' : undefined
}

const localPart = /^[^\s\p{Cc}@<>(),;:\\"[\]]+$/u
const domainPart =
  /^(?:[\p{L}\p{N}](?:[\p{L}\p{M}\p{N}-]{0,61}[\p{L}\p{M}\p{N}])?\.)+\p{L}[\p{L}\p{M}\p{N}-]{0,61}[\p{L}\p{M}\p{N}]$/u
