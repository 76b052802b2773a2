import { createHash, randomBytes } from 'node:crypto'
import type { Db } from '#db/connection.ts'
import { deleteTicket, insertTicket, takeTicketTry } from './queries.ts'

const TICKET_BYTES = 32
const LIFE_MINUTES = 5

/** A ticket says that a password was right; it is good for five tries at the second factor within five minutes. */
export async function issueTicket(db: Db, userId: number): Promise<string> {
  const ticket = randomBytes(TICKET_BYTES).toString('base64url')
  await insertTicket(db, { ticketHash: hashed(ticket), userId, lifeMinutes: LIFE_MINUTES })
  return ticket
}

/** Takes one try from a ticket before the code is looked at, so that parallel guesses cannot share one. */
export async function takeTicket(db: Db, ticket: string): Promise<number | undefined> {
  return takeTicketTry(db, hashed(ticket))
}

export async function burnTicket(db: Db, ticket: string): Promise<void> {
  await deleteTicket(db, hashed(ticket))
}

function hashed(ticket: string): Buffer {
  return createHash('sha256').update(ticket).digest()
}
