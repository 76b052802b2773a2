import { once } from 'node:events'
import { Readable } from 'node:stream'
import pg from 'pg'
import { BoundedClient, DatabaseSilent, targetOf } from './connection.ts'

/** What the driver's connection can do beside what its types name. */
type CopyConnection = pg.Connection & {
  sendCopyFromChunk: (chunk: Buffer) => void
  endCopyFrom: () => void
  sendCopyFail: (reason: string) => void
}

/** A database that sends nothing of a table for so long is paused or out of reach. */
const SILENT_FOR_MS = 15_000

/**
 * A connection of its own, as the owner of the database, without the limits of a server's pool. `isBounded` refuses to
 * wait for a database that has stopped answering; a restore, which builds indexes for hours, cannot.
 * @throws the database's error when it does not take the connection
 */
export async function openClient(
  address: string | pg.ClientConfig,
  { isBounded = false }: { isBounded?: boolean } = {},
): Promise<pg.Client> {
  const client = new (isBounded ? BoundedClient : pg.Client)({
    ...targetOf(address),
    options: '-c timezone=UTC -c datestyle=ISO -c intervalstyle=postgres',
  })
  // What breaks fails the statement that runs; an idle connection that breaks fails the next.
  client.on('error', () => {})
  await client.connect()
  return client
}

/**
 * The bytes of `COPY … TO STDOUT`, as they come; the server waits while nobody reads, so memory stays flat. Who stops
 * reading before the end has to end the connection. `rows` is known at the end.
 * @throws DatabaseSilent when nothing comes for 15 s although we read
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
      // While we have paused the stream, the silence is ours.
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

  handleReadyForQuery(): void {
    clearInterval(this.#silence)
  }
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
