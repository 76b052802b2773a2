import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  type BonusTerms,
  commissionMinor,
  commissionsOf,
  type Earner,
  goneMinor,
  isSamePerson,
  keptCommission,
  mailboxOf,
  paysBonus,
  referralLink,
  splitCredit,
  splitReversal,
} from './referral.ts'

const minor = fc.bigInt({ min: 0n, max: 10n ** 8n })
const rates = { referral: 500, share: 500 }

/** Returns an order paid with own money that consists of services only, so commissions are based on its whole total. */
const plain = (serviceMinor: bigint) => ({ serviceMinor, totalMinor: serviceMinor, promotionMinor: 0n })

const earner = (userId: number, row: Partial<Earner> = {}): Earner => ({
  userId,
  phone: `+9190000000${userId}`,
  email: `p${userId}@example.test`,
  devices: [],
  mayEarn: true,
  ...row,
})

test('[I-07] the link is the site with the code as ref', () => {
  expect(referralLink('https://shop.test', 'ABC123')).toBe('https://shop.test/?ref=ABC123')
  expect(referralLink('https://shop.test/', 'ABC123')).toBe('https://shop.test/?ref=ABC123')
  expect(referralLink('https://shop.test/town//', 'ABC123')).toBe('https://shop.test/town/?ref=ABC123')
})

test('[R-29] the code is escaped', () => {
  expect(referralLink('https://shop.test', 'A B')).toBe('https://shop.test/?ref=A%20B')
  expect(referralLink('https://shop.test', 'A&b=c#d')).toBe('https://shop.test/?ref=A%26b%3Dc%23d')
})

describe('a commission', () => {
  test('[R-28] is 5 % and rounds down', () => {
    expect(commissionMinor(plain(99_900n), 500)).toBe(4_995n)
    expect(commissionMinor(plain(90_000n), 500)).toBe(4_500n)
    expect(commissionMinor(plain(99n), 500)).toBe(4n)
    expect(commissionMinor(plain(0n), 500)).toBe(0n)
  })

  test('[GAP-82] is calculated from the part paid with own money, rounded once', () => {
    const order = { serviceMinor: 40_000n, totalMinor: 50_000n, promotionMinor: 20_000n }
    expect(commissionMinor(order, 500)).toBe(1_200n)
    expect(commissionMinor({ ...order, promotionMinor: 50_000n }, 500)).toBe(0n)
    // Promotion credit paid 10.01 of 30.03, which is a third. The commission is 5 % of two thirds of 100.00, which is
    // 3.333….
    expect(commissionMinor({ serviceMinor: 10_000n, totalMinor: 3_003n, promotionMinor: 1_001n }, 500)).toBe(333n)
  })

  test('property: never exceeds its rate of the service amount, decreases with more promotion credit, and parts never exceed the whole', () => {
    fc.assert(
      fc.property(minor, minor, minor, fc.integer({ min: 0, max: 10_000 }), (a, b, promotion, basisPoints) => {
        const totalMinor = a + b
        const promotionMinor = promotion < totalMinor ? promotion : totalMinor
        const amount = commissionMinor({ serviceMinor: a, totalMinor, promotionMinor }, basisPoints)
        expect(amount >= 0n && amount * 10_000n <= a * BigInt(basisPoints)).toBe(true)
        expect(commissionMinor({ serviceMinor: a, totalMinor, promotionMinor: totalMinor }, basisPoints)).toBe(0n)
        const apart = commissionMinor(plain(a), basisPoints) + commissionMinor(plain(b), basisPoints)
        expect(apart <= commissionMinor(plain(a + b), basisPoints)).toBe(true)
      }),
    )
  })
})

