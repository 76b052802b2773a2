/**
 * All codes of `error.code` in answers. The server maps each code to a status, and each language has a text for it; a
 * new code without either does not compile.
 */
export const errorCodes = [
  // any call
  'INVALID_INPUT',
  'FORBIDDEN_KEY',
  'UNKNOWN_CALL',
  'METHOD_NOT_ALLOWED',
  'BODY_TOO_LARGE',
  'UNSUPPORTED_MEDIA_TYPE',
  'SESSION_MISSING',
  'SESSION_EXPIRED',
  'SESSION_REVOKED',
  'SESSION_AMBIGUOUS',
  'WRONG_AUDIENCE',
  'PERMISSION_MISSING',
  'ACCOUNT_BANNED',
  'NOT_FOUND',
  'TOO_MANY_REQUESTS',
  'TEMPORARILY_AWAY',
  'INTERNAL',
  'IDEMPOTENCY_KEY_REUSED',
  'IDEMPOTENCY_IN_PROGRESS',
  // stores and menu
  'STORE_UNKNOWN',
  'ITEM_UNKNOWN',
  // accounts
  'DONOTMATCH',
  'EMAIL_PHONE_ALREADY_USED',
  'PHONE_UNPROVED',
  'OTP_TOO_SOON',
  'OTP_LIMIT',
  'OTP_WRONG',
  'GATEWAY_FAILED',
  'SOCIAL_PROVIDER_AWAY',
  'REGISTRATION_INVALID',
  'NEW_USER_NEEDS_DETAILS',
  'RESET_CODE_WRONG',
  'MAIL_FAILED',
  'PASSWORD_INVALID',
  'STAFF_LOGIN_WRONG',
  'SECOND_FACTOR_WRONG',
  'SECOND_FACTOR_ASKED',
  'PROOF_NEEDED',
  'PROOF_WRONG',
  'SECOND_FACTOR_SET',
  'SECOND_FACTOR_NEEDED',
  'OPERATOR_SECRET_NEEDED',
  'ENROLMENT_CODE_NEEDED',
  'SIGN_IN_TICKET_OVER',
  'SETUP_SECRET_WRONG',
  'LAST_ADMINISTRATOR',
  'FOREIGN_ORIGIN',
  'ACCOUNT_HAS_ORDERS',
  'WALLET_NOT_EMPTY',
  // addresses
  'ADDRESS_INVALID',
  'ADDRESS_UNREADABLE',
  // coupons
  'COUPON_INVALID',
  'COUPON_MINIMUM_NOT_MET',
  'COUPON_USED_ONCE',
  'COUPON_FOR_NEW_CUSTOMERS',
  'COUPON_LIMIT_REACHED',
  'COUPON_IN_USE',
  'COUPON_HAS_ORDERS',
  // ordering
  'CART_EMPTY',
  'CART_TOO_LARGE',
  'QUANTITY_INVALID',
  'TIP_INVALID',
  'MIXED_STORES',
  'STORE_CLOSED',
  'ORDER_TYPE_UNSUPPORTED',
  'ITEM_UNAVAILABLE',
  'ADDON_INVALID',
  'MINIMUM_NOT_MET',
  'ADDRESS_MISSING',
  'ADDRESS_NOT_SERVED',
  'METHOD_NOT_AVAILABLE',
  'WALLET_TOO_LOW',
  'PRICE_CHANGED',
  'SLOT_INVALID',
  'CASH_CHANGE_INVALID',
  'ORDER_NOT_CANCELLABLE',
  'ORDER_ALREADY_CANCELLED',
  'ORDER_NOT_RATABLE',
  'RATING_INVALID',
  'DELIVERY_ACCOUNT_CANNOT_ORDER',
  'ORDER_AMOUNT_OUT_OF_RANGE',
  // delivery
  'ORDER_NOT_YOURS',
  'ALREADY_ACCEPTED',
  'QUEUE_FULL',
  'CASH_LIMIT_REACHED',
  'OFF_DUTY',
  'DELIVERY_PIN_WRONG',
  'DELIVERY_PIN_LOCKED',
  'NOT_LEFT_AT_DOOR',
  'NOT_PREPAID',
  'WAIT_NOT_OVER',
  'RIDER_UNAVAILABLE',
  'DELIVERY_NOT_LOCKED',
  'TRANSITION_REFUSED',
  // store administration
  'NAME_TAKEN',
  'CATEGORY_NOT_EMPTY',
  'PICTURES_FULL',
  'MENU_CHANGED',
  'STORES_CHANGED',
  'UNDO_OVER',
  'PAYOUT_PENDING',
  'PAYOUT_TOO_LOW',
  'PAYOUT_HELD',
  // storefront and broadcasts
  'LIST_CHANGED',
  'PRIMARY_LOCATION',
  'BROADCAST_OVER',
  // adjustments
  'ALREADY_DECIDED',
  'SECOND_PERSON_NEEDED',
  'REFUND_IMPOSSIBLE',
  'REFUND_TOO_HIGH',
  'COLLECTION_TOO_HIGH',
  'SETTLEMENT_TOO_HIGH',
  'BOOKS_DIFFER',
  // exports
  'DRIVE_NOT_CONFIGURED',
  // backups
  'BACKUP_RUNNING',
  // storefront settings
  'SETTINGS_CLASH',
  'SETTING_LOCKED',
  'LANGUAGE_NEEDED',
  'LANGUAGE_OFF',
  'THEME_CLASH',
  // payments
  'PAYMENT_NOT_OPEN',
  'GATEWAY_NOT_CONFIGURED',
  'PROVIDER_AWAY',
  'PROVIDER_REFUSED',
  'AMOUNT_INVALID',
] as const

/** The code of a refusal; each has a status in the server and a text in every language. */
export type ErrorCode = (typeof errorCodes)[number]

/**
 * The body of every error (docs/reference/security.md#errors-and-status-codes). Some calls add keys of their own to it.
 */
export type ErrorBody = {
  success: false
  message: string
  error: { code: ErrorCode; fields?: Record<string, string>; request_id: string }
}
