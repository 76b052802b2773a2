import { chmodSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, renameSync, rmSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type pg from 'pg'
import { unpackPictures } from '../demo/art/archive.ts'
import { buildServer } from '../scripts/build-server.ts'
import { type Cluster, startCluster } from '../scripts/cluster/cluster.ts'
import { run } from '../scripts/steps.ts'
import {
  cutPrimary,
  type Effect,
  killOne,
  type Load,
  restartInTurn,
  type Victim,
  victims,
} from './cluster/break-parts.ts'
import { type Delays, measurePositions, measureStreams } from './cluster/measure.ts'
import { placeOrders } from './cluster/orders.ts'
import { newShoppers, type Person } from './cluster/people.ts'
import { backUpFromStandby, type Recovery, recoverBeforeDelete } from './cluster/recovery.ts'
import { follow, type Stream } from './cluster/streams.ts'
import { findPrevious, unpackRelease } from './previous-release.ts'
import { findBaskets, findDifferences, liftLimits } from './shoppers.ts'

/**
 * The fault test that `prove/cluster.ts` runs as a separate process. `--short` kills one web server and the primary;
 * `--only=<words>` runs the parts whose names begin with these words.
 */
const isShort = process.argv.includes('--short')
const only = process.argv
  .find((arg) => arg.startsWith('--only='))
  ?.slice('--only='.length)
  .split(',')
const rounds = Number(process.env.CLUSTER_ROUNDS ?? 5)
const FIRST_PORT = Number(process.env.PORT ?? 4600)
const PER_MINUTE = 300
const SHOPPERS = isShort ? 20 : 100
const STREAMS_EACH = 5
const SETTLE_WITHIN_MS = 60_000
/**
 * The limits that the fault test checks, in milliseconds and bytes. Short runs share a busy machine, so they require
 * only that the shop recovers from each fault.
 */
const aims = {
  primary: 15_000,
  server: 2000,
  resumption: 5000,
  delay: 250,
  bytesPerStream: 30_000,
}
/**
 * Sets the clock of one server 30 s ahead. A server with this clock stands for a machine that has lost its time server.
 */
const LATE_CLOCK = `data:text/javascript,${encodeURIComponent(`
  const Real = Date
  globalThis.Date = class extends Real {
    constructor(...given) { given.length === 0 ? super(Real.now() + 30_000) : super(...given) }
    static now() { return Real.now() + 30_000 }
  }`)}`
/**
 * The program that builds the server in the current folder, and unpacks the pictures of the demo city that the server
 * serves.
 */
const BUILD = `
  import('./demo/art/archive.ts').then(({ unpackPictures }) => unpackPictures())
  import('./scripts/build-server.ts').then(({ buildServer }) => buildServer())`

const problems: string[] = []
const folder = mkdtempSync(join(tmpdir(), 'nukkad-cluster-'))
/** The path of a link to the program of the release that a server runs when it starts. */
const program = join(folder, 'serve.js')
// PostgreSQL runs under another account, which must be able to reach its folder.
chmodSync(folder, 0o755)
let stop = async (): Promise<void> => {}
try {
  unpackPictures()
  const previous = !isShort && isChosen('rolling') ? await buildPrevious() : undefined
  linkProgram(previous ?? (await buildServer()))
  const cluster = await startCluster({
    folder: join(folder, 'cluster'),
    firstPort: FIRST_PORT,
    isArchived: true,
    server: (name) => ({
      entry: program,
      env: { LOG_LEVEL: 'warn', NODE_COMPILE_CACHE: join(folder, 'compiled') },
      ...(name === 'app-2' && { nodeArgs: ['--import', LATE_CLOCK] }),
    }),
    say: (line) => console.log(`  ${line}`),
    onParts: (stopAll) => {
      stop = stopAll
    },
  })
  await proveAll(cluster)
} catch (error) {
  console.error(error)
  problems.push(String(error))
} finally {
  await stop()
  problems.push(...listProcesses().map((name) => `still there after the stop: ${name}`))
  if (problems.length === 0) rmSync(folder, { recursive: true, force: true })
  else console.log(`  the logs are in ${folder}`)
}
for (const problem of problems) console.log(`  ✗ ${problem}`)
process.exit(problems.length === 0 ? 0 : 1)

/**
 * Builds the previous release in the folder of the fault test. Returns the path of its program; undefined if the
 * history of git does not have that release.
 */
async function buildPrevious(): Promise<string | undefined> {
  const release = findPrevious()
  if (!release) {
    console.log(
      '  ! skipped: without the previous release in the history of git, servers restart with the same release',
    )
    return undefined
  }
  const tree = join(folder, 'previous')
  mkdirSync(tree)
  unpackRelease(release, tree)
  const { ok, output } = await run(process.execPath, ['--eval', BUILD], { cwd: tree, quiet: true })
  if (!ok) throw new Error(`The server of ${release} was not built: ${output}`)
  return join(tree, 'apps/server/dist/serve.js')
}

/** Makes the servers that start from now on run the given program. */
function linkProgram(entry: string): void {
  symlinkSync(entry, `${program}.next`)
  renameSync(`${program}.next`, program)
}

/** Returns the processes that use the folder of the fault test. */
function listProcesses(): string[] {
  const commands = readdirSync('/proc').flatMap((pid) => {
    if (!/^\d+$/.test(pid) || Number(pid) === process.pid) return []
    try {
      return readFileSync(`/proc/${pid}/cmdline`, 'utf8').replaceAll('\0', ' ')
    } catch {
      return []
    }
  })
  return commands.filter((command) => command.includes(folder))
}

function isChosen(name: string): boolean {
  return only === undefined || only.some((start) => name.startsWith(start))
}

async function proveAll(cluster: Cluster): Promise<void> {
  const client = await cluster.connect()
  await liftLimits(client)
  await client.query('create table cut_probes (id int primary key)')
  // Waits until the changed settings have reached all servers over NATS.
  await sleep(1000)
  const shoppers = await newShoppers(cluster.url, client, SHOPPERS)
  const baskets = await findBaskets(client)
  if (!isShort && isChosen('positions')) {
    const delays = await measurePositions(cluster, client, 2000)
    report('positions on another server, 2,000 streams', delays, aims.delay)
  }
  // The test counts orders after it measured positions, because measuring positions adds orders.
  const before = await countOrders(client)
  const base = await newestPosition(client)
  await client.end()

  const streams = shoppers.flatMap(({ token }) =>
    Array.from({ length: STREAMS_EACH }, () => follow({ url: cluster.url, token, base })),
  )
  const orders = placeOrders(cluster.url, { customers: shoppers, baskets, perMinute: PER_MINUTE })
  const load: Load = { orders, streams }
  await whenOpen(load)
  if (!isShort && isChosen('rolling')) await restartAll(cluster, load)
  await breakAll(cluster, load)
  await orders.stop()

  const after = await cluster.connect()
  await findLosses(after, { load, before, shoppers, base })
  for (const stream of streams) stream.stop()
  // Drops the table of the test, because a backup refuses tables that the release does not have.
  await after.query('drop table cut_probes')
  if (!isShort) await measureRest(cluster, after, { shoppers })
  await after.end()
}

async function whenOpen({ orders, streams }: Load): Promise<void> {
  for (const until = performance.now() + SETTLE_WITHIN_MS; performance.now() < until; await sleep(50))
    if (orders.placed.length > 10 && streams.every((stream) => stream.isOpen())) return
  throw new Error(`no load: ${[...orders.failures].join(' ')} ${orders.lost[0] ?? ''}`)
}

async function breakAll(cluster: Cluster, load: Load): Promise<void> {
  const chosen: readonly Victim[] = isShort ? ['app-1', 'primary'] : victims.filter((each) => isChosen(`kill ${each}`))
  for (let round = 0; round < (isShort ? 1 : rounds); round++)
    for (const victim of chosen) {
      const effect = await killOne(cluster, load, victim)
      judge(effect, victim === 'primary' ? aims.primary : victim.startsWith('app') ? aims.server : undefined)
    }
  if (!isShort && isChosen('cut') && process.getuid?.() !== 0)
    console.log('  ! skipped: only root can cut the network of the primary, so no split brain was looked for')
  else if (!isShort && isChosen('cut')) {
    const { acknowledged, ...effect } = await cutPrimary(cluster, load)
    judge(effect, aims.primary)
    const client = await cluster.connect()
    const { rows } = await client.query<{ id: number }>('select id from cut_probes')
    await client.end()
    const lost = acknowledged.filter((id) => !rows.some((row) => row.id === id))
    console.log(`  ${acknowledged.length} writes taken by the primary without a network, ${lost.length} of them lost`)
    if (lost.length > 0) problems.push(`split brain: the old primary took ${lost.length} writes`)
  }
}

/** Restarts each server with this release. */
async function restartAll(cluster: Cluster, load: Load): Promise<void> {
  const before = await readSchema(cluster)
  linkProgram(await buildServer())
  const { failures, ...effect } = await restartInTurn(cluster, load)
  judge(effect, undefined)
  if (failures.length > 0) problems.push(`a rolling restart failed calls: ${failures.join(', ')}`)
  const after = await readSchema(cluster)
  console.log(`  the schema before and after the rolling restart: ${before}, ${after}`)
  const newest = readdirSync(join(import.meta.dirname, '../apps/server/migrations'))
    .toSorted()
    .at(-1)
  if (after !== newest) problems.push(`the schema after the rolling restart is not ${newest}`)
}

/** Returns the name of the newest migration that was applied. */
async function readSchema(cluster: Cluster): Promise<string> {
  const client = await cluster.connect()
  const { rows } = await client.query<{ name: string }>('select max(name) as name from schema_migrations')
  await client.end()
  return rows[0]!.name
}

function judge(
  { what, writesBackMs, longestOrderMs, longestResumptionMs, brokenStreams }: Effect,
  aimMs?: number,
): void {
  const seconds = (ms: number) => (ms / 1000).toFixed(2)
  console.log(
    `  ${what}: writes back after ${seconds(writesBackMs)} s, longest order ${seconds(longestOrderMs)} s, ${brokenStreams} streams broke, back within ${seconds(longestResumptionMs)} s`,
  )
  if (!Number.isFinite(writesBackMs)) problems.push(`${what}: no order was taken any more`)
  if (!Number.isFinite(longestResumptionMs)) problems.push(`${what}: streams did not come back`)
  // A short run does not check the measured times, because it shares the machine with other tests.
  if (isShort) return
  if (aimMs !== undefined && longestOrderMs > aimMs)
    problems.push(`${what}: an order waited ${seconds(longestOrderMs)} s`)
  if (longestResumptionMs > aims.resumption)
    problems.push(`${what}: a stream came back after ${seconds(longestResumptionMs)} s`)
}

function report(what: string, { p50, p99, count, missing }: Delays, aimMs: number): void {
  console.log(`  ${what}: p50 ${p50.toFixed(0)} ms, p99 ${p99.toFixed(0)} ms of ${count}, ${missing} missing`)
  if (missing > 0) problems.push(`${what}: ${missing} are missing`)
  if (p99 > aimMs) problems.push(`${what}: p99 is ${p99.toFixed(0)} ms`)
}

type Facts = { load: Load; before: number; shoppers: readonly Person[]; base: bigint }

/** Compares the answers that customers got with the rows of the database, and reports differences. */
async function findLosses(client: pg.Client, { load, before, shoppers, base }: Facts): Promise<void> {
  const { orders, streams } = load
  problems.push(...orders.lost)
  const numbers = orders.placed.map(({ number }) => number)
  const { rows } = await client.query<{ number: string }>(
    'select unique_order_id as number from orders where unique_order_id = any ($1)',
    [numbers],
  )
  const lost = numbers.length - rows.length
  const extra = (await countOrders(client)) - before - numbers.length
  if (new Set(numbers).size !== numbers.length) problems.push('two calls were answered with one order')
  if (lost > 0) problems.push(`${lost} acknowledged orders are gone`)
  if (extra !== 0) problems.push(`${extra} orders more than were acknowledged`)
  problems.push(...(await findDifferences(client)))
  const missed = await countMissedEvents(client, { streams, shoppers, base })
  problems.push(...missed)
  console.log(
    `  ${numbers.length} orders, ${lost} lost, ${extra} doubled; ${streams.length} streams, ${streams.reduce((sum, { heard }) => sum + heard.length, 0)} events; calls that were repeated: ${[...orders.failures].map(([name, count]) => `${count} × ${name}`).join(', ') || 'none'}`,
  )
}

async function countMissedEvents(
  client: pg.Client,
  { streams, shoppers, base }: { streams: readonly Stream[]; shoppers: readonly Person[]; base: bigint },
): Promise<string[]> {
  for (const until = performance.now() + SETTLE_WITHIN_MS; performance.now() < until; await sleep(200)) {
    const { rows } = await client.query<{ is: boolean }>('select exists (select from unannounced_events) as is')
    if (!rows[0]!.is) break
  }
  const { rows } = await client.query<{ position: string; user_id: number }>(
    'select position::text, user_id from order_announcements where position > $1 order by order_announcements.position',
    [String(base)],
  )
  const due = Map.groupBy(rows, ({ user_id }) => user_id)
  let missing = 0
  let wrong = 0
  for (const [index, stream] of streams.entries()) {
    const wanted = (due.get(shoppers[Math.floor(index / STREAMS_EACH)]!.userId) ?? []).map(({ position }) => position)
    for (const until = performance.now() + 5000; stream.heard.length < wanted.length && performance.now() < until; )
      await sleep(50)
    const got = stream.heard.map(({ position }) => String(position))
    missing += wanted.filter((position) => !got.includes(position)).length
    if (got.join() !== wanted.join()) wrong += 1
  }
  return wrong > 0
    ? [`${wrong} streams heard other events than theirs or in another order, ${missing} are missing`]
    : []
}

async function measureRest(
  cluster: Cluster,
  client: pg.Client,
  { shoppers }: { shoppers: readonly Person[] },
): Promise<void> {
  if (isChosen('streams')) {
    const baskets = await findBaskets(client)
    const change = async () => {
      const orders = placeOrders(cluster.url, { customers: shoppers, baskets, perMinute: PER_MINUTE })
      while (orders.placed.length === 0 && orders.lost.length === 0) await sleep(1)
      await orders.stop()
      problems.push(...orders.lost)
    }
    const { bytesPerStream, fanOut } = await measureStreams(cluster, client, { streams: 10_000, change })
    console.log(`  10,000 streams on one server: ${(bytesPerStream / 1000).toFixed(1)} kB each`)
    if (bytesPerStream > aims.bytesPerStream) problems.push(`a stream takes ${bytesPerStream.toFixed(0)} bytes`)
    report('an event to 10,000 streams', fanOut, aims.delay)
  }
  // The part `backup` runs last, because it deletes all opening hours.
  if (isChosen('backup')) {
    tell('backup of the shop from the standby', await backUpFromStandby(cluster, client))
    tell('copy of the standby, recovery to a second before a delete', await recoverBeforeDelete(cluster, client))
  }
}

function tell(what: string, { backupMs, restoreMs, bytes, problems: found }: Recovery): void {
  const seconds = (ms: number) => (ms / 1000).toFixed(1)
  console.log(
    `  ${what}: ${(bytes / 1e6).toFixed(0)} MB in ${seconds(backupMs)} s, restored in ${seconds(restoreMs)} s`,
  )
  problems.push(...found)
}

async function countOrders(client: pg.Client): Promise<number> {
  const { rows } = await client.query<{ n: number }>('select count(*)::int as n from orders')
  return rows[0]!.n
}

async function newestPosition(client: pg.Client): Promise<bigint> {
  const { rows } = await client.query<{ newest: string }>(
    'select coalesce(max(position), 0)::text as newest from order_announcements',
  )
  return BigInt(rows[0]!.newest)
}
