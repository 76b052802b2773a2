import type { Input } from '@nukkad/contract/contract.ts'
import { isEmail } from '@nukkad/rules/phone.ts'
import { type From, noteRefusal } from '#features/identity/sign-ins/begin-session.ts'
import type { Services } from '#http/calls.ts'
import { AppError } from '#http/errors.ts'
import { logEvent } from '#log-events.ts'
import { type SocialIdentity, SocialProviderError } from '#outside/social/identity.ts'
import { findAccountByEmail, findAccountByIdentity, isTaken } from './queries.ts'
import { contactRefusal, readMobile, requireRegisterCode, takeFromRegistrationLimit } from './registration.ts'
import { signIn } from './sign-in.ts'
import { signUp } from './sign-up.ts'

type Caller = From & { language: string | undefined }
type Entered = { userId: number; token: string }

/**
 * Verifies a social token and returns its person. Returns undefined if the token is invalid, if its e-mail address
 * differs from the one that the client names (docs/reference/wire.md#sign-in-codes-and-passwords), or if the shop does
 * not offer its provider.
 * @throws AppError SOCIAL_PROVIDER_AWAY
 */
async function identify(
  { outside, log }: Pick<Services, 'outside' | 'log'>,
  { provider, accessToken, email }: Pick<Input<'login'>, 'provider' | 'accessToken' | 'email'>,
): Promise<SocialIdentity | undefined> {
  if (!provider || !accessToken) return undefined
  try {
    const identity = await outside.social[provider]?.identify(accessToken)
    const isOther = email && identity?.email && email.toLowerCase() !== identity.email.toLowerCase()
    return isOther ? undefined : identity
  } catch (cause) {
    if (!(cause instanceof SocialProviderError)) throw cause
    logEvent(log, 'social_provider.unavailable', { cause: cause.message })
    throw new AppError('SOCIAL_PROVIDER_AWAY', { cause })
  }
}

/**
 * Returns the answer of `send-otp` to a social token before any code: log in directly if the person or the e-mail
 * address is known, otherwise enter a phone. Returns undefined if the request has a phone for the code (P-24, GAP-23).
 * @throws AppError SOCIAL_PROVIDER_AWAY
 */
export async function socialStep(
  services: Services,
  input: Input<'send-otp'>,
): Promise<false | { proceed_login: true } | { enter_phone_after_social_login: true } | undefined> {
  const identity = await identify(services, input)
  if (!identity) return false
  if (await findAccountByIdentity(services.db, identity)) return { proceed_login: true }
  const email = identity.email ?? input.email
  if (email && (await findAccountByEmail(services.db, email))) return { proceed_login: true }
  return input.phone ? undefined : { enter_phone_after_social_login: true }
}

/**
 * Signs a person in by social token, whose subject at the provider identifies the person. An account that only shares
 * the e-mail address cannot be entered until the person proves their identity in another way (P-22,
 * docs/reference/security.md#social-sign-in).
 * @returns false for an invalid token
 * @throws AppError EMAIL_PHONE_ALREADY_USED, OTP_WRONG, REGISTRATION_INVALID, SOCIAL_PROVIDER_AWAY
 */
export async function enterSocially(
  services: Services,
  input: Input<'login'>,
  caller: Caller,
): Promise<false | { enter_phone_after_social_login: true } | Entered | undefined> {
  const identity = await identify(services, input)
  const refused = { userId: undefined, audience: 'customer', refusal: 'wrong', request: caller } as const
  if (!identity) {
    if (input.provider) await noteRefusal(services.db, { ...refused, way: input.provider })
    return false
  }
  const account = await findAccountByIdentity(services.db, identity)
  if (account) return signIn(services, { account, address: input.address, way: identity.provider, request: caller })
  const email = identity.email ?? input.email ?? null
  if (email && (await isTaken(services.db, { email }))) throw new AppError('EMAIL_PHONE_ALREADY_USED')
  if (!input.phone) return { enter_phone_after_social_login: true }
  return joinSocially(services, { input, identity, email, caller })
}

async function joinSocially(
  services: Services,
  {
    input,
    identity,
    email,
    caller,
  }: { input: Input<'login'>; identity: SocialIdentity; email: string | null; caller: Caller },
): Promise<Entered | undefined> {
  const phone = readMobile(input.phone)
  if (!phone) throw contactRefusal(services, 'phone', caller.language)
  if (email && !isEmail(email)) throw contactRefusal(services, 'email', caller.language)
  await takeFromRegistrationLimit(services, caller.client)
  if (await isTaken(services.db, { phone })) throw new AppError('EMAIL_PHONE_ALREADY_USED')
  const code = await requireRegisterCode(services, { phone, code: input.otp, request: caller })
  const name = identity.name || input.name || phone
  const { refid, address } = input
  const { provider, subject } = identity
  return signUp(services, {
    name,
    email,
    phone,
    passwordHash: null,
    code,
    identity: { provider, subject },
    refid,
    address,
    request: caller,
  })
}
