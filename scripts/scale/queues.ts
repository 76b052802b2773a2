/** A queue at its peak: the share of time in which it works, and how long work waits, in seconds. */
export type Wait = { busy: number; mean: number; p99: number }
/** One kind of work: how often it comes in a second, and the seconds that each takes. */
export type Work = { perSecond: number; seconds: number }

/**
 * Returns the wait of work that comes at random to one worker that takes one after the other, as a process of Node does
 * (M/G/1, Pollaczek and Khinchine). The wait is infinite if more comes than can be done.
 */
export function waitForOne(kinds: readonly Work[]): Wait {
  const busy = sum(kinds, ({ perSecond, seconds }) => perSecond * seconds)
  if (busy >= 1) return { busy, mean: Number.POSITIVE_INFINITY, p99: Number.POSITIVE_INFINITY }
  const mean = sum(kinds, ({ perSecond, seconds }) => perSecond * seconds ** 2) / (2 * (1 - busy))
  // Of those that wait, the waits are nearly exponential; a share `busy` waits at all.
  return { busy, mean, p99: busy > 0.01 ? (mean / busy) * Math.log(100 * busy) : 0 }
}

/**
 * Returns the wait of work that comes at random to several workers with one queue, as to the cores of a database
 * (M/M/c, Erlang C). `busy` is the share of one core.
 */
export function waitForSome(kinds: readonly Work[], cores: number): Wait {
  const perSecond = sum(kinds, (kind) => kind.perSecond)
  const offered = sum(kinds, (kind) => kind.perSecond * kind.seconds)
  const busy = offered / cores
  if (busy >= 1) return { busy, mean: Number.POSITIVE_INFINITY, p99: Number.POSITIVE_INFINITY }
  if (offered === 0) return { busy, mean: 0, p99: 0 }
  const waits = erlangC(offered, cores)
  const perWait = offered / perSecond / (cores - offered)
  return { busy, mean: waits * perWait, p99: waits > 0.01 ? perWait * Math.log(100 * waits) : 0 }
}

/** Returns the probability that work finds all cores busy. `offered` is the mean number of cores at work, below `cores`. */
export function erlangC(offered: number, cores: number): number {
  // Erlang B by its recursion, which no factorial overflows.
  let blocked = 1
  for (let core = 1; core <= cores; core++) blocked = (offered * blocked) / (core + offered * blocked)
  return blocked / (1 - (offered / cores) * (1 - blocked))
}

export const sum = <T>(all: readonly T[], of: (one: T) => number): number =>
  all.reduce((total, one) => total + of(one), 0)
