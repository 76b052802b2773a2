import { z } from 'zod'
import { call } from '../call.ts'
import { order } from '../ordering/orders.ts'
import { email, ignored, phone, secret, success, text } from '../wire.ts'
import { wishes } from './addresses.ts'

const addressOfSession = z
  .object({
    address: z.string(),
    house: z.string().nullable(),
    landmark: z.string().nullable(),
    latitude: z.string(),
    longitude: z.string(),
    tag: z.string().nullable(),
    ...wishes,
  })
  .nullable()

/**
 * The session object `U` (docs/reference/wire.md#sign-in-codes-and-passwords), which every sign-in and refresh answers.
 */
export const sessionAnswer = z.object({
  success: z.literal(true),
  data: z.object({
    id: z.int(),
    auth_token: z.string(),
    name: z.string(),
    email: z.string().nullable(),
    phone: z.string(),
    default_address_id: z.int(),
    default_address: addressOfSession,
    wallet_balance: z.number(),
    avatar: z.string().nullable(),
    tax_number: z.string().nullable(),
    user_coupon: z.string(),
    referral_code: z.string(),
  }),
  running_order: order.nullable(),
  delivery_details: z
    .object({
      name: z.string(),
      age: z.string().nullable(),
      photo: z.string().nullable(),
      description: z.string().nullable(),
      vehicle_number: z.string().nullable(),
      delivery_lat: z.string().nullable(),
      delivery_long: z.string().nullable(),
      heading: z.string().nullable(),
      positioned_at: z.string().nullable(),
      status: z.int(),
      phone: z.string().nullable(),
      rating: z.string(),
    })
    .nullable(),
})

const doesNotMatch = z.object({ success: z.literal(false), data: z.string() })

const alreadyUsed = z.object({ email_phone_already_used: z.literal(true) })

/**
 * The address that a guest chose before signing in. The address becomes the default address of the customer when it has
 * coordinates.
 */
const carriedAddress = z
  .object({
    lat: z.union([z.number(), z.string().max(32)]).optional(),
    lng: z.union([z.number(), z.string().max(32)]).optional(),
    address: text(300).nullish(),
    house: text(120).nullish(),
    tag: text(60).nullish(),
  })
  .nullish()

const otp = z
  .union([z.number(), z.string().max(12)])
  .transform(String)
  .nullish()

const refid = z.string().max(64).nullish()

export const login = call('login', {
  // P-22, GAP-21
  summary: 'Signs in with email and password, or with the token of a social provider.',
  auth: 'public',
  input: z.object({
    name: text(255).nullish(),
    email: email.nullish(),
    password: secret.nullish(),
    accessToken: z.string().max(4096).nullish(),
    phone: phone.nullish(),
    provider: z.enum(['google', 'facebook']).nullish(),
    address: carriedAddress,
    otp,
    refid,
  }),
  output: z.union([
    sessionAnswer,
    doesNotMatch,
    alreadyUsed,
    z.object({ enter_phone_after_social_login: z.literal(true) }),
    z.literal(false),
  ]),
  errors: [
    'DONOTMATCH',
    'SECOND_FACTOR_ASKED',
    'OTP_WRONG',
    'REGISTRATION_INVALID',
    'EMAIL_PHONE_ALREADY_USED',
    'SOCIAL_PROVIDER_AWAY',
  ],
})

export const loginSecondFactor = call('login/second-factor', {
  summary:
    'Completes a sign-in with a second factor: the ticket from the error SECOND_FACTOR_ASKED, and an authenticator code or a recovery code.',
  auth: 'public',
  input: z.object({ ticket: secret, code: text(32), ...ignored }),
  output: sessionAnswer,
  errors: ['SECOND_FACTOR_WRONG', 'SIGN_IN_TICKET_OVER', 'ACCOUNT_BANNED', 'TOO_MANY_REQUESTS'],
})

export const register = call('register', {
  // P-23, GAP-22
  summary: 'Creates a customer account. With setting enSOV, a code must confirm the phone.',
  auth: 'public',
  input: z.object({
    // The limit is longer than a name may be, so that for a name that is too long, the server's check of the
    // registration gives the reason (GAP-22).
    name: text(1000).nullish(),
    email: text(1000).nullish(),
    phone: text(64).nullish(),
    password: z.string().max(256).nullish(),
    address: carriedAddress,
    otp,
    refid,
  }),
  output: z.union([sessionAnswer, doesNotMatch, alreadyUsed]),
  errors: ['REGISTRATION_INVALID', 'OTP_WRONG', 'EMAIL_PHONE_ALREADY_USED'],
})

const otpSent = z.object({ otp: z.literal(true), new_user: z.boolean().optional() })

