import { createHash } from 'node:crypto'
import pg from 'pg'
import { currentTraceparent, inStatement } from '#trace/spans.ts'

/** Maximum number of statements that one connection keeps prepared. */
export const MAX_PREPARED = 400

/**
 * Ends the text of a statement that also ends its transaction. `commitWith` in `connection.ts` appends it; PostgreSQL
 * reads it as a comment.
 */
export const COMMITS = '\n-- commits'

/** Ends the text of a statement that is sent with the next one, because its result is not used; see `sendWithNext`. */
export const WITH_NEXT = '\n-- with next'

/** Ends the text of a statement that PostgreSQL runs with one plan for all values; see `withSharedPlan`. */
export const SHARED_PLAN = '\n-- one plan for all values'

const SHARE_PLANS = 'set plan_cache_mode = force_generic_plan'
const CHOOSE_PLANS = 'set plan_cache_mode = auto'

/**
 * The names under which each connection prepares control statements (such as `begin`), by their SQL, so that they can
 * be sent together with another statement. The results of control statements are not used.
 */
const controls = {
  begin: 'nukkad_begin',
  commit: 'nukkad_commit',
  'savepoint before_try': 'nukkad_savepoint',
  [SHARE_PLANS]: 'nukkad_share_plans',
  [CHOOSE_PLANS]: 'nukkad_choose_plans',
} as const

type Control = keyof typeof controls

/** The parts of the driver's connection that this file uses and that the driver's types do not describe. */
type Connection = {
  /** The SQL of the prepared statements, by their names. */
  parsedStatements: Record<string, string>
  /** The SQL of statements whose preparation was sent but not answered yet, by their names. */
  submittedNamedStatements: Record<string, string>
  stream: { cork: () => void; uncork: () => void }
  parse: (statement: { name: string; text: string }) => void
  bind: (portal: { portal: string; statement: string; values: readonly string[] }) => void
  execute: (portal: { portal: string }) => void
  close: (what: { type: 'S'; name: string }) => void
  sync: () => void
}

type Result = Pick<pg.QueryResult, 'command' | 'rowCount' | 'rows'>
type Plain = (...args: unknown[]) => Promise<Result>

type Prepared = { name: string; text: string; values: string[] }
/** A statement that is sent together with the next one; a string is one of `controls` or the result of `noteTrace`. */
type Lead = string | Prepared

/**
 * Gives each distinct statement a name, so that PostgreSQL parses and plans it once per connection instead of once per
 * call. Each connection keeps the names of the statements that it used last; PostgreSQL deallocates the others.
 *
 * Statements also share round trips: `begin`, the savepoint of a try and a statement marked by `WITH_NEXT` are sent
 * with the statement that follows, a statement marked by `COMMITS` is sent with its `commit`, and one marked by
 * `SHARED_PLAN` between the settings that it needs. After a statement has failed, PostgreSQL skips the other statements
 * of the same message, so no statement runs outside its transaction, a failed statement is not committed, and the
 * rollback of its transaction also restores the settings.
 */
export function preparing(pool: pg.Pool): pg.Pool {
  const wrapped = new WeakSet<pg.PoolClient>()
  return new Proxy(pool, {
    get(target, property) {
      if (property !== 'connect') return Reflect.get(target, property)
      return async () => {
        const client = await target.connect()
        if (wrapped.has(client)) return client
        const plain = client.query.bind(client) as Plain
        try {
          await prepareControls(plain)
        } catch (error) {
          client.release(true)
          throw error
        }
        wrapped.add(client)
        return Object.assign(client, { query: preparingQuery(plain) })
      }
    },
  })
}

function preparingQuery(plain: Plain): (text: unknown, values?: unknown[]) => Promise<Result> {
  const names = new LastUsed()
  let leads: Lead[] = []
  let isCommitted = false

  const sendLeads = async (): Promise<void> => {
    const sent = leads.map((lead) => (typeof lead === 'string' ? { text: lead, values: [] } : lead))
    leads = []
    for (const lead of sent) await inStatement(lead.text, () => plain(lead))
  }

  /**
   * Answers a control statement with an empty result without sending it, because it is sent later together with the
   * next statement.
   */
  const control = (text: string): Result | undefined => {
    const done = { command: text.toUpperCase(), rowCount: null, rows: [] }
    if (text === 'begin' || text === 'savepoint before_try') {
      leads.push(text)
      const traceparent = text === 'begin' && currentTraceparent()
      if (traceparent) leads.push(noteTrace(traceparent))
      return done
    }
    if (text !== 'commit' && text !== 'rollback') return undefined
    const isNotBegun = leads[0] === 'begin'
    leads = []
    if (isNotBegun) return done
    if (text === 'rollback' || !isCommitted) return undefined
    isCommitted = false
    return done
  }

  return async (text, values) => {
    if (typeof text !== 'string' || values === undefined || values.length === 0) {
      const done = typeof text === 'string' && control(text)
      if (done) return done
      if (isCommitted) throw new CommittedBefore()
      await sendLeads()
      return inStatement(text, () => plain({ text, values: values ?? [] }))
    }
    if (isCommitted) throw new CommittedBefore()
    const { name, dropped } = names.use(text)
    if (text.endsWith(WITH_NEXT) && dropped === undefined) {
      leads.push({ name, text, values: values.map(String) })
      return { command: '', rowCount: null, rows: [] }
    }
    const { lead, follower } = controlsAround(text)
    if (lead) leads.push(lead)
    if (leads.length === 0 && dropped === undefined && !follower)
      return inStatement(text, () => plain({ name, text, values }))
    const query = accompanied({ name, text, values }, { leads, dropped, follower })
    leads = []
    const result = await inStatement(text, () => send(plain, query))
    isCommitted = follower === 'commit'
    return result
  }
}

