import { assumptions, measured, measuredBy, towns } from './constants.ts'
import { costsOf, type Plan, plan, type Town } from './model.ts'
import { sum } from './queues.ts'

const CURVE = [1000, 2000, 5000, 10_000, 20_000, 50_000, 100_000, 200_000, 500_000, 1_000_000, 2_000_000]
/** The largest plan that fits on one machine: four cores for web servers and four for PostgreSQL. */
const ONE_MACHINE = { servers: 4, databaseCores: 4 }

const plans = (all: readonly Town[]): Plan[] => all.map((town) => plan(town, measured, assumptions))
const curve = (): Plan[] =>
  plans(CURVE.map((ordersPerDay) => ({ name: '', towns: Math.ceil(ordersPerDay / 2000), ordersPerDay })))

/** Returns the tables of docs/scale.md. */
export function scaleTables(): string {
  return [
    '## What towns need at their peak',
    planTable(plans(towns)),
    '## How the need grows',
    '![Cores at the peak of a day, by its orders](pictures/scale.svg)',
    curveTable(curve()),
    '## Constants',
    `Measured by ${measuredBy}`,
    constantTable(),
    '## Assumptions',
    assumptionTable(),
  ].join('\n\n')
}

function planTable(all: readonly Plan[]): string {
  const row = (name: string, of: (one: Plan) => string): string => `| ${[name, ...all.map(of)].join(' | ')} |`
  return [
    row('', ({ town }) => town.name),
    `|${'---|'.repeat(all.length + 1)}`,
    row('orders a day', ({ town }) => whole(town.ordersPerDay)),
    row('at the peak: orders a minute', (one) => whole(one.ordersPerMinute)),
    row('calls a second', (one) => whole(one.callsPerSecond)),
    row('commits a second', (one) => whole(one.commitsPerSecond)),
    row('open streams, and their memory', (one) => `${whole(one.streams)}, ${whole(one.streamMb)} MB`),
    row('**web servers** (one core each)', (one) => `**${whole(one.servers)}**`),
    row('how busy; a call waits, 99 of 100', (one) => `${percent(one.serverWait.busy)}; ${ms(one.serverWait.p99)}`),
    row('**cores of PostgreSQL**', (one) => `**${whole(one.databaseCores)}**`),
    row(
      'how busy; a statement waits, 99 of 100',
      (one) => `${percent(one.databaseWait.busy)}; ${ms(one.databaseWait.p99)}`,
    ),
    row(`databases of at most ${assumptions.mostDatabaseCores} cores`, (one) => whole(one.databases)),
    row('write-ahead log at the peak', (one) => `${one.walMbPerSecond.toPrecision(2)} MB/s`),
    row('write-ahead log a day', (one) => gigabytes(one.walGbPerDay)),
    row('disk a year', (one) => gigabytes(one.diskGbPerYear)),
  ].join('\n')
}

function curveTable(all: readonly Plan[]): string {
  const rows = all.map(
    (one) =>
      `| ${whole(one.town.ordersPerDay)} | ${whole(one.ordersPerMinute)} | ${whole(one.servers)} | ${whole(one.databaseCores)} | ${enough(one)} |`,
  )
  return [
    '| Orders a day | Orders a minute at the peak | Web servers | Cores of PostgreSQL | Enough |',
    '|---|---|---|---|---|',
    ...rows,
  ].join('\n')
}

function enough({ servers, databaseCores, databases }: Plan): string {
  if (servers === 1 && databaseCores === 1) return '`npm start`'
  if (servers <= ONE_MACHINE.servers && databaseCores <= ONE_MACHINE.databaseCores) return 'one machine of 8 cores'
  return databases === 1 ? 'several servers, one PostgreSQL' : `${databases} databases`
}

function constantTable(): string {
  const all = costsOf(measured, assumptions)
  const total = sum(all, ({ count, serverMs, databaseMs }) => count * (serverMs + databaseMs))
  return [
    '| Call | Calls an order | Server, ms | PostgreSQL, ms | Write-ahead log, bytes | Share of all processor time |',
    '|---|---|---|---|---|---|',
    ...all.map(
      ({ name, count, serverMs, databaseMs, walBytes }) =>
        `| \`${name}\` | ${count} | ${serverMs} | ${databaseMs} | ${whole(walBytes)} | ${percent((count * (serverMs + databaseMs)) / total)} |`,
    ),
    '',
    `All calls for an order take ${whole(sum(all, ({ count, serverMs }) => count * serverMs))} ms of the server and ${whole(sum(all, ({ count, databaseMs }) => count * databaseMs))} ms of PostgreSQL. A delivered order leaves ${whole(measured.orderBytes)} bytes in the database, with indexes. An open stream takes ${measured.streamKb} kB and ${measured.streamMsPerMinute} ms of processor time a minute.`,
  ].join('\n')
}

