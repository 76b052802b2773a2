import type { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type pg from 'pg'
import { libraries } from '#libraries.ts'
import { BoundedClient, DatabaseSilent, targetOf } from './connection.ts'
import { dropConnection, RoleClient } from './servers.ts'

/** Milliseconds without data of a table after which a database counts as paused or unreachable. */
const SILENT_FOR_MS = 15_000

/**
 * Opens a separate connection as the owner of the database, without the limits of the server's pool. With `isBounded`,
 * the connection is closed if the database stops answering; a restore leaves `isBounded` out, because it may build
 * indexes for hours.
 * @throws the database's error when it refuses the connection
 */
export async function openClient(
  address: string | pg.ClientConfig,
  { isBounded = false }: { isBounded?: boolean } = {},
): Promise<pg.Client> {
  const client = new (isBounded ? BoundedClient : RoleClient)({
    ...targetOf(address),
    options: '-c timezone=UTC -c datestyle=ISO -c intervalstyle=postgres',
  })
  // The error needs no handling here, because a broken connection fails the current statement, or the next one.
  client.on('error', () => {})
  await client.connect()
  return client
}

/** The rows of a table in PostgreSQL's COPY format. `rows` is their number, which is known only at the end. */
export type Copy = AsyncIterable<Buffer> & { readonly rows: number }

/**
 * Returns the bytes of `COPY … TO STDOUT` as they arrive. The database waits while no one reads, so the memory used
 * does not grow with the size of the table. A reader that stops before the end must close the connection.
 * @throws DatabaseSilent when no data arrives for 15 s while we read
 */
export function copyOut(client: pg.Client, statement: string): Copy {
  const { to: copyTo } = libraries.pgCopyStreams
  const copy = client.query(copyTo(statement))
  // Ignores errors here, because the library reports a closed connection as an error even when the copy is no longer
  // read.
  copy.on('error', () => {})
  return {
    [Symbol.asyncIterator]: () => boundSilence(copy, client),
    get rows() {
      return copy.rowCount
    },
  }
}

async function* boundSilence(copy: Readable, client: pg.Client): AsyncGenerator<Buffer, void, undefined> {
  const chunks: AsyncIterator<Buffer> = copy[Symbol.asyncIterator]()
  try {
    for (;;) {
      const silence = setTimeout(() => dropConnection(client, new DatabaseSilent()), SILENT_FOR_MS)
      const { value, done } = await chunks.next().finally(() => clearTimeout(silence))
      if (done) break
      yield value
    }
    // Waits for the answer to an empty statement, because the number of rows arrives after the last row and before that
    // answer.
    await client.query('')
  } finally {
    copy.destroy()
  }
}

/**
 * Sends `chunks` to `COPY … FROM STDIN`; an error of `chunks` rolls the statement back.
 * @returns the number of rows that were copied
 */
export async function copyIn(client: pg.Client, statement: string, chunks: AsyncIterable<Buffer>): Promise<number> {
  const { from: copyFrom } = libraries.pgCopyStreams
  const copy = client.query(copyFrom(statement))
  await pipeline(chunks, copy)
  return copy.rowCount
}
