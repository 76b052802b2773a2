/** A statement has this many texts at most before we stop combining its conditions and take each alone. */
const MAX_COMBINATIONS = 48

/** The choice at each fork of one reading of a statement. A fork that is met twice goes the same way. */
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

/** A reading that the program never takes: it throws before the statement runs. */
export class DeadEnd extends Error {}

/**
 * Reads with every combination of choices, or where these are many, so that each option of each fork is taken in some
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
