import type { Db, Tx } from './connection.ts'

/**
 * Reads everything that `body` asks for as it was at one moment, so that a balance fits the list next to it. It may not
 * write, and asks one question after the other on one connection.
 */
export async function inSnapshot<Result>(db: Db, body: (tx: Tx) => Promise<Result>): Promise<Result> {
  return db.transaction().setIsolationLevel('repeatable read').setAccessMode('read only').execute(body)
}
