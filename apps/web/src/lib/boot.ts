import type { Output } from '@nukkad/contract/contract.ts'
import { isRecord } from './storage.ts'

/** What the server puts into the page, so that the first paint needs no round trip. */
export type Boot = {
  settings?: Record<string, string>
  language?: { id: number; texts: Record<string, string> }
  languages?: Output<'get-all-languages'>
  locations?: Output<'popular-geo-locations'>
  versions?: { forceNewSettingsVersion: string; forceCacheClearVersion: string }
  home?: { latitude: number; longitude: number; stores: Output<'get-delivery-restaurants'> }
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
