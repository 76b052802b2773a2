import { mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { buildWeb } from './build-web.ts'
import { checks } from './checks.ts'
import { ensureChromium, ensureShell } from './chromium.ts'
import { ensurePrograms } from './debian.ts'
import { judge } from './seen-answers.ts'
import { bundleSizes } from './sizes.ts'
import { check, run, runSteps, type Step } from './steps.ts'

/**
 * All steps of `npm test`, ordered so that mistakes show early. `npm test -- checks` runs the steps whose name starts
 * with that word.
 */
const steps: Step[] = [
  { name: 'rules, calls and screens (Vitest)', run: runVitest },
  check('recipes work in a copy', process.execPath, ['scripts/recipes.ts', '--short'], { shows: /^\d+ recipes.*$/m }),
  { name: 'the screens build', run: runBuild },
  { name: 'bundle sizes', run: bundleSizes },
  { name: 'proofs, short', run: runProofs },
  { name: 'browser journeys (Playwright)', run: runPlaywright },
]

/** The number of Vitest files that may need a second try. More failures at the first try mean a bug. */
const MAX_SECOND_TRIES = 10
/** Maximum share of the browser tests that may pass only at a second try. */
const MAX_SHARE_TRIED_AGAIN = 0.03

const wanted = process.argv.slice(2)
const chosen = (all: readonly Step[]) =>
  wanted.length === 0 ? all : all.filter((step) => wanted.some((start) => step.name.startsWith(start)))
const programs = once(ensurePrograms)
/** The browsers are installed after the third-party programs, because two installations cannot run in parallel. */
const browsers = once(async () => {
  await programs()
  await ensureChromium()
  await ensureShell()
})
// The browsers are downloaded during the checks, because a download takes little of the processor. If the download
// fails, the step that needs a browser reports this.
if (wanted.length === 0) browsers().catch(() => {})
// Each type check uses one core, so two run in parallel. The steps after the checks use the whole machine on their own.
const checked = await runSteps(chosen(checks), { atOnce: 2 })
const tested = await runSteps(chosen(steps))
const [passed, failed] = [checked.passed + tested.passed, checked.failed + tested.failed]
console.log(`${passed} passed, ${failed} failed`)
process.exit(failed > 0 ? 1 : 0)

/** Returns a function that runs `body` at its first call. All later calls return the promise of that run. */
function once(body: () => Promise<void>): () => Promise<void> {
  let run: Promise<void> | undefined
  return () => {
    run ??= body()
    return run
  }
}

async function runVitest(): Promise<{ passed: number; failed: number }> {
  await programs()
  return withFolder(async (folder) => {
    const answers = join(folder, 'answers')
    mkdirSync(answers)
    const env = { TEST_ANSWERS_DIR: answers }
    const first = await tryVitest(folder, env)
    const again = first.failedFiles.length <= MAX_SECOND_TRIES ? first.failedFiles : []
    // The failed tests run a second time, when little else runs. A test that waits can fail because the machine paused,
    // but a real bug makes it fail again.
    if (again.length > 0) for (const name of first.failedTests) console.log(`  ! second try: ${name}`)
    const failed =
      again.length > 0 ? Math.min(first.failed, (await tryVitest(folder, env, again)).failed) : first.failed
    const { problems } = judge(answers)
    for (const problem of problems) console.log(`  ✗ ${problem}`)
    return { passed: first.passed + first.failed - failed, failed: failed + problems.length }
  })
}

type VitestReport = {
  numPassedTests: number
  numFailedTests: number
  testResults: { name: string; status: string; assertionResults: { status: string; fullName: string }[] }[]
}

/**
 * Runs the given test files, or all, and returns which tests passed and failed. `failed` is at least 1 if Vitest
 * reports a failure.
 */
async function tryVitest(folder: string, env: Record<string, string>, files: readonly string[] = []) {
  const report = join(folder, 'report.json')
  const { ok } = await run(
    'node_modules/.bin/vitest',
    ['run', '--reporter=dot', '--reporter=json', `--outputFile.json=${report}`, ...files],
    { env },
  )
  const { numPassedTests, numFailedTests, testResults } = JSON.parse(readFileSync(report, 'utf8')) as VitestReport
  const failedFiles = testResults.filter(({ status }) => status === 'failed')
  return {
    passed: numPassedTests,
    failed: ok ? numFailedTests : Math.max(1, numFailedTests),
    failedFiles: failedFiles.map(({ name }) => name),
    failedTests: failedFiles.flatMap(({ assertionResults }) =>
      assertionResults.filter(({ status }) => status === 'failed').map(({ fullName }) => fullName),
    ),
  }
}

type BrowserSuite = {
  suites?: BrowserSuite[]
  specs: { tests: { results: { duration: number }[] }[] }[]
}
type BrowserReport = {
  stats: { expected: number; unexpected: number; flaky: number }
  suites: (BrowserSuite & { file: string })[]
}

/** Returns the files of browser tests with the seconds that their tests took, the longest first. */
function slowest(files: BrowserReport['suites']): string[] {
  const durations = ({ suites = [], specs }: BrowserSuite): number[] => [
    ...suites.flatMap(durations),
    ...specs.flatMap(({ tests }) => tests.flatMap(({ results }) => results.map(({ duration }) => duration))),
  ]
  return files
    .map((one) => ({ file: one.file, ms: durations(one).reduce((sum, ms) => sum + ms, 0) }))
    .toSorted((a, b) => b.ms - a.ms)
    .map(({ file, ms }) => `${file.replace('.spec.ts', '')} ${Math.round(ms / 1000)}`)
}

async function runPlaywright(): Promise<{ passed: number; failed: number }> {
  await browsers()
  return withFolder(async (folder) => {
    const report = join(folder, 'report.json')
    const { ok } = await run('node_modules/.bin/playwright', ['test', '--reporter=line,json'], {
      env: { PLAYWRIGHT_JSON_OUTPUT_NAME: report },
    })
    const { stats, suites } = JSON.parse(readFileSync(report, 'utf8')) as BrowserReport
    console.log(`  seconds by file: ${slowest(suites).join(', ')}`)
    // A few tests may need a second try, because the machine may pause. More tests that need a second try mean a bug.
    const tooMany = stats.flaky > MAX_SHARE_TRIED_AGAIN * (stats.expected + stats.flaky)
    const failed = stats.unexpected + (tooMany ? stats.flaky : 0)
    const passed = stats.expected + (tooMany ? 0 : stats.flaky)
    if (stats.flaky > 0) console.log(`  ! ${stats.flaky} passed only when they were tried again`)
    return { passed, failed: ok ? failed : Math.max(1, failed) }
  })
}

async function runProofs(): Promise<{ passed: number; failed: number }> {
  const { ok, output } = await run(process.execPath, ['scripts/prove.ts', '--short'])
  const counted = output.match(/^(\d+) passed, (\d+) failed$/m)
  return counted ? { passed: Number(counted[1]), failed: Number(counted[2]) } : { passed: 0, failed: ok ? 0 : 1 }
}

async function withFolder<Result>(body: (folder: string) => Promise<Result>): Promise<Result> {
  const folder = mkdtempSync(join(tmpdir(), 'nukkad-report-'))
  try {
    return await body(folder)
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

async function runBuild(): Promise<{ passed: number; failed: number }> {
  buildWeb()
  return { passed: 1, failed: 0 }
}
