import { createHash, randomBytes } from 'node:crypto'
import { sql } from 'kysely'
import type { Db, Tx } from '#db/connection.ts'
import type { SessionAudience } from '#http/session.ts'
import type { ProvedLogin } from './held-login.ts'

const TICKET_BYTES = 32
const LIFE_MINUTES = 5

type Holder = ProvedLogin & { audience: SessionAudience }

/**
 * Issues a sign-in ticket, which states that the first step was passed. The ticket allows five attempts at the second
 * factor within five minutes, in the app that requested it.
 */
export async function issueTicket(db: Db, { userId, loginVersion, audience }: Holder): Promise<string> {
  const ticket = randomBytes(TICKET_BYTES).toString('base64url')
  await sql`
    with old as (delete from sign_in_tickets where expires_at < now())
    insert into sign_in_tickets (ticket_hash, user_id, login_version, audience, expires_at)
    values (${hashed(ticket)}, ${userId}, ${loginVersion}, ${audience}, now() + make_interval(mins => ${LIFE_MINUTES}::int))`.execute(
    db,
  )
  return ticket
}

/** Finds the account of a sign-in ticket; undefined if the ticket has no attempts left or has expired. */
export async function findTicket(
  db: Db,
  { ticket, audience }: { ticket: string; audience: SessionAudience },
): Promise<ProvedLogin | undefined> {
  const { rows } = await sql<ProvedLogin>`
    select user_id as "userId", login_version as "loginVersion" from sign_in_tickets
     where ticket_hash = ${hashed(ticket)} and audience = ${audience} and attempts < 5 and expires_at > now()`.execute(
    db,
  )
  return rows[0]
}

/**
 * Takes one attempt before the code is compared, so that two parallel guesses cannot count as one. Returns false if the
 * ticket has no attempt left.
 */
export async function takeTicketTry(db: Db, ticket: string): Promise<boolean> {
  const { rows } = await sql<{ user_id: number }>`
    update sign_in_tickets set attempts = attempts + 1
     where ticket_hash = ${hashed(ticket)} and attempts < 5 and expires_at > now()
    returning user_id`.execute(db)
  return rows.length === 1
}

/** Deletes a used ticket; of several parallel calls, exactly one gets true. */
export async function burnTicket(db: Db, ticket: string): Promise<boolean> {
  const { rows } = await sql<{ user_id: number }>`
    delete from sign_in_tickets where ticket_hash = ${hashed(ticket)} returning user_id`.execute(db)
  return rows.length === 1
}

/** Deletes the sign-in tickets of an account. */
export async function deleteTickets(tx: Tx, userId: number): Promise<void> {
  await tx.deleteFrom('sign_in_tickets').where('user_id', '=', userId).execute()
}

function hashed(ticket: string): Buffer {
  return createHash('sha256').update(ticket).digest()
}
