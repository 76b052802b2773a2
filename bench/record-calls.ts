import { AsyncLocalStorage } from 'node:async_hooks'
import pg from 'pg'
import type { Asked } from './calls.ts'
import { openApp } from './in-process.ts'

export type Statement = { name?: string; text: string; values: unknown[] }
export type Recorded = Asked & { statements: Statement[]; answer: unknown }

/**
 * Returns the parts of a recorded query that are needed to send the query again. A query that is sent together with
 * others is an object of the driver, whose functions cannot be written to a file.
 */
export function asStatement(query: string | pg.QueryConfig): Statement {
  if (typeof query === 'string') return { text: query, values: [] }
  return { ...(query.name !== undefined && { name: query.name }), text: query.text, values: query.values ?? [] }
}

/**
 * Returns, for each of the given calls, the statements that the product sends, and its answer. The first request of
 * each call is not recorded, only the second. The product runs in this process, so that the recording can watch the
 * driver.
 */
export async function recordCalls(databaseUrl: string, calls: readonly Asked[]): Promise<Recorded[]> {
  const watched = new AsyncLocalStorage<Statement[]>()
  const send = pg.Client.prototype.query as (...args: unknown[]) => unknown
  pg.Client.prototype.query = function watching(this: pg.Client, ...args: unknown[]) {
    const [query] = args as [string | pg.QueryConfig]
    watched.getStore()?.push(asStatement(query))
    return send.apply(this, args)
  } as typeof pg.Client.prototype.query
  const { app, close } = await openApp(databaseUrl)
  // The request is awaited in this function, because `inject` starts it only then, and its statements must be recorded
  // for this call.
  const ask = async ({ name, path = '', body }: Asked) => {
    const url = `/public/api/${name}${path}`
    return await app.inject({ method: 'POST', url, headers: { 'content-type': 'application/json' }, payload: body })
  }
  try {
    const recorded: Recorded[] = []
    for (const call of calls) {
      await ask(call)
      const statements: Statement[] = []
      const answer = await watched.run(statements, () => ask(call))
      if (answer.statusCode !== 200 || answer.body.startsWith('{"success":false'))
        throw new Error(`${call.name}: ${answer.body}`)
      recorded.push({ ...call, statements, answer: answer.json() })
    }
    return recorded
  } finally {
    await close()
    pg.Client.prototype.query = send as typeof pg.Client.prototype.query
  }
}
