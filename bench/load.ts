import { Agent, request } from 'node:http'

/**
 * Sends requests over kept-alive connections and prints the measurements as JSON. Runs as a process of its own, so that
 * it does not slow down the measured one. Arguments: url, connections, seconds, and a body template in which `{lat}`
 * and `{lng}` are replaced by a point near the centre that is new for each request.
 */
const [url, connections, seconds, template, varied] = process.argv.slice(2) as [string, string, string, string, string]
const agent = new Agent({ keepAlive: true, maxSockets: Number(connections) })
const deadline = performance.now() + Number(seconds) * 1000
const latencies: number[] = []
let failures = 0
let failedWith = 0
let serial = Math.floor(Math.random() * 1e6)

await Promise.all(Array.from({ length: Number(connections) }, sendUntilDeadline))
latencies.sort((a, b) => a - b)
const at = (share: number): number =>
  latencies[Math.min(latencies.length - 1, Math.floor(latencies.length * share))] ?? 0
process.stdout.write(
  JSON.stringify({ perSecond: latencies.length / Number(seconds), p50: at(0.5), p95: at(0.95), failures, failedWith }),
)
process.exit(0)

async function sendUntilDeadline(): Promise<void> {
  while (performance.now() < deadline) {
    const startedAt = performance.now()
    const status = await send(nextBody())
    if (status === 200) latencies.push(performance.now() - startedAt)
    else {
      failures += 1
      failedWith = status
    }
  }
}

/**
 * Returns a body with a new point, about a metre from the last. The stores are the same each time, but the request
 * differs.
 */
function nextBody(): string {
  serial += 1
  const step = varied === 'varied' ? serial : 0
  return template
    .replace('{lat}', (12.9352 + (step % 1000) * 1e-5).toFixed(5))
    .replace('{lng}', (77.6245 + (Math.floor(step / 1000) % 1000) * 1e-5).toFixed(5))
}

function send(body: string): Promise<number> {
  return new Promise((resolve) => {
    const outgoing = request(
      url,
      {
        method: 'POST',
        agent,
        headers: { 'content-type': 'application/json', 'content-length': Buffer.byteLength(body) },
      },
      (answer) => {
        answer.on('data', () => {})
        answer.on('end', () => resolve(answer.statusCode ?? 0))
        answer.on('error', () => resolve(0))
      },
    )
    outgoing.on('error', () => resolve(0))
    outgoing.end(body)
  })
}
