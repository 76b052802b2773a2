import { spawnSync } from 'node:child_process'
import { chmodSync, cpSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { linkPackages } from '../scripts/recipes/copy.ts'
import { root, run } from '../scripts/steps.ts'

const MIGRATIONS = 'apps/server/migrations'
const FEATURES = 'apps/server/src/features'
/** The test files of a short run, which test the calls for which customers wait while servers restart. */
const SHORT = ['ordering/checkout', 'identity/addresses'].map((name) => `${FEATURES}/${name}`)
const WHOLE = ['identity', 'catalogue', 'ordering', 'bookings', 'delivery', 'payments', 'ledger', 'messaging'].map(
  (name) => `${FEATURES}/${name}`,
)

/**
 * Runs the server tests of the previous release on the schema of this release, as during a rolling restart: the tree of
 * the previous release with the migrations of this tree. The previous release is the newest tag or, if there are no
 * tags, the last commit of the main branch before the newest migration.
 */
export async function provePreviousRelease({
  short = false,
  release = findPrevious(),
  folders = short ? SHORT : WHOLE,
}: {
  short?: boolean
  release?: string | undefined
  folders?: readonly string[]
}): Promise<string[]> {
  if (!release) {
    console.log('  ! skipped: the previous release is not in the history of git')
    return []
  }
  const tree = mkdtempSync(join(tmpdir(), 'nukkad-previous-'))
  try {
    unpackRelease(release, tree)
    cpSync(join(root, MIGRATIONS), join(tree, MIGRATIONS), { recursive: true })
    const vitest = join(tree, 'node_modules/.bin/vitest')
    const { ok, output } = await run(vitest, ['run', '--project', 'server', ...folders], { quiet: true, cwd: tree })
    if (ok) console.log(`  release ${release.slice(0, 12)}: ${/Tests.*passed.*/.exec(output)?.[0] ?? 'passed'}`)
    else process.stdout.write(output)
    return ok ? [] : [`tests of ${release} fail on the new schema`]
  } finally {
    rmSync(tree, { recursive: true, force: true })
  }
}

/**
 * Writes the files of a release into an empty folder, with links to the installed packages.
 * @throws Error if git does not have the release
 */
export function unpackRelease(release: string, tree: string): void {
  // If this process runs as root, PostgreSQL runs under another account, which must be able to reach the folder.
  chmodSync(tree, 0o755)
  const { status, stderr } = spawnSync('sh', ['-c', 'git archive "$1" | tar -x -C "$2"', 'sh', release, tree], {
    cwd: root,
    encoding: 'utf8',
  })
  if (status !== 0) throw new Error(`The files of ${release} could not be read: ${stderr}`)
  linkPackages(tree)
}

/** Returns the commit of the previous release; undefined if the history of git does not have the commit. */
export function findPrevious(): string | undefined {
  const tag = git('describe', '--tags', '--abbrev=0')
  if (tag) return tag
  const newest = git('log', '-1', '--first-parent', '-m', '--format=%H', '--diff-filter=A', '--', `${MIGRATIONS}/*.sql`)
  return newest && git('rev-parse', '--verify', '--quiet', `${newest}^`)
}

/** Returns the output of a git command; undefined if the command fails or prints nothing. */
function git(...args: string[]): string | undefined {
  const { status, stdout } = spawnSync('git', args, { cwd: root, encoding: 'utf8' })
  return (status === 0 && stdout.trim()) || undefined
}

if (import.meta.main) {
  const [release, ...folders] = process.argv.slice(2)
  const problems = await provePreviousRelease({
    ...(release && { release }),
    ...(folders.length > 0 && { folders }),
  })
  for (const problem of problems) console.error(problem)
  process.exitCode = problems.length > 0 ? 1 : 0
}
