import { readFileSync } from 'node:fs'
import { createServer } from 'node:http'
import { deserialize } from 'node:v8'
import pg from 'pg'
import type { Recorded } from './record-calls.ts'

/**
 * The lower bound of a call: a server with only `node:http`, the driver, the statements of the recorded call one after
 * the other, and the call's answer with `JSON.stringify`. Environment: LIMIT_DATABASE, LIMIT_CALL (a file), PORT.
 */
const options = '-c role=nukkad_app -c pg_trgm.word_similarity_threshold=0.4'
const pool = new pg.Pool({ ...(JSON.parse(process.env.LIMIT_DATABASE!) as pg.PoolConfig), max: 16, options })
const { statements, answer: value } = deserialize(readFileSync(process.env.LIMIT_CALL!)) as Recorded

createServer((incoming, answer) => {
  let body = ''
  incoming.on('data', (chunk) => {
    body += chunk
  })
  incoming.on('end', async () => {
    JSON.parse(body)
    if (statements.length > 0) await replay()
    answer.setHeader('content-type', 'application/json; charset=utf-8')
    answer.end(JSON.stringify(value))
  })
}).listen(Number(process.env.PORT), '127.0.0.1', () => process.stdout.write('listening\n'))

async function replay(): Promise<void> {
  const client = await pool.connect()
  for (const statement of statements) await client.query(statement)
  client.release()
}
