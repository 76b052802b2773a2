import { t } from '#lib/catalogue.ts'

/** The screens that send guests to the login, by the first part of their path. */
const texts = {
  'my-account': 'loginForAccount',
  'my-orders': 'loginForOrders',
  'my-wallet': 'loginForWallet',
  'my-addresses': 'loginForAddresses',
  'my-favorite-stores': 'loginForFavourites',
  alerts: 'loginForAlerts',
  checkout: 'loginForCheckout',
  'rate-order': 'loginForRating',
} as const

/**
 * Returns the text for the screen to which the login leads, by its path; undefined for paths that any guest may open.
 */
export function waitingText(path: string | undefined): string | undefined {
  const [, part = ''] = path?.split(/[/?#]/) ?? []
  return Object.hasOwn(texts, part) ? t(texts[part as keyof typeof texts]) : undefined
}
