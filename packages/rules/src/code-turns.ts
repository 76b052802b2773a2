/** A one-time code that was sent to a phone or an email address. */
export type SentCode = { asker: string; secondsAgo: number }

/**
 * The limits of one requester (a known client or a network): the minimum time between two one-time codes, and the
 * maximum number of codes in 15 minutes and in a day.
 */
export type CodeLimits = { gapSeconds: number; perQuarterHour: number; perDay: number }

const QUARTER_HOUR_SECONDS = 15 * 60
const DAY_SECONDS = 24 * 3600
const STRANGER = 'network:'
/**
 * For a new network, the minimum time between two codes doubles each time that this many other networks have requested
 * codes.
 */
const NETWORKS_PER_STEP = 10
const MAX_GAP_SECONDS = 3600

/** Returns the key of the requester for all unknown clients of one network, which count as one requester. */
export function strangerOf(network: string): string {
  return `${STRANGER}${network}`
}

/**
 * Returns how long a requester waits for the next one-time code to one phone or email address. A requester is a client
 * that the account knows, or a network. Each requester has its own limits, so that no requester uses up the codes of
 * another.
 *
 * The limits of other requesters delay the first code of a network but never refuse it. The delay is the minimum time
 * between two codes, doubled for every ten networks, up to an hour: twenty networks delay the owner by two minutes, and
 * a phone receives fewer than a hundred codes a day from any number of networks. Second and further codes of all
 * networks share one daily limit.
 * @param sent codes of the last day
 * @returns whole seconds, 0 when a code may be sent now; `isGap` is true when a recent code to this requester is the
 *   reason
 */
export function codeWait(
  sent: readonly SentCode[],
  { asker, limits }: { asker: string; limits: CodeLimits },
): { seconds: number; isGap: boolean } {
  const own = sent.filter((code) => code.asker === asker)
  const others = asker.startsWith(STRANGER) ? sent.filter((code) => code.asker.startsWith(STRANGER)) : own
  const gap = untilFewerThan(others, 1, limits.gapSeconds)
  const shared =
    own.length === 0 ? firstOfNetwork(others, limits) : untilFewerThan(repeatsOf(others), limits.perDay, DAY_SECONDS)
  const rest = Math.max(
    untilFewerThan(own, limits.perQuarterHour, QUARTER_HOUR_SECONDS),
    untilFewerThan(own, limits.perDay, DAY_SECONDS),
    shared,
  )
  return { seconds: Math.ceil(Math.max(gap, rest)), isGap: gap > 0 && gap >= rest }
}

/**
 * Returns how many seconds a network without a code in the last day has to wait, after the first codes to the other
 * networks.
 */
function firstOfNetwork(strangers: readonly SentCode[], { gapSeconds }: CodeLimits): number {
  const firsts = firstsOf(strangers)
  const steps = Math.floor(firsts.length / NETWORKS_PER_STEP)
  return untilFewerThan(firsts, 1, Math.min(gapSeconds * 2 ** steps, MAX_GAP_SECONDS))
}

/** Returns the seconds until fewer than `most` of the given codes are younger than the window. */
function untilFewerThan(codes: readonly SentCode[], most: number, windowSeconds: number): number {
  const ages = codes.map(({ secondsAgo }) => secondsAgo).toSorted((one, other) => one - other)
  const blocking = ages[most - 1]
  return blocking === undefined ? 0 : Math.max(0, windowSeconds - blocking)
}

/** Returns the oldest code of each requester (a known client or a network). */
function firstsOf(codes: readonly SentCode[]): SentCode[] {
  const oldest = new Map<string, SentCode>()
  for (const code of codes) {
    const known = oldest.get(code.asker)
    if (!known || known.secondsAgo < code.secondsAgo) oldest.set(code.asker, code)
  }
  return [...oldest.values()]
}

function repeatsOf(codes: readonly SentCode[]): SentCode[] {
  const firsts = new Set(firstsOf(codes))
  return codes.filter((code) => !firsts.has(code))
}
