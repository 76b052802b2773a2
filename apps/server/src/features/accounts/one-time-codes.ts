import { randomInt } from 'node:crypto'
import type { Services } from '#http/calls.ts'
import { AppError } from '#http/errors.ts'
import { resetLimit, takeFromLimit } from '#http/limits.ts'
import { type CodePurpose, insertCode, killCode, takeGuess } from './code-queries.ts'
import { matchesSlowHash, slowHash } from './slow-hash.ts'

const LIFE_MINUTES = 5
const QUARTER_HOUR_SECONDS = 15 * 60
const HOUR_SECONDS = 3600
const DAY_SECONDS = 24 * HOUR_SECONDS

type CodeServices = Pick<Services, 'config' | 'db' | 'settings' | 'outside' | 'log'>

/**
 * Sends a fresh code to a phone. The limits come before the hash; the code is committed before the message leaves, and
 * dies when the carrier does not take it (security document §3, GAP-23).
 * @throws AppError OTP_TOO_SOON, OTP_LIMIT, GATEWAY_FAILED, TEMPORARILY_AWAY
 */
export async function sendCode(
  services: CodeServices,
  { purpose, phone }: { purpose: CodePurpose; phone: string },
): Promise<void> {
  const { db, settings, outside, config, log } = services
  await takeFromSendLimits(services, phone)
  const code = newCode()
  const codeHash = await slowHash(bound(purpose, phone, code), { pepper: config.secret })
  const id = await insertCode(db, { purpose, target: phone, codeHash, lifeMinutes: LIFE_MINUTES })
  try {
    await outside.sms.send({ to: phone, text: `${settings.get('otpMessage')} ${code}`, code })
  } catch (cause) {
    await killCode(db, id)
    // Only its name: a carrier's own words may repeat the message and the code in it.
    log.warn({ carrier: (cause as Error).name }, 'a code was not taken by the carrier')
    throw new AppError('GATEWAY_FAILED', { cause })
  }
}

/**
 * Counts one request for a code from an address, whether or not a code follows: what these calls say about accounts is
 * guarded by this.
 * @throws AppError OTP_LIMIT
 */
export async function takeFromAskLimit({ db, settings }: CodeServices, ip: string): Promise<void> {
  await refusingWith('OTP_LIMIT', () =>
    takeFromLimit(db, {
      key: `code-ask:${ip}`,
      most: settings.number('limitCodesPerAddress'),
      windowSeconds: HOUR_SECONDS,
    }),
  )
}

/**
 * Whether `code` is the one sent to this phone for this purpose; its id if so, to be consumed in the transaction that
 * acts on it. Every try costs one of the code's five guesses, right or wrong.
 * @throws AppError TOO_MANY_REQUESTS after ten tries in an hour, TEMPORARILY_AWAY
 */
export async function findRightCode(
  { db, settings, config }: CodeServices,
  { purpose, phone, code }: { purpose: CodePurpose; phone: string; code: string },
): Promise<bigint | undefined> {
  const limitKey = `code-guess:${phone}`
  // Counted before the comparison and forgotten after a right one: parallel guesses cannot pass together.
  await takeFromLimit(db, {
    key: limitKey,
    most: settings.number('limitCodeGuessesPerHour'),
    windowSeconds: HOUR_SECONDS,
  })
  const guess = await takeGuess(db, { purpose, target: phone })
  const isRight = await matchesSlowHash(bound(purpose, phone, code), guess?.code_hash, { pepper: config.secret })
  if (!guess || !isRight) return undefined
  await resetLimit(db, limitKey)
  return guess.id
}

/** Six digits, uniform, never starting with 0 so that a client may send it as a number (wire contract §2.5). */
function newCode(): string {
  return String(randomInt(111_111, 1_000_000))
}

/** What is hashed names purpose and phone, so that a stored hash is worth nothing in another row. */
function bound(purpose: CodePurpose, phone: string, code: string): string {
  return `${purpose}:${phone}:${code}`
}

async function takeFromSendLimits({ db, settings }: CodeServices, phone: string): Promise<void> {
  await refusingWith('OTP_TOO_SOON', () =>
    takeFromLimit(db, { key: `code-gap:${phone}`, most: 1, windowSeconds: settings.number('limitCodeGapSeconds') }),
  )
  const limits = [
    {
      key: `code-quarter:${phone}`,
      most: settings.number('limitCodesPerQuarterHour'),
      windowSeconds: QUARTER_HOUR_SECONDS,
    },
    { key: `code-day:${phone}`, most: settings.number('limitCodesPerDay'), windowSeconds: DAY_SECONDS },
    { key: 'code-day-of-site', most: settings.number('limitCodesOfSitePerDay'), windowSeconds: DAY_SECONDS },
  ]
  for (const limit of limits) await refusingWith('OTP_LIMIT', () => takeFromLimit(db, limit))
}

/** The limit's refusal under the name that this call declares, with the same seconds to wait. */
async function refusingWith(code: 'OTP_TOO_SOON' | 'OTP_LIMIT', take: () => Promise<void>): Promise<void> {
  try {
    await take()
  } catch (error) {
    if (!(error instanceof AppError) || error.code !== 'TOO_MANY_REQUESTS') throw error
    throw new AppError(code, { retryAfter: error.details.retryAfter, cause: error })
  }
}
