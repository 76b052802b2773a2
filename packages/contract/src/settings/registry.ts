import { providerSettings } from '../payments/provider-parts.ts'
import { brandingSettings, homeSettings, priceSettings, seoSettings } from './appearance.ts'
import { compatibilitySettings } from './compatibility.ts'
import { emailSettings, pushSettings, smsSettings } from './messaging.ts'
import {
  backupSettings,
  deliverySettings,
  exportSettings,
  limitSettings,
  ratingSettings,
  rewardSettings,
  storeSettings,
} from './operations.ts'
import { cartSettings, checkoutSettings, locationSettings, loginSettings } from './ordering.ts'
import type { SettingSpec } from './spec.ts'

/**
 * All settings with type, default, visibility and group (requirements M, GAP-56 to GAP-60). A setting that is not
 * listed cannot be stored or served. The list of settings is closed, because settings become keys in the browser's
 * local storage (docs/reference/security.md#html-links-and-stored-settings).
 */
export const settings = {
  ...brandingSettings,
  ...seoSettings,
  ...priceSettings,
  ...homeSettings,
  ...locationSettings,
  ...loginSettings,
  ...cartSettings,
  ...checkoutSettings,
  ...providerSettings,
  ...pushSettings,
  ...deliverySettings,
  ...storeSettings,
  ...smsSettings,
  ...emailSettings,
  ...ratingSettings,
  ...rewardSettings,
  ...limitSettings,
  ...exportSettings,
  ...backupSettings,
  ...compatibilitySettings,
} as const satisfies Record<string, SettingSpec>

/** The key of a setting, for clients and in the database. */
export type SettingKey = keyof typeof settings

/** Returns whether a string is the key of a setting. */
export function isSettingKey(key: string): key is SettingKey {
  return Object.hasOwn(settings, key)
}

/**
 * Returns the value that browsers receive. Returns the string 'null' for an empty value, because the apps test for this
 * string (docs/reference/wire.md#value-types, P-02).
 */
export function publicSettingValue(value: string): string {
  return value === '' ? 'null' : value
}
