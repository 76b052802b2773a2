import { mkdirSync } from 'node:fs'
import { findPackageJSON } from 'node:module'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

const repository = fileURLToPath(new URL('../../', import.meta.url))

/** The committed archive of the demo's pictures, sounds and map. */
export const archivePath = join(repository, 'demo/pictures.tar')

/** The folder served under /assets, which is unpacked from the archive and not committed. */
export const assetsFolder = join(repository, '.build/pictures')

/** Returns the path of a file in the folder served under /assets, and creates its folder if it is missing. */
export function assetFile(path: string): string {
  return inside('.build/pictures', path)
}

/** Returns the path of a font of the web app, which Vite adds to its bundle under a hashed name. */
export function webFontFile(path: string): string {
  return inside('apps/web/src/fonts', path)
}

/**
 * Returns the path of a render in the build cache, which is not committed. Because of the cache, a changed cover does
 * not render every product again.
 */
export function cacheFile(path: string): string {
  return inside('.build/art', path)
}

/** Returns the path of a file in an installed package, wherever npm installed it. */
export function packageFile(name: string, path: string): string {
  const manifest = findPackageJSON(name, import.meta.url)
  if (!manifest) throw new Error(`${name} is not installed`)
  return join(dirname(manifest), path)
}

function inside(folder: string, path: string): string {
  const file = join(repository, folder, path)
  mkdirSync(dirname(file), { recursive: true })
  return file
}
