import { createHash } from 'node:crypto'
import pg from 'pg'

/** Statements that one connection keeps prepared. */
export const MAX_PREPARED = 400

/** The statements that a connection has prepared, by their names, as the driver records them. */
type Prepared = pg.Connection & {
  parsedStatements: Record<string, string>
  close: (what: { type: 'S'; name: string }) => void
}

/**
 * Gives each distinct statement a name, so that PostgreSQL parses and plans it once per connection instead of once per
 * call. Each connection keeps the names of the texts it used last; the others are given back.
 */
export function preparing(pool: pg.Pool): pg.Pool {
  const wrapped = new WeakSet<pg.PoolClient>()
  return new Proxy(pool, {
    get(target, property) {
      if (property !== 'connect') return Reflect.get(target, property)
      return async () => {
        const client = await target.connect()
        if (wrapped.has(client)) return client
        wrapped.add(client)
        return Object.assign(client, { query: preparingQuery(client) })
      }
    },
  })
}

type Plain = (...args: unknown[]) => Promise<unknown>

function preparingQuery(client: pg.PoolClient): (text: unknown, values?: unknown[]) => Promise<unknown> {
  const plain = client.query.bind(client) as Plain
  const names = new LastUsed()
  return (text, values) => {
    if (typeof text !== 'string' || values === undefined || values.length === 0)
      return plain({ text, values: values ?? [] })
    const { name, dropped } = names.use(text)
    return dropped === undefined
      ? plain({ name, text, values })
      : queryInPlaceOf(dropped, plain, new pg.Query({ name, text, values }))
  }
}

/** The names of the texts that were used last, the oldest first. A name says its text, so none ever means another. */
class LastUsed {
  readonly #names = new Map<string, string>()

  use(text: string): { name: string; dropped?: string } {
    const known = this.#names.get(text)
    const name = known ?? createHash('sha1').update(text).digest('hex')
    this.#names.delete(text)
    this.#names.set(text, name)
    if (this.#names.size <= MAX_PREPARED) return { name }
    const [oldest] = this.#names
    this.#names.delete(oldest![0])
    return { name, dropped: oldest![1] }
  }
}

/**
 * Sends a query and gives a name back in the same message: it costs no round trip, and PostgreSQL closes a statement
 * even in a transaction that has failed, where it refuses `deallocate`. It happens when the query is sent, so nothing
 * that was sent before still needs the name; a later one is parsed again.
 */
function queryInPlaceOf(dropped: string, plain: Plain, query: pg.Query): Promise<unknown> {
  const submit = query.submit.bind(query)
  query.submit = (connection) => {
    const { parsedStatements } = connection as Prepared
    delete parsedStatements[dropped]
    ;(connection as Prepared).close({ type: 'S', name: dropped })
    return submit(connection)
  }
  return new Promise((resolve, reject) => {
    plain(query, (error: Error | null, result: unknown) => (error ? reject(error) : resolve(result)))
  })
}
