import { UPDATE_RELOAD_MS } from '@nukkad/rules/constants.ts'
import { call } from './api.ts'
import { keepNamed, setting } from './catalogue.ts'
import { forceReload, isPaymentOpen, mayForceReload } from './reload.ts'
import { type ClientKey, isRecord, readKey, type Slice, writeKey, writeSlice } from './storage.ts'
import { traceTaps } from './traces.ts'
import { useUpdating } from './updating.ts'

type Versions = { forceNewSettingsVersion: string; forceCacheClearVersion: string }

/**
 * Entries that survive a clear of the cache: those of the specification (M-23), and those that prevent the loss of a
 * session, trip or cart (GAP-61).
 */
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
  'endedSessions',
  'checkoutChoices',
  'orderComment',
  'orderDate',
  'orderSlot',
  'riderQueue',
]

/**
 * Compares /version.json with the stored versions, and then refetches the settings or clears the cache (M-20 to M-29,
 * GAP-61).
 */
export async function checkVersions(): Promise<void> {
  if (isPaymentOpen()) return
  const versions = await readVersions()
  // The check stops if the person has started a payment while the versions were fetched, because clearing the cache
  // reloads the page.
  if (!versions || isPaymentOpen()) return
  const settings = readKey('forceNewSettingsVersion')
  const cache = readKey('forceCacheClearVersion')
  if (settings === undefined || cache === undefined) return keepVersions(versions)
  // Clearing the cache ends with a reload, so if the page may not reload yet, the cache is cleared at the next start.
  if (cache !== versions.forceCacheClearVersion) return mayForceReload() ? clearEverything(versions) : undefined
  if (settings !== versions.forceNewSettingsVersion) {
    await fetchSettings()
    await fetchTexts()
    keepVersions(versions)
  }
}

/**
 * Fetches the settings and stores each under its key (M-01). If the settings cannot be fetched, the app writes a log
 * line and keeps the stored ones (Q-04).
 */
export async function fetchSettings(): Promise<boolean> {
  try {
    const rows = await call('get-settings', {})
    const before = looks()
    await keepNamed(Object.fromEntries(rows.map(({ key, value }) => [key, value])))
    writeSlice('settings', rows)
    if (looks() !== before) (await import('./appearance.ts')).applyTheme()
    return true
  } catch (cause) {
    console.warn('the new settings could not be loaded', cause)
    return false
  }
}

/** Returns the settings of the appearance as one text, by which a change of them is recognised. */
function looks(): string {
  const names = ['storeColor', 'cartColorBg', 'cartColorText', 'restaurantCategorySliderStyle', 'customCSS'] as const
  return names.map(setting).join()
}

/**
 * Fetches the texts of the current language and stores them over the settings (INT-16, M-12). If the texts cannot be
 * fetched, the app writes a log line and keeps the stored ones.
 */
export async function fetchTexts(): Promise<boolean> {
  try {
    const id = await languageInUse()
    if (id === undefined) return false
    await keepNamed(await call('get-single-language', { id }))
    return true
  } catch (cause) {
    console.warn('the new texts could not be loaded', cause)
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
    if (value.traces === true) traceTaps()
    const { forceNewSettingsVersion, forceCacheClearVersion } = value
    if (typeof forceNewSettingsVersion !== 'string' || typeof forceCacheClearVersion !== 'string') return undefined
    return { forceNewSettingsVersion, forceCacheClearVersion }
  } catch (cause) {
    console.warn('the version could not be loaded', cause)
    return undefined
  }
}

function keepVersions({ forceNewSettingsVersion, forceCacheClearVersion }: Versions): void {
  writeKey('forceNewSettingsVersion', forceNewSettingsVersion)
  writeKey('forceCacheClearVersion', forceCacheClearVersion)
}

/**
 * Clears the storage, the service workers and the caches, fetches the settings and texts, stores the versions, and
 * reloads the page after 3 s (M-22 to M-29).
 */
async function clearEverything(versions: Versions): Promise<void> {
  useUpdating.setState({ isUpdating: true })
  try {
    clearStorage()
    const registrations = (await navigator.serviceWorker?.getRegistrations()) ?? []
    await Promise.all(registrations.map((registration) => registration.unregister()))
    if ('caches' in window) await Promise.all((await caches.keys()).map((name) => caches.delete(name)))
  } catch (cause) {
    console.warn('a part of the cache could not be cleared', cause)
  }
  await fetchSettings()
  await fetchTexts()
  keepVersions(versions)
  setTimeout(() => {
    if (!forceReload()) useUpdating.setState({ isUpdating: false })
  }, UPDATE_RELOAD_MS)
}

/**
 * Removes single entries instead of clearing everything, so that other tabs never see a session or a cart disappear.
 */
function clearStorage(): void {
  const kept = new Set<string>(survivors)
  for (const name of Object.keys(localStorage)) if (!kept.has(name)) localStorage.removeItem(name)
}
