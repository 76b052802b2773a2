import { Agent, request } from 'node:http'
import type { OrderLoad } from './record.ts'

let given = ''
for await (const chunk of process.stdin) given += chunk
const { url, customers, seconds, connections, holds } = JSON.parse(given) as OrderLoad
type Client = OrderLoad['customers'][number]

const agent = new Agent({ keepAlive: true, maxSockets: connections })
const deadline = performance.now() + seconds * 1000
const latencies: number[] = []
const failures: string[] = []
/** The number of start times for which each customer has held a visit so far. */
const held = new Map<Client, number>()

await Promise.all(
  Array.from({ length: connections }, async (_, lane) => {
    for (let turn = lane; performance.now() < deadline; turn += connections)
      await placeOne(customers[turn % customers.length]!)
  }),
)
latencies.sort((a, b) => a - b)
process.stdout.write(
  JSON.stringify({
    perSecond: latencies.length / seconds,
    count: latencies.length,
    p95: latencies[Math.floor(latencies.length * 0.95)] ?? 0,
    failures,
  }),
)
process.exit(0)

/**
 * Places an order. With `holds`, the customer first holds a visit at their next start time, and places the order for
 * this visit.
 */
async function placeOne(client: Client): Promise<void> {
  const startedAt = performance.now()
  const number = holds ? await holdNext(client, holds) : ''
  if (number === undefined) return
  if (await send(url, client.token, client.body.replace('{visit}', number)))
    latencies.push(performance.now() - startedAt)
}

async function holdNext(client: Client, { url: at, starts }: NonNullable<OrderLoad['holds']>) {
  const turn = held.get(client) ?? 0
  held.set(client, turn + 1)
  const text = await send(at, client.token, client.hold!.replace('{start}', starts[turn]!))
  return text && (JSON.parse(text) as { visit: { unique_visit_id: string } }).visit.unique_visit_id
}

/** Returns the answer of a call that succeeded; records the failure of a call that did not. */
async function send(to: string, token: string, body: string): Promise<string | undefined> {
  const { status, text } = await answerOf(to, token, body)
  if (status === 200 && text.startsWith('{"success":true')) return text
  failures.push(text)
  return undefined
}

function answerOf(to: string, token: string, body: string): Promise<{ status: number; text: string }> {
  return new Promise((resolve) => {
    const outgoing = request(
      to,
      {
        method: 'POST',
        agent,
        headers: {
          'content-type': 'application/json',
          'content-length': Buffer.byteLength(body),
          authorization: `Bearer ${token}`,
          'idempotency-key': crypto.randomUUID(),
        },
      },
      (answer) => {
        let text = ''
        answer.on('data', (chunk) => {
          text += chunk
        })
        answer.on('end', () => resolve({ status: answer.statusCode ?? 0, text }))
      },
    )
    outgoing.on('error', (error) => resolve({ status: 0, text: error.message }))
    outgoing.end(body)
  })
}
