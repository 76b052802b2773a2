import { once } from 'node:events'
import { Readable } from 'node:stream'
import pg from 'pg'
import { BoundedClient, DatabaseSilent, targetOf } from './connection.ts'

/** Methods of the driver's connection that its types leave out. */
type CopyConnection = pg.Connection & {
  sendCopyFromChunk: (chunk: Buffer) => void
  endCopyFrom: () => void
  sendCopyFail: (reason: string) => void
}

/** A database that sends no data of a table for this long is paused or unreachable. */
const SILENT_FOR_MS = 15_000

/**
 * Opens a separate connection as the owner of the database, without the limits of the server's pool. With `isBounded`
 * it gives up on a database that has stopped answering; a restore, which builds indexes for hours, cannot use that.
 * @throws the database's error when it refuses the connection
 */
export async function openClient(
  address: string | pg.ClientConfig,
  { isBounded = false }: { isBounded?: boolean } = {},
): Promise<pg.Client> {
  const client = new (isBounded ? BoundedClient : pg.Client)({
    ...targetOf(address),
    options: '-c timezone=UTC -c datestyle=ISO -c intervalstyle=postgres',
  })
  // A broken connection fails the running statement, or the next one if it is idle.
  client.on('error', () => {})
  await client.connect()
  return client
}

/**
 * Returns the bytes of `COPY … TO STDOUT` as they arrive. The server waits while no one reads, so memory stays flat. A
 * reader that stops before the end must close the connection. `rows` is known at the end.
 * @throws DatabaseSilent when no data arrives for 15 s although we read
 */
export function copyOut(client: pg.Client, statement: string): AsyncIterable<Buffer> & { readonly rows: number } {
  return client.query(new CopyOut(statement))
}

class CopyOut extends Readable implements pg.Submittable {
  readonly #statement: string
  #connection: pg.Connection | undefined
  #silence: NodeJS.Timeout | undefined
  rows = 0

  constructor(statement: string) {
    super()
    this.#statement = statement
  }

  submit(connection: pg.Connection): void {
    this.#connection = connection
    this.#silence = setInterval(() => {
      // While we have paused the stream, the database is silent because of us.
      if (!connection.stream.isPaused()) connection.stream.destroy(new DatabaseSilent())
    }, SILENT_FOR_MS)
    connection.query(this.#statement)
  }

  override _read(): void {
    this.#connection?.stream.resume()
  }

  override _destroy(error: Error | null, done: (error: Error | null) => void): void {
    clearInterval(this.#silence)
    this.#connection?.stream.resume()
    done(error)
  }

  handleCopyData({ chunk }: { chunk: Buffer }, connection: pg.Connection): void {
    this.#silence?.refresh()
    // The driver reuses its buffer, so the chunk is copied.
    if (!this.destroyed && !this.push(Buffer.from(chunk))) connection.stream.pause()
  }

  handleError(error: Error): void {
    this.destroy(error)
  }

  handleCommandComplete({ text }: { text: string }): void {
    this.rows = Number(text.split(' ')[1])
    this.push(null)
  }

  handleReadyForQuery(): void {
    clearInterval(this.#silence)
  }
}

/**
 * Feeds `COPY … FROM STDIN`; an error of `chunks` rolls the statement back.
 * @returns the number of rows that were copied
 */
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

  /** When our own source failed, the server's error only says that we stopped. */
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
