import { sql } from 'kysely'

/**
 * Whether the phone of a row of `users` is known to be its person's: proved, or of a person who works here, whose account
 * an administrator made.
 */
export const isPhoneTrusted = sql<boolean>`(users.phone_proved_at is not null
  or exists (select from user_roles r where r.user_id = users.id and r.role <> 'customer'))`
