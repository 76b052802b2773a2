/**
 * Length of a prefix of phone numbers, with its plus sign. A prefix such as `+919845` is the number range of one
 * operator.
 */
const PREFIX_LENGTH = 7
/** Number of codes in a day from which the server watches a prefix. */
export const WATCH_FROM = 20
/**
 * Minimum percentage of codes that people enter. Real customers enter far more, so a lower percentage looks like fraud.
 */
const FEWEST_ENTERED_PERCENT = 10

/** Returns the first characters of a phone number, which the numbers of one operator's range share. */
export function prefixOf(phone: string): string {
  return phone.slice(0, PREFIX_LENGTH)
}

/**
 * Returns true when many codes go to a prefix in a day and people enter fewer than one in ten. Fraudsters request codes
 * to numbers that earn them money for each message.
 */
export function isPrefixSuspicious({ sent, entered }: { sent: number; entered: number }): boolean {
  return sent >= WATCH_FROM && entered * 100 < sent * FEWEST_ENTERED_PERCENT
}

/** Number of codes in a day to one prefix from which the server watches the network that requested them. */
const NETWORK_WATCH_FROM = 10

/** Returns true when one network requests many codes for a prefix and people enter fewer than one in ten. */
export function isNetworkSuspicious({ sent, entered }: { sent: number; entered: number }): boolean {
  return sent >= NETWORK_WATCH_FROM && entered * 100 < sent * FEWEST_ENTERED_PERCENT
}
