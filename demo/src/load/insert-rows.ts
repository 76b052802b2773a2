import pg from 'pg'

/** Number of rows that one statement inserts: enough to be quick, and few enough for one message to PostgreSQL. */
const ROWS_AT_ONCE = 5000

/**
 * Inserts rows whose keys are column names; the table defines their types. Keys that are missing in a row become null.
 */
export async function insertRows(client: pg.Client, table: string, rows: readonly object[]): Promise<void> {
  const first = rows[0]
  if (!first) return
  const columns = Object.keys(first).map(pg.escapeIdentifier).join(', ')
  for (let start = 0; start < rows.length; start += ROWS_AT_ONCE) {
    const batch = JSON.stringify(rows.slice(start, start + ROWS_AT_ONCE), (_key, value) =>
      typeof value === 'bigint' ? String(value) : value,
    )
    await client.query(
      `insert into ${pg.escapeIdentifier(table)} (${columns}) select ${columns} from jsonb_populate_recordset(null::${pg.escapeIdentifier(table)}, $1::jsonb)`,
      [batch],
    )
  }
}
