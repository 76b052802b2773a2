/** What an attempt to pay is known to be (docs/reference/providers.md#how-every-adapter-works). */
export const attemptStatuses = ['created', 'pending', 'paid', 'failed', 'expired', 'cancelled'] as const
/** One of {@link attemptStatuses}. */
export type AttemptStatus = (typeof attemptStatuses)[number]

/**
 * After how many seconds a provider is asked again what became of an attempt, counted from its opening
 * (docs/reference/security.md#payments).
 */
const askAfterSeconds = [10, 30, 120, 600, 3600] as const
const HOUR_SECONDS = 3600
/** Longer than this no answer is waited for; a person looks. */
const LAST_ASK_SECONDS = 24 * HOUR_SECONDS

/**
 * The state of an attempt once a provider has said something. It only goes forward: what is paid stays paid, and what
 * seemed over may still turn out to be paid, for late authorisations are real.
 * @see docs/reference/providers.md#how-every-adapter-works
 */
export function nextAttemptStatus(current: AttemptStatus, found: AttemptStatus): AttemptStatus {
  if (current === 'paid' || found === 'paid') return 'paid'
  if (isAttemptOver(current) || found === 'created') return current
  return found
}

/** True once nothing more is expected of it, though money may still come. */
export function isAttemptOver(status: AttemptStatus): boolean {
  return status !== 'created' && status !== 'pending'
}

/**
 * Seconds from the opening of an attempt to the next question about it.
 * @param timesAsked how often it was asked already, 0 or more
 * @returns undefined when it was asked for a day in vain
 */
export function nextAskAfterSeconds(timesAsked: number): number | undefined {
  const listed = askAfterSeconds[timesAsked]
  const seconds = listed ?? (timesAsked - askAfterSeconds.length + 2) * HOUR_SECONDS
  return seconds > LAST_ASK_SECONDS ? undefined : seconds
}
