import { expect, test } from 'vitest'
import { type Assumptions, type Constants, plan } from './model.ts'
import { erlangC, waitForOne, waitForSome } from './queues.ts'

const constants: Constants = {
  calls: {
    read: { serverMs: 1, databaseMs: 0, walBytes: 0 },
    order: { serverMs: 10, databaseMs: 20, walBytes: 5000 },
  },
  orderBytes: 4000,
  streamKb: 20,
  streamMsPerMinute: 6,
}
const assumed: Assumptions = {
  peakHourShare: 0.1,
  peakMinutes: 2,
  visitsPerOrder: 5,
  callsPerVisit: { read: 4 },
  callsPerOrder: { order: 2 },
  streamsPerOrder: 2,
  orderMinutes: 30,
  streamsPerStore: 1,
  storesPerTown: 50,
  mostBusy: 0.6,
  mostWait: 0.05,
  streamsPerServer: 10_000,
  mostDatabaseCores: 4,
}

test('one worker with exponential or constant work, half busy, has the waiting time of the formulas', () => {
  // λ = 50/s, S = 10 ms, ρ = 0.5, so the formula of M/G/1 gives W = λS² / 2(1 − ρ) = 50 · 0.0001 / 1 = 5 ms; p99 =
  // 5/0.5 · ln 50 = 39.1 ms.
  const { busy, mean, p99 } = waitForOne([{ perSecond: 50, seconds: 0.01 }])
  expect([busy, mean]).toEqual([0.5, 0.005])
  expect(p99).toBeCloseTo(0.03912, 5)
})

test('long jobs among short ones increase all waiting times above those of equal jobs with the same load', () => {
  // For 40 calls a second of 5 ms and 4 of 50 ms, ρ = 0.2 + 0.2 = 0.4, λE[S²] = 40 · 25e-6 + 4 · 2.5e-3 = 0.011, W =
  // 0.011 / 1.2.
  const { busy, mean } = waitForOne([
    { perSecond: 40, seconds: 0.005 },
    { perSecond: 4, seconds: 0.05 },
  ])
  expect(busy).toBeCloseTo(0.4, 10)
  expect(mean).toBeCloseTo(0.011 / 1.2, 10)
})

test('Erlang C: of two cores with half the load, both are busy for a third of the calls', () => {
  expect(erlangC(1, 2)).toBeCloseTo(1 / 3, 10)
  expect(erlangC(0.5, 1)).toBeCloseTo(0.5, 10)
  // For 100 calls a second of 10 ms on 2 cores, a call that waits does so for 10 ms / (2 − 1); the mean is a third of
  // that, p99 = 10 ms · ln 33.3.
  const { busy, mean, p99 } = waitForSome([{ perSecond: 100, seconds: 0.01 }], 2)
  expect(busy).toBe(0.5)
  expect(mean).toBeCloseTo(0.01 / 3, 10)
  expect(p99).toBeCloseTo(0.01 * Math.log(100 / 3), 10)
})

test('too much load leads to an endless wait, and without load nothing waits', () => {
  expect(waitForOne([{ perSecond: 100, seconds: 0.01 }]).p99).toBe(Number.POSITIVE_INFINITY)
  expect(waitForSome([{ perSecond: 300, seconds: 0.01 }], 3).p99).toBe(Number.POSITIVE_INFINITY)
  expect(waitForOne([])).toEqual({ busy: 0, mean: 0, p99: 0 })
  expect(waitForSome([], 1)).toEqual({ busy: 0, mean: 0, p99: 0 })
})

test('a shop with 18,000 orders a day needs the servers that a calculation by hand gives', () => {
  const planned = plan({ name: 'town', towns: 1, ordersPerDay: 18_000 }, constants, assumed)
  // The plan has 18,000 · 0.1 · 2 / 3,600 = 1 order a second; 20 reads and 2 orders of 10 ms are 22 calls, with 40 ms
  // of server time.
  expect(planned.ordersPerMinute).toBe(60)
  expect(planned.callsPerSecond).toBe(22)
  expect(planned.commitsPerSecond).toBe(2)
  // The open streams are those of 60 orders a minute · 30 minutes · 2, and of 50 stores; each costs 0.1 ms a second:
  // 0.365 of a core.
  expect(planned.streams).toBe(3650)
  expect(planned.streamMb).toBe(73)
  expect(planned.serverWait.busy).toBeCloseTo(0.04 + 0.365, 10)
  expect(planned.servers).toBe(1)
  // The database does 2 orders a second of 20 ms: 0.04 of a core. If every piece of work had to wait at that load, the
  // wait would be ln 4 · 20.8 ms = 28.9 ms.
  expect(planned.databaseCores).toBe(1)
  expect(planned.databaseWait.p99).toBeCloseTo((0.02 / 0.96) * Math.log(4), 10)
  expect(planned.walMbPerSecond).toBeCloseTo(0.01, 10)
  expect(planned.walGbPerDay).toBeCloseTo(0.18, 10)
  expect(planned.diskGbPerYear).toBeCloseTo(26.28, 10)
})

test('a thousand times as many orders need several databases', () => {
  const planned = plan({ name: 'country', towns: 1, ordersPerDay: 18_000_000 }, constants, assumed)
  // The database has work for 40 cores, at a load of 0.6: at least 67 cores. With machines of 4 cores, that is 17.
  expect(planned.databaseCores).toBe(67)
  expect(planned.databases).toBe(17)
  // The 3.6 million streams need 360 servers at 10,000 a server, but the processor time needs more: (40 + 360) / 0.6 =
  // 667.
  expect(planned.servers).toBe(667)
})

test('streams alone can determine the number of servers', () => {
  const planned = plan({ name: 'town', towns: 1, ordersPerDay: 18_000 }, constants, {
    ...assumed,
    streamsPerServer: 1000,
  })
  expect(planned.servers).toBe(4)
})

test('a call without a measured cost is refused', () => {
  expect(() =>
    plan({ name: 'town', towns: 1, ordersPerDay: 1 }, constants, { ...assumed, callsPerOrder: { pay: 1 } }),
  ).toThrow('pay has no measured cost')
})
