/** A range of time in milliseconds since 1970; `to` is excluded. */
export type TimeRange = { from: number; to: number }

/**
 * Returns the times of some ranges as a joined list: sorted ranges that neither touch nor overlap. Empty ranges
 * disappear.
 */
export function joined(ranges: readonly TimeRange[]): TimeRange[] {
  const result: TimeRange[] = []
  for (const { from, to } of ranges.toSorted((a, b) => a.from - b.from)) {
    const last = result.at(-1)
    if (last && from <= last.to) last.to = Math.max(last.to, to)
    else if (from < to) result.push({ from, to })
  }
  return result
}

/** Returns the times that are in both joined lists. */
export function shared(some: readonly TimeRange[], others: readonly TimeRange[]): TimeRange[] {
  const result: TimeRange[] = []
  let first = 0
  for (const { from, to } of some) {
    while ((others[first]?.to ?? Number.POSITIVE_INFINITY) <= from) first++
    for (let index = first; ; index++) {
      const other = others[index]
      if (!other || other.from >= to) break
      result.push({ from: Math.max(from, other.from), to: Math.min(to, other.to) })
    }
  }
  return result
}

/** Returns the times of the first joined list that are not in the second. */
export function without(ranges: readonly TimeRange[], taken: readonly TimeRange[]): TimeRange[] {
  let from = Number.NEGATIVE_INFINITY
  const left: TimeRange[] = []
  for (const range of taken) {
    left.push({ from, to: range.from })
    from = range.to
  }
  return shared(ranges, [...left, { from, to: Number.POSITIVE_INFINITY }])
}

/** Returns the range of a joined list that contains a moment; undefined if none does. */
export function rangeAround(ranges: readonly TimeRange[], at: number): TimeRange | undefined {
  const range = ranges[firstEndingAfter(ranges, at)]
  return range && range.from <= at ? range : undefined
}

/** Returns true when a joined list contains the whole time from `from` to `to`. */
export function holds(ranges: readonly TimeRange[], from: number, to: number): boolean {
  const range = rangeAround(ranges, from)
  return range !== undefined && range.to >= to
}

/** Returns true when a joined list contains any part of the time from `from` to `to`. */
export function meets(ranges: readonly TimeRange[], from: number, to: number): boolean {
  const range = ranges[firstEndingAfter(ranges, from)]
  return range !== undefined && range.from < to
}

/** Returns the index of the first range that ends after a moment, found by binary search. */
function firstEndingAfter(ranges: readonly TimeRange[], at: number): number {
  let low = 0
  let high = ranges.length
  while (low < high) {
    const middle = (low + high) >> 1
    if ((ranges[middle] as TimeRange).to > at) high = middle
    else low = middle + 1
  }
  return low
}
