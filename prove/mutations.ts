import {
  cpSync,
  globSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, dirname, join } from 'node:path'
import { ensureShell } from '../scripts/chromium.ts'
import { listFiles, root, run } from '../scripts/steps.ts'
import { drawMutations, type Mutation } from './mutation-sites.ts'

const MIN_KILLED = 0.85
/** Maximum number of test files outside the changed file's folder that the mutation test runs for a change. */
const MAX_FAR_TESTS = 8
/** Maximum number of browser specs that the mutation test runs for a change of the phone app. */
const MAX_SPECS = 6
const e2ePorts = ['4390', '4391']

/**
 * The browser specs for a folder of screens or for one file. For a changed file, a spec with the file's name runs
 * first.
 */
const journeysOf: Record<string, readonly string[]> = {
  account: ['account', 'own-account'],
  alerts: ['account', 'push'],
  appearance: ['account'],
  cart: ['cart', 'checkout'],
  categories: ['explore', 'home'],
  checkout: ['checkout', 'scheduled', 'tabs'],
  'delivery-login': ['delivery'],
  trips: ['delivery'],
  explore: ['explore'],
  favourites: ['home', 'store'],
  'first-reload': ['startup'],
  'forgot-password': ['own-account'],
  home: ['home', 'location', 'shell'],
  'home-warehouse': ['explore', 'home'],
  location: ['location', 'startup'],
  login: ['auth', 'social'],
  'login-as-customer': ['staff'],
  'my-account': ['account'],
  'my-addresses': ['location', 'cart'],
  'open-try': ['tabs'],
  'orders-list': ['orders'],
  paying: ['payments', 'checkout'],
  'running-order': ['orders', 'main-job'],
  'search-location': ['location'],
  session: ['startup'],
  shell: ['shell', 'startup'],
  store: ['store'],
  stores: ['home', 'explore'],
  tracking: ['orders', 'main-job'],
  'version-check': ['startup', 'reloads'],
  wallet: ['account', 'money'],
}

/**
 * Changes one statement at a time in a copy of the repository and runs the nearest tests; two copies work in parallel.
 * A change that no test notices counts as a survivor. `mutation-sites.ts` contains the kinds, their shares and the
 * random choice; the same seed chooses the same changes.
 * @returns a problem if tests notice fewer than 85 % of the changes, and a line for every change that survived
 */
export async function proveMutations({ count, seed }: { count: number; seed: number }): Promise<string[]> {
  // The tests of all changes use one PostgreSQL, in which each test file clones its own database.
  const dataDir = mkdtempSync(join(tmpdir(), 'nukkad-mutations-data-'))
  process.env.TEST_DATA_DIR = dataDir
  process.env.TEST_KEEP_SERVER = '1'
  const { prepareTemplate, stopServer } = await import('../apps/server/test/database.ts')
  await prepareTemplate()
  const copies = e2ePorts.map((e2ePort) => ({ folder: copyRepository(), e2ePort }))
  process.on('exit', () => {
    for (const folder of [dataDir, ...copies.map((copy) => copy.folder)])
      rmSync(folder, { recursive: true, force: true })
  })
  const mutations = drawMutations(copies[0]!.folder, { count, seed })
  const survivors: Mutation[] = []
  let next = 0
  const work = async (copy: Copy): Promise<void> => {
    while (next < mutations.length) {
      const index = next++
      const mutation = mutations[index]!
      const isKilled = await isNoticed(copy, mutation)
      if (!isKilled) survivors.push(mutation)
      console.log(`  ${isKilled ? 'killed  ' : 'SURVIVED'} ${index + 1}/${mutations.length} ${describe(mutation)}`)
    }
  }
  await Promise.all(copies.map(work))
  await stopServer()
  const killed = mutations.length - survivors.length
  console.log(`  ${killed} of ${mutations.length} changes were noticed (seed ${seed})`)
  if (killed / mutations.length >= MIN_KILLED) return []
  return survivors.map((mutation) => `no test notices: ${describe(mutation)} (seed ${seed})`)
}

