import { mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { buildWeb } from './build-web.ts'
import { checks } from './checks.ts'
import { ensureChromium, ensureShell } from './chromium.ts'
import { judge } from './seen-answers.ts'
import { bundleSizes } from './sizes.ts'
import { check, run, runSteps, type Step } from './steps.ts'

/**
 * All steps, ordered so that mistakes show early. `npm test -- checks` runs the steps whose name starts with that word.
 */
const steps: Step[] = [
  { name: 'rules, calls and screens (Vitest)', run: runVitest },
  check('recipes work in a copy', process.execPath, ['scripts/recipes.ts'], { shows: /^\d+ recipes.*$/m }),
  { name: 'the screens build', run: runBuild },
  { name: 'bundle sizes', run: bundleSizes },
  { name: 'proofs, short', run: runProofs },
  { name: 'browser journeys (Playwright)', run: runPlaywright },
]

const MAX_SECOND_TRIES = 6

const wanted = process.argv.slice(2)
const chosen = (all: readonly Step[]) =>
  wanted.length === 0 ? all : all.filter((step) => wanted.some((start) => step.name.startsWith(start)))
// Each type check uses one core, so two run in parallel. The steps after the checks use the whole machine on their own.
const checked = await runSteps(chosen(checks), { atOnce: 2 })
const tested = await runSteps(chosen(steps))
const [passed, failed] = [checked.passed + tested.passed, checked.failed + tested.failed]
console.log(`${passed} passed, ${failed} failed`)
process.exit(failed > 0 ? 1 : 0)

async function runVitest(): Promise<{ passed: number; failed: number }> {
  return withFolder(async (folder) => {
    const report = join(folder, 'report.json')
    const answers = join(folder, 'answers')
    mkdirSync(answers)
    const { ok } = await run(
      'node_modules/.bin/vitest',
      ['run', '--reporter=dot', '--reporter=json', `--outputFile.json=${report}`],
      { env: { TEST_ANSWERS_DIR: answers } },
    )
    const { numPassedTests, numFailedTests } = JSON.parse(readFileSync(report, 'utf8')) as {
      numPassedTests: number
      numFailedTests: number
    }
    const { problems } = judge(answers)
    for (const problem of problems) console.log(`  ✗ ${problem}`)
    return { passed: numPassedTests, failed: (ok ? numFailedTests : Math.max(1, numFailedTests)) + problems.length }
  })
}

async function runPlaywright(): Promise<{ passed: number; failed: number }> {
  await ensureChromium()
  await ensureShell()
  return withFolder(async (folder) => {
    const report = join(folder, 'report.json')
    const { ok } = await run('node_modules/.bin/playwright', ['test', '--reporter=line,json'], {
      env: { PLAYWRIGHT_JSON_OUTPUT_NAME: report },
    })
    const { stats } = JSON.parse(readFileSync(report, 'utf8')) as {
      stats: { expected: number; unexpected: number; flaky: number }
    }
    // Playwright reports tests that passed only at the second try. A pause of the machine can cause a few; more of them
    // are our own fault.
    const failed = stats.unexpected + (stats.flaky > MAX_SECOND_TRIES ? stats.flaky : 0)
    const passed = stats.expected + (stats.flaky > MAX_SECOND_TRIES ? 0 : stats.flaky)
    if (stats.flaky > 0) console.log(`  ! ${stats.flaky} passed at the second try only`)
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
