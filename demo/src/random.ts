/** A small seeded random generator, so that the same seed always builds the same city. */
export type Random = {
  /** Returns a random number x with 0 ≤ x < 1. */
  next(): number
  /** Returns a random whole number from `low` to `high`, including both. */
  between(low: number, high: number): number
  chance(probability: number): boolean
  pick<T>(list: readonly T[]): T
  /** Returns `count` different members of a list, in the order of the list. */
  sample<T>(list: readonly T[], count: number): T[]
  /** Returns a member of a list; a larger weight makes it more likely. */
  weighted<T>(list: readonly (readonly [T, number])[]): T
}

/** Returns a generator whose numbers depend only on the parts of the key. */
export function randomFrom(...key: (string | number)[]): Random {
  let state = hashText(key.join('/'))
  const next = () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296
  }
  return drawsOf(next)
}

/** Returns a stable 32-bit number for a string. */
export function hashText(text: string): number {
  let hash = 0x811c9dc5
  for (let index = 0; index < text.length; index++) hash = Math.imul(hash ^ text.charCodeAt(index), 0x01000193)
  return hash >>> 0
}

function drawsOf(next: () => number): Random {
  const between = (low: number, high: number) => low + Math.floor(next() * (high - low + 1))
  return {
    next,
    between,
    chance: (probability) => next() < probability,
    pick: (list) => memberAt(list, between(0, list.length - 1)),
    sample: (list, count) => sampleOf(list, count, next),
    weighted: (list) => weightedOf(list, next),
  }
}

function sampleOf<T>(list: readonly T[], count: number, next: () => number): T[] {
  const chosen: T[] = []
  for (const [index, member] of list.entries()) {
    const wanted = count - chosen.length
    if (next() * (list.length - index) < wanted) chosen.push(member)
  }
  return chosen
}

function weightedOf<T>(list: readonly (readonly [T, number])[], next: () => number): T {
  let left = next() * list.reduce((sum, [, weight]) => sum + weight, 0)
  for (const [member, weight] of list) {
    left -= weight
    if (left < 0) return member
  }
  return memberAt(list, list.length - 1)[0]
}

function memberAt<T>(list: readonly T[], index: number): T {
  const member = list[index]
  if (member === undefined) throw new Error(`nothing to pick: index ${index} of ${list.length}`)
  return member
}
