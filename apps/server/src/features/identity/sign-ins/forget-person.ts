import { sql } from 'kysely'
import type { Tx } from '#db/connection.ts'
import { forgetClients } from './guess-queries.ts'
import { deleteTickets } from './tickets.ts'

/** Forgets how a person came in: sign-ins that wait for a second factor, known clients, guesses and past sign-ins. */
export async function forgetSignIns(tx: Tx, userId: number): Promise<void> {
  await forgetWaysIn(tx, userId)
  await sql`delete from secret_guesses where subject = 'user:' || ${userId}::int`.execute(tx)
  await tx.deleteFrom('sign_ins').where('user_id', '=', userId).execute()
}

/** Ends sign-ins that wait for a second factor, and makes every client a stranger to the account. */
export async function forgetWaysIn(tx: Tx, userId: number): Promise<void> {
  await deleteTickets(tx, userId)
  await forgetClients(tx, userId)
}
