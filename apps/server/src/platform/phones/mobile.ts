import { libraries } from '#libraries.ts'

/**
 * Returns whether this international number can receive text messages: its country's numbering plan has it as a mobile
 * number, or, as in the United States, does not tell mobile numbers from others. Fixed lines and premium numbers cannot.
 */
export function isMobile(phone: string): boolean {
  return libraries.phoneNumbers.parsePhoneNumberFromString(phone)?.isValid() ?? false
}
