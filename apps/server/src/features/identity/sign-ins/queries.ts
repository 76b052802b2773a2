import { sql } from 'kysely'
import type { Db } from '#db/connection.ts'
import type { Client } from '#http/client.ts'
import type { SessionAudience } from '#http/session.ts'

export type SignInRow = {
  userId: number | undefined
  audience: SessionAudience
  way: 'password' | 'second-factor' | 'code' | 'google' | 'facebook' | 'registration' | 'staff'
  refusal: 'wrong' | 'not-allowed' | 'banned' | null
  actingStaffId: number | null
  client: Client
  device: string
}

/** Inserts a sign-in with the network of its IP address instead of the address itself. */
export async function insertSignIn(db: Db, row: SignInRow): Promise<void> {
  const address = sql`${row.client.address}::inet`
  await sql`
    insert into sign_ins (user_id, audience, way, refusal, acting_staff_id, network, device)
    values (${row.userId ?? null}, ${row.audience}, ${row.way}, ${row.refusal}, ${row.actingStaffId},
            network(set_masklen(${address}, case family(${address}) when 4 then 24 else 48 end)), ${row.device})`.execute(
    db,
  )
}
