import type { Output } from '@nukkad/contract/contract.ts'
import type { TextKey } from '@nukkad/contract/texts/en.ts'
import { wireNumber } from '@nukkad/rules/money.ts'
import { averageOf } from '@nukkad/rules/rating.ts'
import { inTransaction } from '#db/connection.ts'
import { checkPassword } from '#features/identity/accounts/password-login.ts'
import { sendWorkCode, takeWorkCode } from '#features/identity/accounts/work-code.ts'
import { beginSession, type From } from '#features/identity/sign-ins/begin-session.ts'
import { endGuessing } from '#features/identity/sign-ins/guesses.ts'
import { holdLogin, type ProvedLogin } from '#features/identity/sign-ins/held-login.ts'
import {
  askSecondFactor,
  GUESSES_OF_TWO_STEPS,
  secondFactorAsked,
  takeSecondStep,
} from '#features/identity/sign-ins/two-steps.ts'
import type { Services } from '#http/calls.ts'
import { AppError } from '#http/errors.ts'
import { endSession, type Session } from '#http/session.ts'
import { wireTime } from '#http/wire-time.ts'
import { presentJob } from './present.ts'
import { getRiderFigures, isRider, listOpenJobs, type RiderFigures, updateDuty } from './queries.ts'

type RiderAnswer = Output<'delivery/update-user-info'>
type Reading = Pick<Services, 'db' | 'settings' | 'config'>

/**
 * Signs a rider in with e-mail and password (GAP-40). A person who is not an active rider gets the same answer as a
 * person without an account.
 * @throws AppError DONOTMATCH, SECOND_FACTOR_ASKED, TOO_MANY_REQUESTS
 */
export async function loginRider(
  services: Services,
  { email, password, request }: { email?: string | null; password?: string | null; request: From },
): Promise<Output<'delivery/login'>> {
  const entry = { audience: 'delivery', way: 'password', request } as const
  const isEntitled = (id: number): Promise<boolean> => isRider(services.db, id)
  const right = email && password ? await checkPassword(services, { email, password, isEntitled, ...entry }) : undefined
  if (!right) throw new AppError('DONOTMATCH')
  const { guesser, ...proved } = right
  const ticket = await inTransaction(services.db, (tx) => askSecondFactor(tx, { ...proved, audience: 'delivery' }))
  if (ticket !== undefined) throw secondFactorAsked(ticket)
  const answer = await enter(services, { ...proved, way: 'password', request })
  await endGuessing(services, guesser, 1)
  return answer
}

/**
 * Sends a code to a phone that belongs to a rider. The answer does not show whether the phone belongs to a rider.
 * @throws AppError INVALID_INPUT, OTP_TOO_SOON, OTP_LIMIT, TEMPORARILY_AWAY
 */
export async function sendRiderCode(
  services: Services,
  asked: { phone?: string | null | undefined; request: From & { language: string | undefined } },
): Promise<void> {
  await sendWorkCode(services, { ...asked, isEntitled: (id) => isRider(services.db, id) })
}

/**
 * Signs a rider in with the code of `sendRiderCode`.
 * @throws AppError DONOTMATCH, SECOND_FACTOR_ASKED, TOO_MANY_REQUESTS
 */
export async function loginRiderByCode(
  services: Services,
  typed: { phone?: string | null | undefined; otp?: string | null | undefined; request: From },
): Promise<Output<'delivery/login'>> {
  const { request } = typed
  const isEntitled = (id: number): Promise<boolean> => isRider(services.db, id)
  const { guesser, ...proved } = await takeWorkCode(services, { ...typed, isEntitled })
  const ticket = await inTransaction(services.db, (tx) => askSecondFactor(tx, { ...proved, audience: 'delivery' }))
  if (ticket !== undefined) throw secondFactorAsked(ticket)
  const answer = await enter(services, { ...proved, way: 'code', request })
  await endGuessing(services, guesser, 1)
  return answer
}

/**
 * Finishes the sign-in of a rider with a second factor.
 * @throws AppError SIGN_IN_TICKET_OVER, SECOND_FACTOR_WRONG, TOO_MANY_REQUESTS
 */
