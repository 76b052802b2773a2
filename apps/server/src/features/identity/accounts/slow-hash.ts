import { argon2, randomBytes, randomInt, timingSafeEqual } from 'node:crypto'
import { availableParallelism } from 'node:os'
import { setTimeout as sleep } from 'node:timers/promises'
import { promisify } from 'node:util'
import { AppError } from '#http/errors.ts'
import { FairQueue, type Turn } from './fair-queue.ts'

/**
 * The parameters of Argon2id, as docs/reference/security.md#passwords states them: 19 MiB, two passes, one lane, 16
 * bytes of salt.
 */
const current = { memoryKib: 19_456, passes: 2, lanes: 1 }
const SALT_BYTES = 16
const HASH_BYTES = 32

/**
 * Number of hashes that run in parallel. One hash uses a core for tens of milliseconds, so one runs on each core and
 * the others wait.
 */
const AT_ONCE = availableParallelism()
/** Number of recent durations that are remembered, so that a pretended hash can take as long as one of them. */
const SAMPLES = 64
const FEWEST_SAMPLES = 8
/** The turn of the server's own work, which no request causes. */
const OWN_WORK: Turn = { client: { key: 'own', wide: 'own' }, isReserved: true, isOwn: true }

const derive = promisify(argon2)
const form = /^\$argon2id\$v=19\$m=(\d{1,7}),t=(\d{1,2}),p=(\d{1,2})\$([A-Za-z0-9+/]{1,88})\$([A-Za-z0-9+/]{1,88})$/

type Figures = typeof current
type Options = {
  /**
   * A secret outside the database that is mixed into the hash, so that no one can find short codes by trying them
   * against a stolen table.
   */
  pepper?: string
  /** The client whose turn the hash takes; undefined for the server's own work. */
  turn?: Turn
}

/**
 * Hashes a secret slowly, off the main thread, in the PHC text form that includes its parameters.
 * @throws AppError TEMPORARILY_AWAY when too many hashes are waiting
 */
export async function slowHash(secret: string, options: Options = {}): Promise<string> {
  const salt = randomBytes(SALT_BYTES)
  const hash = await deriveInTurn(secret, salt, HASH_BYTES, current, options)
  const { memoryKib, passes, lanes } = current
  return `$argon2id$v=19$m=${memoryKib},t=${passes},p=${lanes}$${unpadded(salt)}$${unpadded(hash)}`
}

/**
 * Compares a secret with a stored hash in constant time. If there is no stored hash, computes no hash but takes as long
 * as recent hashes took, so that the answer for an unknown account comes no sooner.
 * @throws AppError TEMPORARILY_AWAY when too many hashes are waiting
 */
export async function matchesSlowHash(
  secret: string,
  stored: string | null | undefined,
  options: Options = {},
): Promise<boolean> {
  const known = parse(stored)
  if (!known && options.turn && recentMs.length >= FEWEST_SAMPLES) {
    await pretend(options.turn)
    return false
  }
  const { figures, salt, hash } = known ?? nobody
  const derived = await deriveInTurn(secret, salt, hash.length, figures, options)
  return timingSafeEqual(derived, hash) && known !== undefined
}

/** Returns whether a hash has outdated parameters, so that the next sign-in should replace it. */
export function isOutdated(stored: string): boolean {
  const figures = parse(stored)?.figures
  return !figures || Object.entries(current).some(([name, value]) => figures[name as keyof Figures] !== value)
}

const nobody = { figures: current, salt: randomBytes(SALT_BYTES), hash: randomBytes(HASH_BYTES) }

function parse(stored: string | null | undefined) {
  const match = form.exec(stored ?? '')
  if (!match) return undefined
  const [, memoryKib, passes, lanes, salt, hash] = match
  return {
    figures: { memoryKib: Number(memoryKib), passes: Number(passes), lanes: Number(lanes) },
    salt: Buffer.from(salt!, 'base64'),
    hash: Buffer.from(hash!, 'base64'),
  }
}

function unpadded(bytes: Buffer): string {
  return bytes.toString('base64').replace(/=+$/, '')
}

const queue = new FairQueue({ atOnce: AT_ONCE, perClient: 4, perNetwork: 16, waiting: AT_ONCE * 16 })
/**
 * Durations in milliseconds, with the waiting time, of the latest hashes without a reservation; a pretended hash takes
 * as long as one of them.
 */
const recentMs: number[] = []

async function deriveInTurn(
  secret: string,
  salt: Buffer,
  length: number,
  { memoryKib, passes, lanes }: Figures,
  { pepper, turn = OWN_WORK }: Options,
): Promise<Buffer> {
  const begunAt = performance.now()
  const work = () =>
    derive('argon2id', {
      message: Buffer.from(secret),
      nonce: salt,
      memory: memoryKib,
      passes,
      parallelism: lanes,
      tagLength: length,
      ...(pepper !== undefined && { secret: Buffer.from(pepper) }),
    })
  const derived = await queue.run(turn, work, away)
  if (!turn.isReserved) recentMs[samples++ % SAMPLES] = performance.now() - begunAt
  return derived
}

let samples = 0

/** Takes a slot in the queue for as long as a recent hash took, without computing one. */
async function pretend(turn: Turn): Promise<void> {
  const leave = queue.hold(turn, away)
  try {
    await sleep(recentMs[randomInt(recentMs.length)]!)
  } finally {
    leave()
  }
}

function away(): AppError {
  return new AppError('TEMPORARILY_AWAY', { retryAfter: 2 })
}
