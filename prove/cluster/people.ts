import { randomBytes } from 'node:crypto'
import type pg from 'pg'
import { openDb, openPool } from '../../apps/server/src/db/connection.ts'
import { fundWallet } from '../../apps/server/test/wallet.ts'
import type { Product } from '../product.ts'
import { type Customer, newCustomer } from '../shoppers.ts'

const TOKEN_BYTES = 32
/** Amount of wallet money in minor units, enough for all orders of a fault test. */
const WALLET_MINOR = 100_000_000n

export type Person = { userId: number; token: string }

/** Creates customers with an address and money, through the shop's calls. */
export async function newShoppers(url: string, client: pg.Client, count: number): Promise<(Customer & Person)[]> {
  const shoppers: (Customer & Person)[] = []
  const { host, port, user, password } = client as pg.Client & { password: string }
  const pool = openPool({ host, port, user: user!, password, database: 'nukkad' }, { size: 1 })
  // The database has a separate pool here, because this code prepares statements on its connections.
  const db = openDb(pool)
  try {
    for (let index = 0; index < count; index++) {
      const { token } = await newCustomer({ url } as Product, client, index)
      const { rows } = await client.query<{ userId: number }>(
        'select user_id as "userId" from sessions where token_hash = sha256(convert_to($1, $2))',
        [token, 'UTF8'],
      )
      await fundWallet(db, rows[0]!.userId, { ownMinor: WALLET_MINOR })
      shoppers.push({ token, userId: rows[0]!.userId })
    }
  } finally {
    await pool.end()
  }
  return shoppers
}

/** Creates sessions of new customers, or of new staff who see all orders. */
export async function newListeners(
  client: pg.Client,
  count: number,
  audience: 'customer' | 'staff',
): Promise<Person[]> {
  const tokens = Array.from({ length: count }, () => randomBytes(TOKEN_BYTES).toString('base64url'))
  const { rows } = await client.query<{ id: number }>(
    `with new as (
       insert into users (name, email, referral_code)
       select 'Listener', 'listener' || n || $2 || '@prove.example', upper('L' || left($2, 1) || n) from generate_series(1, $1::int) as n returning id
     ), staff as (
       insert into user_roles (user_id, role) select id, $2 from new
     ), may as (
       insert into staff_permissions (user_id, permission) select id, 'order_view' from new where $2 = 'staff'
     ) select id from new order by id`,
    [count, audience],
  )
  const people = rows.map(({ id }, index) => ({ userId: id, token: tokens[index]! }))
  await addSessions(client, people, audience)
  return people
}

/** Inserts sessions with the given tokens for existing people. */
export async function addSessions(
  client: pg.Client,
  people: readonly Person[],
  audience: 'customer' | 'staff' | 'delivery',
): Promise<void> {
  await client.query(
    `insert into sessions (token_hash, user_id, audience, in_dashboard, expires_at)
     select sha256(convert_to(token, 'UTF8')), user_id, $3, $3 = 'staff', now() + interval '6 hours'
       from unnest($1::text[], $2::int[]) as given (token, user_id)`,
    [people.map(({ token }) => token), people.map(({ userId }) => userId), audience],
  )
}
