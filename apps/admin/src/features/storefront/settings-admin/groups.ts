import type { Output } from '@nukkad/contract/contract.ts'
import { isSettingOf } from '@nukkad/contract/payments/provider-parts.ts'
import { providerNames, providers } from '@nukkad/contract/payments/providers.ts'
import { settingNames } from './names.ts'

export type AdminSetting = Output<'dashboard/settings'>['settings'][number]

/** The name of the group for settings that this product does not use. */
export const OTHERS = 'others'

/**
 * The groups of settings, with their titles and in the order of the page. Payment methods have a group of their own.
 */
export const groupTitles: Readonly<Record<string, string>> = {
  branding: 'Branding',
  home: 'Home and layout',
  prices: 'Prices and menus',
  seo: 'Search and sharing',
  location: 'Places and maps',
  login: 'Signing in',
  cart: 'Cart, tax and tips',
  checkout: 'Checkout and wallet',
  payments: 'Payment gateways',
  delivery: 'Riders',
  stores: 'Stores',
  rewards: 'Rewards',
  ratings: 'Ratings',
  push: 'Push messages',
  sms: 'Text messages',
  email: 'Mail',
  exports: 'Exports to Drive',
  backups: 'Backups',
  limits: 'Limits',
  [OTHERS]: 'For other apps',
}

/** The payment methods, cash and each provider, with their settings. */
export const gateways: readonly { name: string; owns: (key: string) => boolean }[] = [
  { name: 'Cash', owns: (key) => key === 'offersCash' },
  ...providerNames.map((name) => ({ name: providers[name].label, owns: (key: string) => isSettingOf(name, key) })),
]

export function groupOf({ key, group, is_unread }: AdminSetting): string {
  if (is_unread) return OTHERS
  return group === 'checkout' && gateways.some(({ owns }) => owns(key)) ? 'payments' : group
}

export function nameOf(key: string): string {
  return (settingNames as Readonly<Record<string, string>>)[key] ?? key
}

function matches(setting: AdminSetting, query: string): boolean {
  const text = `${nameOf(setting.key)} ${setting.key} ${setting.help}`.toLowerCase()
  return query
    .toLowerCase()
    .split(/\s+/)
    .every((word) => text.includes(word))
}

/** Returns the settings of one group, or those of all groups that match a search. */
export function shownSettings(
  settings: readonly AdminSetting[],
  { group, q }: { group: string; q: string },
): readonly AdminSetting[] {
  return settings.filter((setting) => (q ? matches(setting, q) : groupOf(setting) === group))
}
