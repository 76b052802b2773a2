import { parsePhoneNumberFromString } from 'libphonenumber-js/mobile'
import metadata from 'libphonenumber-js/mobile/metadata'
import type { Services } from '#http/calls.ts'

/**
 * Returns whether the shop sends codes to this number: a mobile number of a country that it serves. Premium, satellite,
 * fixed and personal numbers get none. Without setting `codeCountries`, the served countries are those whose dialling
 * code the login form offers. Of countries that share a code only the first counts, because `+1` includes many islands.
 */
export function takesCodes(settings: Services['settings'], phone: string): boolean {
  const number = parsePhoneNumberFromString(phone)
  if (!number?.isValid() || !number.country) return false
  const named = wordsOf(settings.get('codeCountries')).map((word) => word.toUpperCase())
  if (named.length > 0) return named.includes(number.country)
  const offered = wordsOf(settings.get('phoneCountryCode')).map((word) => word.replace(/\D/g, ''))
  return offered.some((code) => mainCountries[code]?.[0] === number.country)
}

const mainCountries: Readonly<Record<string, readonly string[] | undefined>> = metadata.country_calling_codes

function wordsOf(list: string): string[] {
  return list.split(/[\s,]+/).filter((word) => word !== '')
}
