import type { CallName } from '@nukkad/contract/contract.ts'
import { AVATARS } from '@nukkad/rules/constants.ts'
import { isEmail } from '@nukkad/rules/phone.ts'
import { nameProblem, normaliseLine, taxNumberProblem } from '@nukkad/rules/text.ts'
import { noteRefusal } from '#features/identity/sign-ins/begin-session.ts'
import { forgiveGuess, recogniseGuesser } from '#features/identity/sign-ins/guesses.ts'
import { type CallContext, routes } from '#http/calls.ts'
import { AppError } from '#http/errors.ts'
import { reasonsOfProblems } from '#http/field-reasons.ts'
import { endSession, mayUseWallet, requireOwnHand } from '#http/session.ts'
import { logEvent } from '#log-events.ts'
import { writeAudit } from '#platform/audit/write-audit.ts'
import { changeContact, changeName, sendContactCode } from './change-contact.ts'
import { deleteAccount } from './delete-account.ts'
import { exportData } from './export-data.ts'
import { join, sendJoinCode } from './join.ts'
import { findRightCode, sendCode, takeFromAskLimit } from './one-time-codes.ts'
import { checkPassword } from './password-login.ts'
import { requireResetCode, resetPassword, sendResetCode } from './password-reset.ts'
import { findAccountByEmail, findAccountByPhone, isTaken, updateAvatar, updateTaxNumber } from './queries.ts'
import {
  contactRefusal,
  readMobile,
  readPhone,
  requireNewCustomerDetails,
  requireRegisterCode,
  requireValidRegistration,
  takeFromRegistrationLimit,
} from './registration.ts'
import { sessionAnswer } from './session-answer.ts'
import { finishSignIn, signIn } from './sign-in.ts'
import { signUp } from './sign-up.ts'
import { slowHash } from './slow-hash.ts'
import { enterSocially, socialStep } from './social-login.ts'