export async function finishRiderLogin(
  services: Services,
  { ticket, code, request }: { ticket: string; code: string; request: From },
): Promise<Output<'delivery/login'>> {
  const { guesser, ...proved } = await takeSecondStep(services, { ticket, code, audience: 'delivery', request })
  if (!(await isRider(services.db, proved.userId))) throw new AppError('DONOTMATCH')
  const answer = await enter(services, { ...proved, way: 'second-factor', request })
  await endGuessing(services, guesser, GUESSES_OF_TWO_STEPS)
  return answer
}

async function enter(
  services: Services,
  { way, request, ...proved }: ProvedLogin & { way: 'password' | 'code' | 'second-factor'; request: From },
): Promise<Output<'delivery/login'>> {
  const token = await inTransaction(services.db, async (tx) => {
    const login = await holdLogin(tx, proved)
    if (!login) throw new AppError(way === 'second-factor' ? 'SIGN_IN_TICKET_OVER' : 'DONOTMATCH')
    return beginSession(tx, { login, audience: 'delivery', way, request })
  })
  return {
    success: true,
    data: presentRider(await readFigures(services, proved.userId), { token, settings: services.settings }),
  }
}

/** Ends the session and takes the rider off duty, so that no offers reach a rider who is signed out. */
export async function logoutRider({ db }: Pick<Services, 'db'>, session: Session): Promise<void> {
  await inTransaction(db, async (tx) => {
    await updateDuty(tx, { riderId: session.userId, isOnDuty: false })
    await endSession(tx, session.id)
  })
}

/** Returns a rider's figures, open jobs, earnings and ratings (P-74). */
export async function riderAnswer(
  services: Reading,
  { userId, token }: Session,
  language: string | undefined,
): Promise<RiderAnswer> {
  const { db, settings, config } = services
  const figures = await readFigures(services, userId)
  const jobs = await listOpenJobs(db, userId)
  const currency = settings.get('currencyId')
  return {
    success: true,
    data: {
      ...presentRider(figures, { token, settings }),
      orders: jobs.map((job) => presentJob(job, { riderId: userId, settings, config })),
      earnings: figures.earnings.map((row) => ({
        id: row.id,
        type: row.amount_minor > 0 ? 'deposit' : 'withdraw',
        amount: Math.abs(row.amount_minor),
        meta: { description: describeEarning(row, settings, language) },
        created_at: wireTime(new Date(row.created_at), config.timeZone),
      })),
      totalEarnings: wireNumber(figures.earned_minor, currency),
      deliveryCollection: wireNumber(figures.cash_minor, currency),
      cashCollected: wireNumber(figures.cash_minor + figures.handed_in_minor, currency),
      cashHandedIn: wireNumber(figures.handed_in_minor, currency),
      cashLimit: figures.cash_limit_minor > 0n ? wireNumber(figures.cash_limit_minor, currency) : null,
      averageRating: averageOf({ sum: figures.rating_sum, count: figures.rating_count }),
      ratings: figures.ratings,
    },
    chart: {
      chartData: figures.days.map(({ weekday, earned_minor }) => ({
        x: weekday,
        y: wireNumber(BigInt(earned_minor), currency),
      })),
    },
  }
}

/** Returns the text of a transfer that paid a rider. If the text ends with a colon, the order number follows it. */
function describeEarning(
  { description_key, description_params }: RiderFigures['earnings'][number],
  settings: Services['settings'],
  language: string | undefined,
): string {
  // The key is always a text key, because the ledger stores only keys of the shop's texts.
  const text = settings.text(description_key as TextKey, description_params, language)
  return text.endsWith(':') && description_params.order ? `${text} ${description_params.order}` : text
}

function readFigures({ db, settings, config }: Reading, riderId: number): Promise<RiderFigures> {
  return getRiderFigures(db, { riderId, currency: settings.get('currencyId'), timeZone: config.timeZone })
}

function presentRider(figures: RiderFigures, { token, settings }: { token: string; settings: Services['settings'] }) {
  return {
    id: figures.id,
    auth_token: token,
    name: figures.name,
    email: figures.email,
    wallet_balance: wireNumber(figures.balance_minor, settings.get('currencyId')),
    onGoingCount: figures.ongoing_count,
    completedCount: figures.completed_count,
    status: figures.is_on_duty ? (1 as const) : (0 as const),
  }
}
