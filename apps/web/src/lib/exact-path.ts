/**
 * Parses a route pattern that matches exactly: case-sensitive and without a trailing slash (B-01). In a pattern,
 * `:name` matches one segment, and the optional `:name?` and `*?` may be absent. The router imports this function in
 * place of its own parser (`vite.config.ts`).
 */
export function parse(path: string): { keys: string[]; pattern: RegExp } {
  // `*` matches every path.
  if (path === '*') return { keys: [], pattern: /^/ }
  const keys: string[] = []
  const source = path
    .split('/')
    .slice(1)
    .map((part) => {
      const isOptional = part.endsWith('?')
      if (part.startsWith(':')) keys.push(part.slice(1).replace('?', ''))
      else if (part.startsWith('*')) keys.push('*')
      else return `/${part}`
      const value = part.startsWith('*') ? '/(.*)' : '/([^/]+)'
      return isOptional ? `(?:${value})?` : value
    })
    .join('')
  return { keys, pattern: new RegExp(`^${source}$`) }
}
