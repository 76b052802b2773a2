import type { ErrorBody, ErrorCode } from '@nukkad/contract/errors.ts'
import type { FieldText } from '@nukkad/contract/texts/en.ts'

type Refusal = {
  status: number
  /**
   * Additional keys in the answer of a call that the specification requires for this error
   * (docs/reference/wire.md#calls).
   */
  wire?: (message: string) => Record<string, unknown>
  /** A text that the wire fixes, in place of the text `error_<CODE>` of the catalogue. */
  message?: string
}

const business: Refusal = { status: 200 }
const wireType = (type: string): Refusal => ({ status: 200, wire: () => ({ type }) })
const wireErrorCode = (code: string): Refusal => ({ status: 200, wire: () => ({ error_code: code }) })
const wireData = (data?: string): Refusal => ({ status: 200, wire: (message) => ({ data: data ?? message }) })

/** Maps each error code to its answer; a code without an entry is an error of the compiler. */
export const refusals = {
  INVALID_INPUT: { status: 400 },
  FORBIDDEN_KEY: { status: 400 },
  UNKNOWN_CALL: { status: 404 },
  METHOD_NOT_ALLOWED: { status: 405 },
  BODY_TOO_LARGE: { status: 413 },
  UNSUPPORTED_MEDIA_TYPE: { status: 415 },
  SESSION_MISSING: { status: 401, message: 'Token not provided' },
  SESSION_EXPIRED: { status: 401, message: 'Token has expired' },
  SESSION_REVOKED: { status: 401, message: 'Token is not valid' },
  SESSION_AMBIGUOUS: { status: 400 },
  WRONG_AUDIENCE: { status: 401 },
  PERMISSION_MISSING: { status: 403 },
  ACCOUNT_BANNED: { status: 401 },
  NOT_FOUND: { status: 404 },
  TOO_MANY_REQUESTS: { status: 429, message: 'Too Many Attempts.' },
  TEMPORARILY_AWAY: { status: 503 },
  INTERNAL: { status: 500 },
  IDEMPOTENCY_KEY_REUSED: { status: 422 },
  IDEMPOTENCY_IN_PROGRESS: { status: 409 },

  STORE_UNKNOWN: { status: 400 },
  ITEM_UNKNOWN: { status: 404 },

  DONOTMATCH: wireData('DONOTMATCH'),
  EMAIL_PHONE_ALREADY_USED: { status: 200, wire: () => ({ email_phone_already_used: true }) },
  PHONE_UNPROVED: wireData(),
  OTP_TOO_SOON: { status: 200, wire: () => ({ otp: false }) },
  OTP_LIMIT: { status: 429 },
  OTP_WRONG: wireData(),
  SOCIAL_PROVIDER_AWAY: wireData(),
  GATEWAY_FAILED: { status: 200, wire: () => ({ otp: false }) },
  REGISTRATION_INVALID: wireData(),
  NEW_USER_NEEDS_DETAILS: { status: 422 },
  RESET_CODE_WRONG: wireErrorCode('IVOTP'),
  MAIL_FAILED: wireErrorCode('SWR'),
  PASSWORD_INVALID: wireErrorCode('SWR'),
  STAFF_LOGIN_WRONG: { status: 401 },
  WORK_ENDED: { status: 401 },
  INVITATION_UNKNOWN: { status: 404 },
  INVITATION_USED: { status: 409 },
  INVITATION_EXPIRED: { status: 409 },
  INVITATION_WITHDRAWN: { status: 409 },
  INVITATION_FOR_ANOTHER: { status: 403 },
  EMPLOYEE_ALREADY: { status: 409 },
  SECOND_FACTOR_WRONG: { status: 401 },
  SECOND_FACTOR_ASKED: wireData(),
  PROOF_NEEDED: { status: 403 },
  PROOF_WRONG: { status: 403 },
  SECOND_FACTOR_SET: { status: 409 },
  SECOND_FACTOR_NEEDED: { status: 403 },
  OPERATOR_SECRET_NEEDED: { status: 403 },
  ENROLMENT_CODE_NEEDED: { status: 403 },
  SIGN_IN_TICKET_OVER: { status: 401 },
  SETUP_SECRET_WRONG: { status: 401 },
  LAST_ADMINISTRATOR: { status: 409 },
  FOREIGN_ORIGIN: { status: 403 },
  ACCOUNT_HAS_ORDERS: { status: 200, wire: () => ({ has_running_order: true }) },
  WALLET_NOT_EMPTY: business,

  ADDRESS_INVALID: { status: 422 },
  ADDRESS_UNREADABLE: { status: 401 },

  COUPON_INVALID: business,
  COUPON_MINIMUM_NOT_MET: wireType('MINSUBTOTAL'),
  COUPON_USED_ONCE: wireType('ALREADYUSEDONCE'),
  COUPON_FOR_NEW_CUSTOMERS: wireType('FORNEWUSER'),
  COUPON_LIMIT_REACHED: wireType('MAXLIMITREACHEDPERUSER'),

  COUPON_IN_USE: { status: 409 },
  COUPON_HAS_ORDERS: { status: 409 },

  CART_EMPTY: business,
  CART_TOO_LARGE: business,
  QUANTITY_INVALID: business,
  TIP_INVALID: business,
  MIXED_STORES: business,
  STORE_CLOSED: business,
  STORE_PAUSED: business,
  ORDER_TYPE_UNSUPPORTED: business,
  ITEM_UNAVAILABLE: business,
  ADDON_INVALID: business,
  MINIMUM_NOT_MET: business,
  ADDRESS_MISSING: business,
  ADDRESS_NOT_SERVED: business,
  METHOD_NOT_AVAILABLE: business,
  WALLET_TOO_LOW: business,
  PAYMENT_NOT_OPEN: { status: 409 },
  DRIVE_NOT_CONFIGURED: { status: 409 },
  BACKUP_RUNNING: { status: 409 },
  GATEWAY_NOT_CONFIGURED: { status: 409 },
  PROVIDER_AWAY: { status: 503 },
  PROVIDER_REFUSED: business,
  AMOUNT_INVALID: business,
  PRICE_CHANGED: business,
  SLOT_INVALID: business,
  CASH_CHANGE_INVALID: business,
  ORDER_AMOUNT_OUT_OF_RANGE: business,
  ORDER_NOT_CANCELLABLE: { status: 200, wire: () => ({ refund: false }) },
  ORDER_ALREADY_CANCELLED: { status: 200, wire: () => ({ refund: false }) },
  ORDER_NOT_RATABLE: business,
  ORDER_OVER: { status: 409 },
  RATING_INVALID: business,
  ITEM_NOT_BOUGHT: business,
  PHOTO_MISSING: business,
  CASE_NOT_LATE: business,
  CASE_NOT_DELIVERED: business,
  CASE_TOO_OLD: business,
  CASE_ITEMS_INVALID: business,
  CASE_EXISTS: { status: 409 },
  CASE_NOT_MISSED: business,
  CASE_LIMIT: business,
  CASE_WAITS: { status: 409 },
  SLOT_TAKEN: { status: 409 },
  STYLIST_CANNOT: business,
  TOO_MANY_SERVICES: business,
  SERVICE_TOO_LONG: business,
  HOLD_OPEN: { status: 409 },
  HOLD_EXPIRED: { status: 409 },
  VISIT_UNKNOWN: { status: 404 },
  VISIT_CLOSED: { status: 409 },
  TAKING_METHOD_UNKNOWN: business,
  TAKING_AMOUNT_INVALID: business,
  TAKING_TWICE: business,
  TAKINGS_DIFFER: business,
  TAKINGS_CLOSED: { status: 409 },
  MOVE_TOO_LATE: business,
  DEPOSIT_CHANGED: { status: 409 },
  NO_SHOW_TOO_EARLY: { status: 409 },
  ABSENCE_OVERLAPS: { status: 409 },
  SLOT_FREE: { status: 409 },
  WAIT_DATE_CLOSED: business,
  WAIT_LIST_FULL: { status: 409 },
  WAIT_UNKNOWN: { status: 404 },
  DELIVERY_ACCOUNT_CANNOT_ORDER: { status: 403 },

  ORDER_NOT_YOURS: { status: 401 },
  ALREADY_ACCEPTED: { status: 409 },
  QUEUE_FULL: { status: 409 },
  CASH_LIMIT_REACHED: { status: 409 },
  OFF_DUTY: { status: 409 },
  DELIVERY_PIN_WRONG: business,
  DELIVERY_PIN_LOCKED: { status: 409 },
  NOT_LEFT_AT_DOOR: { status: 409 },
  NOT_PREPAID: { status: 409 },
  WAIT_NOT_OVER: { status: 409 },
  RIDER_UNAVAILABLE: { status: 409 },
  DELIVERY_NOT_LOCKED: { status: 409 },
  TRANSITION_REFUSED: { status: 409 },
  ORDER_OF_VISIT: { status: 409 },

  NAME_TAKEN: { status: 409 },
  CATEGORY_NOT_EMPTY: { status: 409 },
  PICTURES_FULL: { status: 422 },
  MENU_CHANGED: { status: 409 },
  STORES_CHANGED: { status: 409 },
  UNDO_OVER: { status: 409 },
  PAYOUT_PENDING: { status: 409 },
  PAYOUT_TOO_LOW: { status: 422 },
  PAYOUT_HELD: { status: 409 },

  LIST_CHANGED: { status: 409 },
  PRIMARY_LOCATION: { status: 409 },
  BROADCAST_OVER: { status: 409 },

  ALREADY_DECIDED: { status: 409 },
  SECOND_PERSON_NEEDED: { status: 403 },
  REFUND_IMPOSSIBLE: { status: 409 },
  REFUND_TOO_HIGH: { status: 422 },
  REFUND_ITEMS_INVALID: { status: 422 },
  COLLECTION_TOO_HIGH: { status: 422 },
  SETTLEMENT_TOO_HIGH: { status: 422 },
  BOOKS_DIFFER: { status: 409 },

  SETTINGS_CLASH: { status: 409 },
  SETTING_LOCKED: { status: 409 },
  LANGUAGE_NEEDED: { status: 409 },
  LANGUAGE_OFF: { status: 409 },
  THEME_CLASH: { status: 409 },
} satisfies Record<ErrorCode, Refusal>

