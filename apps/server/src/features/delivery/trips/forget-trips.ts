import { sql } from 'kysely'
import type { Tx } from '#db/connection.ts'

/** Deletes the riders' positions on trips to a customer whose account is deleted. */
export async function forgetTrips(tx: Tx, userId: number): Promise<void> {
  await sql`
    delete from rider_positions p using orders o where p.order_id = o.id and o.user_id = ${userId}`.execute(tx)
}
