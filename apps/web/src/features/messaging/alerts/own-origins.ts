import { setting } from '#lib/catalogue.ts'

/** Returns the origin of this page and the origin that the server writes into links. */
export function ownOrigins(): string[] {
  const stated = setting('storeUrl')
  return [location.origin, ...(URL.canParse(stated) ? [new URL(stated).origin] : [])]
}
