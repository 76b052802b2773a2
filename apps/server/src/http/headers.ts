import type { FastifyInstance } from 'fastify'

type Site = {
  /** Hashes of the scripts written into the built page. */
  scriptHashes: readonly string[]
  /** Hashes of the styles written into the page, as the demo's banner is. */
  styleHashes: readonly string[]
  https: boolean
  /** Where map tiles come from, when a tile style is set. */
  tileHosts: readonly string[]
  /** Who counts page views, when somebody does. */
  analyticsHosts: readonly string[]
}

/**
 * The headers of docs/reference/security.md#headers, on every answer. Written out once at start: a library that builds
 * the same fourteen lines anew for each request took a twelfth of a cached answer's time (docs/decisions/0012).
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
