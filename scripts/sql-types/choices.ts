/**
 * Maximum number of combinations of options with which one statement is read. If a statement has more combinations, the
 * options are tried one by one.
 */
const MAX_COMBINATIONS = 48

/**
 * The options chosen at the conditions of a statement, for one reading of it. Within a reading, the same condition
 * always gets the same option.
 */
export class Choices {
  readonly met = new Map<string, { options: number; chosen: number }>()
  readonly #wanted: ReadonlyMap<string, number>

  constructor(wanted: ReadonlyMap<string, number> = new Map()) {
    this.#wanted = wanted
  }

  choose(key: string, options: number): number {
    const known = this.met.get(key)
    if (known) return known.chosen
    const chosen = Math.min(this.#wanted.get(key) ?? 0, options - 1)
    this.met.set(key, { options, chosen })
    return chosen
  }
}

/** Ends a reading that is impossible, because the program would throw before it ran the statement. */
export class DeadEnd extends Error {}

/**
 * Reads a statement with every combination of options. With too many combinations, each option is part of at least one
 * reading.
 */
export function readAll<Read>(read: (choices: Choices) => Read): Read[] {
  const results: Read[] = []
  const tryWith = (wanted: ReadonlyMap<string, number>): Choices => {
    const choices = new Choices(wanted)
    try {
      results.push(read(choices))
    } catch (error) {
      if (!(error instanceof DeadEnd)) throw error
    }
    return choices
  }
  const seen = new Map<string, Set<number>>()
  const queue: ReadonlyMap<string, number>[] = [new Map()]
  const tried = new Set<string>()
  while (queue.length > 0) {
    const wanted = queue.shift()!
    const combined = tried.size < MAX_COMBINATIONS
    const { met } = tryWith(wanted)
    const taken = new Map([...met].map(([key, { chosen }]) => [key, chosen]))
    for (const [key, { options, chosen }] of met) {
      const covered = seen.get(key) ?? seen.set(key, new Set()).get(key)!
      covered.add(chosen)
      for (let option = 0; option < options; option++) {
        if (combined ? option === chosen : covered.has(option)) continue
        const next = new Map(taken).set(key, option)
        const name = JSON.stringify([...next].sort())
        if (tried.has(name)) continue
        tried.add(name)
        covered.add(option)
        queue.push(next)
      }
    }
  }
  return results
}
