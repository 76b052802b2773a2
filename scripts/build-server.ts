import { mkdtempSync, rmSync } from 'node:fs'
import { dirname, isAbsolute, join } from 'node:path'
import { fingerprint } from './fingerprint.ts'
import { putInPlace, stampOf, writeStamp } from './put-in-place.ts'

const root = join(import.meta.dirname, '..')
/** The folder of the server's bundle, next to the sources, so that the bundle finds the same packages. */
const folder = join(root, 'apps/server/dist')
const sources = [
  'scripts/build-server.ts',
  'apps/server/src',
  'apps/server/package.json',
  'demo/src',
  'packages/contract/src',
  'packages/rules/src',
  'packages/simulators/src',
  'packages/ui/src',
  'package-lock.json',
]
/** Number of digits of a release identifier, enough to distinguish releases. */
const RELEASE_DIGITS = 8
/**
 * Packages that are bundled with the server, because they consist of many small modules with nothing but functions. All
 * other packages are loaded as npm installed them.
 */
const bundled = ['kysely', 'zod']

/**
 * Bundles the server when its sources changed since the last bundle, because loading 1,000 modules takes most of a
 * start. Code that the server loads only when it needs it stays in separate files.
 * @returns the path of the file to run instead of `apps/server/src/serve.ts`
 */
export async function buildServer(): Promise<string> {
  // The server's bundle contains the absolute path of the repository, so the digest includes this path, and a copy of
  // the repository builds its own bundle.
  const digest = `${fingerprint(sources, join(root, '.build', 'server.seen'))} ${root}`
  const entry = join(folder, 'serve.js')
  if (stampOf(folder) === digest) return entry
  console.log('  Bundling the server …')
  const fresh = mkdtempSync(`${folder}-`)
  try {
    await bundle(fresh, digest)
    writeStamp(fresh, digest)
    putInPlace(fresh, folder, digest)
  } finally {
    rmSync(fresh, { recursive: true, force: true })
  }
  return entry
}

async function bundle(into: string, digest: string): Promise<void> {
  const { rolldown } = await import('rolldown')
  const graph = await rolldown({
    input: join(root, 'apps/server/src/serve.ts'),
    platform: 'node',
    external: (id) => !isBundled(id),
    plugins: [
      { name: 'places of sources', transform: keepPlace },
      { name: 'release', transform: (code, id) => nameRelease(code, id, digest) },
    ],
  })
  const { output } = await graph.write({
    dir: into,
    entryFileNames: '[name].js',
    // The names of the bundle's files have no digest, so that a new bundle overwrites the compiled code of an older one
    // and old code does not accumulate.
    chunkFileNames: '[name].js',
    sourcemap: true,
  })
  await graph.close()
  requireSources(output.flatMap((file) => (file.type === 'chunk' ? file.moduleIds : [])))
}

/** Fails for a module of the product outside `sources`, because a change of such a module would cause no new bundle. */
function requireSources(modules: readonly string[]): void {
  // Replaces backslashes, because paths on Windows can be written with two kinds of slashes.
  const slashed = (path: string) => path.replaceAll('\\', '/')
  const folders = sources.map((path) => slashed(join(root, path, '/')))
  const isOurs = (id: string) => isAbsolute(id) && !slashed(id).includes('/node_modules/')
  const strange = modules.find((id) => isOurs(id) && !folders.some((path) => slashed(id).startsWith(path)))
  if (strange) throw new Error(`scripts/build-server.ts must name the folder of ${strange} among its sources.`)
}

function isBundled(id: string): boolean {
  if (/^[.#]/.test(id) || isAbsolute(id) || id.startsWith('@nukkad/')) return true
  return bundled.some((name) => id === name || id.startsWith(`${name}/`))
}

/** Replaces `import.meta.dirname` with the folder of the source, because the server reads files next to its sources. */
function keepPlace(code: string, id: string) {
  if (!code.includes('import.meta.dirname')) return null
  const place = JSON.stringify(dirname(id))
  // The replacement needs no source map, because it does not change the line numbers.
  return { code: code.replaceAll('import.meta.dirname', place), map: null }
}

/** Writes the release identifier into the module that exports it. */
function nameRelease(code: string, id: string, digest: string) {
  if (!id.endsWith('release.ts')) return null
  return { code: code.replace("'sources'", JSON.stringify(digest.slice(0, RELEASE_DIGITS))), map: null }
}
