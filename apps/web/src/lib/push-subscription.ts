import { call } from './api.ts'
import { isSettingOn, setting } from './catalogue.ts'
import { whenLoggedOut } from './log-out.ts'
import { usePush } from './push.ts'
import { isKeptInMemory, readKey, removeKey, writeKey } from './storage.ts'

/** Returns the push account from the settings, or undefined without a public key (L-09, P-89). */
export function pushSetup(): { publicKey: string; senderId: string | undefined } | undefined {
  const publicKey = setting('firebasePublic')
  // Some push services read the sender id from the manifest; a standard subscription needs only the public key.
  return publicKey ? { publicKey, senderId: setting('firebaseSenderId') || undefined } : undefined
}

/**
 * Returns whether the app may ask for push permission: push is on, the browser supports it, and the person has neither
 * allowed nor blocked it.
 */
export function mayAskForPush(): boolean {
  return canPush() && Notification.permission === 'default'
}

function canPush(): boolean {
  const isAble = 'Notification' in globalThis && 'PushManager' in globalThis && 'serviceWorker' in navigator
  return isAble && isSettingOn('enablePushNotification') && pushSetup() !== undefined
}

/**
 * Asks for push permission, which browsers allow only during a press. If the person refuses, the app only writes a log
 * line (L-12, Q-05).
 */
export async function askForPush(): Promise<boolean> {
  const answer = await Notification.requestPermission()
  const isAllowed = answer === 'granted'
  if (!isAllowed) console.warn('the person did not allow push messages', answer)
  usePush.setState({ isAllowed })
  return isAllowed
}

let lastSave: Promise<void> = Promise.resolve()

/**
 * Saves push subscriptions one after the other, so that a guest's save never arrives after a customer's save and
 * overwrites it.
 */
function inTurn(save: () => Promise<void>): Promise<void> {
  lastSave = lastSave.then(save, save)
  return lastSave
}

/**
 * Saves this browser's push subscription for the customer, once for each subscription and language (L-08,
 * docs/reference/wire.md#forms).
 */
export const savePushToken = (userId: number): Promise<void> => inTurn(() => saveForCustomer(userId))

async function saveForCustomer(userId: number): Promise<void> {
  // Staff who act for a customer must not receive the customer's messages.
  if (isKeptInMemory()) return
  const token = await subscribe()
  const language = readKey('userPreferedLanguage') ?? ''
  if (!token || (readKey('lastSavedNotificationToken') === token && readKey('pushLanguage') === language)) return
  await call('save-notification-token', { push_token: token, user_id: userId })
  writeKey('lastSavedNotificationToken', token)
  writeKey('pushLanguage', language)
  removeKey('guestPush')
}

/**
 * Saves the push subscription without a customer, so that guests receive the shop's messages too (L-13 excludes them
 * from the customers' call). A guest's save is repeated once a month for each subscription and language, so that the
 * server knows that the subscription is still in use.
 */
export const saveGuestPushToken = (isGuest: () => boolean): Promise<void> => inTurn(() => saveForGuest(isGuest))

async function saveForGuest(isGuest: () => boolean): Promise<void> {
  // The guest's save must wait until the log-out has removed the previous person's subscription on the server.
  await whenLoggedOut()
  // A person may have signed in while an earlier save was running.
  if (isKeptInMemory() || !isGuest()) return
  const token = await subscribe()
  const month = new Date().toISOString().slice(0, 7)
  const saved = `${month} ${readKey('userPreferedLanguage') ?? ''} ${token}`
  if (!token || readKey('guestPush') === saved) return
  await call('save-notification-token-no-user', { push_token: token })
  writeKey('guestPush', saved)
  removeKey('lastSavedNotificationToken')
}

/** Saves the push subscription for a rider, so that the rider receives offers as push messages. */
export async function saveRiderPushToken(): Promise<void> {
  const token = await subscribe()
  if (token) await call('delivery/save-notification-token', { push_token: token })
}

/**
 * Returns this browser's push subscription as JSON. Replaces a subscription that was made with an earlier public key.
 */
async function subscribe(): Promise<string | undefined> {
  const setup = canPush() ? pushSetup() : undefined
  if (!setup || Notification.permission !== 'granted') return undefined
  const { pushManager } = await navigator.serviceWorker.ready
  const known = await pushManager.getSubscription()
  if (known && isMadeFor(known, setup.publicKey)) return JSON.stringify(known)
  await known?.unsubscribe()
  const made = await pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: setup.publicKey })
  return JSON.stringify(made)
}

function isMadeFor({ options }: PushSubscription, publicKey: string): boolean {
  const held = new Uint8Array(options.applicationServerKey ?? [])
  const wanted = Uint8Array.from(atob(publicKey.replace(/-/g, '+').replace(/_/g, '/')), (letter) =>
    letter.charCodeAt(0),
  )
  return held.length === wanted.length && held.every((byte, index) => byte === wanted[index])
}