describe('who earns from an order', () => {
  const buyer = earner(1)
  const order = plain(100_000n)
  const earned = (people: { referrer?: Earner; sharer?: Earner; actingStaffId?: number }, by = rates) =>
    commissionsOf(order, { buyer, actingStaffId: null, referrer: undefined, sharer: undefined, ...people }, by)

  test('[INT-03] referrer and owner of the shared code get 50 each, the same person once', () => {
    expect(earned({ referrer: earner(2), sharer: earner(3) })).toEqual([
      { kind: 'referral', userId: 2, amountMinor: 5_000n },
      { kind: 'share', userId: 3, amountMinor: 5_000n },
    ])
    expect(earned({ referrer: earner(2), sharer: earner(2) })).toEqual([
      { kind: 'referral', userId: 2, amountMinor: 5_000n },
    ])
    expect(earned({})).toEqual([])
  })

  test('[INT-03] the same person gets the higher of two rates', () => {
    const both = { referrer: earner(2), sharer: earner(2) }
    expect(earned(both, { referral: 500, share: 700 })).toEqual([{ kind: 'share', userId: 2, amountMinor: 7_000n }])
    expect(earned(both, { referral: 0, share: 0 })).toEqual([])
  })

  test('[INT-03] no one earns from their own order with any account, or when banned or deleted', () => {
    for (const row of [{ phone: buyer.phone }, { email: 'P1+two@example.test' }]) {
      expect(earned({ referrer: earner(2, row), sharer: earner(1) })).toEqual([])
    }
    const shared = { ...buyer, devices: ['a', 'b'] }
    const people = { buyer: shared, actingStaffId: null, referrer: earner(2, { devices: ['b'] }), sharer: undefined }
    expect(commissionsOf(order, people, rates)).toEqual([])
    expect(earned({ referrer: earner(2, { mayEarn: false }), sharer: earner(3, { mayEarn: false }) })).toEqual([])
  })

  test('[INT-03] two accounts of one person earn once, and staff who order for a customer do not', () => {
    const one = earner(2, { devices: ['x'] })
    expect(earned({ referrer: one, sharer: earner(3, { devices: ['x'] }) })).toHaveLength(1)
    expect(earned({ referrer: one, sharer: earner(9), actingStaffId: 9 })).toEqual([
      { kind: 'referral', userId: 2, amountMinor: 5_000n },
    ])
  })

  test('[INT-03] property: at most two people are paid, each once, never the buyer, and never above the rates', () => {
    // Account 4 is the buyer's second account; accounts 2 and 3 belong to one person.
    const browsers = ['a', 'b', 'c', 'c', 'a']
    const account = fc.option(fc.nat(4))
    const active = fc.array(fc.boolean(), { minLength: 5, maxLength: 5 })
    fc.assert(
      fc.property(account, account, active, minor, (first, second, mayEarn, serviceMinor) => {
        const person = (id: number) => earner(id, { mayEarn: mayEarn[id]!, devices: [browsers[id]!] })
        const [referrer, sharer] = [first, second].map((id) => (id === null ? undefined : person(id)))
        const people = { buyer: person(0), actingStaffId: null, referrer, sharer }
        const paid = commissionsOf(plain(serviceMinor), people, rates)
        const paidBrowsers = paid.map(({ userId }) => browsers[userId])
        expect(new Set(paidBrowsers).size).toBe(paid.length)
        expect(paidBrowsers).not.toContain('a')
        for (const { userId, amountMinor } of paid) {
          expect(mayEarn[userId] && [first, second].includes(userId)).toBe(true)
          expect(amountMinor).toBe((serviceMinor * 5n) / 100n)
        }
      }),
    )
  })
})

test('several addresses can belong to one mailbox', () => {
  expect(mailboxOf(' Asha.Menon+nukkad@GoogleMail.com')).toBe('ashamenon@gmail.com')
  expect(mailboxOf('a.b+c@example.test')).toBe('a.b@example.test')
  expect(mailboxOf('a.b@gmail.com')).toBe('ab@gmail.com')
  expect(mailboxOf('no mailbox')).toBe('no mailbox@')
  const nobody = { email: null, phone: null }
  expect(isSamePerson(earner(1, nobody), earner(1, nobody))).toBe(true)
  expect(isSamePerson(earner(1, { ...nobody, email: 'a@b.test' }), earner(2, nobody))).toBe(false)
  expect(isSamePerson(earner(1, nobody), earner(2, { ...nobody, email: 'a@b.test' }))).toBe(false)
  expect(isSamePerson(earner(1, { email: null, phone: null }), earner(2, { email: null, phone: null }))).toBe(false)
})

