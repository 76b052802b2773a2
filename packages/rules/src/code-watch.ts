/** Characters of a phone number, with its plus, that make its prefix: `+919845` is one operator's range. */
const PREFIX_LENGTH = 7
/** Codes to one prefix in a day from which on it is watched. */
export const WATCH_FROM = 20
/** Of a hundred codes so many are entered where people ask for them. */
const FEWEST_ENTERED_PERCENT = 10

/** The beginning of a phone number, which numbers that belong together share. */
export function prefixOf(phone: string): string {
  return phone.slice(0, PREFIX_LENGTH)
}

/**
 * Whether codes to a prefix are read by nobody: many sent in a day, and fewer than one in ten entered. Numbers that earn
 * their owner money for each message look like this.
 */
export function isPrefixSuspicious({ sent, entered }: { sent: number; entered: number }): boolean {
  return sent >= WATCH_FROM && entered * 100 < sent * FEWEST_ENTERED_PERCENT
}

/** Codes from one network to one prefix in a day from which on that network is watched. */
const NETWORK_WATCH_FROM = 10

/** Whether one network requests codes for a prefix and almost none are entered. */
export function isNetworkSuspicious({ sent, entered }: { sent: number; entered: number }): boolean {
  return sent >= NETWORK_WATCH_FROM && entered * 100 < sent * FEWEST_ENTERED_PERCENT
}
