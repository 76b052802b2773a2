import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

export const webDist = join(import.meta.dirname, '../../../../../web/dist')

type Chunk = { file: string; isEntry?: boolean; imports?: string[]; dynamicImports?: string[] }
export type Chunks = {
  has: (screen: string) => boolean
  /** Returns the additional scripts of a screen, without those that every page loads. */
  filesOf: (screen: string) => string[]
  keysOf: (wanted: RegExp) => string[]
  /**
   * Returns the scripts that may run on a screen, with all their imports: the scripts of the entry, of these chunks, of
   * the screen, and of the layers that the screen may open.
   */
  shownBy: (screen: string, besides: string[]) => string[]
}

/** Reads the build's list of scripts; the list is empty without a build. */
export function readChunks(): Chunks {
  const path = join(webDist, '.vite/manifest.json')
  const manifest = existsSync(path) ? (JSON.parse(readFileSync(path, 'utf8')) as Record<string, Chunk>) : {}
  const entries = Object.keys(manifest).filter((key) => manifest[key]!.isEntry)
  const keyOf = (screen: string): string => `src/routes/${screen}.tsx`
  const withImports = (keys: string[], importsOf = (chunk: Chunk) => chunk.imports ?? []): Chunk[] => {
    const found = new Set<string>()
    const pending = [...entries, ...keys]
    for (let key = pending.pop(); key !== undefined; key = pending.pop()) {
      const chunk = manifest[key]
      if (!chunk || found.has(key)) continue
      found.add(key)
      pending.push(...importsOf(chunk))
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
    shownBy: (screen, besides) =>
      withImports([keyOf(screen), ...besides], (chunk) => [
        ...(chunk.imports ?? []),
        // Dynamic imports of the entry and the shell do not count, because they load every screen of the app.
        ...(loadedAnyway.has(chunk) ? [] : (chunk.dynamicImports ?? [])),
      ]).map(({ file }) => file),
  }
}
