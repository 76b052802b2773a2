type Kept = { answer: Promise<unknown>; bytes: number; expiresAt: number; generation: number }

/**
 * How a value is cached: its approximate size in memory and, if it depends on the time, its maximum age in
 * milliseconds.
 */
export type Keep<Value> = { bytesOf: (value: Value) => number; maxAgeMs?: number }

/**
 * Caches values that were read from the database until their source changes. The part of a key before its colon is the
 * type of the value.
 */
export type Memory = {
  /** Returns the cached value of `key`, if there is one. */
  find: <Value>(key: string) => Promise<Value> | undefined
  /** Caches `answer` as the value of `key`. */
  put: <Value>(key: string, keep: Keep<Value>, answer: Promise<Value>) => void
  /**
   * Returns the value of `key`, and calls `make` if none is cached. Concurrent requests for one key wait until the
   * value of that key is made once. A failure of `make` is not cached.
   */
  get: <Value>(key: string, keep: Keep<Value>, make: () => Promise<Value>) => Promise<Value>
  /** Returns the values of the keys in their order, and calls `make` once with the keys that have no cached value. */
  getMany: <Value>(
    keys: readonly string[],
    keep: Keep<Value>,
    make: (missing: readonly string[]) => Promise<readonly Value[]>,
  ) => Promise<Value[]>
  /**
   * Drops the values of the keys. A value that is being made at this moment is not cached under one of these keys
   * either.
   */
  drop: (keys: readonly string[]) => void
  /**
   * Drops all values of one type, which become invalid immediately, while their memory is freed only when other values
   * need it.
   */
  dropType: (type: string) => void
  /** Drops all values of all types. */
  clear: () => void
  /** Drops all values, and caches values from now on. */
  start: () => void
  /** Drops all values, and caches none while the process receives no announcements of changes. */
  stop: () => void
  size: () => { entries: number; bytes: number }
}

/**
 * Creates a cache that is limited in entries and bytes, drops the value first that was not used for longest, and caches
 * no value before `start`. An entry of the cache is made when the reading of its value begins, and dropped if a change
 * is announced before the value arrives, so the cache never has a value that is older than the last announcement.
 */
export function createMemory({ maxEntries, maxBytes }: { maxEntries: number; maxBytes: number }): Memory {
  const entries = new Map<string, Kept>()
  const generations = new Map<string, number>()
  let bytes = 0
  let isKeeping = false

  const generationOf = (key: string): number => generations.get(typeOf(key)) ?? 0
  const remove = (key: string): void => {
    bytes -= entries.get(key)?.bytes ?? 0
    entries.delete(key)
  }
  const clear = (): void => {
    entries.clear()
    bytes = 0
  }
  const find = <Value>(key: string): Promise<Value> | undefined => {
    const kept = entries.get(key)
    if (!kept || kept.generation !== generationOf(key) || kept.expiresAt <= performance.now()) return undefined
    entries.delete(key)
    entries.set(key, kept)
    return kept.answer as Promise<Value>
  }
  const put = <Value>(key: string, { bytesOf, maxAgeMs = Infinity }: Keep<Value>, answer: Promise<Value>): void => {
    if (!isKeeping) return
    const kept: Kept = { answer, bytes: 0, expiresAt: performance.now() + maxAgeMs, generation: generationOf(key) }
    remove(key)
    entries.set(key, kept)
    answer.then(
      (value) => {
        if (entries.get(key) !== kept) return
        kept.bytes = bytesOf(value) + 2 * key.length
        bytes += kept.bytes
        for (const [oldest] of entries) {
          if (entries.size <= maxEntries && bytes <= maxBytes) return
          remove(oldest)
        }
      },
      () => {
        if (entries.get(key) === kept) remove(key)
      },
    )
  }

  return {
    find,
    put,
    get: <Value>(key: string, keep: Keep<Value>, make: () => Promise<Value>) => {
      const known = find<Value>(key)
      if (known) return known
      const answer = make()
      put(key, keep, answer)
      return answer
    },
    getMany: async <Value>(
      keys: readonly string[],
      keep: Keep<Value>,
      make: (missing: readonly string[]) => Promise<readonly Value[]>,
    ) => {
      const answers = keys.map((key) => find<Value>(key))
      const missing = keys.filter((_, index) => !answers[index])
      if (missing.length > 0) {
        const made = make(missing)
        const places = new Map(missing.map((key, place) => [key, place]))
        for (const [index, key] of keys.entries()) {
          if (answers[index]) continue
          answers[index] = made.then((values) => values[places.get(key)!]!)
          put(key, keep, answers[index])
        }
      }
      return Promise.all(answers as Promise<Value>[])
    },
    drop: (keys) => keys.forEach(remove),
    dropType: (type) => void generations.set(type, (generations.get(type) ?? 0) + 1),
    clear,
    start: () => {
      clear()
      isKeeping = true
    },
    stop: () => {
      clear()
      isKeeping = false
    },
    size: () => ({ entries: entries.size, bytes }),
  }
}

function typeOf(key: string): string {
  return key.slice(0, key.indexOf(':'))
}
