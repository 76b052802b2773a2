import { spawn } from 'node:child_process'
import { join } from 'node:path'
import pg from 'pg'
import { asStatement, type Statement } from './record-calls.ts'

type Customer = { id: number; token: string }

/**
 * Returns the statements of one order in the sequence in which the product sends them. The product runs in this
 * process, and the driver's `query` is recorded. The statements mark values that differ in each order.
 */
export async function recorded(databaseUrl: string, customer: Customer, body: string): Promise<Statement[]> {
  const seen: Statement[] = []
  const send = pg.Client.prototype.query as (...args: unknown[]) => unknown
  let watching = false
  pg.Client.prototype.query = function watched(this: pg.Client, ...args: unknown[]) {
    const [query] = args as [string | pg.QueryConfig]
    if (watching) {
      const statement = asStatement(query)
      if (!/^listen/i.test(statement.text)) seen.push(statement)
    }
    return send.apply(this, args)
  } as typeof pg.Client.prototype.query
  try {
    const { placeOnce } = await import('./in-process.ts')
    await placeOnce(databaseUrl, customer, body, (state) => {
      watching = state
    })
  } finally {
    pg.Client.prototype.query = send as typeof pg.Client.prototype.query
  }
  return seen.map((statement) => ({
    ...statement,
    values: statement.values.map((value, index) => mark(value, index, statement, customer)),
  }))
}

function mark(value: unknown, _index: number, { text }: Statement, customer: Customer): unknown {
  if (value === customer.id) return '{user}'
  if (value === `place-order:${customer.id}`) return '{userKey}'
  if (Buffer.isBuffer(value) && /sessions/.test(text)) return '{token}'
  if (typeof value !== 'string') return Array.isArray(value) && /from "orders"/.test(text) ? '{ids}' : value
  if (/^OD-/.test(value)) return '{number}'
  if (/^bench-key-/.test(value)) return '{key}'
  if (/:place-order:bench-key-/.test(value)) return '{lock}'
  return value
}

/** The orders of a load. Each customer of a load sends a different body. */
export type OrderLoad = {
  url: string
  customers: (Customer & {
    body: string
    /** The body with which a customer holds a visit; `{start}` is replaced by the start time. */
    hold?: string
  })[]
  seconds: number
  connections: number
  /** If `holds` is set, each customer holds a visit before each order, at the next of its start times. */
  holds?: { url: string; starts: string[] }
}

/** Places orders from a separate process, so that sending does not slow down the measured process. */
export async function loadOrders(load: OrderLoad): Promise<{ perSecond: number; p95: number; count: number }> {
  const child = spawn(process.execPath, [join(import.meta.dirname, 'order-load.ts')], {
    stdio: ['pipe', 'pipe', 'inherit'],
  })
  child.stdin.end(JSON.stringify(load))
  let printed = ''
  child.stdout.on('data', (chunk) => {
    printed += chunk
  })
  await new Promise((resolve) => child.on('close', resolve))
  const { perSecond, p95, count, failures } = JSON.parse(printed) as {
    perSecond: number
    p95: number
    count: number
    failures: string[]
  }
  if (failures.length > 0) throw new Error(`${failures.length} orders failed: ${failures[0]}`)
  return { perSecond, p95, count }
}
