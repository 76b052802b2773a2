import { call } from './api.ts'
import { isSettingOn, setting } from './catalogue.ts'
import { whenLoggedOut } from './log-out.ts'
import { usePush } from './push.ts'
import { isKeptInMemory, readKey, removeKey, writeKey } from './storage.ts'

/** What the settings say of the push account; undefined until there is a public key (L-09, P-89). */
export function pushSetup(): { publicKey: string; senderId: string | undefined } | undefined {
  const publicKey = setting('firebasePublic')
  // The sender id goes into the manifest, for push services that want one; a standard subscription takes the key alone.
  return publicKey ? { publicKey, senderId: setting('firebaseSenderId') || undefined } : undefined
}

/** Whether there is something to ask: messages go out, this browser can take them, and nobody has answered yet. */
export function mayAskForPush(): boolean {
  return canPush() && Notification.permission === 'default'
}

function canPush(): boolean {
  const isAble = 'Notification' in globalThis && 'PushManager' in globalThis && 'serviceWorker' in navigator
  return isAble && isSettingOn('enablePushNotification') && pushSetup() !== undefined
}

/** Asks the person, in the moment of a press. A refusal is only logged (L-12, Q-05). */
export async function askForPush(): Promise<boolean> {
  const answer = await Notification.requestPermission()
  const isAllowed = answer === 'granted'
  if (!isAllowed) console.warn('push permission is not given', answer)
  usePush.setState({ isAllowed })
  return isAllowed
}

let lastSave: Promise<void> = Promise.resolve()

/**
 * Whose browser it is was said last: one save waits for the other, so that a guest's never arrives after a customer's.
 */
function inTurn(save: () => Promise<void>): Promise<void> {
  lastSave = lastSave.then(save, save)
  return lastSave
}

/**
 * Saves this browser's token for the customer, once for each token and language (L-08, docs/reference/wire.md#forms).
 */
export const savePushToken = (userId: number): Promise<void> => inTurn(() => saveForCustomer(userId))

async function saveForCustomer(userId: number): Promise<void> {
  // Staff who act for a customer do not get his messages.
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
 * Saves it for nobody: who is not signed in hears from the shop too (L-13 keeps him out of the customers' call). Once a
 * month for each token and language, so that the server knows that it still listens.
 */
export const saveGuestPushToken = (isGuest: () => boolean): Promise<void> => inTurn(() => saveForGuest(isGuest))

async function saveForGuest(isGuest: () => boolean): Promise<void> {
  // The server must have forgotten who was here before.
  await whenLoggedOut()
  // Somebody may have signed in while another save was waited for.
  if (isKeptInMemory() || !isGuest()) return
  const token = await subscribe()
  const month = new Date().toISOString().slice(0, 7)
  const saved = `${month} ${readKey('userPreferedLanguage') ?? ''} ${token}`
  if (!token || readKey('guestPush') === saved) return
  await call('save-notification-token-no-user', { push_token: token })
  writeKey('guestPush', saved)
  removeKey('lastSavedNotificationToken')
}

/** The same for a rider, who hears of offers. */
export async function saveRiderPushToken(): Promise<void> {
  const token = await subscribe()
  if (token) await call('delivery/save-notification-token', { push_token: token })
}

/** This browser's subscription as text. One that was made for another key of the site is made anew. */
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
