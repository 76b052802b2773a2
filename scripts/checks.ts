import { check, type Step } from './steps.ts'

const bin = (name: string): string => `node_modules/.bin/${name}`

/** The checks that do not run the product: types, lint, formatting, unused code, requirement ids. */
export const checks: readonly Step[] = [
  ...['pure', 'node', 'web', 'dashboard-tests', 'e2e'].map((project) =>
    // The compiler runs with one thread, because each further thread would read the types of the contract again; one
    // thread takes half as much processor time in total.
    check(`types (${project})`, bin('tsc'), ['-p', `tsconfig.${project}.json`, '--singleThreaded']),
  ),
  check('SQL statements and column types fit the schema', process.execPath, ['scripts/schema-types.ts', '--check'], {
    shows: /^\d+ statements.*$/m,
  }),
  check('format and lint (Biome)', bin('biome'), ['check', '--error-on-warnings']),
  check('directions between folders, length of functions (oxlint)', bin('oxlint'), [
    '--deny-warnings',
    '-c',
    '.oxlintrc.json',
    'packages',
    'apps',
    'demo/src',
    'scripts',
  ]),
  check('unused code (knip)', bin('knip'), []),
  check('exports that only tests use (knip)', bin('knip'), [
    '--production',
    '-c',
    'knip.production.json',
    '--include',
    'exports',
    '--no-config-hints',
  ]),
  check('requirement ids', process.execPath, ['scripts/requirements.ts', '--check']),
  check('citations lead somewhere', process.execPath, ['scripts/citations.ts']),
  check('plain words', process.execPath, ['scripts/words.ts']),
  check('queries and contract are documented', process.execPath, ['scripts/documented.ts']),
  check('plain names', process.execPath, ['scripts/names.ts']),
  check('generated files are current', process.execPath, ['scripts/generate.ts', '--check']),
  check('structure: domains, writers, cycles, hops', process.execPath, ['scripts/structure.ts'], {
    shows: /^pairs.*\n.*$/m,
  }),
  check('tests of the dashboard: lines per line of code', process.execPath, ['scripts/test-share.ts'], {
    shows: /^[\d.]+ lines of tests.*$/m,
  }),
  check('migrations keep the previous release working', process.execPath, ['scripts/migration-rules.ts']),
  check('packaging: Dockerfile, Compose, Kubernetes, systemd', process.execPath, ['scripts/packaging.ts'], {
    shows: /^Skipped:.*$/m,
  }),
  check('alert rules (promtool)', process.execPath, ['scripts/alert-rules.ts'], { shows: /^Skipped:.*$/m }),
]
