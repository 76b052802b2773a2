import fc from 'fast-check'
import { expect, it } from 'vitest'
import { disputeMoney, spreadLoss } from './dispute.ts'

const none = { heldMinor: 0n, lostMinor: 0n }
const held = (heldMinor: bigint) => ({ heldMinor, lostMinor: 0n })
const lost = (lostMinor: bigint) => ({ heldMinor: 0n, lostMinor })

it.each([
  ['an open one whose money is still here holds nothing', none, 'open', undefined, none],
  ['what is taken at the beginning is held', none, 'open', 900n, held(900n)],
  ['late news of the beginning give nothing back', held(900n), 'open', 0n, held(900n)],
  ['a lost one costs what was held', held(900n), 'lost', undefined, lost(900n)],
  ['a lost one costs what the provider took, and not more', held(1000n), 'lost', 400n, lost(400n)],
  ['a lost one of which nothing was told costs its sum', none, 'lost', undefined, lost(1000n)],
  ['one that is told as lost again costs no more', lost(400n), 'lost', undefined, lost(400n)],
  ['a won one gives back what was held', held(900n), 'won', 900n, none],
  ['one that is won after all gives back what was lost', lost(900n), 'won', undefined, none],
] as const)('%s', (_what, booked, status, takenMinor, expected) => {
  expect(disputeMoney(booked, { status, sumMinor: 1000n, takenMinor })).toEqual(expected)
})

it('a repeated event moves nothing the second time, and only one of the two amounts is ever above zero', () => {
  const amount = fc.bigInt({ min: 0n, max: 10_000n })
  const news = fc.record({
    status: fc.constantFrom('open' as const, 'won' as const, 'lost' as const),
    sumMinor: fc.bigInt({ min: 1n, max: 10_000n }),
    takenMinor: fc.option(amount, { nil: undefined }),
  })
  fc.assert(
    fc.property(fc.array(news, { minLength: 1, maxLength: 6 }), (stated) => {
      let money = none as { heldMinor: bigint; lostMinor: bigint }
      for (const one of stated) {
        money = disputeMoney(money, one)
        expect(disputeMoney(money, one)).toEqual(money)
        expect(money.heldMinor === 0n || money.lostMinor === 0n).toBe(true)
      }
    }),
  )
})

it.each([
  [
    'the first answers as far as there is room, then the next',
    900n,
    [
      [0n, 500n],
      [0n, 300n],
      [0n, 300n],
    ],
    [500n, 300n, 100n],
  ],
  [
    'what finds no room is nobody’s here',
    900n,
    [
      [0n, 500n],
      [100n, 0n],
    ],
    [500n, 100n],
  ],
  [
    'a bearer without room, or with less than none, takes nothing more',
    50n,
    [
      [7n, -3n],
      [0n, 100n],
    ],
    [7n, 50n],
  ],
  [
    'what comes back goes to the last first',
    -400n,
    [
      [500n, 0n],
      [300n, 9n],
    ],
    [400n, 0n],
  ],
  [
    'no more comes back than was answered for',
    -900n,
    [
      [5n, 0n],
      [3n, 0n],
    ],
    [0n, 0n],
  ],
  ['nothing changes nothing', 0n, [[5n, 5n]], [5n]],
] as const)('%s', (_what, change, bearers, expected) => {
  expect(
    spreadLoss(
      change,
      bearers.map(([lostMinor, roomMinor]) => ({ lostMinor, roomMinor })),
    ),
  ).toEqual(expected)
})
