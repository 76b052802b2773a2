import type { Call } from '@nukkad/contract/call.ts'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { type Db, isDatabaseAway, watchWrites } from '#db/connection.ts'
import { parsePosition, type Replica, readPosition } from '#db/replica.ts'
import { cookiesOf, isHttps } from './cookies.ts'

const nameOver = { https: '__Host-nukkad-written', http: 'nukkad-written' } as const
/** A replica is at most a second behind. The rest allows for a slow answer. */
const KEEP_SECONDS = 10
/** Behind every position, for a write whose own position could not be read. */
const LAST_POSITION = 'FFFFFFFF/FFFFFFFF'

type Parts = { shape: Call; request: FastifyRequest; reply: FastifyReply; origin: string; primary: Db }

/**
 * Runs a call on the replica if it `mayBeOld` and the replica has what this client wrote before. A call that fails there
 * runs again on the primary. After any other call that has written, the client keeps the position of its write in a
 * cookie.
 * @param run the handler, with the database that it reads from
 * @see docs/decisions/0114-reads-from-a-standby.md
 */
export async function runWithReplica<Result>(
  replica: Replica,
  { shape, request, reply, origin, primary }: Parts,
  run: (db: Db) => Promise<Result>,
): Promise<Result> {
  const name = nameOver[isHttps(origin) ? 'https' : 'http']
  if (shape.mayBeOld) {
    const db = replica.dbAfter(parsePosition(cookiesOf(request.headers.cookie).get(name)))
    return db ? run(db).catch((error: unknown) => orAgain(error, () => run(primary))) : run(primary)
  }
  const { result, hasWritten } = await watchWrites(() => run(primary))
  if (hasWritten) {
    const position = await readPosition(primary).catch(() => LAST_POSITION)
    const secure = isHttps(origin) ? '; Secure' : ''
    reply.header('set-cookie', `${name}=${position}; Path=/; Max-Age=${KEEP_SECONDS}; HttpOnly; SameSite=Lax${secure}`)
  }
  return result
}

/** A standby ends reads that stand in the way of what it replays, and it may fail. */
function orAgain<Result>(error: unknown, again: () => Promise<Result>): Promise<Result> {
  if (isDatabaseAway(error)) return again()
  throw error
}