const otpNotSent = z.object({ otp: z.literal(false), new_user: z.boolean().optional(), message: z.string().optional() })

export const sendOtp = call('send-otp', {
  // P-24, GAP-23
  summary: 'Sends a code to confirm a phone before registration.',
  auth: 'public',
  input: z.object({
    email: email.nullish(),
    phone: phone.nullish(),
    accessToken: z.string().max(4096).nullish(),
    provider: z.enum(['google', 'facebook']).nullish(),
  }),
  output: z.union([
    otpSent,
    otpNotSent,
    alreadyUsed,
    z.object({ proceed_login: z.literal(true) }),
    z.object({ enter_phone_after_social_login: z.literal(true) }),
    z.literal(false),
  ]),
  errors: [
    'OTP_TOO_SOON',
    'OTP_LIMIT',
    'GATEWAY_FAILED',
    'REGISTRATION_INVALID',
    'EMAIL_PHONE_ALREADY_USED',
    'SOCIAL_PROVIDER_AWAY',
  ],
})

export const verifyOtp = call('verify-otp', {
  // P-25
  summary: 'Checks a code sent by send-otp; the code stays usable for the registration that follows.',
  auth: 'public',
  input: z.object({ phone: phone.nullish(), otp }),
  output: z.object({ valid_otp: z.boolean() }),
  errors: [],
})

export const generateOtpForLogin = call('generate-otp-for-login', {
  // P-26
  summary:
    "Sends a login code to a phone. For an unknown phone without an email address, it asks for the person's details first.",
  auth: 'public',
  input: z.object({ phone: phone.nullish(), email: email.nullish() }),
  output: z.union([otpSent, otpNotSent, alreadyUsed]),
  errors: ['OTP_TOO_SOON', 'OTP_LIMIT', 'GATEWAY_FAILED', 'REGISTRATION_INVALID', 'EMAIL_PHONE_ALREADY_USED'],
})

export const loginWithOtp = call('login-with-otp', {
  // P-27
  summary: 'Signs in with a code. A new phone creates a customer and rewards the referrer.',
  auth: 'public',
  input: z.object({
    phone: phone.nullish(),
    otp,
    name: text(255).nullish(),
    email: email.nullish(),
    address: carriedAddress,
    refid,
  }),
  output: z.union([sessionAnswer, doesNotMatch, alreadyUsed]),
  errors: ['DONOTMATCH', 'SECOND_FACTOR_ASKED', 'NEW_USER_NEEDS_DETAILS', 'EMAIL_PHONE_ALREADY_USED'],
})

export const sendJoinCode = call('send-join-code', {
  summary: 'Sends a code to a phone that has an account or will get one. The answer does not show which.',
  auth: 'public',
  input: z.object({ phone: phone.nullish(), ...ignored }),
  output: z.union([z.object({ otp: z.literal(true) }), otpNotSent, alreadyUsed]),
  errors: ['OTP_TOO_SOON', 'OTP_LIMIT', 'GATEWAY_FAILED', 'REGISTRATION_INVALID', 'EMAIL_PHONE_ALREADY_USED'],
})

export const join = call('join', {
  summary:
    'Signs in with the code of send-join-code. A new phone creates a customer without an email address and rewards the referrer. The name shows the last digits of the phone until the customer changes it (change-name).',
  auth: 'public',
  input: z.object({ phone: phone.nullish(), otp, address: carriedAddress, refid, ...ignored }),
  output: z.union([sessionAnswer.extend({ is_new: z.boolean() }), doesNotMatch, alreadyUsed]),
  errors: ['DONOTMATCH', 'SECOND_FACTOR_ASKED', 'ACCOUNT_BANNED', 'TOO_MANY_REQUESTS'],
})

export const changeName = call('change-name', {
  summary: "Changes the customer's name.",
  auth: 'customer',
  input: z.object({ name: text(1000), ...ignored }),
  output: success,
  errors: ['INVALID_INPUT', 'PERMISSION_MISSING'],
})

/** The new contact of the customer: either a phone or an email address. */
const newContact = { phone: phone.nullish(), email: email.nullish() }

export const sendContactCode = call('send-contact-code', {
  summary: 'Sends a code to the phone or email address to which the customer wants to change.',
  auth: 'customer',
  input: z.object({ ...newContact, ...ignored }),
  output: z.union([z.object({ otp: z.literal(true) }), otpNotSent]),
  errors: [
    'INVALID_INPUT',
    'PERMISSION_MISSING',
    'REGISTRATION_INVALID',
    'OTP_TOO_SOON',
    'OTP_LIMIT',
    'GATEWAY_FAILED',
    'MAIL_FAILED',
  ],
})

