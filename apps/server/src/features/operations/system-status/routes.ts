import { statfs } from 'node:fs/promises'
import { routes } from '#http/calls.ts'
import { slowestCalls } from '#trace/slowest.ts'
import { listNodes, readDatabaseFacts } from './queries.ts'

export const systemStatusRoutes = routes({
  'dashboard/server': async ({ db, config }) => {
    // A shop with an external database has no data folder until it stores its first picture.
    const disk = await statfs(config.dataDir).catch(() => undefined)
    return {
      success: true,
      node: process.versions.node,
      mode: config.mode,
      time_zone: config.timeZone,
      started_at: new Date(Date.now() - process.uptime() * 1000).toISOString(),
      memory_bytes: process.memoryUsage.rss(),
      disk_free_bytes: disk ? disk.bavail * disk.bsize : null,
      slow_calls: slowestCalls.ofProcess?.list() ?? null,
      nodes: (await listNodes(db)).map(presentNode),
      ...(await readDatabaseFacts(db)),
    }
  },
})

/** A process that has missed three reports counts as not working. */
const SILENT_AFTER_SECONDS = 15

function presentNode({ started_at, memory_bytes, ...node }: Awaited<ReturnType<typeof listNodes>>[number]) {
  return {
    ...node,
    started_at: started_at.toISOString(),
    memory_bytes: Number(memory_bytes),
    is_silent: node.seen_seconds > SILENT_AFTER_SECONDS,
  }
}
