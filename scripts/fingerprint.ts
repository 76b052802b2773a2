import { createHash, type Hash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

const root = join(import.meta.dirname, '..')
const skipped = new Set(['dist', 'node_modules', '.vite'])
const source = /\.(ts|tsx|css|html|json|woff2|svg|js|png|webp)$/

/** Returns a digest of the names and contents of source files, without tests. Paths are those below the repository. */
export function fingerprint(paths: readonly string[]): string {
  const hash = createHash('sha256')
  for (const path of paths) addTo(hash, path)
  return hash.digest('hex')
}

function addTo(hash: Hash, path: string): void {
  const place = join(root, path)
  if (!existsSync(place)) return
  if (source.test(path)) {
    if (!/\.test\.tsx?$/.test(path)) hash.update(path).update(readFileSync(place))
    return
  }
  const entries = readdirSync(place, { withFileTypes: true }).filter((entry) => !skipped.has(entry.name))
  for (const entry of entries.sort((a, b) => a.name.localeCompare(b.name)))
    if (entry.isDirectory() || source.test(entry.name)) addTo(hash, `${path}/${entry.name}`)
}
