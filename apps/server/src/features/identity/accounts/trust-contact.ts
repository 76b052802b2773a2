import { sql } from 'kysely'
import type { Tx } from '#db/connection.ts'

/**
 * Prepares an account for work at a store. The phone that an invitation reached is proved. Any other unproved phone is
 * removed from the account, because the person who proves it later would get the account, and with it the store.
 */
export async function trustContact(tx: Tx, { userId, phone }: { userId: number; phone: string | null }): Promise<void> {
  await sql`
    update users
       set phone = case when phone = ${phone}::text or phone_proved_at is not null then phone end,
           phone_proved_at = case when phone = ${phone}::text then coalesce(phone_proved_at, now()) else phone_proved_at end,
           updated_at = now()
     where id = ${userId} and phone is not null and phone_proved_at is null`.execute(tx)
}
