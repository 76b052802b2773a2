import { setting } from '#lib/catalogue.ts'

/**
 * Returns the path of the shop's logo (A-31), or of the product's own logo in the brand colour if the shop has none.
 */
export function logoPath(): string {
  const logo = setting('storeLogo')
  return `/assets/img/logos/${logo && logo !== 'logo.png' ? logo : `nukkad.svg?c=${setting('storeColor').slice(1)}`}`
}
