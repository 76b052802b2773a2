/** Reads a `Cookie` header. */
export function cookiesOf(header: string | undefined): Map<string, string> {
  return new Map(
    (header ?? '').split(';').flatMap((pair) => {
      const at = pair.indexOf('=')
      return at < 0 ? [] : [[pair.slice(0, at).trim(), pair.slice(at + 1).trim()] as const]
    }),
  )
}

export function isHttps(origin: string): boolean {
  return origin.startsWith('https:')
}
