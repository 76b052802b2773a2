import { nameFault, type TextFault } from './text.ts'

/** Fewest characters of a password (GAP-22). */
export const PASSWORD_MINIMUM = 8
/** Most characters of a password (docs/reference/security.md#passwords). */
export const PASSWORD_MAXIMUM = 128
/** Longest e-mail address (docs/reference/wire.md#sign-in-codes-and-passwords). */
export const EMAIL_MAXIMUM = 255

/** An international number: plus, no leading zero, at most 15 digits, at least 8 characters in all (GAP-22). */
export function isPhone(phone: string): boolean {
  return phone.length >= 8 && /^\+[1-9]\d{1,14}$/.test(phone)
}

/**
 * Joins a country code such as `+91` and a number as typed, without its leading zeros and blanks
 * (docs/reference/wire.md#forms).
 */
export function joinPhone(countryCode: string, typed: string): string {
  return `+${countryCode.replace(/\D/g, '')}${typed.replace(/[\s().-]/g, '').replace(/^0+/, '')}`
}

/** Whether this can be an e-mail address: one @, a domain with a dot, no blanks or quotes, at most 255 characters. */
export function isEmail(email: string): boolean {
  if (email.length > EMAIL_MAXIMUM || !email.isWellFormed()) return false
  const [local, domain, more] = email.split('@')
  if (!local || !domain || more !== undefined || local.length > 64) return false
  return localPart.test(local) && domainPart.test(domain) && !email.includes('..')
}

/** What registering asks for. */
export type Registration = { name: string; email: string; phone: string; password: string }
/** Faults by field; a field that is in order is absent. */
export type RegistrationFaults = {
  name?: TextFault
  email?: 'invalid'
  phone?: 'invalid'
  password?: 'too-short' | 'too-long'
}

/**
 * What is wrong with a registration, by field; an empty object when nothing is (GAP-22,
 * docs/reference/security.md#passwords and docs/reference/security.md#input).
 */
export function registrationFaults(registration: Registration): RegistrationFaults {
  const faults: RegistrationFaults = {
    name: nameFault(registration.name),
    email: isEmail(registration.email) ? undefined : 'invalid',
    phone: isPhone(registration.phone) ? undefined : 'invalid',
    password: passwordFault(registration.password),
  }
  return Object.fromEntries(Object.entries(faults).filter(([, fault]) => fault !== undefined))
}

/**
 * What is wrong with a new password, if anything: 8 to 128 characters of any kind (GAP-22,
 * docs/reference/security.md#passwords).
 */
export function passwordFault(password: string): 'too-short' | 'too-long' | undefined {
  const { length } = [...password]
  if (length < PASSWORD_MINIMUM) return 'too-short'
  return length > PASSWORD_MAXIMUM ? 'too-long' : undefined
}

const localPart = /^[^\s\p{Cc}@<>(),;:\\"[\]]+$/u
const domainPart =
  /^(?:[\p{L}\p{N}](?:[\p{L}\p{M}\p{N}-]{0,61}[\p{L}\p{M}\p{N}])?\.)+\p{L}[\p{L}\p{M}\p{N}-]{0,61}[\p{L}\p{M}\p{N}]$/u
