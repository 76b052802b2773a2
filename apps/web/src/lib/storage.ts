/**
 * Local storage as the product specifies it: ten entries hold JSON slices (INT-24), the app keeps some keys of its own
 * (area S), and every setting and text has an entry under its own name (S-11, S-12).
 */
export type Slice =
  | 'cart'
  | 'total'
  | 'items'
  | 'pages'
  | 'user'
  | 'addresses'
  | 'delivery_user'
  | 'languages'
  | 'settings'
  | 'popular_locations'

export type ClientKey =
  | 'userPreferredSelection'
  | 'userSelected'
  | 'userSetAddress'
  | 'userAlreadySelectedLocation'
  | 'userPreferedLanguage'
  | 'refid'
  | 'categorySelectOptions'
  | 'warehouse_id'
  | 'forceNewSettingsVersion'
  | 'forceCacheClearVersion'
  | 'activeRestaurant'
  | 'geoLocation'
  | 'gdprAccepted'
  | 'gdprConsent'
  | 'lastSavedNotificationToken'
  | 'desktopLoaded'
  | 'useAppClicked'
  | 'appliedCoupon'
  | 'orderComment'
  | 'orderDate'
  | 'orderSlot'
  | 'checkoutKey'
  | 'checkoutChoices'
  | 'paymentGateways'
  | 'appearance'
  | 'theme'
  | 'installDismissedAt'
  | 'analyticsVisitor'
  | 'lastPaymentMethod'
  | 'forceReloadedStore'
  | 'riderQueue'
  | 'recentSearches'
  | 'pushAsked'
  | 'pushLanguage'
  | 'guestPush'

const slices: Record<Slice, true> = {
  cart: true,
  total: true,
  items: true,
  pages: true,
  user: true,
  addresses: true,
  delivery_user: true,
  languages: true,
  settings: true,
  popular_locations: true,
}
const clientKeys: Record<ClientKey, true> = {
  userPreferredSelection: true,
  userSelected: true,
  userSetAddress: true,
  userAlreadySelectedLocation: true,
  userPreferedLanguage: true,
  refid: true,
  categorySelectOptions: true,
  warehouse_id: true,
  forceNewSettingsVersion: true,
  forceCacheClearVersion: true,
  activeRestaurant: true,
  geoLocation: true,
  gdprAccepted: true,
  gdprConsent: true,
  lastSavedNotificationToken: true,
  desktopLoaded: true,
  useAppClicked: true,
  appliedCoupon: true,
  orderComment: true,
  orderDate: true,
  orderSlot: true,
  checkoutKey: true,
  checkoutChoices: true,
  paymentGateways: true,
  appearance: true,
  theme: true,
  installDismissedAt: true,
  analyticsVisitor: true,
  lastPaymentMethod: true,
  forceReloadedStore: true,
  riderQueue: true,
  recentSearches: true,
  pushAsked: true,
  pushLanguage: true,
  guestPush: true,
}

/** Whether a name is the app's own, so that no setting and no text may be written under it. */
function isOwnName(name: string): boolean {
  return Object.hasOwn(slices, name) || Object.hasOwn(clientKeys, name)
}

/** A stored slice; undefined when it is absent, corrupt or not of the expected form. */
export function readSlice<Value>(name: Slice, isForm: (value: unknown) => value is Value): Value | undefined {
  return parseAs(read(name), isForm)
}

export function writeSlice(name: Slice, value: unknown): void {
  write(name, JSON.stringify(value))
}

export function removeSlice(name: Slice): void {
  remove(name)
}

export function readKey(name: ClientKey): string | undefined {
  return read(name)
}

export function readJsonKey<Value>(name: ClientKey, isForm: (value: unknown) => value is Value): Value | undefined {
  return parseAs(read(name), isForm)
}

export function writeKey(name: ClientKey, value: string): void {
  write(name, value)
}

export function removeKey(name: ClientKey): void {
  remove(name)
}

/** The entry of a setting or text, as it stands there. */
export function readNamed(name: string): string | undefined {
  return isOwnName(name) ? undefined : read(name)
}

/** Writes settings or texts under their own names; the app's names are refused, unchanged values are left alone. */
export function writeNamed(entries: Iterable<readonly [name: string, value: string]>): void {
  for (const [name, value] of entries) {
    if (!isOwnName(name) && read(name) !== value) write(name, value)
  }
}

export function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

export function isArray(value: unknown): value is unknown[] {
  return Array.isArray(value)
}

function parseAs<Value>(text: string | undefined, isForm: (value: unknown) => value is Value): Value | undefined {
  if (text === undefined) return undefined
  try {
    const value: unknown = JSON.parse(text)
    return isForm(value) ? value : undefined
  } catch {
    return undefined
  }
}

/** What is written while a member of staff acts for a customer: nothing of it may stay on his device. */
let overlay: Map<string, string | undefined> | undefined

/** From here on nothing more is written to the browser, until the page is loaded anew (security document §3). */
export function keepInMemory(): void {
  overlay ??= new Map()
}

export function isKeptInMemory(): boolean {
  return overlay !== undefined
}

// A browser may refuse storage (private mode, full disk): the app then works without memory.
function read(name: string): string | undefined {
  if (overlay?.has(name)) return overlay.get(name)
  try {
    return localStorage.getItem(name) ?? undefined
  } catch {
    return undefined
  }
}

function write(name: string, value: string): void {
  if (overlay) return void overlay.set(name, value)
  try {
    localStorage.setItem(name, value)
  } catch (cause) {
    console.warn('storage refused', name, cause)
  }
}

function remove(name: string): void {
  if (overlay) return void overlay.set(name, undefined)
  try {
    localStorage.removeItem(name)
  } catch (cause) {
    console.warn('storage refused', name, cause)
  }
}
