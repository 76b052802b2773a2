import { setting } from '#lib/catalogue.ts'

/** Returns the path of the shop's logo. */
export function logoPath(): string {
  const logo = setting('storeLogo')
  return `/assets/img/logos/${logo === 'logo.png' || logo === '' ? 'nukkad.svg' : logo}`
}
