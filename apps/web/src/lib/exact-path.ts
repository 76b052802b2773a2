/**
 * Routes match to the letter: no other case and no slash at the end (B-01). `:name` is one part of the path, `:name?` and
 * `*?` may be missing.
 */
export function exactPath(path: string): { keys: string[]; pattern: RegExp } {
  // A route without a path is for all others.
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
