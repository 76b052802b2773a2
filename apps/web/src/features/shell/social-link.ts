/**
 * The address of a social link as an operator typed it; one without a scheme gets https. Undefined for an empty text, for
 * the text "null" of older servers, and for anything that is no web address.
 */
export function socialLink(typed: string): string | undefined {
  const text = typed.trim()
  if (text === '' || text === 'null') return undefined
  const address = /^https?:\/\//i.test(text) ? text : `https://${text.replace(/^\/\//, '')}`
  const url = URL.parse(address)
  // `javascript:x` and `mailto:x` would be read as a name and a port.
  return url?.hostname.includes('.') && !url.username ? url.href : undefined
}
