import type { FastifyInstance, FastifyReply } from 'fastify'

type Site = {
  /**
   * Hashes of the inline scripts in the built pages, the only inline scripts that the content security policy allows.
   */
  scriptHashes: readonly string[]
  /**
   * Hashes of the inline styles, such as the style of the demo banner, the only inline styles that the content security
   * policy allows.
   */
  styleHashes: readonly string[]
  https: boolean
  /** Hosts of the map tiles, if a tile style is set. */
  tileHosts: readonly string[]
  /** Hosts that count page views, if the setting is on. */
  analyticsHosts: readonly string[]
}

/**
 * The content security policy of answers that no browser shows as a page; it is short, because a first visit fetches
 * dozens of files (docs/decisions/0095).
 */
const FILE_POLICY = "default-src 'none';frame-ancestors 'none'"

/** Headers that only matter for pages and workers. */
const pageHeaders = {
  'cross-origin-opener-policy': 'same-origin-allow-popups',
  'permissions-policy': 'geolocation=(self), camera=(), microphone=()',
  'referrer-policy': 'strict-origin-when-cross-origin',
  'x-frame-options': 'SAMEORIGIN',
}

/**
 * Sets the headers of docs/reference/security.md#headers on every answer: calls get the short headers of files, all
 * other answers get the headers of pages. The headers are built once at the start, because a library that built the
 * same fourteen lines for each request took a twelfth of the time of a cached answer (docs/decisions/0012).
 */
export function setSecurityHeaders(app: FastifyInstance, site: Site): void {
  const ofFiles = {
    'content-security-policy': FILE_POLICY,
    'cross-origin-resource-policy': 'same-origin',
    'x-content-type-options': 'nosniff',
    ...(site.https && { 'strict-transport-security': 'max-age=31536000' }),
  }
  const ofPages = { ...ofFiles, ...pageHeaders, 'content-security-policy': contentSecurityPolicy(site) }
  app.addHook(
    'onRequest',
    async (request, reply) => void reply.headers(request.routeOptions.config.isCall ? ofFiles : ofPages),
  )
}

/** Replaces the headers of a page with the shorter ones of a file, such as a script, style, font or picture. */
export function sendAsFile(reply: FastifyReply): FastifyReply {
  for (const name of Object.keys(pageHeaders)) reply.removeHeader(name)
  return reply.header('content-security-policy', FILE_POLICY)
}

function contentSecurityPolicy({ scriptHashes, styleHashes, tileHosts, analyticsHosts }: Site): string {
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
    // On wide screens the site shows the app in a frame (GAP-84), so its own pages may frame it.
    'frame-ancestors': ["'self'"],
  }
  return Object.entries(directives)
    .map(([name, sources]) => `${name} ${sources.join(' ')}`)
    .join(';')
}
