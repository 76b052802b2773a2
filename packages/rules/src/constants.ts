/** After a guest was registered by staff, until the place is asked for (docs/reference/wire.md#orders-by-phone). */
export const GUEST_REDIRECT_MS = 1880
/** While the updating overlay shows, before the reload. */
export const UPDATE_RELOAD_MS = 3000
/** After the first load on a desktop, before it reloads once. */
export const DESKTOP_FIRST_RELOAD_MS = 2000
/** After load, before the add-to-home-screen popup. */
export const IOS_POPUP_MS = 2500
/** After "Use App", before the preview is drawn anew. */
export const USE_APP_RERENDER_MS = 2000
/** After an add or remove, before totals refresh (R-16, E-15). */
export const CART_REFRESH_MS = 100
/** After a tap on a store, before its page opens (R-17, C-30). */
export const STORE_LINK_MS = 200
/** After the first choice in the menu, before the page scrolls (R-18, D-13). */
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
/** The name of one of the ten avatars. */
export type Avatar = (typeof AVATARS)[number]
/** The avatar of who has chosen none. */
export const DEFAULT_AVATAR: Avatar = 'user2'

/** What a push message does to the phone (R-33, GAP-50). */
export const PUSH_VIBRATION_MS: readonly number[] = [100, 150, 100, 100, 150, 100]
/** The one sound of a push message (GAP-50). */
export const PUSH_SOUND = '/assets/audio/customer-notification.mp3'

/** How often tracking and rider lists are asked for again (GAP-09, docs/reference/wire.md#timers). */
export const TRACKING_REFRESH_MS = 15_000
/** How often a rider's position is sent, and asked for by the customer (GAP-42). */
export const GPS_REPORT_MS = 15_000
/** How long a code must wait before it is sent again (GAP-23). */
export const OTP_RESEND_MS = 30_000
/** How soon unanswered payment gateways are asked for again (docs/reference/wire.md#cart-and-checkout). */
export const GATEWAYS_RETRY_MS = 2500

/** The avatar to show: the stored one if it is one of ours, else the default. */
export function avatarOf(stored: string | null | undefined): Avatar {
  return AVATARS.find((avatar) => avatar === stored) ?? DEFAULT_AVATAR
}

/** Wait before scrolling to a chosen category: none once the menu has been used (R-18, D-13). */
export function scrollDelayMs(menuWasClicked: boolean): number {
  return menuWasClicked ? 0 : SCROLL_TO_CATEGORY_MS
}
