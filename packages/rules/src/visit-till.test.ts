import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { type Minor, sum } from './money.ts'
import {
  type DoneService,
  type NamedTaking,
  sharesOf,
  type TillOrder,
  takenBack,
  takingMethods,
  takingsProblem,
  withGoods,
} from './visit-till.ts'

const service = (stylistId: number | null, baseMinor: Minor, basisPoints = 0): DoneService => ({
  stylistId,
  baseMinor,
  basisPoints,
})
const none = { minor: 0n, stylistId: null }

describe('shares of a visit', () => {
  test('[V-20] each stylist earns their rate of the price, rounded down; no one earns for a service without a stylist', () => {
    const services = [service(1, 1_005n, 3_333), service(2, 99n, 10_000), service(null, 5_000n, 5_000)]
    expect(sharesOf(services, none)).toEqual([
      { commissionMinor: 334n, tipMinor: 0n },
      { commissionMinor: 99n, tipMinor: 0n },
      { commissionMinor: 0n, tipMinor: 0n },
    ])
  })

  test('[V-20] a tip is divided by the prices of the services, or goes to one person for all of their services', () => {
    const services = [service(1, 300n), service(2, 100n), service(1, 100n), service(null, 900n)]
    const tips = (minor: Minor, stylistId: number | null) =>
      sharesOf(services, { minor, stylistId })?.map(({ tipMinor }) => tipMinor)
    expect(tips(100n, null)).toEqual([60n, 20n, 20n, 0n])
    expect(tips(101n, null)).toEqual([61n, 20n, 20n, 0n])
    expect(tips(100n, 1)).toEqual([75n, 0n, 25n, 0n])
    expect(tips(100n, 3)).toBeUndefined()
    expect(tips(0n, 3)).toBeUndefined()
    expect(sharesOf([service(null, 100n)], { minor: 1n, stylistId: null })).toBeUndefined()
    expect(sharesOf([service(1, 0n), service(2, 0n)], { minor: 5n, stylistId: null })).toMatchObject([
      { tipMinor: 3n },
      { tipMinor: 2n },
    ])
  })

  test('[V-20] the whole tip reaches the stylists, and no commission is above its price', () => {
    const services = fc.array(
      fc.record({
        stylistId: fc.option(fc.integer({ min: 1, max: 4 })),
        baseMinor: fc.bigInt(0n, 10_000_000n),
        basisPoints: fc.integer({ min: 0, max: 10_000 }),
      }),
      { minLength: 1, maxLength: 5 },
    )
    fc.assert(
      fc.property(services, fc.bigInt(0n, 10_000_000n), (list, minor) => {
        const shares = sharesOf(list, { minor, stylistId: null })
        if (!shares) return list.every(({ stylistId }) => stylistId === null)
        const isWithin = shares.every(({ commissionMinor }, index) => commissionMinor <= list[index]!.baseMinor)
        return isWithin && sum(shares.map(({ tipMinor }) => tipMinor)) === minor
      }),
    )
  })
})

describe('a refund', () => {
  test('[V-20] takes back its share rounded down, all of it at the end, and never less than before', () => {
    expect(takenBack(333n, { refundedMinor: 50n, totalMinor: 100n })).toBe(166n)
    expect(takenBack(333n, { refundedMinor: 100n, totalMinor: 100n })).toBe(333n)
    expect(takenBack(0n, { refundedMinor: 0n, totalMinor: 0n })).toBe(0n)
    expect(() => takenBack(1n, { refundedMinor: 2n, totalMinor: 1n })).toThrow(RangeError)
    fc.assert(
      fc.property(fc.bigInt(0n, 10_000n), fc.bigInt(1n, 10_000n), fc.bigInt(0n, 10_000n), (minor, total, some) => {
        const refundedMinor = some % total
        const [before, after] = [refundedMinor, refundedMinor + 1n].map((refunded) =>
          takenBack(minor, { refundedMinor: refunded, totalMinor: total }),
        )
        return before! <= after! && after! <= minor
      }),
    )
  })
})

describe('goods at the till', () => {
  const order: TillOrder = {
    subtotalMinor: 40_000n,
    discountMinor: 4_000n,
    storeChargeMinor: 500n,
    taxBasisPoints: 500,
    taxMinor: 1_825n,
    totalMinor: 38_325n,
    atStoreMinor: 28_325n,
  }

  test('[V-21] goods are taxed and paid at the salon; the discount and earlier payments stay', () => {
    const goods = [
      { unitMinor: 25_000n, quantity: 2 },
      { unitMinor: 10n, quantity: 1 },
    ]
    expect(withGoods(order, goods)).toEqual({
      ...order,
      subtotalMinor: 90_010n,
      taxMinor: 4_326n,
      totalMinor: 90_836n,
      atStoreMinor: 80_836n,
    })
  })

  test('[V-21] an empty list of goods changes nothing, also with another tax on the order', () => {
    expect(withGoods({ ...order, taxMinor: 7n }, [])).toEqual({ ...order, taxMinor: 7n })
  })
})

describe('the payment of a customer at the salon', () => {
  const named = (...parts: [method: string, minor: Minor | undefined][]): NamedTaking[] =>
    parts.map(([method, minor]) => ({ method, minor }))

  test.each([
    [named(['cheque', 100n]), 'TAKING_METHOD_UNKNOWN'],
    [named(['cash', undefined]), 'TAKING_AMOUNT_INVALID'],
    [named(['cash', 101n], ['upi', -1n]), 'TAKING_AMOUNT_INVALID'],
    [named(['cash', 100n], ['upi', 0n]), 'TAKING_AMOUNT_INVALID'],
    [named(['cash', 50n], ['cash', 50n]), 'TAKING_TWICE'],
    [named(['cash', 99n]), 'TAKINGS_DIFFER'],
    [named(['cash', 100n], ['card', 1n]), 'TAKINGS_DIFFER'],
    [[], 'TAKINGS_DIFFER'],
  ])('[V-30] is refused if its parts differ from the amount due (case %#)', (parts, problem) => {
    expect(takingsProblem(parts, 100n)).toBe(problem)
  })

  test('[V-30] adds up from parts by different methods, and is empty if nothing is due', () => {
    const amounts = fc.array(fc.bigInt({ min: 1n, max: 10n ** 9n }), { minLength: 1, maxLength: takingMethods.length })
    fc.assert(
      fc.property(amounts, (parts) => {
        const takings = parts.map((minor, index) => ({ method: takingMethods[index]!, minor }))
        expect(takingsProblem(takings, sum(parts))).toBeUndefined()
        expect(takingsProblem(takings, sum(parts) + 1n)).toBe('TAKINGS_DIFFER')
      }),
    )
    expect(takingsProblem([], 0n)).toBeUndefined()
  })
})
