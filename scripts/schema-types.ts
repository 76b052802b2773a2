import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startEmbeddedPostgres } from '../apps/server/src/db/embedded.ts'
import { migrate } from '../apps/server/src/db/migrate.ts'
import { checkStatements } from './sql-types/check-statements.ts'
import { exceptions, rowsOfAnyColumns } from './sql-types/exceptions.ts'
import { root, run } from './steps.ts'

type Connection = ReturnType<Awaited<ReturnType<typeof startEmbeddedPostgres>>['connection']>

/**
 * Writes the column types of the migrated schema. With `--check`, fails instead if the stored types differ, or if a
 * statement of the server or the demo does not fit the schema.
 */
const isCheck = process.argv.includes('--check')
const dataDir = mkdtempSync(join(tmpdir(), 'nukkad-types-'))
const database = await startEmbeddedPostgres({ dataDir, durable: false })
let ok = false
try {
  await migrate(database.connection('postgres'))
  const [columns, statements] = await Promise.all([
    writeColumnTypes(database.connection('postgres')),
    isCheck ? checkSql(database.connection('postgres')) : true,
  ])
  ok = columns && statements
} finally {
  await database.stop()
  rmSync(dataDir, { recursive: true, force: true })
}
process.exit(ok ? 0 : 1)

async function writeColumnTypes({ host, port, user, password }: Connection): Promise<boolean> {
  const { ok } = await run('node_modules/.bin/kysely-codegen', [
    '--url',
    `postgres://${user}:${password}@localhost/postgres?host=${encodeURIComponent(host)}&port=${port}`,
    '--dialect',
    'postgres',
    '--out-file',
    'apps/server/src/db/schema.ts',
    '--no-domains',
    '--default-schema',
    'public',
    '--include-pattern',
    'public.*',
    '--type-mapping',
    '{"int8":"bigint","date":"string","time":"string"}',
    ...(isCheck ? ['--verify'] : []),
  ])
  return ok
}

async function checkSql(connection: Connection): Promise<boolean> {
  const { statements, texts, excepted, problems } = await checkStatements(connection, {
    root,
    config: 'tsconfig.node.json',
    includes: (path) => /^(?:apps\/server|demo)\/src\//.test(path) && !path.endsWith('.test.ts'),
    exceptions,
    rowsOfAnyColumns,
  })
  for (const problem of problems) console.error(problem)
  console.log(`${statements} statements, of which ${excepted} are excepted; prepared as ${texts} texts`)
  return problems.length === 0
}
