import { Agent, request } from 'node:http'
import type { OrderLoad } from './record.ts'

let given = ''
for await (const chunk of process.stdin) given += chunk
const { url, customers, seconds, connections } = JSON.parse(given) as OrderLoad

const agent = new Agent({ keepAlive: true, maxSockets: connections })
const deadline = performance.now() + seconds * 1000
const latencies: number[] = []
const failures: string[] = []

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

async function placeOne(customer: { token: string; body: string }): Promise<void> {
  const startedAt = performance.now()
  const { status, text } = await send(customer)
  if (status === 200 && text.startsWith('{"success":true')) latencies.push(performance.now() - startedAt)
  else failures.push(text)
}

function send({ token, body }: { token: string; body: string }): Promise<{ status: number; text: string }> {
  return new Promise((resolve) => {
    const outgoing = request(
      url,
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