/**
 * Returns the statement that stores the trace in the transaction, so that `queue_job` can pass it to the jobs; a
 * `traceparent` has no quotation mark and needs no escaping.
 */
function noteTrace(traceparent: string): string {
  return `set local nukkad.traceparent = '${traceparent}'`
}

/** A statement came after the statement that committed its transaction. */
class CommittedBefore extends Error {
  constructor() {
    super('This transaction was committed with its last statement')
  }
}

/**
 * The names of the most recently used statements, the oldest first. A name is derived from the SQL, so it never means
 * another statement.
 */
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

/** The parts of a query object that the driver calls while it sends the query and reads its answer. */
type Sent = Omit<pg.Query, 'submit'> & {
  submit: (connection: Connection) => unknown
  _getRows: (connection: Connection) => void
  handleCommandComplete: (message: unknown, connection: Connection) => void
}

type Company = { leads: readonly Lead[]; dropped: string | undefined; follower: Control | undefined }

/** Returns the control statements that are sent before and after a statement, in the same message. */
function controlsAround(text: string): { lead?: Control; follower?: Control } {
  if (text.endsWith(COMMITS)) return { follower: 'commit' }
  return text.endsWith(SHARED_PLAN) ? { lead: SHARE_PLANS, follower: CHOOSE_PLANS } : {}
}

/**
 * Returns a query that sends other statements in the same message, before the `Sync` that ends it.
 *
 * The query's message also closes the names to deallocate, which costs no round trip and works even in a failed
 * transaction, in which PostgreSQL refuses `deallocate`. No earlier message still needs a name that is closed, and a
 * later statement with that name is parsed again.
 */
function accompanied(config: pg.QueryConfig, { leads, dropped, follower }: Company): Sent {
  const query = new pg.Query(config) as unknown as Sent
  const submit = query.submit.bind(query)
  const complete = query.handleCommandComplete.bind(query)
  query.submit = (connection) => {
    connection.stream.cork()
    try {
      if (dropped !== undefined) {
        delete connection.parsedStatements[dropped]
        connection.close({ type: 'S', name: dropped })
      }
      prepareLeads(connection, leads, config)
      for (const lead of leads) {
        if (typeof lead === 'string') run(connection, preparedName(connection, lead))
        else run(connection, lead.name, lead.values)
      }
      return submit(connection)
    } finally {
      connection.stream.uncork()
    }
  }
  query._getRows = (connection) => {
    connection.execute({ portal: '' })
    if (follower) run(connection, controls[follower])
    connection.sync()
  }
  let completed = 0
  query.handleCommandComplete = (message, connection) => {
    if (completed === leads.length) complete(message, connection)
    completed += 1
  }
  return query
}

/**
 * Returns the name under which a control statement is prepared. A statement with a trace gets no name and is prepared
 * each time.
 */
function preparedName(connection: Connection, text: string): string {
  if (text in controls) return controls[text as Control]
  connection.parse({ name: '', text })
  return ''
}

/**
 * Prepares first the main statement, and then the leading statements that this connection sends for the first time. The
 * driver records the first successful preparation as that of the main statement, and would record none if a leading
 * statement failed first.
 */
function prepareLeads(connection: Connection, leads: readonly Lead[], led: pg.QueryConfig): void {
  const isKnown = ({ name }: { name?: string | undefined }) =>
    name === undefined || (connection.parsedStatements[name] ?? connection.submittedNamedStatements[name]) !== undefined
  const unknown = leads.filter((lead): lead is Prepared => typeof lead !== 'string' && !isKnown(lead))
  if (unknown.length === 0) return
  if (!isKnown(led)) {
    connection.parse({ name: led.name!, text: led.text })
    connection.submittedNamedStatements[led.name!] = led.text
  }
  for (const { name, text } of unknown) {
    connection.parse({ name, text })
    connection.parsedStatements[name] = text
  }
}

function run(connection: Connection, statement: string, values: readonly string[] = []): void {
  connection.bind({ portal: '', statement, values })
  connection.execute({ portal: '' })
}

/** Prepares the control statements of a new connection, in one round trip. */
async function prepareControls(plain: Plain): Promise<void> {
  const query = new pg.Query({ text: 'begin' }) as unknown as Sent
  query.submit = (connection) => {
    for (const [text, name] of Object.entries(controls)) connection.parse({ name, text })
    connection.sync()
    return null
  }
  await send(plain, query)
}

function send(plain: Plain, query: Sent): Promise<Result> {
  return new Promise((resolve, reject) => {
    plain(query, (error: Error | null, result: Result) => (error ? reject(error) : resolve(result)))
  })
}
