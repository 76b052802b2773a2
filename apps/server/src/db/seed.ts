import type pg from 'pg'
import { createClient, type DatabaseAddress } from './connection.ts'

/** Returns whether this database was never filled. */
export async function isEmpty(address: DatabaseAddress): Promise<boolean> {
  return withClient(address, async (client) => {
    const { rows } = await client.query<{ empty: boolean }>(
      'select not exists (select from languages) and not exists (select from users) as empty',
    )
    return rows[0]!.empty
  })
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