type Details = {
  /** The values that replace `{name}` in the text. */
  params?: Record<string, string | number>
  /** For each wrong field, the key of the text that explains the error. */
  fields?: Record<string, FieldText>
  /** Additional keys of the answer, such as the new quote with PRICE_CHANGED. */
  extra?: Record<string, unknown>
  /** Seconds that the header `Retry-After` states. */
  retryAfter?: number
  /** A text that replaces the catalogue's text, such as a coupon's own text. */
  message?: string
  cause?: unknown
}

/** A request that is refused, with a code for the reason; any other error is a failure of the server. */
export class AppError extends Error {
  override name = 'AppError'
  readonly code: ErrorCode
  readonly details: Details

  constructor(code: ErrorCode, details: Details = {}) {
    super(code, details.cause === undefined ? undefined : { cause: details.cause })
    this.code = code
    this.details = details
  }
}

export type TextOf = (key: `error_${ErrorCode}` | FieldText, params?: Record<string, string | number>) => string

/**
 * Returns the answer to a refusal: status, headers and body (docs/reference/security.md#errors-and-status-codes). The
 * body of a refusal begins with the call's additional keys.
 */
export function answerTo(
  error: AppError,
  requestId: string,
  text: TextOf,
): { status: number; retryAfter?: number; body: ErrorBody & Record<string, unknown> } {
  const refusal: Refusal = refusals[error.code]
  const { params, fields, extra, retryAfter } = error.details
  const message = error.details.message ?? refusal.message ?? text(`error_${error.code}`, params)
  return {
    status: refusal.status,
    retryAfter: retryAfter ?? (refusal.status === 503 || refusal.status === 429 ? 5 : undefined),
    body: {
      success: false,
      message,
      ...refusal.wire?.(message),
      ...extra,
      error: { code: error.code, ...(fields && { fields: inTexts(fields, text, params) }), request_id: requestId },
    },
  }
}

function inTexts(fields: Record<string, FieldText>, text: TextOf, params: Details['params']): Record<string, string> {
  return Object.fromEntries(Object.entries(fields).map(([field, key]) => [field, text(key, params)]))
}
