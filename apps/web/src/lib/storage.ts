/**
 * Reads and writes the app's local storage, as specified: ten entries hold JSON slices (INT-24), the app has some other
 * keys (area S), and each setting and text has an entry under its own name (S-11, S-12).
 */
/**
 * The owner of an entry. Entries of a customer or a rider are removed when the session of this person ends. Entries
 * with `-next` help the same person to continue after an expired session, and are removed only when the person logs
 * out.
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
  wantedCoupon: 'customer-next',
  addressAsked: 'customer',
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
  hasUsualOrders: 'customer',
  pushAsked: 'device',
  pushLanguage: 'customer',
  guestPush: 'device',
} as const satisfies Record<string, Owner>

export type Slice = keyof typeof slices
export type ClientKey = keyof typeof clientKeys

const owners: Record<string, Owner> = { ...slices, ...clientKeys }

/** Returns whether a name belongs to the app, so that no setting or text may be written under it. */
function isOwnName(name: string): boolean {
  return Object.hasOwn(owners, name)
}

/** Returns a stored slice, or undefined if it is absent, corrupt or of another form. */
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

/** Returns the stored value of a setting or text. */
export function readNamed(name: string): string | undefined {
  return isOwnName(name) ? undefined : read(name)
}

/** Writes settings or texts under their own names. Skips the app's own names and unchanged values. */
export function writeNamed(entries: Iterable<readonly [name: string, value: string]>): void {
  for (const [name, value] of entries) {
    if (!isOwnName(name) && read(name) !== value) write(name, value)
  }
}

/**
 * Returns access to a stored entry that a module in `stores` also holds in memory. All tabs share the stored entry, so
 * a tab must read the changes of other tabs before it writes.
 */
export function mirror(name: Slice | ClientKey) {
  let seen = read(name)
  return {
    /** Writes the entry, or removes it if the text is undefined. */
    write(text: string | undefined): void {
      if (text === undefined) remove(name)
      else write(name, text)
      // If the storage is full, the browser may have refused the write, so the entry is read again.
      seen = read(name)
    },
    /** Returns whether another tab has changed the entry since the last check or write. */
    hasChanged(): boolean {
      const text = overlay ? seen : read(name)
      const isNew = text !== seen
      seen = text
      return isNew
    },
  }
}

const followers: (() => void)[] = []

/** Calls `follow` each time another tab may have changed the stored data. */
export function onOtherTab(follow: () => void): void {
  followers.push(follow)
}

/** Loads the changes that other tabs have stored, so that the next change builds on them. */
export function followTabs(): void {
  for (const follow of followers) follow()
}

/**
 * Starts listening for changes made in other tabs. A tab that the browser has suspended reads the changes when it
 * becomes visible.
 */
export function listenToTabs(): void {
  for (const event of ['storage', 'pageshow', 'visibilitychange']) addEventListener(event, followTabs)
}

const leavings: ((hasLoggedOut: boolean) => void)[] = []

/** Calls `forget` when a customer's session ends, to clear copies in memory. */
export function onCustomerLeft(forget: (hasLoggedOut: boolean) => void): void {
  leavings.push(forget)
}

/**
 * Removes a person's entries: all of them after a log-out, otherwise only those that are useless without the person's
 * session.
 */
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

/**
 * Holds all writes in memory while staff act for a customer, because nothing of the customer may stay on the staff
 * member's device.
 */
let overlay: Map<string, string | undefined> | undefined

/** Keeps all further writes in memory until the page is loaded again (docs/reference/security.md#sessions). */
export function keepInMemory(): void {
  overlay ??= new Map()
}

export function isKeptInMemory(): boolean {
  return overlay !== undefined
}

// A browser may refuse storage (private mode, full disk), so the app must work without stored data.
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
