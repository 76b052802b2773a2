import { describe, expect, test } from 'vitest'
import { idsInTitles, levelOf, rowsOf, uncovered } from './requirements.ts'

/**
 * Returns a fixture with square brackets. The fixtures of this file have <E-07> instead of [E-07], so that the check of
 * requirements does not count this file as a test of them.
 */
function source(fixture: string): string {
  return fixture.replaceAll('<', '[').replaceAll('>', ']')
}

describe('idsInTitles', () => {
  test.each([
    ["test('<E-07> the dialog', run)", ['E-07']],
    ["it('<E-07><R-20> the dialog', run)", ['E-07', 'R-20']],
    ['test("<A-05, A-08> the bar", run)', ['A-05', 'A-08']],
    ["test.each(cases)('<INT-07> reads %s', run)", ['INT-07']],
    ['test(\n  `<GAP-11> the total`,\n  run)', ['GAP-11']],
    ["  { ids: '<F-06> <GAP-37>', name: 'PayMongo' },", ['F-06', 'GAP-37']],
  ])('finds the ids of %s', (fixture, ids) => {
    expect(idsInTitles(source(fixture))).toEqual(ids)
  })

  test.each(["// test('<E-07> later', run)", "test.skip('<E-07> later', run)", "it.todo('<E-07> later')"])(
    'counts nothing for %s',
    (fixture) => {
      expect(idsInTitles(source(fixture))).toEqual([])
    },
  )

  test('ignores other brackets', () => {
    expect(idsInTitles("test('answers [] and [1, 2]', run)")).toEqual([])
  })
})

describe('levelOf', () => {
  test.each([
    ['e2e/cart.spec.ts', 'browser'],
    ['apps/server/src/features/ordering/orders/orders.test.ts', 'api'],
    ['packages/rules/src/cart.test.ts', 'unit'],
    ['apps/web/src/stores/cart.test.ts', 'unit'],
  ])('%s proves at the level %s', (file, level) => expect(levelOf(file)).toBe(level))
})

describe('uncovered', () => {
  const rows: Parameters<typeof uncovered>[0] = [
    { id: 'A-01', area: 'A', level: ['unit'] },
    { id: 'A-02', area: 'A', level: ['api'] },
    { id: 'A-03', area: 'A', level: ['unit', 'browser'] },
    { id: 'A-04', area: 'A', level: ['unit'] },
    { id: 'B-01', area: 'B', level: ['api'] },
  ]

  test('lists by area the rows without a test at a required level', () => {
    const tested = new Map<string, ReadonlySet<'unit' | 'api' | 'browser'>>([
      ['A-01', new Set(['unit'])],
      ['A-02', new Set(['unit', 'browser'])],
      ['A-03', new Set(['unit'])],
      ['A-04', new Set(['browser'])],
      ['B-01', new Set(['api'])],
    ])
    expect(uncovered(rows, tested)).toEqual(
      new Map([
        ['A', ['A-02 (api)', 'A-03 (browser)']],
        ['B', []],
      ]),
    )
  })
})

describe('rowsOf', () => {
  test('reads ids and levels, also next to an escaped bar', () => {
    const table = [
      '| Id | What must hold | How it is proved |',
      '|---|---|---|',
      '| A-01 | One \\| two. | unit, browser: Given one: two. |',
      '| GAP-12 | Three. | api: When four. |',
    ]
    expect(rowsOf(table.join('\n'))).toEqual([
      { id: 'A-01', area: 'A', level: ['unit', 'browser'] },
      { id: 'GAP-12', area: 'GAP', level: ['api'] },
    ])
  })

  test.each([
    ['| A-01 | One. | by hand: it holds. |', 'names no levels'],
    ['| A-01 | One. | It holds. |', 'names no levels'],
    ['| A-01 | One. | api: it. |\n| A-01 | Two. | api: it. |', 'A-01 stands twice'],
  ])('refuses %s', (table, message) => expect(() => rowsOf(table)).toThrow(message))
})
