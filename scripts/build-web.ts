import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { brotliCompressSync, constants, gzipSync } from 'node:zlib'

const root = join(import.meta.dirname, '..')
const stamp = join(root, '.build', 'web.sha256')
/** The source folders and files from which the screens are built. */
const sources = [
  'apps/web',
  'apps/admin',
  'packages/ui/src',
  'packages/rules/src',
  'packages/contract/src',
  'package-lock.json',
]
/** The apps to build: the phone app and the dashboard. */
const apps = ['apps/web', 'apps/admin']
const skipped = new Set(['dist', 'node_modules', '.vite'])

if (import.meta.main) buildWeb()

/** Builds the screens when their sources changed since the last build. */
export function buildWeb(): void {
  const present = fingerprint()
  if (
    apps.every((app) => existsSync(join(root, app, 'dist/index.html'))) &&
    existsSync(stamp) &&
    readFileSync(stamp, 'utf8') === present
  )
    return
  console.log('  Building the screens …')
  const vite = join(root, 'node_modules/vite/bin/vite.js')
  for (const app of apps) {
    const built = spawnSync(process.execPath, [vite, 'build', '--logLevel', 'warn'], {
      cwd: join(root, app),
      stdio: 'inherit',
    })
    if (built.status !== 0) throw new Error('The screens could not be built.')
    compress(join(root, app, 'dist'))
  }
  mkdirSync(dirname(stamp), { recursive: true })
  writeFileSync(stamp, present)
}

/** Compresses files during the build, so that no request waits for compression. */
function compress(folder: string): void {
  for (const entry of readdirSync(folder, { withFileTypes: true, recursive: true })) {
    if (!entry.isFile() || !/\.(js|css|svg|json|webmanifest)$/.test(entry.name)) continue
    const path = join(entry.parentPath, entry.name)
    const raw = readFileSync(path)
    writeFileSync(`${path}.br`, brotliCompressSync(raw, { params: { [constants.BROTLI_PARAM_QUALITY]: 11 } }))
    writeFileSync(`${path}.gz`, gzipSync(raw, { level: 9 }))
  }
}

function fingerprint(): string {
  const hash = createHash('sha256')
  for (const source of sources) addTo(hash, join(root, source))
  return hash.digest('hex')
}

function addTo(hash: ReturnType<typeof createHash>, path: string): void {
  if (!existsSync(path)) return
  if (/\.(ts|tsx|css|html|json|woff2|svg|js|png|webp)$/.test(path)) {
    if (!/\.test\.tsx?$/.test(path)) hash.update(path.slice(root.length)).update(readFileSync(path))
    return
  }
  const entries = readdirSync(path, { withFileTypes: true }).filter((entry) => !skipped.has(entry.name))
  for (const entry of entries.sort((a, b) => a.name.localeCompare(b.name))) {
    if (entry.isDirectory() || /\.(ts|tsx|css|html|json|woff2|svg|js|png|webp)$/.test(entry.name))
      addTo(hash, join(path, entry.name))
  }
}
