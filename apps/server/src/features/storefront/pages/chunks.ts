import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

export const webDist = join(import.meta.dirname, '../../../../../web/dist')

type Chunk = { file: string; isEntry?: boolean; imports?: string[]; dynamicImports?: string[] }
export type Chunks = {
  has: (screen: string) => boolean
  /** Returns the scripts of a screen that the page does not load anyway. */
  filesOf: (screen: string) => string[]
  keysOf: (wanted: RegExp) => string[]
  /**
   * Returns the scripts of a screen and of the layers it may open, in addition to the entry and these chunks, with all
   * their imports.
   */
  shownBy: (screen: string, besides: string[]) => string[]
}

/** Reads the build's list of scripts; it is empty without a build. */
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
        // The entry and the shell may load every screen of the app later, so those do not count.
        ...(loadedAnyway.has(chunk) ? [] : (chunk.dynamicImports ?? [])),
      ]).map(({ file }) => file),
  }
}