export const changeContact = call('change-contact', {
  summary: "Changes the customer's phone or email address, with the code that was sent there.",
  auth: 'customer',
  input: z.object({ ...newContact, otp, ...ignored }),
  output: z.union([success, alreadyUsed]),
  errors: ['INVALID_INPUT', 'PERMISSION_MISSING', 'OTP_WRONG', 'EMAIL_PHONE_ALREADY_USED', 'TOO_MANY_REQUESTS'],
})

export const logout = call('logout', {
  // GAP-49
  summary: "Ends the session and this device's push messages. Also answers banned accounts.",
  auth: 'customer',
  forCallers: true,
  answersBanned: true,
  input: z.object({ push_token: z.string().max(4096).nullish(), ...ignored }),
  output: success,
  errors: [],
})

export const checkBan = call('check-ban', {
  // P-33
  summary: 'Checks whether the customer is banned: success is false for a banned customer.',
  auth: 'customer',
  forCallers: true,
  answersBanned: true,
  input: z.object(ignored),
  output: z.object({ success: z.boolean() }),
  errors: [],
})

export const updateUserInfo = call('update-user-info', {
  // P-31
  summary:
    'The refreshed session object. With the number of an open order of the customer, it includes the state of that order.',
  auth: 'customer',
  forCallers: true,
  input: z.object({ unique_order_id: z.string().max(64).nullish(), ...ignored }),
  output: sessionAnswer,
  errors: [],
})

export const changeAvatar = call('change-avatar', {
  // P-32
  summary: 'Chooses one of the ten avatars.',
  auth: 'customer',
  input: z.object({ avatar: z.string().max(16), ...ignored }),
  output: z.object({ success: z.boolean() }),
  errors: [],
})

export const updateTaxNumber = call('update-tax-number', {
  // P-34, GAP-27
  summary: 'Saves a tax number of 1 to 50 characters.',
  auth: 'customer',
  input: z.object({ tax_number: text(255), ...ignored }),
  output: z.object({ success: z.boolean() }),
  errors: ['INVALID_INPUT'],
})

const done = z.object({ success: z.literal(true), message: z.string() })

/** The reset code: six characters from the email. Case and surrounding spaces do not matter. */
const resetCode = text(32)

export const sendPasswordResetMail = call('send-password-reset-mail', {
  // P-28, GAP-24
  summary: 'Emails a code for a new password. The answer is the same for unknown email addresses.',
  auth: 'public',
  input: z.object({ email }),
  output: done,
  errors: ['INVALID_INPUT', 'OTP_LIMIT', 'MAIL_FAILED'],
})

export const verifyPasswordResetOtp = call('verify-password-reset-otp', {
  // P-29, GAP-24
  summary: 'Checks an emailed code, which stays usable for the new password that follows.',
  auth: 'public',
  input: z.object({ email, code: resetCode }),
  output: done,
  errors: ['RESET_CODE_WRONG'],
})

export const changeUserPassword = call('change-user-password', {
  // P-30, GAP-24
  summary: 'Sets a new password with an emailed code and ends all sessions. The call does not sign the person in.',
  auth: 'public',
  input: z.object({ email, code: resetCode, password: z.string().max(256) }),
  output: done,
  errors: ['RESET_CODE_WRONG', 'PASSWORD_INVALID'],
})

const record = z.record(z.string(), z.unknown())

export const exportMyData = call('export-my-data', {
  // GAP-81
  summary: 'All data about the customer, as JSON.',
  auth: 'customer',
  input: z.object(ignored),
  output: z.object({
    success: z.literal(true),
    data: z.object({
      exported_at: z.string(),
      profile: record,
      social_identities: z.array(record),
      sessions: z.array(record),
      sign_ins: z.array(record),
      known_clients: z.array(record),
      push_subscriptions: z.array(record),
      data_requests: z.array(record),
      addresses: z.array(record),
      favourites: z.array(record),
      orders: z.array(record),
      coupon_uses: z.array(record),
      reviews: z.array(record),
      dish_ratings: z.array(record),
      review_photos: z.array(record),
      order_cases: z.array(record),
      visits: z.array(record),
      visit_services: z.array(record),
      wait_entries: z.array(record),
      payments: z.array(record),
      wallet: z.array(record),
      commissions: z.array(record),
      notifications: z.array(record),
      notification_refusals: z.array(record),
      audit: z.array(record),
    }),
  }),
  errors: ['PERMISSION_MISSING', 'TOO_MANY_REQUESTS'],
})

export const deleteMyAccount = call('delete-my-account', {
  // GAP-81
  summary: "Deletes the customer's account and personal data. Orders and postings stay, without a name.",
  auth: 'customer',
  input: z.object(ignored),
  output: success,
  errors: ['PERMISSION_MISSING', 'ACCOUNT_HAS_ORDERS', 'WALLET_NOT_EMPTY'],
})
