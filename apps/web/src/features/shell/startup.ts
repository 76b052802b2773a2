import type { Output } from '@nukkad/contract/contract.ts'
import { defaultRow } from '@nukkad/rules/badges.ts'
import { allTexts, expectTexts } from '#lib/all-texts.ts'
import { call } from '#lib/api.ts'
import { boot } from '#lib/boot.ts'
import { isArray, readKey, readSlice, writeKey, writeSlice } from '#lib/storage.ts'
import { keepPlace, usePlace } from '#stores/place.ts'

type Locations = Output<'popular-geo-locations'>

/**
 * Prepares the app before the first paint: removes the referral code from the address bar, and uses the primary
 * location that is embedded in the page.
 */
export function prepare(): void {
  keepReferral()
  if (isLayerEntry(history.state)) history.replaceState({ ...history.state, layer: undefined }, '')
  if (boot.locations && !usePlace.getState().place) takePrimary(boot.locations)
}

/**
 * Makes, after the first paint, the calls that the specification requires at a start, on a first visit and after a
 * change of the shop's data.
 */
export async function start(): Promise<void> {
  const later = import('#lib/after-start.ts')
  if (readSlice('settings', isArray) === undefined)
    expectTexts(later.then(({ fetchSettings, fetchTexts }) => fetchSettings().then(fetchTexts)))
  void later.then(({ tiltCards, registerWorker }) => {
    registerWorker()
    tiltCards()
  })
  if (!usePlace.getState().place) await loadPrimary()
  if (readKey('endedSessions') !== undefined) void import('#lib/log-out.ts').then(({ sendEnded }) => sendEnded())
  await (await later).checkVersions()
  await allTexts()
}

/**
 * Fetches the popular locations and stores the primary location. Without a primary location, the app shows the critical
 * error screen (M-16, M-17).
 */
export function loadPrimary(): Promise<void> {
  loading ??= askForPrimary().finally(() => {
    loading = undefined
  })
  return loading
}

let loading: Promise<void> | undefined

async function askForPrimary(): Promise<void> {
  try {
    takePrimary(await call('popular-geo-locations', {}))
  } catch (cause) {
    console.warn('the popular locations could not be loaded', cause)
    takePrimary(readSlice('popular_locations', isArray) as Locations | undefined)
  }
}

function takePrimary(locations: Locations | undefined): void {
  if (!locations) return
  writeSlice('popular_locations', locations)
  const primary = defaultRow(locations)
  if (!primary) {
    usePlace.setState({ isCritical: true })
    return
  }
  keepPlace({
    lat: Number(primary.latitude),
    lng: Number(primary.longitude),
    address: primary.name,
    house: null,
    tag: null,
    businessLocation: true,
  })
}

/** Stores `?ref=` of any path as `refid` and removes it from the URL (C-33, S-18). */
function keepReferral(): void {
  const address = new URL(location.href)
  const code = address.searchParams.get('ref')
  if (code === null) return
  if (code !== '' && code.length <= 64) writeKey('refid', code)
  address.searchParams.delete('ref')
  history.replaceState(history.state, '', address.pathname + address.search + address.hash)
}

/**
 * Returns whether the history entry belongs to a sheet or dialog. A reload does not reopen the sheet or dialog, so the
 * start of the app turns the entry into an ordinary one.
 */
function isLayerEntry(state: unknown): boolean {
  return typeof state === 'object' && state !== null && 'layer' in state
}
