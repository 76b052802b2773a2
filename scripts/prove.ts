import { randomInt } from 'node:crypto'
import { unpackPictures } from '../demo/art/archive.ts'
import { proveCluster } from '../prove/cluster.ts'
import { proveEndings } from '../prove/endings.ts'
import { proveEvents } from '../prove/events.ts'
import { proveExports } from '../prove/exports.ts'
import { proveFeel } from '../prove/feel.ts'
import { proveKills } from '../prove/kills.ts'
import { proveLighthouse } from '../prove/lighthouse.ts'
import { proveMemory } from '../prove/memory.ts'
import { proveMutations } from '../prove/mutations.ts'
import { provePayments } from '../prove/payments.ts'
import { provePictures } from '../prove/pictures.ts'
import { provePreviousRelease } from '../prove/previous-release.ts'
import { proveSignIns } from '../prove/sign-ins.ts'
import { proveVisits } from '../prove/visits.ts'
import { buildWeb } from './build-web.ts'
import { ensureShell } from './chromium.ts'
import { listRecipes } from './recipes/recipe.ts'
import { tryEach } from './recipes.ts'
import { run, runSteps, type Step } from './steps.ts'

/**
 * The command `npm run prove` runs the soak tests and fault tests in full; `npm test` runs a short part of each with
 * `--short`.
 */
const short = process.argv.includes('--short')

const proof = (name: string, body: () => Promise<string[]>): Step => ({
  name,
  run: async () => {
    const problems = await body()
    for (const problem of problems) console.log(`  ✗ ${problem}`)
    return problems.length === 0 ? { passed: 1, failed: 0 } : { passed: 0, failed: problems.length }
  },
})

const steps: Step[] = [
  // The longest test starts first. If the longest test started last, it could run alone at the end, while a core is
  // idle.
  proof(`kill -9 of server and database among ${short ? 60 : 2000} payments`, () =>
    provePayments({ payments: short ? 60 : 2000, kills: short ? 2 : 20 }),
  ),
  proof(`kill -9 of ${short ? 'a server and the primary' : 'each part'} of a cluster`, () => proveCluster({ short })),
  proof(`kill -9 of the server among ${short ? 40 : 200} orders`, () =>
    proveKills({ orders: short ? 40 : 200, kills: short ? 1 : 4, victim: 'server' }),
  ),
  proof(`kill -9 of the database among ${short ? 40 : 200} orders`, () =>
    proveKills({ orders: short ? 40 : 200, kills: short ? 1 : 3, victim: 'database' }),
  ),
  proof(`kill -9 of server and database among ${short ? 30 : 700} booked visits`, () =>
    proveVisits({ visits: short ? 30 : 700, kills: short ? 2 : 50, waitsForHolds: !short }),
  ),
  proof(`live events through ${short ? 3 : 50} breaks of server and database`, () =>
    proveEvents({ breaks: short ? 3 : 50 }),
  ),
  proof(`an export of ${short ? '100,000' : '1,000,000'} rows`, () =>
    proveExports({ rows: short ? 100_000 : 1_000_000 }),
  ),
  proof(`npm start ends ${short ? '' : 'in every way '}and leaves no server and no database behind`, async () => {
    buildWeb()
    return proveEndings({ short })
  }),
  proof('the previous release works on the new schema', () => provePreviousRelease({ short })),
  proof('known customers and staff sign in under a flood', () =>
    proveSignIns(short ? { seconds: 4, withinMs: 20_000 } : { seconds: 30 }),
  ),
]
/**
 * The seed from which the mutation test draws its mutations. Each run draws the same mutations, unless the environment
 * variable MUTATION_SEED has another number.
 */
const MUTATION_SEED = 20_261_122
/**
 * Number of bad requests with wrong values, and also of those with wrong bytes. A tenth of this number is sent in
 * addition over sockets.
 */
const BAD_REQUESTS_OF_A_KIND = 10_000

