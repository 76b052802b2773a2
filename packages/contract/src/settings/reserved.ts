/**
 * Keys in the browser's local storage that belong to the app: its ten persisted slices (INT-24), the eight client keys
 * (M-09, INT-25), the other keys of area S and the flags of GAP-62. No setting or text may use the name of one of these
 * keys: the server refuses to save it, and the app ignores it when it reads settings
 * (docs/reference/security.md#html-links-and-stored-settings).
 */
export const reservedKeys: ReadonlySet<string> = new Set([
  // slices
  'cart',
  'total',
  'items',
  'pages',
  'user',
  'addresses',
  'delivery_user',
  'languages',
  'settings',
  'popular_locations',
  // Client keys
  'userPreferredSelection',
  'userSelected',
  'userSetAddress',
  'userAlreadySelectedLocation',
  'userPreferedLanguage',
  'refid',
  'categorySelectOptions',
  'warehouse_id',
  // Reserved: versions, keys of earlier sessions, and flags
  'forceNewSettingsVersion',
  'forceCacheClearVersion',
  'activeRestaurant',
  'geoLocation',
  'gdprAccepted',
  'lastSavedNotificationToken',
  'desktopLoaded',
  'useAppClicked',
  'state',
  'userLat',
  'userLng',
  'appliedCoupon',
  'couponAppliedAmount',
  'cart_tips',
  'orderComment',
  'orderDate',
  'orderSlot',
  'fromCart',
  'fromCartToLogin',
  'allSelectableOptions',
  'isAllowed',
  'cleared',
  'deliveryTabIndex',
  'deliveryAppLightMode',
  // Reserved: keys that would change an object's prototype
  '__proto__',
  'prototype',
  'constructor',
])

/** Returns whether a name is reserved, so that no setting or text may use it. */
export function isReservedKey(key: string): boolean {
  return reservedKeys.has(key)
}
