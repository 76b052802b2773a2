import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startEmbeddedPostgres } from '../apps/server/src/db/embedded.ts'
import { migrate } from '../apps/server/src/db/migrate.ts'
import { run } from './steps.ts'

/** Writes the column types of the migrated schema. With `--check`, it fails when the stored types differ. */
const dataDir = mkdtempSync(join(tmpdir(), 'nukkad-types-'))
const database = await startEmbeddedPostgres({ dataDir, durable: false })
let ok = false
try {
  const { host, port, user, password } = database.connection('postgres')
  await migrate(database.connection('postgres'))
  const result = await run('node_modules/.bin/kysely-codegen', [
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
    ...(process.argv.includes('--check') ? ['--verify'] : []),
  ])
  ok = result.ok
} finally {
  await database.stop()
  rmSync(dataDir, { recursive: true, force: true })
}
process.exit(ok ? 0 : 1)
