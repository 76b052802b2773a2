import type { Db, Tx } from './connection.ts'

/**
 * Runs the reads of `body` on one snapshot, so that, for example, a balance fits the list next to it. `body` cannot
 * write, and its queries run one after the other on one connection.
 */
export async function inSnapshot<Result>(db: Db, body: (tx: Tx) => Promise<Result>): Promise<Result> {
  return db.transaction().setIsolationLevel('repeatable read').setAccessMode('read only').execute(body)
}
