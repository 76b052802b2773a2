import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

export const webDist = join(import.meta.dirname, '../../../../web/dist')

type Chunk = { file: string; isEntry?: boolean; imports?: string[] }
export type Chunks = {
  has: (screen: string) => boolean
  /** The scripts of a screen that the page does not load anyway. */
  filesOf: (screen: string) => string[]
  keysOf: (wanted: RegExp) => string[]
  /** These chunks and the entry, with all that they import. */
  withImports: (keys: string[]) => Chunk[]
}

/** What the build wrote of its scripts; nothing while there is no build. */
export function readChunks(): Chunks {
  const path = join(webDist, '.vite/manifest.json')
  const manifest = existsSync(path) ? (JSON.parse(readFileSync(path, 'utf8')) as Record<string, Chunk>) : {}
  const entries = Object.keys(manifest).filter((key) => manifest[key]!.isEntry)
  const keyOf = (screen: string): string => `src/routes/${screen}.tsx`
  const withImports = (keys: string[]): Chunk[] => {
    const found = new Set<string>()
    const pending = [...entries, ...keys]
    for (let key = pending.pop(); key !== undefined; key = pending.pop()) {
      const chunk = manifest[key]
      if (!chunk || found.has(key)) continue
      found.add(key)
      pending.push(...(chunk.imports ?? []))
    }
    return [...found].map((key) => manifest[key]!)
  }
  const loadedAnyway = new Set(withImports([]))
  return {
    has: (screen) => keyOf(screen) in manifest,
    filesOf: (screen) =>
      withImports([keyOf(screen)])
        .filter((chunk) => !loadedAnyway.has(chunk))
        .map(({ file }) => file),
    keysOf: (wanted) => Object.keys(manifest).filter((key) => wanted.test(key)),
    withImports,
  }
}
