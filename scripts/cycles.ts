import { dirname, join } from 'node:path'

type Source = { file: string; text: string }

/**
 * Matches imports that remain at run time. The compiler removes imports of types; `import()` loads a module later, but
 * can still be part of a cycle.
 */
const IMPORTS = /^(?:import|export) (?!type )(?:[^'";]*? from )?'([^']+)'|\bimport\('([^']+)'\)/gm

/**
 * Returns whether the check of cycles reads a file: modules of apps and packages, but not tests, which nothing imports.
 */
export function isModule(file: string): boolean {
  return /^(apps|packages|demo)\/.*\.tsx?$/.test(file) && !/\.test\.tsx?$/.test(file)
}

/**
 * Returns a line for each group of files that import each other in a cycle, including cycles through `import()`. The
 * rule `import/no-cycle` of oxlint reads only static imports.
 */
export function cyclesOf(sources: readonly Source[]): string[] {
  const files = new Set(sources.map(({ file }) => file))
  const imports = new Map(
    sources.map(({ file, text }) => [
      file,
      [...text.matchAll(IMPORTS)]
        .map(([, fixed, lazy]) => fileOf(file, fixed ?? lazy ?? ''))
        .filter((target) => files.has(target)),
    ]),
  )
  const reached = new Map(sources.map(({ file }) => [file, reachedFrom(imports, file)]))
  const circular = sources.map(({ file }) => file).filter((file) => reached.get(file)!.has(file))
  const groups = new Set(
    circular.map((file) =>
      circular.filter((other) => reached.get(file)!.has(other) && reached.get(other)!.has(file)).join(', '),
    ),
  )
  return [...groups].map((group) => `these files import each other in a circle: ${group}`)
}

function reachedFrom(imports: ReadonlyMap<string, readonly string[]>, file: string): Set<string> {
  const reached = new Set<string>()
  const pending = [file]
  for (let at = pending.pop(); at !== undefined; at = pending.pop())
    for (const next of imports.get(at) ?? [])
      if (!reached.has(next)) {
        reached.add(next)
        pending.push(next)
      }
  return reached
}

/** Resolves the specifier of an import as the `imports` and `exports` of the packages define it. */
function fileOf(file: string, address: string): string {
  if (address.startsWith('.')) return join(dirname(file), address)
  const folder = file
    .split('/')
    .slice(0, file.startsWith('demo/') ? 1 : 2)
    .join('/')
  if (address.startsWith('#test/')) return `${folder}/${address.slice(1)}`
  if (address.startsWith('#')) return `${folder}/src/${address.slice(1)}`
  const [, name, path] = /^@nukkad\/([\w-]+)\/(.+)$/.exec(address) ?? []
  if (!name) return address
  const parent = name === 'demo' ? '' : ['web', 'admin', 'server'].includes(name) ? 'apps/' : 'packages/'
  return `${parent}${name}/src/${path}`
}
