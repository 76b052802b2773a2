import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { attemptStatuses, isAttemptOver, nextAskAfterSeconds, nextAttemptStatus } from './payment-states.ts'

const status = fc.constantFrom(...attemptStatuses)

describe('the state of a payment attempt', () => {
  it('stays paid after any later event, in any order', () => {
    fc.assert(
      fc.property(fc.array(status), fc.array(status), (before, after) => {
        const end = [...before, 'paid' as const, ...after].reduce(nextAttemptStatus, 'created')
        expect(end).toBe('paid')
      }),
    )
  })

  it('only goes forward: each state with each answer of a provider', () => {
    const words = ['created', 'pending', 'paid', 'failed', 'expired', 'cancelled'] as const
    const next = {
      created: ['created', 'pending', 'paid', 'failed', 'expired', 'cancelled'],
      pending: ['pending', 'pending', 'paid', 'failed', 'expired', 'cancelled'],
      paid: ['paid', 'paid', 'paid', 'paid', 'paid', 'paid'],
      failed: ['failed', 'failed', 'paid', 'failed', 'failed', 'failed'],
      expired: ['expired', 'expired', 'paid', 'expired', 'expired', 'expired'],
      cancelled: ['cancelled', 'cancelled', 'paid', 'cancelled', 'cancelled', 'cancelled'],
    }
    for (const current of words) expect(words.map((found) => nextAttemptStatus(current, found))).toEqual(next[current])
  })

  it('is final once it is neither created nor pending', () => {
    expect(attemptStatuses.filter(isAttemptOver)).toEqual(['paid', 'failed', 'expired', 'cancelled'])
  })

  it('once final, changes only to paid', () => {
    fc.assert(
      fc.property(status, status, (current, found) => {
        const next = nextAttemptStatus(current, found)
        if (isAttemptOver(current)) expect([current, 'paid']).toContain(next)
        if (current === 'pending') expect(next).not.toBe('created')
      }),
    )
  })
})

describe('querying a provider again', () => {
  it('happens after 10 s, 30 s, 2 min, 10 min, 1 h and every hour up to a day', () => {
    const seconds = Array.from({ length: 30 }, (_, times) => nextAskAfterSeconds(times))
    expect(seconds.slice(0, 7)).toEqual([10, 30, 120, 600, 3600, 7200, 10_800])
    expect(seconds.filter((value) => value !== undefined).at(-1)).toBe(86_400)
    expect(seconds.at(-1)).toBeUndefined()
  })
})