function assumptionTable(): string {
  const {
    peakHourShare,
    peakMinutes,
    visitsPerOrder,
    callsPerVisit,
    streamsPerOrder,
    orderMinutes,
    streamsPerStore,
    storesPerTown,
    mostBusy,
    mostWait,
    streamsPerServer,
  } = assumptions
  return [
    `- The busiest hour has ${percent(peakHourShare)} of the day's orders, its busiest minutes ${peakMinutes} times its mean.`,
    `- For each order there are ${visitsPerOrder} visits; a visit makes ${sum(Object.values(callsPerVisit), (count) => count)} calls, two of them for the page of a store. The table above has the calls.`,
    '- A rider carries one order for 20 minutes and sends a position every 15 seconds.',
    `- An order is on its way for ${orderMinutes} minutes and keeps ${streamsPerOrder} streams open; each of ${storesPerTown} stores in a town keeps ${streamsPerStore}.`,
    `- A core is at most ${percent(mostBusy)} busy, and 99 of 100 calls wait at most ${ms(mostWait)} in each queue. A server has at most ${whole(streamsPerServer)} streams.`,
  ].join('\n')
}

const WIDTH = 640
const HEIGHT = 320
const EDGE = { left: 60, right: 20, top: 36, bottom: 44 }

/** Returns a chart as SVG: the cores for the server and for PostgreSQL by orders a day, with logarithmic scales. */
export function scaleCurves(): string {
  const all = curve()
  const most = Math.max(...all.flatMap(({ servers, databaseCores }) => [servers, databaseCores]))
  const top = 10 ** Math.ceil(Math.log10(most))
  const [first, last] = [CURVE[0]!, CURVE.at(-1)!]
  const x = (orders: number): number =>
    EDGE.left + (Math.log(orders / first) / Math.log(last / first)) * (WIDTH - EDGE.left - EDGE.right)
  const y = (cores: number): number =>
    HEIGHT - EDGE.bottom - (Math.log(cores) / Math.log(top)) * (HEIGHT - EDGE.top - EDGE.bottom)
  const line = (of: (one: Plan) => number, colour: string): string =>
    `<polyline fill="none" stroke="${colour}" stroke-width="2.5" points="${all.map((one) => `${x(one.town.ordersPerDay).toFixed(1)},${y(of(one)).toFixed(1)}`).join(' ')}"/>`
  const marks = Array.from({ length: Math.log10(top) + 1 }, (_, power) => 10 ** power)
  const text = (at: [number, number], anchor: string, words: string, colour = '#555'): string =>
    `<text x="${at[0].toFixed(1)}" y="${at[1].toFixed(1)}" text-anchor="${anchor}" fill="${colour}">${words}</text>`
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${HEIGHT}" font-family="sans-serif" font-size="12">`,
    `<rect width="${WIDTH}" height="${HEIGHT}" fill="#fff"/>`,
    ...marks.flatMap((cores) => [
      `<line x1="${EDGE.left}" x2="${WIDTH - EDGE.right}" y1="${y(cores).toFixed(1)}" y2="${y(cores).toFixed(1)}" stroke="#ddd"/>`,
      text([EDGE.left - 8, y(cores) + 4], 'end', whole(cores)),
    ]),
    ...[1000, 10_000, 100_000, 1_000_000].map((orders) =>
      text([x(orders), HEIGHT - EDGE.bottom + 18], 'middle', whole(orders)),
    ),
    text([(EDGE.left + WIDTH) / 2, HEIGHT - 8], 'middle', 'orders a day'),
    text([EDGE.left - 40, 20], 'start', 'cores at the peak:'),
    text([EDGE.left + 72, 20], 'start', 'web servers', '#b3361b'),
    text([EDGE.left + 152, 20], 'start', 'PostgreSQL', '#1b5fb3'),
    line(({ servers }) => servers, '#b3361b'),
    line(({ databaseCores }) => databaseCores, '#1b5fb3'),
    '</svg>',
  ].join('\n')
}

const whole = (value: number): string => Math.round(value).toLocaleString('en-GB')
const percent = (share: number): string => `${Math.round(share * 100)} %`
const ms = (seconds: number): string => `${Math.round(seconds * 1000)} ms`
const gigabytes = (value: number): string =>
  value < 1000 ? `${value.toPrecision(2)} GB` : `${(value / 1000).toPrecision(2)} TB`
