import { promisify } from 'node:util'
import { brotliCompress, constants } from 'node:zlib'

const compress = promisify(brotliCompress)
/** Minimum size of a compressed answer, because a smaller answer fits into one packet anyway. */
const COMPRESS_FROM_BYTES = 1400
const QUICK = 5

/** An answer that is serialised once and sent unchanged to everyone with the same request. */
export class PreparedJson {
  readonly body: Buffer
  readonly #quality: number
  #brotli: Promise<Buffer> | undefined

  /**
   * `isKept` is true for an answer that changes so rarely that its first reader may wait a tenth of a second for the
   * strongest compression, which makes the answer an eighth smaller for all other readers.
   */
  constructor(value: unknown, { isKept = false } = {}) {
    this.body = Buffer.from(JSON.stringify(value))
    this.#quality = isKept ? constants.BROTLI_MAX_QUALITY : QUICK
  }

  /**
   * Returns the compressed body, which is made at the first request that accepts it; undefined if compression saves too
   * little.
   */
  brotli(): Promise<Buffer> | undefined {
    if (this.body.length < COMPRESS_FROM_BYTES) return undefined
    this.#brotli ??= compress(this.body, { params: { [constants.BROTLI_PARAM_QUALITY]: this.#quality } })
    return this.#brotli
  }
}

type Entry = { answer: Promise<PreparedJson>; expiresAt: number }

export type PreparedCache = {
  /**
   * Returns the prepared answer for `key`, and calls `make` if the cache has no valid answer; a failure is not stored.
   */
  get: (key: string, make: () => Promise<unknown>, compression?: { isKept: boolean }) => Promise<PreparedJson>
  clear: () => void
  /** Counts how often the cache was emptied, so that other caches of the same data know when to empty theirs. */
  generation: () => number
}

/**
 * Creates a cache of prepared answers, limited in number (the oldest are removed first) and in age. Concurrent requests
 * for one key of the cache wait for one answer.
 */
export function createPreparedCache({ most, maxAgeMs }: { most: number; maxAgeMs: number }): PreparedCache {
  const entries = new Map<string, Entry>()
  let generation = 0
  return {
    get: (key, make, compression) => {
      const known = entries.get(key)
      if (known && known.expiresAt > performance.now()) return known.answer
      const answer = make().then((value) => new PreparedJson(value, compression))
      entries.delete(key)
      entries.set(key, { answer, expiresAt: performance.now() + maxAgeMs })
      if (entries.size > most) entries.delete(entries.keys().next().value!)
      answer.catch(() => {
        if (entries.get(key)?.answer === answer) entries.delete(key)
      })
      return answer
    },
    clear: () => {
      entries.clear()
      generation += 1
    },
    generation: () => generation,
  }
}
