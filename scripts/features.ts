/** Says to which domain and feature a file of the server belongs. */
export const SERVER = 'apps/server/src/'
export const FEATURES = `${SERVER}features/`

/**
 * Returns domain and feature, such as `identity/accounts`, for a file of a feature; for a file of no feature, the
 * folder, such as `platform` or `http`.
 */
export function featureOf(file: string): string {
  if (file.startsWith(FEATURES)) return file.slice(FEATURES.length).split('/').slice(0, 2).join('/')
  return file.slice(SERVER.length).split('/')[0]!
}

/** Returns the domain of a file of a feature, such as `identity`; undefined for a file of no feature. */
export function domainOf(file: string): string | undefined {
  return file.startsWith(FEATURES) ? featureOf(file).split('/')[0] : undefined
}
