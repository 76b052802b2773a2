import { setting } from '#lib/catalogue.ts'

/** Returns the path of the shop's logo (A-31); the product's own logo is drawn in the brand colour. */
export function logoPath(): string {
  const logo = setting('storeLogo')
  return `/assets/img/logos/${logo && logo !== 'logo.png' ? logo : `nukkad.svg?c=${setting('storeColor').slice(1)}`}`
}
