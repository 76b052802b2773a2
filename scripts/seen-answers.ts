import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { CallShape } from '../packages/contract/src/call.ts'
import { contract } from '../packages/contract/src/contract.ts'

/**
 * Errors that any call may answer before its handler runs. The tests `http.test.ts` and `authorisation.test.ts` test
 * these errors once for all calls.
 */
const fromThePipeline: ReadonlySet<string> = new Set([
  'INVALID_INPUT',
  'FORBIDDEN_KEY',
  'METHOD_NOT_ALLOWED',
  'BODY_TOO_LARGE',
  'UNSUPPORTED_MEDIA_TYPE',
  'SESSION_MISSING',
  'SESSION_EXPIRED',
  'SESSION_REVOKED',
  'SESSION_AMBIGUOUS',
  'WRONG_AUDIENCE',
  'FOREIGN_ORIGIN',
  'PERMISSION_MISSING',
  'ACCOUNT_BANNED',
  'TOO_MANY_REQUESTS',
  'TEMPORARILY_AWAY',
  'SECOND_FACTOR_NEEDED',
  'WORK_ENDED',
])
const ofRepeats = ['IDEMPOTENCY_KEY_REUSED', 'IDEMPOTENCY_IN_PROGRESS']

if (import.meta.main) {
  const { problems, answers } = judge(process.argv[2]!)
  for (const problem of problems) console.log(`  ✗ ${problem}`)
  console.log(`${answers} answers seen, ${problems.length} faults`)
  process.exitCode = problems.length > 0 ? 1 : 0
}

/**
 * Compares the answers that the server tests recorded (`apps/server/test/seen-answers.ts`) with the contract. In the
 * tests, each call must succeed once, return each declared error, and return no other error.
 */
export function judge(folder: string): { problems: string[]; answers: number } {
  const seen = read(folder)
  const problems = Object.entries<CallShape>(contract).flatMap(([name, shape]) => {
    const outcomes = seen.get(name) ?? new Set()
    const wanted = ['ok', ...shape.errors]
    const declared = new Set([
      ...wanted,
      ...Object.values(shape.refusals ?? {}),
      ...(shape.idempotent ? ofRepeats : []),
      ...(shape.needsRecentProof ? ['PROOF_NEEDED'] : []),
    ])
    return [
      ...wanted.filter((outcome) => !outcomes.has(outcome)).map((outcome) => `${name}: no test is answered ${outcome}`),
      ...[...outcomes]
        .filter((outcome) => !declared.has(outcome) && !fromThePipeline.has(outcome))
        .map((outcome) => `${name} answers ${outcome}, which the contract does not declare`),
    ]
  })
  return { problems, answers: [...seen.values()].reduce((sum, outcomes) => sum + outcomes.size, 0) }
}

function read(folder: string): Map<string, Set<string>> {
  const seen = new Map<string, Set<string>>()
  for (const file of readdirSync(folder)) {
    for (const line of readFileSync(join(folder, file), 'utf8').trimEnd().split('\n')) {
      const [route, outcome] = line.split(' ') as [string, string]
      // Leaves out pages and files of the dashboard, because some of their URLs begin like those of calls.
      if (route.startsWith('/dashboard/')) continue
      const name = callOf(route)
      seen.set(name, (seen.get(name) ?? new Set()).add(outcome))
    }
  }
  return seen
}

/** Returns the name of the call that a route of the server answers, for any base path. */
export function callOf(route: string): string {
  return route.replace(/^(\/public)?(\/api)?(\/callandorder)?\//, '').replace(/\/:\w+$/, '')
}
