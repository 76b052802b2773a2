import { sql } from 'kysely'
import type { Tx } from '#db/connection.ts'
import { forgetClients } from './guess-queries.ts'
import { deleteTickets } from './tickets.ts'

/** Deletes the sign-ins of a person, their sign-in tickets, known clients and counted guesses. */
export async function forgetSignIns(tx: Tx, userId: number): Promise<void> {
  await forgetWaysIn(tx, userId)
  await sql`delete from secret_guesses where subject = 'user:' || ${userId}::int`.execute(tx)
  await tx.deleteFrom('sign_ins').where('user_id', '=', userId).execute()
}

/** Deletes the sign-in tickets of an account and forgets its known clients. */
export async function forgetWaysIn(tx: Tx, userId: number): Promise<void> {
  await deleteTickets(tx, userId)
  await forgetClients(tx, userId)
}
