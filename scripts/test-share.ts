import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { listFiles, root } from './steps.ts'

/**
 * Minimum number of lines of tests for each line of code of the dashboard; blank lines do not count. The share shows
 * neither that the tests are good nor that each screen has tests.
 */
const MIN_SHARE = 0.5
const DASHBOARD = /^apps\/admin\/src\/.*\.tsx?$/
const TEST = /\.test\.tsx?$/

if (import.meta.main) process.exitCode = main()

function main(): number {
  const files = listFiles().filter((file) => DASHBOARD.test(file))
  const { tests, code } = countLines(files, (file) => readFileSync(join(root, file), 'utf8'))
  const share = tests / code
  console.log(`${share.toFixed(3)} lines of tests for each line of the dashboard (${tests} / ${code})`)
  if (share >= MIN_SHARE) return 0
  console.error(`The dashboard needs ${Math.ceil(code * MIN_SHARE) - tests} more lines of tests for ${MIN_SHARE}.`)
  return 1
}

/** Returns the number of lines that are not blank, in the tests and in the other files. */
export function countLines(
  files: readonly string[],
  textOf: (file: string) => string,
): { tests: number; code: number } {
  const lines = (chosen: readonly string[]) =>
    chosen.reduce((sum, file) => sum + (textOf(file).match(/^.*\S.*$/gm)?.length ?? 0), 0)
  return {
    tests: lines(files.filter((file) => TEST.test(file))),
    code: lines(files.filter((file) => !TEST.test(file))),
  }
}
