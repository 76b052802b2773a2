/**
 * Returns the URL of a social link as an operator typed it, with https if it has no scheme. Returns undefined for an
 * empty text, for "null" from older servers, and for anything else that is not a web address.
 */
export function socialLink(typed: string): string | undefined {
  const text = typed.trim()
  if (text === '' || text === 'null') return undefined
  const address = /^https?:\/\//i.test(text) ? text : `https://${text.replace(/^\/\//, '')}`
  const url = URL.parse(address)
  // After `https://` is added, `javascript:x` and `mailto:x` parse as a host and a port, so the host must contain a
  // dot.
  return url?.hostname.includes('.') && !url.username ? url.href : undefined
}
