import type { Call } from '@nukkad/contract/call.ts'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { type Db, isDatabaseAway, watchWrites } from '#db/connection.ts'
import { parsePosition, type Replica, readPosition } from '#db/replica.ts'
import { cookieName, cookiesOf, keptCookie } from './cookies.ts'

const COOKIE = 'nukkad-written'
/**
 * Age in seconds of the cookie with the position of a client's last write: a replica is at most a second behind, and
 * the remaining seconds allow for a slow answer.
 */
const KEEP_SECONDS = 10
/** A position that no replica has reached, for a write whose real position could not be read. */
const LAST_POSITION = 'FFFFFFFF/FFFFFFFF'

type Parts = { shape: Call; request: FastifyRequest; reply: FastifyReply; origin: string; primary: Db }

/**
 * Runs a call on the replica if its data may be old (`mayBeOld`) and the replica has this client's earlier writes. A
 * call that fails on the replica runs again on the primary. After a call that has written, the client gets the position
 * of its write in a cookie.
 * @param run the handler, with the database that it reads from
 * @see docs/decisions/0114-reads-from-a-standby.md
 */
export async function runWithReplica<Result>(
  replica: Replica,
  { shape, request, reply, origin, primary }: Parts,
  run: (db: Db) => Promise<Result>,
): Promise<Result> {
  if (shape.mayBeOld) {
    const written = cookiesOf(request.headers.cookie).get(cookieName(COOKIE, origin))
    const db = replica.dbAfter(parsePosition(written))
    return db ? run(db).catch((error: unknown) => orAgain(error, () => run(primary))) : run(primary)
  }
  const { result, hasWritten } = await watchWrites(() => run(primary))
  if (hasWritten) {
    const position = await readPosition(primary).catch(() => LAST_POSITION)
    reply.header('set-cookie', keptCookie(COOKIE, position, { origin, seconds: KEEP_SECONDS }))
  }
  return result
}

/**
 * Runs a read again on the primary if the standby is away or has ended the read, as a standby ends reads that block the
 * changes that it replays.
 */
function orAgain<Result>(error: unknown, again: () => Promise<Result>): Promise<Result> {
  if (isDatabaseAway(error)) return again()
  throw error
}
