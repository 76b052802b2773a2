import { brandingSettings, homeSettings, priceSettings, seoSettings } from './appearance.ts'
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
 * Every setting of the product with its type, default, visibility and group (requirements M, GAP-56 to GAP-60).
 * A value that is not here cannot be stored or served: names go to local storage, so the list is closed
 * (docs/reference/security.md#html-links-and-stored-settings).
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
} as const satisfies Record<string, SettingSpec>

export type SettingKey = keyof typeof settings

/** Whether a name is a setting of this product. */
export function isSettingKey(key: string): key is SettingKey {
  return Object.hasOwn(settings, key)
}

/**
 * The value a browser gets: an unset one travels as the string 'null', for which the apps test
 * (docs/reference/wire.md#value-types, P-02).
 */
export function publicSettingValue(value: string): string {
  return value === '' ? 'null' : value
}
