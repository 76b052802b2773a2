import { globSync } from 'node:fs'
import { resolve } from 'node:path'
import { expect, test } from 'vitest'
import { apart, groups, iconsApart } from '../../chunks.ts'

const root = resolve(import.meta.dirname, '../../../..')
const files = globSync(['packages/*/src/**/*.{ts,tsx}', 'apps/web/src/**/*.{ts,tsx}'], { cwd: root })
const icons = globSync('node_modules/lucide-react/dist/esm/icons/*.mjs', { cwd: root })
const packages = globSync('node_modules/{*,@tanstack/*}/', { cwd: root }).map((folder) => `${folder}/`)

/** Modules that the bundler itself generates, so the repository has no files for their patterns in `chunks.ts`. */
const ofBundler = ['rolldown-runtime', 'preload-helper']
const patterns = groups.flatMap(({ name, parts }) =>
  parts.map((part) => ({ name, part: part.replace(/\(\?!.*$/, '') })),
)
const parts = [
  ...patterns,
  ...apart.map((part) => ({ name: 'what is apart', part: `/src/(${part})` })),
  { name: 'what is apart', part: `icons/(${iconsApart})` },
].flatMap(({ name, part }) => alternatives(part).map((path) => [name, path] as const))

test('the patterns are not empty', () => expect(parts.length).toBeGreaterThan(80))

// If a pattern no longer matches its file, for example because the file was renamed, the file leaves its chunk without
// an error, and a screen needs one more request.
test.each(parts.filter(([, path]) => !ofBundler.includes(path)))('%s has %s', (_name, path) => {
  expect([...files, ...icons, ...packages].filter((file) => `/${file}`.includes(path))).not.toEqual([])
})

/**
 * Expands a pattern: `a/(b|c(d|e))\\.` becomes `a/b.`, `a/cd.` and `a/ce.`. The innermost groups of a pattern are
 * expanded first.
 */
function alternatives(pattern: string): string[] {
  const group = /^(.*?)\(([^()]*)\)(.*)$/.exec(pattern)
  if (group) return group[2]!.split('|').flatMap((one) => alternatives(`${group[1]}${one}${group[3]}`))
  return pattern.split('|').map((part) => part.replaceAll('\\.', '.'))
}
