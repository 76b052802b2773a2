import { spawnSync } from 'node:child_process'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { type Cluster, whenReplicated } from '../../scripts/cluster/cluster.ts'
import { FIRST_GROUP } from '../../scripts/cluster/engines.ts'
import type { Part } from '../../scripts/cluster/part.ts'
import type { Orders } from './orders.ts'
import type { Stream } from './streams.ts'

const CUT_MS = 20_000
const BACK_WITHIN_MS = 60_000
const PROBE_EVERY_MS = 250
const OPEN_WITHIN_MS = 15_000

export type Load = { orders: Orders; streams: readonly Stream[] }

/** The effect of a fault on customers. The times of an effect are in milliseconds. */
export type Effect = {
  what: string
  /** The time from the fault to the first answer to an order that was sent after the fault. */
  writesBackMs: number
  /** The longest wait for an order that was in progress at the fault or sent during it. */
  longestOrderMs: number
  longestResumptionMs: number
  brokenStreams: number
}

export const victims = [
  'app-1',
  'app-2',
  'app-3',
  'primary',
  'standby',
  'etcd leader',
  'haproxy',
  'nats',
  'swift',
  'worker',
] as const
export type Victim = (typeof victims)[number]

/**
 * Kills one part of the cluster with -9, like the loss of its machine, and starts it again when the shop takes orders
 * without it.
 */
export async function killOne(cluster: Cluster, load: Load, victim: Victim): Promise<Effect> {
  const part = await find(cluster, victim)
  const measured = begin(load, `kill -9 of ${victim}`)
  await part.kill()
  // The cluster has only one proxy, so the test starts it again immediately, as the proxy's service manager would.
  if (victim === 'haproxy') await part.start()
  await measured.whenBack()
  if (victim !== 'haproxy') await part.start()
  await whenReplicated(cluster.roles)
  return measured.end()
}

async function find({ parts, place, roles }: Cluster, victim: Victim): Promise<Part> {
  const { primary, standby } = await roles()
  if (victim === 'primary') return parts.postgres[primary!]!
  if (victim === 'standby') return parts.postgres[standby!]!
  if (victim === 'etcd leader') return parts.etcd[await findLeader(place.ports.etcd)]!
  if (victim === 'haproxy' || victim === 'nats' || victim === 'swift' || victim === 'worker') return parts[victim]
  return parts.apps.find(({ name }) => name === victim)!
}

async function findLeader(ports: readonly number[]): Promise<number> {
  for (const [index, port] of ports.entries()) {
    const answer = await fetch(`http://127.0.0.1:${port}/v3/maintenance/status`, { method: 'POST', body: '{}' })
    const { leader, header } = (await answer.json()) as { leader: string; header: { member_id: string } }
    if (leader === header.member_id) return index
  }
  throw new Error('etcd has no leader')
}

/**
 * Cuts the primary off from everything else for 20 s, with a firewall of the test's network namespace. Programs on the
 * primary's machine still reach it and try to write.
 * @returns the effect, and the writes that the old primary acknowledged
 */
export async function cutPrimary(cluster: Cluster, load: Load): Promise<Effect & { acknowledged: number[] }> {
  const { primary } = await cluster.roles()
  const { place } = cluster
  const ports = [place.ports.postgres[primary!], place.ports.patroni[primary!]].join(', ')
  const group = FIRST_GROUP + primary!
  const measured = begin(load, `${CUT_MS / 1000} s without a network for the primary`)
  firewall(`add table inet cut
    add chain inet cut out { type filter hook output priority 0; }
    add rule inet cut out meta skgid ${group} drop
    add rule inet cut out tcp dport { ${ports} } drop`)
  const healed = sleep(CUT_MS).then(() => firewall('delete table inet cut'))
  const probing = probe(`${place.folder}/postgres-${primary! + 1}`, place.ports.postgres[primary!]!)
  await measured.whenBack()
  await healed
  const acknowledged = await probing
  await whenReplicated(cluster.roles)
  return { ...measured.end(), acknowledged }
}

function firewall(rules: string): void {
  const { status, stderr } = spawnSync('nft', ['-f', '-'], { input: rules, encoding: 'utf8' })
  if (status !== 0) throw new Error(`nft refused the rules: ${stderr}`)
}

/**
 * Writes to the old primary through its socket, again and again. Returns the numbers of the rows that it acknowledged.
 */
async function probe(socketFolder: string, port: number): Promise<number[]> {
  const acknowledged: number[] = []
  const until = performance.now() + CUT_MS
  for (let count = 1; performance.now() < until; count++, await sleep(PROBE_EVERY_MS)) {
    const client = new pg.Client({
      host: socketFolder,
      port,
      user: 'nukkad',
      database: 'nukkad',
      connectionTimeoutMillis: 1000,
    })
    client.on('error', () => {})
    try {
      await client.connect()
      const written = client
        .query('insert into cut_probes (id) values ($1)', [count])
        .then(() => acknowledged.push(count))
      await Promise.race([written.catch(() => {}), sleep(1000)])
      void written.catch(() => {})
    } catch {
      // An error is ignored here: the server does not run or accepts no connection, so it acknowledges no write.
    }
    void client.end().catch(() => {})
  }
  return acknowledged
}

/** Stops and starts each web server in turn, as for a new release. */
export async function restartInTurn(cluster: Cluster, load: Load): Promise<Effect & { failures: string[] }> {
  const measured = begin(load, 'rolling restart')
  const before = new Map(load.orders.failures)
  for (const part of [...cluster.parts.apps, cluster.parts.worker]) {
    await part.stop()
    await part.start()
  }
  await measured.whenBack()
  const failures = [...load.orders.failures].flatMap(([name, count]) => {
    const more = count - (before.get(name) ?? 0)
    return more > 0 ? [`${more} × ${name}`] : []
  })
  return { ...measured.end(), failures }
}

function begin({ orders, streams }: Load, what: string) {
  const startedAt = performance.now()
  const isBack = () => orders.placed.find(({ sentAt }) => sentAt > startedAt)
  const until = async (isSo: () => unknown, withinMs: number): Promise<void> => {
    for (const late = performance.now() + withinMs; !isSo() && performance.now() < late; ) await sleep(20)
  }
  return {
    whenBack: async () => {
      await until(isBack, BACK_WITHIN_MS)
      await until(() => streams.every((stream) => stream.isOpen()), OPEN_WITHIN_MS)
    },
    end: (): Effect => {
      const waits = orders.placed.filter(({ answeredAt }) => answeredAt > startedAt)
      const resumed = streams.flatMap(({ resumedAfterMs }) => resumedAfterMs).filter(({ at }) => at >= startedAt)
      return {
        what,
        writesBackMs: (isBack()?.answeredAt ?? Number.POSITIVE_INFINITY) - startedAt,
        longestOrderMs: Math.max(0, ...waits.map(({ sentAt, answeredAt }) => answeredAt - Math.max(sentAt, startedAt))),
        longestResumptionMs: streams.every((stream) => stream.isOpen())
          ? Math.max(0, ...resumed.map(({ ms }) => ms))
          : Number.POSITIVE_INFINITY,
        brokenStreams: resumed.length,
      }
    },
  }
}
