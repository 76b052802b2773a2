/**
 * Delay after staff register a guest, before the app asks for the guest's location
 * (docs/reference/wire.md#orders-by-phone).
 */
export const GUEST_REDIRECT_MS = 1880
/** Time for which the app shows that it updates, before the page reloads. */
export const UPDATE_RELOAD_MS = 3000
/** Delay after the first load of the shop on a desktop, before the page reloads once. */
export const DESKTOP_FIRST_RELOAD_MS = 2000
/** Delay after the app has loaded on an iPhone, before it offers to be added to the home screen. */
export const IOS_POPUP_MS = 2500
/** Delay after the customer pressed "Use App", before the desktop preview renders again. */
export const USE_APP_RERENDER_MS = 2000
/** Delay after the customer added or removed an item, before the totals of the cart refresh (R-16, E-15). */
export const CART_REFRESH_MS = 100
/** Delay after a tap on a store, before its page opens (R-17, C-30). */
export const STORE_LINK_MS = 200
/** Delay after the first choice in the menu of categories, before the page scrolls to the category (R-18, D-13). */
export const SCROLL_TO_CATEGORY_MS = 500

/** Avatar names, which are also the stems of their pictures. */
export const AVATARS = [
  'user1',
  'user2',
  'user3',
  'user4',
  'user5',
  'user6',
  'user7',
  'user8',
  'user9',
  'user10',
] as const
/** The name of an avatar. */
export type Avatar = (typeof AVATARS)[number]
/** The avatar of a person who has not chosen one. */
export const DEFAULT_AVATAR: Avatar = 'user2'

/** The vibration pattern of a push message, in milliseconds (R-33, GAP-50). */
export const PUSH_VIBRATION_MS: readonly number[] = [100, 150, 100, 100, 150, 100]
/** The sound of a push message, as a path of the site (GAP-50). */
export const PUSH_SOUND = '/assets/audio/customer-notification.mp3'

/** Interval at which the tracking page and riders' lists refresh (GAP-09, docs/reference/wire.md#timers). */
export const TRACKING_REFRESH_MS = 15_000
/** Interval at which a rider's app sends its position and the customer's app reads it (GAP-42). */
export const GPS_REPORT_MS = 15_000
/** Delay before a customer can request a one-time code again (GAP-23). */
export const OTP_RESEND_MS = 30_000
/**
 * Delay before the app requests the payment gateways again after a failure (docs/reference/wire.md#cart-and-checkout).
 */
export const GATEWAYS_RETRY_MS = 2500

/** Returns the avatar to show: the stored one if it is in the list of avatars, or else the default. */
export function avatarOf(stored: string | null | undefined): Avatar {
  return AVATARS.find((avatar) => avatar === stored) ?? DEFAULT_AVATAR
}

/**
 * Returns the delay before the page scrolls to a chosen category of the menu; 0 after the customer's first choice
 * (R-18, D-13).
 */
export function scrollDelayMs(menuWasClicked: boolean): number {
  return menuWasClicked ? 0 : SCROLL_TO_CATEGORY_MS
}
