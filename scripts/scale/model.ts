import { sum, type Wait, type Work, waitForOne, waitForSome } from './queues.ts'

/**
 * The cost of a call: processor time of the server and of PostgreSQL in milliseconds, and bytes of the write-ahead log.
 */
export type CallCost = { serverMs: number; databaseMs: number; walBytes: number }
export type Constants = {
  calls: Readonly<Record<string, CallCost>>
  /** The bytes in the database, including indexes, that a delivered order takes. */
  orderBytes: number
  streamKb: number
  /** The processor time of the server for an idle open event stream, in milliseconds per minute. */
  streamMsPerMinute: number
}
export type Assumptions = {
  /** The share of a day's orders that come in its busiest hour. */
  peakHourShare: number
  /** The load of the busiest minutes in the busiest hour, as a multiple of the hour's mean. */
  peakMinutes: number
  visitsPerOrder: number
  /** The number of calls of each kind in one visit to the app, with or without an order. */
  callsPerVisit: Readonly<Record<string, number>>
  /** The number of calls of each kind for an order, from the cart to the door. */
  callsPerOrder: Readonly<Record<string, number>>
  /** The number of open event streams for each order in progress: one of its customer and one of its rider. */
  streamsPerOrder: number
  orderMinutes: number
  /** The number of open event streams for each store, which are those of the screens of its owner and employees. */
  streamsPerStore: number
  storesPerTown: number
  /** Maximum load of a core at the peak. */
  mostBusy: number
  /** The maximum wait of a call in a queue for 99 % of the calls, in seconds. */
  mostWait: number
  streamsPerServer: number
  /** The number of cores of the largest machine that an operator would rent for PostgreSQL. */
  mostDatabaseCores: number
}
export type Town = { name: string; towns: number; ordersPerDay: number }

export type Plan = {
  town: Town
  ordersPerMinute: number
  callsPerSecond: number
  commitsPerSecond: number
  /** Number of Node processes, which use one core each, and the wait of a call for them. */
  servers: number
  serverWait: Wait
  databaseCores: number
  databaseWait: Wait
  /** The number of databases that are needed if each has the largest allowed machine. */
  databases: number
  walMbPerSecond: number
  walGbPerDay: number
  diskGbPerYear: number
  streams: number
  streamMb: number
}

/**
 * Computes the servers and other resources that a shop needs at its peak. Throws if a call of the assumptions has no
 * measured cost.
 */
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

/** Returns the calls that each order causes, with their cost. Throws if a call has no measured cost. */
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

/** Returns the smallest number of cores or processes with which none of them is too busy and no call waits too long. */
function leastOf(waitWith: (count: number) => Wait, { mostBusy, mostWait }: Assumptions): number {
  for (let count = 1; ; count++) {
    const { busy, p99 } = waitWith(count)
    if (busy <= mostBusy && p99 <= mostWait) return count
    if (count > 1e5) throw new Error('no number of cores meets these limits')
  }
}
