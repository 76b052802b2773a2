import { describe, expect, it } from 'vitest'
import { keepSlowest } from './slowest.ts'
import type { Span, Trace } from './spans.ts'

const MINUTE = 60_000
const START = 1_800_000_000_000

const span = (id: string, more: Partial<Span> = {}): Span => ({
  traceId: 'a'.repeat(32),
  id,
  parentId: undefined,
  isParentRemote: false,
  kind: 'server',
  name: id,
  startedAt: START,
  endedAt: START + 1,
  attributes: {},
  ...more,
})
const callOf = (name: string, ms: number): Trace => [span(name, { endedAt: START + ms })]

function open() {
  const clock = { now: START }
  const slowest = keepSlowest(() => clock.now)
  const names = () => slowest.list().map(({ name }) => name)
  return { clock, slowest, names }
}

describe('the slowest calls', () => {
  it('the slowest calls are the ten slowest of all minutes, slowest first', () => {
    const { clock, slowest, names } = open()
    for (let minute = 0; minute < 10; minute++) {
      clock.now = START + minute * MINUTE
      for (let i = 0; i < 50; i++) slowest.add(callOf(`${minute}-${i}`, 100 * minute + i))
    }
    expect(names()).toEqual(Array.from({ length: 10 }, (_, i) => `9-${49 - i}`))
  })

  it('the slowest calls are from the last ten minutes, so that a faster recent call replaces an old one', () => {
    const { clock, slowest, names } = open()
    slowest.add(callOf('old', 5000))
    clock.now = START + 9 * MINUTE
    slowest.add(callOf('new', 20))
    expect(names()).toEqual(['old', 'new'])
    clock.now = START + 10 * MINUTE
    expect(names()).toEqual(['new'])
    clock.now = START + 19 * MINUTE
    expect(names()).toEqual([])
  })

  it('leave out jobs', () => {
    const { slowest, names } = open()
    slowest.add([span('make-export', { kind: 'consumer', endedAt: START + 9000 })])
    expect(names()).toEqual([])
  })

  it('contain their parts in the order in which these began, with their depth', () => {
    const { slowest } = open()
    const inside = span('inside', { parentId: 'transaction', kind: 'client', startedAt: START + 3, endedAt: START + 4 })
    const transaction = span('transaction', { parentId: 'call', startedAt: START + 2, endedAt: START + 7.25 })
    slowest.add([inside, transaction, span('call', { endedAt: START + 8, attributes: { status: 200 } })])
    expect(slowest.list()).toMatchObject([
      {
        name: 'call',
        ms: 8,
        status: 200,
        error: null,
        left_out: 0,
        spans: [
          { name: 'transaction', depth: 1, from_ms: 2, ms: 5.3, statement: null },
          { name: 'inside', depth: 2, from_ms: 3, ms: 1 },
        ],
      },
    ])
  })

  it('contain a limited number of parts and characters', () => {
    const { slowest } = open()
    const part = (i: number) =>
      span(`part-${i}`, { parentId: 'call', startedAt: START + i, attributes: { statement: 'x'.repeat(5000) } })
    slowest.add([...Array.from({ length: 100 }, (_, i) => part(i)), span('call', { endedAt: START + 200 })])
    const [call] = slowest.list()
    expect(call!.spans.map(({ name }) => name)).toEqual(Array.from({ length: 60 }, (_, i) => `part-${i}`))
    expect(call!.left_out).toBe(40)
    expect(call!.spans[0]!.statement).toHaveLength(300)
  })
})
