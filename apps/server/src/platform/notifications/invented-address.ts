import { type RawBuilder, type SqlBool, sql } from 'kysely'

/**
 * Matches users `u` whose mail address was invented from their phone number when staff made the account. No mail goes
 * there.
 */
export function hasInventedAddress(): RawBuilder<SqlBool> {
  return sql<SqlBool>`(u.created_by_staff_id is not null and u.phone is not null
    and starts_with(u.email::text, substr(u.phone, 2) || '@'))`
}
