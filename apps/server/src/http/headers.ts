import type { FastifyInstance } from 'fastify'

type Site = {
  /** Hashes of the scripts in the built page. */
  scriptHashes: readonly string[]
  /** Hashes of the styles in the page, such as the demo's banner. */
  styleHashes: readonly string[]
  https: boolean
  /** Hosts of the map tiles, when a tile style is set. */
  tileHosts: readonly string[]
  /** Hosts that count page views, if the setting is on. */
  analyticsHosts: readonly string[]
}

/**
 * Sets the headers of docs/reference/security.md#headers on every answer. They are built once at start: a library that
 * built the same fourteen lines for each request took a twelfth of a cached answer's time (docs/decisions/0012).
 */
export function setSecurityHeaders(app: FastifyInstance, site: Site): void {
  const headers = securityHeaders(site)
  app.addHook('onRequest', async (_request, reply) => void reply.headers(headers))
}

function securityHeaders({ https, ...site }: Site): Record<string, string> {
  return {
    'content-security-policy': contentSecurityPolicy(site),
    'cross-origin-opener-policy': 'same-origin-allow-popups',
    'cross-origin-resource-policy': 'same-origin',
    'permissions-policy': 'geolocation=(self), camera=(), microphone=()',
    'referrer-policy': 'strict-origin-when-cross-origin',
    'x-content-type-options': 'nosniff',
    'x-frame-options': 'SAMEORIGIN',
    ...(https && { 'strict-transport-security': 'max-age=31536000' }),
  }
}

function contentSecurityPolicy({ scriptHashes, styleHashes, tileHosts, analyticsHosts }: Omit<Site, 'https'>): string {
  const directives: Record<string, readonly string[]> = {
    'default-src': ["'none'"],
    'script-src': ["'self'", ...scriptHashes],
    'style-src': ["'self'", ...styleHashes],
    'img-src': ["'self'", 'data:', 'blob:', ...tileHosts],
    'font-src': ["'self'"],
    'connect-src': ["'self'", ...tileHosts, ...analyticsHosts],
    'frame-src': ["'self'"],
    'worker-src': ["'self'"],
    'manifest-src': ["'self'"],
    'media-src': ["'self'"],
    'form-action': ["'self'"],
    'base-uri': ["'none'"],
    'object-src': ["'none'"],
    // The desktop preview frames the app (GAP-84).
    'frame-ancestors': ["'self'"],
  }
  return Object.entries(directives)
    .map(([name, sources]) => `${name} ${sources.join(' ')}`)
    .join(';')
}
