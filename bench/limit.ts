import { createServer } from 'node:http'
import pg from 'pg'

/**
 * The lower bound of a read: a server with only `node:http`, the product's driver, one prepared query for the same
 * rows, and `JSON.stringify`. The environment variables are LIMIT_DATABASE, LIMIT_QUERY, LIMIT_PARAMS (names of body
 * fields in order) and PORT.
 */
const pool = new pg.Pool({ ...(JSON.parse(process.env.LIMIT_DATABASE!) as pg.PoolConfig), max: 16 })
const text = process.env.LIMIT_QUERY!
const names = JSON.parse(process.env.LIMIT_PARAMS!) as string[]

createServer((incoming, answer) => {
  let body = ''
  incoming.on('data', (chunk) => {
    body += chunk
  })
  incoming.on('end', async () => {
    const given = JSON.parse(body) as Record<string, unknown>
    const { rows } = await pool.query({ name: 'limit', text, values: names.map((name) => given[name]) })
    answer.setHeader('content-type', 'application/json; charset=utf-8')
    answer.end(JSON.stringify(rows))
  })
}).listen(Number(process.env.PORT), '127.0.0.1', () => process.stdout.write('listening\n'))
