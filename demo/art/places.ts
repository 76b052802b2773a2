import { mkdirSync } from 'node:fs'
import { findPackageJSON } from 'node:module'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

const repository = fileURLToPath(new URL('../../', import.meta.url))

/** The demo's pictures, sounds and map in one committed file. */
export const archivePath = join(repository, 'demo/pictures.tar')

/** The folder served under /assets, unpacked from the archive (not committed). */
export const assetsFolder = join(repository, '.build/pictures')

/** A file of the folder served under /assets; its folder is made when missing. */
export function assetFile(path: string): string {
  return inside('.build/pictures', path)
}

/** A file of the web app's own fonts, which Vite hashes into its bundle. */
export function webFontFile(path: string): string {
  return inside('apps/web/src/fonts', path)
}

/** A render kept between runs (not committed), so that a changed cover does not draw every product again. */
export function cacheFile(path: string): string {
  return inside('.build/art', path)
}

/** A file of an installed package, wherever npm put the package. */
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
