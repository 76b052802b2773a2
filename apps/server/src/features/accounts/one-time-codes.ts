import { randomInt } from 'node:crypto'
import { ownWords } from '#features/settings/own-words.ts'
import type { Services } from '#http/calls.ts'
import type { Client } from '#http/client.ts'
import { AppError } from '#http/errors.ts'
import { type Limit, resetLimit, takeFromClientLimit, takeFromLimit } from '#http/limits.ts'
import { carrierFault } from '#outside/carrier.ts'
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
  { purpose, phone, language }: { purpose: CodePurpose; phone: string; language: string | undefined },
): Promise<void> {
  const { db, settings, outside, log } = services
  const [gap, ...limits] = sendLimits(settings, phone)
  await refusingWith('OTP_TOO_SOON', () => takeFromLimit(db, gap))
  for (const limit of limits) await refusingWith('OTP_LIMIT', () => takeFromLimit(db, limit))
  const code = newCode()
  const id = await keepCode(services, { purpose, target: phone, code, lifeMinutes: LIFE_MINUTES })
  try {
    const words = ownWords(settings, { key: 'otpMessage', text: 'smsCode', language })
    await outside.sms.send({ to: phone, text: `${words} ${code}`, code })
  } catch (cause) {
    await killCode(db, id)
    log.warn({ carrier: carrierFault(cause) }, 'a code was not taken by the carrier')
    throw new AppError('GATEWAY_FAILED', { cause })
  }
}

/**
 * Hashes a code and keeps it as the only live one of its purpose and target; answers its id.
 * @throws AppError TEMPORARILY_AWAY
 */
export async function keepCode(
  { db, config }: Pick<CodeServices, 'db' | 'config'>,
  { purpose, target, code, lifeMinutes }: { purpose: CodePurpose; target: string; code: string; lifeMinutes: number },
): Promise<bigint> {
  const codeHash = await slowHash(bound(purpose, target, code), { pepper: config.secret })
  return insertCode(db, { purpose, target, codeHash, lifeMinutes })
}

/** How often one phone or e-mail address may be sent a code: the pause between two comes first. */
export function sendLimits(settings: CodeServices['settings'], target: string): [gap: Limit, ...rest: Limit[]] {
  const limit = (name: string, most: number, windowSeconds: number) => ({ key: name, most, windowSeconds })
  return [
    limit(`code-gap:${target}`, 1, settings.number('limitCodeGapSeconds')),
    limit(`code-quarter:${target}`, settings.number('limitCodesPerQuarterHour'), QUARTER_HOUR_SECONDS),
    limit(`code-day:${target}`, settings.number('limitCodesPerDay'), DAY_SECONDS),
    limit('code-day-of-site', settings.number('limitCodesOfSitePerDay'), DAY_SECONDS),
  ]
}

/**
 * Counts one request for a code from an address, whether or not a code follows: what these calls say about accounts is
 * guarded by this.
 * @throws AppError OTP_LIMIT
 */
export async function takeFromAskLimit({ db, settings }: CodeServices, client: Client): Promise<void> {
  await refusingWith('OTP_LIMIT', () =>
    takeFromClientLimit(db, {
      name: 'code-ask',
      client,
      most: settings.number('limitCodesPerAddress'),
      windowSeconds: HOUR_SECONDS,
    }),
  )
}

/**
 * Whether `code` is the one sent to this phone or e-mail address for this purpose; its id if so, to be consumed in the transaction that
 * acts on it. Every try costs one of the code's five guesses, right or wrong.
 * @throws AppError TOO_MANY_REQUESTS after ten tries in an hour, TEMPORARILY_AWAY
 */
export async function findRightCode(
  { db, settings, config }: CodeServices,
  { purpose, target, code }: { purpose: CodePurpose; target: string; code: string },
): Promise<bigint | undefined> {
  const limitKey = `code-guess:${target}`
  // Counted before the comparison and forgotten after a right one: parallel guesses cannot pass together.
  await takeFromLimit(db, {
    key: limitKey,
    most: settings.number('limitCodeGuessesPerHour'),
    windowSeconds: HOUR_SECONDS,
  })
  const guess = await takeGuess(db, { purpose, target })
  const isRight = await matchesSlowHash(bound(purpose, target, code), guess?.code_hash, { pepper: config.secret })
  if (!guess || !isRight) return undefined
  await resetLimit(db, limitKey)
  return guess.id
}

/** Six digits, uniform, never starting with 0 so that a client may send it as a number (wire contract §2.5). */
function newCode(): string {
  return String(randomInt(111_111, 1_000_000))
}

/** What is hashed names purpose and target, so that a stored hash is worth nothing in another row. */
function bound(purpose: CodePurpose, target: string, code: string): string {
  return `${purpose}:${target}:${code}`
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
