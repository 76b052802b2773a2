import { placeholderName } from '@nukkad/rules/text.ts'
import type { CarriedAddress } from '#features/identity/addresses/carried-address.ts'
import { type From, noteRefusal } from '#features/identity/sign-ins/begin-session.ts'
import { recogniseGuesser } from '#features/identity/sign-ins/guesses.ts'
import type { Services } from '#http/calls.ts'
import { AppError } from '#http/errors.ts'
import { findRightCode, sendCode, takeFromAskLimit } from './one-time-codes.ts'
import { findAccountByPhone } from './queries.ts'
import { contactRefusal, readPhone, takeFromRegistrationLimit } from './registration.ts'
import { signIn } from './sign-in.ts'
import { signUp } from './sign-up.ts'

type Request = From & { language: string | undefined }
type Joining = {
  phone?: string | null | undefined
  otp?: string | null | undefined
  refid?: string | null | undefined
  address?: CarriedAddress | null | undefined
  request: Request
}

/**
 * Sends a code to a phone, whether or not it has an account.
 * @throws AppError REGISTRATION_INVALID, EMAIL_PHONE_ALREADY_USED for a phone of people who work here, OTP_TOO_SOON,
 *   OTP_LIMIT, GATEWAY_FAILED, TEMPORARILY_AWAY
 */
export async function sendJoinCode(
  services: Services,
  { phone: written, request }: Pick<Joining, 'phone' | 'request'>,
): Promise<void> {
  const phone = readPhone(written)
  if (!phone) throw contactRefusal(services, 'phone', request.language)
  const account = await findAccountByPhone(services.db, phone)
  const guesser = await recogniseGuesser(services, { userId: account?.id, typed: `phone:${phone}`, request })
  await takeFromAskLimit(services, guesser, request)
  if (account && !account.is_customer) throw new AppError('EMAIL_PHONE_ALREADY_USED')
  const language = account?.language ?? request.language
  const isProved = account?.has_proved_phone ?? false
  await sendCode(services, { purpose: 'login', phone, language, request, guesser, isProved })
}

/**
 * Signs a customer in with the code of `sendJoinCode`, or creates an account for a new phone. A new account has no
 * e-mail address and a placeholder as its name. If two people sign up with one phone, each with a separate code, the
 * second one enters the account that the first one created.
 * @throws AppError DONOTMATCH, SECOND_FACTOR_ASKED, ACCOUNT_BANNED, TOO_MANY_REQUESTS, TEMPORARILY_AWAY
 */
export async function join(
  services: Services,
  { phone: written, otp, refid, address, request }: Joining,
): Promise<{ userId: number; token: string; isNew: boolean }> {
  const phone = readPhone(written)
  if (!phone || !otp) throw new AppError('DONOTMATCH')
  const code = await findRightCode(services, { purpose: 'login', target: phone, code: otp, request })
  const account = await findAccountByPhone(services.db, phone)
  if (!code) {
    await noteRefusal(services.db, {
      userId: account?.id,
      audience: 'customer',
      way: 'code',
      refusal: 'wrong',
      request,
    })
    throw new AppError('DONOTMATCH')
  }
  const signInTo = async (account: Awaited<ReturnType<typeof findAccountByPhone>>) => {
    const entered = account && (await signIn(services, { account, code, address, way: 'code', request }))
    if (!entered) throw new AppError('DONOTMATCH')
    return { ...entered, isNew: false }
  }
  if (account) return signInTo(account)
  await takeFromRegistrationLimit(services, request.client)
  const name = placeholderName(phone)
  const person = { name, email: null, phone, passwordHash: null, code, refid, address, request }
  try {
    const entered = await signUp(services, person)
    if (!entered) throw new AppError('DONOTMATCH')
    return { ...entered, isNew: true }
  } catch (error) {
    if (!(error instanceof AppError) || error.code !== 'EMAIL_PHONE_ALREADY_USED') throw error
    return signInTo(await findAccountByPhone(services.db, phone))
  }
}