export const accountRoutes = routes({
  'generate-otp-for-login': async ({ input, request, services }) => {
    const phone = readPhone(input.phone)
    if (!phone) throw contactRefusal(services, 'phone', request.language)
    const account = await findAccountByPhone(services.db, phone)
    const guesser = await recogniseGuesser(services, { userId: account?.id, typed: `phone:${phone}`, request })
    await takeFromAskLimit(services, guesser, request)
    if (account && !account.is_customer) throw new AppError('EMAIL_PHONE_ALREADY_USED')
    if (!account) {
      const email = input.email ?? ''
      if (email === '' && !services.settings.isOn('removeEmailOnOtp')) return { otp: false, new_user: true }
      if (email !== '' && !isEmail(email)) throw contactRefusal(services, 'email', request.language)
      if (await isTaken(services.db, { email, phone })) throw new AppError('EMAIL_PHONE_ALREADY_USED')
    }
    const language = account?.language ?? request.language
    const isProved = account?.has_proved_phone ?? false
    await sendCode(services, { purpose: 'login', phone, language, request, guesser, isProved })
    return { otp: true, new_user: !account }
  },

  'login-with-otp': async ({ input, request, services }) => {
    const phone = readPhone(input.phone)
    if (!phone || !input.otp) throw new AppError('DONOTMATCH')
    const code = await findRightCode(services, { purpose: 'login', target: phone, code: input.otp, request })
    const account = await findAccountByPhone(services.db, phone)
    if (!code) {
      const refused = { audience: 'customer', way: 'code', refusal: 'wrong', request } as const
      await noteRefusal(services.db, { userId: account?.id, ...refused })
      throw new AppError('DONOTMATCH')
    }
    if (account)
      return enter(
        { services, request },
        await signIn(services, { account, code, address: input.address, way: 'code', request }),
        'code',
      )
    const name = input.name ?? ''
    const email = input.email ?? ''
    requireNewCustomerDetails(services, { name, email }, request.language)
    await takeFromRegistrationLimit(services, request.client)
    const { address, refid } = input
    const person = { name, email: email || null, phone, passwordHash: null, code, refid, address, request }
    return enter({ services, request }, await signUp(services, person), 'code')
  },

  'send-otp': async ({ input, request, services }) => {
    const step = input.accessToken ? await socialStep(services, input) : undefined
    if (step !== undefined) return step
    const phone = readPhone(input.phone)
    if (!phone) throw contactRefusal(services, 'phone', request.language)
    const guesser = await recogniseGuesser(services, { userId: undefined, typed: `phone:${phone}`, request })
    await takeFromAskLimit(services, guesser, request)
    if (await isTaken(services.db, { email: input.email ?? undefined, phone }))
      throw new AppError('EMAIL_PHONE_ALREADY_USED')
    const { language } = request
    await sendCode(services, { purpose: 'register', phone, language, request, guesser, isProved: false })
    return { otp: true }
  },

  'verify-otp': async ({ input, request, services }) => {
    const phone = readPhone(input.phone)
    if (!phone || !input.otp) return { valid_otp: false }
    const code = await findRightCode(services, { purpose: 'register', target: phone, code: input.otp, request })
    if (code) await forgiveGuess(services, code.guesser)
    return { valid_otp: code !== undefined }
  },

  login: async ({ input, request, services }) => {
    if (input.accessToken) {
      const entered = await enterSocially(services, input, request)
      if (entered === false || (entered && 'enter_phone_after_social_login' in entered)) return entered
      return enter({ services, request }, entered, 'provider')
    }
    const { email, password } = input
    // Missing or invalid input gets the same error as wrong input; its fields give the reason (GAP-21,
    // docs/reference/wire.md#sign-in-codes-and-passwords).
    if (!email || !isEmail(email)) throw new AppError('DONOTMATCH', { fields: { email: 'fieldEmailInvalid' } })
    if (!password) throw new AppError('DONOTMATCH', { fields: { password: 'fieldValidationMsg' } })
    const right = await checkPassword(services, { email, password, audience: 'customer', request })
    const account = right && (await findAccountByEmail(services.db, email))
    if (!account) throw new AppError('DONOTMATCH')
    const { guesser, loginVersion } = right
    const entered = await signIn(services, {
      account,
      guesser,
      loginVersion,
      address: input.address,
      way: 'password',
      request,
    })
    return enter({ services, request }, entered, 'password')
  },

  'login/second-factor': async ({ input, request, services }) =>
    enter({ services, request }, await finishSignIn(services, { ...input, request }), 'second-factor'),

  register: async ({ input, request, services }) => {
    const { refid, address } = input
    const name = input.name ?? ''
    const email = input.email ?? ''
    const password = input.password ?? ''
    const phone = readMobile(input.phone) ?? ''
    requireValidRegistration(services, { name, email, phone, password }, request.language)
    await takeFromRegistrationLimit(services, request.client)
    if (await isTaken(services.db, { email, phone })) throw new AppError('EMAIL_PHONE_ALREADY_USED')
    const code = await requireRegisterCode(services, { phone, code: input.otp, request })
    const passwordHash = await slowHash(password, { turn: { client: request.client, isReserved: code !== undefined } })
    const entered = await signUp(services, { name, email, phone, passwordHash, code, refid, address, request })
    if (!entered) throw new AppError('OTP_WRONG')
    return enter({ services, request }, entered, 'registration')
  },

  'send-join-code': async ({ input, request, services }) => {
    await sendJoinCode(services, { phone: input.phone, request })
    return { otp: true }
  },

  join: async ({ input, request, services }) => {
    const { isNew, ...entered } = await join(services, { ...input, request })
    return { ...(await enter({ services, request }, entered, 'code')), is_new: isNew }
  },

  'change-name': {
    check: ({ input, session }) => {
      requireOwnHand(session)
      const problem = nameProblem(input.name)
      if (problem) throw new AppError('INVALID_INPUT', { fields: reasonsOfProblems({ name: problem }) })
    },
    write: async ({ tx, input, session, request }) => {
      await changeName(tx, { userId: session.userId, name: normaliseLine(input.name), request })
      return { success: true }
    },
  },

  'send-contact-code': async ({ input, session, request, services }) => {
    requireOwnHand(session)
    await sendContactCode(services, { userId: session.userId, wanted: input, request })
    return { otp: true }
  },

  'change-contact': async ({ input, session, request, services }) => {
    requireOwnHand(session)
    await changeContact(services, { userId: session.userId, wanted: input, code: input.otp, request })
    return { success: true }
  },

  logout: {
    write: async ({ tx, session, request }) => {
      await endSession(tx, session.id)
      const acted = { actorId: session.actingStaffId, actingForId: session.userId, request }
      if (session.actingStaffId !== null) await writeAudit(tx, { ...acted, action: 'customer_session.ended' })
      return { success: true }
    },
  },

  'check-ban': async ({ session }) => ({ success: !session.isBanned }),

  'update-user-info': async ({ input, session, request, services }) =>
    sessionAnswer(services, {
      userId: session.userId,
      token: session.token,
      uniqueOrderId: input.unique_order_id,
      hidesWallet: !mayUseWallet(session),
      stores: session.callerStores,
      spoken: session.actingStaffId === null ? request.language : undefined,
    }),

  'send-password-reset-mail': async ({ input, request, services }) => {
    const { language } = request
    await sendResetCode(services, { email: input.email, language, request })
    return { success: true, message: services.settings.text('resetMailSent', {}, language) }
  },

  'verify-password-reset-otp': async ({ input, request, services }) => {
    const { guesser } = await requireResetCode(services, { ...input, request })
    await forgiveGuess(services, guesser)
    return { success: true, message: services.settings.text('enterNewPasswordText', {}, request.language) }
  },

  'change-user-password': async ({ input, request, services }) => {
    const { language } = request
    await resetPassword(services, { ...input, language, request })
    return { success: true, message: services.settings.text('resetDone', {}, language) }
  },

  'export-my-data': async ({ session, request, services }) => {
    requireOwnHand(session)
    return { success: true, data: await exportData(services, { userId: session.userId, request }) }
  },

  'delete-my-account': async ({ session, request, services }) => {
    requireOwnHand(session)
    await deleteAccount(services, { userId: session.userId, request })
    return { success: true }
  },

  'change-avatar': {
    check: ({ session }) => requireOwnHand(session),
    write: async ({ tx, input, session }) => {
      const avatar = AVATARS.find((known) => known === input.avatar)
      if (avatar) await updateAvatar(tx, session.userId, avatar)
      return { success: avatar !== undefined }
    },
  },

  'update-tax-number': {
    check: ({ input, session }) => {
      requireOwnHand(session)
      const problem = taxNumberProblem(input.tax_number)
      if (problem) throw new AppError('INVALID_INPUT', { fields: reasonsOfProblems({ tax_number: problem }) })
    },
    write: async ({ tx, input, session }) => {
      await updateTaxNumber(tx, session.userId, normaliseLine(input.tax_number))
      return { success: true }
    },
  },
})

type Entered = { userId: number; token: string } | undefined

/**
 * Logs a successful sign-in and returns its answer. A sign-in without a result was overtaken by another request and
 * gets the same error as wrong credentials.
 */
async function enter(
  { request, services }: Pick<CallContext<CallName>, 'request' | 'services'>,
  entered: Entered,
  by: 'code' | 'password' | 'provider' | 'registration' | 'second-factor',
) {
  if (!entered) throw new AppError('DONOTMATCH')
  request.setHeader('cache-control', 'no-store')
  logEvent(services.log, 'sign_in.succeeded', { userId: entered.userId, by, client: request.client.key })
  return sessionAnswer(services, { ...entered, spoken: request.language })
}
