import type { Services } from '#http/calls.ts'

/**
 * Returns whether a message may link to a URL: a path of this app, or https on this site or on a site that the operator
 * lists (docs/reference/security.md#html-links-and-stored-settings). URLs with `javascript:` or `data:`, and URLs like
 * `//host`, are never allowed.
 */
export function isAllowedLink(
  link: string,
  { ownUrl, listedHosts }: { ownUrl: string; listedHosts: readonly string[] },
): boolean {
  if (isOwnPath(link)) return true
  if (!URL.canParse(link)) return false
  const { protocol, host, hostname, username, password } = new URL(link)
  if (username || password) return false
  if (URL.canParse(ownUrl) && new URL(ownUrl).host === host) return protocol === 'https:'
  return protocol === 'https:' && listedHosts.includes(hostname)
}

/** Returns whether a message may link to a URL, according to the site and the hosts in the settings. */
export function isAllowedTarget({ settings, config }: Pick<Services, 'settings' | 'config'>, link: string): boolean {
  const listedHosts = settings
    .get('allowedLinkHosts')
    .split(',')
    .map((host) => host.trim().toLowerCase())
  return isAllowedLink(link, { ownUrl: config.publicUrl ?? settings.get('storeUrl'), listedHosts })
}

/** Returns whether a path has one leading slash and nothing that a browser would read as a host name. */
export function isOwnPath(link: string): boolean {
  return /^\/(?![/\\])[^\s\\]*$/.test(link)
}