/** A copy of the repository, and the port on which its browser tests run the product. */
type Copy = { folder: string; e2ePort: string }

const describe = ({ kind, file, line, was }: Mutation): string => `${kind}: ${file}:${line} ${was}`

/**
 * Copies the files that git tracks or would add, with links to the packages so that the copy imports its own
 * workspaces.
 */
function copyRepository(): string {
  const copy = mkdtempSync(join(tmpdir(), 'nukkad-mutations-'))
  for (const file of listFiles()) cpSync(join(root, file), join(copy, file))
  mkdirSync(join(copy, 'node_modules/@nukkad'), { recursive: true })
  for (const name of readdirSync(join(root, 'node_modules')))
    if (name !== '@nukkad') symlinkSync(join(root, 'node_modules', name), join(copy, 'node_modules', name))
  for (const [folder, name] of workspaces()) symlinkSync(join(copy, folder), join(copy, 'node_modules/@nukkad', name))
  return copy
}

function workspaces(): [folder: string, name: string][] {
  return globSync(['{packages,apps}/*/package.json', 'demo/package.json'], { cwd: root }).map((file) => {
    const { name } = JSON.parse(readFileSync(join(root, file), 'utf8')) as { name: string }
    return [dirname(file), name.replace('@nukkad/', '')]
  })
}

async function isNoticed(copy: Copy, mutation: Mutation): Promise<boolean> {
  const path = join(copy.folder, mutation.file)
  const before = readFileSync(path, 'utf8')
  writeFileSync(path, mutation.source)
  try {
    return await failsAny(copy, mutation)
  } finally {
    writeFileSync(path, before)
  }
}

/**
 * Runs the tests in the changed file's folder first. If these tests pass, runs the tests that make the same calls or
 * use the same screens.
 */
async function failsAny(copy: Copy, mutation: Mutation): Promise<boolean> {
  const { folder } = copy
  const isScreen = mutation.file.startsWith('apps/web')
  const isContract = mutation.file.startsWith('packages/contract')
  const near = globSync(join(isContract ? 'packages/contract/src' : dirname(mutation.file), '**/*.test.{ts,tsx}'), {
    cwd: folder,
  })
  if (near.length > 0 && (await vitestFails(folder, near))) return true
  if (isScreen) return journeysFail(copy, mutation)
  const far = testsOfCalls(folder, mutation).filter((file) => !near.includes(file))
  return far.length > 0 && (await vitestFails(folder, far))
}

/**
 * Returns the server tests that contain the error code that a mutation removed, and after them those that contain the
 * most calls of the changed file or its feature.
 */
