import { promisify } from 'node:util'
import { brotliCompress, constants } from 'node:zlib'

const compress = promisify(brotliCompress)
/** Below this an answer travels in one packet anyway. */
const COMPRESS_FROM_BYTES = 1400

/** An answer that was written once and is sent as it stands to everyone who asks the same. */
export class PreparedJson {
  readonly body: Buffer
  #brotli: Promise<Buffer> | undefined

  constructor(value: unknown) {
    this.body = Buffer.from(JSON.stringify(value))
  }

  /** The compressed body, made at the first request that takes it; undefined when it would not pay. */
  brotli(): Promise<Buffer> | undefined {
    if (this.body.length < COMPRESS_FROM_BYTES) return undefined
    this.#brotli ??= compress(this.body, { params: { [constants.BROTLI_PARAM_QUALITY]: 5 } })
    return this.#brotli
  }
}

type Entry = { answer: Promise<PreparedJson>; expiresAt: number }

export type PreparedCache = {
  /** The prepared answer for `key`, made by `make` when there is none in force; a failure is not kept. */
  get: (key: string, make: () => Promise<unknown>) => Promise<PreparedJson>
  clear: () => void
  /** How often it was emptied: tells others who hold something made from the same data that theirs is old too. */
  generation: () => number
}

/**
 * Keeps prepared answers for a while. Bounded in number (the oldest go first) and in age; concurrent requests for one
 * key wait for one answer instead of asking the database each.
 */
export function createPreparedCache({ most, maxAgeMs }: { most: number; maxAgeMs: number }): PreparedCache {
  const entries = new Map<string, Entry>()
  let generation = 0
  return {
    get: (key, make) => {
      const known = entries.get(key)
      if (known && known.expiresAt > performance.now()) return known.answer
      const answer = make().then((value) => new PreparedJson(value))
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
