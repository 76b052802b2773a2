import pg from 'pg'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { emptyDatabase } from '#test/database.ts'
import { APPLICATION_ROLE } from './connection.ts'
import { listMigrations, migrate } from './migrate.ts'

let database: Awaited<ReturnType<typeof emptyDatabase>>
let client: pg.Client

beforeAll(async () => {
  database = await emptyDatabase()
  client = new pg.Client(database.address)
  await client.connect()
})
afterAll(async () => {
  await client.end()
  await database.drop()
})

it('a release that is older than the schema refuses to start and logs one line', async () => {
  const newer = await emptyDatabase()
  try {
    await migrate(newer.address)
    const one = new pg.Client(newer.address)
    await one.connect()
    await one.query(`insert into schema_migrations (name, checksum) values ('9999_later.sql', 'unknown')`)
    await one.end()
    await expect(migrate(newer.address)).rejects.toThrow(
      /^The database is newer than this program: it knows 9999_later.sql. Start the newer release.$/,
    )
  } finally {
    await newer.drop()
  }
})

it('the next start completes a first start that stopped before it set the rights of the server', async () => {
  const names = listMigrations().map((migration) => migration.name)
  await client.query(
    `create function stop() returns event_trigger language plpgsql as $$ begin raise 'stopped'; end $$`,
  )
  await client.query(`create event trigger stop on ddl_command_end when tag in ('GRANT') execute function stop()`)
  await expect(migrate(database.address)).rejects.toThrow('stopped')
  await client.query('drop event trigger stop')

  expect(await migrate(database.address)).toEqual({ applied: names.slice(-1) })
  await client.query(`set role ${APPLICATION_ROLE}`)
  const { rows } = await client.query('select count(*)::int as settings from settings')
  expect(rows).toEqual([{ settings: 0 }])
  await client.query('select queue_job($1, $2, $3, now(), 1)', ['none', '{}', 'none'])
})
