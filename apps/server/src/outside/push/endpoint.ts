/**
 * The push services of today's browsers (docs/reference/providers.md#storing-a-push-token); `*.` at the start of a name
 * stands for one or more subdomains.
 */
const services = [
  'fcm.googleapis.com',
  'android.googleapis.com',
  '*.push.services.mozilla.com',
  '*.push.apple.com',
  '*.notify.windows.com',
]

const MAX_LETTERS = 2048

/**
 * Returns whether the server may post to this URL, which a browser sent
 * (docs/reference/security.md#html-links-and-stored-settings): https at the usual port of a known push service.
 * `extraHosts` are simulators for tests, with their ports, and may lack TLS.
 */
export function isPushEndpoint(endpoint: string, extraHosts: readonly string[]): boolean {
  if (endpoint.length > MAX_LETTERS || !URL.canParse(endpoint)) return false
  const { protocol, host, hostname, port, username, password } = new URL(endpoint)
  if (username || password) return false
  if (extraHosts.includes(host)) return protocol === 'https:' || protocol === 'http:'
  return protocol === 'https:' && port === '' && services.some((service) => matches(hostname, service))
}

function matches(hostname: string, service: string): boolean {
  return service.startsWith('*.') ? hostname.endsWith(service.slice(1)) : hostname === service
}
