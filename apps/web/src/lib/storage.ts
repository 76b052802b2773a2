/**
 * Local storage as the product specifies it: ten entries hold JSON slices (INT-24), the app keeps some keys of its own
 * (area S), and every setting and text has an entry under its own name (S-11, S-12).
 */
/**
 * Whose an entry is. What is a customer's or a rider's leaves this browser with their session. What only helps the same
 * person to go on (`-next`) stays when a session merely ran out, and leaves when they log out.
 */
type Owner = 'device' | 'customer' | 'customer-next' | 'rider'

const slices = {
  cart: 'device',
  total: 'device',
  items: 'customer',
  pages: 'device',
  user: 'customer',
  addresses: 'customer',
  delivery_user: 'rider',
  languages: 'device',
  settings: 'device',
  popular_locations: 'device',
} as const satisfies Record<string, Owner>

const clientKeys = {
  userPreferredSelection: 'device',
  userSelected: 'device',
  userSetAddress: 'customer',
  userAlreadySelectedLocation: 'device',
  userPreferedLanguage: 'device',
  refid: 'device',
  categorySelectOptions: 'customer',
  warehouse_id: 'device',
  forceNewSettingsVersion: 'device',
  forceCacheClearVersion: 'device',
  activeRestaurant: 'device',
  geoLocation: 'customer',
  gdprAccepted: 'device',
  gdprConsent: 'device',
  lastSavedNotificationToken: 'customer',
  desktopLoaded: 'device',
  useAppClicked: 'device',
  appliedCoupon: 'customer',
  orderComment: 'customer',
  orderDate: 'customer',
  orderSlot: 'customer',
  checkoutKey: 'customer-next',
  checkoutChoices: 'customer',
  endedSessions: 'device',
  actingFor: 'device',
  paymentGateways: 'device',
  appearance: 'device',
  theme: 'device',
  installDismissedAt: 'device',
  analyticsVisitor: 'device',
  lastPaymentMethod: 'customer-next',
  forceReloadedStore: 'device',
  riderQueue: 'device',
  recentSearches: 'customer',
  pushAsked: 'device',
  pushLanguage: 'customer',
  guestPush: 'device',
} as const satisfies Record<string, Owner>

export type Slice = keyof typeof slices
export type ClientKey = keyof typeof clientKeys

const owners: Record<string, Owner> = { ...slices, ...clientKeys }

/** Whether a name is the app's own, so that no setting and no text may be written under it. */
function isOwnName(name: string): boolean {
  return Object.hasOwn(owners, name)
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

/**
 * An entry that a screen holds in memory too. Tabs share what is stored, so a tab writes only after it has taken over
 * what another one wrote.
 */
export function mirror(name: Slice | ClientKey) {
  let seen = read(name)
  return {
    /** Writes the entry, or removes it without a text. */
    write(text: string | undefined): void {
      if (text === undefined) remove(name)
      else write(name, text)
      // What a full storage refused was not written.
      seen = read(name)
    },
    /** Whether another tab has changed the entry since this was asked or written last. */
    hasChanged(): boolean {
      const text = overlay ? seen : read(name)
      const isNew = text !== seen
      seen = text
      return isNew
    },
  }
}

const followers: (() => void)[] = []

/** Calls `follow` whenever another tab may have changed what is stored. */
export function onOtherTab(follow: () => void): void {
  followers.push(follow)
}

/** Takes over what other tabs have stored, so that what comes next goes out from that. */
export function followTabs(): void {
  for (const follow of followers) follow()
}

/** From here on this tab follows the others. One that a browser had put to sleep looks when it is seen again. */
export function listenToTabs(): void {
  for (const event of ['storage', 'pageshow', 'visibilitychange']) addEventListener(event, followTabs)
}

const leavings: ((hasLoggedOut: boolean) => void)[] = []

/** Calls `forget` when a customer leaves, for what a store holds of them in memory. */
export function onCustomerLeft(forget: (hasLoggedOut: boolean) => void): void {
  leavings.push(forget)
}

/** Removes what belongs to a person: everything when they log out, else what their session alone gave a meaning. */
export function forgetPerson(kind: 'customer' | 'rider', hasLoggedOut: boolean): void {
  for (const [name, owner] of Object.entries(owners))
    if (owner === kind || (hasLoggedOut && owner === `${kind}-next`)) remove(name)
  if (kind === 'customer') for (const forget of leavings) forget(hasLoggedOut)
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

/**
 * From here on nothing more is written to the browser, until the page is loaded anew
 * (docs/reference/security.md#sessions).
 */
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
