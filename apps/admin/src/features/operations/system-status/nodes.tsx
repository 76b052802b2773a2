import type { Output } from '@nukkad/contract/contract.ts'
import { Section } from '#components/section.tsx'
import { formatAgo, formatBytes, formatCount } from '#lib/format.ts'

type Node = Output<'dashboard/server'>['nodes'][number]

const roles: Record<Node['role'], string> = { all: 'Web and jobs', web: 'Web', worker: 'Jobs' }
const buses = { connected: 'NATS connected', lost: 'NATS lost' }
const standbys = { used: 'reads from a standby database', behind: 'the standby database is behind' }

/** Lists the processes of the shop with the state that each has reported. */
export function Nodes({ nodes }: { nodes: readonly Node[] }) {
  const releases = new Set(nodes.map(({ release }) => release))
  return (
    <Section title="Processes">
      {nodes.length === 0 ? <p className="text-ink-2">No server process has reported its state yet.</p> : null}
      {releases.size > 1 ? <p className="text-ink-2">The processes run {releases.size} different releases.</p> : null}
      <ul className="empty:hidden">
        {nodes.map((node) => (
          <li key={node.id} className="grid gap-x-4 gap-y-1 border-t border-line py-3 wide:grid-cols-[1fr_2fr]">
            <div className="min-w-0">
              <div className="flex items-baseline justify-between gap-x-4 wide:justify-start">
                <span className="text-label [overflow-wrap:anywhere]">{node.host}</span>
                <State node={node} />
              </div>
              <div className="text-ink-2">
                {roles[node.role]} · process {node.process_id}
              </div>
            </div>
            <div className="min-w-0 text-ink-2">
              <div className="tabular-nums">
                {formatCount(node.busy_percent)}% busy · {formatBytes(node.memory_bytes)} ·{' '}
                {node.streams === 1 ? '1 open stream' : `${formatCount(node.streams)} open streams`}
              </div>
              <div className="[overflow-wrap:anywhere]">
                Started {formatAgo(node.started_at)} ago · release {node.release}
              </div>
              <Connections node={node} />
            </div>
          </li>
        ))}
      </ul>
    </Section>
  )
}

function State({ node }: { node: Node }) {
  if (node.is_silent) return <span className="text-error">Silent for {formatCount(node.seen_seconds)} s</span>
  return node.is_draining ? <span className="text-ink-2">Draining</span> : <span className="text-ok">Running</span>
}

function Connections({ node }: { node: Node }) {
  const { standby, bus } = node
  return (
    <div className="[overflow-wrap:anywhere]">
      PostgreSQL at {node.database_server === 'socket' ? 'a local socket' : node.database_server}
      {standby ? <span className={standby === 'behind' ? 'text-error' : undefined}> · {standbys[standby]}</span> : null}
      {bus ? <span className={bus === 'lost' ? 'text-error' : undefined}> · {buses[bus]}</span> : null}
    </div>
  )
}
