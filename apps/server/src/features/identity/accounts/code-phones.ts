import type { Services } from '#http/calls.ts'
import { libraries } from '#libraries.ts'

/**
 * Returns whether the shop sends codes to this number: a mobile number of a country that it serves. Premium, satellite,
 * fixed and personal numbers get no codes. If the setting `codeCountries` is empty, the shop serves the countries whose
 * dialling code the login form offers. Of countries that share a dialling code, only the first counts, because `+1`
 * includes many islands.
 */
export function takesCodes(settings: Services['settings'], phone: string): boolean {
  const number = libraries.phoneNumbers.parsePhoneNumberFromString(phone)
  if (!number?.isValid() || !number.country) return false
  const named = wordsOf(settings.get('codeCountries')).map((word) => word.toUpperCase())
  if (named.length > 0) return named.includes(number.country)
  const offered = wordsOf(settings.get('phoneCountryCode')).map((word) => word.replace(/\D/g, ''))
  const countries: Readonly<Record<string, readonly string[] | undefined>> =
    libraries.phoneMetadata.country_calling_codes
  return offered.some((code) => countries[code]?.[0] === number.country)
}

function wordsOf(list: string): string[] {
  return list.split(/[\s,]+/).filter((word) => word !== '')
}
