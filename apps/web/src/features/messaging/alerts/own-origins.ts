import { setting } from '#lib/catalogue.ts'

/** This address, and the one that the server writes into links. */
export function ownOrigins(): string[] {
  const stated = setting('storeUrl')
  return [location.origin, ...(URL.canParse(stated) ? [new URL(stated).origin] : [])]
}