if (!short) {
  steps.push(
    proof(`the demo's pictures have the same bytes when they are drawn again`, () => provePictures({ profiles: 12 })),
    proof(`${(BAD_REQUESTS_OF_A_KIND * 2.1).toLocaleString('en-IN')} bad requests`, sendBadRequests),
    proof('order histories, races and properties with many seeds', async () => {
      const { ok } = await run('node_modules/.bin/vitest', ['run', '--reporter=dot'], { env: { PROOF_RUNS: '300' } })
      return ok ? [] : ['a property or a race failed']
    }),
    proof('the memory of a server after 120,000 bad requests', () => proveMemory({ requests: 120_000 })),
    proof('one listening connection after 20 breaks of each kind', listenTwentyTimes),
    proof('a year of 10,000 people who refer, share and cheat', liveYear),
    proof('screens in all widths, colours and directions', async () => {
      buildWeb()
      await ensureShell()
      const { ok } = await run('node_modules/.bin/playwright', ['test'], { env: { PROOF_RUNS: '1' } })
      return ok ? [] : ['a screen has a fault in one of its widths, colours or directions']
    }),
    proof('a menu of 1,000 items on a slow phone, and a second visit', async () => {
      buildWeb()
      return proveFeel()
    }),
    proof('Lighthouse on a phone', async () => {
      buildWeb()
      return proveLighthouse()
    }),
    proof('mutations of the rules (StrykerJS): 90 % are noticed', async () => {
      const { ok } = await run('node_modules/.bin/stryker', ['run'])
      return ok ? [] : ['tests of the rules notice too few mutations']
    }),
    proof('each recipe, and the whole suite after it', () => tryEach(listRecipes(), { isWhole: true })),
    proof('150 mutations of server and screens: 85 % are noticed', () =>
      proveMutations({ count: 150, seed: Number(process.env.MUTATION_SEED ?? MUTATION_SEED) }),
    ),
  )
}
unpackPictures()
// The short tests mostly wait for answers, so they run in parallel. The full tests measure times, so each runs alone.
const { passed, failed } = await runSteps(steps, { atOnce: short ? 2 : 1 })
console.log(`${passed} passed, ${failed} failed`)
process.exit(failed > 0 ? 1 : 0)

async function sendBadRequests(): Promise<string[]> {
  const seed = randomInt(2 ** 31)
  const { ok } = await run(
    'node_modules/.bin/vitest',
    ['run', '--project', 'server', '--reporter=dot', 'apps/server/test/bad-'],
    { env: { BAD_INPUT_RUNS: String(BAD_REQUESTS_OF_A_KIND), BAD_INPUT_SEED: String(seed) } },
  )
  return ok ? [] : [`a request was answered badly; BAD_INPUT_SEED=${seed} sends the same again`]
}

async function listenTwentyTimes(): Promise<string[]> {
  const { ok } = await run(
    'node_modules/.bin/vitest',
    ['run', '--project', 'server', '--reporter=dot', 'apps/server/src/db/listen.test.ts'],
    { env: { LISTEN_ROUNDS: '20' } },
  )
  return ok ? [] : ['a break left two connections that listen, or none, or an event was lost or doubled']
}

async function liveYear(): Promise<string[]> {
  const seed = randomInt(2 ** 31)
  const { ok } = await run(
    'node_modules/.bin/vitest',
    ['run', '--project', 'server', '--reporter=dot', 'apps/server/test/referral-year'],
    { env: { YEAR_PEOPLE: '10000', YEAR_SAMPLE: '150', YEAR_SEED: String(seed) } },
  )
  const coalitions = await run(
    'node_modules/.bin/vitest',
    ['run', '--project', 'server', '--reporter=dot', 'apps/server/src/features/ledger/referrals/coalitions'],
    { env: { COALITION_STEPS: '300', YEAR_SEED: String(seed) } },
  )
  return [
    ...(ok ? [] : [`ledger and rules differ; YEAR_SEED=${seed} lives the same year again`]),
    ...(coalitions.ok ? [] : [`a coalition took out more than it put in; YEAR_SEED=${seed} COALITION_STEPS=300`]),
  ]
}
