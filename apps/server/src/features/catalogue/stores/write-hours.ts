import { type OpeningHours, weekdays } from '@nukkad/rules/opening-hours.ts'
import { sql } from 'kysely'
import type { Tx } from '#db/connection.ts'

/** Replaces all hours of a store. The caller must have locked the store's row, so that two changes do not mix. */
export async function replaceHours(tx: Tx, storeId: number, hours: OpeningHours): Promise<void> {
  const { weeklyRows, datedRows } = rowsOfHours(hours, { store_id: storeId })
  await tx.deleteFrom('store_hours').where('store_id', '=', storeId).execute()
  await tx.deleteFrom('store_hour_exceptions').where('store_id', '=', storeId).execute()
  if (weeklyRows.length > 0) await tx.insertInto('store_hours').values(weeklyRows).execute()
  if (datedRows.length > 0) await tx.insertInto('store_hour_exceptions').values(datedRows).execute()
}

const closedAllDay = { open: null, close: null }

/** Returns the rows of weekly windows and of windows for single dates. Each row has the id of the store or stylist. */
export function rowsOfHours<Owner extends object>({ weekly, exceptions = {} }: OpeningHours, owner: Owner) {
  return {
    weeklyRows: weekdays.flatMap((name, weekday) =>
      (weekly[name] ?? []).map(({ open, close }) => ({ ...owner, weekday, opens_at: open, closes_at: close })),
    ),
    datedRows: Object.entries(exceptions).flatMap(([on_date, windows]) =>
      (windows.length > 0 ? windows : [closedAllDay]).map(({ open, close }) => ({
        ...owner,
        on_date,
        opens_at: open,
        closes_at: close,
      })),
    ),
  }
}

export async function copyHours(tx: Tx, fromId: number, toId: number): Promise<void> {
  await sql`
    insert into store_hours (store_id, weekday, opens_at, closes_at)
    select ${toId}::int, weekday, opens_at, closes_at from store_hours where store_id = ${fromId}`.execute(tx)
  await sql`
    insert into store_hour_exceptions (store_id, on_date, opens_at, closes_at)
    select ${toId}::int, on_date, opens_at, closes_at from store_hour_exceptions where store_id = ${fromId}`.execute(tx)
}