function testsOfCalls(copy: string, { file, line, was }: Mutation): string[] {
  const calls = file.startsWith('packages/contract') ? [callAt(join(copy, file), line)] : callsOfFeature(copy, file)
  const refusal = /new AppError\('(\w+)'/.exec(was)?.[1]
  const naming = globSync('apps/server/{src,test}/**/*.test.ts', { cwd: copy }).map((test) => {
    const text = readFileSync(join(copy, test), 'utf8')
    const namesCalls = calls.filter((call) => call && text.includes(`'${call}'`)).length
    return { test, namesCalls, namesRefusal: refusal !== undefined && text.includes(`'${refusal}'`) }
  })
  const byCalls = naming.filter((one) => one.namesCalls > 0).toSorted((one, other) => other.namesCalls - one.namesCalls)
  const byRefusal = byCalls.length > 0 ? [] : naming.filter((one) => one.namesRefusal)
  const named = [...byCalls, ...byRefusal].map(({ test }) => test)
  const most = [...new Set([...named, ...testsOfUsers(copy, file, line)])].slice(0, MAX_FAR_TESTS)
  return [...most, 'apps/server/test/authorisation.test.ts']
}

/** Returns the tests of the features that use a changed function, if it is outside of a feature. */
function testsOfUsers(copy: string, file: string, line: number): string[] {
  if (file.startsWith('packages/contract') || file.startsWith('apps/server/src/features/')) return []
  const above = readFileSync(join(copy, file), 'utf8').split('\n').slice(0, line).reverse()
  const name = above.map((text) => /^export (?:async )?function (\w+)/.exec(text)?.[1]).find((found) => found)
  if (!name) return []
  const users = globSync('apps/server/src/features/**/*.ts', { cwd: copy, exclude: ['**/*.test.ts'] }).filter((user) =>
    new RegExp(`\\b${name}\\b`).test(readFileSync(join(copy, user), 'utf8')),
  )
  return [...new Set(users.map(dirname))].flatMap((folder) => globSync(`${folder}/*.test.ts`, { cwd: copy }))
}

function callAt(path: string, line: number): string | undefined {
  const above = readFileSync(path, 'utf8').split('\n').slice(0, line).reverse()
  return above.map((text) => /\bcall\('([^']+)'/.exec(text)?.[1]).find((name) => name)
}

function callsOfFeature(copy: string, file: string): string[] {
  const folder = /^apps\/server\/src\/features\/[^/]+\/[^/]+/.exec(file)?.[0]
  if (!folder) return []
  return globSync(`${folder}/**/*routes.ts`, { cwd: copy }).flatMap((routes) =>
    [...readFileSync(join(copy, routes), 'utf8').matchAll(/^ {2}'?([\w/-]+)'?: async/gm)].map(([, name]) => name!),
  )
}

async function vitestFails(copy: string, files: readonly string[]): Promise<boolean> {
  const { ok } = await run('node_modules/.bin/vitest', ['run', '--bail=1', '--reporter=dot', ...files], {
    cwd: copy,
    quiet: true,
  })
  return !ok
}

async function journeysFail({ folder: copy, e2ePort }: Copy, mutation: Mutation): Promise<boolean> {
  await ensureShell()
  // The script runs the copy's own build script, because that builds the copy's sources.
  const built = await run(process.execPath, ['-e', "import('./scripts/build-web.ts').then((it) => it.buildWeb())"], {
    cwd: copy,
    quiet: true,
  })
  if (!built.ok) return true
  const { ok } = await run(
    'node_modules/.bin/playwright',
    ['test', '--max-failures=1', '--retries=0', ...specsNear(copy, mutation).map((name) => `e2e/${name}`)],
    {
      cwd: copy,
      quiet: true,
      env: { E2E_PORT: e2ePort },
    },
  )
  return !ok
}

/**
 * Returns the browser specs for a changed file by its name and its folder, and after them those that contain the
 * storage key that the mutation changed. Specs of the dashboard come last.
 */
function specsNear(copy: string, { file, was }: Mutation): string[] {
  const specs = readdirSync(join(copy, 'e2e')).filter((name) => name.endsWith('.spec.ts'))
  const own = basename(file).replace(/\.tsx?$/, '')
  const feature = /^apps\/web\/src\/features\/(?:[^/]+\/)*([^/]+)\/[^/]+$/.exec(file)?.[1] ?? ''
  const walking = [own, ...(journeysOf[own] ?? []), ...(journeysOf[feature] ?? [])].map((name) => `${name}.spec.ts`)
  const near = walking.filter((name) => specs.includes(name))
  const key = /\('(\w+)'/.exec(was)?.[1]
  const naming = key ? specs.filter((name) => readFileSync(join(copy, 'e2e', name), 'utf8').includes(key)) : []
  const ofPhone = naming.filter((name) => !name.startsWith('dashboard'))
  const chosen = [...new Set([...near, ...ofPhone, ...naming])].slice(0, MAX_SPECS)
  return chosen.length > 0 ? chosen : ['startup.spec.ts', 'auth.spec.ts', 'cart.spec.ts', 'orders.spec.ts']
}
