/**
 * Statements whose columns are chosen while the program runs, by file and function, with the reason why their types
 * still fit.
 */
export const rowsOfAnyColumns: Readonly<Record<string, string>> = {
  'apps/server/src/features/insight/tables/read-table.ts#readTable':
    'the type of `TableSource` holds them to the contract',
  'apps/server/src/features/insight/tables/stream-rows.ts#readBatches':
    'reads a cursor over the statement of `readTable`',
}

/** Members of the type `Services` that contain SQL, each with its type and the only constant that it can be. */
export const constantServices: Readonly<Record<string, { type: string; file: string; constant: string }>> = {
  tables: { type: 'TableSources', file: 'apps/server/src/tables.ts', constant: 'tableSources' },
}

/** Statements that the check cannot prepare, by file and function, with the reason. */
export const exceptions: Readonly<Record<string, string>> = {
  'apps/server/src/worker/worker.ts#query': 'the job queue sends its own statements through it',
  'apps/server/src/db/migrate.ts#runMigration': 'a migration is the schema that the others are checked against',
  'apps/server/src/features/operations/backup/queries.ts#each': 'names every table and key that the database has',
  'apps/server/src/features/operations/backup/queries.ts#openTables': 'names every table that the database has',
  'apps/server/src/features/operations/backup/take-backup.ts#entriesOf': 'copies every table that the database has',
  'apps/server/src/features/operations/backup/restore-backup.ts#load': 'copies every table that the database has',
  'apps/server/src/features/operations/backup/queries.ts#queueJobs': 'reads a temporary table that the restore makes',
  'demo/src/load/insert-rows.ts#insertRows': 'fills any table from JSON, which PostgreSQL types by the table itself',
  'demo/src/load/load-city.ts#advanceIdentities': 'names every sequence that the database has',
}
