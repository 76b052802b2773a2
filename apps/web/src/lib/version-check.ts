import { UPDATE_RELOAD_MS } from '@nukkad/rules/constants.ts'
import { create } from 'zustand'
import { call } from './api.ts'
import { keepNamed } from './catalogue.ts'
import { type ClientKey, isRecord, readKey, removeKey, type Slice, writeKey, writeSlice } from './storage.ts'

type Versions = { forceNewSettingsVersion: string; forceCacheClearVersion: string }

/** Kept over a cache clear as specified (M-23), and so that nobody loses a session, trip or cart (GAP-61). */
const survivors: (ClientKey | Slice | 'storeColor' | 'storeLogo' | 'updatingMessage')[] = [
  'geoLocation',
  'userSetAddress',
  'storeColor',
  'storeLogo',
  'updatingMessage',
  'activeRestaurant',
  'userPreferedLanguage',
  'user',
  'delivery_user',
  'cart',
  'total',
  'refid',
  'gdprAccepted',
  'gdprConsent',
  'checkoutKey',
  'checkoutChoices',
  'orderComment',
  'orderDate',
  'orderSlot',
  'riderQueue',
]

/** Whether the updating overlay covers the page (A-16, M-29). */
export const useUpdating = create<{ isUpdating: boolean }>(() => ({ isUpdating: false }))

/** Compares /version.json with what is stored and refetches or clears as it asks (M-20 to M-29, GAP-61). */
export async function checkVersions(): Promise<void> {
  if (isPaymentOpen()) return
  const versions = await readVersions()
  // He may have gone to pay meanwhile.
  if (!versions || isPaymentOpen()) return
  const settings = readKey('forceNewSettingsVersion')
  const cache = readKey('forceCacheClearVersion')
  if (settings === undefined || cache === undefined) return keepVersions(versions)
  if (cache !== versions.forceCacheClearVersion) return clearEverything(versions)
  if (settings !== versions.forceNewSettingsVersion) {
    await fetchSettings()
    await fetchTexts()
    keepVersions(versions)
  }
}

/**
 * Somebody is about to pay, or has just come back from a provider and reads what became of his money: no reload cuts in,
 * and the next start takes the new version (GAP-61).
 */
export function isPaymentOpen(): boolean {
  return location.pathname === '/checkout' || new URLSearchParams(location.search).has('payment')
}

/** Posts get-settings and writes each under its key (M-01); a failure is only logged. */
export async function fetchSettings(): Promise<boolean> {
  try {
    const rows = await call('get-settings', {})
    const hasChanged = await keepNamed(Object.fromEntries(rows.map(({ key, value }) => [key, value])))
    writeSlice('settings', rows)
    if (hasChanged) (await import('./appearance.ts')).applyTheme()
    return true
  } catch (cause) {
    console.warn('settings stay as they are', cause)
    return false
  }
}

/** Posts get-single-language for the language in use and writes its texts over the settings' (INT-16, M-12). */
export async function fetchTexts(): Promise<boolean> {
  try {
    const id = await languageInUse()
    if (id === undefined) return false
    await keepNamed(await call('get-single-language', { id }))
    return true
  } catch (cause) {
    console.warn('texts stay as they are', cause)
    return false
  }
}

async function languageInUse(): Promise<number | undefined> {
  const languages = await call('get-all-languages', {})
  writeSlice('languages', languages)
  const chosen = languages.find(({ id }) => String(id) === readKey('userPreferedLanguage'))
  const language = chosen ?? languages.find(({ is_default }) => is_default === 1)
  if (language) {
    document.documentElement.lang = language.code
    document.documentElement.dir = language.direction
  }
  return language?.id
}

async function readVersions(): Promise<Versions | undefined> {
  try {
    const response = await fetch('/version.json', { cache: 'no-store' })
    const value: unknown = await response.json()
    if (!isRecord(value)) return undefined
    const { forceNewSettingsVersion, forceCacheClearVersion } = value
    if (typeof forceNewSettingsVersion !== 'string' || typeof forceCacheClearVersion !== 'string') return undefined
    return { forceNewSettingsVersion, forceCacheClearVersion }
  } catch (cause) {
    console.warn('version is not known', cause)
    return undefined
  }
}

function keepVersions({ forceNewSettingsVersion, forceCacheClearVersion }: Versions): void {
  writeKey('forceNewSettingsVersion', forceNewSettingsVersion)
  writeKey('forceCacheClearVersion', forceCacheClearVersion)
}

/** In this order: storage, workers, caches, settings and language, versions, reload after 3 s (M-22 to M-29). */
async function clearEverything(versions: Versions): Promise<void> {
  useUpdating.setState({ isUpdating: true })
  clearStorage()
  const registrations = (await navigator.serviceWorker?.getRegistrations()) ?? []
  await Promise.all(registrations.map((registration) => registration.unregister()))
  if ('caches' in window) await Promise.all((await caches.keys()).map((name) => caches.delete(name)))
  await fetchSettings()
  await fetchTexts()
  keepVersions(versions)
  setTimeout(() => location.reload(), UPDATE_RELOAD_MS)
}

function clearStorage(): void {
  const kept = survivors.map((name) => [name, localStorage.getItem(name)] as const)
  localStorage.clear()
  for (const [name, value] of kept) if (value !== null) localStorage.setItem(name, value)
  removeKey('appliedCoupon')
}
