import pg from 'pg'
// The import of connection.ts sets the driver's parsers, which decide the types of database values in the program.
import '../../apps/server/src/db/connection.ts'
import type { Kind } from './program.ts'

export type Column = {
  name: string
  type: number
  /** The column of a table from which the result column comes; undefined for an expression. */
  origin: { table: number; column: number } | undefined
}
export type Description = { parameters: readonly number[]; columns: readonly Column[] }

type Message = {
  fields: readonly { name: string; tableID: number; columnID: number; dataTypeID: number }[]
  dataTypeIDs: readonly number[]
}

/** The id of the result type of a function that returns nothing. */
const VOID = 2278

/** Lets PostgreSQL parse one statement, and returns the types of its parameters and columns. */
class Describe {
  readonly #text: string
  readonly #then: { resolve: (description: Description) => void; reject: (error: Error) => void }
  #parameters: readonly number[] = []
  #columns: readonly Column[] = []

  constructor(text: string, then: { resolve: (description: Description) => void; reject: (error: Error) => void }) {
    this.#text = text
    this.#then = then
  }

  submit(connection: pg.Connection): void {
    connection.removeAllListeners('parameterDescription').once('parameterDescription', ({ dataTypeIDs }: Message) => {
      this.#parameters = dataTypeIDs
    })
    connection.parse({ name: '', text: this.#text, types: [] }, true)
    connection.describe({ type: 'S', name: '' }, true)
    connection.sync()
  }

  handleRowDescription({ fields }: Message): void {
    this.#columns = fields
      .map(({ name, tableID, columnID, dataTypeID }) => ({
        name,
        type: dataTypeID,
        origin: columnID === 0 ? undefined : { table: tableID, column: columnID },
      }))
      .filter(({ type }) => type !== VOID)
  }

  handleError(error: Error): void {
    this.#then.reject(error)
  }

  handleReadyForQuery(): void {
    this.#then.resolve({ parameters: this.#parameters, columns: this.#columns })
  }

  handleEmptyQuery(): void {}
  handleCommandComplete(): void {}
  handleParseComplete(): void {}
}

export type TypeFacts = { name: string; kinds: ReadonlySet<Kind>; element?: TypeFacts }

/** A migrated database that reports the types of statements but does not run them. */
export class Oracle {
  readonly #client: pg.Client
  readonly #types = new Map<number, { name: string; element: number; category: string }>()
  readonly #required = new Map<string, { name: string; isRequired: boolean }>()

  constructor(client: pg.Client) {
    this.#client = client
  }

  /** Reads the types and columns that the database knows. */
  async load(): Promise<void> {
    const types = await this.#client.query<{ oid: number; name: string; element: number; category: string }>(
      'select oid, typname as name, typelem as element, typcategory as category from pg_type',
    )
    for (const { oid, ...type } of types.rows) this.#types.set(oid, type)
    const columns = await this.#client.query<{ key: string; name: string; required: boolean }>(
      // Columns of views are left out, because PostgreSQL does not report whether they can be null.
      `select attrelid || '.' || attnum as key, attname as name, attnotnull or relkind <> 'r' as required
         from pg_attribute join pg_class c on c.oid = attrelid where attnum > 0`,
    )
    for (const { key, name, required } of columns.rows) this.#required.set(key, { name, isRequired: required })
  }

  describe(text: string): Promise<Description> {
    return new Promise((resolve, reject) => {
      this.#client.query(new Describe(text, { resolve, reject }) as unknown as pg.Submittable)
    })
  }

  /** Returns the name of a table's column if it can be null; undefined if it cannot. */
  nullableName({ table, column }: { table: number; column: number }): string | undefined {
    const known = this.#required.get(`${table}.${column}`)
    return known && !known.isRequired ? known.name : undefined
  }

  /** Finds out which type a value of a database type has in the program, by letting the driver parse a value. */
  factsOf(oid: number): TypeFacts {
    const { name, element, category } = this.#types.get(oid) ?? { name: String(oid), element: 0, category: '' }
    const kinds = new Set([kindOf(driven(oid, name, category))])
    return category === 'A' && kinds.has('array')
      ? { name, kinds, element: this.#elementFacts(oid, element) }
      : { name, kinds }
  }

  #elementFacts(array: number, element: number): TypeFacts {
    const { name } = this.#types.get(element)!
    const [first] = driven(array, name, 'A') as unknown[]
    return { name, kinds: new Set([kindOf(first)]) }
  }

  /** Returns the name of a database type and, for an array, of its elements. */
  nameOf(oid: number): { name: string; element: string | undefined } {
    const type = this.#types.get(oid)
    const isArray = type?.category === 'A'
    return { name: type?.name ?? String(oid), element: isArray ? this.#types.get(type.element)?.name : undefined }
  }
}

const samples: Record<string, string> = {
  bool: 't',
  timestamptz: '2026-01-01 00:00:00+00',
  timestamp: '2026-01-01 00:00:00',
  date: '2026-01-01',
  json: '{}',
  jsonb: '{}',
  bytea: '\\x00',
  point: '(1,2)',
  interval: '00:00:01',
}

/** Returns the value that the driver parses from a string of a database type. */
function driven(oid: number, name: string, category: string): unknown {
  const sample = samples[name.replace(/^_/, '')] ?? '1'
  const parse = pg.types.getTypeParser(oid, 'text')
  return parse(category === 'A' ? `{${/[,{\\]/.test(sample) ? JSON.stringify(sample) : sample}}` : sample)
}

function kindOf(value: unknown): Kind {
  if (value === null) return 'null'
  if (value instanceof Date) return 'date'
  if (Buffer.isBuffer(value)) return 'bytes'
  if (Array.isArray(value)) return 'array'
  const kind = typeof value
  return kind === 'number' || kind === 'string' || kind === 'boolean' || kind === 'bigint' ? kind : 'object'
}
