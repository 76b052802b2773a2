import { libraries } from '#libraries.ts'

/**
 * Returns whether this international number can receive text messages: its country's numbering plan lists it as a
 * mobile number or, as in the United States, does not distinguish mobile numbers. Fixed lines and premium numbers
 * cannot receive text messages.
 */
export function isMobile(phone: string): boolean {
  return libraries.phoneNumbers.parsePhoneNumberFromString(phone)?.isValid() ?? false
}
