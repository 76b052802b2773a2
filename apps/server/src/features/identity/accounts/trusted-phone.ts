import { sql } from 'kysely'

/**
 * SQL condition on `users`: the person has proved the phone, or works here with an account that an administrator
 * created.
 */
export const isPhoneTrusted = sql<boolean>`(users.phone_proved_at is not null
  or exists (select from user_roles r where r.user_id = users.id and r.role <> 'customer'))`
