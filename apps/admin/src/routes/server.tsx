import { useQuery } from '@tanstack/react-query'
import { PageHead } from '#components/page-head.tsx'
import { Facts, Section } from '#components/section.tsx'
import { Nodes } from '#features/operations/system-status/nodes.tsx'
import { SlowCalls } from '#features/operations/system-status/slow-calls.tsx'
import { ClearCaches } from '#features/storefront/settings-admin/clear-caches.tsx'
import { formatAgo, formatBytes, formatCount, formatMoment } from '#lib/format.ts'
import { ask } from '#lib/query.ts'

/** The page is read again at this interval, because processes report themselves every five seconds. */
const POLL_EVERY_MS = 5000

/** Shows the shop's processes, and the server's software, capacity, backlog and slowest calls. */
export default function ServerRoute() {
  const { data, error } = useQuery({ ...ask('dashboard/server', {}), refetchInterval: POLL_EVERY_MS })
  return (
    <>
      <PageHead title="Server" text="The shop’s processes, software, free space, waiting jobs and slowest calls.">
        <ClearCaches />
      </PageHead>
      {error && !data ? <p role="alert">{error.message}</p> : null}
      {data ? (
        <div className="grid items-start gap-4 large:grid-cols-2">
          <Section title="Now">
            <Facts
              facts={[
                ['Running for', `${formatAgo(data.started_at)}, since ${formatMoment(data.started_at)}`],
                ['Waiting jobs', jobsText(data.jobs)],
                ['Memory in use', formatBytes(data.memory_bytes)],
                ['Database', formatBytes(data.database_bytes)],
                ['Free space on the disk', data.disk_free_bytes === null ? '–' : formatBytes(data.disk_free_bytes)],
              ]}
            />
          </Section>
          <Section title="Components">
            <Facts
              facts={[
                ['Node', data.node],
                ['PostgreSQL', data.postgres],
                ['Schema', data.migration],
                ['Mode', data.mode],
                ['Time zone', data.time_zone],
              ]}
            />
          </Section>
          <div className="grid gap-4 large:col-span-2">
            <Nodes nodes={data.nodes} />
            <SlowCalls calls={data.slow_calls} />
          </div>
        </div>
      ) : null}
    </>
  )
}

function jobsText({ waiting, oldest_seconds }: { waiting: number; oldest_seconds: number | null }): string {
  if (waiting === 0 || oldest_seconds === null) return 'None'
  return `${formatCount(waiting)}, the oldest of them for ${formatCount(oldest_seconds)} s`
}
