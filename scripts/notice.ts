/** The entry of a package in `package-lock.json`. */
type LockedPackage = {
  version?: string
  license?: string
  link?: boolean
  resolved?: string
  dependencies?: Record<string, string>
  optionalDependencies?: Record<string, string>
  devDependencies?: Record<string, string>
  peerDependencies?: Record<string, string>
}
export type Lock = { packages: Record<string, LockedPackage> }

const BROWSER_APPS = ['apps/web', 'apps/admin']
const SERVER_APPS = ['apps/server']

/**
 * Returns the package tables of `docs/notice.md`: packages that the browser receives, packages that run on the server,
 * and packages for build and test only. A package appears in the first table that it belongs to.
 * @throws Error when the lock file names no licence for a package
 */
export function packageTables(lock: Lock): string {
  const browser = reachable(lock, BROWSER_APPS)
  // The packages of Node and PostgreSQL for each platform. The root package lists Node and PostgreSQL as optional
  // packages, because a server needs only those of its own platform.
  const platform = Object.keys(lock.packages['']?.optionalDependencies ?? {}).map((name) => `node_modules/${name}`)
  const server = new Set([...reachable(lock, SERVER_APPS, browser), ...platform])
  const all = Object.keys(lock.packages).filter((path) => path.includes('node_modules/') && !lock.packages[path]!.link)
  const tools = new Set(all.filter((path) => !browser.has(path) && !server.has(path)))
  return [
    section('Shipped to the browser', lock, browser),
    section('Run on the server', lock, server),
    section('Used while building and testing, not shipped', lock, tools),
  ].join('\n\n')
}

/** Returns the paths in the lock file of all packages that the workspaces need to run, except the packages in `but`. */
function reachable(lock: Lock, workspaces: readonly string[], but: ReadonlySet<string> = new Set()): Set<string> {
  const seen = new Set<string>()
  const open = [...workspaces]
  while (open.length > 0) {
    const path = open.pop()!
    const { dependencies, optionalDependencies } = lock.packages[path] ?? {}
    for (const name of Object.keys({ ...dependencies, ...optionalDependencies })) {
      const found = locate(lock, path, name)
      if (found === undefined || seen.has(found)) continue
      seen.add(found)
      open.push(lock.packages[found]?.link ? (lock.packages[found].resolved ?? found) : found)
    }
  }
  return new Set([...seen].filter((path) => !but.has(path) && !lock.packages[path]!.link))
}

/**
 * Finds a package in the way Node does: in the `node_modules` of the folder that needs the package, and after it in the
 * folders above.
 */
function locate(lock: Lock, from: string, name: string): string | undefined {
  for (let folder = from; ; folder = folder.includes('/') ? folder.slice(0, folder.lastIndexOf('/')) : '') {
    const path = folder === '' ? `node_modules/${name}` : `${folder}/node_modules/${name}`
    if (path in lock.packages) return path
    if (folder === '') return undefined
  }
}

function section(title: string, lock: Lock, paths: ReadonlySet<string>): string {
  const byLicence = new Map<string, Set<string>>()
  for (const path of paths) {
    const { license } = lock.packages[path]!
    if (license === undefined) throw new Error(`package-lock.json names no licence for ${path}`)
    const names = byLicence.get(license) ?? new Set<string>()
    byLicence.set(license, names.add(path.slice(path.lastIndexOf('node_modules/') + 'node_modules/'.length)))
  }
  const rows = [...byLicence].sort(([one], [other]) => compare(one, other))
  return [
    `## ${title}`,
    '',
    '| Licence | Packages |',
    '|---|---|',
    ...rows.map(([licence, names]) => `| ${licence} | ${[...names].sort(compare).join(', ')} |`),
  ].join('\n')
}

function compare(one: string, other: string): number {
  return one < other ? -1 : one > other ? 1 : 0
}
