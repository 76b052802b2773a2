/** The states of a payment attempt (docs/reference/providers.md#how-every-adapter-works). */
export const attemptStatuses = ['created', 'pending', 'paid', 'failed', 'expired', 'cancelled'] as const
/** The state of a payment attempt. */
export type AttemptStatus = (typeof attemptStatuses)[number]

/**
 * The seconds after the opening of a payment attempt at which the server queries its provider
 * (docs/reference/security.md#payments).
 */
const askAfterSeconds = [10, 30, 120, 600, 3600] as const
const HOUR_SECONDS = 3600
/**
 * Seconds after which the server makes no more queries about a payment attempt, and the payment needs manual action.
 */
const LAST_ASK_SECONDS = 24 * HOUR_SECONDS

/**
 * Returns the state of a payment attempt after a provider's answer. A paid attempt stays paid. An attempt that seemed
 * to be over can still become paid, because some providers authorise payments late.
 * @see docs/reference/providers.md#how-every-adapter-works
 */
export function nextAttemptStatus(current: AttemptStatus, found: AttemptStatus): AttemptStatus {
  if (current === 'paid' || found === 'paid') return 'paid'
  if (isAttemptOver(current) || found === 'created') return current
  return found
}

/** Returns true once a payment attempt needs no more queries, although its money may still arrive. */
export function isAttemptOver(status: AttemptStatus): boolean {
  return status !== 'created' && status !== 'pending'
}

/**
 * Returns the seconds from the opening of a payment attempt to the next query of its provider.
 * @param timesAsked the number of queries so far, ≥ 0
 * @returns undefined after a day of queries without a result
 */
export function nextAskAfterSeconds(timesAsked: number): number | undefined {
  const listed = askAfterSeconds[timesAsked]
  const seconds = listed ?? (timesAsked - askAfterSeconds.length + 2) * HOUR_SECONDS
  return seconds > LAST_ASK_SECONDS ? undefined : seconds
}
