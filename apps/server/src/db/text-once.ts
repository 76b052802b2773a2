import type { RawBuilder } from 'kysely'
import type { Db } from './connection.ts'

const texts = new Map<() => RawBuilder<unknown>, string>()

/**
 * Returns the SQL of a statement, built only once, because building it takes longer than the rest of the call. In this
 * SQL, values are written as `$1`, `$2` and so on.
 */
export function textOnce(db: Db, build: () => RawBuilder<unknown>): string {
  const text = texts.get(build) ?? build().compile(db).sql
  texts.set(build, text)
  return text
}
