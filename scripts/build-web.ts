import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { brotliCompressSync, constants, gzipSync } from 'node:zlib'
import { fingerprint } from './fingerprint.ts'

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

if (import.meta.main) buildWeb()

/** Builds the screens if their sources have changed since the last build. */
export function buildWeb(): void {
  const present = fingerprint(sources, join(root, '.build', 'web.seen'))
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
