import type { Output } from '@nukkad/contract/contract.ts'
import { describe, expect, test } from 'vitest'
import { openPage, page } from '#test/app.tsx'
import { recorded } from '#test/recorded.ts'
import { answer } from '#test/server.ts'

type Node = Output<'dashboard/server'>['nodes'][number]

const node: Node = {
  id: 'a',
  role: 'web',
  host: 'shop-1',
  process_id: 12,
  release: '4c1d09ab',
  started_at: '2026-11-21T10:00:00.000Z',
  seen_seconds: 2,
  is_silent: false,
  is_draining: false,
  busy_percent: 12,
  memory_bytes: 210_000_000,
  streams: 1,
  database_server: 'socket',
  standby: null,
  bus: null,
}

const show = async (nodes: Node[]) => {
  answer('dashboard/server', recorded('dashboard/server', { nodes: nodes as never }))
  await openPage('/server')
  const section = (await page().findByRole('heading', { name: 'Processes' })).closest('section')!
  return { section, rows: [...section.querySelectorAll('li')].map((row) => row.textContent) }
}

describe('the processes of the shop', () => {
  test('the processes are listed with their host, role, load, release and connections', async () => {
    const far = { standby: 'used', bus: 'connected', database_server: '10.0.0.21:5432' } as const
    const { rows, section } = await show([
      node,
      { ...node, ...far, id: 'b', role: 'worker', host: 'shop-2', streams: 340 },
    ])
    expect(rows).toHaveLength(2)
    expect(rows[0]).toMatch(/^shop-1RunningWeb · process 1212% busy · 210 MB · 1 open streamStarted .* ago · /)
    expect(rows[0]).toContain('release 4c1d09abPostgreSQL at a local socket')
    expect(rows[1]).toContain('shop-2RunningJobs')
    expect(rows[1]).toContain('340 open streams')
    expect(rows[1]).toContain('PostgreSQL at 10.0.0.21:5432 · reads from a standby database · NATS connected')
    expect(section.textContent).not.toContain('different releases')
  })

  test('show which one does not answer, is draining, or lost a connection', async () => {
    const { rows } = await show([
      { ...node, is_silent: true, seen_seconds: 48 },
      { ...node, id: 'b', is_draining: true },
      { ...node, id: 'c', standby: 'behind', bus: 'lost' },
    ])
    expect(rows[0]).toContain('shop-1Silent for 48 s')
    expect(rows[1]).toContain('shop-1Draining')
    expect(rows[2]).toContain('the standby database is behind · NATS lost')
  })

  test('show if they run different releases', async () => {
    const { section } = await show([node, { ...node, id: 'b', release: '99f0aa12' }])
    expect(section.textContent).toContain('The processes run 2 different releases.')
  })

  test('the list of processes can be empty', async () => {
    expect((await show([])).section.textContent).toContain('No server process has reported its state yet.')
  })
})
