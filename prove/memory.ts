import { readFileSync } from 'node:fs'
import { Agent, request } from 'node:http'
import type { CallShape } from '../packages/contract/src/call.ts'
import { type CallName, contract } from '../packages/contract/src/contract.ts'
import { staffToken } from './events.ts'
import { type Product, startProduct } from './product.ts'
import { liftLimits, newCustomer } from './shoppers.ts'

const CONNECTIONS = 32
const KB_PER_MB = 1024
/**
 * The two limits in MB for the growth of the server's memory. The first limit is for a server that has handled every
 * call once. The memory of such a server holds the young generation of V8, the compiled code of all calls, the pool's
 * prepared statements and the counters of rate limits. The second limit is for the growth after the first round of all
 * calls.
 */
const MAX_GROWTH_MB = 300
const MAX_LATE_GROWTH_MB = 50

const junk: readonly unknown[] = [
  null,
  true,
  0,
  1,
  -1,
  1.5,
  1e21,
  5e-324,
  2_147_483_648,
  '',
  '0',
  '1e5',
  "' or 1=1 --",
  '../../etc',
  '<script>',
  'İstanbul',
  'masala',
  '12.9352',
  77.6245,
  'a'.repeat(300),
  '😀'.repeat(40),
  'x'.repeat(5000),
  [],
  [[]],
  {},
  { id: {} },
  [1, 'a', {}],
  Array.from({ length: 210 }, () => ({ id: 1, quantity: 1 })),
]
const names = Object.keys(contract) as CallName[]

/** Sends bad input to every call, as a guest, a customer and staff, and measures the memory of the server. */
export async function proveMemory({ requests }: { requests: number }): Promise<string[]> {
  const product = await startProduct()
  const agent = new Agent({ keepAlive: true, maxSockets: CONNECTIONS })
  try {
    const client = await product.connect()
    await liftLimits(client)
    const tokens = [undefined, (await newCustomer(product, client, 0)).token, await staffToken(client)]
    await client.end()
    // Starts the server again first, because filling the demo city has left unused memory that would hide the growth.
    product.killServer()
    await product.restart()
    const sizes = [memoryOf(product)]
    for (let part = 0; part < 4; part++) {
      await sendMany(product, { from: (requests / 4) * part, count: requests / 4, tokens, agent })
      sizes.push(memoryOf(product))
    }
    console.log(`  ${sizes.map((size) => size.toFixed(0)).join(', ')} MB after each quarter of ${requests} requests`)
    const [first, , half, , last] = sizes as [number, number, number, number, number]
    return [
      ...(last - first > MAX_GROWTH_MB ? [`the server grew by ${(last - first).toFixed(0)} MB`] : []),
      ...(last - half > MAX_LATE_GROWTH_MB ? [`it grew by ${(last - half).toFixed(0)} MB in the second half`] : []),
    ]
  } finally {
    agent.destroy()
    await product.stop()
  }
}

type Sending = { from: number; count: number; tokens: readonly (string | undefined)[]; agent: Agent }

async function sendMany(product: Product, { from, count, tokens, agent }: Sending): Promise<void> {
  let next = from
  const work = async (): Promise<void> => {
    while (next < from + count) {
      const index = next++
      await send(product, { index, token: tokens[index % tokens.length], agent })
    }
  }
  await Promise.all(Array.from({ length: CONNECTIONS }, work))
}

function send(
  { url }: Product,
  { index, token, agent }: { index: number; token: string | undefined; agent: Agent },
): Promise<void> {
  const name = names[Math.floor(index / 3) % names.length]!
  const shape: CallShape = contract[name]
  const fields = Object.keys((shape.input as { shape?: object }).shape ?? {}).filter((field) => field !== 'token')
  const body = Object.fromEntries(fields.map((field, at) => [field, junk[(index * 7 + at * 13) % junk.length]]))
  const base = shape.base === 'callandorder' ? '/public/callandorder' : '/public/api'
  const path = `${base}/${name}${(shape.path ?? '').replace(/\{\w+\}/g, `x${index}`)}`
  const headers = { 'content-type': 'application/json', ...(token && { authorization: `Bearer ${token}` }) }
  return new Promise((resolve) => {
    const out = request(`${url}${path}`, { method: 'POST', agent, headers }, (answer) => {
      answer.resume()
      answer.on('close', resolve)
    })
    out.on('error', () => resolve())
    out.end(index % 17 === 0 ? `{"a":${'['.repeat(500)}` : JSON.stringify(body))
  })
}

function memoryOf(product: Product): number {
  return Number(readFileSync(`/proc/${product.pid()}/status`, 'utf8').match(/VmRSS:\s+(\d+)/)![1]) / KB_PER_MB
}
