/** Length of a prefix with its plus sign. A prefix such as `+919845` is the number range of one operator. */
const PREFIX_LENGTH = 7
/** Number of codes in a day from which a prefix is watched. */
export const WATCH_FROM = 20
/** Minimum share of codes that are entered. Real customers enter far more, so a lower share looks like fraud. */
const FEWEST_ENTERED_PERCENT = 10

/** Returns the prefix that phone numbers of one range share. */
export function prefixOf(phone: string): string {
  return phone.slice(0, PREFIX_LENGTH)
}

/**
 * Returns true when many codes go to a prefix in a day and fewer than one in ten is entered. Fraudsters request codes
 * to numbers that earn them money for each message.
 */
export function isPrefixSuspicious({ sent, entered }: { sent: number; entered: number }): boolean {
  return sent >= WATCH_FROM && entered * 100 < sent * FEWEST_ENTERED_PERCENT
}

/** Number of codes in a day to one prefix from which a network is watched. */
const NETWORK_WATCH_FROM = 10

/** Returns true when one network requests many codes for a prefix and fewer than one in ten is entered. */
export function isNetworkSuspicious({ sent, entered }: { sent: number; entered: number }): boolean {
  return sent >= NETWORK_WATCH_FROM && entered * 100 < sent * FEWEST_ENTERED_PERCENT
}
