import type { Output } from '@nukkad/contract/contract.ts'
import { isRecord } from './storage.ts'

/** What the server puts into the page, so that the first paint needs no round trip. */
type Boot = {
  /** Settings, and the texts of the default language among them (INT-16). */
  settings?: Record<string, string>
  language?: { id: number; code: string; direction: 'ltr' | 'rtl' }
  languages?: Output<'get-all-languages'>
  locations?: Output<'popular-geo-locations'>
  versions?: { forceNewSettingsVersion: string; forceCacheClearVersion: string }
  /** Custom properties derived from the brand. */
  theme?: Record<string, string>
  /** The lists around the default place, for the home screen. */
  home?: {
    latitude: number
    longitude: number
    stores: Output<'get-delivery-restaurants'>
    warehouses: Output<'get-delivery-warehouses'>
    tiles: Output<'get-restaurant-category-slides'>
    slides: Output<'promo-slider'>
  }
  /** The store whose page this is. */
  store?: { slug: string; info: Output<'get-restaurant-info'>; menu?: Output<'get-restaurant-items'> }
}

/** The store that came along, for the first moments of its screen; its calls ask anew at once. */
export const broughtStore = (slug: string): Boot['store'] => (boot.store?.slug === slug ? boot.store : undefined)

/** What came along for these coordinates; undefined when the page was made for others. */
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
    console.warn('boot data is not readable', cause)
    return {}
  }
}
