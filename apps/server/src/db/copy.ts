import { once } from 'node:events'
import { Readable } from 'node:stream'
import pg from 'pg'

/** What the driver's connection can do beside what its types name. */
type CopyConnection = pg.Connection & {
  sendCopyFromChunk: (chunk: Buffer) => void
  endCopyFrom: () => void
  sendCopyFail: (reason: string) => void
}

/** A connection of its own, as the owner of the database, without the limits of a server's pool. */
export async function openClient(address: string | pg.ClientConfig): Promise<pg.Client> {
  const target = typeof address === 'string' ? { connectionString: address } : address
  const client = new pg.Client({ ...target, options: '-c timezone=UTC -c datestyle=ISO -c intervalstyle=postgres' })
  // What breaks fails the statement that runs; an idle connection that breaks fails the next.
  client.on('error', () => {})
  await client.connect()
  return client
}

/**
 * The bytes of `COPY … TO STDOUT`, as they come; the server waits while nobody reads, so memory stays flat. Who stops
 * reading before the end has to end the connection. `rows` is known at the end.
 */
export function copyOut(client: pg.Client, statement: string): AsyncIterable<Buffer> & { readonly rows: number } {
  return client.query(new CopyOut(statement))
}

class CopyOut extends Readable implements pg.Submittable {
  readonly #statement: string
  #connection: pg.Connection | undefined
  rows = 0

  constructor(statement: string) {
    super()
    this.#statement = statement
  }

  submit(connection: pg.Connection): void {
    this.#connection = connection
    connection.query(this.#statement)
  }

  override _read(): void {
    this.#connection?.stream.resume()
  }

  override _destroy(error: Error | null, done: (error: Error | null) => void): void {
    this.#connection?.stream.resume()
    done(error)
  }

  handleCopyData({ chunk }: { chunk: Buffer }, connection: pg.Connection): void {
    // The driver uses its buffer again.
    if (!this.destroyed && !this.push(Buffer.from(chunk))) connection.stream.pause()
  }

  handleError(error: Error): void {
    this.destroy(error)
  }

  handleCommandComplete({ text }: { text: string }): void {
    this.rows = Number(text.split(' ')[1])
    this.push(null)
  }

  handleReadyForQuery(): void {}
}

/** Feeds `COPY … FROM STDIN`; what `chunks` throws takes the statement back. @returns the rows that came in */
export function copyIn(client: pg.Client, statement: string, chunks: AsyncIterable<Buffer>): Promise<number> {
  return new Promise((resolve, reject) => client.query(new CopyIn(statement, chunks, { resolve, reject })))
}

type End = { resolve: (rows: number) => void; reject: (error: unknown) => void }

class CopyIn implements pg.Submittable {
  readonly #statement: string
  readonly #chunks: AsyncIterable<Buffer>
  readonly #end: End
  #rows = 0
  #failure: unknown

  constructor(statement: string, chunks: AsyncIterable<Buffer>, end: End) {
    this.#statement = statement
    this.#chunks = chunks
    this.#end = end
  }

  submit(connection: pg.Connection): void {
    connection.query(this.#statement)
  }

  async handleCopyInResponse(connection: CopyConnection): Promise<void> {
    try {
      for await (const chunk of this.#chunks) {
        if (this.#failure) return
        connection.sendCopyFromChunk(chunk)
        if (connection.stream.writableNeedDrain) await once(connection.stream, 'drain')
      }
      connection.endCopyFrom()
    } catch (error) {
      this.#failure = error
      connection.sendCopyFail((error as Error).message)
    }
  }

  /** When our own source failed, the server only says that we stopped. */
  handleError(error: Error): void {
    this.#failure ??= error
    this.#end.reject(this.#failure)
  }

  handleCommandComplete({ text }: { text: string }): void {
    this.#rows = Number(text.split(' ')[1])
  }

  handleReadyForQuery(): void {
    if (!this.#failure) this.#end.resolve(this.#rows)
  }
}
