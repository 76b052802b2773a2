import type { Output } from '@nukkad/contract/contract.ts'
import { describe, expect, test } from 'vitest'
import { openPage, page, person } from '#test/app.tsx'
import { recorded } from '#test/recorded.ts'
import { answer } from '#test/server.ts'

type SlowCalls = Output<'dashboard/server'>['slow_calls']
type SlowCall = NonNullable<SlowCalls>[number]

const show = async (slow_calls: SlowCalls) => {
  answer('dashboard/server', recorded('dashboard/server', { slow_calls: slow_calls as never }))
  await openPage('/server')
  return (await page().findByRole('heading', { name: 'Slowest calls' })).closest('section')!
}
const part = { name: 'transaction', statement: null, error: null, depth: 1, from_ms: 25, ms: 50 }
const call: SlowCall = {
  name: 'place-order',
  trace_id: 'a'.repeat(32),
  began_at: '2026-11-21T10:00:00.000Z',
  ms: 1250,
  status: 409,
  error: 'NOT_OPEN',
  spans: [],
  left_out: 0,
}

describe('the slowest calls', () => {
  test('the slowest calls are off if calls are not traced', async () => {
    expect((await show(null)).textContent).toContain('OTEL_TRACES_SAMPLER_ARG=0.1')
  })

  test('say if no call was traced yet', async () => {
    expect((await show([])).textContent).toContain('No call was traced in the last ten minutes.')
  })

  test('show the time, the status and the error of each', async () => {
    const section = await show([
      call,
      { ...call, trace_id: 'b'.repeat(32), name: 'get-settings', ms: 48.6, status: 200, error: null },
    ])
    const lines = [...section.querySelectorAll('summary')].map((line) => line.textContent)
    expect(lines).toHaveLength(2)
    expect(lines[0]).toMatch(/^place-order.*status 409 · NOT_OPEN1\.25 s$/)
    expect(lines[1]).toMatch(/^get-settings.*status 20048\.6 ms$/)
  })

  test('expand to their parts, with bars for their times', async () => {
    const statement = 'select id from stores where id = $1'
    const inside = { ...part, name: 'select', statement, depth: 2, from_ms: 99.9, ms: 0, error: '23505' }
    const section = await show([{ ...call, ms: 100, spans: [part, inside], left_out: 7 }])
    await person.click(section.querySelector('summary')!)
    const bars = [...section.querySelectorAll('ol > li')]
    expect(bars.map((bar) => bar.textContent)).toEqual(['transaction50 ms', `${statement} 235050 ms`])
    const styles = bars.map((bar) => (bar.querySelector('[aria-hidden] > div') as HTMLElement).style)
    expect(styles.map(({ width, marginInlineStart }) => [marginInlineStart, width])).toEqual([
      ['25%', '50%'],
      ['99.5%', '0.5%'],
    ])
    expect(section.textContent).toContain('7 more parts')
    expect(section.textContent).not.toContain('This call needed neither')
  })

  test('slow calls without parts say that no other part was involved', async () => {
    expect((await show([call])).textContent).toContain('This call needed neither the database nor another server.')
  })
})