describe('after a refund', () => {
  test('[GAP-68] a full refund takes the whole commission back, a partial one its share', () => {
    expect(keptCommission(4_500n, { refundedMinor: 100_000n, ofMinor: 100_000n })).toBe(0n)
    expect(keptCommission(4_500n, { refundedMinor: 25_000n, ofMinor: 100_000n })).toBe(3_375n)
    expect(keptCommission(5n, { refundedMinor: 1n, ofMinor: 100n })).toBe(4n)
    expect(() => keptCommission(5n, { refundedMinor: 101n, ofMinor: 100n })).toThrow(RangeError)
    expect(() => keptCommission(5n, { refundedMinor: -1n, ofMinor: 100n })).toThrow(RangeError)
  })

  test('[GAP-68] property: a larger refund never leaves more, and the parts add up', () => {
    fc.assert(
      fc.property(minor, minor, minor, minor, (amount, a, b, rest) => {
        const ofMinor = a + b + rest + 1n
        const after = (refundedMinor: bigint) => keptCommission(amount, { refundedMinor, ofMinor })
        expect(after(0n)).toBe(amount)
        expect(after(a + b) <= after(a) && after(a) <= amount).toBe(true)
        expect(after(ofMinor)).toBe(0n)
      }),
    )
  })

  test('property: taken and owed parts, repaid and credited, equal the amount and never exceed what is there', () => {
    fc.assert(
      fc.property(minor, minor, (amount, there) => {
        const { takenMinor, owedMinor } = splitReversal(amount, there)
        expect(takenMinor + owedMinor).toBe(amount)
        expect(takenMinor <= there && takenMinor >= 0n && owedMinor >= 0n).toBe(true)
        const { repaidMinor, creditedMinor } = splitCredit(amount, there)
        expect(repaidMinor + creditedMinor).toBe(amount)
        expect(repaidMinor <= there && repaidMinor >= 0n && creditedMinor >= 0n).toBe(true)
      }),
    )
  })
})

test('[INT-02] the bonus is paid on its occasion, to the people of the scope, by an order above the minimum', () => {
  const terms: BonusTerms = { isOn: true, paidOn: 'registration', scope: 'all', minimumOrderMinor: 0n }
  const joining = { kind: 'registration' } as const
  const order = (serviceMinor: bigint) => ({ kind: 'order', serviceMinor }) as const
  expect(paysBonus(terms, joining, false)).toBe(true)
  expect(paysBonus(terms, order(1n), true)).toBe(false)
  expect(paysBonus({ ...terms, isOn: false }, joining, true)).toBe(false)
  expect(paysBonus({ ...terms, scope: 'referred' }, joining, false)).toBe(false)
  const onOrders: BonusTerms = { ...terms, paidOn: 'order', minimumOrderMinor: 10_000n }
  expect(paysBonus(onOrders, joining, true)).toBe(false)
  expect(paysBonus(onOrders, order(9_999n), true)).toBe(false)
  expect(paysBonus(onOrders, order(10_000n), true)).toBe(true)
})

test.each([
  ['refunds count as they are', { refundedMinor: 250n }, 250n],
  ['lost money counts as its share of the money without promotion credit', { lostMinor: 300n }, 500n],
  ['all money lost is all gone', { lostMinor: 600n }, 1_000n],
  ['what is lost is rounded up', { lostMinor: 1n }, 2n],
  ['no more is gone than there was', { refundedMinor: 700n, lostMinor: 300n }, 1_000n],
])('commissions: %s', (_what, given, expected) => {
  const order = { totalMinor: 1_000n, promotionMinor: 400n, refundedMinor: 0n, lostMinor: 0n }
  expect(goneMinor({ ...order, ...given })).toBe(expected)
})
