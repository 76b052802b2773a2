import { readFileSync } from 'node:fs'
import { demoStaff } from '../demo/src/catalogue/people.ts'
import { type Product, startProduct } from './product.ts'

/** Maximum growth of the server's memory by an export of any number of rows, in megabytes. */
const MAX_GROWTH_MB = 50
/**
 * Number of exports before the measurement, because a server that has just started uses little memory
 * (docs/decisions/0093).
 */
const WARM_UP_EXPORTS = 4
const CHECK_EVERY_ROWS = 20_000

/**
 * Exports a table with the given number of rows as CSV and as XML. The exported file must be complete, and the memory
 * of the server must not grow.
 */
export async function proveExports({ rows }: { rows: number }): Promise<string[]> {
  const product = await startProduct()
  try {
    const client = await product.connect()
    await client.query(
      `insert into audit_entries (actor_id, action, object_type, object_id, reason)
       select 1, 'legacy.row_' || n, 'many', n::text, repeat('x', 60) from generate_series(1, $1::int) n`,
      [rows],
    )
    await client.end()
    const cookie = await signIn(product)
    // The first exports let the server's heap grow to its working size, in steps of up to 60 MB. Only later exports
    // show whether the memory grows with the number of rows.
    for (let turn = 1; turn <= WARM_UP_EXPORTS; turn++) {
      const { growthMb } = await exportRows(product, { cookie, format: 'csv' })
      console.log(`  export ${turn} to warm up: ${growthMb.toFixed(1)} MB, which the process keeps`)
    }
    const problems: string[] = []
    for (const format of ['csv', 'xml'] as const) {
      const { lines, growthMb } = await exportRows(product, { cookie, format })
      const heads = format === 'csv' ? 1 : 3
      console.log(`  ${format}: ${(lines - heads).toLocaleString('en-IN')} rows, ${growthMb.toFixed(1)} MB more memory`)
      if (lines !== rows + heads) problems.push(`${format} has ${lines - heads} of ${rows} rows`)
      if (growthMb > MAX_GROWTH_MB) problems.push(`${format} took ${growthMb.toFixed(0)} MB more memory`)
    }
    return problems
  } finally {
    await product.stop()
  }
}

async function signIn({ url }: Product): Promise<string> {
  const { email, password } = demoStaff.find(({ role }) => role === 'admin')!
  const answer = await call(url, 'dashboard/login', { email, password })
  return answer.headers
    .getSetCookie()
    .find((cookie) => cookie.startsWith('nukkad-staff='))!
    .split(';')[0]!
}

function call(url: string, name: string, input: object, cookie = ''): Promise<Response> {
  return fetch(`${url}/public/api/${name}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', cookie },
    body: JSON.stringify(input),
  })
}

async function exportRows(
  product: Product,
  { cookie, format }: { cookie: string; format: 'csv' | 'xml' },
): Promise<{ lines: number; growthMb: number }> {
  const query = { table: 'audit', filters: { object_type: 'many' }, format }
  const { url: path } = (await (await call(product.url, 'dashboard/export', query, cookie)).json()) as { url: string }
  const before = memoryMb(product.pid())
  let most = before
  let lines = 0
  let looked = 0
  const file = await fetch(product.url + path, { headers: { cookie } })
  for await (const chunk of file.body!) {
    for (const byte of chunk as Uint8Array) if (byte === 10) lines++
    if (lines < looked + CHECK_EVERY_ROWS) continue
    looked = lines
    most = Math.max(most, memoryMb(product.pid()))
  }
  return { lines, growthMb: most - before }
}

function memoryMb(pid: number): number {
  const kib = readFileSync(`/proc/${pid}/status`, 'utf8').match(/VmRSS:\s+(\d+) kB/)?.[1]
  return Number(kib) / 1024
}
