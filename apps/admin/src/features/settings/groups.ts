import type { Output } from '@nukkad/contract/contract.ts'

export type DeskSetting = Output<'dashboard/settings'>['settings'][number]

/** The groups of the registry in the words and the order of the index; ways to pay stand in one of their own. */
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
  email: 'Mail and exports',
  limits: 'Limits',
}

/** Each provider with how the keys of its settings begin. */
export const gateways = [
  { name: 'Cash', keys: /^offersCash$/ },
  { name: 'Razorpay', keys: /razorpay/i },
  { name: 'Paytm', keys: /paytm/i },
  { name: 'Stripe', keys: /stripe/i },
  { name: 'PayMongo', keys: /paymongo/i },
  { name: 'Mercado Pago', keys: /mercadopago/i },
  { name: 'Khalti', keys: /khalti/i },
] as const

export function groupOf({ key, group }: DeskSetting): string {
  return group === 'checkout' && gateways.some(({ keys }) => keys.test(key)) ? 'payments' : group
}

/** Keys that are no words, in words. */
const names: Readonly<Record<string, string>> = {
  enSPU: 'Self-pickup',
  enRAR: 'Ratings',
  enSOV: 'Verify phones by code',
  enOLnR: 'Sign in by code only',
  enGDMA: 'Road distance',
  enDelChrRnd: 'Round delivery charges up',
  enCODonSF: 'Cash at the counter',
  enDevMode: 'Developer mode',
  enIOSPWAPopup: 'Explain installing on iPhones',
  enPassResetEmail: 'Password reset by mail',
  showGdpr: 'Privacy notice',
  paymongoPK: 'PayMongo public key',
  paymongoSK: 'PayMongo secret key',
  firebaseSenderId: 'Push sender id',
  firebasePublic: 'Push public key',
  firebaseSecret: 'Push secret key',
}

/** `cartColorBg` → Cart color bg */
export function nameOf(key: string): string {
  const words = key
    .replaceAll(/[_-]+/g, ' ')
    .replaceAll(/([a-z\d])([A-Z])/g, '$1 $2')
    .toLowerCase()
  return names[key] ?? words.charAt(0).toUpperCase() + words.slice(1)
}

export function matches(setting: DeskSetting, query: string): boolean {
  const text = `${nameOf(setting.key)} ${setting.key} ${setting.help}`.toLowerCase()
  return query
    .toLowerCase()
    .split(/\s+/)
    .every((word) => text.includes(word))
}
