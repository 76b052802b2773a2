import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { brotliCompressSync, constants } from 'node:zlib'
import { root } from './steps.ts'

/** Maximum transferred size of the phone app's first load in kB, compressed with brotli. */
const FIRST_LOAD_KB = 90
const STYLES_KB = 10
const ROUTE_KB = 20
/** Maximum size in kB of the scripts and styles of the dashboard's sign-in and home. */
const DASHBOARD_KB = 200
/** Maximum size in kB of the dashboard's charts, which load after the figures of its home page. */
const CHARTS_KB = 100
/**
 * Matches code that loads only for a configured tile map or for HTML written by a shop, so its size does not count for
 * any route.
 */
const heavyOnDemand = /maplibre|purify/

type Manifest = Record<
  string,
  { file: string; isEntry?: boolean; isDynamicEntry?: boolean; imports?: string[]; css?: string[] }
>

type Row = [name: string, kb: number, most: number]

/**
 * Measures the bytes that a browser downloads: for the first load of the phone app, for each further route, for the
 * styles, and for the dashboard's first load.
 */
export async function bundleSizes(): Promise<{ passed: number; failed: number }> {
  const rows = [...phoneRows(), ...dashboardRows()]
  let failed = 0
  for (const [name, kb, most] of rows) {
    if (kb > most) failed += 1
    console.log(`  ${kb > most ? '✗' : '✓'} ${name}: ${kb.toFixed(1)} kB of ${most}`)
  }
  return { passed: rows.length - failed, failed }
}

function phoneRows(): Row[] {
  const app = 'apps/web'
  const manifest = readManifest(app)
  const home = Object.keys(manifest).find((key) => /routes\/home\.tsx$/.test(key))
  const first = new Set([...filesOf(manifest, entryOf(manifest)), ...(home ? filesOf(manifest, home) : [])])
  const rows: Row[] = [
    ['first load of /', weigh(app, first), FIRST_LOAD_KB],
    ['styles of the first load', weigh(app, stylesOf(manifest, first)), STYLES_KB],
  ]
  for (const [key, chunk] of Object.entries(manifest)) {
    if (!chunk.isDynamicEntry || !/routes\//.test(key) || heavyOnDemand.test(key)) continue
    const own = new Set([...filesOf(manifest, key)].filter((file) => !first.has(file)))
    rows.push([key.replace(/^src\//, ''), weigh(app, own), ROUTE_KB])
  }
  return rows
}

function dashboardRows(): Row[] {
  const app = 'apps/admin'
  const manifest = readManifest(app)
  const part = (name: string) => Object.keys(manifest).filter((key) => key.endsWith(name))
  const filesOfAll = (keys: string[]) => new Set(keys.flatMap((key) => [...filesOf(manifest, key)]))
  const first = filesOfAll([entryOf(manifest), ...part('routes/home.tsx')])
  const charts = [...filesOfAll(part('reports/charts.tsx'))].filter((file) => !first.has(file))
  return [
    ['first load of /dashboard', weigh(app, new Set([...first, ...stylesOf(manifest, first)])), DASHBOARD_KB],
    ['charts of /dashboard, after its figures', weigh(app, new Set(charts)), CHARTS_KB],
  ]
}

function readManifest(app: string): Manifest {
  return JSON.parse(readFileSync(join(root, app, 'dist/.vite/manifest.json'), 'utf8')) as Manifest
}

function entryOf(manifest: Manifest): string {
  const entry = Object.keys(manifest).find((key) => manifest[key]?.isEntry)
  if (!entry) throw new Error('The build has no entry.')
  return entry
}

function filesOf(manifest: Manifest, key: string, seen = new Set<string>()): Set<string> {
  const chunk = manifest[key]
  if (!chunk || seen.has(chunk.file)) return seen
  seen.add(chunk.file)
  for (const imported of chunk.imports ?? []) filesOf(manifest, imported, seen)
  return seen
}

function stylesOf(manifest: Manifest, files: Set<string>): Set<string> {
  return new Set(Object.values(manifest).flatMap((chunk) => (files.has(chunk.file) ? (chunk.css ?? []) : [])))
}

function weigh(app: string, files: Set<string>): number {
  let bytes = 0
  for (const file of files) {
    const raw = readFileSync(join(root, app, 'dist', file))
    bytes += brotliCompressSync(raw, { params: { [constants.BROTLI_PARAM_QUALITY]: 11 } }).length
  }
  return bytes / 1000
}
