import { Agent, request } from 'node:http'
import type { Varied } from './rig.ts'

/**
 * Sends requests over kept-alive connections and prints the measurements as JSON. The script runs as a separate
 * process, so that it does not slow down the measured process. The arguments are url, connections, seconds, a template
 * of the body, how to vary it, and words. With `nearby`, each body has a point about a metre from the one before in
 * place of `{lat}` and `{lng}`. With `town`, a point in another cell of 0.01° of the town replaces `{lat}` and `{lng}`,
 * the next of the words replaces `{q}`, and the next of 100,000 numbers replaces `{n}`.
 */
const [url, connections, seconds, template, varied, listed] = process.argv.slice(2) as string[] as [
  string,
  string,
  string,
  string,
  Varied,
  string,
]
const words = listed.split(',')
/**
 * Number of cells along one side of the square town. The centre of the town is the point that the other measurements
 * use.
 */
const SIDE = 32
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
 * Returns the body of the next request. The number of cells is a power of two and that of words is odd, so pairs of
 * cell and word repeat as late as possible.
 */
function nextBody(): string {
  if (varied !== 'same') serial += 1
  const step = varied === 'same' ? 0 : serial
  const [north, east] =
    varied === 'town'
      ? [((step % SIDE) - SIDE / 2) * 0.01, ((Math.floor(step / SIDE) % SIDE) - SIDE / 2) * 0.01]
      : [(step % 1000) * 1e-5, (Math.floor(step / 1000) % 1000) * 1e-5]
  return template
    .replace('{lat}', (12.9352 + north).toFixed(5))
    .replace('{lng}', (77.6245 + east).toFixed(5))
    .replace('{q}', words[step % words.length]!)
    .replace('{n}', String(1 + (step % 100_000)))
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
