import { type RawBuilder, type SqlBool, sql } from 'kysely'

/**
 * Matches users `u` whose e-mail address was generated from their phone number when staff made the account, and to whom
 * no mail is sent.
 */
export function hasInventedAddress(): RawBuilder<SqlBool> {
  return sql<SqlBool>`(u.created_by_staff_id is not null and u.phone is not null
    and starts_with(u.email::text, substr(u.phone, 2) || '@'))`
}
