import { argon2, randomBytes, timingSafeEqual } from 'node:crypto'
import { availableParallelism } from 'node:os'
import { promisify } from 'node:util'
import { AppError } from '#http/errors.ts'

/** Argon2id as the security document §3 asks for it: 19 MiB, two passes, one lane, 16 bytes of salt. */
const current = { memoryKib: 19_456, passes: 2, lanes: 1 }
const SALT_BYTES = 16
const HASH_BYTES = 32

/** One hash keeps a core busy for tens of milliseconds: so many run at once, so many wait, the rest come back later. */
const MOST_AT_ONCE = availableParallelism()
const MOST_WAITING = MOST_AT_ONCE * 16

const derive = promisify(argon2)
const form = /^\$argon2id\$v=19\$m=(\d{1,7}),t=(\d{1,2}),p=(\d{1,2})\$([A-Za-z0-9+/]{1,88})\$([A-Za-z0-9+/]{1,88})$/

type Figures = typeof current
type Options = {
  /** Mixed in and kept outside the database, so that a stolen table of short codes cannot be tried out. */
  pepper?: string
}

/**
 * Hashes a secret slowly, off the main thread, in the PHC text form that carries its own figures.
 * @throws AppError TEMPORARILY_AWAY when too many hashes wait already
 */
export async function slowHash(secret: string, options: Options = {}): Promise<string> {
  const salt = randomBytes(SALT_BYTES)
  const hash = await deriveInTurn(secret, salt, HASH_BYTES, current, options)
  const { memoryKib, passes, lanes } = current
  return `$argon2id$v=19$m=${memoryKib},t=${passes},p=${lanes}$${unpadded(salt)}$${unpadded(hash)}`
}

/**
 * Compares a secret with a stored hash in constant time. Without a stored hash it costs the same and never matches, so
 * that an unknown account answers no sooner than a known one.
 * @throws AppError TEMPORARILY_AWAY when too many hashes wait already
 */
export async function matchesSlowHash(
  secret: string,
  stored: string | null | undefined,
  options: Options = {},
): Promise<boolean> {
  const known = parse(stored)
  const { figures, salt, hash } = known ?? nobody
  const derived = await deriveInTurn(secret, salt, hash.length, figures, options)
  return timingSafeEqual(derived, hash) && known !== undefined
}

/** Whether a hash was made with figures that are no longer ours and should be made anew at the next sign-in. */
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

let running = 0
const waiting: (() => void)[] = []

async function deriveInTurn(
  secret: string,
  salt: Buffer,
  length: number,
  { memoryKib, passes, lanes }: Figures,
  { pepper }: Options,
): Promise<Buffer> {
  await takeTurn()
  try {
    return await derive('argon2id', {
      message: Buffer.from(secret),
      nonce: salt,
      memory: memoryKib,
      passes,
      parallelism: lanes,
      tagLength: length,
      ...(pepper !== undefined && { secret: Buffer.from(pepper) }),
    })
  } finally {
    passTurn()
  }
}

async function takeTurn(): Promise<void> {
  if (running < MOST_AT_ONCE) {
    running++
    return
  }
  if (waiting.length >= MOST_WAITING) throw new AppError('TEMPORARILY_AWAY', { retryAfter: 2 })
  await new Promise<void>((resolve) => waiting.push(resolve))
}

/** The next in the queue takes over the place of the one that is done. */
function passTurn(): void {
  const next = waiting.shift()
  if (next) next()
  else running--
}
