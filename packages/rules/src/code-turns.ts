/** A code that went to a phone or e-mail address. */
export type SentCode = { asker: string; secondsAgo: number }

/** How often one asker may be sent a code. */
export type CodeLimits = { gapSeconds: number; perQuarterHour: number; perDay: number }

const QUARTER_HOUR_SECONDS = 15 * 60
const DAY_SECONDS = 24 * 3600
const STRANGER = 'network:'
/** Networks whose first code comes after the gap alone; for each ten more the gap doubles. */
const NETWORKS_PER_STEP = 10
const MAX_GAP_SECONDS = 3600

/** The name under which all strangers of one network share their codes. */
export function strangerOf(network: string): string {
  return `${STRANGER}${network}`
}

/**
 * Says how long one asker waits for a code to one phone or e-mail address. An asker is a client that the account knows,
 * or the network of a stranger. Each has its own limits, so none uses up what another needs.
 *
 * The first code of a network that has not asked in the last day is never refused because of others, only delayed: by
 * the gap, which doubles with every ten networks, up to an hour. Twenty networks delay the person by two minutes, and
 * a phone gets fewer than a hundred codes a day, however many networks ask. All further codes of strangers together are
 * as many as those of one asker.
 * @param sent codes of the last day
 * @returns whole seconds, 0 when it may be sent now; `isGap` when a code to this asker has just left
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

/** The wait of a network that has not asked in the last day, after the first codes of all others. */
function firstOfNetwork(strangers: readonly SentCode[], { gapSeconds }: CodeLimits): number {
  const firsts = firstsOf(strangers)
  const steps = Math.floor(firsts.length / NETWORKS_PER_STEP)
  return untilFewerThan(firsts, 1, Math.min(gapSeconds * 2 ** steps, MAX_GAP_SECONDS))
}

/** Seconds until fewer than `most` of these codes are younger than the window. */
function untilFewerThan(codes: readonly SentCode[], most: number, windowSeconds: number): number {
  const ages = codes.map(({ secondsAgo }) => secondsAgo).toSorted((one, other) => one - other)
  const blocking = ages[most - 1]
  return blocking === undefined ? 0 : Math.max(0, windowSeconds - blocking)
}

/** The oldest code of each asker. */
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
