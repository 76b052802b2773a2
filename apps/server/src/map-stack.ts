import { existsSync, readFileSync } from 'node:fs'
import { SourceMap } from 'node:module'
import { fileURLToPath } from 'node:url'

const place = /(file:\/\/[^\s()]+\.js):(\d+):(\d+)/g
/** Cache of mapped positions, because the same positions occur often, and a source map is large. */
const known = new Map<string, string>()
const MAX_KNOWN = 1000

/**
 * Replaces positions in the bundle (scripts/build-server.ts) with positions in the sources, in the stack of an error.
 * Node's own mapping would read all source maps at each start.
 */
export function mapStack(stack: string): string {
  const maps = new Map<string, SourceMap | undefined>()
  if (known.size > MAX_KNOWN) known.clear()
  return stack.replace(place, (inBundle, url: string, line: string, column: string) => {
    const found = known.get(inBundle)
    if (found) return found
    if (!maps.has(url)) maps.set(url, readMap(url))
    const entry = maps.get(url)?.findEntry(Number(line) - 1, Number(column) - 1)
    const mapped =
      entry && 'originalSource' in entry
        ? `${new URL(entry.originalSource, url)}:${entry.originalLine + 1}:${entry.originalColumn + 1}`
        : inBundle
    known.set(inBundle, mapped)
    return mapped
  })
}

function readMap(url: string): SourceMap | undefined {
  const path = `${fileURLToPath(url)}.map`
  return existsSync(path) ? new SourceMap(JSON.parse(readFileSync(path, 'utf8'))) : undefined
}
