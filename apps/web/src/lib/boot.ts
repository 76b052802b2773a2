import type { Output } from '@nukkad/contract/contract.ts'
import { isRecord } from './storage.ts'

/** Data that the server embeds in the page, so that the first paint needs no request. */
type Boot = {
  /** Settings, including the texts of the default language (INT-16). */
  settings?: Record<string, string>
  language?: { id: number; code: string; direction: 'ltr' | 'rtl' }
  languages?: Output<'get-all-languages'>
  locations?: Output<'popular-geo-locations'>
  versions?: { forceNewSettingsVersion: string; forceCacheClearVersion: string }
  /** CSS custom properties derived from the brand colours. */
  theme?: Record<string, string>
  /** The lists of home for the default location. */
  home?: {
    latitude: number
    longitude: number
    stores: Output<'get-delivery-restaurants'>
    warehouses: Output<'get-delivery-warehouses'>
    tiles: Output<'get-restaurant-category-slides'>
    slides: Output<'promo-slider'>
  }
  /** The store whose page the browser requested. */
  store?: { slug: string; info: Output<'get-restaurant-info'>; menu?: Output<'get-restaurant-items'> }
}

/**
 * Returns the store that is embedded in the page. The store's screen shows the embedded data first and refetches it
 * immediately.
 */
export const broughtStore = (slug: string): Boot['store'] => (boot.store?.slug === slug ? boot.store : undefined)

/** Returns the embedded lists of home if they are for these coordinates. */
export function broughtFor({ latitude, longitude }: { latitude: number; longitude: number }) {
  const { home } = boot
  return home?.latitude === latitude && home.longitude === longitude ? home : undefined
}

export const boot: Boot = readBoot()

function readBoot(): Boot {
  const text = document.getElementById('boot')?.textContent
  if (!text) return {}
  try {
    const value: unknown = JSON.parse(text)
    return isRecord(value) ? (value as Boot) : {}
  } catch (cause) {
    console.warn('the boot data could not be read', cause)
    return {}
  }
}
