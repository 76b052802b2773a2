/** A queue at the peak: the share of the time in which its workers are busy, and the waiting times in seconds. */
export type Wait = { busy: number; mean: number; p99: number }
/** One kind of work: how many pieces of it arrive per second, and how many seconds each takes. */
export type Work = { perSecond: number; seconds: number }

/**
 * Returns the wait for one worker that does randomly arriving work piece by piece, like a Node process (M/G/1,
 * Pollaczek and Khinchine). The wait is infinite if more work arrives than the worker can do.
 */
export function waitForOne(kinds: readonly Work[]): Wait {
  const busy = sum(kinds, ({ perSecond, seconds }) => perSecond * seconds)
  if (busy >= 1) return { busy, mean: Number.POSITIVE_INFINITY, p99: Number.POSITIVE_INFINITY }
  const mean = sum(kinds, ({ perSecond, seconds }) => perSecond * seconds ** 2) / (2 * (1 - busy))
  // The share of the work that has to wait is `busy`, and the waits of this work are nearly exponentially distributed.
  return { busy, mean, p99: busy > 0.01 ? (mean / busy) * Math.log(100 * busy) : 0 }
}

/**
 * Returns the wait for several workers with one queue of randomly arriving work, like the cores of a database (M/M/c,
 * Erlang C). `busy` is the load of one core.
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

/**
 * Returns the probability that all cores are busy when work arrives. `offered` is the mean number of busy cores, less
 * than `cores`.
 */
export function erlangC(offered: number, cores: number): number {
  // The loop computes Erlang B, each value from the one before, because factorials would overflow.
  let blocked = 1
  for (let core = 1; core <= cores; core++) blocked = (offered * blocked) / (core + offered * blocked)
  return blocked / (1 - (offered / cores) * (1 - blocked))
}

export const sum = <T>(all: readonly T[], of: (one: T) => number): number =>
  all.reduce((total, one) => total + of(one), 0)
