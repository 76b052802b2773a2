import { sum, type Wait, type Work, waitForOne, waitForSome } from './queues.ts'

/** The cost of a call: milliseconds of processor time of the server and of PostgreSQL, and bytes of write-ahead log. */
export type CallCost = { serverMs: number; databaseMs: number; walBytes: number }
export type Constants = {
  calls: Readonly<Record<string, CallCost>>
  /** Bytes that an order leaves in the database, with indexes, when it is delivered. */
  orderBytes: number
  streamKb: number
  /** Processor time of the server, in milliseconds a minute, for an open stream on which nothing happens. */
  streamMsPerMinute: number
}
export type Assumptions = {
  /** The share of a day's orders that come in its busiest hour. */
  peakHourShare: number
  /** How many times the mean of that hour its busiest minutes have. */
  peakMinutes: number
  visitsPerOrder: number
  /** Calls of a visit that may or may not end with an order. */
  callsPerVisit: Readonly<Record<string, number>>
  /** Calls for an order, from the cart to the door. */
  callsPerOrder: Readonly<Record<string, number>>
  /** Streams that an order keeps open while it is on its way: of its customer and its rider. */
  streamsPerOrder: number
  orderMinutes: number
  /** Streams of a store: its owner's and its staff's screens. */
  streamsPerStore: number
  storesPerTown: number
  /** How busy a core may be at the peak, and the longest wait in a queue of 99 calls of 100, in seconds. */
  mostBusy: number
  mostWait: number
  streamsPerServer: number
  /** Cores of the largest machine that an operator would rent for PostgreSQL. */
  mostDatabaseCores: number
}
export type Town = { name: string; towns: number; ordersPerDay: number }

export type Plan = {
  town: Town
  ordersPerMinute: number
  callsPerSecond: number
  commitsPerSecond: number
  /** Node processes, which work on one core each, and their wait. */
  servers: number
  serverWait: Wait
  databaseCores: number
  databaseWait: Wait
  /** How many databases the largest allowed machine makes necessary. */
  databases: number
  walMbPerSecond: number
  walGbPerDay: number
  diskGbPerYear: number
  streams: number
  streamMb: number
}

/** Computes what a shop needs at its peak. Throws if a call of the assumptions has no measured cost. */
export function plan(town: Town, constants: Constants, assumed: Assumptions): Plan {
  const ordersPerSecond = (town.ordersPerDay * assumed.peakHourShare * assumed.peakMinutes) / 3600
  const costs = costsOf(constants, assumed)
  const rates = costs.map((one) => ({ ...one, perSecond: one.count * ordersPerSecond }))
  const streams = Math.ceil(
    ordersPerSecond * 60 * assumed.orderMinutes * assumed.streamsPerOrder +
      town.towns * assumed.storesPerTown * assumed.streamsPerStore,
  )
  const work = (cost: 'serverMs' | 'databaseMs'): Work[] =>
    rates
      .map((rate) => ({ perSecond: rate.perSecond, seconds: rate[cost] / 1000 }))
      .filter(({ seconds }) => seconds > 0)
  const idle: Work = { perSecond: streams / 60, seconds: constants.streamMsPerMinute / 1000 }
  const serverWork = [...work('serverMs'), idle]
  const servers = Math.max(
    leastOf((count) => waitForOne(shared(serverWork, count)), assumed),
    Math.ceil(streams / assumed.streamsPerServer),
  )
  const databaseWork = work('databaseMs')
  const databaseCores = leastOf((count) => waitForSome(databaseWork, count), assumed)
  const walPerOrder = sum(costs, ({ count, walBytes }) => count * walBytes)
  return {
    town,
    ordersPerMinute: ordersPerSecond * 60,
    callsPerSecond: sum(rates, (rate) => rate.perSecond),
    commitsPerSecond: sum(rates, (rate) => (rate.walBytes > 0 ? rate.perSecond : 0)),
    servers,
    serverWait: waitForOne(shared(serverWork, servers)),
    databaseCores,
    databaseWait: waitForSome(databaseWork, databaseCores),
    databases: Math.ceil(databaseCores / assumed.mostDatabaseCores),
    walMbPerSecond: (walPerOrder * ordersPerSecond) / 1e6,
    walGbPerDay: (walPerOrder * town.ordersPerDay) / 1e9,
    diskGbPerYear: (constants.orderBytes * town.ordersPerDay * 365) / 1e9,
    streams,
    streamMb: (streams * constants.streamKb) / 1000,
  }
}

/** Returns the calls that come for each order, with their cost. Throws if a call has no measured cost. */
export function costsOf({ calls }: Constants, assumed: Assumptions): (CallCost & { name: string; count: number })[] {
  const perOrder = [
    ...Object.entries(assumed.callsPerVisit).map(([name, count]) => [name, count * assumed.visitsPerOrder] as const),
    ...Object.entries(assumed.callsPerOrder),
  ]
  return perOrder.map(([name, count]) => {
    const cost = calls[name]
    if (!cost) throw new Error(`${name} has no measured cost`)
    return { ...cost, name, count }
  })
}

const shared = (kinds: readonly Work[], count: number): Work[] =>
  kinds.map(({ perSecond, seconds }) => ({ perSecond: perSecond / count, seconds }))

/** Returns the smallest number with which no core is too busy and no call waits too long. */
function leastOf(waitWith: (count: number) => Wait, { mostBusy, mostWait }: Assumptions): number {
  for (let count = 1; ; count++) {
    const { busy, p99 } = waitWith(count)
    if (busy <= mostBusy && p99 <= mostWait) return count
    if (count > 1e5) throw new Error('no number of cores meets these limits')
  }
}
