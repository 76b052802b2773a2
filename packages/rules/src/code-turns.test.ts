import { describe, expect, it } from 'vitest'
import { type CodeLimits, codeWait, type SentCode, strangerOf } from './code-turns.ts'

const limits: CodeLimits = { gapSeconds: 30, perQuarterHour: 3, perDay: 8 }
const DAY = 24 * 3600
const wait = (sent: SentCode[], asker: string) => codeWait(sent, { asker, limits }).seconds
const owner = strangerOf('203.0.113.0/24')

/**
 * Simulates an attack: for this many seconds, each client and network requests a one-time code as soon as the rule
 * allows it. Returns the codes that were sent, with their age at the end of the attack.
 */
function attack(askers: readonly string[], seconds: number): SentCode[] {
  const at: { asker: string; second: number }[] = []
  for (let second = 0; second < seconds; ) {
    const sent = at.map(({ asker, second: then }) => ({ asker, secondsAgo: second - then }))
    const waits = askers.map((asker) => wait(sent, asker))
    const soonest = Math.min(...waits)
    if (soonest === 0) at.push({ asker: askers[waits.indexOf(0)]!, second })
    else second += soonest
  }
  return at.map(({ asker, second }) => ({ asker, secondsAgo: seconds - second }))
}

const networks = (count: number) => Array.from({ length: count }, (_, index) => strangerOf(`10.${index}.0.0/24`))

describe('the wait for a code', () => {
  it('of one client is the gap, three codes in a quarter of an hour, eight in a day', () => {
    const codes = (...ages: number[]) => ages.map((secondsAgo) => ({ asker: owner, secondsAgo }))
    expect(codeWait([], { asker: owner, limits })).toEqual({ seconds: 0, isGap: false })
    expect(codeWait(codes(10), { asker: owner, limits })).toEqual({ seconds: 20, isGap: true })
    expect(codeWait(codes(30), { asker: owner, limits })).toEqual({ seconds: 0, isGap: false })
    expect(codeWait(codes(40, 80, 120), { asker: owner, limits })).toEqual({ seconds: 780, isGap: false })
    const eight = [1, 2, 3, 4, 5, 6, 7, 8].map((hours) => hours * 3600)
    expect(wait(codes(...eight), owner)).toBe(DAY - 8 * 3600)
    expect(wait(codes(...eight.slice(0, 7), DAY), owner)).toBe(0)
  })

  it('counts as a gap only if no other limit is longer', () => {
    const codes = (asker: string, ...ages: number[]) => ages.map((secondsAgo) => ({ asker, secondsAgo }))
    const other = strangerOf('198.51.100.0/24')
    expect(codeWait(codes(owner, 5, 100, 200), { asker: owner, limits })).toEqual({ seconds: 700, isGap: false })
    expect(codeWait(codes(other, 10), { asker: owner, limits })).toEqual({ seconds: 20, isGap: true })
  })

  it('of networks that repeat requests is eight in a day for all of them together, without their first ones', () => {
    const hours = (asker: string, ...ages: number[]) => ages.map((age) => ({ asker, secondsAgo: age * 3600 }))
    const other = strangerOf('198.51.100.0/24')
    const seven = [...hours(other, 23, 7, 6, 5, 4, 3, 2, 1), ...hours(owner, 22)]
    expect(wait(seven, owner)).toBe(0)
    const eight = [...hours(other, 23, 8, 7, 6, 5, 4, 3, 2, 1), ...hours(owner, 22)]
    expect(wait(eight, owner)).toBe(16 * 3600)
    expect(wait(eight.toReversed(), owner)).toBe(16 * 3600)
  })

  it.each([
    [1, 30],
    [9, 30],
    [10, 60],
    [20, 120],
    [30, 240],
    [40, 480],
  ])('of a network without earlier requests is, after %i others, at most %i seconds', (count, most) => {
    const sent = attack(networks(count), 3 * 3600)
    expect(wait(sent, owner)).toBeLessThanOrEqual(most)
    // Checks the limits at several moments, because they must also hold while the attack is still running.
    for (const minutes of [1, 5, 20, 60])
      expect(wait(attack(networks(count), minutes * 60), owner)).toBeLessThanOrEqual(most)
  })

  it('limits the codes of a phone to fewer than a hundred a day for any number of networks', () => {
    expect(attack(networks(200), DAY).length).toBeLessThan(100)
  })

  it('of a client that the account knows depends only on its own codes', () => {
    const sent = attack(networks(60), 12 * 3600)
    expect(wait(sent, 'device:own')).toBe(0)
    const own = [{ asker: 'device:own', secondsAgo: 5 }]
    expect(wait(own, owner)).toBe(0)
    expect(codeWait([...sent, ...own], { asker: 'device:own', limits })).toEqual({ seconds: 25, isGap: true })
  })
})
