import { randomUUID } from 'node:crypto'
import { hostname } from 'node:os'
import { performance } from 'node:perf_hooks'
import { setTimeout as sleep } from 'node:timers/promises'
import { isDatabaseAway } from '#db/connection.ts'
import type { Services } from '#http/calls.ts'
import { openStreams } from '#http/open-streams.ts'
import { logEvent } from '#log-events.ts'
import { release } from '#release.ts'
import { deleteNode, type NodeState, writeNode } from './queries.ts'

const REPORT_EVERY_MS = 5000
/**
 * Interval in milliseconds at which a process checks whether it has begun to stop, so that it reports the stop soon.
 */
const LOOK_EVERY_MS = 500

type Reporting = {
  services: Pick<Services, 'db' | 'config' | 'bus' | 'replica' | 'log'>
  isStopping: () => boolean
}

/**
 * Reports the state of this process to the database every five seconds, and when it begins to stop. Returns a function
 * that ends the reports and removes the process from the list.
 */
export function reportNode({ services, isStopping }: Reporting): () => Promise<void> {
  const id = randomUUID()
  const ending = new AbortController()
  let loop = performance.eventLoopUtilization()
  const report = async (isDraining: boolean): Promise<void> => {
    const now = performance.eventLoopUtilization()
    const { utilization } = performance.eventLoopUtilization(now, loop)
    loop = now
    await writeNode(services.db, { id, ...stateOf(services, utilization), is_draining: isDraining }).catch(
      (error: Error) => {
        // No error is logged while the database cannot be reached: no process can report its state then, and the server
        // logs the outage itself.
        if (!isDatabaseAway(error)) logEvent(services.log, 'node.not_reported', { err: error })
      },
    )
  }
  const keepReporting = async (): Promise<void> => {
    let reported = { at: Number.NEGATIVE_INFINITY, isDraining: false }
    while (!ending.signal.aborted) {
      const isDraining = isStopping()
      if (isDraining !== reported.isDraining || performance.now() - reported.at >= REPORT_EVERY_MS) {
        reported = { at: performance.now(), isDraining }
        await report(isDraining)
      }
      await sleep(LOOK_EVERY_MS, undefined, { ref: false, signal: ending.signal }).catch(() => {})
    }
  }
  const reporting = keepReporting()
  return async () => {
    ending.abort()
    await reporting
    // If the database cannot be reached now, another process deletes this row some minutes after the database returns.
    await deleteNode(services.db, id).catch(() => {})
  }
}

function stateOf(
  { config, bus, replica }: Reporting['services'],
  utilization: number,
): Omit<NodeState, 'id' | 'is_draining'> {
  return {
    role: config.role,
    host: hostname(),
    process_id: process.pid,
    uptime: process.uptime(),
    release,
    busy_percent: Math.round(100 * utilization),
    memory_bytes: BigInt(process.memoryUsage.rss()),
    streams: openStreams.count,
    standby: replica ? (replica.dbAfter(undefined) ? 'used' : 'behind') : null,
    bus: config.natsUrl ? (bus.shared() ? 'connected' : 'lost') : null,
  }
}
