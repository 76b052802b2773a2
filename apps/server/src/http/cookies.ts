/** Parses a `Cookie` header into names and values. */
export function cookiesOf(header: string | undefined): Map<string, string> {
  return new Map(
    (header ?? '').split(';').flatMap((pair) => {
      const at = pair.indexOf('=')
      return at < 0 ? [] : [[pair.slice(0, at).trim(), pair.slice(at + 1).trim()] as const]
    }),
  )
}

/**
 * Returns the name of a cookie; over https, the name has the prefix `__Host-`, with which browsers restrict the cookie
 * to this host and encrypted connections.
 */
export function cookieName(name: string, origin: string): string {
  return isHttps(origin) ? `__Host-${name}` : name
}

/** Returns the `Set-Cookie` header of a cookie that a browser keeps for some seconds and hides from scripts. */
export function keptCookie(
  name: string,
  value: string,
  { origin, seconds }: { origin: string; seconds: number },
): string {
  const secure = isHttps(origin) ? '; Secure' : ''
  return `${cookieName(name, origin)}=${value}; Path=/; Max-Age=${seconds}; HttpOnly; SameSite=Lax${secure}`
}

export function isHttps(origin: string): boolean {
  return origin.startsWith('https:')
}
