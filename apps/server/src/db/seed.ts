import type pg from 'pg'
import { createClient, type DatabaseAddress } from './connection.ts'

/**
 * Key of the advisory lock for filling a new database; the number is arbitrary, but all our servers must use the same
 * one.
 */
const FILL_LOCK = 4_711_002

/** Fills a database that was never filled; of several servers that start together, one fills it and the others wait. */
export async function fillOnce(address: DatabaseAddress, fill: () => Promise<void>): Promise<void> {
  await withClient(address, async (client) => {
    if (!(await isEmpty(client))) return
    await client.query('select pg_advisory_lock($1)', [FILL_LOCK])
    if (await isEmpty(client)) await fill()
  })
}

async function isEmpty(client: pg.Client): Promise<boolean> {
  const { rows } = await client.query<{ empty: boolean }>(
    'select not exists (select from languages) and not exists (select from users) as empty',
  )
  return rows[0]!.empty
}

/** Loads the data of an installation without the demo city: one language, so that every screen has texts. */
export async function loadEmptyInstallation(address: DatabaseAddress): Promise<void> {
  await withClient(address, (client) =>
    client.query(
      "insert into languages (code, language_name, direction, is_default) values ('en', 'English', 'ltr', true)",
    ),
  )
}

async function withClient<Result>(
  address: DatabaseAddress,
  body: (client: pg.Client) => Promise<Result>,
): Promise<Result> {
  const client = createClient(address)
  await client.connect()
  try {
    return await body(client)
  } finally {
    await client.end()
  }
}
